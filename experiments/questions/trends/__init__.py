"""Do past results foretell the next?

Runs: over many shoes, how often Banker wins after k Bankers in a row, ties left out. The
share is held against the overall one and against what would make the bet on Banker, or on
Player, break even. Nothing is ever found to be zero: a share is resolved to ± its interval,
and the interval comes from the spread between groups of shoes.

Roads and selections: every way of choosing a side, and the three derived roads followed and
faded, with level stakes over the same shoes. Result less exact worth has mean zero; Holm's
correction covers all of them.

A fitted predictor: for each bet, its result is regressed (ridge, least squares) on the last
12 results and the share of each kind so far, over some shoes; over other shoes it bets one
unit on whatever it rates highest, and another bettor only where it rates a bet above zero.

The ceiling: what results reveal about the cards is computed exactly for a fresh shoe. To
first order the expected value of a bet given all past results is that of a fresh shoe plus
Σ move(result) / (1 − share dealt × share of variance that results explain). Its standard
deviation says how far off a favourable bet is, and a simulation with exact odds before
every coup checks the formula: their regression on it should have slope 1.

Source: Thorp, "The Mathematics of Gambling" (1984), chapter 3, for counting cards at
baccarat; Hastie, Tibshirani and Friedman, "The Elements of Statistical Learning" (2009),
section 3.4, for ridge regression.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from baccarat_env import odds
from baccarat_env.game import EZ_BACCARAT, MINI_BACCARAT, as_game
from baccarat_env.rules import RESULT_OF, RESULTS
from experiments.page.number import minus
from experiments.page.words import Answer
from experiments.questions.trends.figures import plot
from experiments.questions.trends.findings import (
    DEPTHS,
    RUNS,
    SYSTEMS,
    after_runs,
    break_even,
    checked,
    judged_in_words,
    revealed_by,
    selected,
)
from experiments.questions.trends.predictor import GROUP, fit, judge, samples
from experiments.questions.trends.tables import tables
from experiments.shoes.dealt import in_groups, so_far
from experiments.shoes.played import Plan, bets_of
from experiments.statistics import SIGNIFICANT
from experiments.theory.information_in_results import revealed
from experiments.work.cell import Arrays, Cell, derived_seed
from experiments.work.results import Results

__all__ = ["FULL", "ORDER", "QUICK", "Config", "answer", "cells", "plot", "tables"]

ORDER = 6


@dataclass(frozen=True)
class Config:
    """Shoes whose runs are counted, that selections play, to fit and judge on, with exact odds;
    cells of each kind but the fitted one.
    """

    runs: int
    played: int
    fitted: int
    judged: int
    foreseen: int
    cells: int


QUICK = Config(runs=200_000, played=4_000, fitted=20_000, judged=20_000, foreseen=2_000, cells=4)
FULL = Config(
    runs=20_000_000, played=200_000, fitted=200_000, judged=200_000, foreseen=100_000, cells=40
)


# --- Compute ---------------------------------------------------------------------------


def cells(config: Config, seed: int) -> list[Cell]:
    """List the work: runs, selections, the fitted predictor, the ceiling and its check."""
    work = [Cell.of(ceiling, game=game) for game in (EZ_BACCARAT, MINI_BACCARAT)]
    for part in range(config.cells):
        for run, shoes, game in (
            (runs, config.runs, MINI_BACCARAT),
            (played, config.played, MINI_BACCARAT),
            (foreseen, config.foreseen, EZ_BACCARAT),
        ):
            own = derived_seed(seed, "trends", run.__name__)
            some = shoes // config.cells
            work.append(Cell.of(run, game=game, seed=own, first=part * some, shoes=some))
    for game in (MINI_BACCARAT, EZ_BACCARAT):
        own = derived_seed(seed, "trends", "fitted", game.name)
        work.append(Cell.of(fitted, game=game, seed=own, shoes=config.fitted, judged=config.judged))
    return work


def runs(game: dict[str, Any], seed: int, first: int, shoes: int) -> Arrays:
    """Count what follows runs of Banker: `followed` `(G, K, 2)`, in G groups of shoes.

    Row k holds the decisions after a run of at least k Bankers, k from 0 (all decisions) to
    10, and how many of them Banker won.
    """
    rules, groups = as_game(game), []
    for coups in in_groups(rules, seed=seed, first=first, shoes=shoes, group=GROUP):
        counted = np.zeros((RUNS + 1, 2), dtype=np.int64)
        count_runs(RESULT_OF[coups.endings], coups.coup, counted)
        groups.append(counted)
    return {"followed": np.array(groups)}


@njit(cache=True, nogil=True)
def count_runs(
    results: NDArray[np.int8], coup: NDArray[np.uint8], counted: NDArray[np.int64]
) -> None:
    """Add decisions and Banker wins after runs of Banker to `counted` `(K, 2)`."""
    run = 0
    for m in range(results.size):
        if coup[m] == 0:
            run = 0
        if results[m] == 2:
            continue
        banker = results[m] == 1 or results[m] == 3
        for k in range(min(run, counted.shape[0] - 1) + 1):
            counted[k, 0] += 1
            counted[k, 1] += banker
        run = run + 1 if banker else 0


def played(game: dict[str, Any], seed: int, first: int, shoes: int) -> Arrays:
    """Play every selection with level stakes: sums of A systems over S shoes.

    `net`, `staked`, `resolved` and `won` `(A, S)`, in chips and bets; `expected` and
    `variance` `(A, S)` by exact odds.
    """
    plan = Plan(SYSTEMS, as_game(game), sessions=first + shoes, seed=seed)
    found: dict[str, list[Any]] = {name: [] for name in (*COUNTED, "expected", "variance")}
    for bets in bets_of(plan, first, first + shoes):
        for name in COUNTED:
            found[name].append(bets.sums.of(name))
        found["expected"].append(bets.sums.scored[:, 0])
        found["variance"].append(bets.sums.scored[:, 1])
    return {name: np.array(values) for name, values in found.items()}


COUNTED = ("net", "staked", "resolved", "won")


def fitted(game: dict[str, Any], seed: int, shoes: int, judged: int) -> Arrays:
    """Fit the predictor on some shoes and judge it on others.

    `coefficients` `(F, B)`; by group of judged shoes, `(G,)` each: `coups`, `net` of the bettor
    who takes the bet rated highest, `best` of the constant bet that did best when fitting,
    `bets` and `chosen`, of the bettor who waits for a rating above zero. `error` and `plain`
    `(B,)` are mean squared errors of the ratings and of the constant mean.
    """
    rules = as_game(game)
    coefficients, mean = fit(samples(rules, seed=seed, first=0, shoes=shoes))
    others = samples(rules, seed=seed, first=shoes, shoes=judged)
    return {"coefficients": coefficients, **judge(coefficients, mean, others)}


def ceiling(game: dict[str, Any]) -> Arrays:
    """Compute what results reveal, exactly: the fields of `revealed.Revealed`."""
    found = revealed(as_game(game))
    return {name: np.asarray(value) for name, value in vars(found).items()}


def foreseen(game: dict[str, Any], seed: int, first: int, shoes: int) -> Arrays:
    """Hold exact odds before every coup against what past results say of them.

    `products` `(G, B, 2)` sums by groups of shoes: foretold move × exact move and foretold
    move squared, both from the fresh shoe's value; `highest` `(B,)` foretold value and
    `favourable` `(B,)` coups that the results call favourable, of `coups`.
    """
    rules = as_game(game)
    told, sums = revealed(rules), []
    highest, favourable, count = np.full(len(rules.bets), -np.inf), 0, 0
    for coups in in_groups(rules, seed=seed, first=first, shoes=shoes, group=100):
        moves = told.move[RESULT_OF[coups.endings]]
        dealt = 1 - coups.unseen.sum(axis=1) / told.cards
        foretold = so_far(moves, coups.coup) * told.weight(dealt)
        exact = odds.expected_value(coups.unseen, rules) - told.fresh
        sums.append([(foretold * exact).sum(axis=0), (foretold**2).sum(axis=0)])
        highest = np.maximum(highest, (told.fresh + foretold).max(axis=0))
        favourable += (told.fresh + foretold > 0).sum(axis=0)
        count += len(moves)
    return {
        "products": np.swapaxes(np.array(sums), 1, 2),
        "highest": highest,
        "favourable": np.asarray(favourable),
        "coups": np.array(count),
    }


# --- Answer ----------------------------------------------------------------------------


def answer(results: Results) -> Answer:
    """Say how finely each way of reading the past was resolved, and what it would need."""
    chosen = selected(results)
    apart = int((chosen.corrected < SIGNIFICANT).sum())
    details = (
        f"{apart} of {len(SYSTEMS)} ways of choosing a side did other than their bets' worth by "
        f"more than luck explains (largest |z| {abs(chosen.z_score).max():.2f}, smallest p "
        f"{chosen.corrected.min():.2g} after correction).",
        _moved(results),
        *(judged_in_words(cell) for cell in results.of("fitted")),
    )
    return Answer(_resolved(results), details)


def _resolved(results: Results) -> str:
    share, check, need = after_runs(results), checked(results), 100 * break_even("banker")
    game, _ = revealed_by(results)
    low = float(100 * (share.value - share.half_width)[1:6].max())
    high = float(100 * (share.value + share.half_width)[1:6].max())
    reached = "nowhere reaches" if high < need else "may reach" if low < need else "exceeds"
    favourable = int(check.favourable.sum())
    return (
        f"{'Not by enough to bet on' if high < need and not favourable else 'They may'}: after one "
        f"to five Bankers in a row, Banker's share of decisions is resolved to "
        f"± {100 * share.half_width[1:6].max():.3f} % and {reached} the {need:.3f} % at which the "
        f"bet breaks even; past results alone called {favourable} of "
        f"{len(game.bets) * check.coups:,} bets favourable."
    )


def _moved(results: Results) -> str:
    moved = []
    for one, move in (revealed_by(results, which) for which in (1, 0)):
        banker = 100 * move.move[RESULTS.index("B"), one.index("banker")]
        moved.append(f"{minus(f'{banker:+.5f}')} % of the stake at {one.name}")
    game, told = revealed_by(results)
    far = zip(game.layout, told.distance(DEPTHS[-1]), strict=True)
    return (
        f"One Banker win moves the expected value of the next bet on Banker by "
        f"{' and by '.join(moved)}. With {100 * DEPTHS[-1]:.0f} % of an EZ shoe "
        f"dealt, a favourable bet is this many standard deviations away: "
        f"{', '.join(f'{bet.title} {z:.0f}' for bet, z in far)}."
    )
