"""Agents scored by the exact odds, on shoes that nobody was trained on.

A bet is worth its stake times its exact expected value, whatever the cards then bring; so
two agents at the same shoes differ by what they do and by nothing else, and none can pass
the exact player in any shoe. Stakes are counted in units of the largest chip of a bet.
G groups of shoes, B bets, M coups.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from agents.agent import Agent
from agents.counts.in_print import PUBLISHED
from agents.play.dealt import Schedule, play
from baccarat_env import simulate
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import Game
from experiments.work.cell import Arrays

__all__ = ["COUNTS", "COUNT_STEP", "MOST_COUNT", "HeldOut", "held_out", "last_shoes", "score"]

GROUPS = 500
"""Groups that shoes are added up in: intervals are drawn over groups."""

COUNTS = {"dragon_7": "dragon-count", "panda_8": "panda-count"}
"""The published count whose true count each side bet is told by; others go by the first."""

COUNT_STEP, MOST_COUNT = 0.5, 40.0
"""Width of a class of true counts, and the count at which classes end, either way."""


@dataclass(frozen=True)
class HeldOut:
    """Shoes kept for scoring, every coup priced."""

    game: Game
    schedule: Schedule
    worth: NDArray[np.float64]
    """`(M, B)` exact expected value per unit staked."""
    group: NDArray[np.int64]
    """`(M,)` the group of shoes each coup belongs to."""
    shoes: int

    @property
    def groups(self) -> int:
        """Number of groups, G."""
        return int(self.group[-1]) + 1

    @cached_property
    def ceiling(self) -> NDArray[np.float64]:
        """Units of the exact player by group, `(G, B)`."""
        return self.by_group(np.maximum(self.worth, 0.0))

    @cached_property
    def count_class(self) -> NDArray[np.int64]:
        """Class of the true count that tells each bet, `(M, B)`."""
        unseen = self.schedule.coups.unseen
        cards = unseen.sum(axis=1, dtype=np.int64)
        classes = np.empty(self.worth.shape, np.int64)
        for b, bet in enumerate(self.game.bets):
            count = PUBLISHED[COUNTS.get(bet, "dragon-count")]
            running = (self.game.full_shoe - unseen.astype(np.int64)) @ np.array(count.tags)
            value = np.clip(count.value(running, cards), -MOST_COUNT, MOST_COUNT)
            classes[:, b] = np.floor((value + MOST_COUNT) / COUNT_STEP + 1e-9)
        return classes

    def by_group(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Add up values `(M, B)` over the coups of each group, `(G, B)`."""
        columns = [np.bincount(self.group, one, self.groups) for one in values.T]
        return np.stack(columns, axis=1)


def last_shoes(game: Game, shoes: int, held_seed: int) -> HeldOut:
    """The held-out shoes of the last score: others than those of the curves, `held_seed`'s own."""
    return held_out(game, shoes, held_seed + 1)


@lru_cache(maxsize=2)
def held_out(game: Game, shoes: int, seed: int) -> HeldOut:
    """Deal and price shoes; 26 kB and half a millisecond of work a shoe. Kept for the next call."""
    coups = simulate.deal(game, shoes=shoes, seed=seed)
    group = coups.shoe * min(GROUPS, shoes) // shoes
    schedule = Schedule.lay_out(game, coups, shoes)
    return HeldOut(game, schedule, simulate.price(coups.unseen, game), group, shoes)


def score(agent: Agent, held: HeldOut, largest: NDArray[np.int64]) -> Arrays:
    """Play an agent over held-out shoes and add up what it did, in units of the `largest` `(B,)`.

    `units`, `settled`, `staked` `(G, B)`: exact and settled results and stakes. `made`
    `(2, B)`: units staked where the bet was not favourable, and where it was. By class of
    true count `(C, B)`: `count_coups`, `count_bets` (units staked), `count_worth` (the sum of
    exact values) and `count_good` (favourable coups).
    """
    session = play(agent, held.schedule, bankroll=_bankroll(agent))
    stakes = session.stakes / largest
    net = session.net / BASIS_POINTS / largest
    good = held.worth > 0
    classes = int(2 * MOST_COUNT / COUNT_STEP) + 1

    def by_count(values: NDArray[np.float64]) -> NDArray[np.float64]:
        columns = zip(held.count_class.T, values.T, strict=True)
        return np.stack([np.bincount(at, value, classes) for at, value in columns], axis=1)

    return {
        "units": held.by_group(stakes * held.worth),
        "settled": held.by_group(net),
        "staked": held.by_group(stakes),
        "ceiling": held.ceiling,
        "made": np.stack(((stakes * ~good).sum(axis=0), (stakes * good).sum(axis=0))),
        "favourable": good.sum(axis=0),
        "count_coups": by_count(np.ones_like(held.worth)),
        "count_bets": by_count(stakes),
        "count_worth": by_count(held.worth),
        "count_good": by_count(good.astype(np.float64)),
    }


def _bankroll(agent: Agent) -> int | None:
    terms = getattr(agent, "terms", None)
    return None if terms is None else terms.bankroll
