"""Intervals and curves over shoes and over training seeds.

One trained agent is scored on many shoes, and one recipe is trained from several seeds:
these are two kinds of chance. Intervals over shoes resample groups of shoes; bands over
seeds resample the trainings, apart in every stratum (here each bet is one).

Source: Efron and Tibshirani, "An Introduction to the Bootstrap" (1993), percentile
intervals; Agarwal et al., "Deep reinforcement learning at the edge of the statistical
precipice" (2021), interquartile means and the stratified bootstrap.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from experiments.statistics import CONFIDENCE

__all__ = ["TAILS", "bootstrap_mean", "bootstrap_ratio", "iqm", "iqm_band"]

RESAMPLES = 2_000
SEED = 20_250_101
"""Resampling is repeated alike: the report is the same whenever it is drawn."""

TAILS = (100 * (1 - CONFIDENCE) / 2, 100 * (1 + CONFIDENCE) / 2)

Interval = tuple[float, float]


def bootstrap_mean(totals: ArrayLike, shoes: int) -> Interval:
    """95 % interval of Σ totals ÷ shoes, resampling groups of shoes, `(G,)`.

    >>> bootstrap_mean([2.0, 2.0, 2.0], 6)
    (1.0, 1.0)
    """
    totals = np.asarray(totals, np.float64)
    return _interval(_weights(len(totals)) @ totals / shoes)


def bootstrap_ratio(parts: ArrayLike, wholes: ArrayLike) -> Interval:
    """95 % interval of Σ parts ÷ Σ wholes, resampling both together, `(G,)` and `(G,)`."""
    weights = _weights(len(np.asarray(parts)))
    return _interval((weights @ np.asarray(parts)) / (weights @ np.asarray(wholes)))


def _weights(groups: int) -> NDArray[np.float64]:
    """How often each of G groups is drawn, in each resample, `(R, G)`."""
    chance = np.full(groups, 1 / groups)
    drawn = np.random.default_rng(SEED).multinomial(groups, chance, RESAMPLES)
    return np.asarray(drawn, np.float64)


def _interval(values: NDArray[np.float64]) -> Interval:
    low, high = np.percentile(values, TAILS)
    return float(low), float(high)


def iqm(values: ArrayLike) -> NDArray[np.float64]:
    """Mean of the middle half along the last axis; values at its edges count in part.

    >>> float(iqm([0.0, 1.0, 2.0, 3.0, 100.0]))
    2.0
    """
    ordered = np.sort(np.asarray(values, np.float64), axis=-1)
    size = ordered.shape[-1]
    edges = np.arange(size + 1) / size
    inside = np.minimum(edges[1:], 0.75) - np.maximum(edges[:-1], 0.25)
    return np.asarray(ordered @ np.maximum(inside, 0) * 2)


def iqm_band(scores: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """95 % band of the IQM over strata and seeds together, `(K, S, n)` → `(K,)` and `(K,)`.

    Seeds are resampled apart in each of the S strata, alike at all K marks.
    """
    scores = np.asarray(scores, np.float64)
    marks, strata, seeds = scores.shape
    draw = np.random.default_rng(SEED).integers(0, seeds, (RESAMPLES, strata, seeds))
    found = np.empty((RESAMPLES, marks))
    for r, drawn in enumerate(draw):
        chosen = np.take_along_axis(scores, np.broadcast_to(drawn, scores.shape), axis=2)
        found[r] = iqm(chosen.reshape(marks, -1))
    low, high = np.percentile(found, TAILS, axis=0)
    return low, high
