"""The most that a bettor without card information can expect at the usual table, by an upper bound.

What a coup shows those who see no card, and the bound itself, are `baccarat_env.revealed`'s.
"""

from __future__ import annotations

import numpy as np

from baccarat_env import simulate
from baccarat_env.revealed import SHOWN, passed, revealed, step_of, variance_of
from experiments.shoes.seats import TABLE
from experiments.work.cell import Arrays

__all__ = ["foretold"]


def foretold(seed: int, shoes: int) -> Arrays:
    """Bound what blind bettors and those who go by results can expect.

    `most` `(2, B)` units a shoe on average over some shoes, whose coups only say how deep in
    the shoe they stand; `distance` `(2, B)` standard deviations between what such a bettor
    expects and a favourable bet, where they are fewest.
    """
    coups = simulate.deal(TABLE, shoes=shoes, seed=seed)
    dealt = 1 - coups.unseen.sum(axis=1, dtype=np.int64) / TABLE.full_shoe.sum()
    most, distance = [], []
    for kinds in SHOWN.values():
        told = revealed(TABLE, np.unique(kinds, return_inverse=True)[1])
        variance = variance_of(told, dealt, TABLE)
        most.append(passed(-told.fresh, variance, step_of(told, dealt, TABLE)).sum(axis=0) / shoes)
        distance.append((-told.fresh / np.sqrt(variance)).min(axis=0))
    return {"most": np.array(most), "distance": np.array(distance)}
