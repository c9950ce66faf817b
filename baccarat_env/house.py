"""The house at a table: its terms and its books."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baccarat_env.bet import BASIS_POINTS, MAX_STAKE, parse_odds
from baccarat_env.game import Game

__all__ = ["Books", "Chips", "House", "commission"]

Chips = NDArray[np.int64]
"""Whole chips or basis points of a chip, bet by bet."""


@dataclass(frozen=True)
class House:
    """The house's terms: limits in chips, what opens side bets, the cut, the rebate.

    `side_requires_main` refuses side bets without a stake on Player or Banker. `cut` draws
    the cards behind the cut card anew for each shoe, evenly from both ends included. `rebate`
    basis points of what a seat has lost are given back when it leaves, rounded down.
    """

    low: int = 1
    high: int = MAX_STAKE
    side_low: int | None = None
    side_high: int | None = None
    side_requires_main: bool = False
    cut: tuple[int, int] | None = None
    rebate: int = 0

    def __post_init__(self) -> None:
        for low, high in (self._main, self._side):
            whole = all(isinstance(x, int) and not isinstance(x, bool) for x in (low, high))
            if not (whole and 1 <= low <= high <= MAX_STAKE):
                raise ValueError(
                    f"limits from {low!r} to {high!r} chips must be whole numbers, "
                    f"1 <= low <= high <= {MAX_STAKE}"
                )
        if not isinstance(self.rebate, int) or not 0 <= self.rebate <= BASIS_POINTS:
            raise ValueError(
                f"rebate={self.rebate!r} must be whole basis points from 0 to {BASIS_POINTS}"
            )
        if self.cut is not None and self.cut[0] > self.cut[1]:
            raise ValueError(f"cut={self.cut!r} must be the fewest and the most cards")

    @property
    def _main(self) -> tuple[int, int]:
        return self.low, self.high

    @property
    def _side(self) -> tuple[int, int]:
        return (
            self.low if self.side_low is None else self.side_low,
            self.high if self.side_high is None else self.side_high,
        )

    def limits(self, game: Game) -> tuple[Chips, Chips]:
        """Least and most chips on each bet, `(B,)` and `(B,)`."""
        low, high = np.where(game.side[:, None], self._side, self._main).T
        return low.astype(np.int64), high.astype(np.int64)


@dataclass
class Books:
    """The house's books in basis points of a chip."""

    won: int = 0
    """Lost stakes taken in."""
    paid: int = 0
    """Winnings paid out, commission not yet taken."""
    commission: int = 0
    rebates: int = 0

    @property
    def result(self) -> int:
        """What the house is ahead."""
        return self.won - self.paid + self.commission - self.rebates


def commission(game: Game) -> NDArray[np.int64]:
    """Commission taken on each bet and ending in basis points of the stake, `(B, 400)`."""
    taken = np.zeros_like(game.pays)
    for b, bet in enumerate(game.layout):
        for line in reversed(bet.lines):
            gross = parse_odds(line.pays.partition(" less ")[0])
            taken[b, line.endings] = gross - parse_odds(line.pays)
    return taken
