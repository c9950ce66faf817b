"""Options of commands: how each is described, and those that several commands take."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any

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
    "about",
    "within",
]


def about(text: str, default: object = None, **more: Any) -> Any:
    """Describe an option: a sentence, and its default where it has one that says something.

    `default` is named where the option itself is filled in later; `more` are arguments of
    `tyro.conf.arg`, such as the `metavar` of what may be left out.
    """
    return tyro.conf.arg(help=text, help_behavior_hint=partial(_hint, default), **more)


def _hint(default: object, own: str) -> str:
    value = own if default is None else str(default)
    return "" if value in ("", "None", "False", "True") else f"(default: {value})"


CORES = usable_cores()
MOST_WORKERS = 1024
MOST_SEED = 2**63 - 1
RESULTS = Path("results")

Out = Annotated[Path, about("Folder of the results.")]
Workers = Annotated[int, about("Processes that compute on this machine.")]
Cluster = Annotated[
    str | None,
    about(
        "A running Dask scheduler computes instead. It asks for no password: run it on a "
        "trusted network, with --host; or tls://HOST:PORT, with certificates.",
        metavar="tcp://HOST:PORT",
    ),
]
Seed = Annotated[int, about("Root of every random number.")]


def within(name: str, value: int, low: int, high: int) -> None:
    """Raise RequestError if an option is not in its range."""
    if not low <= value <= high:
        raise RequestError(f"{name}={value} must be a whole number from {low} to {high}")
