"""A table as a CSV file (RFC 4180) that a page carries with it.

Numbers are written as programs read them: a plain minus, no commas. A value and its half
width stand in two columns, and so do the lines and the mark of a cell. The file begins
with a byte order mark: without one the usual spreadsheet garbles "±" and "–"; Python reads
it as `utf-8-sig`, and pandas and R's readr skip it by themselves.
"""

from __future__ import annotations

import base64
import csv
import io
from collections.abc import Iterator

from experiments.numerals import whole_number
from experiments.plain import FORMULA, QUOTE, plain
from experiments.tables import Table

__all__ = ["BYTE_ORDER_MARK", "address", "csv_text"]

BYTE_ORDER_MARK = "\ufeff"
HALF_WIDTH = " ± "


def csv_text(table: Table) -> str:
    """Write a table as CSV, its headings first.

    >>> csv_text(Table("Profit", ("Bet", "Units"), (("=Tie", "−0.5 ± 0.25"),))).splitlines()
    ['Bet,Units,Units ±', "'=Tie,-0.5,0.25"]
    """
    columns = [column for i in range(len(table.columns)) for column in _columns(table, i)]
    written = io.StringIO()
    csv.writer(written).writerows(map(_data, row) for row in zip(*columns, strict=True))
    return written.getvalue()


def address(table: Table) -> str:
    """Pack a table's CSV into a data address."""
    packed = base64.b64encode((BYTE_ORDER_MARK + csv_text(table)).encode()).decode()
    return f"data:text/csv;charset=utf-8;base64,{packed}"


def _columns(table: Table, i: int) -> Iterator[list[str]]:
    """Divide a column into one for each thing its cells say."""
    cells = [row[i] for row in table.rows]
    lines = table.lines if i >= table.words else ()
    for n, name in enumerate(lines or ("",)):
        heading = f"{table.columns[i]}: {name}" if name else table.columns[i]
        parts = [cell.split("\n")[n] for cell in cells] if lines else cells
        values = [part.partition(HALF_WIDTH) for part in parts]
        yield [heading, *(value for value, _, _ in values)]
        if any(sign for _, sign, _ in values):
            yield [heading + HALF_WIDTH.rstrip(), *(half for _, _, half in values)]
    if table.marks and any(row[i] for row in table.marks):
        yield [f"{table.columns[i]}: mark", *(row[i] for row in table.marks)]


def _data(text: str) -> str:
    """Write a number as one, and what a spreadsheet would take for a formula as text."""
    number = whole_number(text)
    if number is not None:
        return number
    shown = plain(text)
    return QUOTE + shown if FORMULA.match(text) else shown
