"""One sentence for a value that cannot be: which it is, and what would be legal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["ArgumentError", "all_of", "check_keys", "check_whole", "listed", "numbers_of"]


class ArgumentError(TypeError, ValueError):
    """A keyword argument that is not taken: one sentence with those that are."""


def check_whole(name: str, value: Any, low: int, high: int, where: str = "") -> None:
    """Raise ValueError unless `value` is a whole number in range: the one sentence for all."""
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not whole or not low <= value <= high:
        raise ValueError(f"{name}={value!r} must be a whole number from {low} to {high}{where}")


def numbers_of(name: str, values: Any) -> NDArray[Any]:
    """Take numbers as an array. Raises ValueError if they have no common shape."""
    try:
        return np.asarray(values)
    except ValueError:
        raise ValueError(f"{name}={values!r} must be an array of numbers, rows alike") from None


def all_of(name: str, values: Any, kind: type, whose: str) -> None:
    """Raise ValueError unless these are one or more values of a kind."""
    listed = isinstance(values, list | tuple) and len(values) > 0
    if not listed or not all(isinstance(value, kind) for value in values):
        raise ValueError(f"{name}={values!r} {whose} must be a list of one or more {kind.__name__}")


def check_keys(what: str, data: Any, keys: set[str], required: set[str]) -> None:
    """Raise ValueError naming a key that is unknown or missing."""
    if not isinstance(data, Mapping):
        raise ValueError(f"a {what} must be a dictionary, not {data!r}")
    for key in data:
        if key not in keys:
            raise ValueError(
                f"unknown key {key!r} in a {what}: choose from {', '.join(sorted(keys))}"
            )
    for key in sorted(required - set(data)):
        raise ValueError(f"a {what} needs {key!r}, and {dict(data)!r} has none")


def listed(name: str, value: Any) -> list[Any] | tuple[Any, ...]:
    """Take a list. Raises ValueError if it is none."""
    if not isinstance(value, list | tuple):
        raise ValueError(f"{name} must be a list, not {value!r}")
    return value
