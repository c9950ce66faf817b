"""The simulation of a game beside its exact figures, read from stored results."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baccarat_env.bet import BASIS_POINTS, Bet, Pays
from baccarat_env.game import Game, as_game
from baccarat_env.rules import MAX_DECKS
from experiments.statistics import Estimate, proportion, ratio
from experiments.theory.prices import Priced, priced
from experiments.work.cell import Arrays, Stored
from experiments.work.results import Results

__all__ = ["EARLY", "ELSEWHERE", "Checked", "checked", "cost_of", "offered"]

ELSEWHERE = Game(
    "Seen elsewhere",
    (
        Bet("banker", (Pays("1 to 1 less 4%", winner="banker"), Pays("push", winner="tie"))),
        Bet("tie", (Pays("9 to 1", winner="tie"),)),
    ),
)
"""Pay tables of other houses, for comparison; they are on none of the rule sheets."""

EARLY = 60
"""Coups that every shoe of eight decks has: they follow the odds of a fresh shoe exactly."""


def offered(results: Results) -> list[Priced]:
    """Read the bets of the rule sheets alone."""
    return [bet for bet in priced(results) if bet.tables != (ELSEWHERE.name,)]


def cost_of(bet: Priced) -> float:
    """Find what the house keeps of one unit bet, eight decks."""
    return float(bet.figures["edge"][MAX_DECKS - 1])


@dataclass(frozen=True)
class Checked:
    """The simulation of one game: M marks, G players, B bets."""

    game: Game
    marks: NDArray[np.int64]
    running: NDArray[np.float64]
    """`(G, M, B)` result so far per 100 bet."""
    edge: Estimate
    hit: Estimate
    exact: Arrays
    endings: NDArray[np.int64]
    early: NDArray[np.int64]

    @property
    def coups(self) -> int:
        """Coups dealt."""
        return int(self.endings.sum())


def checked(results: Results) -> list[Checked]:
    """Read the simulated games, each beside its exact figures."""
    found = []
    for exact in results.of("exact"):
        given = exact.arguments["game"]
        played = [c.arrays for c in results.of("simulated") if c.arguments["game"] == given]
        if played:
            found.append(_beside(exact, played))
    return found


def _beside(exact: Stored, played: list[Arrays]) -> Checked:
    game = as_game(exact.arguments["game"])
    row = exact.arguments["decks"].index(game.decks)
    net, coups = (np.concatenate([arrays[n] for arrays in played]) for n in ("net", "coups"))
    endings, early = (
        np.sum([arrays[n] for arrays in played], axis=0) for n in ("endings", "early")
    )
    return Checked(
        game=game,
        marks=played[0]["marks"],
        running=100 * net / BASIS_POINTS / coups[..., None],
        edge=ratio(-net[:, -1] / BASIS_POINTS, coups[:, -1]),
        hit=proportion((game.pays > 0) @ endings, int(endings.sum())),
        exact={name: values[row] for name, values in exact.arrays.items()},
        endings=endings,
        early=early,
    )
