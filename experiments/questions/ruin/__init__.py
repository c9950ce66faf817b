"""How long does a bankroll last?

A bettor brings 100 units to a table and bets on Player, one unit a coup or doubling after
each loss without a table limit. T is the number of coups after which the next stake cannot
be covered; a risk of ruin always names its horizon, the number of coups it looks at.

Exact part: for independent coups with the chances of a fresh shoe, P(T > n) for every n
from its generating function. Wald's mean for level stakes is bankroll / edge.

Simulated part: the same bettors at tables that deal whole shoes, each with shoes of his
own, for as long as the bankroll lasts or to the horizon. Cards do leave the shoe, so that
the exact values are an approximation there; the distance is in the tables.

Then a bettor with one unit a coup who leaves when he is so much ahead or so much behind,
or after 10 shoes. Every interval comes from the spread between bettors.

Source: Wald, "On cumulative sums of random variables" (1944); Feller, "An Introduction to
Probability Theory and Its Applications" I (1968), chapter XIV.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from baccarat_env import simulate
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import MINI_BACCARAT, as_game
from experiments.page.number import in_figures
from experiments.questions.ruin.figures import plot
from experiments.questions.ruin.findings import (
    BANKROLL,
    BET,
    EXITS,
    HORIZONS,
    PLANS,
    READ,
    SHOES,
    coup_in,
    lasting,
    left_early,
)
from experiments.questions.ruin.tables import tables
from experiments.shoes.dealt import in_groups
from experiments.theory.survival import (
    coup_of,
    flat_survival,
    martingale_mean,
    martingale_survival,
)
from experiments.work.cell import Arrays, Cell, derived_seed
from experiments.work.results import Answer, Results

__all__ = ["FULL", "ORDER", "QUICK", "Config", "answer", "cells", "plot", "tables"]

ORDER = 7

GAME = replace(MINI_BACCARAT, decks=6)
MOST_SHOES = 1 << 17
"""Shoes kept for each bettor, so that no two share one."""


@dataclass(frozen=True)
class Config:
    """Bettors with level stakes, bettors who double, bettors who leave; bettors a cell."""

    flat: int
    martingale: int
    leaving: int
    cells: int


QUICK = Config(flat=4_000, martingale=10_000, leaving=20_000, cells=4)
FULL = Config(flat=40_000, martingale=1_000_000, leaving=1_000_000, cells=40)


# --- Compute ---------------------------------------------------------------------------


def cells(config: Config, seed: int) -> list[Cell]:
    """List the work: the exact curves, and bettors in batches."""
    work = [
        Cell.of(exact, game=GAME, plan=plan, bankroll=BANKROLL, coups=HORIZONS[plan])
        for plan in PLANS
    ]
    for part in range(config.cells):
        for plan in PLANS:
            bettors = getattr(config, plan) // config.cells
            own = derived_seed(seed, "ruin", plan)
            work.append(
                Cell.of(
                    bankrolls,
                    game=GAME,
                    plan=plan,
                    bankroll=BANKROLL,
                    horizon=HORIZONS[plan],
                    seed=own,
                    first=part * bettors,
                    bettors=bettors,
                )
            )
        bettors = config.leaving // config.cells
        own = derived_seed(seed, "ruin", "leaving")
        work.append(Cell.of(leaving, game=GAME, seed=own, first=part * bettors, bettors=bettors))
    return work


def exact(game: dict[str, Any], plan: str, bankroll: int, coups: int) -> Arrays:
    """P(T > n) of independent coups at some n: `n` `(M,)` and `survival` `(M,)`."""
    coup = coup_of(as_game(game), BET)
    survival = {"flat": flat_survival, "martingale": martingale_survival}[plan]
    n = np.unique(np.append(np.geomspace(1, coups, 400).round(), READ).astype(np.int64))
    n = n[n <= coups]
    return {"n": n, "survival": survival(coup, bankroll, coups)[n]}


def bankrolls(
    game: dict[str, Any],
    plan: str,
    bankroll: int,
    horizon: int,
    seed: int,
    first: int,
    bettors: int,
) -> Arrays:
    """Play bettors `first` to `first + bettors` - 1, each from a shoe of his own on.

    `coups` `(N,)` until the next stake cannot be covered, `horizon` + 1 where that does not
    happen; `left` `(N,)` units in hand then.
    """
    rules = as_game(game)
    pays = rules.pays[rules.index(BET)] // BASIS_POINTS
    coups, left = np.empty(bettors, np.int64), np.empty(bettors, np.int64)
    for i in range(bettors):
        state = np.array([bankroll, 1, 0, 0])
        shoe, chunk = (first + i) * MOST_SHOES, 4
        while state[3] == 0 and state[2] < horizon:
            endings = simulate.deal(rules, shoes=chunk, seed=seed, first=shoe).endings
            bet_on(pays[endings], plan == "martingale", horizon, state)
            shoe, chunk = shoe + chunk, min(2 * chunk, 2_048)
        coups[i] = state[2] if state[3] else horizon + 1
        left[i] = state[0]
    return {"coups": coups, "left": left}


@njit(cache=True, nogil=True)
def bet_on(
    results: NDArray[np.int64], doubling: bool, horizon: int, state: NDArray[np.int64]
) -> None:
    """Bet coup after coup: `state` is bankroll and stake in units, coups played, ruined or not.

    `results` `(M,)` are 1, 0 or -1. Doubling restarts at one unit after a win.
    """
    bankroll, stake, coups = state[0], state[1], state[2]
    for result in results:
        if coups == horizon:
            break
        coups += 1
        bankroll += stake * result
        if doubling and result != 0:
            stake = 2 * stake if result < 0 else 1
        if stake > bankroll:
            state[3] = 1
            break
    state[0], state[1], state[2] = bankroll, stake, coups


def leaving(game: dict[str, Any], seed: int, first: int, bettors: int) -> Arrays:
    """Play level stakes with every pair of `EXITS` as stop-win and stop-loss.

    `reached` `(W, L, 2)` counts bettors who left at the stop-win, and at the stop-loss;
    `net` and `squares` `(W, L)` sum results in units.
    """
    rules = as_game(game)
    pays = rules.pays[rules.index(BET)] // BASIS_POINTS
    exits = np.array(EXITS)
    reached = np.zeros((exits.size, exits.size, 2), dtype=np.int64)
    sums = np.zeros((2, exits.size, exits.size), dtype=np.int64)
    opens, shoes = first * SHOES, bettors * SHOES
    for coups in in_groups(rules, seed=seed, first=opens, shoes=shoes, group=200 * SHOES):
        bettor = (coups.shoe - coups.shoe[0]) // SHOES
        leave(pays[coups.endings], bettor, exits, reached, sums)
    return {"reached": reached, "net": sums[0], "squares": sums[1]}


@njit(cache=True, nogil=True)
def leave(
    results: NDArray[np.int64],
    bettor: NDArray[np.int64],
    exits: NDArray[np.int64],
    reached: NDArray[np.int64],
    sums: NDArray[np.int64],
) -> None:
    """Walk each bettor's results with every pair of exits; add up how and with what he left."""
    size = exits.size
    for w in range(size):
        for loss in range(size):
            level: Any = 0
            done = False
            for m in range(results.size):
                if not done:
                    level += results[m]
                    if level == exits[w] or level == -exits[loss]:
                        reached[w, loss, 0 if level > 0 else 1] += 1
                        done = True
                if m + 1 == results.size or bettor[m + 1] != bettor[m]:
                    sums[0, w, loss] += level
                    sums[1, w, loss] += level * level
                    level, done = 0, False


