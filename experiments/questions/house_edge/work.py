"""What a worker computes of prices: exact figures of every bet, players who make every bet."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from baccarat_env import odds, simulate
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import as_game

__all__ = ["EARLY", "Played", "Prices", "exact", "simulated"]

EARLY = 60
"""Coups that every shoe of eight decks has: they follow the odds of a fresh shoe exactly."""

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]


class Prices(NamedTuple):
    """Exact figures of every bet per unit staked, D sizes of shoe and B bets, `(D, B)`.

    `factor` is what the winning payouts would have to be multiplied by for a fair bet.
    `endings` `(D, 400)` are the chances of the first coup.
    """

    edge: Floats
    deviation: Floats
    hit: Floats
    push: Floats
    factor: Floats
    endings: Floats


class Played(NamedTuple):
    """Players G who bet one unit on every bet of every coup, up to each of M marks.

    `net` `(G, M, B)` in basis points, `coups` `(G, M)`, `marks` `(M,)` in shoes; `endings`
    `(400,)` counts how all their coups ended, `early` `(400,)` how the first EARLY of each
    shoe did.
    """

    net: Counts
    coups: Counts
    marks: Counts
    endings: Counts
    early: Counts


def exact(game: dict[str, Any], decks: list[int]) -> Prices:
    """Find the exact figures of every bet for each number of decks."""
    rules = as_game(game)
    unseen = np.array([replace(rules, decks=size, cut=6).full_shoe for size in decks])
    endings = odds.endings(unseen).reshape(len(decks), -1)
    net = rules.pays.T / BASIS_POINTS
    return Prices(
        edge=-odds.expected_value(unseen, rules),
        deviation=np.sqrt(odds.variance(unseen, rules)),
        hit=endings @ (net > 0),
        push=endings @ (net == 0),
        factor=(endings @ -np.minimum(net, 0)) / (endings @ np.maximum(net, 0)),
        endings=endings,
    )


def simulated(game: dict[str, Any], seed: int, first: int, players: int, shoes: int) -> Played:
    """Seat players `first` to `first + players` - 1, each for `shoes` shoes of their own."""
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
    return Played(net, coups, marks, endings.reshape(-1), early.reshape(-1))
