"""Lessons: one recipe taught from several seeds, and what came of it, read from stored cells."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.trained.algorithms import ALGORITHMS
from agents.trained.recipe import Recipe, recipe
from baccarat_env.game import GAMES
from experiments import RequestError
from experiments.bootstrap import bootstrap_mean, bootstrap_ratio, iqm, iqm_band
from experiments.page.number import Number, of_one_training
from experiments.questions.learners.work import trained
from experiments.work.cell import Arrays, Cell, Stored, derived_seed
from experiments.work.results import Results

__all__ = ["Lesson", "Taught", "taught"]

MARKS = (0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1.0)
"""Parts of a training after which it is scored."""


BLIND = ("none", "results")
"""What tells nothing of the cards."""


@dataclass(frozen=True)
class Lesson:
    """A recipe and how many seeds it is taught from; JSON-able."""

    algorithm: str
    information: str
    reward: str
    coups: int
    seeds: int = 1
    game: str = "ez"
    sit_out: bool = True
    settings: dict[str, Any] = field(default_factory=dict)
    reward_scale: float | None = None
    """The recipe's own, unless given."""

    @property
    def name(self) -> str:
        """Name the lesson, for its seeds."""
        told = (self.algorithm, self.information, self.reward, self.game, str(self.coups))
        return "-".join((*told, *([] if self.sit_out else ["must-bet"])))

    def recipe(self, seed: int) -> Recipe:
        """Write the recipe for one seed."""
        terms: dict[str, Any] = {"information": self.information, "reward": self.reward}
        if self.reward_scale is not None:
            terms["reward_scale"] = self.reward_scale
        if not self.sit_out:
            terms |= {"sit_out": False, "actions": "single"}
        return recipe(
            self.algorithm, GAMES[self.game], coups=self.coups, seed=seed, settings=self.settings,
            **terms,
        )  # fmt: skip

    @property
    def blind(self) -> bool:
        """Whether it sees no card information."""
        return self.information in BLIND

    def cells(self, seed: int, curve_shoes: int, shoes: int) -> list[Cell]:
        """List the work: a training a seed, all scored on the same held-out shoes."""
        try:
            ALGORITHMS[self.algorithm].check_installed()
        except ValueError as problem:
            raise RequestError(str(problem)) from None
        marks = [round(self.coups * part) for part in MARKS]
        return [
            Cell.of(
                trained,
                recipe=self.recipe(derived_seed(seed, "learners", self.name, str(i))).to_dict(),
                marks=marks,
                curve_shoes=curve_shoes,
                shoes=shoes,
                held_seed=derived_seed(seed, "learners", "held-out"),
            )
            for i in range(self.seeds)
        ]


@dataclass(frozen=True)
class Taught:
    """What came of a lesson: one stored cell a seed. n seeds, K marks, B bets."""

    recipe: Recipe
    cells: tuple[Stored, ...]

    @property
    def title(self) -> str:
        """Name the algorithm."""
        return ALGORITHMS[self.recipe.algorithm].title

    @property
    def information(self) -> str:
        """What it saw."""
        return str(self.recipe.terms["information"])

    @property
    def reward(self) -> str:
        """What it was rewarded with."""
        return str(self.recipe.terms["reward"])

    @property
    def blind(self) -> bool:
        """Whether it saw no card information."""
        return self.information in BLIND

    @property
    def total(self) -> float:
        """Units a shoe on all bets together, averaged over seeds."""
        return float(self.mean("units").sum() / self.shoes)

    @property
    def must_bet(self) -> bool:
        """Whether it had to bet every coup."""
        return not self.recipe.terms.get("sit_out", True)

    @property
    def shoes(self) -> int:
        """Held-out shoes of the last score."""
        return int(self.cells[0].arguments["shoes"])

    @cached_property
    def found(self) -> list[Arrays]:
        """The arrays of each seed."""
        return [cell.arrays for cell in self.cells]

    @property
    def seconds(self) -> float:
        """Seconds of training, the median of the seeds."""
        return float(np.median([found["seconds"] for found in self.found]))

    def mean(self, name: str) -> NDArray[np.float64]:
        """One of the arrays, averaged over the seeds."""
        return np.asarray(np.mean([found[name] for found in self.found], axis=0))

    def units(self, bets: Sequence[int]) -> Number:
        """Units a shoe on some bets together, averaged over seeds, with its interval over shoes."""
        return self._a_shoe("units", bets)

    def settled(self, bets: Sequence[int]) -> Number:
        """The same by settled results."""
        return self._a_shoe("settled", bets)

    def staked(self, bets: Sequence[int]) -> Number:
        """Units staked a shoe."""
        return self._a_shoe("staked", bets)

    def _a_shoe(self, name: str, bets: Sequence[int]) -> Number:
        groups = self.mean(name)[:, list(bets)].sum(axis=1)
        low, high = bootstrap_mean(groups, self.shoes)
        return of_one_training(Number(float(groups.sum() / self.shoes), (high - low) / 2))

    def share(self, bet: int) -> float:
        """Part of the ceiling captured, averaged over seeds."""
        return float(self.mean("units")[:, bet].sum() / self.mean("ceiling")[:, bet].sum())

    def share_in_words(self, bet: int) -> Number:
        """The share in per cent, paired shoe by shoe, with its interval over shoes."""
        low, high = bootstrap_ratio(self.mean("units")[:, bet], self.mean("ceiling")[:, bet])
        return of_one_training(Number(100 * self.share(bet), 50 * (high - low), ".1f"))

    def shares(self, bet: int) -> NDArray[np.float64]:
        """Share of each seed, `(n,)`."""
        totals = [(one["units"][:, bet].sum(), one["ceiling"][:, bet].sum()) for one in self.found]
        return np.array([units / ceiling for units, ceiling in totals])

    def curve(self, bets: Sequence[int]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Coups at the marks `(K,)`, and the share of each bet's ceiling by then, `(K, S, n)`."""
        coups = np.mean([one["curve_coups"] for one in self.found], axis=0)
        shares = [
            (one["curve_units"] / np.maximum(one["curve_ceiling"], 1e-12))[:, list(bets)]
            for one in self.found
        ]
        return coups, np.stack(shares, axis=-1)

    def iqm(
        self, bets: Sequence[int]
    ) -> tuple[
        NDArray[np.float64], NDArray[np.float64], tuple[NDArray[np.float64], NDArray[np.float64]]
    ]:
        """Coups, IQM over bets and seeds at the marks, and its band."""
        coups, shares = self.curve(bets)
        return coups, iqm(shares.reshape(len(coups), -1)), iqm_band(shares)


def taught(results: Results) -> list[Taught]:
    """Put the seeds of each lesson together, in the order of the plan."""
    found: dict[str, list[Stored]] = {}
    for cell in results.of("trained"):
        told = {key: value for key, value in cell.arguments["recipe"].items() if key != "seed"}
        found.setdefault(json.dumps(told, sort_keys=True), []).append(cell)
    return [
        Taught(Recipe.from_dict(cells[0].arguments["recipe"]), tuple(cells))
        for cells in found.values()
    ]
