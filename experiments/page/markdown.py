"""The verdict on the front page of the project: written into the README from stored results."""

from __future__ import annotations

import re
from pathlib import Path

from experiments.page.section import tell
from experiments.page.table import MARKS, MEANING, Entry, Table, brief, shown
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
    used = {mark for row in table.marks for mark in row if mark}
    key = ", ".join(f"{MARKS[mark]} {MEANING[mark]}" for mark in MARKS if mark in used)
    made = (
        f"{table.caption.partition('. ')[0]}. What a player gains in a shoe, in units, by what "
        f"the player uses: {key}. "
        f"Written by `python -m experiments readme` from the {results.run['profile']} profile, "
        f"seed {results.run['seed']}, commit {short_commit(results.run['provenance'])}."
    )
    return f"{told.answer.sentence}\n\n{in_markdown(table)}\n\n<sub>{made}</sub>"


def in_markdown(table: Table) -> str:
    r"""Write a table as Markdown, a cell with a mark as its symbol and one number.

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
    text = brief(cell, mark) if mark else shown(cell)
    text = re.sub(r"([\\|<>*_`\[\]])", r"\\\1", text).replace("\n", "<br>")
    return f"{MARKS[mark]} {text}" if mark else text
