"""Is this shoe strange? Every shoe of a file beside as many simulated ones.

The statistics of a shoe are compared with those of simulated shoes cut off after as many
coups, so that a p-value is exact up to the number of simulated shoes: (1 + how many are at
least as extreme) / (1 + how many there are), doubled for two sides. Holm's correction
covers all shoes and statistics together, since a file with many shoes holds something rare
in any case. Runs are of Player or Banker wins; ties neither extend nor end them.

Source: Davison and Hinkley, "Bootstrap Methods and their Application" (1997), section 4.2,
for the p-value; Holm, "A simple sequentially rejective multiple test procedure" (1979).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baccarat_env import simulate
from baccarat_env.compiled import compiled
from baccarat_env.game import Game
from baccarat_env.rules import RESULT_OF
from experiments.shoes.recorded.shoes import Recorded
from experiments.statistics import holm, two_sided, upper_tail

__all__ = ["LONG_RUN", "STATISTICS", "Strangeness", "shoe_statistics", "strangeness"]

LONG_RUN = 6
"""Runs of this length and longer are counted as one kind."""

STATISTICS = (
    "coups",
    "Player wins",
    "Banker wins",
    "ties",
    "runs",
    "longest run",
    "mix of run lengths",
)
"""What is tested of a shoe; of the first and the last only the high side is strange."""

SIDED = np.array([1, 2, 2, 2, 2, 2, 1])
BATCH = 20_000


@dataclass(frozen=True)
class Strangeness:
    """How rare the shoes of a file are: S shoes, Q of the `STATISTICS`."""

    values: NDArray[np.float64]
    """`(S, Q)` statistics."""
    p_values: NDArray[np.float64]
    """`(S, Q)` by simulation."""
    corrected: NDArray[np.float64]
    """`(S, Q)` by Holm, over all of them."""
    whole: NDArray[np.float64]
    """`(Q,)` p-value of the sum over all shoes, two sides, by the normal distribution."""
    simulated: int
    """Shoes simulated for each length."""

    @property
    def strangest(self) -> tuple[int, int]:
        """The shoe and the statistic with the smallest p-value."""
        shoe, which = np.unravel_index(int(self.p_values.argmin()), self.p_values.shape)
        return int(shoe), int(which)


@compiled(nogil=True)
def shoe_statistics(
    results: NDArray[np.int8], coups: NDArray[np.int64], out: NDArray[np.float64]
) -> None:
    """Write coups, wins, ties, runs, longest run and run counts into `out` `(S, 6 + LONG_RUN)`.

    `results` `(S, L)` holds indices into `rules.RESULTS`, of which `coups` `(S,)` count.
    """
    for s in range(results.shape[0]):
        out[s] = 0.0
        run, side = 0, -1
        for i in range(coups[s] + 1):
            result = results[s, i] if i < coups[s] else 5
            if result == 2:
                out[s, 3] += 1
                continue
            new = -2 if result == 5 else (1 if result == 1 or result == 3 else 0)
            if new >= 0:
                out[s, 1 + new] += 1
            if new == side:
                run += 1
                continue
            if run > 0:
                out[s, 4] += 1
                out[s, 5] = max(out[s, 5], run)
                out[s, 5 + min(run, 6)] += 1
            run, side = 1, new
        out[s, 0] = coups[s]


def strangeness(
    recorded: Recorded, game: Game, *, shoes: int = 100_000, seed: int = 1
) -> Strangeness:
    """Hold every shoe of a file against simulated ones, dealt as `game` says."""
    lengths = np.diff(recorded.opens)
    found = _statistics(_by_shoe(recorded.results, recorded.opens), lengths)
    dealt, dealt_lengths = _simulated(game, shoes, seed)
    p_values = np.ones((len(lengths), len(STATISTICS)))
    values = np.zeros_like(p_values)
    expected, variances = np.zeros((2, len(STATISTICS)))
    for length in np.unique(lengths):
        rows = np.flatnonzero(lengths == length)
        cut = _statistics(dealt[:, :length], np.minimum(dealt_lengths, length))
        cut[:, 0] = dealt_lengths
        means = cut[:, 6:].mean(axis=0)
        sample, own = _with_mix(cut, means), _with_mix(found[rows], means)
        values[rows] = own
        p_values[rows] = _p_values(own, sample)
        expected += len(rows) * sample.mean(axis=0)
        variances += len(rows) * sample.var(axis=0)
    distance = (values.sum(axis=0) - expected) / np.sqrt(variances)
    whole = np.where(SIDED == 1, upper_tail(distance), two_sided(distance))
    corrected = holm(p_values.ravel()).reshape(p_values.shape)
    return Strangeness(values, p_values, corrected, whole, shoes)


def _with_mix(table: NDArray[np.float64], means: NDArray[np.float64]) -> NDArray[np.float64]:
    """Put the distance of the run lengths from their means in the place of their counts."""
    mix = ((table[:, 6:] - means) ** 2 / np.maximum(means, 1e-9)).sum(axis=1)
    return np.column_stack([table[:, :6], mix])


def _p_values(own: NDArray[np.float64], sample: NDArray[np.float64]) -> NDArray[np.float64]:
    ranked = np.sort(sample, axis=0)
    p_values = np.empty_like(own)
    for q, sides in enumerate(SIDED):
        above = len(sample) - np.searchsorted(ranked[:, q], own[:, q], side="left")
        below = np.searchsorted(ranked[:, q], own[:, q], side="right")
        extreme = above if sides == 1 else np.minimum(above, below)
        p_values[:, q] = np.minimum(1, sides * (1 + extreme) / (1 + len(sample)))
    return p_values


def _statistics(results: NDArray[np.int8], lengths: NDArray[np.int64]) -> NDArray[np.float64]:
    out = np.empty((len(results), 6 + LONG_RUN))
    shoe_statistics(np.ascontiguousarray(results), lengths.astype(np.int64), out)
    return out


def _by_shoe(results: NDArray[np.int8], opens: NDArray[np.int64]) -> NDArray[np.int8]:
    """Lay results out shoe by shoe, `(S, L)`, with -1 behind the last."""
    lengths = np.diff(opens)
    laid = np.full((len(lengths), int(lengths.max())), -1, dtype=np.int8)
    laid[np.arange(laid.shape[1]) < lengths[:, None]] = results
    return laid


def _simulated(game: Game, shoes: int, seed: int) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    """Results `(S, 104)` and coups `(S,)` of simulated shoes."""
    laid = np.full((shoes, 104), -1, dtype=np.int8)
    lengths = np.empty(shoes, dtype=np.int64)
    for first in range(0, shoes, BATCH):
        some = min(BATCH, shoes - first)
        coups = simulate.deal(game, shoes=some, seed=seed, first=first)
        opens = np.append(np.flatnonzero(coups.coup == 0), len(coups.coup))
        part = _by_shoe(RESULT_OF[coups.endings], opens)
        laid[first : first + some, : part.shape[1]] = part
        lengths[first : first + some] = np.diff(opens)
    return laid, lengths
