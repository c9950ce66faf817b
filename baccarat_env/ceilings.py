"""The most that a policy can expect, by what it may see: a ceiling for every rung of the ladder.

| `information=` | ceiling | kind |
| --- | --- | --- |
| `"none"` | the best constant stakes: nothing, unless a bet is favourable in a fresh shoe | exact |
| `"results"` | an upper bound, from what results reveal (`baccarat_env.revealed`) | bound |
| `"count"` | the best use of the count, estimated on other shoes | estimate |
| anything else | the exact player | exact |

N tables, B bets.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from baccarat_env import odds, simulate
from baccarat_env.game import Game
from baccarat_env.oracle import Oracle
from baccarat_env.revealed import results_bound
from baccarat_env.terms import Terms

__all__ = ["Coups", "Rung", "studied"]

Floats = NDArray[np.float64]

STUDIED, STUDY_SEED = 10_000, 0x52756E67
"""Shoes, and their seed, on which the best use of a count is found."""

DEPTH = 13
"""Cards in a class of depth: in each the value of a bet is a curve of the count."""

DEGREE = 3


class Coups(NamedTuple):
    """What is known before a coup at N tables."""

    unseen: NDArray[np.integer[Any]]
    """`(N, 10)`."""
    undealt: NDArray[np.int64]
    """`(N,)` cards still in the shoe."""
    values: Floats
    """`(N, B)` exact expected value of a chip on each bet."""


class Rung:
    """The ceiling under some terms; `kind` is "exact", "bound" or "estimate"."""

    def __init__(self, terms: Terms) -> None:
        self.terms, self.oracle = terms, Oracle(terms)
        self.kind = {"results": "bound", "count": "estimate"}.get(terms.information, "exact")

    def gains(self, coups: Coups) -> Floats:
        """Find what the ceiling expects of each bet of each coup, in chips `(N, B)`."""
        game, information = self.terms.game, self.terms.information
        if information == "results":
            return self._bounded(coups)
        if information == "none":
            estimates = np.tile(odds.expected_value(game.full_shoe, game), (len(coups.values), 1))
        elif information == "count":
            estimates = studied(game, tuple(self.terms.tag_array().tolist())).values(coups)
        else:
            estimates = coups.values
        return np.asarray(self.oracle.stakes(estimates) * coups.values)

    def _bounded(self, coups: Coups) -> Floats:
        """Results: a bound for each bet, of no use where the best of several is compulsory."""
        if not self.terms.sit_out:
            return np.full(coups.values.shape, np.nan)
        game = self.terms.game
        dealt = 1 - coups.unseen.sum(axis=1) / game.full_shoe.sum()
        return results_bound(game, dealt) * self.oracle.high


# --- The count --------------------------------------------------------------------------


class Study:
    """What a count says of each bet: a curve of the true count in every class of depth.

    Found by least squares on shoes of its own, for N coups in D classes.
    """

    def __init__(self, game: Game, tags: tuple[float, ...]) -> None:
        self.full, self.tags = game.full_shoe, np.array(tags)
        shoes = simulate.priced(game, shoes=STUDIED, seed=STUDY_SEED)
        true, depth = self.true_count(shoes.unseen), shoes.undealt // DEPTH
        classes, bets = self.full.sum() // DEPTH + 1, len(game.bets)
        self.curves = np.zeros((classes, DEGREE + 1, bets))
        self.bounds = np.zeros((classes, 2))
        for d in range(classes):
            rows = np.flatnonzero(depth == d)
            if rows.size:
                powers = _powers(true[rows])
                self.curves[d] = np.linalg.lstsq(powers, shoes.values[rows], rcond=None)[0]
                self.bounds[d] = true[rows].min(), true[rows].max()

    def true_count(self, unseen: NDArray[Any]) -> Floats:
        """Find the true count of compositions `(N, 10)`, `(N,)`."""
        cards = np.maximum(unseen.sum(axis=1, dtype=np.int64), 1)
        return np.asarray((self.full - unseen.astype(np.int64)) @ self.tags * 52 / cards)

    def values(self, coups: Coups) -> Floats:
        """Estimate the value of each bet from the count and the depth alone, `(N, B)`."""
        depth = coups.undealt // DEPTH
        low, high = self.bounds[depth].T
        true = np.clip(self.true_count(coups.unseen), low, high)
        return np.asarray(np.einsum("nk,nkb->nb", _powers(true), self.curves[depth]))


@lru_cache(maxsize=4)
def studied(game: Game, tags: tuple[float, ...]) -> Study:
    """Study a count at a game: some seconds, once."""
    return Study(game, tags)


def _powers(true: Floats) -> Floats:
    return (true[:, None] / 10) ** np.arange(DEGREE + 1)
