"""Files are written whole or not at all, whenever the process dies; some are damaged after."""

from __future__ import annotations

import os
import zipfile
import zlib
from contextlib import suppress
from pathlib import Path

import psutil

__all__ = ["UNREADABLE", "why", "write"]

UNREADABLE = (
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    OSError,
    EOFError,
    RecursionError,
    MemoryError,
    NotImplementedError,
    zipfile.BadZipFile,
    zlib.error,
)
"""What reading a damaged file of ours may raise, JSON or an archive of arrays."""

LONGEST = 160
"""Characters of a reason, at most: what a file holds is not copied into a sentence."""


def why(problem: BaseException) -> str:
    """Say in a few words what it was about a damaged file."""
    if isinstance(problem, UnicodeDecodeError):
        return f"its byte {problem.start} is not UTF-8"
    told = f"{problem} is missing" if isinstance(problem, KeyError) else str(problem)
    last = " ".join((told.splitlines() or [""])[-1].split()) or type(problem).__name__
    return last if len(last) <= LONGEST else f"{last[:LONGEST]}…"


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
