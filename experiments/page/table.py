"""A table of the report: words and numbers, cell by cell; numbers stay numbers until written."""

from __future__ import annotations

from dataclasses import dataclass

from experiments.page.number import Number, rough

__all__ = ["MARKS", "MEANING", "Entry", "Row", "Table", "brief", "parts", "shown"]

MEANING = {
    "beatable": "this player wins in the long run",
    "undecided": "not decided",
    "unbeatable": "the best is not to bet: nothing to win",
}
"""What each mark says of a bet to somebody who sees it first."""

MARKS = {"beatable": "▲", "undecided": "◇", "unbeatable": "▽"}
"""The marks a cell may carry, each with its symbol."""

NOTHING = 0.05
"""An unbeatable bet's units that a first look rounds to 0."""

Entry = str | Number | tuple[Number, ...]
"""A word, a number, or numbers one below the other."""

Row = tuple[Entry, ...]


@dataclass(frozen=True)
class Table:
    """A caption, column headings and rows; the first cell of a row is its heading.

    The first `words` columns hold words, the others numbers, which are set flush right. Where
    the number cells hold several numbers, `lines` says what each is. `marks` has a row for
    each row and a word for each cell: one of `MARKS`, or "" for none.
    """

    caption: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    words: int = 1
    lines: tuple[str, ...] = ()
    marks: tuple[tuple[str, ...], ...] = ()

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"a row of {len(row)} cells under {len(self.columns)} headings")
        _check_lines(self)
        _check_marks(self)


def parts(cell: Entry) -> tuple[str | Number, ...]:
    """Take a cell apart into what stands on each of its lines."""
    return cell if isinstance(cell, tuple) else (cell,)


def shown(cell: Entry) -> str:
    """Write a cell as people read it, a line each."""
    return "\n".join(map(str, parts(cell)))


def brief(cell: Entry, mark: str) -> str:
    """Write a marked cell for a first look: its first number, 0 where nothing can be won."""
    first = parts(cell)[0]
    if not isinstance(first, Number) or first.is_missing:
        return str(first)
    return "0" if mark == "unbeatable" and abs(first.value) < NOTHING else rough(first)


def _check_lines(table: Table) -> None:
    for cell in (cell for row in table.rows if table.lines for cell in row[table.words :]):
        if len(parts(cell)) != len(table.lines):
            raise ValueError(f"{shown(cell)!r} must have {len(table.lines)} lines")


def _check_marks(table: Table) -> None:
    if table.marks and [len(row) for row in table.marks] != [len(row) for row in table.rows]:
        raise ValueError("marks must have the rows and columns of the table")
    for mark in (mark for row in table.marks for mark in row):
        if mark and mark not in MARKS:
            raise ValueError(f"mark {mark!r} must be one of {', '.join(MARKS)}")
