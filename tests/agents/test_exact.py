"""The exact player: which bets, how much, and why nobody expects more."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from agents import Limits, make
from agents.agent import Agent
from agents.exact.exact import ExactPlayer
from agents.play.dealt import Schedule, play
from baccarat_env import EZ_BACCARAT, MINI_BACCARAT, odds, simulate
from baccarat_env.bet import BASIS_POINTS, Bet, Pays
from baccarat_env.game import Game
from baccarat_env.growth import Outcomes, growth, kelly

DEEP = replace(EZ_BACCARAT, decks=2, cut=6)
COUPS = simulate.deal(DEEP, shoes=300, seed=21)
SCHEDULE = Schedule.lay_out(DEEP, COUPS, 30)
WORTH = odds.expected_value(COUPS.unseen, DEEP)
FAVOURABLE = COUPS.unseen[(WORTH > 0).any(axis=1)]
OUTCOMES = Outcomes(DEEP)

# --- One unit --------------------------------------------------------------------------------


def test_every_favourable_bet_and_no_other_gets_a_unit():
    stakes = play(make("exact", unit=3), SCHEDULE).stakes
    assert (stakes == 3 * (WORTH > 0)).all()
    assert (stakes > 0).sum() > 300


def test_the_best_bet_alone():
    stakes = play(make("exact-best"), SCHEDULE).stakes
    assert (stakes.sum(axis=1) == (WORTH > 0).any(axis=1)).all()
    rows = np.flatnonzero(stakes.sum(axis=1))
    assert (stakes[rows].argmax(axis=1) == WORTH[rows].argmax(axis=1)).all()


def test_some_of_the_layout():
    stakes = play(make("exact", bets="tie+panda_8"), SCHEDULE).stakes
    chosen = np.isin(DEEP.bets, ("tie", "panda_8"))
    assert (stakes == (WORTH > 0) * chosen).all()


def test_units_are_kept_within_the_limits():
    limits = Limits(low=5, high=50, side_low=1, side_high=2)
    stakes = play(make("exact", unit=3), SCHEDULE, limits=limits).stakes
    assert (stakes == (WORTH > 0) * np.where(DEEP.side, 2, 5)).all()


def test_what_the_bankroll_does_not_cover_is_left_out():
    good = WORTH[(WORTH > 0).any(axis=1)] > 0
    assert (good.sum(axis=1) >= 2).any()
    stakes = play(make("exact", unit=2), each_alone(), bankroll=3).stakes
    first = np.arange(len(DEEP.bets)) == good.argmax(axis=1)[:, None]
    assert (stakes == 2 * first).all()


class Anything(Agent):
    """Stakes whole chips at random, up to the limits."""

    def bet(self, view):
        draw = np.random.Generator(np.random.PCG64([view.coup.sum(), view.undealt.sum()]))
        return draw.integers(0, view.high + 1, (view.tables, view.high.size)) * view.active[:, None]


@pytest.mark.parametrize("agent", [Anything(), make("dragon-count", unit=4), make("martingale")])
def test_nobody_with_the_same_limits_expects_more_in_any_shoe(agent):
    limits = Limits(high=4, side_high=2)
    best = play(make("exact", unit=4), SCHEDULE, limits=limits).stakes * WORTH
    other = play(agent, SCHEDULE, limits=limits).stakes * WORTH
    ceiling, expected = (np.bincount(COUPS.shoe, x.sum(axis=1)) for x in (best, other))
    assert (expected <= ceiling + 1e-9).all()


# --- Growth ----------------------------------------------------------------------------------


def one(chances, net, most=1.0) -> float:
    return float(kelly(np.array([chances]), np.array([net]), np.array([[most]]))[0, 0])


@pytest.mark.parametrize(("win", "pays"), [(0.55, 1.0), (0.03, 40.0), (0.2, 8.0), (0.9, 0.5)])
def test_one_bet_that_wins_or_loses(win, pays):
    assert one([win, 1 - win], [pays, -1.0]) == pytest.approx(win - (1 - win) / pays, abs=1e-7)


def test_a_push_does_not_count_as_a_loss():
    assert one([0.46, 0.44, 0.1], [1.0, -1.0, 0.0]) == pytest.approx(0.02 / 0.9, abs=1e-7)


def test_a_losing_bet_gets_nothing_and_a_sure_one_everything():
    assert one([0.45, 0.55], [1.0, -1.0]) == 0
    assert one([1.0], [1.0]) == pytest.approx(1, abs=1e-6)


def test_a_limit_binds():
    assert one([0.6, 0.4], [1.0, -1.0], most=0.05) == pytest.approx(0.05, abs=1e-6)


def test_several_bets_at_once_are_where_no_change_gains():
    """The conditions of Karush, Kuhn and Tucker, which are enough for a concave function."""
    chances = OUTCOMES.chances(FAVOURABLE)
    for top in (1.0, 0.01):
        most = np.full((len(FAVOURABLE), len(DEEP.bets)), top)
        shares = kelly(chances, OUTCOMES.net, most)
        slope = (chances / (1 + shares @ OUTCOMES.net)) @ OUTCOMES.net.T
        inside, at_most = (shares > 1e-6) & (shares < top - 1e-6), shares >= top - 1e-6
        assert np.abs(slope[inside]).max() < 1e-6
        assert slope[shares == 0].max() < 1e-6
        assert slope[at_most].min(initial=0.0) > -1e-6
        assert inside.sum() > 100
        assert ((shares > 1e-6).sum(axis=1) >= 2).any()


def test_a_losing_bet_may_insure_a_winning_one():
    """Two outcomes, a bet on each: the second loses by itself and steadies the first."""
    chances, net = np.array([[0.5, 0.5]]), np.array([[1.5, -1.0], [-1.0, 0.9]])
    shares = kelly(chances, net, np.ones((1, 2)))[0]
    assert chances @ net[1] < 0 < shares[1]


def test_the_kinds_of_ending_lose_nothing():
    chances = OUTCOMES.chances(FAVOURABLE)
    assert chances.sum(axis=1) == pytest.approx(1)
    assert chances @ OUTCOMES.net.T == pytest.approx(odds.expected_value(FAVOURABLE, DEEP))


def test_the_bankroll_grows_fastest_at_the_kelly_stake():
    chances = OUTCOMES.chances(FAVOURABLE)
    shares = kelly(chances, OUTCOMES.net, np.ones((len(FAVOURABLE), len(DEEP.bets))))
    some = shares.sum(axis=1) < 0.5  # twice more than everything cannot be staked
    assert some.mean() > 0.99
    half, whole, double = (
        growth(chances[some], OUTCOMES.net, x * shares[some]) for x in (0.5, 1.0, 2.0)
    )
    assert (whole > half).all()
    assert (half > 0).all()
    assert (whole > double).all()


@pytest.mark.parametrize("factor", [0.5, 2.0])
def test_kelly_stakes_in_chips_grow_fastest(factor):
    """Exactly scored; 10⁶ chips, so that rounding to whole ones does not show."""
    chips = 1_000_000
    grown = {}
    for fraction in (1.0, factor):
        agent = make("exact-kelly", bets="dragon_7+panda_8", fraction=fraction)
        stakes = play(agent, each_alone(), bankroll=chips).stakes
        shares = stakes / chips
        rows = np.flatnonzero(stakes.sum(axis=1))
        chances = OUTCOMES.chances(FAVOURABLE[rows])
        grown[fraction] = growth(chances, OUTCOMES.net, shares[rows]).sum()
    assert grown[1.0] > grown[factor]


def test_kelly_stakes_are_whole_chips_below_the_share():
    chips = 100_000
    stakes = play(make("exact-kelly", bets="dragon_7"), each_alone(), bankroll=chips).stakes
    win = OUTCOMES.chances(FAVOURABLE) @ (OUTCOMES.net[DEEP.index("dragon_7")] > 0)
    share = np.maximum(win - (1 - win) / 40, 0)
    assert np.abs(stakes[:, DEEP.index("dragon_7")] - np.floor(chips * share)).max() <= 1
    assert stakes.sum() == stakes[:, DEEP.index("dragon_7")].sum()


def each_alone() -> Schedule:
    """Every favourable coup at a table of its own, all with the bankroll they began with."""
    rows = np.flatnonzero((WORTH > 0).any(axis=1))
    coups = simulate.Coups(
        COUPS.endings[rows],
        COUPS.cards[rows],
        COUPS.unseen[rows],
        np.arange(rows.size),
        np.zeros(rows.size, np.uint8),
    )
    return Schedule.lay_out(replace(DEEP, burn=False), coups, rows.size)


def test_kelly_stakes_keep_the_limits_and_the_bankroll():
    limits = Limits(low=25, high=500, side_low=10, side_high=100)
    done = play(make("exact-kelly"), SCHEDULE, limits=limits, bankroll=2_000)
    low, high = limits.of(DEEP)
    assert ((done.stakes == 0) | ((done.stakes >= low) & (done.stakes <= high))).all()
    assert (done.stakes > 0).any()
    assert done.bankroll.min() >= 0


def test_a_bettor_with_less_than_a_chip_sits_out():
    assert not play(make("exact-kelly"), SCHEDULE, bankroll=0).stakes.any()


def test_a_game_with_one_sure_bet_takes_the_whole_bankroll():
    sure = Game("Sure", (Bet("any", (Pays("1 to 1", cards=(4, 5, 6)),)),), decks=1, cut=6)
    coups = simulate.deal(sure, shoes=1, seed=1)
    done = play(make("exact-kelly"), Schedule.lay_out(sure, coups, 1), bankroll=8)
    assert done.stakes[0, 0] in (7, 8)
    assert done.net[0, 0] == done.stakes[0, 0] * BASIS_POINTS


# --- Bad input -------------------------------------------------------------------------------


def test_kelly_with_no_bankroll():
    with pytest.raises(ValueError, match="shares of a bankroll: give the agent one"):
        play(make("exact-kelly"), SCHEDULE)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"fraction": 0}, "fraction=0 of the Kelly stake must be above 0, at most 2"),
        ({"fraction": 3}, "fraction=3 of the Kelly stake"),
        ({"unit": 0}, "unit=0 must be a whole number from 1"),
        ({"stakes": "most"}, "stakes='most' must be every, best or kelly"),
    ],
)
def test_bad_options(options, sentence):
    with pytest.raises(ValueError, match=sentence):
        ExactPlayer(**options)


def test_a_bet_that_is_not_offered():
    with pytest.raises(ValueError, match="Mini-baccarat offers no bet 'dragon_7'"):
        make("exact", bets="dragon_7").start(MINI_BACCARAT, 1)
