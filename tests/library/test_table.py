"""The table with nine seats: who deals and exposes (sheet 001), limits, and every basis point."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents import make
from agents.agent import Limits
from agents.play.dealt import Schedule, play
from agents.play.nine_seats import Guest
from baccarat_env import simulate
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.coup import Coup
from baccarat_env.game import EZ_BACCARAT, MINI_BACCARAT, MINI_BACCARAT_PASSED_SHOE
from baccarat_env.house import House
from baccarat_env.table import SEATS, Table

PLAYER_9 = Coup((8, 9), (9, 9))  # Player's natural 9 against 0
BANKER_9 = Coup((9, 9), (8, 9))
TIE = Coup((8, 9), (8, 9))


class Scripted:
    """Bets the same every coup unless told otherwise."""

    def __init__(self, *stakes, passing=False):
        self.stakes, self.passing, self.heard = list(stakes), passing, []

    def bet(self, sight):
        self.sight = sight
        return self.stakes

    def learn(self, stakes, net):
        self.heard.append((stakes.tolist(), net.tolist()))

    def passes(self, sight):
        return self.passing


def passed(*bettors, game=MINI_BACCARAT_PASSED_SHOE, seats=None, **terms):
    table = Table(game, seed=1, **terms)
    for seat, bettor in zip(seats or range(1, 10), bettors, strict=False):
        table.sit(seat, bettor, 1_000)
    return table


def rigged(table, *coups):
    """Play coups that end as given; the shoe is not asked."""
    told = []
    for coup in coups:
        table.shoe.deal = lambda coup=coup: coup
        told.append(table.play())
    return told


# --- Sheet 001 --------------------------------------------------------------------------


def test_the_shoe_is_passed_one_person_to_the_right_each_time_player_wins():
    table = passed(Scripted(1, 0, 0), Scripted(1, 0, 0), Scripted(1, 0, 0), seats=(2, 5, 9))
    coups = (BANKER_9, TIE, PLAYER_9, PLAYER_9, TIE, PLAYER_9, BANKER_9)
    assert [one.holder for one in rigged(table, *coups)] == [2, 2, 2, 5, 9, 9, 2]


def test_the_person_dealing_may_elect_to_pass_it():
    table = passed(Scripted(1, 0, 0), Scripted(1, 0, 0))
    assert rigged(table, BANKER_9)[0].holder == 1
    table.seats[1].bettor.passing = True
    assert [one.holder for one in rigged(table, BANKER_9, BANKER_9)] == [2, 2]


def test_the_cards_are_dealt_by_those_wagering():
    table = passed(Scripted(0, 1, 0), Scripted(0, 0, 0), Scripted(0, 0, 1))
    assert [one.holder for one in rigged(table, PLAYER_9, TIE)] == [1, 3]
    for seat in table.seats.values():
        seat.bettor.stakes = [0, 0, 0]
    assert rigged(table, BANKER_9)[0].holder is None
    table.seats[2].bettor.stakes = [0, 2, 0]
    assert rigged(table, BANKER_9)[0].holder == 2


def test_the_largest_wager_on_player_exposes_the_hand_else_the_dealer():
    table = passed(Scripted(1, 0, 0), Scripted(5, 90, 0), Scripted(4, 0, 50))
    assert rigged(table, TIE)[0].exposes == 2
    for seat in table.seats.values():
        seat.bettor.stakes = [0, 3, 0]
    assert rigged(table, TIE)[0].exposes is None


def test_of_equal_wagers_the_holder_comes_first_then_those_to_his_right():
    table = passed(Scripted(5, 0, 0), Scripted(1, 0, 0), Scripted(5, 0, 0), Scripted(5, 0, 0))
    told = rigged(table, PLAYER_9, PLAYER_9, PLAYER_9, PLAYER_9, TIE)
    assert [(one.holder, one.exposes) for one in told] == [(1, 1), (2, 3), (3, 3), (4, 4), (1, 1)]


def test_a_tie_hand_pays_nine_for_one():
    table = passed(Scripted(1, 1, 2))
    assert rigged(table, TIE)[0].net[1].tolist() == [0, 0, 16 * BASIS_POINTS]


def test_when_the_holder_leaves_the_shoe_goes_to_his_right():
    table = passed(Scripted(1, 0, 0), Scripted(1, 0, 0), seats=(4, 7))
    rigged(table, TIE)
    table.leave(4)
    assert rigged(table, TIE)[0].holder == 7
    table.leave(7)
    assert table.holder is None
    table.sit(9, Scripted(1, 0, 0), 10)
    assert rigged(table, TIE)[0].holder == 9


@pytest.mark.parametrize("game", [MINI_BACCARAT, EZ_BACCARAT])
def test_the_other_sheets_are_dealt_by_the_house(game):
    table = passed(Scripted(*[1] * len(game.bets)), game=game)
    told = table.play()
    assert told.holder is None
    assert told.exposes is None


# --- The house's books ------------------------------------------------------------------


def test_commission_is_taken_and_booked():
    table = passed(Scripted(0, 7, 0), game=MINI_BACCARAT)
    assert rigged(table, BANKER_9)[0].net[1].tolist() == [0, 7 * 9_500, 0]
    assert (table.books.paid, table.books.commission) == (70_000, 3_500)
    assert table.books.result == -66_500


def test_a_rebate_gives_back_a_share_of_the_loss_rounded_down():
    table = passed(
        Scripted(0, 7, 0), Scripted(7, 0, 0), game=MINI_BACCARAT, house=House(rebate=1_001)
    )
    rigged(table, BANKER_9)
    assert table.leave(2) == 993 * BASIS_POINTS + 70_000 * 1_001 // BASIS_POINTS
    assert table.leave(1) == 1_000 * BASIS_POINTS + 66_500
    assert table.books.rebates == 7_007


systems = st.sampled_from(
    ["flat", "flat:bet=tie", "martingale:limit=64,short=all_in", "labouchere:limit=80",
     "follow", "fibonacci:bet=player,limit=99,short=reset", "oscars_grind:limit=20"]
)  # fmt: skip


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from([MINI_BACCARAT, MINI_BACCARAT_PASSED_SHOE, EZ_BACCARAT]),
    st.lists(st.one_of(st.none(), st.tuples(systems, st.integers(1, 300))), min_size=9, max_size=9),
    st.integers(0, 10_000),
    st.integers(0, 2**32),
)
def test_money_is_conserved_to_the_last_basis_point(game, taken, rebate, seed):
    table = Table(game, seed=seed, house=House(rebate=rebate, cut=(6, 300)))
    brought = paid_out = 0
    for number, seat in enumerate(taken, start=1):
        if seat:
            table.sit(number, Guest(make(seat[0]), game, passing=number % 2 == 0), seat[1])
            brought += seat[1] * BASIS_POINTS
    for coup in range(120):
        if coup % 20 == 19 and table.seats:
            paid_out += table.leave(min(table.seats))
        table.play()
        at_table = sum(seat.bankroll for seat in table.seats.values())
        assert all(seat.bankroll >= 0 for seat in table.seats.values())
        assert at_table + paid_out + table.books.result == brought


# --- A seat plays as everywhere else ----------------------------------------------------


@pytest.mark.parametrize("name", ["martingale:limit=500", "labouchere:select=derived_road"])
@pytest.mark.parametrize("game", [MINI_BACCARAT, EZ_BACCARAT])
def test_an_agent_bets_at_the_table_as_over_dealt_shoes(name, game):
    shoes = simulate.deal(game, shoes=3, seed=5)
    alone = play(
        make(name), Schedule.lay_out(game, shoes, 1), limits=Limits(1, 500), bankroll=5_000
    )
    table = Table(game, seed=5, house=House(high=500))
    table.sit(4, Guest(make(name), game), 5_000)
    told = [table.play() for _ in shoes.endings]
    np.testing.assert_array_equal([one.coup.ending for one in told], shoes.endings)
    np.testing.assert_array_equal([one.stakes[4] for one in told], alone.stakes)
    np.testing.assert_array_equal([one.net[4] for one in told], alone.net)


def test_a_seat_has_seen_the_cards_that_were_shown_since_it_was_taken():
    table = passed(Scripted(0, 0, 0), game=MINI_BACCARAT)
    early = [table.play() for _ in range(3)]
    table.sit(2, Scripted(0, 0, 0), 10)
    late = table.play()
    assert len(table.sight(2).results) == 4
    assert table.sight(2).unseen.sum() == 416 - len(late.coup.cards)
    dealt = sum(len(one.coup.cards) for one in [*early, late])
    assert table.sight(1).unseen.sum() == 416 - 1 - dealt


# --- Options of real tables -------------------------------------------------------------


def test_side_bets_only_beside_a_main_bet():
    table = passed(
        Scripted(0, 0, 1, 2, 3),
        Scripted(1, 0, 1, 2, 3),
        game=EZ_BACCARAT,
        house=House(side_requires_main=True),
    )
    stakes = table.play().stakes
    assert stakes[1].tolist() == [0, 0, 1, 0, 0]
    assert stakes[2].tolist() == [1, 0, 1, 2, 3]


def test_side_bets_have_their_own_limits():
    house = House(low=10, high=100, side_low=1, side_high=5)
    table = passed(Scripted(10, 0, 0, 5, 1), game=EZ_BACCARAT, house=house)
    table.play()
    table.seats[1].bettor.stakes = [10, 0, 0, 6, 0]
    with pytest.raises(ValueError, match=r"seat 1: a stake of 6 on dragon_7 .* 1 to 5 chips"):
        table.play()


def test_the_cut_is_drawn_anew_for_each_shoe_and_evenly():
    table = Table(MINI_BACCARAT, seed=3, house=House(cut=(10, 13)))
    cuts = []
    for _ in range(400):
        cuts.append(table.shoe.game.cut)
        table._open()
    counted = np.bincount(cuts, minlength=14)[10:]
    assert counted.sum() == 400
    assert ((counted - 100) ** 2 / 100).sum() < 30  # χ² of 3 degrees of freedom: p = 1e-6
    assert Table(MINI_BACCARAT, seed=3, house=House(cut=(10, 13))).shoe.game.cut == cuts[0]


# --- Bad input --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stakes", "told"),
    [
        ([0.5, 0, 0], "seat 1: stake 0.5 on player must be a whole number"),
        ([-1, 0, 0], "seat 1: stake -1 on player"),
        ([2000, 0, 0], "seat 1: stakes of 2000 chips with 1000 in hand"),
        ([0, 0, 10**9], "seat 1: stake 1000000000 on tie"),
        ([1, 0], "seat 1: stakes of shape"),
        (["a", 0, 0], "seat 1: stakes must be whole numbers"),
    ],
)
def test_a_stake_that_cannot_be_placed_stops_before_the_deal(stakes, told):
    table = passed(Scripted(*stakes), game=MINI_BACCARAT)
    with pytest.raises(ValueError, match=told):
        table.play()
    assert table.coups == 0
    assert table.books.result == 0


def test_seats_and_terms_out_of_range():
    table = passed(Scripted(1, 0, 0))
    for seat, told in ((0, "from 1 to 9"), (10, "from 1 to 9"), (1, "seat 1 is taken")):
        with pytest.raises(ValueError, match=told):
            table.sit(seat, Scripted(1, 0, 0), 10)
    with pytest.raises(ValueError, match="bankroll=0 must be"):
        table.sit(2, Scripted(1, 0, 0), 0)
    with pytest.raises(ValueError, match="seat 7 is empty"):
        table.leave(7)
    for wrong in ({"low": 5, "high": 4}, {"side_low": 3, "side_high": 2}, {"low": 1.5}):
        with pytest.raises(ValueError, match="limits from"):
            House(**wrong)
    with pytest.raises(ValueError, match="rebate=10001 must be"):
        House(rebate=10_001)
    with pytest.raises(ValueError, match="cut=2 must be"):
        Table(MINI_BACCARAT, house=House(cut=(2, 14)))
    with pytest.raises(ValueError, match=r"cut=\(20, 14\) must be"):
        House(cut=(20, 14))


def test_there_are_nine_seats():
    table = passed(*[Scripted(1, 0, 0) for _ in range(SEATS)])
    assert len(table.play().stakes) == 9
    assert replace(MINI_BACCARAT, dealer="passed").dealer == "passed"
