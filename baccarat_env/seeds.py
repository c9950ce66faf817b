"""Seeds of N tables."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from baccarat_env.shoe import key_of

__all__ = [
    "seeds_of",
]


def seeds_of(seed: int | Sequence[int | None] | None, tables: int) -> list[int | None]:
    """Spread a seed over tables as Gymnasium does: s + i for table i; a list is taken as it is.

    Raises ValueError if a list has another length.
    """
    if seed is None:
        return [None] * tables
    if isinstance(seed, int | np.integer):
        key_of(seed)
        return [int(seed) + i for i in range(tables)]
    if isinstance(seed, str | bytes) or not isinstance(seed, Sequence | np.ndarray):
        raise ValueError(f"seed={seed!r} must be a whole number, a list of {tables}, or None")
    if len(seed) != tables:
        raise ValueError(f"a list of {len(seed)} seeds does not fit: there are {tables} tables")
    for one in seed:
        if one is not None:
            key_of(one)
    return [None if one is None else int(one) for one in seed]