# --- Answer ----------------------------------------------------------------------------


def answer(results: Results) -> Answer:
    """Say how long both bankrolls last, and what leaving early changes."""
    flat, martingale = lasting(results)
    coup = coup_in(results)
    sentence = (
        f"A bankroll of {BANKROLL} units lasts {coup.ruin_mean(BANKROLL):,.0f} coups on average at "
        f"one unit a coup on Player, and {martingale_mean(coup, BANKROLL):,.1f} coups when stakes "
        "are doubled after a loss: the risk of ruin within 1,000 coups is "
        f"{100 * (1 - flat.exactly(1_000)):.2f} % and "
        f"{100 * (1 - martingale.exactly(1_000)):.1f} %."
    )
    return Answer(sentence, (*_beside_the_exact(results), _best_exit(results)))


def _beside_the_exact(results: Results) -> tuple[str, str]:
    flat, martingale = lasting(results)
    mean = flat.mean
    away = float(mean.distance(coup_in(results).ruin_mean(BANKROLL)))
    outlived = int((flat.coups > flat.horizon).sum())
    return (
        f"At tables that deal whole shoes ({flat.coups.size:,} bettors) level stakes lasted "
        f"{mean.value:,.0f} ± {mean.half_width:,.0f} coups, {abs(away):.1f} standard errors from "
        f"Wald's value; {outlived} bettors were still playing after {flat.horizon:,} coups and "
        "count with that number.",
        f"The doubling bankroll survives {martingale.horizon:,} coups with probability "
        f"{martingale.survival[-1]:.1e}.",
    )


def _best_exit(results: Results) -> str:
    left = left_early(results)
    best = np.unravel_index(int(left.won.value.argmax()), left.won.value.shape)
    return (
        f"Leaving at +{EXITS[best[0]]} or −{EXITS[best[1]]} sends "
        f"{100 * left.won.value[best]:.1f} % of bettors home at their stop-win within {SHOES} "
        f"shoes, and comes to {in_figures(left.result, best)} units a session: leaving earlier "
        "changes how much is bet, and so how much is lost."
    )
