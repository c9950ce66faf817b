"""What came of the learners: named numbers from stored trainings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agents.counts.in_print import SHEET_COUNTS
from agents.trained.algorithms import QUANTILES
from agents.trained.recipe import Recipe
from baccarat_env import odds
from baccarat_env.bet import BASIS_POINTS
from experiments.questions.learners.taught import (
    SIDE_BETS,
    Taught,
    every_bet,
    other_bets,
    side_bets,
)
from experiments.questions.learners.work import ERRORS, Beside
from experiments.work.cell import Stored
from experiments.work.results import Results

__all__ = ["SIDE_BETS", "Findings", "Taught", "every_bet", "findings", "other_bets", "side_bets"]


SITS_OUT = 0.02
"""Units a shoe: a learner that loses less has learned to sit out."""


@dataclass(frozen=True)
class Rival:
    """The best count in print on one bet, and what the learner earns beside it."""

    bet: str
    count: str
    earned: float
    more: float
    errors: float
    """Standard errors that is, paired."""


@dataclass(frozen=True)
class Theory:
    """Million coups from which least squares captures a share of a bet's ceiling."""

    bet: str
    share: float
    linear: float
    products: float


@dataclass(frozen=True)
class Findings:
    """Everything the page says of learners."""

    lessons: list[Taught]
    beside: Beside
    shoes: int
    rivals: list[Rival]
    theory: list[Theory]

    @property
    def learned(self) -> Taught:
        """The longest PPO on exact rewards with the composition before it."""
        return best(self.exact_rewards)

    @property
    def exact_rewards(self) -> list[Taught]:
        """PPO on exact rewards with the composition before it."""
        return of(self.lessons, "composition", "expected", "ppo")

    @property
    def real_game(self) -> list[Taught]:
        """PPO on settled results."""
        return of(self.lessons, "composition", "sampled", "ppo")

    @property
    def regressions(self) -> list[Taught]:
        """Full information: learners from what every bet paid."""
        return of(self.lessons, "composition", "sampled", "regression")

    @property
    def all_bets(self) -> list[Taught]:
        """Nets that learn from the exact value of every bet."""
        return of(self.lessons, "composition", "expected", "all-bets")

    @property
    def remembering(self) -> list[Taught]:
        """Learners that are shown the cards of the last coup alone."""
        return of(self.lessons, "cards")

    @property
    def counting(self) -> list[Taught]:
        """Learners that are shown a count alone."""
        return of(self.lessons, "count")

    @property
    def blind(self) -> list[Taught]:
        """Learners without card information that may sit out."""
        return [one for one in self.lessons if one.blind and not one.must_bet]

    @property
    def fresh(self) -> list[Taught]:
        """Those of them that do not replay a buffer of settled results."""
        return [one for one in self.blind if not replays(one)]

    @property
    def replaying(self) -> list[Taught]:
        """Those of them that do."""
        return [one for one in self.blind if replays(one)]

    @property
    def quiet(self) -> int:
        """Of the fresh ones, those that learned to sit out."""
        return sum(-one.total < SITS_OUT for one in self.fresh)

    @property
    def quiet_replaying(self) -> int:
        """Of those that replay, those that learned to sit out."""
        return sum(-one.total < SITS_OUT for one in self.replaying)

    @property
    def shortfalls(self) -> list[float]:
        """Units a shoe that learners who must bet fall short of the least bad bet."""
        return [shortfall(one) for one in self.lessons if one.must_bet]

    @property
    def near(self) -> int:
        """Those that come near it."""
        return sum(short < SITS_OUT for short in self.shortfalls)

    @property
    def sits_out(self) -> float:
        """Units a shoe below which a learner counts as sitting out."""
        return SITS_OUT

    @property
    def lost_by_title(self) -> list[tuple[str, float, float]]:
        """Learners that replay: least and most that each kind loses, units a shoe."""
        lost: dict[str, list[float]] = {}
        for one in self.replaying:
            lost.setdefault(one.title, []).append(-one.total)
        return [(title, min(some), max(some)) for title, some in lost.items()]

    @property
    def buffer_tells(self) -> tuple[float, float, float] | None:
        """Least edge a full buffer tells, of the narrowest and the widest bet; the least edge."""
        if not self.replaying:
            return None
        one = self.replaying[0]
        game = one.recipe.game
        cost = -odds.expected_value(game.full_shoe, game).max()
        return smallest_edge(one), smallest_edge(one, widest=True), float(cost)

    @property
    def quantiles(self) -> list[tuple[int, float]]:
        """Quantiles of a learner that has them, and what the largest payoff counts at least."""
        some = [one for one in self.replaying if QUANTILES in one.recipe.settings]
        return [(int(one.recipe.settings[QUANTILES]), quantile_step(one)) for one in some[:1]]


