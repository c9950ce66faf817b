"""Are Dragon 7 and Panda 8 marked in these records? Their number must be what chance allows.

One `B7` typed among thousands of Banker wins proves a slip of the pen, not that every
Dragon 7 was marked.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import special

from baccarat_env import odds
from baccarat_env.rules import RESULT_OF, RESULTS, full_shoe

__all__ = ["MARKS", "expected_marks", "marked_results"]

MARKS = {"B7": "B", "P8": "P"}
"""Each mark, and what it is where nobody marks it."""

SELDOM = 0.01
"""A number of marks with a smaller one-sided probability is not taken for all of them."""


def _share(mark: str, decks: int) -> float:
    endings = odds.endings(full_shoe(decks)).reshape(-1)
    return float(endings[RESULTS.index(mark) == RESULT_OF].sum())


def expected_marks(mark: str, coups: int, decks: int) -> float:
    """How many of `coups` coups end in a Dragon 7 ("B7") or Panda 8 ("P8") on average."""
    return coups * _share(mark, decks)


def marked_results(results: NDArray[np.int8], decks: int) -> tuple[str, ...]:
    """Name the marks that are there as often as chance allows: `results` `(M,)` keep them all.

    A mark that never comes is not kept, however few the coups are.
    """
    coups = len(results)
    kept = []
    for mark in MARKS:
        count = int((results == RESULTS.index(mark)).sum())
        share = _share(mark, decks)
        rare = min(special.bdtr(count, coups, share), special.bdtrc(count - 1, coups, share))
        if count and (rare >= SELDOM or coups < 100):
            kept.append(mark)
    return tuple(kept)
