"""The end of a shoe: every result beside what the stakes were worth by the exact odds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents import make
from agents.agent import Limits
from agents.play.dealt import Schedule, play
from baccarat_env import odds, simulate
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import Game
from baccarat_env.house import Chips
from baccarat_env.simulate import Coups
from experiments.page.number import minus

__all__ = ["PLAYERS", "SYSTEMS", "Crowd", "Line", "crowd", "reckon", "systems"]

PLAYERS = 1_000
"""Players who each take a system to a shoe of their own."""

SYSTEMS = (
    "flat:bet=banker",
    "flat:bet=player",
    "martingale:bet=player",
    "dalembert:bet=player",
    "fibonacci:bet=player",
    "paroli:bet=banker",
    "follow",
    "exact",
)
"""Betting systems that are played over the same shoe, and who knows the odds."""


@dataclass(frozen=True)
class Line:
    """A bettor over some coups: chips staked, result in basis points, expected result in chips."""

    name: str
    staked: int
    net: int
    expected: float

    @property
    def luck(self) -> float:
        """Result less expected result, in chips."""
        return self.net / BASIS_POINTS - self.expected


def reckon(name: str, coups: Coups, stakes: Chips, net: NDArray[np.int64], game: Game) -> Line:
    """Add up M coups: `stakes` and `net` `(M, B)`; expected is Σ stake × exact expected value."""
    worth = odds.expected_value(coups.unseen, game)
    return Line(name, int(stakes.sum()), int(net.sum()), float((stakes * worth).sum()))


def systems(coups: Coups, game: Game, limits: Limits, bankroll: int) -> Iterator[Line]:
    """Play the systems over the same coups, with the least stake as unit and `bankroll` chips."""
    schedule = Schedule.lay_out(game, coups, 1)
    for name in SYSTEMS:
        agent = make(name, unit=limits.low)
        done = play(agent, schedule, limits=limits, bankroll=bankroll)
        yield reckon(name, coups, done.stakes, done.net, game)


@dataclass(frozen=True)
class Crowd:
    """What many players of one system came to, each at one shoe, in chips."""

    ahead: int
    short: int
    """Those who could not cover the next stake."""
    staked: int
    net: float
    expected: float
    error: float
    """Standard error of `net`."""

    def __str__(self) -> str:
        """Say it, with the exact value of the same bets beside it."""
        per = 100 / max(self.staked, 1)
        return minus(
            f"{self.ahead:,} ended ahead, {self.short:,} could not cover the next stake. "
            f"Together: {per * self.net:+.2f} ± {1.96 * per * self.error:.2f} per 100 bet; "
            f"exact value of their bets: {per * self.expected:+.2f}."
        )


def crowd(name: str, game: Game, limits: Limits, bankroll: int, seed: int) -> Crowd:
    """Play a system at `PLAYERS` other shoes, under the same limits and bankroll."""
    coups = simulate.deal(game, shoes=PLAYERS, seed=seed, first=1)
    done = play(
        make(name), Schedule.lay_out(game, coups, PLAYERS), limits=limits, bankroll=bankroll
    )
    net = np.bincount(coups.shoe - 1, done.net.sum(axis=1), PLAYERS) / BASIS_POINTS
    short = done.agent.stopped & (getattr(done.agent, "events", {}).get("short", 0) > 0)
    line = reckon(name, coups, done.stakes, done.net, game)
    return Crowd(
        int((net > 0).sum()), int(np.sum(short)), line.staked, float(net.sum()), line.expected,
        float(net.std() * PLAYERS**0.5),
    )  # fmt: skip
