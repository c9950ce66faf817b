"""One shoe coup by coup: results, what each system bet and why, what it won, what it was worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from rich.box import SIMPLE_HEAD
from rich.table import Table as Lines

from agents import make
from agents.agent import Agent, Stakes, View
from agents.by_name import told_of
from agents.one_table import as_agent
from agents.play.leaving import Leaving
from agents.reasons import reason
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import Game
from baccarat_env.rules import RESULT_OF, RESULTS
from experiments import RequestError
from experiments.page.number import fixed, minus
from experiments.page.terminal import Terminal
from experiments.shoes.plan import Plan
from experiments.shoes.played import Bets, bets_of

__all__ = ["replay"]

BESIDE = 3
"""Systems that stand side by side on a screen."""

Floats = NDArray[np.float64]


class Watched(Leaving):
    """An agent whose reasons are written down, coup by coup."""

    def __init__(self, agent: Agent) -> None:
        super().__init__(agent)
        self.reasons: list[str] = []

    def bet(self, view: View) -> Stakes:
        """Bet as the agent does, and note why."""
        stakes = super().bet(view)
        self.reasons.append(reason(self.agent, view, stakes))
        return stakes


@dataclass(frozen=True)
class Walk:
    """An agent's coups of one shoe, `(C,)` each; money in chips, since the session began."""

    name: str
    results: list[str]
    bets: list[str]
    reasons: list[str]
    net: Floats
    won: Floats
    worth: Floats


def replay(plan: Plan, shoe: int, console: Terminal) -> None:
    """Print shoe number `shoe`, from 1, coup by coup, as every agent played it.

    Raises RequestError where there is no such shoe, or the records settle no bet of an agent.
    """
    shoes = plan.sessions * plan.length
    if not 1 <= shoe <= shoes:
        raise RequestError(f"replay={shoe} must be the number of a shoe, from 1 to {shoes:,}")
    session = (shoe - 1) // plan.length
    watched = replace(plan, agents=tuple(map(_watched, plan.agents)))
    walks = [
        _walk(plan, name, bets, (shoe - 1) % plan.length)
        for name, bets in zip(plan.names, bets_of(watched, session, session + 1), strict=True)
    ]
    console.print(_title(plan, shoe, session))
    if len(walks) == 1:
        _print_one(plan, walks[0], console)
    else:
        for first in range(0, len(walks), BESIDE):
            _print_beside(walks[first : first + BESIDE], console)
    for walk in walks:
        console.print(_said(walk))
    if len(walks) > 1:
        console.print("Name one system alone to read its reasons.")


def _watched(agent: object) -> Watched:
    named = agent if isinstance(agent, str) else ""
    with told_of(named):
        made = make(agent) if isinstance(agent, str) else as_agent(agent)  # type: ignore[arg-type]
    return Watched(made)


def _walk(plan: Plan, name: str, bets: Bets, index: int) -> Walk:
    if not bets.sums.settled:
        raise RequestError(
            f"the records do not say what the bets of {name} would have won: "
            "shoes with their cards, or marks of Dragon 7 and Panda 8, do"
        )
    own = bets.coups.shoe - bets.coups.shoe[0] == index
    net = bets.done.net.sum(axis=1) / BASIS_POINTS
    reasons = bets.done.agent.reasons  # type: ignore[attr-defined]
    return Walk(
        name,
        [RESULTS[r] for r in RESULT_OF[bets.coups.endings[own]]],
        [_placed(plan.game, stakes) for stakes in bets.done.stakes[own]],
        [text for text, here in zip(reasons, own, strict=True) if here],
        net[own],
        net.cumsum()[own],
        bets.expected[own],
    )


def _placed(game: Game, stakes: Stakes) -> str:
    return ", ".join(f"{game.bets[b]} {stakes[b]:,}" for b in np.flatnonzero(stakes))


def _title(plan: Plan, shoe: int, session: int) -> str:
    source = f"seed {plan.seed}" if plan.recorded is None else str(plan.recorded.file)
    told = f"Shoe {shoe:,} of {source}"
    if plan.length > 1:
        told += f", number {(shoe - 1) % plan.length + 1} of session {session + 1:,}"
    return f"{told}; {plan.game.name}. Money in chips."


def _print_one(plan: Plan, walk: Walk, console: Terminal) -> None:
    lines = _lines()
    for heading in ("bet", "reason"):
        lines.add_column(heading, overflow="fold")
    in_hand = "so far" if plan.bankroll is None else "in hand"
    for heading in ("won", in_hand, "exact value"):
        lines.add_column(heading, justify="right")
    start = plan.bankroll or 0
    for c, result in enumerate(walk.results):
        bet = walk.bets[c]
        won = [_chips(walk.net[c]), fixed(walk.worth[c], 3)] if bet else ["", ""]
        lines.add_row(
            str(c + 1), result, bet, walk.reasons[c], won[0], _level(start + walk.won[c]), won[1]
        )
    console.print(lines)


def _print_beside(walks: Sequence[Walk], console: Terminal) -> None:
    lines = _lines()
    for walk in walks:
        lines.add_column(walk.name, overflow="fold")
        lines.add_column("so far", justify="right")
    for c, result in enumerate(walks[0].results):
        cells = [cell for walk in walks for cell in (walk.bets[c], _level(walk.won[c]))]
        lines.add_row(str(c + 1), result, *cells)
    console.print(lines)


def _lines() -> Lines:
    lines = Lines(box=SIMPLE_HEAD, pad_edge=False)
    lines.collapse_padding = True
    lines.add_column("coup", justify="right")
    lines.add_column("result")
    return lines


def _said(walk: Walk) -> str:
    net, worth = float(walk.net.sum()), float(walk.worth.sum())
    return (
        f"{walk.name} {'won' if net >= 0 else 'lost'} {_level(abs(net))} in this shoe. By exact "
        f"odds its stakes were worth {fixed(worth, 2)}; the rest, {fixed(net - worth, 2)}, is luck."
    )


def _chips(value: float) -> str:
    return ("+" if value > 0 else "") + _level(value)


def _level(value: float) -> str:
    return minus(f"{value:,.2f}".rstrip("0").rstrip("."))
