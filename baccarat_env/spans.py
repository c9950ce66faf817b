"""Procedure drawn anew for every shoe: ranges such as `cut=(14, 52)` and `decks=(6, 8)`.

The draw is a pure function of a table's key and the index of the shoe, as the shuffle is; all
whole numbers of a range are equally likely.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from baccarat_env.game import Game

__all__ = ["RANGES", "Spans", "is_range"]

RANGES = ("cut", "decks")
"""Arguments of procedure that take a range."""


class Spans(NamedTuple):
    """The fewest and the most of what is drawn for each shoe; alike where nothing is."""

    cut: tuple[int, int]
    decks: tuple[int, int]

    @classmethod
    def read(cls, game: Game, procedure: Mapping[str, Any]) -> tuple[Game, Spans]:
        """Change the procedure of a game; the game with the longest shoes, and the ranges.

        Raises ValueError for a range upside down, or an end that the game cannot have.
        """
        ranges = {name: value for name, value in procedure.items() if is_range(value)}
        for name in ranges:
            if name not in RANGES:
                raise ValueError(f"{name}={ranges[name]!r} takes no range: cut and decks do")
        numbers = {name: value for name, value in procedure.items() if name not in ranges}
        drawn = {name: _read(name, value) for name, value in ranges.items()}
        if not drawn:
            game = replace(game, **numbers)
            return game, cls((game.cut, game.cut), (game.decks, game.decks))
        ends = {name: (numbers.get(name, getattr(game, name)),) * 2 for name in RANGES} | drawn
        (fewest, most), (low, high) = ends["cut"], ends["decks"]
        longest = replace(game, **numbers | {"decks": high, "cut": fewest})
        replace(longest, decks=low, cut=most)
        return longest, cls(**ends)

    @property
    def drawn(self) -> tuple[str, ...]:
        """Name what differs from shoe to shoe."""
        return tuple(name for name in RANGES if len(set(getattr(self, name))) > 1)

    def shortest(self, game: Game) -> Game:
        """The game with the fewest decks and the most cards behind the cut card."""
        return replace(game, decks=self.decks[0], cut=self.cut[1])

    def array(self) -> NDArray[np.int64]:
        """Write them down for the dealer's loops, `(2, 2)`."""
        return np.array(self, dtype=np.int64)

    def in_words(self, procedure: str) -> str:
        """Put the ranges into a game's procedure in words."""
        (fewest, most), (low, high) = self.cut, self.decks
        if low < high:
            procedure = procedure.replace(f"{high} decks", f"{low} to {high} decks", 1)
        if fewest < most:
            cards = " cards behind the cut card"
            procedure = procedure.replace(f"{fewest}{cards}", f"{fewest} to {most}{cards}", 1)
        return procedure


def is_range(value: Any) -> bool:
    """Say whether a value of procedure is meant as a range."""
    return isinstance(value, list | tuple | np.ndarray)


def _read(name: str, value: Any) -> tuple[int, int]:
    ends = list(value)
    whole = [isinstance(end, int | np.integer) and not isinstance(end, bool) for end in ends]
    if len(ends) != 2 or not all(whole):
        raise ValueError(f"{name}={value!r} must be one whole number, or a range as (14, 52)")
    low, high = map(int, ends)
    if low > high:
        raise ValueError(f"{name}={value!r} stands upside down: write ({high}, {low})")
    return low, high
