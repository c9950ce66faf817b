"""What a worker computes of learners: trainings, scored on the way, and counts beside them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import special

from agents import make
from agents.counts.in_print import SHEET_COUNTS
from agents.trained import learned
from agents.trained.learned import Learned, Learner
from agents.trained.recipe import Recipe
from baccarat_env import odds
from baccarat_env.game import as_game
from experiments.shoes.scoring import HeldOut, held_out, last_shoes, score
from experiments.work.cell import Arrays

__all__ = ["ERRORS", "MARKS", "Curve", "beside", "largest_chips", "trained"]

MARKS = (0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1.0)
"""Parts of a training after which it is scored."""

ERRORS = np.geomspace(1e-4, 1.0, 81)
"""Standard errors of an estimated edge, per unit staked."""

BATCH = 1 << 16

Floats = NDArray[np.float64]


class Curve:
    """Watches a training: scores the policy whenever another mark is passed."""

    def __init__(self, recipe: Recipe, held: HeldOut, marks: Sequence[int]) -> None:
        self.recipe, self.held, self.left = recipe, held, list(marks)
        self.coups: list[int] = []
        self.units: list[NDArray[np.float64]] = []
        self.scoring = 0.0

    def __call__(self, learner: Learner) -> None:
        """Score once however many marks were passed, and take the time of it off the training's."""
        if not self.left or learner.coups < self.left[0]:
            return
        while self.left and learner.coups >= self.left[0]:
            self.left.pop(0)
        clock = time.perf_counter()
        self.coups.append(learner.coups)
        self.units.append(self.measure(Learned(self.recipe, learner.policy(), learner.coups)))
        self.scoring += time.perf_counter() - clock

    def measure(self, agent: Learned) -> NDArray[np.float64]:
        """Units a shoe on each bet, `(B,)`, by the exact odds."""
        found = score(agent, self.held, largest_chips(self.recipe))
        return np.asarray(found["units"].sum(axis=0) / self.held.shoes)


def largest_chips(recipe: Recipe) -> NDArray[np.int64]:
    """The largest chip on each bet, `(B,)`: the unit that results are counted in."""
    return np.array([chips[-1] for chips in recipe.read_terms().denominations])


class Beside(NamedTuple):
    """What stands beside the learners on the same held-out shoes.

    `units` `(P, G, B)` of the P counts in the order of `SHEET_COUNTS`, `ceiling` `(G, B)`;
    `units_by_estimation_error` `(E, B)`: units a shoe of a bettor who bets where the exact
    edge plus an error, normal with each of `ERRORS`, is above zero; `variance` `(B,)` of a
    unit staked, from a full shoe.
    """

    units: Floats
    ceiling: Floats
    units_by_estimation_error: Floats
    variance: Floats


def trained(
    recipe: dict[str, Any], marks: list[int], curve_shoes: int, shoes: int, held_seed: int
) -> Arrays:
    """Train by a recipe; score it on the way on some shoes and at the end on more, others.

    `curve_coups` `(K,)`, `curve_units` `(K, B)` a shoe and `curve_ceiling` `(B,)`; `seconds` of
    training alone; and what `score` finds of the finished agent.
    """
    made = Recipe.from_dict(recipe)
    curve = Curve(made, held_out(made.game, curve_shoes, held_seed), marks)
    clock = time.perf_counter()
    agent = learned.train(made, watch=curve)
    seconds = time.perf_counter() - clock - curve.scoring
    return {
        "curve_coups": np.array(curve.coups, np.int64),
        "curve_units": np.array(curve.units).reshape(len(curve.coups), -1),
        "curve_ceiling": curve.held.ceiling.sum(axis=0) / curve_shoes,
        "coups": np.array(agent.coups),
        "seconds": np.array(seconds),
        **score(agent, last_shoes(made.game, shoes, held_seed), largest_chips(made)),
    }


def beside(game: dict[str, Any], shoes: int, held_seed: int) -> Beside:
    """Score every published count on the learners' held-out shoes, and price being wrong."""
    table = as_game(game)
    held = last_shoes(table, shoes, held_seed)
    ones = np.ones(len(table.bets), np.int64)
    scores = [score(make(name), held, ones)["units"] for name in SHEET_COUNTS]
    return Beside(
        units=np.stack(scores),
        ceiling=held.ceiling,
        units_by_estimation_error=_units_by_estimation_error(held.worth) / shoes,
        variance=odds.variance(table.full_shoe, table),
    )


def _units_by_estimation_error(worth: NDArray[np.float64]) -> NDArray[np.float64]:
    """Σ e Φ(e / s) over the coups for each error s, `(E, B)`."""
    total = np.zeros((len(ERRORS), worth.shape[1]))
    for start in range(0, len(worth), BATCH):
        edge = worth[start : start + BATCH]
        for i, error in enumerate(ERRORS):
            total[i] += (edge * special.ndtr(edge / error)).sum(axis=0)
    return total
