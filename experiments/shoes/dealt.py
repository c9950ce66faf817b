"""Shoes dealt group by group, and what each shoe has shown before a coup."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baccarat_env import simulate
from baccarat_env.game import Game

__all__ = ["in_groups", "so_far"]


def in_groups(
    game: Game, *, seed: int, first: int, shoes: int, group: int
) -> Iterator[simulate.Coups]:
    """Deal shoes `first` to `first + shoes` - 1, at most `group` of them at a time."""
    for start in range(first, first + shoes, group):
        some = min(group, first + shoes - start)
        yield simulate.deal(game, shoes=some, seed=seed, first=start)


def so_far(values: NDArray[Any], coup: NDArray[np.uint8]) -> NDArray[Any]:
    """Add up the values of the coups before each in its shoe, `(M, ...)` → `(M, ...)`.

    >>> so_far(np.array([1, 2, 3, 4]), np.array([0, 1, 2, 0], np.uint8))
    array([0, 1, 3, 0])
    """
    before = np.cumsum(values, axis=0) - values
    opens = np.maximum.accumulate(np.where(coup == 0, np.arange(len(coup)), 0))
    return np.asarray(before - before[opens])
