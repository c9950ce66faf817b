"""The rules, one by one, each named after the line of the sheet it stands on."""

from __future__ import annotations

import numpy as np
import pytest

from baccarat_env import rules
from baccarat_env.rules import POSSIBLE, THIRD_CARD_STANDS, banker_draws, player_draws
from tests.support import naive

# --- The cards --------------------------------------------------------------------------


def test_sheet_000_face_cards_and_tens_count_as_0_aces_as_1_others_at_face_value():
    ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    points = {"A": 1, "10": 0, "J": 0, "Q": 0, "K": 0} | {str(n): n for n in range(2, 10)}
    assert [int(v) for v in rules.CARD_VALUE] == [points[rank] for rank in ranks] * 4


@pytest.mark.parametrize("decks", range(1, 9))
def test_a_deck_has_sixteen_zeros_and_four_of_every_other_value(decks):
    assert rules.full_shoe(decks).tolist() == naive.deck(decks)


@pytest.mark.parametrize("decks", [0, 9, -1, 2.5, True, "8", None])
def test_a_shoe_has_one_to_eight_decks(decks):
    with pytest.raises(ValueError, match=f"decks={decks!r} must be a whole number from 1 to 8"):
        rules.full_shoe(decks)


# --- Player -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "action"),
    [*((total, "gets a third card") for total in (0, 1, 2, 3, 4, 5)), (6, "stands"), (7, "stands")],
    ids=lambda value: f"sheet 000: player {value}" if isinstance(value, int) else value,
)
def test_player_by_his_two_card_total(player, action):
    for banker in range(8):
        assert player_draws(player, banker) == (action == "gets a third card")


@pytest.mark.parametrize("other", range(10))
@pytest.mark.parametrize("natural", [8, 9])
@pytest.mark.parametrize("side", ["player", "banker"])
def test_sheet_000_a_natural_on_either_side_ends_the_game(side, natural, other):
    player, banker = (natural, other) if side == "player" else (other, natural)
    assert not player_draws(player, banker)
    assert not any(banker_draws(player, banker, third) for third in range(11))


# --- Banker: the 88 cells ---------------------------------------------------------------

DRAWS_ON_A_THIRD_CARD = {  # sheet 000, in its own words; 0 to 2 and 7 from its second column
    0: "0 to 9",
    1: "0 to 9",
    2: "0 to 9",
    3: "0 to 7, 9",
    4: "2 to 7",
    5: "4 to 7",
    6: "6, 7",
    7: "",
}
STANDS_ON_A_THIRD_CARD = {  # the sheet's other column
    3: "8",
    4: "0, 1, 8, 9",
    5: "0, 1, 2, 3, 8, 9",
    6: "0, 1, 2, 3, 4, 5, 8, 9",
    7: "0 to 9",
}
SHEET_001 = {  # "draws when Player's 3rd card is"; a ten or court card is 10
    3: "1-2-3-4-5-6-7-9-10",
    4: "2-3-4-5-6-7",
    5: "4-5-6-7",
    6: "6-7",
}


def cards_in(text: str) -> set[int]:
    """Read "0 to 7, 9" as the set of values it names."""
    named: set[int] = set()
    for part in filter(None, text.split(", ")):
        first, _, last = part.partition(" to ")
        named |= set(range(int(first), int(last or first) + 1))
    return named


def _cells():
    for banker, text in DRAWS_ON_A_THIRD_CARD.items():
        for third in range(10):
            draws = third in cards_in(text)
            name = f"sheet 000: banker {banker} {'draws' if draws else 'stands'} on {third}"
            yield pytest.param(banker, third, draws, id=name)
        draws = banker <= 5
        name = f"sheet 000: player stands, banker {banker} {'draws' if draws else 'stands'}"
        yield pytest.param(banker, THIRD_CARD_STANDS, draws, id=name)


CELLS = list(_cells())


def test_the_chart_has_88_cells():
    assert len(CELLS) == 88
    assert rules.chart_draws.shape == (8, 11)


@pytest.mark.parametrize(("banker", "third", "draws"), CELLS)
def test_banker_chart(banker, third, draws):
    players = (6, 7) if third == THIRD_CARD_STANDS else range(6)
    assert [banker_draws(player, banker, third) for player in players] == [draws] * len(players)


@pytest.mark.parametrize("banker", STANDS_ON_A_THIRD_CARD)
def test_both_columns_of_sheet_000_say_the_same(banker):
    stands = {third for third in range(10) if not banker_draws(0, banker, third)}
    assert stands == cards_in(STANDS_ON_A_THIRD_CARD[banker])


@pytest.mark.parametrize("banker", SHEET_001)
def test_sheet_001_says_the_same_and_a_ten_is_0(banker):
    draws = {third for third in range(10) if banker_draws(0, banker, third)}
    assert draws == {int(card) % 10 for card in SHEET_001[banker].split("-")}


# --- Endings ----------------------------------------------------------------------------


def test_the_205_endings_are_those_the_twin_can_reach():
    assert np.flatnonzero(POSSIBLE).tolist() == sorted(set(naive.every_coup().reshape(-1).tolist()))


@pytest.mark.parametrize(
    ("player_drew", "banker_drew", "endings"),
    [(0, 0, 40), (0, 1, 20), (1, 0, 45), (1, 1, 100)],
    ids=["nobody drew", "only banker", "only player", "both"],
)
def test_205_endings_are_possible(player_drew, banker_drew, endings):
    assert POSSIBLE.reshape(2, 2, 10, 10)[player_drew, banker_drew].sum() == endings


@pytest.mark.parametrize("code", range(400))
def test_scoreboard_result_of_an_ending(code):
    how = naive.ending(code)
    shown = "P" if how[2] > how[3] else "B" if how[3] > how[2] else "T"
    if naive.settle("dragon_7", how, 1) > 0:
        shown = "B7"
    if naive.settle("panda_8", how, 1) > 0:
        shown = "P8"
    assert rules.RESULTS[rules.RESULT_OF[code]] == shown
