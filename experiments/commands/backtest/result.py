"""A backtest in Python: `backtest([...])` plays agents over the same shoes and keeps what came."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
from rich.progress import Progress

from agents.agent import Agent
from agents.one_table import OneTable
from baccarat_env.canvas import matplotlib_module
from baccarat_env.game import Game
from experiments import RequestError
from experiments.commands.backtest.choice import Choice
from experiments.commands.backtest.choosing import SHARE, check_plan, choose, expanded, limits_of
from experiments.commands.backtest.columns import as_table, columns, csv_of, json_of
from experiments.commands.backtest.replay import replay
from experiments.commands.backtest.sentences import sentences
from experiments.commands.backtest.sessions import Curve, Sessions, played_sessions
from experiments.commands.backtest.tables import brief
from experiments.page.terminal import Terminal
from experiments.shoes.flat import beside_flat
from experiments.shoes.plan import Plan
from experiments.shoes.played import run, tally
from experiments.shoes.procedure import game_named
from experiments.shoes.recorded import read
from experiments.shoes.summary import Summary, summaries
from experiments.shoes.tallies import Tally
from experiments.work.files import place_for, write

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Backtest", "Curve", "Sessions", "backtest"]


@dataclass(frozen=True, repr=False)
class Backtest:
    """Agents over the same shoes: `table`, `curves`, `bets`, `plot()`; printed, what it says."""

    plan: Plan
    tally: Tally

    @cached_property
    def summaries(self) -> list[Summary | None]:
        """Every agent's statistics; None where the records settle none of its bets."""
        return summaries(self.plan.names, self.tally)

    @property
    def table(self) -> Any:
        """The statistics, a row an agent: a DataFrame where pandas is there, else arrays."""
        return as_table(columns(self.plan, self.summaries))

    @property
    def sentences(self) -> list[str]:
        """What the table says, in sentences."""
        return sentences(self.plan, self.summaries)

    def csv(self, path: str | Path) -> None:
        """Write the table as CSV, whole or not at all; columns are named with their units."""
        write(place_for(path), csv_of(columns(self.plan, self.summaries)))

    def json(self, path: str | Path) -> None:
        """Write what was played, the table and the sentences as JSON, whole or not at all."""
        table = columns(self.plan, self.summaries)
        write(place_for(path), json_of(self.plan, self.sentences, agents=table))

    def page(self, path: str | Path) -> None:
        """Write the sheet, one HTML file that needs nothing else, whole or not at all."""
        from experiments.commands.backtest.content import sheet

        write(place_for(path), sheet(self.plan, self.summaries, self._sessions))

    @property
    def curves(self) -> dict[str, Curve]:
        """What each agent had won after each coup, over the first `DRAWN` shoes."""
        return {name: curve for name, (curve, _) in self._sessions.items()}

    @property
    def sessions(self) -> dict[str, Sessions]:
        """What each agent's sessions came to one by one, over the first `DRAWN` shoes."""
        return {name: sessions for name, (_, sessions) in self._sessions.items()}

    @cached_property
    def _sessions(self) -> dict[str, tuple[Curve, Sessions]]:
        return {name: (curve, sessions) for name, curve, sessions in played_sessions(self.plan)}

    @cached_property
    def bets(self) -> pa.Table:
        """The ledger: a row a coup and agent, money in chips."""
        return pa.concat_tables([part.rows for part in run(self.plan, ledger="coup")])

    def replay(self, shoe: int) -> str:
        """Walk through shoe number `shoe`, from 1, coup by coup, as the named agents played it."""
        named = self.plan.agents[: len(self.plan.agents) - self.plan.added]
        return _screen(lambda console: replay(replace(self.plan, agents=named), shoe, console))

    def plot(self) -> Figure:
        """Draw what was won after each coup, agent by agent, each on a scale of its own."""
        count = len(self.plan.names)
        figure: Figure = matplotlib_module("figure").Figure(
            figsize=(7, 2.2 * count + 0.6), layout="constrained"
        )
        axes = figure.subplots(count, 1, sharex=True, squeeze=False)[:, 0]
        for (name, curve), axis in zip(self.curves.items(), axes, strict=True):
            coups = np.arange(1, curve.worth.size + 1)
            axis.plot(coups, curve.paths.T, color="0.75", lw=0.7)
            axis.fill_between(coups, curve.quantiles[0], curve.quantiles[-1], alpha=0.2)
            axis.plot(coups, curve.quantiles[2], label="middle session")
            axis.plot(coups, curve.worth, "k--", lw=1.2, label="worth by exact odds")
            axis.axhline(0, color="0.4", lw=0.6)
            axis.set_title(name, loc="left", fontsize=10)
            axis.set_ylabel("chips won")
        axes[0].legend(fontsize=8, loc="upper left")
        axes[-1].set_xlabel("coup; the band holds 90 of 100 sessions")
        return figure

    def __repr__(self) -> str:
        """Say what came of it in a table that fits a screen, and in a sentence."""
        return _screen(self._show)

    def _show(self, console: Terminal) -> None:
        brief(self.plan, self.summaries, console)
        for sentence in self.sentences:
            console.print(sentence)

    def _repr_html_(self) -> str:
        """The same for a notebook."""
        return f"<pre>{escape(repr(self))}</pre>"


def _screen(show: Callable[[Terminal], None]) -> str:
    """What is printed on 80 columns."""
    console = Terminal(width=80, force_terminal=False)
    with console.capture() as said:
        show(console)
    return "\n".join(line.rstrip() for line in said.get().splitlines())


def backtest(
    agents: Sequence[str | Agent | OneTable] | str | Agent | OneTable,
    *,
    game: str | Game = "mini",
    recorded: str | Path | None = None,
    sessions: int | None = None,
    length: int = 1,
    seed: int | None = None,
    bankroll: int | None = None,
    low: int = 1,
    high: int = 500,
    stop_win: int | None = None,
    stop_loss: int | None = None,
    train: float | None = None,
) -> Backtest | Choice:
    """Play agents over the same shoes, simulated or `recorded` in a file; return a `Backtest`.

    Options are those of `python -m experiments backtest`; an agent is a name, an `Agent` or a
    `OneTable`. Flat betting of each agent's main bet is added, unless it plays already. With
    `train`, or a grid such as "martingale:limit=100..1000/100", the best is chosen on a share of
    the sessions and judged on the others: a `Choice`. Raises RequestError for what cannot be
    played.
    """
    named = [agents] if isinstance(agents, (str, Agent, OneTable)) else list(agents)
    if recorded is not None and not (sessions is None and seed is None):
        raise RequestError("recorded shoes are played as they are: leave sessions and seed out")
    table = game_named(game) if isinstance(game, str) else game
    every, grids = expanded(named)
    plan = Plan(
        every,
        table,
        sessions=1_000 if sessions is None else sessions,
        length=length,
        seed=1 if seed is None else seed,
        limits=limits_of(low, high),
        bankroll=bankroll,
        stop_win=stop_win,
        stop_loss=stop_loss,
        recorded=None if recorded is None else read(recorded, table.decks),
    )
    check_plan(plan)
    if grids or train is not None:
        return choose(plan, grids, SHARE if train is None else train)
    plan = beside_flat(plan)
    with Progress(console=Terminal(stderr=True), transient=True) as shown:
        bar = shown.add_task("sessions", total=plan.sessions)
        return Backtest(plan, tally(plan, watch=lambda done: shown.update(bar, completed=done)))
