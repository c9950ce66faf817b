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

from agents.systems.selection import SELECTIONS
from agents.systems.staking import PLANS
from baccarat_env.game import GAMES
from experiments.questions.betting_systems.work import STOP_LOSS, STOP_WIN, sessions
from experiments.work.cell import Cell, derived_seed

ORDER = 5

TABLES = ("mini", "ez")
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
