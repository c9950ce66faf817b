"""A cell of work: what is to be computed, where it is kept, who computes it.

A cell is a function of a question's file and its JSON-able arguments. Its directory
is named by the hash of both, so that work already done is found again:

    results/house_edge/run.json                          which cells answer the question
    results/house_edge/simulated-5f0c…/arrays.npz        what the cell returned
    results/house_edge/simulated-5f0c…/manifest.json     written last: the cell is complete

Workers return arrays and the coordinator writes them, each file to a temporary name
first. Stopping it at any instant loses the running cells and nothing else.
"""

from __future__ import annotations

import hashlib
import importlib
import io
import json
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from multiprocessing import connection
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baccarat_env.rules import Game
from experiments import RequestError
from experiments.provenance import peak_memory, provenance

__all__ = ["Arrays", "Cell", "Inline", "Stored", "compute", "derived_seed", "find", "local_pool"]

Arrays = dict[str, NDArray[Any]]

ARRAYS, MANIFEST = "arrays.npz", "manifest.json"
THREAD_LIMITS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


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
    """A piece of work: the function, as "module:name", and its JSON-able arguments.

    `rules` holds the fingerprints of the games among the arguments: when the rules
    change, old results no longer fit.
    """

    run: str
    arguments: dict[str, Any]
    rules: tuple[str, ...] = ()

    @classmethod
    def of(cls, run: Callable[..., Arrays], **arguments: Any) -> Cell:
        """Make the cell that calls `run(**arguments)`; a Game is passed as its dictionary."""
        games = [value for value in arguments.values() if isinstance(value, Game)]
        plain = {
            name: value.to_dict() if isinstance(value, Game) else value
            for name, value in arguments.items()
        }
        rules = tuple(game.fingerprint for game in games)
        return cls(f"{run.__module__}:{run.__qualname__}", plain, rules)

    @property
    def part(self) -> str:
        """Name of the function alone."""
        return self.run.partition(":")[2]

    @cached_property
    def spec(self) -> dict[str, Any]:
        """The cell as JSON-ready data."""
        spec = {"run": self.run, "arguments": self.arguments, "rules": list(self.rules)}
        return dict(json.loads(json.dumps(spec)))

    @property
    def name(self) -> str:
        """Name of the directory: the part and the hash of the specification."""
        written = json.dumps(self.spec, sort_keys=True, separators=(",", ":"))
        return f"{self.part}-{hashlib.sha256(written.encode()).hexdigest()[:16]}"


def work(spec: dict[str, Any]) -> tuple[Arrays, dict[str, Any]]:
    """Compute a cell: its arrays, and when, how long and with how much memory."""
    module, _, name = spec["run"].partition(":")
    started, clock = datetime.now(UTC), time.perf_counter()
    arrays = getattr(importlib.import_module(module), name)(**spec["arguments"])
    return arrays, {
        "started": started.isoformat(timespec="seconds"),
        "seconds": round(time.perf_counter() - clock, 3),
        "peak_memory": peak_memory(),
    }


# --- Where it is kept ------------------------------------------------------------------


@dataclass(frozen=True)
class Stored:
    """A finished cell on disk."""

    folder: Path
    manifest: dict[str, Any]

    @property
    def part(self) -> str:
        """Name of the function that computed it."""
        return str(self.manifest["spec"]["run"]).partition(":")[2]

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
        manifest = json.loads(place.read_text(encoding="utf-8"))
        kept, wanted = _sha256((folder / ARRAYS).read_bytes()), manifest["outputs"][ARRAYS]
        manifest["spec"]["run"], manifest["spec"]["arguments"]
        manifest["provenance"]["commit"], manifest["measured"]["seconds"]
    except (ValueError, TypeError, KeyError, FileNotFoundError) as problem:
        raise RequestError(f"{place} is damaged ({problem!r}): run its question again") from None
    if kept != wanted:
        raise RequestError(
            f"{folder / ARRAYS} is not what its manifest says: run its question again"
        )
    return Stored(folder, manifest)


def save(folder: Path, cell: Cell, arrays: Arrays, measured: dict[str, Any]) -> Stored:
    """Write a finished cell, its manifest last."""
    for name, array in arrays.items():
        if array.dtype.hasobject:
            raise TypeError(f"{cell.name} returned objects in {name!r}: only numbers are stored")
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)  # type: ignore[arg-type]
    manifest = {
        "spec": cell.spec,
        "outputs": {ARRAYS: _sha256(buffer.getvalue())},
        "measured": measured,
        "provenance": provenance(),
        "arguments": sys.argv[1:],
    }
    folder.mkdir(parents=True, exist_ok=True)
    write(folder / ARRAYS, buffer.getvalue())
    write_json(folder / MANIFEST, manifest)
    return Stored(folder, manifest)


def write_json(place: Path, data: dict[str, Any]) -> None:
    """Write JSON-ready data as `write` does."""
    write(place, (json.dumps(data, indent=1, sort_keys=True) + "\n").encode())


def write(place: Path, content: bytes) -> None:
    """Write a file so that its name holds the old content or the new, never a part of it."""
    temporary = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(place)
    finally:
        temporary.unlink(missing_ok=True)


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


# --- Who computes it -------------------------------------------------------------------


class Inline(Executor):
    """The executor of one worker: it computes at once, in this process."""

    def submit(self, run: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Compute now and return the finished future."""
        future: Future[Any] = Future()
        try:
            future.set_result(run(*arguments, **named))
        except Exception as problem:
            future.set_exception(problem)
        return future


@contextmanager
def local_pool(workers: int) -> Iterator[Executor]:
    """Open an executor of so many processes; one worker is this process itself."""
    if workers == 1:
        yield Inline()
        return
    for name in THREAD_LIMITS:
        os.environ.setdefault(name, "1")
    spawn = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=spawn, initializer=_begin_worker)
    try:
        yield pool
    except BaseException:  # running cells end by themselves: a worker killed while it sends hangs
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()


def _begin_worker() -> None:
    """Leave Ctrl-C to the coordinator, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        sentinel = parent.sentinel

        def follow() -> None:
            connection.wait([sentinel])
            os._exit(1)

        threading.Thread(target=follow, daemon=True).start()


def compute(
    cells: Sequence[Cell], folder: Path, executor: Executor, ahead: int
) -> Iterator[Stored | str]:
    """Compute the cells that are not in `folder` yet; yield each as soon as it is stored.

    Cells found complete come first. A damaged one is computed again, and the sentence
    that says so is yielded. At most `ahead` cells are under way at a time.
    """
    missing = []
    for cell in cells:
        try:
            stored = find(folder / cell.name)
        except RequestError as problem:
            yield str(problem).replace("run its question again", "it is computed again")
            stored = None
        if stored is None:
            missing.append(cell)
        else:
            yield stored
    missing.reverse()
    running: dict[Future[Any], Cell] = {}
    while True:
        while missing and len(running) < ahead:
            cell = missing.pop()
            running[executor.submit(work, cell.spec)] = cell
        if not running:
            return
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            cell = running.pop(future)
            yield save(folder / cell.name, cell, *future.result())
