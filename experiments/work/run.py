"""Questions are run: cells computed or found, each finished question recorded."""

from __future__ import annotations

import shlex
import time
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table as Grid
from rich.text import Text

from baccarat_env.names import counted
from experiments.work.cell import Cell, Stored
from experiments.work.compute import compute
from experiments.work.files import write_json
from experiments.work.provenance import provenance
from experiments.work.question import Question
from experiments.work.results import RUN, of_other_code

__all__ = ["command", "run_questions"]


class Rate(ProgressColumn):
    """Cells a minute."""

    def render(self, task: Task) -> Text:
        """Show the rate of the last cells."""
        return Text(f"{60 * task.speed:.0f} cells/min" if task.speed else "– cells/min")


@dataclass
class Account:
    """What a question took: cells found and computed, seconds of computing and on the clock."""

    name: str
    found: int = 0
    computed: int = 0
    work: float = 0.0
    clock: float = 0.0

    def line(self) -> str:
        """Say it in a line."""
        return (
            f"{self.name}: {counted(self.computed, 'cell')} computed in {self.clock:,.0f} s, "
            f"{self.found} found"
        )


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
    """Run the questions, finding again whatever is stored in `out`; say what each took."""
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
    accounts = []
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("", total=sum(map(len, work.values())))
        for question, cells in work.items():
            progress.update(task, description=question.name)
            account = _run(question, cells, out, executor, workers, progress, task)
            accounts.append(account)
            progress.print(account.line(), highlight=False, markup=False)
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
    console.print(_summary(accounts, profile, seed))


def _run(
    question: Question,
    cells: Sequence[Cell],
    out: Path,
    executor: Executor,
    workers: int,
    progress: Progress,
    task: TaskID,
) -> Account:
    """Compute the cells of a question that are not stored yet."""
    account, started = Account(question.name), time.monotonic()
    done: list[Stored] = []
    for stored in compute(cells, out / question.name, executor, 2 * workers):
        if isinstance(stored, str):
            progress.print(stored, highlight=False, markup=False)
            continue
        done.append(stored)
        account.found += not stored.fresh
        account.computed += stored.fresh
        account.work += stored.fresh * float(stored.manifest["measured"]["seconds"])
        progress.advance(task)
    account.clock = time.monotonic() - started
    warning = of_other_code(question.name, done)
    if warning:
        progress.print(warning)
    return account


def _summary(accounts: Sequence[Account], profile: str, seed: int) -> Grid:
    """Set what every question took in a table, with the sum of all."""
    grid = Grid(title=f"Profile {profile}, seed {seed}", title_justify="left", show_footer=True)
    total = Account("together")
    for one in accounts:
        for part in ("found", "computed", "work", "clock"):
            setattr(total, part, getattr(total, part) + getattr(one, part))
    rows = [
        (one.name, f"{one.found:,}", f"{one.computed:,}", f"{one.work:,.0f}", f"{one.clock:,.0f}")
        for one in (*accounts, total)
    ]
    headings = ("Question", "Cells found", "Computed", "Seconds of computing", "On the clock")
    for i, (heading, footer) in enumerate(zip(headings, rows[-1], strict=True)):
        grid.add_column(heading, footer, justify="right" if i else "left")
    for row in rows[:-1]:
        grid.add_row(*row)
    return grid


def command(names: Sequence[str], profile: str, seed: int, out: Path) -> str:
    """Write the command that runs questions again."""
    words = ["python", "-m", "experiments", "run", *names]
    words += ["--full"] * (profile == "full")
    words += ["--seed", str(seed)]
    return shlex.join(words + (["--out", str(out)] if str(out) != "results" else []))
