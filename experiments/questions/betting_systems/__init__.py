"""Does any betting system change the expected loss?

A session is 10 shoes in a row by one bettor with no bankroll to run out of; a stake is at
most 100 units, and a system that wants more starts its series again. A second kind of
session ends as soon as it is 20 units ahead or 100 behind, or after the 10 shoes. Every
system plays the same shoes.

Three things are held beside each other, session by session: what a system won; what its
stakes were worth by the exact odds of the unseen cards before each coup; and what they
would cost at the price of the first coup of a fresh shoe, the amount bet times the edge.
Result less worth has mean zero for every system, whatever it does (a martingale
difference, Doob), as long as stakes are bounded. Its z-score is
Σ s (X − μ) / √Σ s² σ² with the variance of the bet made, and Holm's correction covers all
systems at both tables.

Sessions are independent, and every interval comes from the spread between them. A fan's
band holds the middle 90 % of sessions at each number of coups taken by itself.

Source: Doob, "Stochastic Processes" (1953), chapter VII, for systems and martingales;
Epstein, "The Theory of Gambling and Statistical Logic" (1967), chapter 3, for the systems.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.agent import Limits
from agents.systems.selection import SELECTIONS
from agents.systems.staking import PLANS
from baccarat_env.game import GAMES, as_game
from experiments.page.number import in_figures
from experiments.page.words import Answer
from experiments.questions.betting_systems.figures import plot
from experiments.questions.betting_systems.findings import (
    DRAWN,
    LENGTH,
    STOP_LOSS,
    STOP_WIN,
    Sessions,
    p_values,
    played,
    title,
)
from experiments.questions.betting_systems.tables import tables
from experiments.shoes.played import Bets, Plan, bets_of
from experiments.statistics import SIGNIFICANT
from experiments.work.cell import Arrays, Cell, derived_seed
from experiments.work.results import Results

__all__ = ["FULL", "ORDER", "QUICK", "Config", "answer", "cells", "plot", "tables"]

ORDER = 5

TABLES = ("mini", "ez")
LIMIT = 100
MARKS = 40

SYSTEMS = (
    *(f"{plan}:bet=player" for plan in PLANS if plan not in ("flat", "martingale")),
    *(f"{plan}:bet={bet}" for plan in ("flat", "martingale") for bet in ("player", "banker")),
    *(name for name in SELECTIONS if name not in ("always", "template")),
    "template:pattern=PBPPBB",
    "martingale:select=follow",
    "labouchere:select=opposite",
    "dalembert:select=derived_road",
    "paroli:select=follow_run",
)
"""All staking plans on Player, flat and martingale on Banker too, all selections with flat
stakes, and some of both."""


@dataclass(frozen=True)
class Config:
    """Sessions at each table, sessions a cell, and sessions a cell whose paths are kept."""

    sessions: int
    batch: int
    paths: int


QUICK = Config(sessions=600, batch=150, paths=100)
FULL = Config(sessions=20_000, batch=500, paths=50)


# --- Compute ---------------------------------------------------------------------------


def cells(config: Config, seed: int) -> list[Cell]:
    """List the work: sessions at every table, with and without leaving early."""
    return [
        Cell.of(
            sessions,
            game=GAMES[name],
            systems=list(SYSTEMS),
            seed=derived_seed(seed, "betting_systems", name),
            first=first,
            count=min(config.batch, config.sessions - first),
            stops=stops,
            paths=config.paths,
        )
        for name in TABLES
        for stops in ([], [STOP_WIN, STOP_LOSS])
        for first in range(0, config.sessions, config.batch)
    ]


def sessions(
    game: dict[str, Any],
    systems: list[str],
    seed: int,
    first: int,
    count: int,
    stops: list[int],
    paths: int,
) -> Arrays:
    """Play sessions `first` to `first + count` - 1, N of them, with each of A systems.

    `net` `(A, N)` in basis points; `staked` `(A, N, B)` chips on each bet; `expected` and
    `variance` `(A, N)`, of the exact worth in chips; `largest` `(A,)` variance of one coup;
    `peak` `(A, N)` highest result so far, in basis points; `marks` `(T,)` coups and `paths`
    `(D, P, T)` results there, in basis points, of the first P sessions of the D drawn systems.
    """
    win, loss = stops or (None, None)
    plan = Plan(
        tuple(f"{system}{',' if ':' in system else ':'}limit={LIMIT}" for system in systems),
        as_game(game),
        sessions=first + count,
        length=LENGTH,
        seed=seed,
        limits=Limits(1, LIMIT),
        stop_win=win,
        stop_loss=loss,
    )
    found: dict[str, list[Any]] = {name: [] for name in KEPT}
    drawn = []
    for system, bets in zip(systems, bets_of(plan, first, first + count), strict=True):
        staked = np.zeros((count, bets.done.stakes.shape[1]), dtype=np.int64)
        np.add.at(staked, bets.session, bets.done.stakes)
        values = bets.sums.of("net"), staked, *bets.sums.scored.T, bets.sums.ends[:, 1]
        for name, value in zip(KEPT, values, strict=True):
            found[name].append(value)
        if system in [f"{name}:bet=player" for name in DRAWN]:
            drawn.append((DRAWN.index(system.partition(":")[0]), _paths(bets, paths)))
    arrays = {name: np.array(values) for name, values in found.items()}
    arrays["largest"] = arrays["largest"].max(axis=1)
    arrays["marks"] = _marks()
    arrays["paths"] = np.array([path for _, path in sorted(drawn, key=lambda one: one[0])])
    return arrays


KEPT = ("net", "staked", "expected", "variance", "largest", "peak")


def _marks() -> NDArray[np.int64]:
    """Coups at which paths are read, `(T,)`: 10 shoes of at least 70 coups."""
    return np.linspace(0, 70 * LENGTH, MARKS + 1).astype(np.int64)


def _paths(bets: Bets, count: int) -> NDArray[np.int64]:
    """Results so far of the first sessions at the marks, `(P, T)`."""
    net, opens = bets.done.net.sum(axis=1), np.searchsorted(bets.session, np.arange(count + 1))
    level = np.concatenate([[0], np.cumsum(net)])
    at = np.minimum(opens[:-1, None] + _marks(), opens[1:, None])
    return np.asarray(level[at] - level[opens[:-1], None])


# --- Answer ----------------------------------------------------------------------------


def answer(results: Results) -> Answer:
    """Say whether any system did other than its bets cost, and what the systems change."""
    found = played(results)
    p = p_values(found)
    tests, apart = p.size, int((p < SIGNIFICANT).sum())
    z = max((abs(one.z_score).max() for one in found), default=0.0)
    does = "No betting system changes" if apart == 0 else f"{apart} of {tests} tests say it changes"
    sentence = (
        f"{does} the expected loss: in {tests} tests of {len(SYSTEMS)} systems, what was won is "
        f"never farther from what the stakes were worth than luck explains (largest |z| {z:.2f}, "
        f"smallest p {p.min():.2g} after correction)."
        if apart == 0
        else f"{does} the expected loss (largest |z| {z:.2f})."
    )
    return Answer(sentence, tuple(_shape(one) for one in found), f"{does} the expected loss.")


def _shape(one: Sessions) -> str:
    ahead, result = 100 * one.ahead.value, one.result
    most, least = int(ahead.argmax()), int(ahead.argmin())
    ends = "leaving at " + f"+{STOP_WIN} or −{STOP_LOSS}" if one.stops else "no leaving early"
    told = [
        f"{title(one.systems[a])} ends {ahead[a]:.1f} % of sessions ahead and comes to "
        f"{in_figures(result, a)} units a session for {one.staked[a]:,.0f} bet"
        for a in (most, least)
    ]
    return f"{one.game.name}, {LENGTH} shoes, {ends}: {told[0]}; {told[1]}."