def findings(results: Results) -> Findings:
    """Put the seeds of each lesson together, in the order of the plan, with what is beside."""
    cells: dict[str, list[Stored]] = {}
    for cell in results.of("trained"):
        same = {key: value for key, value in cell.arguments["recipe"].items() if key != "seed"}
        cells.setdefault(json.dumps(same, sort_keys=True), []).append(cell)
    lessons = [
        Taught(Recipe.from_dict(some[0].arguments["recipe"]), tuple(some))
        for some in cells.values()
    ]
    stored = results.of("beside")[0]
    beside = Beside(*stored.arrays.values())
    learned = best(of(lessons, "composition", "expected", "ppo"))
    return Findings(
        lessons,
        beside,
        int(stored.arguments["shoes"]),
        [_rival(beside, learned, bet) for bet in SIDE_BETS],
        [_theory(beside, learned, *one) for one in zip(SIDE_BETS, (0.85, 0.65), strict=True)],
    )


def _rival(beside: Beside, learned: Taught, bet: str) -> Rival:
    b = learned.recipe.game.index(bet)
    earned = beside.units[:, :, b].sum(axis=1) / learned.shoes
    top = int(earned.argmax())
    by_group = learned.mean("units")[:, b] - beside.units[top, :, b]
    more = by_group.sum() / learned.shoes
    error = by_group.std(ddof=1) * np.sqrt(len(by_group)) / learned.shoes
    return Rival(
        learned.recipe.game.layout[b].title,
        list(SHEET_COUNTS)[top],
        float(earned[top]),
        float(more),
        float(more / error),
    )


def _theory(beside: Beside, learned: Taught, bet: str, share: float) -> Theory:
    b = learned.recipe.game.index(bet)
    linear, products = (coups_for(share, beside, b, numbers) / 1e6 for numbers in (10, 65))
    return Theory(learned.recipe.game.layout[b].title, share, linear, products)


def coups_for(share: float, beside: Beside, bet: int, numbers: int) -> float:
    """Coups from which least squares of so many numbers captures a share of a bet's ceiling.

    Fitting K numbers to n payoffs of variance σ² leaves an average error of σ √(K / n) in
    what is fitted; the error that still captures the share is read from what such errors earn.
    Source: Seber and Lee, "Linear Regression Analysis" (2003), section 3.2.
    """
    earned = beside.units_by_estimation_error[:, bet]
    good = np.flatnonzero(earned / earned[0] >= share)
    return float(beside.variance[bet] * numbers / ERRORS[good.max()] ** 2)


def replays(one: Taught) -> bool:
    """Whether it learns from settled results of a while ago."""
    return one.recipe.row.replays and one.reward == "sampled"


def of(
    lessons: Sequence[Taught], information: str, reward: str = "", algorithm: str = ""
) -> list[Taught]:
    """Pick lessons, free to sit out, by what was seen, rewarded and taught."""
    return [
        one
        for one in lessons
        if one.information == information
        and reward in ("", one.reward)
        and algorithm in ("", one.recipe.algorithm)
        and not one.must_bet
    ]


def best(lessons: Sequence[Taught]) -> Taught:
    """The lesson with the most coups among those given."""
    return max(lessons, key=lambda one: one.recipe.coups)


def shortfall(one: Taught) -> float:
    """Units a shoe that a learner who must bet falls short of always making the least bad bet."""
    coups = one.mean("count_coups").sum(axis=0)
    least = (one.mean("count_worth").sum(axis=0) / coups).max() * coups[0] / one.shoes
    return float(least - one.total)


def smallest_edge(one: Taught, widest: bool = False) -> float:
    """The smallest average edge, per unit staked, that a full buffer tells at two standard errors.

    A buffer of n coups, spread over the bets and sitting out, tells the mean of one of them
    to within σ √(actions ÷ n); σ is that of the bet with the smallest spread, or the widest.
    """
    buffer = float(one.recipe.settings["buffer_size"])
    game = one.recipe.game
    spreads = np.sqrt(odds.variance(game.full_shoe, game))
    spread = spreads.max() if widest else spreads.min()
    return float(2 * spread * np.sqrt((len(game.bets) + 1) / min(buffer, one.recipe.coups)))


def quantile_step(one: Taught) -> float:
    """What the largest payoff of the game counts at least, in units, among so many quantiles."""
    most = one.recipe.game.pays.max() / BASIS_POINTS + 1
    return float(most / one.recipe.settings[QUANTILES])
