"""A learner is trained and scored: the work of one cell, and the marks of its curve."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.trained import learned
from agents.trained.learned import Learned, Learner
from agents.trained.recipe import Recipe
from experiments.shoes.scoring import HeldOut, held_out, last_shoes, score
from experiments.work.cell import Arrays

__all__ = ["Curve", "largest_chips", "trained"]


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


def trained(
    recipe: dict[str, Any], marks: list[int], curve_shoes: int, shoes: int, held_seed: int
) -> Arrays:
    """Train by a recipe; score it on the way on some shoes and at the end on more, others.

    `curve_coups` `(K,)`, `curve_units` `(K, B)` a shoe; `seconds` of training alone; and what
    `score` finds of the finished agent.
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
