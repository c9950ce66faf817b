"""The perfect player as he was seated: what he earned, read from stored sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from baccarat_env.game import Game, as_game
from experiments.page.number import MISSING, Number
from experiments.shoes.priced import CUT, per_shoe
from experiments.statistics import Estimate
from experiments.work.cell import Arrays, Stored
from experiments.work.results import Results

__all__ = [
    "BEATABLE",
    "BINS",
    "DEPTH_STEP",
    "DRAWN",
    "LINES",
    "WIDTH",
    "Perfect",
    "by_decks",
    "index_of",
    "last_beatable",
    "tables_played",
]

LINES = {
    "Player": ("player",),
    "Banker, 5 %": ("banker",),
    "EZ Banker": ("ez_banker",),
    "Player or Banker, 5 %": ("player", "banker"),
    "Player or EZ Banker": ("player", "ez_banker"),
    "Tie": ("tie",),
    "Dragon 7": ("dragon_7",),
    "Panda 8": ("panda_8",),
}
"""What is played, and the bets it takes; two main bets are never favourable together."""

DRAWN = ("Dragon 7", "Panda 8", "Tie", "Player or EZ Banker", "Player or Banker, 5 %")
BEATABLE = 0.01
"""Units a shoe above which a place is called beatable."""

DEPTH_STEP = 13
BINS = 800
WIDTH = np.array([0.2, 0.2, 0.2, 2.0, 2.0, 2.0])
"""Edges of each bet are told apart from minus to plus this much; those beyond go to the ends."""


@dataclass(frozen=True)
class Perfect:
    """The perfect player at one table, read at T cuts."""

    game: Game
    cuts: NDArray[np.int64]
    shoes: int
    sums: Arrays

    @cached_property
    def units(self) -> Estimate:
        """Units a shoe, `(L, T)`."""
        return per_shoe(self.sums["units"], self.sums["units_squares"], self.shoes)

    @cached_property
    def settled(self) -> Estimate:
        """Units a shoe by settled results, `(L, T)`."""
        return per_shoe(self.sums["settled"], self.sums["settled_squares"], self.shoes)

    @property
    def deviation(self) -> NDArray[np.float64]:
        """Standard deviation of the settled result of a shoe, `(L, T)`."""
        return np.asarray(self.settled.error * np.sqrt(self.shoes - 1))

    def at(self, cut: int = CUT) -> int:
        """Index of a cut."""
        return int(np.flatnonzero(self.cuts == cut)[0])

    def favourable(self, line: int, t: int) -> Number:
        """Favourable coups a shoe, or their upper bound by the rule of three."""
        seen = self.sums["favourable"][line, t]
        if not seen:
            return Number(3 / self.shoes, form=".1e", bound="<")
        often = seen / self.shoes
        return Number(often, form=".4f" if often >= 0.001 else ".1e")

    def edge(self, line: int, t: int) -> Number:
        """Average edge of the favourable coups in per cent."""
        seen = self.sums["favourable"][line, t]
        return Number(100 * self.sums["units"][line, t] / seen, form=".3f") if seen else MISSING


def tables_played(results: Results) -> list[Perfect]:
    """Put the cells of each table together, eight decks first."""
    found: dict[str, list[Stored]] = {}
    for cell in results.of("perfect"):
        found.setdefault(as_game(cell.arguments["game"]).procedure, []).append(cell)
    return [_together(cells) for cells in found.values()]


def _together(cells: Sequence[Stored]) -> Perfect:
    arguments = cells[0].arguments
    sums = {name: np.sum([cell.arrays[name] for cell in cells], axis=0) for name in cells[0].arrays}
    shoes = sum(cell.arguments["shoes"] for cell in cells)
    return Perfect(as_game(arguments["game"]), np.array(arguments["cuts"]), shoes, sums)


def index_of(line: str) -> int:
    """Find a line among `LINES`."""
    return list(LINES).index(line)


def last_beatable(table: Perfect, line: str) -> int | None:
    """The deepest cut read at which a line earns more than `BEATABLE`; None if it does at none."""
    good = np.flatnonzero(table.units.value[index_of(line)] > BEATABLE)
    return int(table.cuts[good.max()]) if good.size else None


def by_decks(played: Sequence[Perfect]) -> list[Perfect]:
    """Pick the tables that are dealt as usual, one for each number of decks, rising."""
    usual = [table for table in played if table.game.burn and table.game.after_cut == 1]
    return sorted(usual, key=lambda table: table.game.decks)
