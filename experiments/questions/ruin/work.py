"""What a worker computes of bankrolls: exact curves, bettors at tables, bettors who leave early."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from baccarat_env import simulate
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.compiled import compiled
from baccarat_env.game import as_game
from experiments.shoes.bankrolls import COUPS
from experiments.shoes.dealt import in_groups
from experiments.theory.survival import coup_of, flat_survival, martingale_survival

__all__ = ["bankrolls", "exact", "leaving", "lines"]

BET = "player"
PLANS = ("flat", "martingale")
HORIZONS = {"flat": 100_000, "martingale": 1_000_000}
"""Coups a bettor is watched at most."""

READ = (100, 1_000, 10_000, 100_000, 1_000_000)
"""Horizons, in coups, at which survival is told."""

EXITS = (5, 10, 20, 50, 100)
"""Units ahead, and units behind, at which a bettor leaves."""

SHOES = 10
"""Shoes after which a bettor with a stop-win and a stop-loss leaves in any case."""

DRAWN_SHOES = 16
"""Shoes that hold so many coups in any case."""

MOST_SHOES = 1 << 17
"""Shoes set aside for each bettor, so that no two share one."""


class Curve(NamedTuple):
    """P(T > n) of independent coups at M numbers of coups n."""

    n: NDArray[np.int64]
    survival: NDArray[np.float64]


class Bankrolls(NamedTuple):
    """Coups `(N,)` until a stake could not be covered; horizon + 1 where all were covered."""

    coups: NDArray[np.int64]


class Exits(NamedTuple):
    """Sums over bettors by stop-win and stop-loss, `(W, L)`.

    `reached` `(W, L, 2)` counts who left at the stop-win and at the stop-loss; `net` and
    `squares` are sums of results in units.
    """

    reached: NDArray[np.int64]
    net: NDArray[np.int64]
    squares: NDArray[np.int64]


class Lines(NamedTuple):
    """Units of N bettors coup by coup, level stakes and doubling on the same shoes.

    `units` `(2, N, COUPS + 1)` stay as they are once a stake could not be covered, which is
    after `coups` `(2, N)` coups; COUPS + 1 where all were covered.
    """

    units: NDArray[np.int64]
    coups: NDArray[np.int64]


def exact(game: dict[str, Any], plan: str, bankroll: int, coups: int) -> Curve:
    """P(T > n) of independent coups, at numbers of coups evenly spaced by their logarithm."""
    coup = coup_of(as_game(game), BET)
    survival = {"flat": flat_survival, "martingale": martingale_survival}[plan]
    n = np.unique(np.append(np.geomspace(1, coups, 400).round(), READ).astype(np.int64))
    n = n[n <= coups]
    return Curve(n, survival(coup, bankroll, coups)[n])


def bankrolls(
    game: dict[str, Any],
    plan: str,
    bankroll: int,
    horizon: int,
    seed: int,
    first: int,
    bettors: int,
) -> Bankrolls:
    """Play bettors `first` to `first + bettors` - 1, each on shoes of its own."""
    rules = as_game(game)
    pays = rules.pays[rules.index(BET)] // BASIS_POINTS
    coups = np.empty(bettors, np.int64)
    for i in range(bettors):
        state = np.array([bankroll, 1, 0, 0])
        shoe, chunk = (first + i) * MOST_SHOES, 4
        while state[3] == 0 and state[2] < horizon:
            endings = simulate.deal(rules, shoes=chunk, seed=seed, first=shoe).endings
            bet_on(pays[endings], plan == "martingale", horizon, state)
            shoe, chunk = shoe + chunk, min(2 * chunk, 2_048)
        coups[i] = state[2] if state[3] else horizon + 1
    return Bankrolls(coups)


@compiled(nogil=True)
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


def lines(game: dict[str, Any], bankroll: int, seed: int, bettors: int) -> Lines:
    """Follow bettors coup by coup, each on shoes of its own."""
    rules = as_game(game)
    pays = rules.pays[rules.index(BET)] // BASIS_POINTS
    units = np.empty((len(PLANS), bettors, COUPS + 1), np.int64)
    coups = np.empty(units.shape[:2], np.int64)
    for i in range(bettors):
        shoes = simulate.deal(rules, shoes=DRAWN_SHOES, seed=seed, first=i * DRAWN_SHOES)
        results = pays[shoes.endings[:COUPS]]
        for k, plan in enumerate(PLANS):
            state = np.array([bankroll, 1, 0, 0])
            units[k, i, 0] = bankroll
            for n in range(COUPS):
                if state[3] == 0:
                    bet_on(results[n : n + 1], plan == "martingale", COUPS, state)
                units[k, i, n + 1] = state[0]
            coups[k, i] = state[2] if state[3] else COUPS + 1
    return Lines(units, coups)


def leaving(game: dict[str, Any], seed: int, first: int, bettors: int) -> Exits:
    """Play level stakes with every pair of `EXITS` as stop-win and stop-loss."""
    rules = as_game(game)
    pays = rules.pays[rules.index(BET)] // BASIS_POINTS
    exits = np.array(EXITS)
    reached = np.zeros((exits.size, exits.size, 2), dtype=np.int64)
    sums = np.zeros((2, exits.size, exits.size), dtype=np.int64)
    opens, shoes = first * SHOES, bettors * SHOES
    for coups in in_groups(rules, seed=seed, first=opens, shoes=shoes, group=200 * SHOES):
        bettor = (coups.shoe - coups.shoe[0]) // SHOES
        leave(pays[coups.endings], bettor, exits, reached, sums)
    return Exits(reached, sums[0], sums[1])


@compiled(nogil=True)
def leave(
    results: NDArray[np.int64],
    bettor: NDArray[np.int64],
    exits: NDArray[np.int64],
    reached: NDArray[np.int64],
    sums: NDArray[np.int64],
) -> None:
    """Walk each bettor's results with every pair of exits; add up how and with what each left."""
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
