"""Files are written whole or not at all, in folders that can be written to."""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from agents.writing import write
from experiments import RequestError

__all__ = [
    "folder",
    "locked",
    "place_for",
    "placeable",
    "read_json",
    "regular",
    "set_aside",
    "writable",
    "write",
    "write_json",
]


def write_json(place: Path, data: dict[str, Any]) -> None:
    """Write JSON-ready data as `write` does."""
    write(place, (json.dumps(data, indent=1, sort_keys=True) + "\n").encode())


LARGEST_JSON = 50_000_000
"""Bytes of a file of JSON that are read."""


def read_json(place: Path) -> Any:
    """Read JSON. Raises OSError, ValueError or RecursionError for what is none."""
    with place.open("rb") as file:
        text = file.read(LARGEST_JSON + 1)
    if len(text) > LARGEST_JSON:
        raise ValueError(f"it is larger than {LARGEST_JSON:,} bytes")
    return json.loads(text)


def set_aside(place: Path) -> Path:
    """Rename what stands at `place`, so that it is kept and in nobody's way; where it is now."""
    taken = (place.with_name(f"{place.name}.damaged{n or ''}") for n in itertools.count())
    return place.rename(next(free for free in taken if not free.exists()))


def folder(out: Path) -> None:
    """Raise RequestError if `out` is a file, or lies below one."""
    there = _nearest(out)
    if not there.is_dir():
        which = "" if there == out else f"{str(there)!r} in "
        raise RequestError(f"{which}out={str(out)!r} is a file: it must be a folder")


def writable(out: Path) -> None:
    """Raise RequestError if `out` is no folder, or nothing can be written there."""
    folder(out)
    if not os.access(_nearest(out), os.W_OK):
        raise RequestError(f"out={str(out)!r} cannot be written to: choose another folder")


@contextmanager
def locked(place: Path) -> Iterator[None]:
    """Hold a file, or a folder that is made if need be, for this process alone.

    The lock of a process that died holds nobody up. Raises RequestError if another has it.
    """
    where = place / ".lock" if place.is_dir() else place.with_name(f".{place.name}.lock")
    where.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(where, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise RequestError(
            f"{place} is written by another command: wait for its end, or name another place"
        ) from None
    try:
        yield
    finally:
        where.unlink(missing_ok=True)
        lock.release()


def regular(place: Path) -> None:
    """Raise RequestError if there is something at `place` that is no regular file."""
    if place.exists() and not place.is_file():
        what = "a folder" if place.is_dir() else "no regular file"
        raise RequestError(f"{place} is {what}: name another file")


def placeable(place: Path, option: str) -> None:
    """Raise RequestError, naming the option, if no file can be written at `place`."""
    above = place.absolute().parent
    if place.is_dir():
        wrong = "it is a folder: name a file"
    elif place.exists() and not place.is_file():
        wrong = "it is no regular file: name another"
    elif not above.is_dir():
        wrong = f"there is no folder {above}: make it first, or name another"
    elif not os.access(above, os.W_OK):
        wrong = f"the folder {above} cannot be written to: name another"
    else:
        return
    raise RequestError(f"{option} {place} cannot be written: {wrong}")


def place_for(path: str | Path) -> Path:
    """Take a path to write a file at. Raises RequestError if none can be written there."""
    place = Path(path)
    placeable(place, "the file")
    return place


def _nearest(out: Path) -> Path:
    """The place itself, or the nearest above it that is there."""
    return next(place for place in (out, *out.absolute().parents) if place.exists())
