"""Cells are computed unless they are stored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from pathlib import Path
from typing import Any

from experiments import RequestError
from experiments.work.cell import Cell, Stored, find, save, work
from experiments.work.files import set_aside

__all__ = [
    "compute",
]


def compute(
    cells: Sequence[Cell], folder: Path, executor: Executor, ahead: int
) -> Iterator[Stored | str]:
    """Compute the cells that are not in `folder` yet; yield each as soon as it is stored.

    Cells found complete come first. A damaged one is set aside and computed again, and the
    sentence that says so is yielded. At most `ahead` cells are under way at a time.
    """
    missing = []
    for cell in cells:
        try:
            stored = find(folder / cell.name)
        except RequestError as problem:
            aside = set_aside(folder / cell.name)
            again = f"it is kept as {aside.name} and computed again"
            yield str(problem).replace("run its question again", again)
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
            running[_submit(executor, cell)] = cell
        if not running:
            return
        done = wait(running, return_when=FIRST_COMPLETED).done
        for future in sorted(done, key=_failed):
            cell = running.pop(future)
            yield save(folder / cell.name, cell, *future.result())


def _submit(executor: Executor, cell: Cell) -> Future[Any]:
    """Submit a cell; where the workers are gone, return that as its failure.

    So the cells that were finished before are stored before it is raised.
    """
    try:
        return executor.submit(work, cell.spec)
    except BrokenExecutor as problem:
        failed: Future[Any] = Future()
        failed.set_exception(problem)
        return failed


def _failed(future: Future[Any]) -> bool:
    return future.cancelled() or future.exception() is not None
