"""The end of a shoe: every result beside what the stakes were worth by the exact odds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents import make
from agents.agent import Limits
from agents.play.dealt import Schedule, play
from baccarat_env import odds
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import Game
from baccarat_env.house import Chips
from baccarat_env.simulate import Coups

__all__ = ["SYSTEMS", "Line", "reckon", "systems"]

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
