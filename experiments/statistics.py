"""Standard errors, intervals and tests of fit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

__all__ = [
    "CONFIDENCE",
    "WIDTH",
    "Estimate",
    "Fit",
    "chi_square",
    "holm",
    "proportion",
    "ratio",
    "two_sided",
    "upper_tail",
]

CONFIDENCE = 0.95
WIDTH = float(special.ndtri((1 + CONFIDENCE) / 2))
"""Standard errors in half a 95 % interval."""


def upper_tail(z: ArrayLike) -> NDArray[np.float64]:
    """Find the probability that a standard normal value exceeds z."""
    return np.asarray(special.ndtr(-np.asarray(z, np.float64)))


def two_sided(z: ArrayLike) -> NDArray[np.float64]:
    """Find the probability that a standard normal value is as far from zero as z."""
    return 2 * upper_tail(np.abs(z))


@dataclass(frozen=True)
class Estimate:
    """Estimated values with their standard errors, arrays of one shape."""

    value: NDArray[np.float64]
    error: NDArray[np.float64]

    @property
    def half_width(self) -> NDArray[np.float64]:
        """Half the width of the 95 % interval."""
        return WIDTH * self.error

    def distance(self, exact: ArrayLike) -> NDArray[np.float64]:
        """Count the standard errors from the exact value, with their sign."""
        return np.asarray((self.value - np.asarray(exact)) / self.error)


def ratio(total: ArrayLike, size: ArrayLike) -> Estimate:
    """Estimate Σ total / Σ size from independent groups, `(G, ...)` and `(G,)`.

    Source: Cochran, "Sampling Techniques" (1977), section 2.11, for the standard error.
    """
    totals, sizes = np.asarray(total, np.float64), np.asarray(size, np.float64)
    groups = sizes.size
    if groups < 2:
        raise ValueError(f"{groups} group gives no standard error: it takes at least two")
    value = totals.sum(axis=0) / sizes.sum()
    rest = totals - np.multiply.outer(sizes, value)
    error = np.sqrt((rest**2).sum(axis=0) * groups / (groups - 1)) / sizes.sum()
    return Estimate(np.asarray(value), np.asarray(error))


def proportion(hits: ArrayLike, trials: int) -> Estimate:
    """Estimate a probability from independent trials."""
    value = np.asarray(hits, np.float64) / trials
    return Estimate(value, np.sqrt(value * (1 - value) / trials))


@dataclass(frozen=True)
class Fit:
    """A χ² test of fit."""

    statistic: float
    freedom: int
    p_value: float


def chi_square(counts: ArrayLike, chances: ArrayLike) -> Fit:
    """Test counts against their exact probabilities, all cells at once.

    Raises ValueError if something was counted that cannot happen.
    """
    seen, chance = np.asarray(counts, np.float64).ravel(), np.asarray(chances, np.float64).ravel()
    if seen[chance == 0].any():
        raise ValueError("something was counted whose probability is zero")
    expected = chance[chance > 0] * seen.sum()
    statistic = float(((seen[chance > 0] - expected) ** 2 / expected).sum())
    freedom = expected.size - 1
    return Fit(statistic, freedom, float(special.chdtrc(freedom, statistic)))


def holm(p_values: ArrayLike) -> NDArray[np.float64]:
    """Correct p-values for the number of tests, `(T,)` → `(T,)`.

    Source: Holm, "A simple sequentially rejective multiple test procedure" (1979).
    """
    p = np.asarray(p_values, np.float64)
    order = np.argsort(p, kind="stable")
    stepped = np.maximum.accumulate(p[order] * (p.size - np.arange(p.size)))
    corrected = np.empty_like(p)
    corrected[order] = np.minimum(stepped, 1)
    return corrected
