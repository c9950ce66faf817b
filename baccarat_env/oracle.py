"""The exact player under the terms of a table: the stakes with the greatest exact expected value.

Stakes do not move the cards, so that no other policy expects more of any coup.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from baccarat_env.terms import Terms

__all__ = ["Oracle"]

Floats = NDArray[np.float64]
Stakes = NDArray[np.int64]


class Oracle:
    """Chooses the best stakes that the terms allow, whatever the bankroll; B bets.

    Under `actions="single"` that is one bet at most, and one at least without `sit_out`. A
    main bet that has to open the side bets is made at the least loss.
    """

    def __init__(self, terms: Terms) -> None:
        chips = terms.denominations
        self.single = terms.single_stakes() if terms.actions == "single" else None
        if self.single is not None and terms.side_requires_main:
            self.single = np.where(terms.game.side, 0, self.single)  # refused
        self.high = np.array([levels[-1] for levels in chips], np.int64)
        whole = terms.actions == "continuous"  # every whole number of chips
        self.low = np.array([1 if whole else levels[1] for levels in chips], np.int64)
        self.main, self.side = terms.game.main, terms.game.side
        self.opens = terms.side_requires_main

    def stakes(self, values: Floats) -> Stakes:
        """Stake on expected values `(N, B)` of a chip, in whole chips `(N, B)`.

        Nothing is staked on a value of zero.
        """
        if self.single is not None:
            return np.asarray(self.single[(values @ self.single.T).argmax(axis=1)])
        stakes = np.where(values > 0, self.high, 0)
        if self.opens:
            self._open(values, stakes)
        return stakes

    def _open(self, values: Floats, stakes: Stakes) -> None:
        """Add the cheapest main bet where side bets are worth it, leave them out elsewhere."""
        shut = np.flatnonzero(
            (stakes[:, self.side] > 0).any(axis=1) & (stakes[:, self.main] == 0).all(axis=1)
        )
        cost = np.where(self.main, values[shut] * self.low, -np.inf)
        cheapest = cost.argmax(axis=1)
        gain = (stakes[shut] * values[shut])[:, self.side].sum(axis=1) + cost.max(axis=1)
        opened = gain > 0
        stakes[shut[opened], cheapest[opened]] = self.low[cheapest[opened]]
        stakes[np.ix_(shut[~opened], np.flatnonzero(self.side))] = 0

    def regret(self, values: Floats, stakes: NDArray[Any]) -> Floats:
        """Find what stakes `(N, B)` in chips expect less than the best, `(N,)` chips."""
        return np.asarray(((self.stakes(values) - stakes) * values).sum(axis=1))
