"""A cell of work: what is to be computed, and where it is kept.

A cell is a function of a question's file and its JSON-able arguments. Its directory
is named by the hash of both, so that work already done is found again:

    results/house_edge/run.json                          which cells answer the question
    results/house_edge/simulated-5f0c…/arrays.npz        what the cell returned
    results/house_edge/simulated-5f0c…/manifest.json     written last: the cell is complete

Workers return arrays and the coordinator writes them, each file to a temporary name
first. Killing it at any instant loses the running cells and nothing else.
"""

from __future__ import annotations

import hashlib
import importlib
import io
import json
import math
import re
import sys
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.writing import UNREADABLE, why
from baccarat_env.game import Game
from experiments import RequestError
from experiments.work.files import read_json, write, write_json
from experiments.work.provenance import Provenance, peak_memory, provenance, short_commit

__all__ = [
    "Arrays",
    "Cell",
    "Stored",
    "derived_seed",
    "find",
]

Arrays = dict[str, NDArray[Any]]

ARRAYS, MANIFEST = "arrays.npz", "manifest.json"
WORK = "experiments.questions.{}.work"


def derived_seed(root: int, *names: str) -> int:
    """Derive the seed of a named stream from the root seed, so that no two share a shoe.

    >>> derived_seed(1, "house_edge") == derived_seed(1, "house_edge")
    True
    """
    text = "/".join((str(root), *names))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6])


# --- What is to be computed ------------------------------------------------------------


@dataclass(frozen=True)
class Cell:
    """A piece of work: the function, as "question/function", and its JSON-able arguments.

    The name does not tell in which file the function stands, so that a file can move and what
    is stored is found again. A function outside the questions is "module:function".

    `rules` holds the fingerprints of the games among the arguments: when the rules
    change, old results no longer fit.
    """

    run: str
    arguments: dict[str, Any]
    rules: tuple[str, ...] = ()

    @classmethod
    def of(cls, run: Callable[..., Arrays | NamedTuple], **arguments: Any) -> Cell:
        """Make the cell that calls `run(**arguments)`; a Game is passed as its dictionary."""
        games = [value for value in arguments.values() if isinstance(value, Game)]
        plain = {
            name: value.to_dict() if isinstance(value, Game) else value
            for name, value in arguments.items()
        }
        rules = tuple(game.fingerprint for game in games)
        return cls(_name_of_function(run), plain, rules)

    @property
    def part(self) -> str:
        """Name of the function alone."""
        return _part(self.run)

    @cached_property
    def spec(self) -> dict[str, Any]:
        """The cell as JSON-ready data."""
        spec = {"run": self.run, "arguments": self.arguments, "rules": list(self.rules)}
        return dict(json.loads(json.dumps(spec)))

    @property
    def name(self) -> str:
        """Name of the directory: the part and the hash of the specification."""
        return _name_of(self.spec)


def _name_of(spec: dict[str, Any]) -> str:
    written = json.dumps(spec, sort_keys=True, separators=(",", ":"))
    return f"{_part(spec['run'])}-{hashlib.sha256(written.encode()).hexdigest()[:16]}"


def _name_of_function(run: Callable[..., Any]) -> str:
    question = re.fullmatch(WORK.format(r"(\w+)"), run.__module__)
    return f"{question[1]}/{run.__name__}" if question else f"{run.__module__}:{run.__name__}"


def _part(run: str) -> str:
    return re.split("[/:]", run)[-1]


def _function(run: str) -> Callable[..., Any]:
    """Import the function of a name."""
    question, _, function = run.partition("/")
    module, _, name = (WORK.format(question), "", function) if function else run.partition(":")
    return getattr(importlib.import_module(module), name)  # type: ignore[no-any-return]


def work(spec: dict[str, Any]) -> tuple[Arrays, dict[str, Any], Provenance]:
    """Compute a cell: its arrays; when, how long and with how much memory; by what and where."""
    started, clock = datetime.now(UTC), time.perf_counter()
    found = _function(spec["run"])(**spec["arguments"])
    arrays = found if isinstance(found, dict) else found._asdict()
    measured = {
        "started": started.isoformat(timespec="seconds"),
        "seconds": round(time.perf_counter() - clock, 3),
        "peak_memory": peak_memory(),
    }
    return arrays, measured, provenance()


