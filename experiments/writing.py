"""Files are written whole or not at all, in folders that can be written to."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil

from experiments import RequestError

__all__ = ["folder", "writable", "write", "write_json"]


def write_json(place: Path, data: dict[str, Any]) -> None:
    """Write JSON-ready data as `write` does."""
    write(place, (json.dumps(data, indent=1, sort_keys=True) + "\n").encode())


def write(place: Path, content: bytes) -> None:
    """Write a file so that its name holds the old content or the new, never a part of it."""
    _sweep(place)
    temporary = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(place)
    except BaseException as problem:
        with suppress(OSError):
            temporary.unlink()
        if isinstance(problem, OSError):
            raise OSError(problem.errno, problem.strerror, str(place)) from None
        raise


def _sweep(place: Path) -> None:
    """Remove what processes that are gone left of the file half written."""
    for left in place.parent.glob(f".{place.name}.*"):
        process = left.suffix[1:]
        if process.isdigit() and not psutil.pid_exists(int(process)):
            left.unlink(missing_ok=True)


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


def _nearest(out: Path) -> Path:
    """The place itself, or the nearest above it that is there."""
    return next(place for place in (out, *out.absolute().parents) if place.exists())
