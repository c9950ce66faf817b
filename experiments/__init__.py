"""What is asked of the game: questions, their cells of work, one report.

The walk:

    questions/      a folder a question: work, findings, words, figures, tables
    theory/         bounds and exact results that questions share
    shoes/          shoes dealt or recorded, priced, played by agents, added up
    work/           cells computed once and found again; who computes them; results
    page/           numbers, tables, figures and words become one page
    lesson/         a lesson for a class, as one page
    commands/       a file a command of `python -m experiments`
    statistics      intervals and tests
    published       figures other people have printed
"""

import os
from typing import Any

__all__ = ["RequestError", "backtest"]

for _library in ("OMP", "OPENBLAS", "MKL", "NUMBA"):
    os.environ[f"{_library}_NUM_THREADS"] = "1"
"""Pieces of work run side by side, one thread each, and do not depend on how many there are."""


class RequestError(ValueError):
    """A request that cannot be met: one sentence with the value and the legal range."""


def __getattr__(name: str) -> Any:
    """Find `backtest`, which takes a second to import, when it is asked for."""
    if name == "backtest":
        from experiments.commands.backtest.result import backtest

        return backtest
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
