"""What a worker computes of the market: exact figures, and players over priced shoes."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.counts.in_print import Count, published
from agents.counts.made_to_measure import best_tags, betting_correlation, by_trigger
from baccarat_env import catalogue, odds, pairs, simulate
from baccarat_env.game import Game, as_game
from baccarat_env.shoe import key_of, order
from experiments.shoes.priced import PricedShoes, price
from experiments.shoes.usual_table import CUT

__all__ = [
    "EVERY_OFFER",
    "TRIGGERS",
    "Exact",
    "MarketSums",
    "PairSums",
    "counts_of",
    "exact",
    "paired",
    "played",
    "unseen_by_code",
]

EVERY_OFFER = Game(
    "Every bet of the catalogue", tuple(row.alone for row in catalogue.OFFERS.values()), cut=6
)
"""One layout with every row of the catalogue, dealt as deep as can be."""

MOST_TAG = 4
TRIGGERS = np.append(np.arange(0, 100.5, 0.5), np.inf)
"""Triggers that are tried, `(T,)`; the last is never reached."""

CHUNK = 250
"""Shoes priced at once: about 20 MB a table of B bets."""

Floats = NDArray[np.float64]


class Exact(NamedTuple):
    """Exact figures per unit staked of B bets: D sizes of shoe, the first the usual one.

    `edge` `(D, B)` is the house edge. Of the usual shoe: `hit` and `push` `(B,)` the chances,
    `deviation` `(B,)`, `removed` `(10, B)` the change when one card of a value is gone.
    `tags` `(B, 10)` are the best balanced ones; `correlation` `(K,)` is the betting correlation
    of each of `counts_of`.
    """

    edge: Floats
    hit: Floats
    push: Floats
    deviation: Floats
    removed: Floats
    tags: NDArray[np.int64]
    correlation: Floats


class MarketSums(NamedTuple):
    """Sums over shoes of B bets at C cuts, and of K counts at T triggers and the usual cut.

    `units` `(B, C)` are the exact values of the perfect player's bets and `settled` their
    results; `favourable` counts them. `counted` `(K, T)` is what the counts earn, `bets` how
    often they bet. `squares` are those of the sums of a shoe. `coups` `(C,)` counts all coups.
    """

    coups: Floats
    units: Floats
    units_squares: Floats
    settled: Floats
    settled_squares: Floats
    favourable: Floats
    counted: Floats
    counted_squares: Floats
    bets: Floats


def exact(game: dict[str, Any], decks: list[int]) -> Exact:
    """Find what is exact of every bet in fresh shoes."""
    rules = as_game(game)
    tables = [replace(rules, decks=size) for size in decks]
    usual = tables[0]
    chances = odds.endings(usual.full_shoe).reshape(-1)
    counts = counts_of(usual)
    return Exact(
        edge=-np.array([odds.expected_value(table.full_shoe, table) for table in tables]),
        hit=(usual.pays > 0) @ chances,
        push=(usual.pays == 0) @ chances,
        deviation=np.sqrt(odds.variance(usual.full_shoe, usual)),
        removed=odds.removed_card(usual.full_shoe, usual),
        tags=np.array([count.tags for count in counts[: len(usual.bets)]]),
        correlation=np.array([betting_correlation(c.tags, usual, c.bet) for c in counts]),
    )


@cache
def _counts(game: Game) -> tuple[Count, ...]:
    measured = [Count(bet, bet, best_tags(game, bet, most=MOST_TAG), 0.0) for bet in game.bets]
    return (*measured, *published(game).values())


def counts_of(game: Game) -> tuple[Count, ...]:
    """List K counts: one made to measure for each bet in order, then those in print."""
    return _counts(replace(game, cut=CUT))


def played(game: dict[str, Any], cuts: list[int], seed: int, first: int, shoes: int) -> MarketSums:
    """Play the perfect player and the counts over shoes `first` to `first + shoes` - 1."""
    rules = as_game(game)
    chunks = [
        _played(price(rules, shoes=min(CHUNK, first + shoes - start), seed=seed, first=start), cuts)
        for start in range(first, first + shoes, CHUNK)
    ]
    return MarketSums(*(np.sum(sums, axis=0) for sums in zip(*chunks, strict=True)))


def _played(priced: PricedShoes, cuts: list[int]) -> MarketSums:
    good = priced.worth > 0
    opens = np.flatnonzero(priced.coups.coup == 0)
    dealt = [np.add.reduceat(priced.deepest >= cut, opens) for cut in cuts]
    ends = opens[:, None] + np.array(dealt).T  # (S, C): behind the last coup under each cut

    def by_shoe(values: NDArray[Any]) -> Floats:
        """Add up coups under each cut, `(M, B)` → `(S, C, B)`."""
        before = np.concatenate([np.zeros((1, values.shape[1])), values.cumsum(axis=0)])
        return np.asarray(before[ends] - before[opens][:, None])

    units = by_shoe(np.where(good, priced.worth, 0.0))
    settled = by_shoe(np.where(good, priced.net, 0.0))
    return MarketSums(
        (ends - opens[:, None]).sum(axis=0).astype(np.float64),
        units.sum(axis=0).T,
        (units**2).sum(axis=0).T,
        settled.sum(axis=0).T,
        (settled**2).sum(axis=0).T,
        by_shoe(good).sum(axis=0).T,
        *_counted(priced),
    )


def _counted(priced: PricedShoes) -> tuple[Floats, Floats, Floats]:
    """What every count earns at every trigger, its squares and its bets, `(K, T)` each."""
    game, kept = priced.game, priced.deepest >= CUT
    unseen, shoe = priced.coups.unseen[kept], priced.coups.shoe[kept]
    seen, cards = game.full_shoe - unseen, unseen.sum(axis=1, dtype=np.int64)
    worth = np.ascontiguousarray(priced.worth[kept].T)
    found = [
        by_trigger(
            count.value(seen @ np.asarray(count.tags, np.float64), cards),
            worth[game.index(count.bet)],
            shoe,
            TRIGGERS,
        )
        for count in counts_of(game)
    ]
    return (
        np.array([one.total for one in found]),
        np.array([one.squares for one in found]),
        np.array([one.bets * one.shoes for one in found]),
    )


# --- Pairs ------------------------------------------------------------------------------


class PairSums(NamedTuple):
    """Sums over shoes of P bets of `pairs.BETS`, `(P,)`: what perfect play earns and wins."""

    units: Floats
    units_squares: Floats
    settled: Floats
    settled_squares: Floats


def paired(game: dict[str, Any], seed: int, first: int, shoes: int) -> PairSums:
    """Play the perfect player on pairs over shoes `first` to `first + shoes` - 1."""
    rules = as_game(game)
    chunks = [
        _paired(rules, seed, start, min(CHUNK, first + shoes - start))
        for start in range(first, first + shoes, CHUNK)
    ]
    return PairSums(*(np.sum(sums, axis=0) for sums in zip(*chunks, strict=True)))


def _paired(game: Game, seed: int, first: int, shoes: int) -> PairSums:
    coups = simulate.deal(game, shoes=shoes, seed=seed, first=first)
    chances = pairs.probabilities(unseen_by_code(game, coups, seed))
    happened = pairs.happens(coups.cards)
    opens = np.flatnonzero(coups.coup == 0)
    found = []
    for bet in pairs.BETS.values():
        value = bet.value(chances)
        won = np.where(value > 0, bet.value(happened), 0.0)
        units = np.add.reduceat(np.maximum(value, 0.0), opens)
        settled = np.add.reduceat(won, opens)
        found.append([part.sum() for part in (units, units**2, settled, settled**2)])
    return PairSums(*np.array(found).T)


def unseen_by_code(game: Game, coups: simulate.Coups, seed: int) -> NDArray[np.int16]:
    """Count the unseen cards before each coup by card code, burned ones included, `(M, 52)`."""
    rows = np.arange(len(coups.coup))
    shown = np.zeros((len(rows), 53), dtype=np.int16)  # the last column: no card
    for column in coups.cards.T:
        shown[rows, column] += 1
    before = np.cumsum(shown, axis=0, dtype=np.int64) - shown
    opens = np.maximum.accumulate(np.where(coups.coup == 0, rows, 0))
    unseen = game.decks - (before - before[opens])[:, :52]
    if game.burn:
        key = key_of(seed)
        for shoe in np.unique(coups.shoe):
            exposed = order(key, int(shoe), decks=game.decks)[0]
            unseen[coups.shoe == shoe, exposed] -= 1
    return unseen.astype(np.int16)
