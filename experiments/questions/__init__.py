"""The questions, found by looking: every folder beside this file is one."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Sequence

from experiments import RequestError
from experiments.work.question import Question, question_of

__all__ = ["choose", "questions"]


def questions() -> dict[str, Question]:
    """Find all questions by name, in the order of the report."""
    found = [
        question_of(importlib.import_module(f"{__name__}.{module.name}"))
        for module in pkgutil.iter_modules(__path__)
    ]
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
