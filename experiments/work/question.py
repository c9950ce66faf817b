"""A question: what is asked, and the work it takes.

A question is a folder of `experiments/questions/`:

    __init__.py   its docstring opens with the question, the rest is the method; ORDER, its
                  place in the report; Config, a frozen dataclass of JSON-able settings; QUICK
                  and FULL, the two profiles; cells, (config, seed) → the pieces of work
    work.py       what a worker computes; each function returns named arrays
    findings.py   findings, (results) → named numbers with their intervals
    words.jinja   what is said of them, in plain sentences
    figures.py    figures, (findings) → drawings; the first makes the point
    tables.py     tables, (findings) → tables

Only `work.py` computes; the others read stored results, and are imported when a page is made.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from experiments.work.cell import Cell
from experiments.work.results import Results

__all__ = ["PROFILES", "Question", "question_of"]

PROFILES = ("quick", "full")


@dataclass(frozen=True, eq=False)
class Question:
    """A question as its folder tells it."""

    name: str
    title: str
    method: str
    order: int
    profiles: dict[str, Any]
    cells: Callable[[Any, int], Sequence[Cell]]
    package: str

    @property
    def folder(self) -> Path:
        """Where its files lie."""
        return Path(str(importlib.import_module(self.package).__file__)).parent

    def part(self, name: str) -> Any:
        """Import one of its files."""
        return importlib.import_module(f"{self.package}.{name}")

    def findings(self, results: Results) -> Any:
        """Turn stored arrays into named numbers."""
        return self.part("findings").findings(results)


def question_of(module: ModuleType) -> Question:
    """Read a question's folder from the module that opens it."""
    title, _, method = (module.__doc__ or "").strip().partition("\n")
    return Question(
        name=module.__name__.rpartition(".")[2],
        title=title,
        method=method.strip(),
        order=module.ORDER,
        profiles={"quick": module.QUICK, "full": module.FULL},
        cells=module.cells,
        package=module.__name__,
    )
