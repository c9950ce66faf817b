"""A game: the bets a table offers and how it is dealt; the four tables of the rule sheets.

Burn, cut card and last coup are house procedure and stand on none of the sheets.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baccarat_env import catalogue
from baccarat_env.bet import MAIN_BETS, Bet, Pays, format_odds
from baccarat_env.checks import all_of, check_keys, check_whole, listed
from baccarat_env.game_names import read_game_name
from baccarat_env.names import counted, did_you_mean, title_of, typed
from baccarat_env.rules import BANKER_CHART, FACTS, MAX_DECKS, POSSIBLE, full_shoe

__all__ = [
    "EZ_BACCARAT",
    "EZ_BACCARAT_DRAGON_ONLY",
    "GAMES",
    "MINI_BACCARAT",
    "MINI_BACCARAT_PASSED_SHOE",
    "Game",
    "as_game",
]


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    array.setflags(write=False)
    return array


@dataclass(frozen=True, repr=False)
class Game:
    """The bets a table offers and how it is dealt.

    `decks` 1 to 8; `cut` cards lie behind the cut card (6 to 52 × decks − 17); with
    `burn` the first card is exposed and as many as its value (ten for a zero) are
    burned unseen; `after_cut` coups may start with at most `cut` undealt cards;
    `dealer` is "house", or "passed" where the shoe goes round the table (sheet 001).

    >>> replace(EZ_BACCARAT, decks=6, cut=26).bets
    ('player', 'banker', 'tie', 'dragon_7', 'panda_8')
    """

    name: str
    layout: tuple[Bet, ...]
    decks: int = 8
    cut: int = 14
    burn: bool = True
    after_cut: int = 1
    dealer: str = "house"

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name:
            raise ValueError(f"game name {self.name!r} must be a text")
        all_of("layout", self.layout, Bet, f"of game {self.name!r}")
        object.__setattr__(self, "layout", tuple(self.layout))
        for name in self.bets:
            if self.bets.count(name) > 1:
                twice = f"game {self.name!r} offers {name} twice"
                raise ValueError(f"{twice}: each bet needs its own name")
        check_whole("decks", self.decks, 1, MAX_DECKS)
        deepest = 52 * int(self.decks) - 17
        check_whole("cut", self.cut, 6, deepest, f" with {counted(int(self.decks), 'deck')}")
        check_whole("after_cut", self.after_cut, 0, 104)
        for name in ("decks", "cut", "after_cut"):
            object.__setattr__(self, name, int(getattr(self, name)))
        if not isinstance(self.burn, bool):
            raise ValueError(f"burn={self.burn!r} must be True or False")
        if self.dealer not in ("house", "passed"):
            raise ValueError(f"dealer={self.dealer!r} must be 'house' or 'passed'")

    def __getstate__(self) -> dict[str, Any]:
        """Pickle what the game is made of; arrays are made again, and are read-only again."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    def __repr__(self) -> str:
        return f"<Game {self.name}: {', '.join(self.bets)}; {self.procedure}>"

    def __str__(self) -> str:
        """Write the pay table, a line a case, under the name and the procedure."""
        lines = [f"{self.name}: {self.procedure}"]
        wide = max(len(bet) for bet, _, _ in self.pay_table())
        lines += [f"  {bet:{wide}}  {when}: {pays}" for bet, when, pays in self.pay_table()]
        return "\n".join(lines)

    @property
    def bets(self) -> tuple[str, ...]:
        """Names of the bets in order."""
        return tuple(bet.name for bet in self.layout)

    @cached_property
    def pays(self) -> NDArray[np.int64]:
        """Net result of every bet and ending in basis points of the stake, `(B, 400)`."""
        return _read_only(np.array([bet.pays for bet in self.layout]))

    @cached_property
    def side(self) -> NDArray[np.bool_]:
        """Mark the side bets, `(B,)`."""
        return _read_only(np.array([bet.side for bet in self.layout]))

    @cached_property
    def main(self) -> NDArray[np.bool_]:
        """Mark Player and Banker, `(B,)`: they open the side bets where a table asks for it."""
        return _read_only(np.isin(self.bets, MAIN_BETS))

    @property
    def full_shoe(self) -> NDArray[np.int64]:
        """Cards of a fresh shoe by point value, `(10,)`."""
        return full_shoe(self.decks)

    @property
    def procedure(self) -> str:
        """How the table is dealt, in words: it stands beside every figure."""
        burn = "first card burned by value" if self.burn else "no burn"
        after = f"{counted(self.after_cut, 'coup')} after it"
        decks = counted(self.decks, "deck")
        return f"{decks}, {burn}, {self.cut} cards behind the cut card, {after}"

    def index(self, bet: str) -> int:
        """Find a bet by name, in any case. Raises ValueError if the game does not offer it."""
        if bet in self.bets:
            return self.bets.index(bet)
        known = [typed(name) for name in self.bets]
        if not isinstance(bet, str) or typed(bet) not in known:
            near = did_you_mean(str(bet), self.bets)
            raise ValueError(f"{self.name} offers no bet {bet!r}: {near}")
        return known.index(typed(bet))

    def without(self, *bets: str) -> Game:
        """Take bets off the layout. Raises ValueError as `index` does."""
        taken = {self.index(bet) for bet in bets}
        return replace(self, layout=tuple(b for i, b in enumerate(self.layout) if i not in taken))

    def offered_as(self, name: str) -> str | None:
        """Find a bet by its name on the layout or in the catalogue; None if it is not offered.

        >>> EZ_BACCARAT.offered_as("ez_banker"), EZ_BACCARAT.offered_as("lucky_6")
        ('banker', None)
        """
        row = catalogue.OFFERS.get(typed(name))
        place = row.bet.name if row and row.bet in self.layout else typed(name)
        return place if place in self.bets else None

    def with_bet(self, name: str) -> Game:
        """Offer one more bet of the catalogue; Player and Banker stand first.

        Raises ValueError if there is no such bet, or its place on the layout is taken.
        """
        row = catalogue.offer(name)
        place = row.bet.name
        if place in MAIN_BETS and place in self.bets:
            raise ValueError(
                f"{self.name} has a {title_of(place)} bet, and {row.name} would be another: "
                f"take off the first, as in 'mini-{place}+{row.name}'"
            )
        if place in self.bets:
            raise ValueError(f"{self.name} offers {place} already: name it once")
        layout = (*self.layout, row.bet)
        if place in MAIN_BETS:
            layout = tuple(sorted(layout, key=lambda bet: (*MAIN_BETS, bet.name).index(bet.name)))
        return replace(self, name=f"{self.name} + {row.title}", layout=layout)

    def without_bet(self, name: str) -> Game:
        """Take off a bet by its name on the layout or in the catalogue, and say so in the name.

        Raises ValueError if the game does not offer it, or no bet would be left.
        """
        place = self.offered_as(name)
        if place is None:
            raise ValueError(
                f"{self.name} offers no bet {name!r} that could be taken off: "
                f"write '+{name}' to offer it, or choose from {', '.join(self.bets)}"
            )
        if len(self.bets) == 1:
            raise ValueError(f"{self.name} would be left without a bet: keep {place}")
        taken = self.layout[self.index(place)].title
        return replace(self.without(place), name=f"{self.name} without {taken}")

    def pay_table(self, notation: str = "to") -> list[tuple[str, str, str]]:
        """List (bet, ending in words, payout), read back from the array that settles.

        >>> MINI_BACCARAT.without("player", "banker").pay_table("for")
        [('Tie', 'tie', '9 for 1'), ('Tie', 'any other ending', 'lose')]
        """
        rows = []
        for bet, pays in zip(self.layout, self.pays, strict=True):
            open_endings = POSSIBLE.copy()
            for line in bet.lines:
                settled = line.endings & open_endings
                open_endings &= ~line.endings
                for points in np.unique(pays[settled]):
                    rows.append((bet.title, line.describe(), format_odds(int(points), notation)))
            for points in np.unique(pays[open_endings]):
                rows.append((bet.title, "any other ending", format_odds(int(points), notation)))
        return rows

    def to_dict(self) -> dict[str, Any]:
        """Write the game as JSON-ready data that `from_dict` reads back."""
        written = {field.name: getattr(self, field.name) for field in fields(self)}
        written["bets"] = [
            {
                "name": bet.name,
                "side": bet.side,
                "lines": [
                    {
                        name: list(value) if isinstance(value, tuple) else value
                        for name, value in asdict(line).items()
                        if value is not None
                    }
                    for line in bet.lines
                ],
            }
            for bet in written.pop("layout")
        ]
        return written

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Game:
        """Read a game from a dictionary; procedure that is left out takes its default.

        Raises ValueError naming an unknown or missing key, or a value out of range.
        """
        keys = {field.name for field in fields(cls)} - {"layout"} | {"bets"}
        check_keys("game", data, keys, required={"name", "bets"})
        layout = []
        for bet in listed("bets", data["bets"]):
            check_keys("bet", bet, {"name", "side", "lines"}, required={"name", "lines"})
            lines = []
            for line in listed("lines", bet["lines"]):
                check_keys("pay line", line, {"pays", *FACTS}, required={"pays"})
                lines.append(Pays(**line))
            layout.append(Bet(bet["name"], tuple(lines), bet.get("side", False)))
        return cls(layout=tuple(layout), **{key: data[key] for key in data if key != "bets"})

    @property
    def fingerprint(self) -> str:
        """Twelve hexadecimal digits that change when the rules, the payouts or the procedure do."""
        rules = json.dumps([self.to_dict(), BANKER_CHART], sort_keys=True)
        return hashlib.sha256(rules.encode()).hexdigest()[:12]


