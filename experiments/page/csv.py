"""A table as a CSV file (RFC 4180) that a page carries with it.

Numbers are written in full, as programs read them. A value and its half width stand in two
columns, and so do the numbers and the mark of a cell. The file begins
with a byte order mark: without one the usual spreadsheet garbles "±" and "–"; Python reads
it as `utf-8-sig`, and pandas and R's readr skip it by themselves.
"""

from __future__ import annotations

import base64
import csv
import io
from collections.abc import Iterator

from experiments.page.number import Number
from experiments.page.table import Table, parts
from experiments.page.text import FORMULA, QUOTE, plain

__all__ = ["BYTE_ORDER_MARK", "address", "csv_text"]

BYTE_ORDER_MARK = "\ufeff"
HALF_WIDTH = " ±"


def csv_text(table: Table) -> str:
    """Write a table as CSV, its headings first.

    >>> csv_text(Table("Profit", ("Bet", "Units"), (("=Tie", Number(-0.5, 0.25)),))).splitlines()
    ['Bet,Units,Units ±', "'=Tie,-0.5,0.25"]
    """
    columns = [column for i in range(len(table.columns)) for column in _columns(table, i)]
    written = io.StringIO()
    csv.writer(written).writerows(zip(*columns, strict=True))
    return written.getvalue()


def address(table: Table) -> str:
    """Pack a table's CSV into a data address."""
    packed = base64.b64encode((BYTE_ORDER_MARK + csv_text(table)).encode()).decode()
    return f"data:text/csv;charset=utf-8;base64,{packed}"


def _columns(table: Table, i: int) -> Iterator[list[str]]:
    """Divide a column into one for each thing its cells say."""
    cells = [parts(row[i]) for row in table.rows]
    lines = table.lines if i >= table.words else ()
    for n, name in enumerate(lines or ("",)):
        heading = f"{table.columns[i]}: {name}" if name else table.columns[i]
        found = [cell[n] for cell in cells]
        yield [_word(heading), *map(_value, found)]
        if any(isinstance(one, Number) and one.half_width >= 0 for one in found):
            yield [_word(heading + HALF_WIDTH), *map(_half_width, found)]
    if table.marks and any(row[i] for row in table.marks):
        yield [_word(f"{table.columns[i]}: mark"), *(row[i] for row in table.marks)]


def _value(part: str | Number) -> str:
    if isinstance(part, str):
        return _word(part)
    return "" if part.is_missing else f"{part.bound} {part.value:.12g}".strip()


def _half_width(part: str | Number) -> str:
    return f"{part.half_width:.12g}" if isinstance(part, Number) and part.half_width >= 0 else ""


def _word(text: str) -> str:
    """Write what a spreadsheet would take for a formula as text."""
    shown = plain(text)
    return QUOTE + shown if FORMULA.match(text) else shown
