"""What a worker computes of the ceiling: the perfect player over priced shoes, at every cut."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.counts.made_to_measure import by_trigger
from baccarat_env.game import Game, as_game
from experiments.shoes.priced import price

__all__ = ["BINS", "DEPTH_STEP", "LINES", "WIDTH", "PerfectSums", "perfect"]

LINES = {
    "Player": ("player",),
    "Banker, 5 %": ("banker",),
    "EZ Banker": ("ez_banker",),
    "Player or Banker, 5 %": ("player", "banker"),
    "Player or EZ Banker": ("player", "ez_banker"),
    "Tie": ("tie",),
    "Dragon 7": ("dragon_7",),
    "Panda 8": ("panda_8",),
}
"""What is played, and the bets it takes; two main bets are never favourable together."""

DEPTH_STEP = 13
BINS = 800
WIDTH = np.array([0.2, 0.2, 0.2, 2.0, 2.0, 2.0])
"""Edges of each bet are told apart from minus to plus this much; those beyond go to the ends."""

Floats = NDArray[np.float64]


class PerfectSums(NamedTuple):
    """Sums over shoes at each of T cuts for each of L `LINES`, `(L, T)`, and their squares.

    `units` are exact values of the favourable coups and `settled` their results; `favourable`
    counts them. `coups` `(T,)` counts all coups. `edges` `(B, D, 800)` counts coups by cards
    undealt, in steps of 13, and by edge, in steps of 2 `WIDTH` / 800.
    """

    units: Floats
    units_squares: Floats
    settled: Floats
    settled_squares: Floats
    favourable: Floats
    coups: Floats
    edges: NDArray[np.int64]


def perfect(
    game: dict[str, Any], cuts: list[int], seed: int, first: int, shoes: int
) -> PerfectSums:
    """Play the perfect player over shoes `first` to `first + shoes` - 1."""
    rules = as_game(game)
    priced = price(rules, shoes=shoes, seed=seed, first=first)
    good, net = priced.worth > 0, priced.net
    found: dict[str, list[Any]] = {name: [] for name in PerfectSums._fields[:5]}
    levels = np.asarray(cuts, np.float64)
    for bets in LINES.values():
        b = [rules.index(bet) for bet in bets]
        chosen = good[:, b]
        for name, result in (
            ("units", (priced.worth[:, b] * chosen).sum(axis=1)),
            ("settled", (net[:, b] * chosen).sum(axis=1)),
            ("favourable", chosen.sum(axis=1).astype(np.float64)),
        ):
            summed = by_trigger(priced.deepest.astype(float), result, priced.coups.shoe, levels)
            found[name].append(summed.total)
            if name != "favourable":
                found[f"{name}_squares"].append(summed.squares)
    return PerfectSums(
        **{name: np.array(rows) for name, rows in found.items()},
        coups=summed.bets * shoes,
        edges=_edges(priced.worth, priced.undealt, rules),
    )


def _edges(worth: NDArray[np.float64], undealt: NDArray[np.int64], game: Game) -> NDArray[np.int64]:
    """Count coups by cards undealt and by edge, `(B, D, 800)`."""
    depths = 52 * game.decks // DEPTH_STEP + 1
    place = np.floor((worth / WIDTH + 1) * BINS / 2).astype(np.int64).clip(0, BINS - 1)
    cell = (undealt // DEPTH_STEP)[:, None] * BINS + place
    counts = [np.bincount(column, minlength=depths * BINS) for column in cell.T]
    return np.array(counts).reshape(-1, depths, BINS)
