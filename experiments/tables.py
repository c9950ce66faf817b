"""A table of the report: what it says, as text, cell by cell."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["MARKS", "Table", "fixed", "minus"]

MARKS = {"beatable": "▲", "undecided": "◇", "unbeatable": "▽"}
"""The marks a cell may carry, each with its symbol."""


@dataclass(frozen=True)
class Table:
    """A caption, column headings and rows; the first cell of a row is its heading.

    The first `words` columns hold words, the others numbers, which are set flush right. Where
    the number cells have several lines, `lines` says what each line is. `marks` has a row for
    each row and a word for each cell: one of `MARKS`, or "" for none.
    """

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: int = 1
    lines: tuple[str, ...] = ()
    marks: tuple[tuple[str, ...], ...] = ()

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"a row of {len(row)} cells under {len(self.columns)} headings")
        _check_lines(self)
        _check_marks(self)


def _check_lines(table: Table) -> None:
    for cell in (cell for row in table.rows if table.lines for cell in row[table.words :]):
        if cell.count("\n") != len(table.lines) - 1:
            raise ValueError(f"{cell!r} must have {len(table.lines)} lines")


def _check_marks(table: Table) -> None:
    if table.marks and [len(row) for row in table.marks] != [len(row) for row in table.rows]:
        raise ValueError("marks must have the rows and columns of the table")
    for mark in (mark for row in table.marks for mark in row):
        if mark and mark not in MARKS:
            raise ValueError(f"mark {mark!r} must be one of {', '.join(MARKS)}")


def minus(text: str) -> str:
    """Set a true minus sign.

    >>> minus("-1.06")
    '−1.06'
    """
    return text.replace("-", "−")


def fixed(value: float, decimals: int) -> str:
    """Write a number to so many decimals, with a true minus sign and none before zero.

    >>> fixed(-1.06, 1), fixed(-0.04, 1)
    ('−1.1', '0.0')
    """
    return minus(f"{round(value, decimals) + 0.0:.{decimals}f}")
