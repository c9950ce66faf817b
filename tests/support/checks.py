"""The checks of the suite: printed digits, p-values, equality. Wrong rules do not pass them."""

from __future__ import annotations

import numpy as np
from scipy import stats


def agrees(value: float, printed: str) -> bool:
    """Say whether a value rounds to what was printed, to its last digit."""
    digits = len(printed.partition(".")[2])
    return abs(value - float(printed)) <= 0.5 * 10.0**-digits * (1 + 1e-9)


def joint(tally, chances) -> float:
    """Chi-square over all endings at once; one impossible ending is enough to give 0.

    `tally` and `chances` `(400,)` or any shape of that size, chances exactly zero where
    the rules allow no ending.
    """
    seen, chance = np.ravel(tally), np.ravel(chances).astype(float)
    if seen[chance == 0].any():
        return 0.0
    seen, chance = seen[chance > 0], chance[chance > 0]
    expected = seen.sum() * chance
    return float(stats.chi2.sf(((seen - expected) ** 2 / expected).sum(), len(seen) - 1))


def uniform_rows(counts, chances, free: float = 1.0) -> float:
    """Chi-square of the rows of `counts` `(R, K)`, each a sample with the same `chances` `(K,)`.

    `free` is the share of freedom left when columns are tied too, as in a shuffle.
    """
    counts = np.asarray(counts, dtype=float)
    expected = counts.sum(axis=1, keepdims=True) * chances
    statistic = ((counts - expected) ** 2 / expected).sum()
    freedom = counts.shape[0] * (counts.shape[1] - 1)
    return float(stats.chi2.sf(statistic * free, freedom * free))


def normal(value: float, mean: float, error: float) -> float:
    """Two-sided p-value of a value with a known standard error."""
    return float(2 * stats.norm.sf(abs(value - mean) / error))


def assert_same(ours, theirs, path="result"):
    """Same types, shapes, keys and values, all the way down."""
    if isinstance(theirs, dict):
        assert ours.keys() == theirs.keys(), path
        for key in theirs:
            assert_same(ours[key], theirs[key], f"{path}[{key!r}]")
    elif isinstance(theirs, tuple | list):
        assert len(ours) == len(theirs), path
        for i, (one, other) in enumerate(zip(ours, theirs, strict=True)):
            assert_same(one, other, f"{path}[{i}]")
    elif isinstance(theirs, np.ndarray) and theirs.dtype == object:
        assert ours.dtype == object, path
        assert_same(list(ours), list(theirs), path)
    elif isinstance(theirs, np.ndarray):
        assert isinstance(ours, np.ndarray), path
        assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape), path
        assert np.array_equal(ours, theirs), path
    else:
        assert type(ours) is type(theirs), path
        assert ours == theirs, path
