"""Sessions one by one, for curves and histograms: what was won, how deep it fell, by chance how.

Chance is the same stakes settled anew: every coup's ending is drawn again at the exact odds of
the cards unseen before it, alike for all agents. N sessions, C coups of the longest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baccarat_env import odds
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.rules import ENDINGS
from baccarat_env.simulate import Coups
from experiments.shoes.plan import Plan
from experiments.shoes.played import Bets, bets_of
from experiments.shoes.summary import QUANTILES
from experiments.shoes.tallies import SESSION, SHOE, walk
from experiments.work.cell import derived_seed

__all__ = ["DRAWN", "PATHS", "WORST", "Curve", "Fall", "Sessions", "played_sessions"]

PATHS = 8
"""Sessions that are drawn one by one."""

WORST = 5
"""Deepest falls that are named."""

DRAWN = 5_000
"""Shoes from which sessions are drawn, at most."""

BATCH = 4_096
"""Coups whose endings are drawn at a time."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Fall:
    """A fall below an earlier peak: `session` from 1, and coups of the session from 1.

    `peak` is the coup after which it began (0: before the first), `bottom` the coup after
    which it was deepest, `back` the coup that ended it (None: it lasted to the end of the
    session), `chips` how deep it was. `path` `(C,)` is how far the session stood below its peak.
    """

    session: int
    peak: int
    bottom: int
    back: int | None
    chips: float
    path: Floats


@dataclass(frozen=True)
class Curve:
    """What an agent had won after each coup of a session, in chips; C coups.

    `quantiles` `(5, C)` at `QUANTILES` of the sessions, `paths` `(8, C)` the first sessions,
    `mean` `(C,)`, and `worth` `(C,)` the mean of what its stakes were worth by exact odds.
    `falls` `(5, C)` are quantiles of how far sessions stood below their peak, and `worst` the
    five deepest falls. A session that is over keeps what it ended with.
    """

    quantiles: Floats
    paths: Floats
    mean: Floats
    worth: Floats
    falls: Floats
    worst: tuple[Fall, ...]


@dataclass(frozen=True)
class Sessions:
    """What each session came to, `(N,)`, money in chips; and the same stakes by chance."""

    staked: NDArray[np.int64]
    results: Floats
    falls: Floats
    streaks: NDArray[np.int64]
    by_chance: Floats
    streaks_by_chance: NDArray[np.int64]


def played_sessions(plan: Plan) -> Iterator[tuple[str, Curve, Sessions]]:
    """Play the first `DRAWN` shoes once more, agent by agent."""
    last = min(plan.sessions, max(1, DRAWN // plan.length))
    endings: NDArray[np.int64] | None = None
    for bets in bets_of(plan, 0, last):
        if endings is None:
            endings = _drawn_again(plan, bets.coups)
        net = bets.done.stakes * plan.game.pays.T[endings]
        yield bets.name, _curve(bets, last), _sessions(bets, net, plan.length)


def _drawn_again(plan: Plan, coups: Coups) -> NDArray[np.int64]:
    """Draw an ending for every coup `(M,)` at its exact odds."""
    blind = plan.recorded is not None and plan.recorded.cards is None
    rng = np.random.default_rng(derived_seed(plan.seed, "by chance"))
    points = rng.random(len(coups.coup))
    found = np.empty(len(points), dtype=np.int64)
    for at in range(0, len(points), BATCH):
        part = slice(at, at + BATCH)
        unseen = plan.game.full_shoe[None] if blind else coups.unseen[part]
        reached = odds.endings(unseen).reshape(-1, ENDINGS).cumsum(axis=1)
        reached /= reached[:, -1:]
        found[part] = (points[part, None] >= reached).sum(axis=1)
    return found


def _curve(bets: Bets, sessions: int) -> Curve:
    lengths = np.bincount(bets.session, minlength=sessions)
    at = np.arange(bets.session.size) - (np.cumsum(lengths) - lengths)[bets.session]
    levels = np.zeros((sessions, lengths.max()), dtype=np.int64)
    worth = np.zeros(levels.shape)
    levels[bets.session, at] = bets.done.net.sum(axis=1)
    worth[bets.session, at] = bets.expected
    levels = levels.cumsum(axis=1)
    falls = np.maximum.accumulate(np.maximum(levels, 0), axis=1) - levels
    return Curve(
        _quantiles(levels),
        levels[:PATHS] / BASIS_POINTS,
        levels.sum(axis=0) / sessions / BASIS_POINTS,
        worth.cumsum(axis=1).mean(axis=0),
        _quantiles(falls),
        tuple(_worst(falls)),
    )


def _quantiles(levels: NDArray[np.int64]) -> Floats:
    """The smallest values that so many sessions do not exceed, as the tables have them."""
    found = np.quantile(levels, QUANTILES, axis=0, method="inverted_cdf")
    return np.asarray(found / BASIS_POINTS)


def _worst(falls: NDArray[np.int64]) -> Iterator[Fall]:
    """Find the deepest falls; a fall lasts from a peak until that peak is reached again."""
    coups = falls.shape[1]
    below = falls > 0
    opens = np.argwhere(below & ~np.pad(below, ((0, 0), (1, 0)))[:, :-1])
    if not len(opens):
        return
    flat = opens[:, 0] * coups + opens[:, 1]
    deepest = np.maximum.reduceat(falls.ravel(), flat)
    for i in np.argsort(-deepest, kind="stable")[:WORST]:
        session, first = opens[i].tolist()
        path = falls[session]
        over = np.flatnonzero(path[first:] == 0)
        end = first + int(over[0]) if over.size else None
        bottom = first + int(path[first:end].argmax())
        yield Fall(
            session + 1,
            first,
            bottom + 1,
            None if end is None else end + 1,
            int(deepest[i]) / BASIS_POINTS,
            path / BASIS_POINTS,
        )


def _sessions(bets: Bets, net: NDArray[np.int64], length: int) -> Sessions:
    ends, shoe = bets.sums.ends, bets.coups.shoe - bets.coups.shoe[0]
    shoes = np.zeros((len(ends) * length, len(SHOE)), dtype=np.int64)
    chance = np.zeros_like(ends)
    walk(bets.done.stakes, net, shoe, bets.session, shoes, chance)
    by_chance = shoes[:, SHOE.index("net")].reshape(len(ends), -1).sum(axis=1)
    fall, streak = SESSION.index("drawdown"), SESSION.index("streak")
    return Sessions(
        bets.sums.of("staked"),
        bets.sums.of("net") / BASIS_POINTS,
        ends[:, fall] / BASIS_POINTS,
        ends[:, streak],
        by_chance / BASIS_POINTS,
        chance[:, streak],
    )
