"""The command that asks questions."""

from __future__ import annotations

from typing import Annotated

import tyro

from experiments.page.options import (
    CORES,
    MOST_SEED,
    MOST_WORKERS,
    RESULTS,
    Cluster,
    Out,
    Seed,
    Workers,
    about,
    within,
)
from experiments.page.shown import show_report
from experiments.page.terminal import Terminal, say
from experiments.questions import choose
from experiments.work import interrupts
from experiments.work.executors import workers_of
from experiments.work.files import locked, writable
from experiments.work.run import run_questions

__all__ = ["run"]


def run(
    names: Annotated[
        tuple[str, ...],
        tyro.conf.Positional,
        about("Without any: all.", name="question", metavar="[QUESTION ...]"),
    ] = (),
    full: Annotated[bool, about("The headline figures; takes longer.")] = False,
    out: Out = RESULTS,
    workers: Workers = CORES,
    cluster: Cluster = None,
    seed: Seed = 1,
) -> None:
    """Run questions and write the report. Work that is stored already is not done again.

    Example: python -m experiments run house_edge --full --workers 2
    """
    chosen = choose(names)
    within("workers", workers, 1, MOST_WORKERS)
    within("seed", seed, 0, MOST_SEED)
    writable(out)
    out.mkdir(parents=True, exist_ok=True)
    with (
        interrupts.keeping(_kept),
        locked(out),
        workers_of(workers, cluster, say) as (executor, at_a_time),
    ):
        run_questions(
            chosen,
            profile="full" if full else "quick",
            seed=seed,
            out=out,
            executor=executor,
            workers=at_a_time,
            console=Terminal(stderr=True),
        )
    show_report(out, [question.name for question in chosen])


def _kept() -> str:
    return "finished cells are kept, and the same command goes on from them"