# --- Where it is kept ------------------------------------------------------------------


@dataclass(frozen=True)
class Stored:
    """A finished cell on disk."""

    folder: Path
    manifest: dict[str, Any]
    fresh: bool = False
    """Whether it was computed just now, not found."""

    @property
    def part(self) -> str:
        """Name of the function that computed it."""
        return _part(str(self.manifest["spec"]["run"]))

    @property
    def arguments(self) -> dict[str, Any]:
        """What the function was given."""
        return dict(self.manifest["spec"]["arguments"])

    @cached_property
    def arrays(self) -> Arrays:
        """What it returned."""
        with np.load(self.folder / ARRAYS, allow_pickle=False) as kept:
            return {name: kept[name] for name in kept.files}


def find(folder: Path) -> Stored | None:
    """Read a cell's directory; None if the cell is not complete.

    Raises RequestError if a manifest is there and does not fit what lies beside it.
    """
    place = folder / MANIFEST
    if not place.exists():
        return None
    try:
        manifest = read_json(place)
        check_arrays(folder / ARRAYS)
        kept, wanted = _sha256((folder / ARRAYS).read_bytes()), manifest["outputs"][ARRAYS]
        name, _ = _name_of(manifest["spec"]), dict(manifest["spec"]["arguments"])
        float(manifest["measured"]["seconds"])
        short_commit(manifest["provenance"]), dict(manifest["provenance"]["versions"])
    except UNREADABLE as problem:
        raise RequestError(f"{place} is damaged ({why(problem)}): run its question again") from None
    if kept != wanted or name != folder.name:
        raise RequestError(
            f"{folder / ARRAYS} is not what its manifest says: run its question again"
        )
    return Stored(folder, manifest)


MOST_BYTES = 2 << 30
"""Of all arrays of a cell, unpacked: checked before memory is taken."""


def check_arrays(path: Path) -> None:
    """Read the heads of the arrays in a file, before memory is taken for them.

    Raises one of `UNREADABLE` for what `save` never wrote: no array at all, an array of
    objects, or more than any cell has.
    """
    size = 0
    with zipfile.ZipFile(path) as kept:
        for name in kept.namelist():
            with kept.open(name) as head:
                version = np.lib.format.read_magic(head)
                if version[0] not in READ_HEAD:
                    raise ValueError(f"{name} has an array format of version {version[0]}")
                shape, _, dtype = READ_HEAD[version[0]](head)
            if dtype.hasobject:
                raise ValueError(f"{name} holds objects, not numbers")
            size += math.prod(shape) * dtype.itemsize
            if size > MOST_BYTES:
                raise ValueError(f"{name} is larger than any cell is")
        if not kept.namelist():
            raise ValueError("there are no arrays in it")


READ_HEAD = {1: np.lib.format.read_array_header_1_0, 2: np.lib.format.read_array_header_2_0}


def save(
    folder: Path, cell: Cell, arrays: Arrays, measured: dict[str, Any], source: Provenance
) -> Stored:
    """Write a finished cell, its manifest last."""
    for name, array in arrays.items():
        if array.dtype.hasobject:
            raise TypeError(f"{cell.name} returned objects in {name!r}: only numbers are stored")
    buffer = io.BytesIO()
    in_order = {name: np.asarray(array, order="C") for name, array in arrays.items()}
    np.savez_compressed(buffer, **in_order)  # type: ignore[arg-type]
    manifest = {
        "spec": cell.spec,
        "outputs": {ARRAYS: _sha256(buffer.getvalue())},
        "measured": measured,
        "provenance": source,
        "arguments": sys.argv[1:],
    }
    folder.mkdir(parents=True, exist_ok=True)
    write(folder / ARRAYS, buffer.getvalue())
    write_json(folder / MANIFEST, manifest)
    return Stored(folder, manifest, fresh=True)


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


# --- Computed unless it is there ------------------------------------------------------
