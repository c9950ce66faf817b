"""What stands beside the learners: published counts on the same shoes, and what theory expects."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

from agents import make
from agents.counts.counting import PUBLISHED
from baccarat_env import odds
from baccarat_env.game import as_game
from experiments.shoes.scoring import last_shoes, score
from experiments.work.cell import Arrays

__all__ = ["ERRORS", "beside", "coups_for"]

ERRORS = np.geomspace(1e-4, 1.0, 81)
"""Standard errors of an estimated edge, per unit staked."""


def beside(game: dict[str, Any], shoes: int, held_seed: int) -> Arrays:
    """Score every published count on the learners' held-out shoes, and price being wrong.

    `units` `(P, G, B)` of the P counts in the order of `PUBLISHED`, `ceiling` `(G, B)`;
    `erring` `(E, B)`: units a shoe of one who bets where the exact edge plus an error, normal
    with each of `ERRORS`, is above zero; `variance` `(B,)` of a unit staked, from a full shoe.
    """
    table = as_game(game)
    held = last_shoes(table, shoes, held_seed)
    ones = np.ones(len(table.bets), np.int64)
    scores = [score(make(name), held, ones)["units"] for name in PUBLISHED]
    return {
        "units": np.stack(scores),
        "ceiling": held.ceiling,
        "erring": _erring(held.worth) / shoes,
        "variance": odds.variance(table.full_shoe, table),
    }


BATCH = 1 << 16


def _erring(worth: NDArray[np.float64]) -> NDArray[np.float64]:
    """Σ e Φ(e / s) over the coups for each error s, `(E, B)`."""
    total = np.zeros((len(ERRORS), worth.shape[1]))
    for start in range(0, len(worth), BATCH):
        edge = worth[start : start + BATCH]
        for i, error in enumerate(ERRORS):
            total[i] += (edge * special.ndtr(edge / error)).sum(axis=0)
    return total


def coups_for(share: float, found: Arrays, bet: int, numbers: int) -> float:
    """Coups from which least squares of so many numbers captures a share of a bet's ceiling.

    Fitting K numbers to n payoffs of variance σ² leaves an average error of σ √(K / n) in
    what is fitted; the error that still captures the share is read from `erring`.
    Source: Seber and Lee, "Linear Regression Analysis" (2003), section 3.2.
    """
    captured = found["erring"][:, bet] / found["erring"][0, bet]
    good = np.flatnonzero(captured >= share)
    error = ERRORS[good.max()]
    return float(found["variance"][bet] * numbers / error**2)
