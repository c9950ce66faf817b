"""Why an agent bet as it did, in a few words, for whoever watches it coup by coup."""

from __future__ import annotations

import numpy as np

from agents.agent import Agent, Stakes, View
from agents.counts.counting import Counter, Misreading
from agents.exact.exact import ExactPlayer
from agents.one_table import Tables
from agents.play.leaving import Leaving
from agents.systems.after import After
from agents.systems.selection import Always
from agents.systems.sides import SIDES, snake
from agents.systems.staking import Flat
from agents.systems.system import System
from baccarat_env import simulate

__all__ = ["reason"]

SHOWN = 6
"""Decisions that are shown."""


def reason(agent: Agent, view: View, stakes: Stakes) -> str:
    """Say why an agent bet so at the first table, after its `bet` and before the coup.

    A class of one's own may say so itself: it sets `self.reason`. Empty where nothing is known.
    """
    if agent.stopped[0]:
        return "has left the table"
    if isinstance(agent, Leaving):
        return reason(agent.agent, view, stakes)
    if isinstance(agent, System):
        return _system(agent, view, stakes)
    if isinstance(agent, Counter):
        return _counter(agent, view)
    if isinstance(agent, ExactPlayer):
        return _exact(agent, view)
    own = getattr(agent.players[0] if isinstance(agent, Tables) else agent, "reason", "")
    return own if isinstance(own, str) else ""


def _system(agent: System, view: View, stakes: Stakes) -> str:
    """Name what the selection goes by, and what the plan asks for."""
    where = _where(agent, view)
    if not stakes[0].any():
        return f"no bet: {where}" if where else "no bet"
    plan = snake(type(agent.plan).__name__)
    units = int(agent.plan.stake(agent.state)[0])
    placed = int(stakes[0].sum())
    asked = f"{plan} asks for {units * agent.unit:,}" if units * agent.unit != placed else plan
    parts = [where] if isinstance(agent.plan, Flat) else [where, asked]
    return "; ".join(part for part in parts if part)


def _where(agent: System, view: View) -> str:
    selection = agent.selection
    if isinstance(selection, Always):
        return f"always {selection.bet}"
    if selection.information == "none":
        return snake(type(selection).__name__)
    past = "".join(SIDES[d] for d in view.decisions[0, : view.decided[0]][-SHOWN:])
    if isinstance(selection, After):
        fits = [p for p in selection.patterns if past.endswith(p) and len(p) <= len(past)]
        return f"after {max(fits, key=len)}" if fits else f"after {past or 'nothing yet'}"
    return f"{snake(type(selection).__name__)} after {past or 'nothing yet'}"


def _counter(agent: Counter, view: View) -> str:
    """Name every count, without misread cards, and its trigger."""
    kept = agent.kept if isinstance(agent, Misreading) else None
    running = view.running if kept is None else view.running @ kept.T
    return "; ".join(
        f"{count.by} count {float(count.value(running[:, k], view.unseen_cards)[0]):+.1f}, "
        f"bets {count.bet} from {count.trigger:g}"
        for k, count in enumerate(agent.counts)
    )


def _exact(agent: ExactPlayer, view: View) -> str:
    """Name the bet that is worth most."""
    values = 100 * simulate.price(view.unseen[:1], agent.priced)[0]
    best = int(np.argmax(values))
    return f"best: {agent.priced.bets[best]} {values[best]:+.2f} per 100".replace("-", "−")
