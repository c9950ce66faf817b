"""A coup against the twin that deals card by card, and its settlement in whole numbers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from baccarat_env.bet import MAX_STAKE
from baccarat_env.coup import card_name, coup_table, deal_coup, ending_code, settle
from baccarat_env.dealer import ENDING_BITS
from baccarat_env.game import EZ_BACCARAT, MINI_BACCARAT, MINI_BACCARAT_PASSED_SHOE
from baccarat_env.rules import CARD_VALUE, FACTS, POSSIBLE
from tests.support import naive, strategies

CARD_OF_VALUE = [9, 0, 1, 2, 3, 4, 5, 6, 7, 8]
"""One card code of each point value."""


def _cards(values):
    return [CARD_OF_VALUE[value] for value in values]


# --- Dealing ----------------------------------------------------------------------------


@given(strategies.six_cards)
def test_a_coup_is_the_one_the_twin_deals(cards):
    coup = deal_coup(cards)
    twin = naive.play([CARD_VALUE[card] for card in cards])
    assert tuple(CARD_VALUE[list(coup.player)]) == twin.player
    assert tuple(CARD_VALUE[list(coup.banker)]) == twin.banker
    assert coup.ending == naive.number(twin.ending)
    assert (coup.player_total, coup.banker_total) == twin.ending[2:]
    assert coup.cards == tuple(cards[: twin.used])


def test_all_ten_thousand_coups_are_dealt_as_in_the_table():
    table = coup_table().reshape(10, 10, 10, 10)
    for player, banker, fifth, sixth in np.ndindex(table.shape):
        coup = deal_coup(_cards((player, banker, 0, 0, fifth, sixth)))
        entry = int(table[player, banker, fifth, sixth])
        assert entry == coup.ending | len(coup.cards) << ENDING_BITS


def test_the_table_is_the_twins_too():
    assert (coup_table() == naive.coups_for_the_dealer(naive.SHEETS)).all()
    assert not coup_table().flags.writeable


def test_sheet_002_cards_are_dealt_alternately_starting_with_player():
    coup = deal_coup([10, 20, 30, 40, 50, 51])
    assert coup.player[:2] == (10, 30)
    assert coup.banker[:2] == (20, 40)


def test_sheet_002_player_takes_the_fifth_card_and_banker_the_sixth():
    coup = deal_coup(_cards((0, 0, 0, 0, 4, 5)))
    assert coup.player[2:] == (CARD_OF_VALUE[4],)
    assert coup.banker[2:] == (CARD_OF_VALUE[5],)


def test_banker_takes_the_fifth_card_when_player_stands():
    coup = deal_coup(_cards((6, 0, 0, 0, 4, 5)))
    assert len(coup.player) == 2
    assert coup.banker[2:] == (CARD_OF_VALUE[4],)


@pytest.mark.parametrize("used", [4, 5, 6])
def test_cards_are_listed_in_the_order_they_left_the_shoe(used):
    values = {4: (9, 0, 0, 0, 1, 2), 5: (7, 0, 0, 0, 1, 2), 6: (0, 0, 0, 0, 1, 2)}[used]
    assert deal_coup(_cards(values)).cards == tuple(_cards(values))[:used]


@pytest.mark.parametrize(
    ("values", "natural", "winner"),
    [
        ((9, 8, 0, 0, 0, 0), True, "player"),
        ((0, 8, 0, 0, 0, 0), True, "banker"),
        ((8, 8, 0, 0, 0, 0), True, "tie"),
        ((0, 0, 0, 0, 8, 7), False, "player"),  # a three-card 8 is no natural
        ((7, 6, 0, 0, 0, 0), False, "player"),
    ],
)
def test_naturals_and_winners(values, natural, winner):
    coup = deal_coup(_cards(values))
    assert (coup.natural, coup.winner) == (natural, winner)


def test_a_coup_is_told_in_one_line():
    assert str(deal_coup(_cards((0, 0, 0, 3, 2, 4)))) == (
        "Player 10♣ 10♣ 2♣ = 2; Banker 10♣ 3♣ 4♣ = 7: Banker wins"
    )
    assert str(deal_coup(_cards((9, 9, 0, 0, 2, 4)))).endswith("Banker 9♣ 10♣ = 9: tie, natural")


def test_the_52_cards_have_52_names():
    assert len({card_name(code) for code in range(52)}) == 52
    assert [card_name(code) for code in (0, 8, 9, 12, 13, 26, 39)] == (
        ["A♣", "9♣", "10♣", "K♣", "A♦", "A♥", "A♠"]
    )


@pytest.mark.parametrize("cards", [[], [1] * 5])
def test_fewer_than_six_cards_start_no_coup(cards):
    with pytest.raises(ValueError, match=f"{len(cards)} cards are too few to start a coup"):
        deal_coup(cards)


@pytest.mark.parametrize("position", range(6))
@pytest.mark.parametrize("code", [-1, 52])
def test_a_code_that_is_no_card_is_refused(code, position):
    cards = [0] * 6
    cards[position] = code
    with pytest.raises(ValueError, match=f"card={code} must be a whole number from 0 to 51"):
        deal_coup(cards)


# --- Ending codes -----------------------------------------------------------------------


def test_every_ending_has_its_own_code_and_axes():
    for code in range(400):
        how = naive.ending(code)
        assert ending_code(*how) == code
        assert np.unravel_index(code, (2, 2, 10, 10)) == tuple(map(int, how))


def test_facts_say_what_the_code_says():
    for code in range(400):
        player_drew, banker_drew, player, banker = naive.ending(code)
        assert FACTS["cards"][code] == 4 + player_drew + banker_drew
        assert FACTS["margin"][code] == max(player, banker) - min(player, banker)


# --- Settlement -------------------------------------------------------------------------

stakes_of_five = st.lists(strategies.chips, min_size=5, max_size=5)
EZ_BETS = ("player", "ez_banker", "tie", "dragon_7", "panda_8")


@given(strategies.endings, stakes_of_five)
def test_settlement_is_the_twins_to_the_basis_point(ending, stakes):
    twin = [
        naive.settle(bet, naive.ending(ending), stake) * 10_000
        for bet, stake in zip(EZ_BETS, stakes, strict=True)
    ]
    settled = settle(ending, stakes, EZ_BACCARAT)
    assert settled.dtype == np.int64
    assert settled.tolist() == twin


@given(strategies.endings, st.integers(0, MAX_STAKE))
def test_commission_does_not_depend_on_the_stake(ending, stake):
    assert (
        settle(ending, [stake] * 3, MINI_BACCARAT) == stake * MINI_BACCARAT.pays[:, ending]
    ).all()


@given(strategies.endings, st.lists(st.integers(0, MAX_STAKE // 2), min_size=5, max_size=5))
def test_doubling_stakes_doubles_results(ending, stakes):
    once = settle(ending, stakes, EZ_BACCARAT)
    assert (settle(ending, 2 * np.array(stakes), EZ_BACCARAT) == 2 * once).all()


@given(
    strategies.endings,
    st.lists(st.integers(0, MAX_STAKE // 2), min_size=5, max_size=5),
    st.lists(st.integers(0, MAX_STAKE // 2), min_size=5, max_size=5),
)
def test_settlement_is_linear_in_the_stakes(ending, some, others):
    both = settle(ending, np.add(some, others), EZ_BACCARAT)
    apart = settle(ending, some, EZ_BACCARAT) + settle(ending, others, EZ_BACCARAT)
    assert (both == apart).all()


def test_the_largest_stake_on_the_longest_odds_stays_exact():
    dragon = ending_code(False, True, 6, 7)
    assert settle(dragon, [0, 0, 0, MAX_STAKE, 0], EZ_BACCARAT)[3] == 400_000 * MAX_STAKE


def test_a_batch_is_settled_as_its_coups():
    endings = np.arange(400).reshape(20, 20)
    stakes = np.random.default_rng(1).integers(0, 100, (20, 20, 5))
    batch = settle(endings, stakes, EZ_BACCARAT)
    assert batch.shape == (20, 20, 5)
    for where in np.ndindex(20, 20):
        assert (batch[where] == settle(int(endings[where]), stakes[where], EZ_BACCARAT)).all()


def test_one_ending_settles_many_stakes_and_one_stake_many_endings():
    stakes = np.array([[1, 2, 3], [4, 5, 6]])
    assert (settle(55, stakes, MINI_BACCARAT) == [[0, 0, 240_000], [0, 0, 480_000]]).all()
    assert (settle([55, 76], [1, 1, 1], MINI_BACCARAT)[:, 2] == [80_000, -10_000]).all()


@pytest.mark.parametrize("game", [MINI_BACCARAT, MINI_BACCARAT_PASSED_SHOE, EZ_BACCARAT])
def test_no_stake_wins_and_loses_nothing(game):
    assert not settle(np.arange(400), [0] * len(game.bets), game).any()


def test_a_bet_loses_no_more_than_its_stake():
    for game in (MINI_BACCARAT, EZ_BACCARAT):
        assert settle(np.flatnonzero(POSSIBLE), [1] * len(game.bets), game).min() == -10_000


# --- Bad input --------------------------------------------------------------------------


@pytest.mark.parametrize("ending", [-1, 400, 1.0, "tie", None, [55, 400], True])
def test_a_number_that_is_no_ending_is_refused(ending):
    with pytest.raises(ValueError, match="must be a whole number from 0 to 399"):
        settle(ending, [1, 1, 1], MINI_BACCARAT)


@pytest.mark.parametrize(
    ("stake", "shown"),
    [(-1, "-1"), (0.5, "0.5"), (MAX_STAKE + 1, str(MAX_STAKE + 1)), (float("nan"), "nan"),
     (float("inf"), "inf"), (2**70 / 1.0, r"1.18\d+e\+21")],
)  # fmt: skip
def test_a_stake_that_is_no_whole_number_of_chips_in_range_is_refused(stake, shown):
    with pytest.raises(
        ValueError,
        match=f"stake {shown} on tie must be a whole number of chips from 0 to {MAX_STAKE}$",
    ):
        settle(55, [1, 1, stake], MINI_BACCARAT)


def test_a_stake_above_the_tables_limit_is_refused():
    assert settle(55, [0, 0, 500], MINI_BACCARAT, limit=500)[2] == 500 * 80_000
    with pytest.raises(ValueError, match=r"stake 501 on tie must be .* from 0 to 500"):
        settle(55, [0, 0, 501], MINI_BACCARAT, limit=500)


@pytest.mark.parametrize("stakes", [1, [1, 1], [1, 1, 1, 1], [[1], [1], [1]]])
def test_stakes_of_another_shape_are_refused(stakes):
    with pytest.raises(ValueError, match="do not fit Mini-baccarat: the last axis must be its 3"):
        settle(55, stakes, MINI_BACCARAT)


@pytest.mark.parametrize("stakes", [["1", "1", "1"], [None, 1, 1], [True, False, True]])
def test_stakes_that_are_no_numbers_are_refused(stakes):
    with pytest.raises(ValueError, match="stakes must be whole numbers of chips, not"):
        settle(55, stakes, MINI_BACCARAT)


def test_nothing_is_settled_when_one_stake_of_a_batch_is_wrong():
    stakes = np.ones((3, 3), dtype=np.int64)
    stakes[2, 1] = -7
    with pytest.raises(ValueError, match="stake -7 on banker"):
        settle([1, 2, 3], stakes, MINI_BACCARAT)


def test_a_limit_beyond_what_stays_exact_is_refused():
    with pytest.raises(ValueError, match="limit=1000000000000000000 must be a whole number"):
        settle(107, [10**15, 0, 0, 10**15, 0], EZ_BACCARAT, limit=10**18)


def test_endings_that_do_not_fit_the_stakes_are_refused():
    with pytest.raises(ValueError, match="one ending for each row of stakes"):
        settle([1, 2], [[0] * 5] * 3, EZ_BACCARAT)


def test_a_game_may_be_named():
    assert (settle(107, [1] * 5, "ez") == settle(107, [1] * 5, EZ_BACCARAT)).all()
