"""Estimates over independent bettors, and tests of their luck."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from baccarat_env.bet import BASIS_POINTS
from experiments.statistics import Estimate, holm, two_sided
from experiments.work.cell import Arrays

__all__ = ["SIGNIFICANT", "corrected", "luck_z", "mean_of"]

SIGNIFICANT = 0.05


def mean_of(values: NDArray[Any]) -> Estimate:
    """Mean over bettors or sessions, `(..., N)` → `(...,)`."""
    error = values.std(axis=-1, ddof=1) / np.sqrt(values.shape[-1])
    return Estimate(np.asarray(values.mean(axis=-1), np.float64), np.asarray(error, np.float64))


def luck_z(arrays: Arrays) -> NDArray[np.float64]:
    """Luck over its own standard deviation, `(A,)`, from sums `(A, N)` of N bettors.

    Luck is what was won, `net` in basis points, less what the stakes were worth, `expected`.
    """
    luck = arrays["net"] / BASIS_POINTS - arrays["expected"]
    return np.asarray(luck.sum(axis=1) / np.sqrt(arrays["variance"].sum(axis=1)))


def corrected(z_scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """P-values of z-scores after Holm's correction over all of them, of the same shape."""
    return holm(two_sided(z_scores).ravel()).reshape(z_scores.shape)
