"""The questions, found by looking: every file beside this one is one.

A question is a file whose docstring opens with the question itself; the rest of the
docstring is the method. It defines

    ORDER       its place in the report
    Config      a frozen dataclass of JSON-able settings
    QUICK, FULL the two profiles, each a Config
    cells       (config, seed) → the pieces of work, `Cell.of(function, **arguments)`; the
                functions stand in the same file, compute, and return arrays
    answer      (results) → what was found, in sentences
    plot        (results) → figures
    tables      (results) → tables

The last three read stored results and nothing else.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from experiments import RequestError
from experiments.page.figure import Figure
from experiments.page.table import Table
from experiments.work.cell import Cell
from experiments.work.results import Answer, Results

__all__ = ["PROFILES", "Question", "choose", "questions"]

PROFILES = ("quick", "full")


@dataclass(frozen=True, eq=False)
class Question:
    """A question as its file tells it."""

    name: str
    title: str
    method: str
    order: int
    profiles: dict[str, Any]
    cells: Callable[[Any, int], Sequence[Cell]]
    answer: Callable[[Results], Answer]
    plot: Callable[[Results], Sequence[Figure]]
    tables: Callable[[Results], Sequence[Table]]


def questions() -> dict[str, Question]:
    """Find all questions by name, in the order of the report."""
    names = [found.name for found in pkgutil.iter_modules(__path__)]
    found = [_read(name, importlib.import_module(f"{__name__}.{name}")) for name in names]
    return {question.name: question for question in sorted(found, key=lambda q: (q.order, q.name))}


def choose(names: Sequence[str]) -> list[Question]:
    """Pick questions by name in the order of the report; none named means all.

    Raises RequestError naming the first that is unknown.
    """
    known = questions()
    for name in names:
        if name not in known:
            raise RequestError(f"unknown question {name!r}: choose from {', '.join(known)}")
    return [question for name, question in known.items() if not names or name in names]


def _read(name: str, module: ModuleType) -> Question:
    title, _, method = (module.__doc__ or "").strip().partition("\n")
    return Question(
        name=name,
        title=title,
        method=method.strip(),
        order=module.ORDER,
        profiles={"quick": module.QUICK, "full": module.FULL},
        cells=module.cells,
        answer=module.answer,
        plot=module.plot,
        tables=module.tables,
    )
