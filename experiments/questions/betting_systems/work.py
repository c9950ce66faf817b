"""What a worker computes of betting systems: sessions of each over the same shoes."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.agent import Limits
from baccarat_env.game import as_game
from experiments.shoes.plan import Plan
from experiments.shoes.played import Bets, bets_of

__all__ = ["DRAWN", "LENGTH", "STOP_LOSS", "STOP_WIN", "SessionSums", "sessions"]

LIMIT = 100
"""Units that a stake may have at most."""

LENGTH = 10
"""Shoes in a session."""

STOP_WIN, STOP_LOSS = 20, 100
"""Units ahead, and units behind, at which the second kind of session ends."""

DRAWN = ("flat", "martingale", "labouchere", "dalembert", "oscars_grind", "paroli")
"""Systems on Player whose sessions are drawn."""

MARKS = 40

Counts = NDArray[np.int64]


class SessionSums(NamedTuple):
    """Sessions of A systems: N sessions, B bets; of D drawn systems P paths at T marks.

    `net` `(A, N)` in basis points; `staked` `(A, N, B)` chips on each bet; `expected` and
    `variance` `(A, N)` of the exact value in chips; `largest` `(A,)` variance of one coup;
    `peak` `(A, N)` highest result so far, in basis points; `marks` `(T,)` coups and `paths`
    `(D, P, T)` results there, in basis points.
    """

    net: Counts
    staked: Counts
    expected: NDArray[np.float64]
    variance: NDArray[np.float64]
    largest: NDArray[np.float64]
    peak: Counts
    marks: Counts
    paths: Counts


def sessions(
    game: dict[str, Any],
    systems: list[str],
    seed: int,
    first: int,
    count: int,
    stops: list[int],
    paths: int,
) -> SessionSums:
    """Play sessions `first` to `first + count` - 1 with each system."""
    win, loss = stops or (None, None)
    plan = Plan(
        tuple(f"{system}{',' if ':' in system else ':'}limit={LIMIT}" for system in systems),
        as_game(game),
        sessions=first + count,
        length=LENGTH,
        seed=seed,
        limits=Limits(1, LIMIT),
        stop_win=win,
        stop_loss=loss,
    )
    found: dict[str, list[Any]] = {name: [] for name in SessionSums._fields[:6]}
    drawn = []
    for system, bets in zip(systems, bets_of(plan, first, first + count), strict=True):
        staked = np.zeros((count, bets.done.stakes.shape[1]), dtype=np.int64)
        np.add.at(staked, bets.session, bets.done.stakes)
        values = bets.sums.of("net"), staked, *bets.sums.scored.T, bets.sums.ends[:, 1]
        for name, value in zip(SessionSums._fields[:6], values, strict=True):
            found[name].append(value)
        if system in [f"{name}:bet=player" for name in DRAWN]:
            drawn.append((DRAWN.index(system.partition(":")[0]), _paths(bets, paths)))
    arrays = {name: np.array(values) for name, values in found.items()}
    arrays["largest"] = arrays["largest"].max(axis=1)
    in_order = np.array([path for _, path in sorted(drawn, key=lambda one: one[0])])
    return SessionSums(**arrays, marks=_marks(), paths=in_order)


def _marks() -> NDArray[np.int64]:
    """Coups at which paths are read, `(T,)`: 10 shoes of at least 70 coups."""
    return np.linspace(0, 70 * LENGTH, MARKS + 1).astype(np.int64)


def _paths(bets: Bets, count: int) -> NDArray[np.int64]:
    """Results so far of the first sessions at the marks, `(P, T)`."""
    net, opens = bets.done.net.sum(axis=1), np.searchsorted(bets.session, np.arange(count + 1))
    level = np.concatenate([[0], np.cumsum(net)])
    at = np.minimum(opens[:-1, None] + _marks(), opens[1:, None])
    return np.asarray(level[at] - level[opens[:-1], None])
