"""What a bet pays: payouts as a layout prints them, the endings they are for, bets.

Source: the pay tables of the rule sheets; see `rules` and, for the bets themselves, `game`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache, lru_cache, reduce
from operator import or_
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baccarat_env.checks import all_of
from baccarat_env.names import title_of
from baccarat_env.rules import ENDINGS, FACTS, NEVER, POSSIBLE

__all__ = [
    "BASIS_POINTS",
    "MAIN_BETS",
    "MAX_STAKE",
    "Bet",
    "Pays",
    "format_odds",
    "parse_odds",
]

BASIS_POINTS = 10_000
"""Money is counted in basis points of a chip, so that every commission is exact."""

LOSES = -BASIS_POINTS
MAX_PAYOUT = 10_000
MAX_STAKE = 10_000_000
"""The largest stake in chips: with the largest payout it stays far inside 64 bits."""

_ODDS = re.compile(
    r"(?P<numerator>-?\d+(\.\d+)?) (?P<preposition>to|for) (?P<denominator>\d+)"
    r"( less (?P<commission>\d+(\.\d+)?) ?%)?",
    re.ASCII,
)
_ODDS_LEGAL = (
    "'8 to 1' (net), '9 for 1' (stake included), '1 to 1 less 5%', 'push' or 'lose', "
    f"at most {MAX_PAYOUT} to 1"
)


LONGEST = 60
"""Characters of a payout at most: no layout has more."""


def parse_odds(text: str) -> int:
    """Read a payout as the net result in basis points of the stake.

    "To" is net; "for" includes the returned stake, so "9 for 1" is 8 to 1 (sheet 001).

    >>> parse_odds("8 to 1"), parse_odds("9 for 1"), parse_odds("1 to 1 less 5%")
    (80000, 80000, 9500)

    Raises ValueError if the text is no payout or not a whole number of basis points.
    """
    if not isinstance(text, str):
        raise ValueError(f"pays={str(text)[:LONGEST]!r} is not a payout: write {_ODDS_LEGAL}")
    return _read_odds(text)


@lru_cache(maxsize=256)
def _read_odds(text: str) -> int:
    if text == "push":
        return 0
    if text == "lose":
        return LOSES
    found = _ODDS.fullmatch(text) if len(text) <= LONGEST else None
    if not found or int(found["denominator"]) == 0:
        raise ValueError(f"pays={str(text)[:LONGEST]!r} is not a payout: write {_ODDS_LEGAL}")
    net = Fraction(found["numerator"]) / int(found["denominator"])
    if found["preposition"] == "for":
        net -= 1
    commission = Fraction(found["commission"] or 0)
    if commission and (net <= 0 or commission > 100):
        raise ValueError(f"pays={text!r}: a commission from 0 to 100 % is taken from a win alone")
    net *= 1 - commission / 100
    points = net * BASIS_POINTS
    if points.denominator != 1:
        raise ValueError(
            f"pays={text!r} is {float(points):g} basis points of the stake: "
            "payouts must be whole basis points (1/10 000)"
        )
    if not LOSES <= points <= MAX_PAYOUT * BASIS_POINTS:
        raise ValueError(f"pays={text!r} is out of range: write {_ODDS_LEGAL}")
    return int(points)


def format_odds(points: int, notation: str = "to") -> str:
    """Print a net result in basis points as "8 to 1" or, with `notation="for"`, "9 for 1".

    >>> format_odds(80_000), format_odds(80_000, "for"), format_odds(9_500), format_odds(0)
    ('8 to 1', '9 for 1', '0.95 to 1', 'push')
    """
    if notation not in ("to", "for"):
        raise ValueError(f"notation={notation!r} must be 'to' or 'for'")
    if points == 0:
        return "push"
    if points == LOSES:
        return "lose"
    shown = Decimal(points + (BASIS_POINTS if notation == "for" else 0)) / BASIS_POINTS
    return f"{shown.normalize():f} {notation} 1"


@dataclass(frozen=True)
class Pays:
    """One line of a pay table: a payout, and the endings it is for.

    A condition that is left out holds always. A number may also be a tuple of
    numbers, any of which will do.

    >>> Pays("40 to 1", winner="banker", banker_total=7, banker_cards=3).describe()
    'banker wins, banker total 7, banker cards 3'
    """

    pays: str
    winner: str | tuple[str, ...] | None = None
    player_total: int | tuple[int, ...] | None = None
    banker_total: int | tuple[int, ...] | None = None
    player_cards: int | tuple[int, ...] | None = None
    banker_cards: int | tuple[int, ...] | None = None
    cards: int | tuple[int, ...] | None = None
    margin: int | tuple[int, ...] | None = None
    sum: int | tuple[int, ...] | None = None
    """Both totals added up, 0 to 18."""
    winning_total: int | tuple[int, ...] | None = None
    """A tie has no winning total, no losing total and no winner's cards."""
    losing_total: int | tuple[int, ...] | None = None
    winner_cards: int | tuple[int, ...] | None = None
    natural: str | tuple[str, ...] | None = None
    """Who holds a two-card 8 or 9: "player" or "banker" alone, "both" or "none"."""

    def __post_init__(self) -> None:
        parse_odds(self.pays)
        for name in FACTS:
            given = getattr(self, name)
            if given is None:
                continue
            if isinstance(given, list | tuple):
                object.__setattr__(self, name, tuple(map(_plain, given)))
                if not given:
                    raise ValueError(f"{name}={given!r} names nothing: leave it out for always")
            else:
                object.__setattr__(self, name, _plain(given))
            for wanted in _as_tuple(getattr(self, name)):
                legal = _answers(name)
                if type(wanted) is not type(legal[0]) or wanted not in legal:
                    raise ValueError(f"{name}={wanted!r} never happens: choose from {legal}")
        if not self.endings[POSSIBLE].any():
            raise ValueError(f"no coup can end with {self.describe()}: this line would never pay")

    @property
    def _asked(self) -> tuple[Asked, ...]:
        """The facts this line asks for, each with the answers that will do."""
        given = ((name, getattr(self, name)) for name in FACTS)
        return tuple((name, _as_tuple(value)) for name, value in given if value is not None)

    @property
    def endings(self) -> NDArray[np.bool_]:
        """Mark the endings this line is for, `(400,)`."""
        return _endings_where(self._asked)

    def describe(self) -> str:
        """Say in words which endings this line is for."""
        return ", ".join(_in_words(*one) for one in self._asked) or "any other ending"


