"""The full-information learner: regress what every bet paid on what was seen.

Bets do not move the cards, so after a coup one knows what each bet would have paid,
placed or not. Least squares of those payoffs on the observed numbers and their products
uses all of it, and bets where the fitted payoff is above zero: a strong reference for
learners that see only what their own bets brought. It keeps sums alone, of squares and
products, and fits from these when it is asked.

How far the weights are drawn towards zero is found from the coups themselves, for each
bet: the strength that makes the observed payoffs most probable (evidence). A bet about
which the observation says nothing is so fitted by its mean.

Source: MacKay, "Bayesian interpolation" (1992), for the evidence and its fixed point.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.trained.checkpoint import set_tables, tables_of
from agents.trained.fitting import check_like
from agents.trained.recipe import Recipe
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.shoe import spawned_seeds
from baccarat_env.terms import Terms
from baccarat_env.vector_env import BaccaratVectorEnv

__all__ = ["Linear", "Regression", "fit"]

Floats = NDArray[np.float64]

MOST_PRODUCTS = 20
"""Observations of more numbers, as a history of results, are taken without their products."""


def features(seen: NDArray[Any], products: bool) -> Floats:
    """The observed numbers and the products of every two of them, `(N, D)` → `(F, N)`."""
    x = np.ascontiguousarray(np.asarray(seen, np.float64).T)
    if not products or len(x) > MOST_PRODUCTS:
        return x
    first, second = np.triu_indices(len(x))
    return np.concatenate((x, x[first] * x[second]))


class Linear:
    """A policy: the payoff of each bet is linear in the features; bet what is above zero."""

    remembers = 0

    def __init__(self, terms: Terms, products: bool, weights: Mapping[str, NDArray[Any]]) -> None:
        self.terms, self.products = terms, products
        self.slope, self.intercept = weights["slope"], weights["intercept"]

    def payoffs(self, seen: NDArray[np.float32]) -> Floats:
        """Payoff of a unit on each bet, `(N, B)`."""
        return np.asarray(features(seen, self.products).T @ self.slope + self.intercept)

    def act(self, seen: NDArray[np.float32], _: NDArray[np.bool_]) -> NDArray[Any]:
        """The largest chip on each bet, or on the one, whose payoff is best, if above zero."""
        payoffs = self.payoffs(seen)
        most = np.array([len(chips) - 1 for chips in self.terms.denominations])
        if self.terms.actions == "combination":
            return np.where(payoffs > 0, most, 0)
        best = payoffs.argmax(axis=1)
        if not self.terms.sit_out:
            return np.asarray(np.cumsum(most)[best] - 1)
        return np.where(payoffs.max(axis=1) > 0, np.cumsum(most)[best], 0)

    def weights(self) -> dict[str, NDArray[Any]]:
        """What it is made of."""
        return {"slope": self.slope, "intercept": self.intercept}


class Regression:
    """The learner: it watches what every bet pays, whatever its own, and adds up."""

    def __init__(self, recipe: Recipe) -> None:
        terms = recipe.read_terms()
        self.recipe, self.terms = recipe, terms
        self.env = BaccaratVectorEnv(
            recipe.tables, terms.game, autoreset_mode="SAME_STEP", **recipe.terms
        )
        self.env.reset(seed=spawned_seeds(recipe.seed, recipe.tables))
        self.pays = terms.game.pays.T / BASIS_POINTS
        self.products = bool(recipe.settings["products"])
        self.coups = 0
        width = len(features(np.zeros((1, terms.observation_space().shape[0])), self.products))
        self.sums = np.zeros((width + 1, width + 1 + 2 * len(terms.game.bets)))

    def learn(self, coups: int, rest: Callable[[], None]) -> None:
        """See coups until there were so many, in whole rollouts; `rest` is called before each."""
        while self.coups < coups:
            rest()
            self._look(int(self.recipe.settings["n_steps"]))

    def _look(self, steps: int) -> None:
        """Look at some coups of every table and add up."""
        tables, everywhere = self.env.tables, np.ones(self.recipe.tables, np.bool_)
        action = np.zeros(self.env.action_space.shape or (), np.int64)
        for _ in range(steps):
            seen = tables.show(self.env.outcome)
            outcome = tables.play(everywhere, tables.read(action))
            paid = outcome.worth if self.terms.reward == "expected" else self._paid()
            self._add(features(seen, self.products), paid)
            done = np.asarray(outcome.done.any(axis=0))
            self.env.outcome = tables.reopen(done, outcome) if done.any() else outcome
        self.coups += steps * self.recipe.tables

    def _add(self, x: Floats, paid: Floats) -> None:
        ones = np.concatenate((np.ones((1, x.shape[1])), x))
        self.sums += ones @ np.concatenate((ones, paid.T, paid.T**2)).T

    def _paid(self) -> Floats:
        return np.asarray(self.pays[self.env.tables.records["ending"]])

    def policy(self) -> Linear:
        """Fit, and bet by it."""
        observed = self.terms.observation_space().shape[0]
        slope, intercept = fit(self.sums, len(self.terms.game.bets), observed)
        return Linear(self.terms, self.products, {"slope": slope, "intercept": intercept})

    def notes(self) -> dict[str, float]:
        """What is worth logging: nothing but the score, which others keep."""
        return {}

    def state(self) -> dict[str, Any]:
        """All that it takes to go on."""
        return {"coups": self.coups, "sums": self.sums, "tables": tables_of(self.env)}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from such a state. Raises ValueError if it cannot be one of this learner."""
        own = {**self.state(), "tables": None}
        check_like({**state, "tables": None}, own, "state")
        set_tables(self.env, state["tables"])
        self.coups, self.sums = state["coups"], state["sums"]


