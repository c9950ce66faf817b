"""Flat betting beside a system: its main bet on every coup of the same shoes, at level stakes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from agents import make
from agents.agent import Agent
from agents.one_table import OneTable, as_agent
from agents.systems.selection import Always
from agents.systems.staking import Flat
from agents.systems.system import System
from experiments.shoes.plan import BATCH, Plan
from experiments.shoes.played import bets_of

__all__ = ["beside_flat", "flat_bet"]

TRIALS = (50, 1_000, BATCH)
"""Shoes in which an agent is watched for its main bet, until it bets."""


def beside_flat(plan: Plan) -> Plan:
    """Add a flat bettor on the main bet of every agent, unless one plays already.

    The main bet of an agent is the one it places most often in the first shoes; its least
    stake there is the unit. An agent that never bets has none.
    """
    flat = {flat_bet(agent, plan) for agent in plan.agents}
    added: list[str] = []
    for bet, unit in _main_bets(plan):
        if bet not in flat:
            flat.add(bet)
            added.append(f"flat:bet={bet}" + f",unit={unit}" * (unit > 1))
    return replace(plan, agents=(*plan.agents, *added), added=len(added))


def flat_bet(agent: str | Agent | OneTable, plan: Plan) -> str | None:
    """Find the bet that an agent places on every coup with level stakes; None for other agents."""
    bettor = make(agent) if isinstance(agent, str) else as_agent(agent)
    if (
        isinstance(bettor, System)
        and isinstance(bettor.plan, Flat)
        and isinstance(bettor.selection, Always)
    ):
        return plan.game.bets[plan.game.index(bettor.selection.bet)]
    return None


def _main_bets(plan: Plan) -> Iterator[tuple[str, int]]:
    """Find the main bet and its least stake, agent by agent."""
    found: dict[int, tuple[str, int]] = {}
    for shoes in TRIALS:
        waiting = [a for a in range(len(plan.agents)) if a not in found]
        trial = _first_shoes(plan, shoes)
        trial = replace(trial, agents=tuple(plan.agents[a] for a in waiting))
        for a, bets in zip(waiting, bets_of(trial, 0, trial.sessions), strict=True):
            stakes = bets.done.stakes
            placed = np.count_nonzero(stakes, axis=0)
            if placed.any():
                b = int(placed.argmax())
                column = stakes[:, b]
                found[a] = plan.game.bets[b], int(column[column > 0].min())
        if len(found) == len(plan.agents) or trial.sessions == plan.sessions * plan.length:
            break
    yield from (found[a] for a in sorted(found))


def _first_shoes(plan: Plan, shoes: int) -> Plan:
    """The first shoes, a session each."""
    few = min(shoes, plan.sessions * plan.length)
    recorded = plan.recorded
    if recorded is not None:
        recorded = recorded.only(np.arange(recorded.shoes) < few)
    return replace(plan, length=1, sessions=few, recorded=recorded)
