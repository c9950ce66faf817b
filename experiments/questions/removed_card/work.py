"""What a worker computes of removed cards: their values, and the tags that follow them best."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.counts.in_print import SHEET_COUNTS
from agents.counts.made_to_measure import best_tags, betting_correlation
from baccarat_env import odds
from baccarat_env.game import as_game

__all__ = ["Removed", "removed"]

Floats = NDArray[np.float64]


class Removed(NamedTuple):
    """Values of removed cards per unit staked: D sizes of shoe, B bets, P counts in print.

    `value` `(D, 10, B)` is the change of each bet when a card leaves, `sum` `(D, B)` counts
    times values, `edge` `(D, B)` the house edge. `tags` `(B, most, 10)` are the best within ±1
    … ±`most` for the last size, `correlation` `(B, most)` how well they follow the values, and
    `in_print` `(P,)` how well each published count does.
    """

    value: Floats
    sum: Floats
    edge: Floats
    tags: NDArray[np.int64]
    correlation: Floats
    in_print: Floats


def removed(game: dict[str, Any], decks: list[int], most: int) -> Removed:
    """Find the value of each removed card, and the best tags."""
    rules = as_game(game)
    tables = [replace(rules, decks=size) for size in decks]
    value = np.array([odds.removed_card(table.full_shoe, table) for table in tables])
    full = np.array([table.full_shoe for table in tables])
    tags = [[best_tags(rules, bet, most=m + 1) for m in range(most)] for bet in rules.bets]
    correlation = [
        [betting_correlation(row, rules, bet) for row in rows]
        for bet, rows in zip(rules.bets, tags, strict=True)
    ]
    in_print = [betting_correlation(c.tags, rules, c.bet) for c in SHEET_COUNTS.values()]
    return Removed(
        value=value,
        sum=np.einsum("dv,dvb->db", full, value),
        edge=-np.array([odds.expected_value(table.full_shoe, table) for table in tables]),
        tags=np.array(tags),
        correlation=np.array(correlation),
        in_print=np.array(in_print),
    )
