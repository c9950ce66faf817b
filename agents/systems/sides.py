"""What a selection is, and what selections share: the two sides, chance, a road's next mark."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.agent import NO_DECISION, View
from baccarat_env.compiled import compiled
from baccarat_env.game import Game

__all__ = ["SIDES", "Selection", "Sides", "mixed", "other", "repeating_side", "snake"]

SIDES = "PB"
Sides = NDArray[Any]
"""`(N,)` small whole numbers."""


class Selection:
    """A selection of bets: `start`, then `pick` before every coup and `learn` after it."""

    information: str = "results"

    def start(self, game: Game, tables: int, first: int) -> None:
        """Sit down at N tables, numbered from `first`; raises ValueError if a bet is missing."""
        self.tables = np.arange(first, first + tables, dtype=np.uint64)
        self.bets = self.layout(game)

    def layout(self, game: Game) -> NDArray[np.int64]:
        """Find the bets that sides 0, 1 and `NO_DECISION` stand for, `(3,)`."""
        return np.array([game.index("player"), game.index("banker"), NO_DECISION])

    def side(self, view: View) -> Sides:
        """Name a side for every table, `(N,)`: 0 Player, 1 Banker, `NO_DECISION` no bet."""
        raise NotImplementedError(f"{type(self).__name__} has no side()")

    def pick(self, view: View) -> NDArray[np.int64]:
        """Name a bet for every table, `(N,)`: an index into `game.bets`, or `NO_DECISION`."""
        return np.asarray(self.bets[self.side(view)])

    def learn(self, lost: NDArray[np.bool_]) -> None:
        """Hear at which tables the bet lost, `(N,)`."""


def other(side: Sides) -> Sides:
    """The other side, `(N,)`; no decision stays none."""
    return np.where(side >= 0, 1 - side, NO_DECISION)


def mixed(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Scatter 64-bit words. Source: splitmix64, Steele, Lea and Flood (OOPSLA 2014)."""
    x = x * np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ x >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ x >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return x ^ x >> np.uint64(31)


@compiled(nogil=True)
def repeating_side(
    decisions: NDArray[np.int8], decided: NDArray[np.int64], k: int, side: NDArray[np.int64]
) -> None:
    """Write the side whose next mark on derived road k has the colour of the last one, `(N,)`.

    A cell in row 0 of column c is regular when columns c - 1 and c - 1 - k are equally
    deep, one in row r below it when column c - k is not r deep.
    """
    depth = np.zeros(decisions.shape[1], np.int64)
    for n in range(decided.size):
        side[n] = -1
        c = -1
        for i in range(decided[n]):
            if i == 0 or decisions[n, i] != decisions[n, i - 1]:
                c += 1
                depth[c] = 0
            depth[c] += 1
        r = depth[c] - 1
        if c < k or (r == 0 and c == k):
            continue
        last = depth[c - 1] == depth[c - 1 - k] if r == 0 else depth[c - k] != r
        repeated = depth[c - k] != r + 1  # colour of the mark if the run goes on
        newest = decisions[n, decided[n] - 1]
        side[n] = newest if repeated == last else 1 - newest


def snake(name: str) -> str:
    """Write a class name as it is typed: AvantDernier is avant_dernier."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