def fit(sums: Floats, bets: int, observed: int) -> tuple[Floats, Floats]:
    """Fit the payoff of each bet: the slopes `(F, B)` and the intercepts `(B,)`.

    `sums` `(1 + F, 1 + F + 2 B)` of products of (1, features) with (1, features, payoffs,
    squared payoffs) over the coups seen; the first `observed` features are the observed
    numbers, the others their products. A feature that never moved gets slope zero.
    """
    count = max(sums[0, 0], 1.0)
    width = len(sums) - 1
    mean, paid = sums[0, 1 : width + 1] / count, sums[0, width + 1 : width + 1 + bets] / count
    gram = sums[1:, 1 : width + 1] / count - np.outer(mean, mean)
    cross = sums[1:, width + 1 : width + 1 + bets] / count - np.outer(mean, paid)
    spread = sums[0, width + 1 + bets :] / count - paid**2
    scale = np.sqrt(np.diag(gram).clip(0))
    moved = scale > 1e-9 * (1 + np.abs(mean))
    slope = np.zeros((width, bets))
    if moved.any():
        unit = scale[moved]
        related = gram[np.ix_(moved, moved)] / np.outer(unit, unit)
        product = np.arange(width)[moved] >= observed
        for b in range(bets):
            along = cross[moved, b] / unit
            slope[moved, b] = _shrunk(related, along, float(spread[b]), count, product) / unit
    return slope, paid - mean @ slope


def _shrunk(
    related: Floats, along: Floats, spread: float, count: float, product: NDArray[np.bool_]
) -> Floats:
    """Slopes of one bet on features of spread one, as strongly shrunk as is most probable.

    `related` `(F, F)` are the correlations of the features, `along` `(F,)` their covariances
    with the payoff, `spread` its variance; features and their products, marked `(F,)`, are
    shrunk apart.
    """
    groups = [group for group in (~product, product) if group.any()]
    prior = np.ones(len(groups))  # variance left over ÷ variance of the slopes, by group
    slope = np.zeros_like(along)
    for _ in range(ROUNDS):
        strength = sum(one * group for one, group in zip(prior, groups, strict=True))
        within = np.linalg.inv(related + np.diag(strength) / count)
        slope = within @ along
        left = max(float(spread - 2 * slope @ along + slope @ related @ slope), 0.0)
        shares = np.diag(within) * strength / count  # of each slope, what the prior determines
        used = np.array([group.sum() - shares[group].sum() for group in groups])
        size = np.array([float(slope[group] @ slope[group]) for group in groups])
        noise = left * count / max(count - used.sum(), 1.0)
        before, prior = prior, np.minimum(used * noise / np.maximum(size, 1e-300), count * NONE)
        if (np.abs(before - prior) <= 1e-4 * prior).all():
            break
    return np.asarray(slope)


ROUNDS = 500
NONE = 1e3
"""Slopes of a spread that would take this many times the coups to be seen are none."""
