"""The theorem of betting systems, held against dealt shoes: no system changes the mean.

What a system wins, less each stake times the exact expected value of its bet given the
unseen cards, has mean zero; its standard error is √(Σ s² · variance of that bet given the
unseen cards). Every selection with every staking plan at every pay table is one test.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, as_completed
from functools import cache
from math import sqrt
from statistics import NormalDist
from typing import Annotated

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

from agents import Agent, Limits, make
from agents.play.dealt import Schedule, play
from agents.systems.selection import SELECTIONS
from agents.systems.staking import PLANS
from baccarat_env import odds, simulate
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import GAMES, MINI_BACCARAT
from experiments.page.options import CORES, MOST_SEED, MOST_WORKERS, Cluster, Workers, about, within
from experiments.page.terminal import Terminal, say
from experiments.work.executors import workers_of

__all__ = [
    "FAMILY_ALPHA",
    "LIMITS",
    "PLAN_SPECS",
    "SELECTION_SPECS",
    "cells_of",
    "largest_by_chance",
    "run_theorem",
    "system",
    "theorem",
    "z_score",
]

LIMITS = Limits(high=25, side_high=10)
FAMILY_ALPHA = 1e-4
"""Chance that any of all tests is beyond the bound although the theorem holds."""

PLAN_SPECS = [*sorted(PLANS), "martingale,losses=7", "fibonacci,ahead=true"]
SELECTION_SPECS = [
    *sorted(SELECTIONS.keys() - {"always"}),
    "template,advance=decision",
    "template,advance=loss",
    "derived_road,road=2",
    "derived_road,road=3,fade=true",
]

COUPS_A_SHOE = 81
SHOES_A_TABLE = 2

Cell = tuple[str, str, str]
"""Game, staking plan and selection."""


def theorem(
    coups: Annotated[int, about("Coups that each system plays.")] = 1_000_000,
    workers: Workers = CORES,
    cluster: Cluster = None,
    seed: Annotated[int, about("The shoes' seed.")] = 1,
) -> None:
    """Hold the theorem of betting systems against every selection, staking plan and game.

    Example: python -m experiments theorem --coups 100000
    """
    within("coups", coups, 100_000, 10**9)
    within("workers", workers, 1, MOST_WORKERS)
    within("seed", seed, 0, MOST_SEED)
    console = Terminal(stderr=True)
    with workers_of(workers, cluster, say) as (executor, _):
        scores = list(run_theorem(coups=coups, seed=seed, executor=executor, console=console))
    largest, bound = max(abs(z) for _, z in scores), largest_by_chance()
    does = "No system changes the mean" if largest < bound else "Some system changes the mean"
    print(f"{does}: largest |z| of {len(scores)} systems {largest:.2f}, bound {bound:.2f}.")


def system(plan: str, selection: str) -> Agent:
    """Make a plan on a selection; options follow their names after commas."""
    name, _, options = plan.partition(",")
    return make(f"{name}:select={selection},{options}")


def cells_of(plan: str) -> list[Cell]:
    """List the tests of a plan: bets that pay alike make the same session and are run once.

    The four tables pay Player and Banker in two ways, so selections of a side need two games.
    """
    sides = [(game, plan, selection) for game in ("mini", "ez") for selection in SELECTION_SPECS]
    rows = {
        tuple(row): (name, plan, f"always,bet={bet}")
        for name, game in GAMES.items()
        for bet, row in zip(game.bets, game.pays.tolist(), strict=True)
    }
    return [*sides, *rows.values()]


def largest_by_chance() -> float:
    """Find the |z| that all tests together pass with probability 1 - FAMILY_ALPHA (Bonferroni)."""
    tests = sum(len(cells_of(plan)) for plan in PLAN_SPECS)
    return NormalDist().inv_cdf(1 - FAMILY_ALPHA / 2 / tests)


def z_score(cell: Cell, coups: int, seed: int) -> float:
    """Play a system over about `coups` coups: (result - Σ stake × expected value) over its
    standard error.

    Raises ArithmeticError if one coup holds more than 1 % of the variance: the normal law
    would not do.
    """
    name, plan, selection = cell
    session = play(system(plan, selection), _schedule(name, coups, seed), limits=LIMITS)
    mean, variance = _moments(name, coups, seed)
    share = session.stakes**2 * variance
    if share.max() >= 0.01 * share.sum():
        raise ArithmeticError(f"one coup of {cell} holds more than 1 % of the variance")
    excess = session.net.sum() / BASIS_POINTS - (session.stakes * mean).sum()
    return float(excess / sqrt(share.sum()))


@cache
def _shoes(coups: int, seed: int) -> simulate.Coups:
    return simulate.deal(MINI_BACCARAT, shoes=-(-coups // COUPS_A_SHOE) + 5, seed=seed)


@cache
def _schedule(name: str, coups: int, seed: int) -> Schedule:
    shoes = _shoes(coups, seed)
    tables = (int(shoes.shoe[-1]) + 1) // SHOES_A_TABLE
    return Schedule.lay_out(GAMES[name], shoes, tables)


@cache
def _moments(name: str, coups: int, seed: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Expected value and variance of every bet before every coup, `(M, B)` each."""
    unseen, game = _shoes(coups, seed).unseen, GAMES[name]
    return odds.expected_value(unseen, game), odds.variance(unseen, game)


def _of_a_plan(plan: str, coups: int, seed: int) -> list[tuple[Cell, float]]:
    return [(cell, z_score(cell, coups, seed)) for cell in cells_of(plan)]


def run_theorem(
    *, coups: int, seed: int, executor: Executor, console: Console
) -> Iterator[tuple[Cell, float]]:
    """Play every system with a progress bar, print the largest |z| of each plan, yield all."""
    bound = largest_by_chance()
    grid = Grid(
        "Staking plan",
        "Systems",
        "Largest |z|",
        "By the selection",
        title=f"Result less stakes × exact expected value: {coups:,} coups a system, seed {seed}",
        caption=f"All |z| stay below {bound:.2f} with probability {1 - FAMILY_ALPHA:.4f}",
    )
    found: dict[str, list[tuple[Cell, float]]] = {}
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("plans", total=len(PLAN_SPECS))
        running = {executor.submit(_of_a_plan, plan, coups, seed): plan for plan in PLAN_SPECS}
        for done in as_completed(running):
            found[running[done]] = done.result()
            progress.advance(task)
    for plan in PLAN_SPECS:
        (game, _, selection), z = max(found[plan], key=lambda scored: abs(scored[1]))
        grid.add_row(plan, str(len(found[plan])), f"{abs(z):.2f}", f"{selection} at {game}")
        yield from found[plan]
    Terminal().print(grid)
