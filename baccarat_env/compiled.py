"""Compiled functions, kept on disk where a folder can be written to and compiled anew elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np
from numba import config, njit

__all__ = ["compiled"]


def _wrapping_around(function: Any) -> Any:
    """Run plain Python as it is compiled: words wrap around in silence, records have fields."""

    @wraps(function)
    def run(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*map(_with_fields, arguments))

    return run


def _with_fields(value: Any) -> Any:
    records = isinstance(value, np.ndarray) and value.dtype.names
    return value.view(np.recarray) if records else value


def compiled(**options: Any) -> Callable[[Any], Any]:
    """Compile a function with numba, with `options` of its own.

    Numba refuses to cache where neither the package nor the home folder can be written to,
    as in a container of another user: there each process compiles for itself.
    """

    def compile_(function: Any) -> Any:
        if config.DISABLE_JIT:  # type: ignore[attr-defined]
            return _wrapping_around(function)
        try:
            return njit(cache=True, **options)(function)
        except RuntimeError:
            return njit(**options)(function)

    return compile_
