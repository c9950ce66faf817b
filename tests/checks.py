"""The checks of the suite: printed digits and p-values. Right code passes, wrong rules do not."""

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
