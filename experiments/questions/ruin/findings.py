"""Bankrolls: how long they lasted and how bettors left, read from stored results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baccarat_env.game import as_game
from experiments.estimates import mean_of
from experiments.statistics import Estimate, proportion
from experiments.theory.survival import Coup, coup_of
from experiments.work.results import Results

__all__ = [
    "BANKROLL",
    "BET",
    "EXITS",
    "HORIZONS",
    "PLANS",
    "READ",
    "SHOES",
    "Lasting",
    "Left",
    "coup_in",
    "lasting",
    "left_early",
]

BANKROLL = 100
"""Units a bettor brings."""

BET = "player"
PLANS = ("flat", "martingale")
HORIZONS = {"flat": 100_000, "martingale": 1_000_000}
"""Coups a bettor is watched at most."""

READ = (100, 1_000, 10_000, 100_000, 1_000_000)
"""Horizons, in coups, at which survival is told."""

EXITS = (5, 10, 20, 50, 100)
"""Units ahead, and units behind, at which a bettor leaves."""

SHOES = 10
"""Shoes after which a bettor with a stop-win and a stop-loss leaves in any case."""


@dataclass(frozen=True)
class Lasting:
    """How long one plan's bankrolls lasted."""

    plan: str
    n: NDArray[np.int64]
    """`(M,)` numbers of coups."""
    survival: NDArray[np.float64]
    """`(M,)` exact P(T > n) of independent coups."""
    coups: NDArray[np.int64]
    """`(N,)` of the simulated bettors; more than the horizon where the bankroll lasted."""

    @property
    def horizon(self) -> int:
        """Coups watched at most."""
        return int(self.n[-1])

    @property
    def mean(self) -> Estimate:
        """Coups that a bankroll lasted, those beyond the horizon counted as the horizon."""
        return mean_of(np.minimum(self.coups, self.horizon))

    def simulated(self, n: Any) -> Estimate:
        """P(T > n) of the simulated bettors."""
        outlived = self.coups.size - np.searchsorted(np.sort(self.coups), n, side="right")
        return proportion(outlived, self.coups.size)

    def exactly(self, n: int) -> float:
        """P(T > n) of independent coups."""
        return float(self.survival[np.searchsorted(self.n, n)])


def lasting(results: Results) -> list[Lasting]:
    """Read both plans."""
    found = []
    for plan in PLANS:
        curve = next(c.arrays for c in results.of("exact") if c.arguments["plan"] == plan)
        played = [c.arrays["coups"] for c in results.of("bankrolls") if c.arguments["plan"] == plan]
        found.append(Lasting(plan, curve["n"], curve["survival"], np.concatenate(played)))
    return found


@dataclass(frozen=True)
class Left:
    """Bettors who leave at a stop-win or a stop-loss, `(W, L)` pairs."""

    bettors: int
    reached: NDArray[np.int64]
    result: Estimate

    @property
    def won(self) -> Estimate:
        """Share that left at the stop-win."""
        return proportion(self.reached[:, :, 0], self.bettors)


def left_early(results: Results) -> Left:
    """Add up the bettors who leave."""
    played = results.of("leaving")
    bettors = sum(cell.arguments["bettors"] for cell in played)
    reached, net, squares = (
        np.sum([cell.arrays[name] for cell in played], axis=0)
        for name in ("reached", "net", "squares")
    )
    mean = net / bettors
    error = np.sqrt((squares - bettors * mean**2) / (bettors - 1) / bettors)
    return Left(bettors, reached, Estimate(mean, error))


def coup_in(results: Results) -> Coup:
    """Find the chances of the bet at the table that was played."""
    return coup_of(as_game(results.of("exact")[0].arguments["game"]), BET)
