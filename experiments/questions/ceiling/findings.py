"""What the perfect player earned: named numbers from stored sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from baccarat_env.game import Game, as_game
from baccarat_env.rules import MAX_DECKS
from experiments import published
from experiments.page.number import MISSING, Number, estimated
from experiments.questions.ceiling.work import LINES, PerfectSums
from experiments.shoes.usual_table import BEATABLE, CUT, TITLES
from experiments.statistics import Estimate, per_shoe
from experiments.work.cell import Stored
from experiments.work.results import Results

__all__ = ["DRAWN", "Findings", "Line", "Perfect", "findings", "index_of"]

DRAWN = ("Dragon 7", "Panda 8", "Tie", "Player or EZ Banker", "Player or Banker, 5 %")
"""The lines that are drawn and told of."""

WITHIN, FAR = 1.96, 4
"""Standard errors within which a figure agrees with a printed one, and beyond which it differs."""


@dataclass(frozen=True)
class Perfect:
    """The perfect player at one table, read at T cuts."""

    game: Game
    cuts: NDArray[np.int64]
    shoes: int
    sums: PerfectSums

    @cached_property
    def units(self) -> Estimate:
        """Units a shoe, `(L, T)`."""
        return per_shoe(self.sums.units, self.sums.units_squares, self.shoes)

    @cached_property
    def settled(self) -> Estimate:
        """Units a shoe by settled results, `(L, T)`."""
        return per_shoe(self.sums.settled, self.sums.settled_squares, self.shoes)

    @property
    def deviation(self) -> NDArray[np.float64]:
        """Standard deviation of the settled result of a shoe, `(L, T)`."""
        return np.asarray(self.settled.error * np.sqrt(self.shoes - 1))

    def at(self, cut: int = CUT) -> int:
        """Index of a cut."""
        return int(np.flatnonzero(self.cuts == cut)[0])

    def favourable(self, line: int, t: int) -> Number:
        """Favourable coups a shoe, or their upper bound by the rule of three."""
        seen = self.sums.favourable[line, t]
        if not seen:
            return Number(3 / self.shoes, form=".1e", bound="<")
        often = seen / self.shoes
        return Number(often, form=".4f" if often >= 0.001 else ".1e")

    def edge(self, line: int, t: int) -> Number:
        """Average edge of the favourable coups in per cent."""
        seen = self.sums.favourable[line, t]
        return Number(100 * self.sums.units[line, t] / seen, form=".3f") if seen else MISSING

    @property
    def coups_a_shoe(self) -> NDArray[np.float64]:
        """Coups a shoe at each cut, `(T,)`."""
        return np.asarray(self.sums.coups / self.shoes)


@dataclass(frozen=True)
class Line:
    """One line of play at the usual cut of the usual table."""

    title: str
    units: Number
    favourable: Number
    edge: Number
    n0: float
    """Shoes after which the expected win is one standard deviation."""
    beatable_to: int | None
    """The deepest cut read at which it earns more than `BEATABLE`; None if it does at none."""
    beatable: bool


@dataclass(frozen=True)
class Printed:
    """A printed ceiling beside ours, dealt as its source deals."""

    bet: str
    source: str
    printed: str
    procedure: str
    ours: Number
    errors_apart: float

    @property
    def verdict(self) -> str:
        """How ours stands to it."""
        if self.errors_apart <= WITHIN:
            return "agrees with"
        return "cannot be told from" if self.errors_apart <= FAR else "does not reproduce"


@dataclass(frozen=True)
class Findings:
    """Everything the page says of perfect play."""

    decks: int
    cut: int
    beatable: float
    tables: list[Perfect]
    lines: list[Line]
    printed: list[Printed]

    @property
    def usual(self) -> Perfect:
        """Eight decks, dealt as usual."""
        return self.tables[0]

    @property
    def procedure(self) -> str:
        """How that table is dealt."""
        return replace(self.usual.game, cut=CUT).procedure

    @property
    def beaten(self) -> list[Line]:
        """Lines that earn more than `BEATABLE`."""
        return [line for line in self.lines if line.beatable]

    @property
    def unbeaten(self) -> list[Line]:
        """Lines that do not."""
        return [line for line in self.lines if not line.beatable]

    @property
    def by_decks(self) -> list[Perfect]:
        """The tables dealt as usual, one for each number of decks, rising."""
        usual = [table for table in self.tables if table.game.burn and table.game.after_cut == 1]
        return sorted(usual, key=lambda table: table.game.decks)

    @property
    def by_procedure(self) -> list[Perfect]:
        """The usual table, and those dealt otherwise."""
        return [self.usual, *(table for table in self.tables if table.cuts.size == 1)]


def findings(results: Results) -> Findings:
    """Put the cells of each table together, eight decks first."""
    cells: dict[str, list[Stored]] = {}
    for cell in results.of("perfect"):
        cells.setdefault(as_game(cell.arguments["game"]).procedure, []).append(cell)
    tables = [_together(some) for some in cells.values()]
    lines = [_line(tables[0], line) for line in DRAWN]
    return Findings(MAX_DECKS, CUT, BEATABLE, tables, lines, _printed(tables))


def _together(cells: Sequence[Stored]) -> Perfect:
    arguments, names = cells[0].arguments, PerfectSums._fields
    sums = PerfectSums(*(np.sum([cell.arrays[name] for cell in cells], axis=0) for name in names))
    shoes = sum(cell.arguments["shoes"] for cell in cells)
    return Perfect(as_game(arguments["game"]), np.array(arguments["cuts"]), shoes, sums)


def index_of(line: str) -> int:
    """Find a line among `LINES`."""
    return list(LINES).index(line)


def _line(table: Perfect, line: str) -> Line:
    i, t = index_of(line), table.at()
    units = table.units.value[i]
    good = np.flatnonzero(units > BEATABLE)
    n0 = (table.deviation[i, t] / units[t]) ** 2 if units[t] > 0 else np.inf
    return Line(
        line,
        estimated(table.units, (i, t)),
        table.favourable(i, t),
        table.edge(i, t),
        float(n0),
        int(table.cuts[good.max()]) if good.size else None,
        bool(units[t] > BEATABLE),
    )


def _printed(tables: Sequence[Perfect]) -> list[Printed]:
    found = []
    for table in tables:
        if table.game.burn or table.game.after_cut:
            continue
        for bet, figure in published.CEILINGS.items():
            at = index_of(TITLES[bet]), 0
            apart = abs(float(table.units.value[at]) - float(figure.printed))
            found.append(
                Printed(
                    TITLES[bet],
                    figure.source,
                    figure.printed,
                    table.game.procedure,
                    estimated(table.units, at),
                    apart / float(table.units.error[at]),
                )
            )
    return found
