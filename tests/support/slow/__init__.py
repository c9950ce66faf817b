"""How long does a cell take?

As long as it is told. `python -m tests run slow --out DIR` is the real command line with this
question in place of the others: it is what is killed, starved of disk and robbed of workers.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from experiments.work.cell import Arrays, Cell, derived_seed

ORDER = 1


@dataclass(frozen=True)
class Config:
    """Cells, the seconds each sleeps, the numbers it returns, whether one is deadly."""

    cells: int
    seconds: float
    numbers: int
    trap: str = ""


QUICK = Config(
    cells=int(os.environ.get("SLOW_CELLS", "6")),
    seconds=float(os.environ.get("SLOW_SECONDS", "2")),
    numbers=int(os.environ.get("SLOW_NUMBERS", "1000")),
    trap=os.environ.get("SLOW_TRAP", ""),
)
FULL = QUICK


def cells(config: Config, seed: int) -> list[Cell]:
    """List the cells; the third is deadly if a trap is named."""
    found = [
        Cell.of(
            slow,
            seed=derived_seed(seed, "slow", str(number)),
            seconds=config.seconds,
            numbers=config.numbers,
        )
        for number in range(config.cells)
    ]
    if config.trap:
        found.insert(2, Cell.of(deadly, trap=config.trap, seconds=config.seconds))
    return found


def slow(seed: int, seconds: float, numbers: int) -> Arrays:
    """Sleep, then draw numbers."""
    time.sleep(seconds)
    return {"drawn": np.random.default_rng(seed).random(numbers), "seed": np.array(seed)}


def deadly(trap: str, seconds: float) -> Arrays:
    """Kill the process that computes this, unless the trap has sprung before."""
    time.sleep(1.5 * seconds)
    place = Path(trap)
    if not place.exists():
        place.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return {"drawn": np.arange(3), "seed": np.array(0)}


def question():
    """Read this folder as a question."""
    from experiments.work.question import question_of

    return question_of(sys.modules[__name__])


def install() -> None:
    """Put this question in place of the others."""
    from experiments import questions

    this = question()
    questions.questions = lambda: {this.name: this}
