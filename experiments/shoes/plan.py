"""What is played in a backtest: agents, game, shoes, stakes; its sessions split in two."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from agents.agent import Agent, Limits
from agents.one_table import OneTable, as_agent
from baccarat_env.game import Game
from baccarat_env.names import counted
from experiments import RequestError
from experiments.page.text import plain
from experiments.shoes.recorded.shoes import Recorded
from experiments.work.cell import derived_seed

__all__ = [
    "BATCH",
    "LONGEST",
    "Plan",
    "split",
]

BATCH = 5_000
"""Shoes in a batch: some 400 000 coups."""

LONGEST = 20_000
"""Shoes of a session at most: it is held in memory whole, 26 kB a shoe."""


@dataclass(frozen=True)
class Plan:
    """What is backtested: `sessions` sessions of `length` shoes each, by every agent.

    A session ends early for an agent that stops, that has won `stop_win` chips or more, or
    lost `stop_loss` or more. With a `bankroll` in chips it ends where the next stake cannot
    be covered. Recorded shoes are played in their order, `length` to a session.
    """

    agents: tuple[str | Agent | OneTable, ...]
    game: Game
    sessions: int = 1_000
    length: int = 1
    seed: int = 1
    limits: Limits = field(default_factory=Limits)
    bankroll: int | None = None
    stop_win: int | None = None
    stop_loss: int | None = None
    recorded: Recorded | None = None
    added: int = 0
    """How many of the agents, the last ones, were added for comparison."""

    def __post_init__(self) -> None:
        if not self.agents:
            raise RequestError("no agent was named: name at least one")
        if not 0 <= self.seed < 2**63:
            raise RequestError(f"seed={self.seed} must be a whole number from 0 to {2**63 - 1}")
        for name in ("sessions", "length", "bankroll", "stop_win", "stop_loss"):
            value = getattr(self, name)
            high = {"sessions": 10**9, "length": LONGEST}.get(name, 10**11)
            if value is not None and not 1 <= value <= high:
                raise RequestError(f"{name}={value} must be a whole number from 1 to {high}")
        if self.bankroll is not None and self.bankroll < self.limits.low:
            raise RequestError(
                f"bankroll={self.bankroll} is below the smallest stake of "
                f"{counted(self.limits.low, 'chip')}"
            )
        if self.recorded is None:
            return
        if self.length > self.recorded.shoes:
            raise RequestError(
                f"length={self.length} must be from 1 to the "
                f"{counted(self.recorded.shoes, 'shoe')} of {self.recorded.file}"
            )
        object.__setattr__(self, "sessions", self.recorded.shoes // self.length)

    @property
    def names(self) -> list[str]:
        """The agents as they were named, every character to be seen."""
        return [
            plain(agent if isinstance(agent, str) else as_agent(agent).name)
            for agent in self.agents
        ]

    @property
    def horizon(self) -> str:
        """How long a session lasts, in words: it stands beside every risk of ruin."""
        ends = [counted(self.length, "shoe")]
        if self.stop_win is not None:
            ends.append(f"a win of {counted(self.stop_win, 'chip')}")
        if self.stop_loss is not None:
            ends.append(f"a loss of {counted(self.stop_loss, 'chip')}")
        return ", or ".join(ends)

    def batches(self) -> list[tuple[int, int]]:
        """Divide the sessions, first and last + 1 of each batch."""
        size = max(1, BATCH // self.length)
        return [
            (first, min(first + size, self.sessions)) for first in range(0, self.sessions, size)
        ]


def split(plan: Plan, share: float) -> tuple[Plan, Plan]:
    """Divide the sessions in two: the first `share` of them to tune on, the rest to judge on.

    Raises RequestError if either part is left without a session.
    """
    if plan.sessions < 2:
        raise RequestError(
            "a single session cannot be divided in one part to choose on and one to judge on: "
            "play two at least"
        )
    first = int(share * plan.sessions) if 0 < share < 1 else 0
    if not 0 < first < plan.sessions:
        raise RequestError(
            f"train={share} of {counted(plan.sessions, 'session')} leaves one part empty: "
            "give a share between 0 and 1"
        )
    if plan.recorded is None:
        other = derived_seed(plan.seed, "judged")
        rest = plan.sessions - first
        return replace(plan, sessions=first), replace(plan, sessions=rest, seed=other)
    shoes = np.arange(plan.recorded.shoes)
    tuned = shoes < first * plan.length
    return (
        replace(plan, recorded=plan.recorded.only(tuned)),
        replace(plan, recorded=plan.recorded.only(~tuned)),
    )
