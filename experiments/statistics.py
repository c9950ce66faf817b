"""Standard errors, intervals and tests of fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from baccarat_env.bet import BASIS_POINTS

__all__ = [
    "BACKTEST_LEVEL",
    "CONFIDENCE",
    "SIGNIFICANT",
    "WIDTH",
    "Estimate",
    "Fit",
    "Share",
    "chi_square",
    "corrected",
    "holm",
    "luck_z",
    "mean_of",
    "per_shoe",
    "proportion",
    "ratio",
    "share_of",
    "two_sided",
    "upper_tail",
]

CONFIDENCE = 0.95
SIGNIFICANT = 0.05
"""Level of the tests of questions, after correction."""
BACKTEST_LEVEL = 0.01
"""Level of the test of a backtest, which people repeat until it says something."""
FEWEST_EXPECTED = 5
"""Counts a cell of a χ² test must expect."""

Floats = NDArray[np.float64]

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
class Share:
    """A share of independent trials with its 95 % interval, which stays between 0 and 1."""

    value: float
    low: float
    high: float


def share_of(hits: int, trials: int) -> Share:
    """Estimate a share of independent trials; the interval is Wilson's.

    Source: Wilson, "Probable inference" (1927); Brown, Cai and DasGupta, "Interval estimation
    for a binomial proportion" (2001), for its coverage.

    >>> round(share_of(0, 30).high, 3), round(share_of(15, 30).low, 3)
    (0.114, 0.332)
    """
    if trials == 0:
        return Share(np.nan, np.nan, np.nan)
    value, pull = hits / trials, WIDTH**2 / trials
    middle = (value + pull / 2) / (1 + pull)
    half = WIDTH * np.sqrt(value * (1 - value) / trials + pull / trials / 4) / (1 + pull)
    low = 0.0 if hits == 0 else float(middle - half)
    return Share(value, low, 1.0 if hits == trials else float(middle + half))


def mean_of(values: NDArray[Any]) -> Estimate:
    """Mean over bettors or sessions, `(..., N)` → `(...,)`."""
    error = values.std(axis=-1, ddof=1) / np.sqrt(values.shape[-1])
    return Estimate(np.asarray(values.mean(axis=-1), np.float64), np.asarray(error, np.float64))


def per_shoe(total: ArrayLike, squares: ArrayLike, shoes: int) -> Estimate:
    """Estimate the mean of a shoe from sums over independent shoes of a result and its square."""
    mean = np.asarray(total, np.float64) / shoes
    variance = np.maximum(np.asarray(squares, np.float64) / shoes - mean**2, 0)
    return Estimate(mean, np.sqrt(variance / max(shoes - 1, 1)))


@dataclass(frozen=True)
class Fit:
    """A χ² test of fit."""

    statistic: float
    freedom: int
    p_value: float


def chi_square(counts: ArrayLike, chances: ArrayLike) -> Fit:
    """Test counts against their exact probabilities, all cells at once.

    The rarest cells are taken together until each is expected `FEWEST_EXPECTED` times (Cochran,
    "Some methods for strengthening the common χ² tests", 1954); with a single cell left there
    is no test, and p is nan. Raises ValueError if something was counted that cannot happen.
    """
    seen, chance = np.asarray(counts, np.float64).ravel(), np.asarray(chances, np.float64).ravel()
    if seen[chance == 0].any():
        raise ValueError("something was counted whose probability is zero")
    seen, expected = _together(seen[chance > 0], chance[chance > 0] * seen.sum())
    statistic = float(((seen - expected) ** 2 / expected).sum())
    freedom = expected.size - 1
    p_value = float(special.chdtrc(freedom, statistic)) if freedom else float("nan")
    return Fit(statistic, freedom, p_value)


def _together(seen: Floats, expected: Floats) -> tuple[Floats, Floats]:
    """Take the rarest cells together until all are expected often enough."""
    order = np.argsort(expected)
    seen, expected = seen[order], expected[order]
    sums = np.cumsum(expected)
    few = int((expected < FEWEST_EXPECTED).sum())
    if few:
        few = max(few, int(np.searchsorted(sums, FEWEST_EXPECTED)) + 1)
    if not few:
        return seen, expected
    cells = (np.append(part[:few].sum(), part[few:]) for part in (seen, expected))
    merged_seen, merged_expected = cells
    return merged_seen, merged_expected


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


def luck_z(arrays: Mapping[str, NDArray[Any]]) -> NDArray[np.float64]:
    """Luck over its own standard deviation, `(A,)`, from sums `(A, N)` of N bettors.

    Luck is what was won, `net` in basis points, less what the stakes were worth, `expected`.
    """
    luck = arrays["net"] / BASIS_POINTS - arrays["expected"]
    return np.asarray(luck.sum(axis=1) / np.sqrt(arrays["variance"].sum(axis=1)))


def corrected(z_scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """P-values of z-scores after Holm's correction over all of them, of the same shape."""
    return holm(two_sided(z_scores).ravel()).reshape(z_scores.shape)
