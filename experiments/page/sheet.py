"""Tables as the page shows them: cells with their lines, marks and the number to sort by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from experiments.page.csv import address
from experiments.page.number import Number
from experiments.page.table import MARKS, Entry, Table, brief, parts

__all__ = ["Sheet", "Shown", "cells", "sheets"]


@dataclass(frozen=True)
class Shown:
    """A cell: its lines, what it is sorted by if that is a number, its mark and symbol, and the
    cell for a first look.
    """

    lines: list[str]
    is_number: bool
    number: str | None
    mark: str = ""
    symbol: str = ""
    brief: str = ""


@dataclass(frozen=True)
class Sheet:
    """A table with its cells as shown, and its CSV as a file name and a data address."""

    table: Table
    rows: list[list[Shown]]
    file: str
    address: str


class Tabled(Protocol):
    """What has a name and tables."""

    name: str
    tables: Sequence[Table]


def sheets(section: Tabled) -> list[Sheet]:
    """Prepare the tables of a section; files are named by the section and counted."""
    return [
        Sheet(table, cells(table), f"{section.name}-table-{n}.csv", address(table))
        for n, table in enumerate(section.tables, start=1)
    ]


def cells(table: Table) -> list[list[Shown]]:
    """Prepare the cells of a table, row by row."""
    return [
        [_shown(table, r, c, cell) for c, cell in enumerate(row)]
        for r, row in enumerate(table.rows)
    ]


def _shown(table: Table, r: int, c: int, cell: Entry) -> Shown:
    first = parts(cell)[0]
    number = f"{first.value:.12g}" if isinstance(first, Number) and not first.is_missing else None
    mark = table.marks[r][c] if table.marks else ""
    lines, symbol = list(map(str, parts(cell))), MARKS.get(mark, "")
    return Shown(lines, c >= table.words, number, mark, symbol, brief(cell, mark))
