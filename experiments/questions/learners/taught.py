"""One training, judged on shoes it has not seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from agents.trained.algorithms import ALGORITHMS
from agents.trained.recipe import Recipe
from experiments.bootstrap import bootstrap_mean, bootstrap_ratio, iqm, iqm_band
from experiments.page.number import Number, of_one_training
from experiments.shoes.scoring import COUNT_STEP
from experiments.training_plan import BLIND
from experiments.work.cell import Arrays, Stored

__all__ = ["SIDE_BETS", "Taught", "every_bet", "other_bets", "side_bets"]

SIDE_BETS = ("dragon_7", "panda_8")
"""Bets whose ceiling is large enough to take a share of."""


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

    def percent_of_ceiling(self, bet: int) -> Number:
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

    @property
    def share_by_bet(self) -> list[tuple[str, Number]]:
        """Side bets, and per cent of the ceiling captured."""
        layout = self.recipe.game.layout
        return [(layout[b].title, self.percent_of_ceiling(b)) for b in side_bets(self)]

    @property
    def million_coups(self) -> float:
        """Coups of the training, in millions."""
        return self.recipe.coups / 1e6

    @property
    def seeds(self) -> int:
        """Seeds it was taught from."""
        return len(self.cells)

    @property
    def rest(self) -> Number:
        """Units a shoe on all bets but the side bets."""
        return self.units(other_bets(self))

    @property
    def bought(self) -> list[tuple[float, list[float]]]:
        """Million coups, and the share of each side bet's ceiling by then."""
        coups, curve = self.curve(side_bets(self))
        mean = curve.mean(axis=2)
        return [(at / 1e6, list(shares)) for at, shares in zip(coups, mean, strict=True)]

    @property
    def of_the_count(self) -> tuple[float, float]:
        """Share of the most that any trigger of the count shown makes, and that trigger."""
        b = self.recipe.game.index("dragon_7")
        by_trigger = self.found[0]["count_worth"][::-1, b].cumsum()[::-1]
        at = int(by_trigger.argmax())
        trigger = at * COUNT_STEP - (len(by_trigger) // 2) * COUNT_STEP
        return float(self.mean("units")[:, b].sum() / by_trigger[at]), float(trigger)


def side_bets(one: Taught) -> list[int]:
    """Where the side bets stand on the layout."""
    return [one.recipe.game.index(bet) for bet in SIDE_BETS if bet in one.recipe.game.bets]


def every_bet(one: Taught) -> range:
    """All bets of the layout."""
    return range(len(one.recipe.game.bets))


def other_bets(one: Taught) -> list[int]:
    """All bets of the layout but the side bets."""
    return [b for b in every_bet(one) if b not in side_bets(one)]
