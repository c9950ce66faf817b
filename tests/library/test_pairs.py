"""Bets on the first two cards: closed forms, every deal by brute force, dealt coups."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from baccarat_env import MINI_BACCARAT, pairs, simulate

EIGHT, SIX = np.full(52, 8), np.full(52, 6)

# --- In print ---------------------------------------------------------------------------


def test_printed_edges_are_reproduced_but_for_one_that_cannot_be_right():
    wrong = set()
    for name, bet in pairs.BETS.items():
        edge = -100 * pairs.expected_value(EIGHT, name)
        decimals = len(bet.printed.partition(".")[2])
        if bet.printed and format(edge, f".{decimals}f") != bet.printed:
            wrong.add(name)
    assert wrong == {"suited_pair"}
    assert format(-100 * pairs.expected_value(EIGHT, "suited_pair"), ".4f") == "49.9036"


@pytest.mark.parametrize(
    ("name", "eight", "six"),
    [
        ("player_pair", "10.3614", "11.2540"),
        ("either_pair", "13.7099", "14.5365"),
        ("tiger_pair", "16.1217", "17.1737"),
        ("perfect_pair", "13.0294", "17.0716"),
        ("perfect_pair_at_200", "8.0470", "12.5425"),
        ("fabulous_pair", "11.3253", "11.8971"),
        ("red", "25.1807", "25.2412"),
    ],
)
def test_independent_figures_are_reproduced(name, eight, six):
    for shoe, edge in ((EIGHT, eight), (SIX, six)):
        assert format(-100 * pairs.expected_value(shoe, name), ".4f") == edge


def test_a_printed_hit_rate_counts_four_identical_cards_twice():
    """14.38198 % for Tiger Pair in print, where any pair has 14.38169 %."""
    chance = pairs.probabilities(EIGHT)
    twice = chance["either_pair"] + pairs_of_identical_cards_on_both_sides()
    assert format(100 * chance["either_pair"], ".4f") == "14.3817"
    assert format(100 * twice, ".5f") == "14.38198"


def pairs_of_identical_cards_on_both_sides() -> float:
    """All four cards the same card of eight decks."""
    return 52 * 8 * 7 * 6 * 5 / (416 * 415 * 414 * 413)


# --- By brute force ---------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from([0, 13, 26, 1, 14, 9, 12, 51]), min_size=4, max_size=7))
def test_every_deal_of_a_few_cards_agrees(cards):
    unseen = np.bincount(cards, minlength=52)
    deals = np.array(list(permutations(cards, 4)))
    coups = np.full((len(deals), 6), -1)
    coups[:, [0, 3, 1, 4]] = deals
    happened = pairs.happens(coups)
    for event, chance in pairs.probabilities(unseen).items():
        assert float(chance) == pytest.approx(
            float(Fraction(int(happened[event].sum()), len(deals))), abs=1e-12
        )
    for name in pairs.BETS:
        won = pairs.settle(coups, name)
        assert float(pairs.expected_value(unseen, name)) == pytest.approx(won.mean(), abs=1e-12)


def test_two_cards_by_hand():
    deals = [(a, b) for a in range(104) for b in range(104) if a != b]
    shoe = np.repeat(np.arange(52), 2)
    chance = pairs.probabilities(np.full(52, 2))
    for event, same in (
        ("player_pair", lambda a, b: shoe[a] % 13 == shoe[b] % 13),
        ("player_perfect", lambda a, b: shoe[a] == shoe[b]),
        ("player_suited", lambda a, b: shoe[a] // 13 == shoe[b] // 13),
    ):
        hits = sum(bool(same(a, b)) for a, b in deals)
        assert chance[event] == pytest.approx(hits / len(deals), abs=1e-15)


# --- Dealt ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", pairs.BETS)
def test_dealt_coups_settle_as_the_odds_say(name):
    """First coups of 20 000 shoes, seed 71, which follow the odds of a fresh shoe exactly."""
    coups = simulate.deal(MINI_BACCARAT, shoes=20_000, seed=71)
    won = pairs.settle(coups.cards[coups.coup == 0], name)
    error = won.std() / np.sqrt(len(won))
    assert abs(won.mean() - pairs.expected_value(EIGHT, name)) < 4 * error


def test_a_batch_is_priced_row_by_row():
    batch = np.array([[EIGHT, SIX], [SIX, EIGHT]])
    values = pairs.expected_value(batch, "perfect_pair")
    assert values.shape == (2, 2)
    assert values[0, 0] == values[1, 1] == pairs.expected_value(EIGHT, "perfect_pair")


# --- Bad input --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: pairs.bet("playr_pair"), "unknown bet 'playr_pair': did you mean 'player_pair'"),
        (lambda: pairs.probabilities([1] * 10), r"shape \(10,\) must end in 52 counts"),
        (lambda: pairs.probabilities([-1] + [1] * 51), "must hold whole numbers of cards"),
        (lambda: pairs.probabilities([0.5] * 52), "must hold whole numbers of cards"),
        (lambda: pairs.probabilities([3] + [0] * 51), "unseen holds 3 cards: it takes at least 4"),
    ],
)
def test_what_cannot_be_priced_is_refused(ask, message):
    with pytest.raises(ValueError, match=message):
        ask()
