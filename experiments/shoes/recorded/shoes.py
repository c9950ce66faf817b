"""Recorded shoes that people bring: read, checked against the rules, ready to be played.

The reader reads exactly what was written, or refuses with line and column; `understood` says
back what it read. Formats of a UTF-8 text file, one a file:

    BPTBB7PP8…              a shoe a line, run together; B7 and P8 mark Dragon 7 and Panda 8
    B, P, T, Dragon, …      a shoe a line, one result between delimiters, or words between blanks
    B                       a coup a line; a blank line or "Shoe 2" opens the next shoe
    shoe,coup,result        rows under a header, in any order of columns
    shoe,coup,player cards,banker cards

Words are P, B, T, Player, Punto, 闲, Banker, Banco, 庄, Tie, 和, Dragon, D7, Panda. `#` opens a
comment at the start of a line or behind a blank. M coups, S shoes, B bets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from baccarat_env import odds
from baccarat_env.game import Game
from baccarat_env.names import counted
from baccarat_env.rules import CARD_VALUE, FACTS, POSSIBLE, RESULT_OF, RESULTS
from baccarat_env.simulate import Coups
from experiments import RequestError
from experiments.page.text import plain
from experiments.shoes.recorded.bare import comment_hides_data, read_bare
from experiments.shoes.recorded.columns import Rows, looks_like_rows, read_rows
from experiments.shoes.recorded.lines import Line, Place, lines_of
from experiments.shoes.recorded.marks import MARKS, marked_results
from experiments.shoes.recorded.words import EXPECTED

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
    marked: tuple[str, ...] = ()
    """Marks that are there as often as chance allows; the others count as plain results."""
    fewest_decks: int = 1
    """Fewest decks that hold the cards of every shoe."""

    @property
    def shoes(self) -> int:
        """Number of shoes, S."""
        return int(self.shoe[-1]) + 1

    @property
    def stands_for(self) -> list[NDArray[np.int64]]:
        """The endings each of `rules.RESULTS` may stand for in this file.

        A file that does not mark every Dragon 7 says nothing about them: its B may be one.
        """
        kinds = RESULT_OF.copy()
        for mark, bare in MARKS.items():
            if self.cards is None and mark not in self.marked:
                kinds[kinds == RESULTS.index(mark)] = RESULTS.index(bare)
        found = [np.flatnonzero(POSSIBLE & (kinds == result)) for result in range(len(RESULTS))]
        for mark, bare in MARKS.items():
            if not found[RESULTS.index(mark)].size:
                found[RESULTS.index(mark)] = found[RESULTS.index(bare)]
        return found

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


SEPARATOR = re.compile(r"sep=.", re.IGNORECASE)
"""A first line that a spreadsheet writes for itself."""

MOST_COUPS = 5_000_000
"""About sixty thousand shoes: 150 MB when they are laid out."""


def read(path: str | Path, decks: int = 8) -> Recorded:
    """Read a file of recorded shoes, all of it or nothing.

    Raises RequestError naming file, line and column of what cannot be read or breaks the
    rules, and what was expected.
    """
    place = Place(plain(str(path)))
    lines = list(_checked(lines_of(Path(path), place), place))
    if lines and SEPARATOR.fullmatch(lines[0].text):
        del lines[0]
    first = next((line for line in lines if line.text.strip() and not line.heading), None)
    nothing = RequestError(f"{place.file} holds no results: expected {EXPECTED}")
    if first is None:
        raise nothing
    rows = (
        read_rows(iter(lines), place, decks)
        if looks_like_rows(first.text)
        else Rows(read_bare(lines, place))
    )
    if not any(rows.shoes):
        raise nothing
    _check_sizes(rows, place, decks)
    results = np.array([result for shoe in rows.shoes for result in shoe], dtype=np.int8)
    lengths = np.array([len(shoe) for shoe in rows.shoes], dtype=np.int64)
    opens = np.cumsum(lengths) - lengths
    shoe = np.repeat(np.arange(lengths.size), lengths)
    cards = None if rows.cards is None else np.array(rows.cards, dtype=np.int8).reshape(-1, 6)
    return Recorded(
        place.file,
        results,
        shoe,
        (np.arange(shoe.size) - opens[shoe]).astype(np.uint8),
        cards,
        marked_results(results, decks) if cards is None else tuple(MARKS),
        rows.fewest_decks,
    )


def _checked(lines: Iterator[Line], place: Place) -> Iterator[Line]:
    """Pass lines on; a comment that reads as data is refused, and so are too many coups."""
    for line in lines:
        if line.comment is not None and comment_hides_data(line.comment):
            raise place.wrong(
                "this comment reads as results: remove the '#', or write it in words", 1
            )
        yield line


def _check_sizes(rows: Rows, place: Place, decks: int) -> None:
    most = 52 * decks // 4
    for number, shoe in enumerate(rows.shoes, start=1):
        if len(shoe) > most:
            raise RequestError(
                f"{place.file}: shoe {number} has {counted(len(shoe), 'coup')}, and "
                f"{counted(decks, 'deck')} can deal {most} at most: write one shoe a line, "
                "or a heading before each shoe"
            )
    if sum(map(len, rows.shoes)) > MOST_COUPS:
        raise RequestError(f"{place.file} holds more than {MOST_COUPS:,} coups: split it")
