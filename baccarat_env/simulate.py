"""Whole shoes in bulk.

Endings do not depend on bets, so shoes are dealt once and every bettor can be played
over them. Shoe k of a seed is the same shoe whatever the number of threads, the batch
it falls in and the machine. Every function names its shoes by `seed`, `first` and
`shoes`: those from `first` to `first + shoes` - 1.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baccarat_env import dealer
from baccarat_env.batches import in_batches
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.checks import check_whole
from baccarat_env.coup import coup_table
from baccarat_env.enumeration import CHART, expected_values
from baccarat_env.game import Game, as_game
from baccarat_env.rules import CARD_VALUE, ENDINGS
from baccarat_env.shoe import fresh_cards, key_of

__all__ = [
    "Coups",
    "Flat",
    "Priced",
    "deal",
    "flat",
    "price",
    "priced",
    "shown_cards",
    "tally",
    "undealt_before",
]

PRICED_AT_ONCE = 1 << 13
"""Coups a thread prices at a time."""

Watch = Callable[[int, NDArray[np.int64]], None]

_MOD_TEN = np.arange(19, dtype=np.int64) % 10


def _lookup() -> dealer.Lookup:
    return dealer.Lookup(coup_table(), _MOD_TEN)


def _procedure(game: Game) -> dealer.Procedure:
    return dealer.Procedure(game.cut, game.after_cut, game.burn)


@dataclass(frozen=True)
class Coups:
    """Every coup of some shoes in the order they were dealt, M coups in all. 27 bytes a coup."""

    endings: NDArray[np.int16]
    """`(M,)` number of the ending, 0 to 399."""
    cards: NDArray[np.int8]
    """`(M, 6)` card codes: Player's three, then Banker's three; -1 where none was drawn."""
    unseen: NDArray[np.uint8]
    """`(M, 10)` composition of the unseen cards before the coup, burned cards included."""
    shoe: NDArray[np.int64]
    """`(M,)` index of the shoe."""
    coup: NDArray[np.uint8]
    """`(M,)` index of the coup in its shoe, from 0."""


@dataclass(frozen=True)
class Flat:
    """What one chip on every bet of every coup comes to, shoe by shoe, S shoes."""

    net: NDArray[np.int64]
    """`(S, B)` result in basis points of a chip."""
    coups: NDArray[np.int64]
    """`(S,)` coups dealt."""


def tally(
    game: Game | str,
    *,
    shoes: int,
    seed: int,
    threads: int = 1,
    first: int = 0,
    coups: int | None = None,
    watch: Watch | None = None,
) -> NDArray[np.int64]:
    """Count the endings of every coup of some shoes, `(2, 2, 10, 10)` as in `odds.endings`.

    With `coups` only the first so many of each shoe are counted: as long as none of its
    shoes ends before, they follow the odds of a fresh shoe exactly. `watch`, if given, is
    called after every batch with the shoes done and the counts so far; what it raises
    stops the run. 64-bit counts hold 10¹⁸ coups.

    >>> from baccarat_env.game import MINI_BACCARAT
    >>> int(tally(MINI_BACCARAT, shoes=1000, seed=1).sum())
    81303

    Raises ValueError naming a number of shoes or threads, or a seed, that is out of range.
    """
    game = as_game(game)
    key, values = key_of(seed), CARD_VALUE[fresh_cards(game.decks)]
    counted = np.zeros(ENDINGS, dtype=np.int64)
    most = dealer.MAX_COUPS if coups is None else coups
    check_whole("coups", most, 1, dealer.MAX_COUPS)
    done = 0

    def count(start: int, end: int) -> NDArray[np.int64]:
        some = np.zeros(1 << dealer.ENDING_BITS, dtype=np.int64)
        batch = dealer.Batch(values, key, start, end)
        dealer.tally_shoes(batch, _lookup(), _procedure(game), most, some)
        return some[:ENDINGS]

    for (start, end), some in in_batches(count, shoes, first, threads):
        counted += some
        done += end - start
        if watch is not None:
            watch(done, counted.reshape(2, 2, 10, 10))
    return counted.reshape(2, 2, 10, 10)


def flat(game: Game | str, *, shoes: int, seed: int, threads: int = 1, first: int = 0) -> Flat:
    """Bet one chip on everything, every coup, and settle shoe by shoe. 8 (B + 1) bytes a shoe.

    Raises ValueError as `tally` does.
    """
    game = as_game(game)
    key, values = key_of(seed), CARD_VALUE[fresh_cards(game.decks)]

    def play(start: int, end: int) -> Flat:
        settled = Flat(
            np.zeros((end - start, len(game.bets)), dtype=np.int64),
            np.zeros(end - start, dtype=np.int64),
        )
        batch = dealer.Batch(values, key, start, end)
        dealer.settle_shoes(
            batch, _lookup(), _procedure(game), game.pays, settled.net, settled.coups
        )
        return settled

    parts = [part for _, part in in_batches(play, shoes, first, threads)]
    return Flat(np.concatenate([p.net for p in parts]), np.concatenate([p.coups for p in parts]))


def deal(game: Game | str, *, shoes: int, seed: int, threads: int = 1, first: int = 0) -> Coups:
    """Deal every coup of some shoes. About 2.2 kB a shoe of eight decks: 2.2 GB a million.

    >>> from baccarat_env.game import MINI_BACCARAT
    >>> coups = deal(MINI_BACCARAT, shoes=2, seed=1)
    >>> coups.endings.shape, coups.unseen[0].sum()
    ((160,), np.uint64(415))

    Raises ValueError as `tally` does.
    """
    game = as_game(game)
    key, codes = key_of(seed), fresh_cards(game.decks)

    def play(start: int, end: int) -> Coups:
        most = (end - start) * (52 * game.decks // 4)
        some = Coups(
            np.empty(most, dtype=np.int16),
            np.empty((most, 6), dtype=np.int8),
            np.empty((most, 10), dtype=np.uint8),
            np.empty(most, dtype=np.int64),
            np.empty(most, dtype=np.uint8),
        )
        columns: list[NDArray[Any]] = [some.endings, some.cards, some.unseen, some.shoe, some.coup]
        batch = dealer.Batch(codes, key, start, end)
        rows = dealer.deal_shoes(batch, CARD_VALUE, _lookup(), _procedure(game), tuple(columns))
        return Coups(*(column[:rows].copy() for column in columns))

    parts = [part for _, part in in_batches(play, shoes, first, threads)]
    names = Coups.__dataclass_fields__
    return Coups(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


def shown_cards(coups: Coups, game: Game) -> NDArray[np.uint8]:
    """Cards shown since the coup before, or since the shoe opened, by point value, `(M, 10)`."""
    before = np.roll(coups.unseen, 1, axis=0)
    before[coups.coup == 0] = game.full_shoe
    return np.asarray(before - coups.unseen)


@dataclass(frozen=True)
class Priced:
    """Every coup of some shoes as a learner sees it and what it is worth, M coups and B bets."""

    observations: NDArray[np.float32]
    """`(M, D)` what an environment with that `information` shows before the coup."""
    values: NDArray[np.float64]
    """`(M, B)` exact expected net result of every bet, per unit staked."""
    unseen: NDArray[np.uint8]
    """`(M, 10)` composition of the unseen cards before the coup."""
    undealt: NDArray[np.int64]
    """`(M,)` cards in the shoe before the coup."""
    shoe: NDArray[np.int64]
    """`(M,)` index of the shoe."""
    coup: NDArray[np.uint8]
    """`(M,)` index of the coup in its shoe, from 0."""


def priced(
    game: Game | str,
    *,
    shoes: int,
    seed: int,
    threads: int = 1,
    first: int = 0,
    information: str = "composition",
) -> Priced:
    """Deal shoes and price every coup exactly: a data set whose targets are the optimum.

    The observations are those of the environment on the same shoes, to the last bit, with
    `information` "composition", or "cards", where the shoe must be remembered. About
    5 kB and a tenth of a millisecond a shoe of eight decks and five bets. The result is the
    same for any number of threads.

    >>> found = priced("ez", shoes=2, seed=1)
    >>> found.observations.shape, found.values.shape
    ((160, 13), (160, 5))

    Raises ValueError as `tally` does, or for another `information`.
    """
    if information not in ("composition", "cards"):
        raise ValueError(f"information={information!r} is not priced: write composition or cards")
    game = as_game(game)
    coups = deal(game, shoes=shoes, seed=seed, threads=threads, first=first)
    undealt = undealt_before(game, coups)
    return Priced(
        observations=_observed(game, coups, undealt, information),
        values=price(coups.unseen, game, threads=threads),
        unseen=coups.unseen,
        undealt=undealt,
        shoe=coups.shoe,
        coup=coups.coup,
    )


def price(unseen: NDArray[Any], game: Game, *, threads: int = 1) -> NDArray[np.float64]:
    """Find the exact expected value of every bet, `(M, 10)` → `(M, B)` per unit staked.

    Compositions as `deal` gives them, which are not checked; zeros where fewer than six cards
    are left. The result is the same for any number of threads.
    """
    pays = np.ascontiguousarray(game.pays / BASIS_POINTS)
    counts = np.ascontiguousarray(unseen, np.uint8)  # one type, one compiled kernel
    values = np.empty((len(counts), len(pays)))

    def some(start: int) -> None:
        rows = slice(start, start + PRICED_AT_ONCE)
        expected_values(counts[rows], CHART, pays, values[rows])

    starts = range(0, len(counts), PRICED_AT_ONCE)
    if threads == 1:
        for start in starts:
            some(start)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(some, starts))
    return values


def undealt_before(game: Game, coups: Coups) -> NDArray[np.int64]:
    """Count the cards in the shoe before each coup, `(M,)`: the unseen ones less the burned."""
    cards = coups.unseen.sum(axis=1, dtype=np.int64)
    if not game.burn:
        return np.asarray(cards)
    opens = np.maximum.accumulate(np.where(coups.coup == 0, np.arange(len(cards)), 0))
    exposed = (game.full_shoe - coups.unseen[opens]).argmax(axis=1)
    return np.asarray(cards - np.where(exposed == 0, 10, exposed))


def _observed(
    game: Game, coups: Coups, undealt: NDArray[np.int64], information: str
) -> NDArray[np.float32]:
    """What the environment shows before each coup, `(M, D)`."""
    full, rows = game.full_shoe, np.arange(len(coups.coup))
    opens = np.maximum.accumulate(np.where(coups.coup == 0, rows, 0))
    cards = coups.unseen.sum(axis=1, dtype=np.int64)
    if information == "cards":
        shown, opened = shown_cards(coups, game), coups.coup == 0
        return np.column_stack((shown, undealt / full.sum(), opened)).astype(np.float32)
    behind = undealt <= game.cut
    started: NDArray[np.int64] = np.cumsum(behind) - behind
    last = dealer.known_last(undealt, started - started[opens], game.cut, game.after_cut)
    gap = coups.unseen * (40.0 / cards)[:, None] - 40.0 * full / full.sum()
    seen = (np.clip(gap, -10.0, 10.0), undealt / full.sum(), 26.0 / np.maximum(cards, 26), last)
    return np.column_stack(seen).astype(np.float32)
