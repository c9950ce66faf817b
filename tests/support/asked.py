"""A question asked at a size for tests, in this process and without a word."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console

from experiments.questions import choose
from experiments.work.executors import Inline
from experiments.work.question import Question
from experiments.work.run import run_questions


def ask(name: str, config: Any, seed: int, out: Path) -> Question:
    """Run a question as its quick profile would be, were that `config`; store it in `out`."""
    (question,) = choose([name])
    small = replace(question, profiles={"quick": config})
    run_questions(
        [small],
        profile="quick",
        seed=seed,
        out=out,
        executor=Inline(),
        workers=1,
        console=Console(quiet=True),
    )
    return small
