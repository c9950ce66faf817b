"""The command that lists the questions."""

from __future__ import annotations

from rich.table import Table as Grid

from experiments.page.options import RESULTS, Out
from experiments.page.terminal import Terminal
from experiments.questions import questions
from experiments.work.files import folder
from experiments.work.results import load

__all__ = ["list"]


def list(out: Out = RESULTS) -> None:  # noqa: A001 (a command is called as its file)
    """List the questions and what is stored of them.

    Example: python -m experiments list
    """
    folder(out)
    grid = Grid("Name", "Question", "Stored")
    for question in questions().values():
        results = load(out, question.name)
        stored = f"{results.run['profile']}, seed {results.run['seed']}" if results else "no"
        grid.add_row(question.name, question.title, stored)
    Terminal().print(grid)
