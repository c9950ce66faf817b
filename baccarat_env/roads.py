"""Roads: the bead plate, the big road and the three roads derived from it.

All are pure functions of the results of a shoe. They foretell nothing: a derived road
is the list of decisions written in another alphabet.

Results are a string of B, P and T in any case, or a sequence of names (`NAMES`, any
case) or of indices into `rules.RESULTS`. Positions count from 0.

Source: the scoreboards that baccarat tables display, as three independent formulations
define them; they agree on every cell of 20 000 random shoes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np

from baccarat_env.rules import RESULTS

__all__ = [
    "BIG_EYE_BOY",
    "COCKROACH_PIG",
    "NAMES",
    "ROWS",
    "SMALL_ROAD",
    "Column",
    "Mark",
    "Roads",
    "big_road",
    "derived_road",
    "lay_out",
    "read_results",
    "scrolled",
]

ROWS = 6
"""Rows of every displayed road."""

BIG_EYE_BOY, SMALL_ROAD, COCKROACH_PIG = 1, 2, 3
"""The derived roads by k: how many columns they look back."""

_WORDS = {
    "P": "p player punto 闲 閒",
    "B": "b banker banco 庄 莊",
    "T": "t tie egalité egalite égalité 和",
    "B7": "b7",
    "P8": "p8",
}
NAMES = {word: result for result, words in _WORDS.items() for word in words.split()}
"""What a result may be called, in lower case, to its name in `rules.RESULTS`."""


class Column(NamedTuple):
    """A run of one winner in the big road."""

    winner: str
    """"P" or "B"."""
    height: int
    """Length of the run, unbounded."""
    ties: tuple[int, ...]
    """`(height,)` ties counted on each cell."""


class Mark(NamedTuple):
    """A mark on a displayed road, `ROWS` rows deep."""

    column: int
    row: int
    name: str
    """A result of `rules.RESULTS`, or the colour "R" or "B" on a derived road."""
    ties: int = 0


class Roads:
    """The roads of one shoe, kept up to date coup by coup, in about a microsecond each.

    `results` and `decisions` (the results that are no ties) are names of `rules.RESULTS`,
    `columns` is the big road, `early_ties` counts ties that still wait for a first cell.

    >>> roads = Roads("BBPP")
    >>> roads.add("player")
    >>> roads.columns[-1].height, roads.derived(k=1), roads.next_marks(k=1)
    (3, 'RB', {'B': 'B', 'P': 'R'})
    """

    def __init__(self, results: Iterable[str | int] = ()) -> None:
        self.results: list[str] = []
        self.decisions: list[str] = []
        self.columns: list[Column] = []
        self.early_ties = 0
        self._heights: list[int] = []
        self._derived: dict[int, list[str]] = {BIG_EYE_BOY: [], SMALL_ROAD: [], COCKROACH_PIG: []}
        for result in read_results(results):
            self._add(result)

    def add(self, result: str | int) -> None:
        """Add the result of a coup. Raises ValueError if it is none."""
        self._add(_read(result, len(self.results)))

    def _add(self, result: str) -> None:
        self.results.append(result)
        if result == "T":
            self._add_tie()
            return
        self.decisions.append(result)
        column, row = self._next_cell(result[0])
        for k, marks in self._derived.items():
            marks.append(_mark(self._heights, column, row, k))
        if row == 0:
            self.columns.append(Column(result[0], 1, (self.early_ties,)))
            self._heights.append(1)
            self.early_ties = 0
        else:
            winner, height, ties = self.columns[-1]
            self.columns[-1] = Column(winner, height + 1, (*ties, 0))
            self._heights[-1] += 1

    def _add_tie(self) -> None:
        if not self.columns:
            self.early_ties += 1
            return
        winner, height, ties = self.columns[-1]
        self.columns[-1] = Column(winner, height, (*ties[:-1], ties[-1] + 1))

    def _next_cell(self, winner: str) -> tuple[int, int]:
        """Find the logical (column, row) that a win of `winner` takes."""
        if self.columns and self.columns[-1].winner == winner:
            return len(self.columns) - 1, self._heights[-1]
        return len(self.columns), 0

    def derived(self, k: int) -> str:
        """Write derived road `k` as a string of R (regular) and B (irregular)."""
        return "".join(self._derived[_offset(k)])

    def next_marks(self, k: int) -> dict[str, str]:
        """Say which mark derived road `k` gets if the next win is Banker's or Player's.

        Both are "" until the road can start; from then on they are opposite.
        """
        _offset(k)
        return {winner: _mark(self._heights, *self._next_cell(winner), k) for winner in ("B", "P")}

    def bead_plate(self) -> list[Mark]:
        """Show every coup, ties included: down six rows, then the next column."""
        return [Mark(*divmod(i, ROWS), result) for i, result in enumerate(self.results)]

    def displayed_big_road(self) -> list[Mark]:
        """Show the big road in six rows; a run that finds no room turns right."""
        cells = lay_out(self._heights)
        ties = (count for column in self.columns for count in column.ties)
        shown = zip(cells, self.decisions, ties, strict=True)
        return [Mark(*cell, result, count) for cell, result, count in shown]

    def displayed_derived_road(self, k: int) -> list[Mark]:
        """Show derived road `k` in six rows: a new column at each change of colour."""
        colours = self.derived(k)
        cells = lay_out([len(list(run)) for _, run in groupby(colours)])
        return [Mark(*cell, colour) for cell, colour in zip(cells, colours, strict=True)]


def _mark(heights: Sequence[int], column: int, row: int, k: int) -> str:
    """Mark a new big-road cell in derived road k; "" where that road has not started.

    A cell that opens a column is regular if the two columns before it and k before
    that are equally high. Any other is irregular only if its left neighbour k columns
    away ends just above it.
    """
    if row == 0:
        if column < k + 1:
            return ""
        return "R" if heights[column - 1] == heights[column - 1 - k] else "B"
    if column < k:
        return ""
    return "B" if heights[column - k] == row else "R"


def lay_out(lengths: Iterable[int]) -> list[tuple[int, int]]:
    """Lay runs of these lengths out in six rows: the (column, row) of each of their cells.

    A run starts at the top of the first column, right of where the run before it
    started, whose top is free. It goes down; where the next row is off the grid or
    taken it turns right and stays in that row (the dragon tail).

    >>> lay_out([7, 2])
    [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 5), (1, 0), (1, 1)]
    """
    cells: list[tuple[int, int]] = []
    taken: set[tuple[int, int]] = set()
    first = -1
    for length in lengths:
        first += 1
        while (first, 0) in taken:
            first += 1
        column, row, turned = first, 0, False
        for i in range(length):
            if i:
                turned = turned or row + 1 == ROWS or (column, row + 1) in taken
                column, row = (column + 1, row) if turned else (column, row + 1)
            cells.append((column, row))
            taken.add((column, row))
    return cells


def scrolled(marks: Sequence[Mark], columns: int) -> list[Mark]:
    """Keep the marks of the last `columns` columns, counted anew from 0."""
    gone = max(0, max((mark.column for mark in marks), default=0) + 1 - columns)
    return [mark._replace(column=mark.column - gone) for mark in marks if mark.column >= gone]


# --- The roads as functions ------------------------------------------------------------


def big_road(results: Iterable[str | int]) -> list[Column]:
    """Write the big road: its columns are the runs of one winner, ties left out.

    A tie is counted on the last cell; ties before the first win, on the first cell.

    >>> for column in big_road("BBPTB"):
    ...     print(column)
    Column(winner='B', height=2, ties=(0, 0))
    Column(winner='P', height=1, ties=(1,))
    Column(winner='B', height=1, ties=(0,))
    """
    return Roads(results).columns


def derived_road(results: Iterable[str | int], k: int = BIG_EYE_BOY) -> str:
    """Write a derived road as a string of R (red, regular) and B (blue, irregular).

    `k` is 1 for big eye boy, 2 for small road, 3 for cockroach pig. Red and blue say
    whether the big road repeats its shape, not who won.

    >>> derived_road("BPBPBPBP"), derived_road("BBBBBBBPBBBBBBBB", k=2)
    ('RRRRRR', 'RRRRRRB')
    """
    return Roads(results).derived(k)


# --- Reading ---------------------------------------------------------------------------


def read_results(results: Iterable[str | int]) -> list[str]:
    """Read results as names of `rules.RESULTS`.

    >>> read_results("bpT"), read_results(["Punto", "庄", "B7", 2])
    (['B', 'P', 'T'], ['P', 'B', 'B7', 'T'])

    Raises ValueError naming the first value that is no result and its position.
    """
    if not isinstance(results, Iterable) or getattr(results, "ndim", 1) != 1:
        raise ValueError(
            f"results={results!r} must be a string of B, P and T or a sequence of names"
        )
    return [_read(result, position) for position, result in enumerate(results)]


def _read(result: str | int, position: int) -> str:
    name = None
    if isinstance(result, str):
        name = NAMES.get(result.strip().lower())
    elif isinstance(result, int | np.integer) and not isinstance(result, bool):
        name = RESULTS[result] if 0 <= result < len(RESULTS) else None
    if name:
        return name
    raise ValueError(
        f"result {result!r} at position {position} is no result: write B, P or T, "
        f"banker, player or tie, B7 or P8, or an index from 0 to {len(RESULTS) - 1}"
    )


def _offset(k: int) -> int:
    if isinstance(k, bool) or k not in (BIG_EYE_BOY, SMALL_ROAD, COCKROACH_PIG):
        raise ValueError(f"k={k!r} must be 1 (big eye boy), 2 (small road) or 3 (cockroach pig)")
    return k
