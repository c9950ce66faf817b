"""Questions are run: cells computed or found, each finished question recorded."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from experiments.cells import Stored, compute
from experiments.provenance import provenance
from experiments.questions import Question
from experiments.results import RUN, of_other_code
from experiments.writing import write_json

__all__ = ["command", "run_questions"]


class Rate(ProgressColumn):
    """Cells a minute."""

    def render(self, task: Task) -> Text:
        """Show the rate of the last cells."""
        return Text(f"{60 * task.speed:.0f} cells/min" if task.speed else "– cells/min")


def run_questions(
    questions: Sequence[Question],
    *,
    profile: str,
    seed: int,
    out: Path,
    executor: Executor,
    workers: int,
    console: Console,
) -> None:
    """Run the questions, finding again whatever is stored in `out`."""
    work = {question: question.cells(question.profiles[profile], seed) for question in questions}
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        Rate(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("", total=sum(map(len, work.values())))
        for question, cells in work.items():
            progress.update(task, description=question.name)
            done: list[Stored] = []
            for stored in compute(cells, out / question.name, executor, 2 * workers):
                if isinstance(stored, str):
                    progress.print(stored, highlight=False, markup=False)
                else:
                    done.append(stored)
                    progress.advance(task)
            warning = of_other_code(question.name, done)
            if warning:
                progress.print(warning)
            write_json(
                out / question.name / RUN,
                {
                    "question": question.name,
                    "profile": profile,
                    "config": asdict(question.profiles[profile]),
                    "seed": seed,
                    "command": command([question.name], profile, seed, out),
                    "cells": [cell.name for cell in cells],
                    "provenance": provenance(),
                },
            )


def command(names: Sequence[str], profile: str, seed: int, out: Path) -> str:
    """Write the command that runs questions again."""
    words = ["python", "-m", "experiments", "run", *names]
    words += ["--full"] * (profile == "full")
    words += ["--seed", str(seed)]
    return shlex.join(words + (["--out", out.name] if out.name != "results" else []))
