"""Options that several commands take, and what they may be."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import tyro

from experiments import RequestError
from experiments.work.provenance import usable_cores

__all__ = [
    "CORES",
    "MOST_SEED",
    "MOST_WORKERS",
    "RESULTS",
    "Cluster",
    "Out",
    "Seed",
    "Workers",
    "within",
]

CORES = usable_cores()
MOST_WORKERS = 1024
MOST_SEED = 2**63 - 1
RESULTS = Path("results")

Out = Annotated[Path, tyro.conf.arg(help="Folder of the results.")]
Workers = Annotated[int, tyro.conf.arg(help="Processes that compute on this machine.")]
Cluster = Annotated[
    str | None,
    tyro.conf.arg(metavar="tcp://HOST:PORT", help="A running Dask scheduler computes instead."),
]
Seed = Annotated[int, tyro.conf.arg(help="Root of every random number.")]


def within(name: str, value: int, low: int, high: int) -> None:
    """Raise RequestError if an option is not in its range."""
    if not low <= value <= high:
        raise RequestError(f"{name}={value} must be a whole number from {low} to {high}")
