"""Tables on a terminal of any width: no digit is cut, whatever does not fit is set below."""

from __future__ import annotations

import re

from rich.cells import cell_len
from rich.console import Console
from rich.measure import Measurement
from rich.table import Column
from rich.table import Table as Grid
from rich.text import Text

__all__ = ["fitted"]

PIECE = re.compile(r"\s*\S+?(?:(?<=[:,/])(?=[A-Za-z_])|(?=\s|$))")
"""What stands together on a line: a word, or one of the options of an agent."""

MOST = 100_000
INDENT = "  "


def fitted(grid: Grid, console: Console) -> Grid | Text:
    """Make a table fit a console: headings and words go on below, then a row is a list.

    Numbers stand in columns set flush right, which are never broken.
    """
    if _needs(grid, console) <= console.width:
        return grid
    cells = [[_plain(cell) for cell in column.cells] for column in grid.columns]
    heads = [_plain(column.header) for column in grid.columns]
    room = console.width - (_needs(grid, console) - sum(map(_widest, cells, heads)))
    widths = _narrowed(grid.columns, cells, heads, room)
    return _listed(grid, cells, heads, console.width) if widths is None else _wrapped(grid, widths)


def _needs(grid: Grid, console: Console) -> int:
    return Measurement.get(console, console.options.update(max_width=MOST), grid).maximum


def _plain(content: object) -> str:
    return content.plain if isinstance(content, Text) else str(content)


def _lines(text: str, width: int) -> list[str]:
    """Break a text between words; a word that is longer than a line stands alone."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for piece in PIECE.findall(paragraph):
            if line and cell_len(line + piece) > width:
                lines.append(line)
                line = piece.lstrip()
            else:
                line += piece
        lines.append(line)
    return lines


def _widest(cells: list[str], head: str, width: int = MOST) -> int:
    return max(cell_len(line) for text in (*cells, head) for line in _lines(text, width))


def _narrowed(
    columns: list[Column], cells: list[list[str]], heads: list[str], room: int
) -> list[int] | None:
    """Find widths that fit the room: headings give way first, then the widest words."""
    least = [
        max(_widest(own, head, 1), _widest(own, "") if column.justify == "right" else 0)
        for column, own, head in zip(columns, cells, heads, strict=True)
    ]
    widths = [
        max(low, _widest(own, "") if own else 0) for low, own in zip(least, cells, strict=True)
    ]
    while sum(widths) > room:
        loose = [i for i in range(len(widths)) if widths[i] > least[i]]
        if not loose:
            return None
        widths[max(loose, key=lambda i: widths[i])] -= 1
    return widths


def _wrapped(grid: Grid, widths: list[int]) -> Grid:
    for column, width in zip(grid.columns, widths, strict=True):
        column.header = "\n".join(_lines(_plain(column.header), width))
        column._cells[:] = ["\n".join(_lines(_plain(cell), width)) for cell in column.cells]
        column.min_width = None
    return grid


def _listed(grid: Grid, cells: list[list[str]], heads: list[str], width: int) -> Text:
    """Write every row as a list: its first cell, and below it a line for every other."""
    margin = len(INDENT) + max(map(cell_len, heads[1:]), default=0) + 2
    beside = margin + 12 <= width
    indent = margin if beside else 2 * len(INDENT)
    written = [_plain(grid.title)] if grid.title else []
    for row in zip(*cells, strict=True):
        written += _lines(row[0], width)
        for head, cell in zip(heads[1:], row[1:], strict=True):
            lines = _lines(cell, width - indent)
            label = f"{INDENT}{head}"
            gap = " " * (indent - cell_len(label)) if beside else f"\n{' ' * indent}"
            written.append(label + gap + f"\n{' ' * indent}".join(lines))
    written += [_plain(grid.caption)] if grid.caption else []
    return Text("\n".join(written), overflow="fold")
