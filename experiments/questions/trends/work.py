"""What a worker computes of past results: runs, selections, a fitted predictor, the ceiling."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.systems.selection import EVERY_SELECTION
from baccarat_env import odds
from baccarat_env.compiled import compiled
from baccarat_env.game import as_game
from baccarat_env.revealed import revealed
from baccarat_env.rules import RESULT_OF
from experiments.questions.trends.predictor import GROUP, fit, judge, samples
from experiments.shoes.dealt import in_groups, so_far
from experiments.shoes.plan import Plan
from experiments.shoes.played import bets_of
from experiments.work.cell import Arrays

__all__ = ["RUNS", "SYSTEMS", "ceiling", "fitted", "foreseen", "played", "runs"]

RUNS = 10
"""Longest run that is looked at; it holds longer ones too."""

SYSTEMS = ("flat:bet=player", "flat:bet=banker", *EVERY_SELECTION)

Counts = NDArray[np.int64]
Floats = NDArray[np.float64]


class Runs(NamedTuple):
    """What follows runs of Banker in G groups of shoes.

    `followed` `(G, K, 2)`: row k holds the decisions after a run of at least k Bankers, k from
    0 (all decisions) to 10, and how many of them Banker won.
    """

    followed: Counts


class Played(NamedTuple):
    """Sums of A systems over S shoes, `(A, S)`: chips, bets, exact value and its variance."""

    net: Counts
    staked: Counts
    resolved: Counts
    won: Counts
    expected: Floats
    variance: Floats


class Fitted(NamedTuple):
    """A fitted predictor by group of judged shoes, `(G,)`.

    `net` of the bettor who takes the bet rated highest, `best` of the constant bet that did
    best when fitting; `bets` and `chosen` of the bettor who waits for a rating above zero.
    `error` and `plain` `(B,)` are mean squared errors of the ratings and of the constant mean.
    """

    coups: Counts
    net: Floats
    best: Floats
    bets: Counts
    chosen: Floats
    error: Floats
    plain: Floats


class Foreseen(NamedTuple):
    """Exact odds beside what past results say of them.

    `products` `(G, B, 2)` sums by groups of shoes: foretold move × exact move and foretold
    move squared, both from the fresh shoe's value; `highest` `(B,)` foretold value and
    `favourable` `(B,)` coups that the results call favourable, of `coups`.
    """

    products: Floats
    highest: Floats
    favourable: Counts
    coups: Counts


def runs(game: dict[str, Any], seed: int, first: int, shoes: int) -> Runs:
    """Count what follows runs of Banker, group of shoes by group."""
    rules, groups = as_game(game), []
    for coups in in_groups(rules, seed=seed, first=first, shoes=shoes, group=GROUP):
        counted = np.zeros((RUNS + 1, 2), dtype=np.int64)
        count_runs(RESULT_OF[coups.endings], coups.coup, counted)
        groups.append(counted)
    return Runs(np.array(groups))


@compiled(nogil=True)
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


def played(game: dict[str, Any], seed: int, first: int, shoes: int) -> Played:
    """Play every selection with level stakes."""
    plan = Plan(SYSTEMS, as_game(game), sessions=first + shoes, seed=seed)
    found: dict[str, list[Any]] = {name: [] for name in Played._fields}
    for bets in bets_of(plan, first, first + shoes):
        for name in Played._fields[:4]:
            found[name].append(bets.sums.of(name))
        found["expected"].append(bets.sums.scored[:, 0])
        found["variance"].append(bets.sums.scored[:, 1])
    return Played(**{name: np.array(values) for name, values in found.items()})


def fitted(game: dict[str, Any], seed: int, shoes: int, judged: int) -> Fitted:
    """Fit the predictor on some shoes and judge it on others."""
    rules = as_game(game)
    coefficients, mean = fit(samples(rules, seed=seed, first=0, shoes=shoes))
    others = samples(rules, seed=seed, first=shoes, shoes=judged)
    return Fitted(**judge(coefficients, mean, others))


def ceiling(game: dict[str, Any]) -> Arrays:
    """Compute what results reveal, exactly: the fields of `revealed.Revealed`."""
    found = revealed(as_game(game))
    return {name: np.asarray(value) for name, value in vars(found).items()}


def foreseen(game: dict[str, Any], seed: int, first: int, shoes: int) -> Foreseen:
    """Hold exact odds before every coup against what past results say of them."""
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
    return Foreseen(
        np.swapaxes(np.array(sums), 1, 2), highest, np.asarray(favourable), np.array(count)
    )
