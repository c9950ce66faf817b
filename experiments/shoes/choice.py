"""The best of many systems, chosen on some sessions and judged on others.

The best of n systems looks good even where luck alone tells them apart. How good is found by
resampling: sessions are drawn with replacement, the same for all systems, so that systems that
bet alike stay alike; each system's luck is centred, so that it wins what its stakes are worth.

Source: White, "A reality check for data snooping" (Econometrica 2000). A systems, N sessions.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from baccarat_env.bet import BASIS_POINTS
from experiments import RequestError
from experiments.bootstrap import TAILS
from experiments.shoes.plan import Plan
from experiments.shoes.played import bets_of
from experiments.work.cell import derived_seed
from experiments.work.executors import Inline

__all__ = ["RESAMPLES", "Record", "interval", "luck_of_the_best", "played"]

RESAMPLES = 2_000
GROUP = 25
"""Systems that one piece of work plays."""

MOST = 20_000_000
"""Sessions of all systems together, at most: they are held in memory."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Record:
    """What A systems won, what their stakes were worth and what they bet, in chips, `(A, N)`.

    A system whose bets the records do not settle has a result of nan.
    """

    won: Floats
    worth: Floats
    staked: Floats

    @cached_property
    def rates(self) -> Floats:
        """Result per 100 chips bet, `(A,)`; nan for who never bet."""
        return self._per_100(self.won.sum(axis=1))

    @cached_property
    def exact(self) -> Floats:
        """What the exact odds of the stakes say per 100 chips bet, `(A,)`."""
        return self._per_100(self.worth.sum(axis=1))

    @property
    def best(self) -> int:
        """The system that won most per 100 bet. Raises RequestError if none has a result."""
        if np.isnan(self.rates).all():
            raise RequestError("no system made a bet that these shoes settle")
        return int(np.nanargmax(self.rates))

    def _per_100(self, chips: Floats) -> Floats:
        total = self.staked.sum(axis=1)
        return np.asarray(100 * chips / np.where(total > 0, total, np.nan))


def played(
    plan: Plan,
    *,
    executor: Executor | None = None,
    ahead: int = 1,
    watch: Callable[[int], None] | None = None,
) -> Record:
    """Play every agent over every session; `watch` hears how many systems' sessions are done.

    Raises RequestError where that is more than can be held in memory.
    """
    systems = len(plan.agents)
    if systems * plan.sessions > MOST:
        raise RequestError(
            f"{systems:,} systems over {plan.sessions:,} sessions are too many to choose from: "
            f"at most {MOST:,} sessions in all"
        )
    sums = np.zeros((3, systems, plan.sessions))
    done = 0
    for group, first, last, work in _pieces(plan, executor or Inline(), ahead):
        sums[:, group, first:last] = work.result()
        done += (last - first) * (min(group.stop, systems) - group.start)
        if watch is not None:
            watch(done)
    return Record(*sums)


Piece = tuple[slice, int, int, "Future[Floats]"]


def _pieces(plan: Plan, pool: Executor, ahead: int) -> Iterator[Piece]:
    """Hand out groups of agents and batches of sessions, at most `ahead` at a time."""
    running: deque[Piece] = deque()
    groups = [slice(a, a + GROUP) for a in range(0, len(plan.agents), GROUP)]
    for (first, last), group in product(plan.batches(), groups):
        part = replace(plan, agents=plan.agents[group])
        running.append((group, first, last, pool.submit(_sums, part, first, last)))
        if len(running) >= ahead:
            yield running.popleft()
    yield from running


def _sums(plan: Plan, first: int, last: int) -> Floats:
    """Sum the sessions of some agents, `(3, A, n)`."""
    found = []
    for bets in bets_of(plan, first, last):
        sums = bets.sums
        won = bets.sums.of("net") / BASIS_POINTS if sums.settled else np.full(last - first, np.nan)
        found.append((won, sums.scored[:, 0], sums.of("staked")))
    return np.moveaxis(np.array(found, dtype=np.float64), 0, 1)


def luck_of_the_best(record: Record, seed: int) -> Floats:
    """Resample what the best of the systems wins per 100 bet by luck alone, `(R,)`."""
    graded = ~np.isnan(record.rates)
    luck = (record.won - record.worth)[graded]
    luck = luck - luck.mean(axis=1, keepdims=True)
    staked = record.staked[graded].sum(axis=1)
    sessions = luck.shape[1]
    rng = np.random.default_rng(derived_seed(seed, "the best by luck"))
    chance = np.full(sessions, 1 / sessions)
    best = np.empty(RESAMPLES)
    for at in range(0, RESAMPLES, 100):
        drawn = rng.multinomial(sessions, chance, 100)
        rates = record.exact[graded] + 100 * (drawn @ luck.T) / staked
        best[at : at + 100] = rates.max(axis=1)
    return best


def interval(values: Floats) -> tuple[float, float]:
    """Find the middle 95 % of resampled values."""
    low, high = np.percentile(values, TAILS)
    return float(low), float(high)
