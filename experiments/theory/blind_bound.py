"""The most that a bettor without card information can expect, by an upper bound.

Everyone sees how many cards are left, so the burned card's value and how many cards each coup
used; those who go by results see the result too. What one coup shows of that kind moves the
expected value of a bet by so much, to first order in the cards removed; the moves of a shoe
add up to a martingale with known variance v whose steps are at most b. By how much it passes
the house's edge h on average, and so what a favourable coup is worth, is then at most

    exp(-g(h)) / g'(h)    with    g(h) = h² / (2 (v + b h / 3)).

Sources: Griffin, "The Theory of Blackjack" (1979), for the first order; Freedman, "On tail
probabilities for martingales" (1975), for the tail exp(-g), which is convex in g, so that its
integral from h on is at most what stands above.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from baccarat_env import odds, simulate
from baccarat_env.rules import FACTS, POSSIBLE, RESULT_OF
from experiments.shoes.seats import TABLE
from experiments.theory.information_in_results import Revealed, revealed
from experiments.work.cell import Arrays

__all__ = ["SHOWN", "foretold", "passed", "variance_of"]

Floats = NDArray[np.float64]

SHOWN = {
    "nothing": np.where(POSSIBLE, FACTS["cards"], 4),
    "results": np.where(POSSIBLE, 10 * RESULT_OF.astype(np.int64) + FACTS["cards"], 4),
}
"""What each kind of bettor sees of a coup, by ending `(400,)`; impossible ones stand with 4."""


def foretold(seed: int, shoes: int) -> Arrays:
    """Bound what blind bettors and those who go by results can expect.

    `most` `(2, B)` units a shoe on average over some shoes, whose coups only say how deep in
    the shoe they stand; `distance` `(2, B)` standard deviations between what such a bettor
    expects and a favourable bet, where they are fewest.
    """
    coups = simulate.deal(TABLE, shoes=shoes, seed=seed)
    dealt = 1 - coups.unseen.sum(axis=1, dtype=np.int64) / TABLE.full_shoe.sum()
    most, distance = [], []
    for kinds in SHOWN.values():
        told = revealed(TABLE, np.unique(kinds, return_inverse=True)[1])
        variance = variance_of(told, dealt)
        most.append(passed(-told.fresh, variance, _step(told, dealt)).sum(axis=0) / shoes)
        distance.append((-told.fresh / np.sqrt(variance)).min(axis=0))
    return {"most": np.array(most), "distance": np.array(distance)}


def _worth_of_a_card() -> Floats:
    """What a card known to be gone is worth to each bet, `(10, B)`."""
    return odds.removed_card(TABLE.full_shoe, TABLE)


def variance_of(told: Revealed, dealt: Floats) -> Floats:
    """Variance of the expected value given all that was shown, the burned card's included."""
    card = TABLE.full_shoe @ _worth_of_a_card() ** 2 / TABLE.full_shoe.sum()
    coups = dealt * told.cards / told.cards_a_coup
    one = told.chances @ told.move**2
    return np.asarray(np.multiply.outer(coups, one) * told.weight(dealt) + card)


def _step(told: Revealed, dealt: Floats) -> Floats:
    """The most that one coup, or the burned card, moves it by, `(M, B)`."""
    moves = np.concatenate([told.move, _worth_of_a_card()])
    return np.asarray(np.abs(moves).max(axis=0) * told.weight(dealt))


def passed(edge: Floats, variance: Floats, step: Floats) -> Floats:
    """Bound the mean of what lies above `edge`, `(M, B)`."""
    spread = variance + step * edge / 3
    slope = edge * (variance + step * edge / 6) / spread**2
    return np.asarray(np.exp(-(edge**2) / (2 * spread)) / slope)
