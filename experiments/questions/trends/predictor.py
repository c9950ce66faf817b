"""A predictor fitted on the past results of its shoe: what it sees, and how it is judged.

M coups, F features, B bets.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import Game
from baccarat_env.rules import RESULT_OF, RESULTS
from experiments.shoes.dealt import in_groups, so_far
from experiments.work.cell import Arrays

__all__ = ["GROUP", "Sample", "features", "fit", "judge", "samples"]

GROUP = 500
"""Shoes dealt at a time; an interval comes from the spread between such groups."""

HISTORY = 12
RIDGE = 1e-3

Sample = tuple[NDArray[np.float64], NDArray[np.float64]]
"""Features `(M, F)`, and what one unit on each bet came to, `(M, B)`."""


def features(results: NDArray[np.int8], coup: NDArray[np.uint8]) -> NDArray[np.float64]:
    """What the predictor sees before each coup, `(M, F)`: one, the last 12 results one-hot, and
    the share of each kind of result so far in the shoe.
    """
    columns = [np.ones((len(results), 1))]
    one_hot = np.eye(len(RESULTS))[results]
    for back in range(1, HISTORY + 1):
        known = (coup >= back)[:, None]
        columns.append(np.where(known, np.roll(one_hot, back, axis=0), 0))
    columns.append(so_far(one_hot, coup) / np.maximum(coup, 1)[:, None])
    return np.concatenate(columns, axis=1)


def samples(game: Game, *, seed: int, first: int, shoes: int) -> Iterator[Sample]:
    """Deal shoes `first` to `first + shoes` - 1 in groups, as a predictor takes them."""
    for coups in in_groups(game, seed=seed, first=first, shoes=shoes, group=GROUP):
        x = features(RESULT_OF[coups.endings], coups.coup)
        yield x, game.pays.T[coups.endings] / BASIS_POINTS


def fit(given: Iterator[Sample]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Fit by ridge regression: coefficients `(F, B)`, and the plain means `(B,)`."""
    square: Any = 0.0
    product: Any = 0.0
    sums: Any = 0.0
    count = 0
    for x, y in given:
        square, product = square + x.T @ x, product + x.T @ y
        sums, count = sums + y.sum(axis=0), count + len(y)
    ridge = RIDGE * count * np.eye(len(square))
    return np.asarray(np.linalg.solve(square + ridge, product)), sums / count


def judge(
    coefficients: NDArray[np.float64], mean: NDArray[np.float64], given: Iterator[Sample]
) -> Arrays:
    """Judge ratings on other shoes; the fields are those of `trends.fitted`."""
    groups, errors = [], np.zeros((2, len(mean)))
    for x, y in given:
        rating = x @ coefficients
        won = y[np.arange(len(y)), rating.argmax(axis=1)]
        good = rating.max(axis=1) > 0
        groups.append([len(y), won.sum(), y[:, mean.argmax()].sum(), good.sum(), won[good].sum()])
        errors += [((y - rating) ** 2).sum(axis=0), ((y - mean) ** 2).sum(axis=0)]
    table = np.array(groups)
    return {
        "error": errors[0] / table[:, 0].sum(),
        "plain": errors[1] / table[:, 0].sum(),
        **dict(zip(("coups", "net", "best", "bets", "chosen"), table.T, strict=True)),
    }
