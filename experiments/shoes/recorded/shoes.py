"""Recorded shoes that people bring: read, checked against the rules, ready to be played.

Two kinds of text file are read, UTF-8 with or without a byte order mark:

    results   P B T, in words of any case (Banker, Punto, Egalité, 庄 闲 和) or run together,
              between blanks, commas, semicolons or bars; `B7` and `P8` mark Dragon 7 and
              Panda 8
    cards     rows of shoe, coup, Player's cards, Banker's cards: `1, 12, K 5 3, 9 4`

Where every line holds one result, or blank lines stand between the lines, the shoes are
what blank lines divide; else each line is a shoe. `#` opens a comment. Nothing is guessed
and nothing is dropped: the first thing that cannot be read stops the import with its line
and column. M coups, S shoes, B bets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from baccarat_env import odds
from baccarat_env.game import Game
from baccarat_env.rules import CARD_VALUE, FACTS, POSSIBLE, RESULT_OF, RESULTS
from baccarat_env.simulate import Coups
from experiments import RequestError
from experiments.page.text import plain
from experiments.shoes.recorded.card_rows import read_cards
from experiments.shoes.recorded.transcript import (
    EXPECTED,
    LONGEST_LINE,
    Kept,
    Place,
    decoded,
    read_results,
)

__all__ = ["Recorded", "read"]


@dataclass(frozen=True)
class Recorded:
    """Shoes as they were written down."""

    file: str
    results: NDArray[np.int8]
    """`(M,)` indices into `rules.RESULTS`."""
    shoe: NDArray[np.int64]
    """`(M,)` index of the shoe, from 0."""
    coup: NDArray[np.uint8]
    """`(M,)` index of the coup in its shoe, from 0."""
    cards: NDArray[np.int8] | None = None
    """`(M, 6)` card codes as in `simulate.Coups`, or None where results alone were kept."""

    @property
    def shoes(self) -> int:
        """Number of shoes, S."""
        return int(self.shoe[-1]) + 1

    @property
    def stands_for(self) -> list[NDArray[np.int64]]:
        """The endings each of `rules.RESULTS` may stand for in this file.

        A file that marks no Dragon 7 at all says nothing about them: its B may be one.
        """
        marked = np.isin(np.arange(len(RESULTS)), self.results) | (self.cards is not None)
        kinds = RESULT_OF.copy()
        for mark, bare in (("B7", "B"), ("P8", "P")):
            if not marked[RESULTS.index(mark)]:
                kinds[kinds == RESULTS.index(mark)] = RESULTS.index(bare)
        return [np.flatnonzero(POSSIBLE & (kinds == result)) for result in range(len(RESULTS))]

    def gradable(self, game: Game) -> NDArray[np.bool_]:
        """Say which bets these records settle, `(B,)`: those whose payout each result fixes."""
        if self.cards is not None:
            return np.ones(len(game.bets), dtype=np.bool_)
        paid = [game.pays[:, endings] for endings in self.stands_for if endings.size]
        return np.asarray(np.all([np.ptp(pays, axis=1) == 0 for pays in paid], axis=0))

    @cached_property
    def opens(self) -> NDArray[np.int64]:
        """Where each shoe opens, and the number of coups, `(S + 1,)`."""
        return np.append(np.flatnonzero(self.coup == 0), len(self.coup))

    def only(self, shoes: ArrayLike) -> Recorded:
        """Keep the shoes marked in `shoes` `(S,)`."""
        kept = np.asarray(shoes, dtype=np.bool_)
        rows = kept[self.shoe]
        return replace(
            self,
            results=self.results[rows],
            shoe=(np.cumsum(kept) - 1)[self.shoe[rows]],
            coup=self.coup[rows],
            cards=None if self.cards is None else self.cards[rows],
        )

    def coups(self, game: Game) -> tuple[Game, Coups]:
        """Lay the shoes out to be played, and the game they are played as.

        Nobody writes down the burn, so burned cards count as unseen and the game is one
        without a burn. From results alone an ending stands for all that settle alike, and
        the cards that have left the shoe are a coup's average number.

        Raises RequestError if a shoe holds more than the decks do.
        """
        played = replace(game, burn=False)
        if self.cards is None:
            endings = np.array([ends[0] if ends.size else -1 for ends in self.stands_for])
            return played, Coups(
                endings[self.results].astype(np.int16),
                np.full((len(self.results), 6), -1, dtype=np.int8),
                self._average_unseen(game),
                self.shoe,
                self.coup,
            )
        drawn = self.cards >= 0
        values = np.where(drawn, CARD_VALUE[self.cards], 10)
        dealt = np.array([(values == v).sum(axis=1) for v in range(10)]).T
        before = np.cumsum(dealt, axis=0) - dealt
        before -= before[self.opens[:-1]][self.shoe]
        return played, Coups(
            _endings(self.cards),
            self.cards,
            (game.full_shoe - before).astype(np.uint8),
            self.shoe,
            self.coup,
        )

    def _average_unseen(self, game: Game) -> NDArray[np.uint8]:
        cards = float(odds.endings(game.full_shoe).reshape(-1) @ FACTS["cards"])
        left = np.maximum(game.full_shoe.sum() - cards * self.coup, 6) / game.full_shoe.sum()
        return np.asarray(np.ceil(left[:, None] * game.full_shoe), dtype=np.uint8)


def _endings(cards: NDArray[np.int8]) -> NDArray[np.int16]:
    values = np.where(cards >= 0, CARD_VALUE[cards], 0).astype(np.int64)
    player, banker = values[:, :3].sum(axis=1) % 10, values[:, 3:].sum(axis=1) % 10
    drew = (cards[:, 2] >= 0) * 2 + (cards[:, 5] >= 0)
    return np.asarray((drew * 10 + player) * 10 + banker, dtype=np.int16)


# --- Reading ---------------------------------------------------------------------------


def read(path: str | Path, decks: int = 8) -> Recorded:
    """Read a file of recorded shoes, all of it or nothing.

    Raises RequestError naming file, line and column of what cannot be read or breaks the
    rules, and what was expected.
    """
    place = Place(plain(str(path)))
    try:
        with Path(path).open("rb") as file:
            kept = _read_lines(
                decoded(iter(lambda: file.readline(LONGEST_LINE + 1), b""), place), place, decks
            )
    except OSError as problem:
        raise RequestError(
            f"{place.file}: {(problem.strerror or str(problem)).lower()}: expected a text file of "
            "recorded shoes"
        ) from None
    lengths = np.array([length for length in kept.lengths if length], dtype=np.int64)
    if not lengths.size:
        raise RequestError(f"{place.file} holds no results: expected {EXPECTED}")
    opens = np.cumsum(lengths) - lengths
    shoe = np.repeat(np.arange(lengths.size), lengths)
    return Recorded(
        place.file,
        np.array(kept.results, dtype=np.int8),
        shoe,
        (np.arange(shoe.size) - opens[shoe]).astype(np.uint8),
        np.array(kept.cards, dtype=np.int8).reshape(-1, 6) if kept.cards else None,
    )


def _read_lines(lines: Iterator[str], place: Place, decks: int) -> Kept:
    ahead = []
    for line in lines:
        ahead.append(line)
        if line:
            break
    else:
        return Kept()
    place.line = len(ahead)
    first = ahead[-1].lower().split(",")
    if first[0].strip() == "shoe" or (len(first) > 1 and first[0].strip().isdecimal()):
        return read_cards(ahead[-1], lines, place, decks)
    return read_results(ahead[-1], lines, place, decks)
