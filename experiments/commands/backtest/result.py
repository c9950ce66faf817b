"""A backtest in Python: `backtest([...])` plays agents over the same shoes and keeps what came."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from matplotlib.figure import Figure
from rich.progress import Progress

from agents.agent import Agent, Limits
from agents.one_table import OneTable
from baccarat_env.game import Game
from experiments import RequestError
from experiments.commands.backtest.columns import columns, csv_of, json_of
from experiments.commands.backtest.content import sheet
from experiments.commands.backtest.sessions import Curve, Sessions, played_sessions
from experiments.commands.backtest.tables import brief, sentences
from experiments.page.terminal import Terminal
from experiments.shoes.flat import beside_flat
from experiments.shoes.played import Plan, run, tally
from experiments.shoes.procedure import game_named
from experiments.shoes.recorded import read
from experiments.shoes.summary import Summary, summaries
from experiments.shoes.tallies import Tally
from experiments.work.files import placeable, write

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
        table = columns(self.plan, self.summaries)
        try:
            import pandas as pd  # type: ignore[import-untyped, unused-ignore]
        except ImportError:
            return {name: np.asarray(values) for name, values in table.items()}
        return pd.DataFrame(table)

    @property
    def sentences(self) -> list[str]:
        """What the table says, in sentences."""
        return sentences(self.plan, [one for one in self.summaries if one is not None])

    def csv(self, path: str | Path) -> None:
        """Write the table as CSV, whole or not at all; columns are named with their units."""
        _write(path, csv_of(columns(self.plan, self.summaries)))

    def json(self, path: str | Path) -> None:
        """Write what was played, the table and the sentences as JSON, whole or not at all."""
        table = columns(self.plan, self.summaries)
        _write(path, json_of(self.plan, self.sentences, agents=table))

    def page(self, path: str | Path) -> None:
        """Write the sheet, one HTML file that needs nothing else, whole or not at all."""
        _write(path, sheet(self.plan, self.summaries, self._sessions))

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

    def plot(self) -> Figure:
        """Draw what was won after each coup, agent by agent, each on a scale of its own."""
        count = len(self.plan.names)
        figure = Figure(figsize=(7, 2.2 * count + 0.6), layout="constrained")
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
        console = Terminal(width=80, force_terminal=False)
        with console.capture() as said:
            brief(self.plan, self.summaries, console)
            for sentence in self.sentences:
                console.print(sentence)
        return "\n".join(line.rstrip() for line in said.get().splitlines())

    def _repr_html_(self) -> str:
        """The same for a notebook."""
        return f"<pre>{escape(repr(self))}</pre>"


def _check_names(plan: Plan) -> None:
    twice = next((name for name in plan.names if plan.names.count(name) > 1), None)
    if twice:
        raise RequestError(f"two agents are called {twice}: name each once, or set its name")


def _write(path: str | Path, content: bytes) -> None:
    place = Path(path)
    placeable(place, "the file")
    write(place, content)


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
) -> Backtest:
    """Play agents over the same shoes, simulated or `recorded` in a file.

    Options are those of `python -m experiments backtest`; an agent is a name, an `Agent` or a
    `OneTable`. Flat betting of each agent's main bet is added, unless it plays already. Raises
    RequestError for what cannot be played.
    """
    named = [agents] if isinstance(agents, (str, Agent, OneTable)) else list(agents)
    if recorded is not None and not (sessions is None and seed is None):
        raise RequestError("recorded shoes are played as they are: leave sessions and seed out")
    table = game_named(game) if isinstance(game, str) else game
    try:
        limits = Limits(low, high)
    except ValueError as problem:
        raise RequestError(str(problem)) from None
    plan = Plan(
        tuple(named),
        table,
        sessions=1_000 if sessions is None else sessions,
        length=length,
        seed=1 if seed is None else seed,
        limits=limits,
        bankroll=bankroll,
        stop_win=stop_win,
        stop_loss=stop_loss,
        recorded=None if recorded is None else read(recorded, table.decks),
    )
    _check_names(plan)
    plan = beside_flat(plan)
    with Progress(console=Terminal(stderr=True), transient=True) as shown:
        bar = shown.add_task("sessions", total=plan.sessions)
        return Backtest(plan, tally(plan, watch=lambda done: shown.update(bar, completed=done)))
