"""A state from a file, held against the state of a fresh learner of the same recipe.

A checkpoint may only fill in what the learner has itself: the same names, the same shapes and
types, numbers that are finite. Whatever else it holds is refused before any of it is used.
"""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["check_like"]

OPTIMIZER = {
    "step",
    "exp_avg",
    "exp_avg_sq",
    "max_exp_avg_sq",
    "square_avg",
    "momentum_buffer",
    "grad_avg",
}
"""What Adam or RMSprop keeps of a weight; a fresh optimiser keeps nothing yet."""


def check_like(given: Any, own: Any, place: str) -> None:
    """Raise ValueError naming the first place where `given` is not of the kind of `own`."""
    if isinstance(own, dict):
        _check_dict(given, own, place)
    elif isinstance(own, list | tuple):
        if not isinstance(given, list) or len(given) != len(own):
            raise _wrong(place, "is no list of that length")
        for i, (one, like) in enumerate(zip(given, own, strict=True)):
            check_like(one, like, f"{place}[{i}]")
    elif isinstance(own, np.ndarray):
        check_array(given, own.shape, own.dtype, place)
    elif own is not None:
        _check_number(given, own, place)


def _check_dict(given: Any, own: dict[Any, Any], place: str) -> None:
    if not isinstance(given, dict):
        raise _wrong(place, "is no dictionary")
    if place.endswith(".state") and not own:  # of an optimiser that has not begun
        return _check_optimizer(given, place)
    if given.keys() != own.keys():
        odd = sorted(map(str, given.keys() ^ own.keys()))
        raise _wrong(place, f"has other names ({', '.join(odd[:3])})")
    for name, like in own.items():
        check_like(given[name], like, f"{place}.{name}")
    return None


def _check_optimizer(given: dict[Any, Any], place: str) -> None:
    for weight, kept in given.items():
        if not isinstance(weight, int) or not isinstance(kept, dict) or kept.keys() - OPTIMIZER:
            raise _wrong(place, "is no state of the optimiser")
        for name, array in kept.items():
            if not isinstance(array, np.ndarray) or array.dtype != np.float32:
                raise _wrong(f"{place}.{weight}.{name}", "is no array of 32-bit numbers")
            check_array(array, array.shape, array.dtype, f"{place}.{weight}.{name}")


def check_array(given: Any, shape: tuple[int, ...], dtype: Any, place: str) -> None:
    """Raise ValueError unless `given` is an array of this shape and type, and finite."""
    if not isinstance(given, np.ndarray) or given.shape != shape or given.dtype != dtype:
        raise _wrong(place, f"is no array of shape {shape} and type {np.dtype(dtype)}")
    if given.dtype.kind == "f" and not np.isfinite(given).all():
        raise _wrong(place, "holds numbers that are not finite")


def _check_number(given: Any, own: Any, place: str) -> None:
    number = isinstance(own, int | float) and not isinstance(own, bool)
    if number:
        if not isinstance(given, int | float) or isinstance(given, bool) or not np.isfinite(given):
            raise _wrong(place, f"is {given!r} and no number")
        if isinstance(own, int) and (not isinstance(given, int) or given < 0):
            raise _wrong(place, f"is {given!r} and no whole number from 0 on")
    elif type(given) is not type(own):
        raise _wrong(place, f"is {given!r}")


def _wrong(place: str, why: str) -> ValueError:
    return ValueError(f"the checkpoint does not fit this training: its {place} {why}")
