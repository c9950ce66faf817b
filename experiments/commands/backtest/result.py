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
from numpy.typing import NDArray
from rich.progress import Progress

from agents.agent import Agent, Limits
from agents.one_table import OneTable
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import Game
from experiments import RequestError
from experiments.commands.backtest.tables import brief, sentences
from experiments.page.terminal import Terminal
from experiments.shoes.played import Bets, Plan, bets_of, run, tally
from experiments.shoes.procedure import game_named
from experiments.shoes.recorded import read
from experiments.shoes.summary import QUANTILES, Summary, summaries
from experiments.shoes.tallies import Tally

__all__ = ["Backtest", "Curve", "backtest"]

PATHS = 8
"""Sessions that are drawn one by one."""

DRAWN = 2_000
"""Sessions from which curves are drawn, at most."""


@dataclass(frozen=True)
class Curve:
    """What an agent had won after each coup of a session, in chips; C coups.

    `quantiles` `(5, C)` at `QUANTILES` of the sessions, `paths` `(8, C)` the first sessions, and
    `worth` `(C,)` the mean of what its stakes were worth by exact odds. A session that is over
    keeps what it ended with.
    """

    quantiles: NDArray[np.float64]
    paths: NDArray[np.float64]
    worth: NDArray[np.float64]


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
        columns: dict[str, list[Any]] = {"agent": list(self.plan.names)}
        for name, value in COLUMNS.items():
            columns[name] = [np.nan if one is None else value(one) for one in self.summaries]
        try:
            import pandas as pd  # type: ignore[import-untyped, unused-ignore]
        except ImportError:
            return {name: np.asarray(values) for name, values in columns.items()}
        return pd.DataFrame(columns)

    @cached_property
    def curves(self) -> dict[str, Curve]:
        """What each agent had won after each coup, over the first `DRAWN` sessions."""
        last = min(self.plan.sessions, max(1, DRAWN // self.plan.length))
        return {bets.name: _curve(bets, last) for bets in bets_of(self.plan, 0, last)}

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
            for sentence in sentences(self.plan, [one for one in self.summaries if one]):
                console.print(sentence)
        return "\n".join(line.rstrip() for line in said.get().splitlines())

    def _repr_html_(self) -> str:
        """The same for a notebook."""
        return f"<pre>{escape(repr(self))}</pre>"


COLUMNS: dict[str, Any] = {
    "coups": lambda s: s.coups,
    "bets": lambda s: s.bets,
    "staked": lambda s: s.staked,
    "per_100": lambda s: float(s.per_100.value),
    "per_100_half_width": lambda s: float(s.per_100.half_width) if s.has_interval else np.nan,
    "per_shoe": lambda s: float(s.per_shoe.value),
    "worth_per_shoe": lambda s: float(s.worth.value),
    "luck_z": lambda s: s.z_score if s.usable else np.nan,
    "ended_ahead": lambda s: s.ended_ahead.value,
    "ever_ahead": lambda s: s.ever_ahead.value,
    "largest_fall": lambda s: float(s.drawdown.value),
    "stake_not_covered": lambda s: s.short.value,
    "all_chips_lost": lambda s: s.broke.value,
}


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
    `OneTable`. Raises RequestError for what cannot be played.
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
    with Progress(console=Terminal(stderr=True), transient=True) as shown:
        bar = shown.add_task("sessions", total=plan.sessions)
        return Backtest(plan, tally(plan, watch=lambda done: shown.update(bar, completed=done)))


def _curve(bets: Bets, sessions: int) -> Curve:
    lengths = np.bincount(bets.session, minlength=sessions)
    at = np.arange(bets.session.size) - (np.cumsum(lengths) - lengths)[bets.session]
    won = np.zeros((sessions, lengths.max()))
    worth = won.copy()
    won[bets.session, at] = bets.done.net.sum(axis=1) / BASIS_POINTS
    worth[bets.session, at] = bets.expected
    levels = won.cumsum(axis=1)
    return Curve(
        np.quantile(levels, QUANTILES, axis=0),
        levels[:PATHS],
        worth.cumsum(axis=1).mean(axis=0),
    )
