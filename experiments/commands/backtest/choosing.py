"""Choosing the best of named systems and grids on a share of the sessions."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from rich.progress import Progress, TaskID

from agents.agent import Agent, Limits
from agents.grid import Grid, grid
from agents.one_table import OneTable
from experiments import RequestError
from experiments.page.terminal import Terminal
from experiments.shoes.choice import Record, played
from experiments.shoes.flat import beside_flat
from experiments.shoes.plan import Plan, split

if TYPE_CHECKING:
    from experiments.commands.backtest.choice import Choice

__all__ = ["MOST_ON_A_PAGE", "SHARE", "Named", "check_plan", "choose", "expanded", "limits_of"]

SHARE = 0.5
"""Share of the sessions that a grid is chosen on, unless another is named."""

MOST_ON_A_PAGE = 12
"""Systems of a page, at most: each has its own section."""

Named = str | Agent | OneTable


def expanded(agents: Sequence[Named]) -> tuple[tuple[Named, ...], list[Grid]]:
    """Name every system that grids stand for, and the grids."""
    every: list[Named] = []
    grids: list[Grid] = []
    for agent in agents:
        found = grid(agent) if isinstance(agent, str) else None
        every += [agent] if found is None else found.systems
        grids += [] if found is None else [found]
    return tuple(every), grids


def limits_of(low: int, high: int) -> Limits:
    """Make table limits. Raises RequestError for what no table has."""
    try:
        return Limits(low, high)
    except ValueError as problem:
        raise RequestError(str(problem)) from None


def check_plan(plan: Plan, page: object = None) -> None:
    """Refuse agents that nobody could tell apart, a stop without effect, and too long a page."""
    seen: set[str] = set()
    for name in plan.names:
        if name in seen:
            raise RequestError(f"two agents are called {name}: name each once, or set its name")
        seen.add(name)
    loss, bankroll = plan.stop_loss, plan.bankroll
    if loss is not None and bankroll is not None and loss >= bankroll:
        raise RequestError(
            f"--stop-loss {loss} has no effect with --bankroll {bankroll}: make it smaller"
        )
    if page is not None and len(plan.agents) > MOST_ON_A_PAGE:
        raise RequestError(
            f"a page of {len(plan.agents)} systems is too long: name at most {MOST_ON_A_PAGE}, "
            "or write --csv"
        )


def choose(
    plan: Plan,
    grids: Sequence[Grid],
    share: float,
    executor: Executor | None = None,
    ahead: int = 1,
) -> Choice:
    """Play all agents on a share of the sessions and on the others; keep what came of both.

    Raises RequestError where there is nothing to choose from, or a part has no session.
    """
    from experiments.commands.backtest.choice import Choice

    if len(plan.agents) < 2:
        raise RequestError("--train chooses among agents: name two at least")
    parts = split(plan, share)
    total = len(plan.agents) * sum(part.sessions for part in parts)
    with Progress(console=Terminal(stderr=True), transient=True) as shown:
        bar = shown.add_task("sessions of all systems", total=total)
        records: list[Record] = []
        for part in parts:
            before = len(records) * len(plan.agents) * parts[0].sessions
            watch = partial(_advance, shown, bar, before)
            records.append(played(part, executor=executor, ahead=ahead, watch=watch))
    best = plan.agents[records[0].best]
    beside = beside_flat(replace(parts[0], agents=(best,)))
    flat = None
    if beside.added and beside.names[1] not in plan.names:
        first, other = (
            float(played(replace(part, agents=beside.agents[1:])).rates[0]) for part in parts
        )
        flat = beside.names[1], first, other
    return Choice(parts[0], parts[1], grids, records[0], records[1], flat)


def _advance(shown: Progress, bar: TaskID, before: int, done: int) -> None:
    shown.update(bar, completed=before + done)
