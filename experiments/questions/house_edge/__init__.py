"""What does each bet cost?

Exact part: all ways to deal the first coup of a fresh shoe are counted; what a bet
keeps is minus its expected value. No chance is involved. The fair payout is the one at
which the expected value would be zero.

Simulated part, a check on the exact one: many players sit through many shoes and bet
one unit on every bet of every coup. Their shoes are independent, so each player is one
observation and the standard errors come from the spread between players. The exact
value is that of the first coup of a fresh shoe; the simulation averages over all coups
of the shoes up to the cut card.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from baccarat_env import simulate
from baccarat_env.game import GAMES, as_game
from baccarat_env.rules import MAX_DECKS
from experiments.page.words import Answer
from experiments.questions.house_edge.figures import plot
from experiments.questions.house_edge.findings import (
    EARLY,
    ELSEWHERE,
    Checked,
    checked,
    cost_of,
    offered,
)
from experiments.questions.house_edge.tables import tables
from experiments.theory.prices import Priced, exact
from experiments.work.cell import Arrays, Cell, derived_seed
from experiments.work.results import Results

__all__ = ["FULL", "ORDER", "QUICK", "Config", "answer", "cells", "plot", "tables"]

ORDER = 1

SIMULATED = ("mini", "ez")


@dataclass(frozen=True)
class Config:
    """How much is simulated: `players` sit through `shoes` shoes each, `batch` players a cell."""

    players: int
    shoes: int
    batch: int


QUICK = Config(players=200, shoes=5_000, batch=20)
FULL = Config(players=1_000, shoes=50_000, batch=10)


# --- Compute ---------------------------------------------------------------------------


def cells(config: Config, seed: int) -> list[Cell]:
    """List the work: one exact cell a pay table, and the players in batches."""
    work = [
        Cell.of(exact, game=game, decks=list(range(1, MAX_DECKS + 1)))
        for game in (*GAMES.values(), ELSEWHERE)
    ]
    for name in SIMULATED:
        game, own = GAMES[name], derived_seed(seed, "house_edge", name)
        for first in range(0, config.players, config.batch):
            players = min(config.batch, config.players - first)
            work.append(
                Cell.of(
                    simulated, game=game, seed=own, first=first, players=players, shoes=config.shoes
                )
            )
    return work


def simulated(game: dict[str, Any], seed: int, first: int, players: int, shoes: int) -> Arrays:
    """Seat players `first` to `first + players` - 1, each for `shoes` shoes of his own.

    `net` `(players, M, B)` in basis points and `coups` `(players, M)` count up to each of the
    M marks, `marks` `(M,)` in shoes; `endings` `(400,)` counts how all their coups ended,
    `early` `(400,)` how the first EARLY of each shoe did.
    """
    rules = as_game(game)
    marks = np.unique(np.geomspace(1, shoes, 40).round().astype(np.int64))
    net = np.empty((players, marks.size, len(rules.bets)), np.int64)
    coups = np.empty((players, marks.size), np.int64)
    for i in range(players):
        played = simulate.flat(rules, shoes=shoes, seed=seed, first=(first + i) * shoes)
        net[i] = played.net.cumsum(axis=0)[marks - 1]
        coups[i] = played.coups.cumsum()[marks - 1]
    endings, early = (
        simulate.tally(rules, shoes=players * shoes, seed=seed, first=first * shoes, coups=most)
        for most in (None, EARLY)
    )
    counts = {"endings": endings.reshape(-1), "early": early.reshape(-1)}
    return {"net": net, "coups": coups, "marks": marks, **counts}


# --- Answer ----------------------------------------------------------------------------


def answer(results: Results) -> Answer:
    """Name the cheapest and the dearest bet of the rule sheets, and price each."""
    bets = sorted(offered(results), key=cost_of)
    cheapest, dearest = bets[0], bets[-1]
    losing = sum(cost_of(bet) > 0 for bet in bets)
    every = "Every bet loses" if losing == len(bets) else f"{losing} of {len(bets)} bets lose"
    sentence = (
        f"{every} to someone who does not watch the cards: with {MAX_DECKS} decks, of every "
        f"100 bet, the cheapest, {cheapest.place}, keeps {100 * cost_of(cheapest):.2f} on average; "
        f"the dearest, {dearest.place}, {100 * cost_of(dearest):.2f}."
    )
    return Answer(sentence, (*map(_keeps, bets), *map(_check, checked(results))), sentence)


def _keeps(bet: Priced) -> str:
    cost = 100 * cost_of(bet)
    does = f"keeps {cost:.2f}" if cost > 0 else f"gives back {-cost:.2f} more than"
    return f"{bet.title}: this bet {does} of every 100 bet on average."


def _check(check: Checked) -> str:
    distance = np.abs(check.edge.distance(check.exact["edge"]))
    far = int(distance.argmax())
    verdict = "agrees with" if distance[far] <= 4 else "does not agree with"
    return (
        f"A simulation of {check.coups:,} coups of {check.game.name} {verdict} the exact figures: "
        f"the bet farthest off ({check.game.layout[far].title}) is {distance[far]:.1f} standard "
        "errors away, and 4 are allowed."
    )
