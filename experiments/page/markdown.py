"""The verdict on the front page of the project: written into the README from stored results."""

from __future__ import annotations

import re
from pathlib import Path

from experiments.page.section import tell
from experiments.page.table import MARKS, Entry, Table, shown
from experiments.work.provenance import short_commit
from experiments.work.results import Results

__all__ = ["BEGIN", "END", "README", "front", "in_markdown"]

BEGIN, END = "<!-- verdict: begin -->", "<!-- verdict: end -->"

README = Path(__file__).parents[2] / "README.md"


def front(results: Results) -> str:
    """Write the verdict as the README shows it."""
    from experiments.questions import choose

    told = tell(choose(["verdict"])[0], results)
    table = told.tables[0]
    made = (
        f"{table.caption}. Each cell: {MARKS['beatable']} beatable or {MARKS['unbeatable']} "
        f"unbeatable, and {table.lines[0]}. Written by `python -m experiments "
        f"readme` from the {results.run['profile']} profile, seed {results.run['seed']}, commit "
        f"{short_commit(results.run['provenance'])}."
    )
    return f"{told.answer.sentence}\n\n{in_markdown(table)}\n\n<sub>{made}</sub>"


def in_markdown(table: Table) -> str:
    r"""Write a table as Markdown, a cell with a mark as its symbol and its first line.

    >>> print(in_markdown(Table("", ("Bet", "a|b"), (("Tie", "1 ± 2"),))))
    | Bet | a\|b |
    | --- | --- |
    | Tie | 1 ± 2 |
    """
    marks = table.marks or tuple(("",) * len(row) for row in table.rows)
    rows = [
        [_cell(cell, mark) for cell, mark in zip(row, marked, strict=True)]
        for row, marked in zip(table.rows, marks, strict=True)
    ]
    lines = [[_cell(text, "") for text in table.columns], ["---"] * len(table.columns), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(cell: Entry, mark: str) -> str:
    text = re.sub(r"([\\|<>*_`\[\]])", r"\\\1", shown(cell)).replace("\n", "<br>")
    return f"{MARKS[mark]} {text.partition('<br>')[0]}" if mark else text