def as_game(game: Game | str | Mapping[str, Any]) -> Game:
    """Take a game, its name in any case, or a dictionary for `Game.from_dict`.

    A name is one of `GAMES`, with bets of the catalogue added and bets taken off as
    `game_names` says. The game's own name says what was understood.

    >>> as_game("ez+tie_on_7-panda_8").name, as_game("mini-lucky_7").name
    ('EZ Baccarat + Tie on 7 without Panda 8', 'Mini-baccarat + Lucky 7')

    Raises ValueError that names the nearest game or bet.
    """
    if isinstance(game, Game):
        return game
    if isinstance(game, Mapping):
        return Game.from_dict(game)
    if not isinstance(game, str):
        raise ValueError(f"unknown game {game!r}: {did_you_mean(str(game), GAMES)}")
    table, changes = read_game_name(game, GAMES)
    found = GAMES[table]
    for sign, bet in changes:
        taken_off = sign == "-" and found.offered_as(bet)
        found = found.without_bet(bet) if taken_off else found.with_bet(bet)
    return found


# fmt: off
PLAYER, BANKER, EZ_BANKER = map(catalogue.bet, ("player", "banker", "ez_banker"))
TIE, DRAGON_7, PANDA_8 = map(catalogue.bet, ("tie", "dragon_7", "panda_8"))
TIE_9_FOR_1 = Bet("tie", (
    Pays("9 for 1",        winner="tie"),
))

MINI_BACCARAT = Game(             # sheet 000
    "Mini-baccarat", (PLAYER, BANKER, TIE))
MINI_BACCARAT_PASSED_SHOE = Game(  # sheet 001
    "Mini-baccarat, passed shoe", (PLAYER, BANKER, TIE_9_FOR_1), dealer="passed")
EZ_BACCARAT = Game(               # sheet 000
    "EZ Baccarat", (PLAYER, EZ_BANKER, TIE, DRAGON_7, PANDA_8))
EZ_BACCARAT_DRAGON_ONLY = Game(   # sheet 002
    "EZ Baccarat, Dragon 7 only", (PLAYER, EZ_BANKER, TIE, DRAGON_7))
# fmt: on

GAMES = {
    "mini": MINI_BACCARAT,
    "mini-passed": MINI_BACCARAT_PASSED_SHOE,
    "ez": EZ_BACCARAT,
    "ez-dragon": EZ_BACCARAT_DRAGON_ONLY,
}
"""The four tables of the rule sheets, by the names the command line uses."""