Asked = tuple[str, tuple[Any, ...]]
"""A fact, and the answers that will do."""


def _as_tuple(wanted: Any) -> tuple[Any, ...]:
    return wanted if isinstance(wanted, tuple) else (wanted,)


def _in_words(fact: str, wanted: tuple[Any, ...]) -> str:
    if fact == "winner":
        return " or ".join("tie" if one == "tie" else f"{one} wins" for one in wanted)
    if fact == "natural" and wanted == ("none",):
        return "no natural"
    joined = "natural of" if fact == "natural" else fact.replace("_", " ")
    return f"{joined} {' or '.join(map(str, wanted))}"


@cache
def _answers(fact: str) -> list[Any]:
    """What a bet can ask of a fact."""
    return sorted(set(FACTS[fact].tolist()) - {NEVER})


@lru_cache(maxsize=1024)
def _endings_where(asked: tuple[Asked, ...]) -> NDArray[np.bool_]:
    """Mark the endings that answer every question, `(400,)`, read-only."""
    marked = np.ones(ENDINGS, dtype=np.bool_)
    for fact, wanted in asked:
        marked &= reduce(or_, (_endings_with(fact, answer) for answer in wanted))
    marked.setflags(write=False)
    return marked


@cache
def _endings_with(fact: str, answer: int | str) -> NDArray[np.bool_]:
    """Mark the endings with this answer, `(400,)`."""
    return np.asarray(FACTS[fact] == answer)


MAIN_BETS = ("player", "banker")


@dataclass(frozen=True)
class Bet:
    """A bet: its name and its pay table. The first line that fits settles; if none fits, it loses.

    `side` bets have their own limits and may be allowed only beside a main bet.
    """

    name: str
    lines: tuple[Pays, ...]
    side: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not re.fullmatch(r"[a-z][a-z0-9_]*", self.name):
            raise ValueError(
                f"bet name {self.name!r} must be lower-case letters, digits and underscores"
            )
        if not isinstance(self.side, bool) or (self.side and self.name in MAIN_BETS):
            legal = "False: it is a main bet" if self.name in MAIN_BETS else "True or False"
            raise ValueError(f"side={self.side!r} of bet {self.name} must be {legal}")
        all_of("lines", self.lines, Pays, f"of bet {self.name}")
        object.__setattr__(self, "lines", tuple(self.lines))
        unsettled = POSSIBLE.copy()
        for line in self.lines:
            settled = line.endings & unsettled
            if not settled.any():
                raise ValueError(
                    f"bet {self.name}: the lines before it settle every {line.describe()!r}: "
                    "a line that never pays must stand earlier or go"
                )
            unsettled &= ~settled

    @property
    def title(self) -> str:
        """The name as it is printed on a layout."""
        return title_of(self.name)

    @property
    def pays(self) -> NDArray[np.int64]:
        """Net result of each ending in basis points of the stake, `(400,)`."""
        settled = np.full(ENDINGS, LOSES, dtype=np.int64)
        for line in reversed(self.lines):
            settled[line.endings] = parse_odds(line.pays)
        return settled


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value
