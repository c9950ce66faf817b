"""A training is watched: how much of the ceiling it captures, on the way and at the end."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
from rich.progress import Progress

from agents.trained.learned import Learned, Learner
from agents.trained.recipe import Recipe
from baccarat_env.game import Game
from experiments.commands.train.logs import Logs
from experiments.page.number import minus
from experiments.questions.learners.growing import grown, kelly_grown
from experiments.questions.learners.work import largest_chips
from experiments.shoes.scoring import HeldOut, held_out, score
from experiments.work.cell import derived_seed

__all__ = [
    "CEILING_ABOVE_NOISE",
    "GROWING_SHOES",
    "HELD_SEED",
    "SCORED_SHOES",
    "Watch",
    "in_words",
    "scored",
]

SCORED_SHOES = 1_000
"""Shoes for the score on the way."""

HELD_SEED = derived_seed(0, "train", "held-out")


class Watch:
    """Shows how a training gets on, and writes it down at every checkpoint."""

    def __init__(self, made: Recipe, out: Path, every: int, shown: Progress) -> None:
        self.made, self.every, self.shown = made, every, shown
        self.task = shown.add_task(made.algorithm, total=made.coups, coups="")
        self.held = held_out(made.game, SCORED_SHOES, HELD_SEED)
        self.out = out
        self.logs: Logs | None = None
        self.started, self.first, self.last = time.perf_counter(), 0, -1

    def __call__(self, learner: Learner) -> None:
        """Note where the learner is; score it where it is time to."""
        if self.logs is None:
            self.logs, self.first = Logs(self.out, learner.coups), learner.coups
        due = self.last < 0 or learner.coups >= self.last + self.every
        if due or (learner.coups >= self.made.coups and learner.coups > self.last):
            self.last = learner.coups
            self._score(learner)
        seconds = time.perf_counter() - self.started
        rate = (learner.coups - self.first) / seconds
        done, budget = learner.coups / 1e6, self.made.coups / 1e6
        told = f"{done:.2f}/{budget:.2f} million, {rate:,.0f}/s"
        self.shown.update(self.task, completed=learner.coups, coups=told)

    def _score(self, learner: Learner) -> None:
        agent = Learned(self.made, learner.policy(), learner.coups)
        units, ceiling = scored(agent, self.held)
        row = {"coups": float(learner.coups), "seconds": time.perf_counter() - self.started}
        for bet, unit, best in zip(self.made.game.bets, units, ceiling, strict=True):
            row[f"exact/{bet}_units_a_shoe"] = float(unit)
            if best > CEILING_ABOVE_NOISE:
                row[f"exact/{bet}_share_of_ceiling"] = float(unit / best)
        told = in_words(self.made.game, units, ceiling)
        self.shown.print(f"{_millions(learner.coups)}: {told}")
        assert self.logs is not None
        self.logs.add(row | learner.notes())

    def close(self) -> None:
        """Finish the logs."""
        if self.logs is not None:
            self.logs.close()


def _millions(coups: int) -> str:
    return f"{coups / 1e6:.2f} million coups"


CEILING_ABOVE_NOISE = 0.01
"""Units a shoe: below it the ceiling is too small to take a share of."""


def scored(agent: Learned, held: HeldOut) -> tuple[np.ndarray, np.ndarray]:
    """Units a shoe of an agent and of the exact player on each bet, `(B,)` and `(B,)`."""
    found = score(agent, held, largest_chips(agent.recipe))
    return found["units"].sum(axis=0) / held.shoes, found["ceiling"].sum(axis=0) / held.shoes


def in_words(game: Game, units: np.ndarray, ceiling: np.ndarray) -> str:
    """Say what a score comes to: shares where there is a ceiling, and the rest in units."""
    high = ceiling > CEILING_ABOVE_NOISE
    told = [
        f"{bet.title} {unit / best:.0%}"
        for bet, unit, best, is_high in zip(game.layout, units, ceiling, high, strict=True)
        if is_high
    ]
    rest = f"{'other bets' if told else 'all bets'} {units[~high].sum():+.3f} units a shoe"
    return minus(", ".join((*told, rest)))


GROWING_SHOES = 300


def _growth(agent: Learned) -> str:
    """Say how fast a bankroll grows, beside Kelly's stakes."""
    bankroll, largest = agent.terms.bankroll, int(largest_chips(agent.recipe).max())
    assert bankroll is not None
    held = held_out(agent.recipe.game, GROWING_SHOES, HELD_SEED + 2)
    own, kelly = grown(agent, held, bankroll, largest), kelly_grown(held, bankroll, largest)
    return minus(
        f"The logarithm of a bankroll of {bankroll:,} chips grows by {own:.2e} a shoe "
        f"({GROWING_SHOES} shoes), with Kelly's stakes by {kelly:.2e}."
    )
