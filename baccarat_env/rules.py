"""The rules on the sheets: what cards count, who draws a third card, what each bet pays.

Everything else reads these tables: the compiled dealer, the exact odds, the
environments, the printed pay tables and the report.

Sources: the three rule sheets this project implements. Sheet 000 is the casino
leaflet "Mini Baccarat / EZ Baccarat" (Dragon 7 and Panda 8), sheet 001 the
leaflet of mini-baccarat dealt round the table ("9 for 1" on Tie), sheet 002 the
"EZ Baccarat" rules with Dragon 7 alone. Burn, cut card and last coup are house
procedure and stand on none of them.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "BANKER_CHART",
    "BASIS_POINTS",
    "CARD_VALUE",
    "DECK",
    "ENDINGS",
    "EZ_BACCARAT",
    "EZ_BACCARAT_DRAGON_ONLY",
    "GAMES",
    "MAIN_BETS",
    "MAX_STAKE",
    "MINI_BACCARAT",
    "MINI_BACCARAT_PASSED_SHOE",
    "NO_ENDING",
    "POSSIBLE",
    "RESULTS",
    "RESULT_OF",
    "THIRD_CARD_STANDS",
    "Bet",
    "Game",
    "Pays",
    "as_game",
    "banker_draws",
    "chart_draws",
    "check_whole",
    "format_odds",
    "full_shoe",
    "numbers_of",
    "parse_odds",
    "player_draws",
]

# --- The cards -------------------------------------------------------------------------

CARD_VALUE: NDArray[np.uint8] = np.array(
    [(1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0)[code % 13] for code in range(52)], dtype=np.uint8
)
"""Point value of each card code: ace 1, 2 to 9 at face value, ten and court cards 0."""

DECK: NDArray[np.int64] = np.bincount(CARD_VALUE, minlength=10).astype(np.int64)
"""Cards of each point value in one deck, `(10,)`: sixteen zeros, four of each other value."""

MAX_DECKS = 8


def full_shoe(decks: int) -> NDArray[np.int64]:
    """Count the cards of a fresh shoe by point value, `(10,)`.

    >>> full_shoe(8)
    array([128,  32,  32,  32,  32,  32,  32,  32,  32,  32])
    """
    check_whole("decks", decks, 1, MAX_DECKS)
    return DECK * decks


# --- Who draws -------------------------------------------------------------------------

THIRD_CARD_STANDS = 10
"""Column of the banker's chart that is used when Player took no third card."""

BANKER_CHART = {
    # Banker's   Player's third card    Player
    # total      0 1 2 3 4 5 6 7 8 9    stood
    0: "         D D D D D D D D D D    D",
    1: "         D D D D D D D D D D    D",
    2: "         D D D D D D D D D D    D",
    3: "         D D D D D D D D . D    D",
    4: "         . . D D D D D D . .    D",
    5: "         . . . . D D D D . .    D",
    6: "         . . . . . . D D . .    .",
    7: "         . . . . . . . . . .    .",
}
"""When Banker draws (D) and stands (.), by his two-card total and the value of Player's third card.

Source: sheet 000, "Third Card Rule"; rows 3 to 7 also on sheet 001. 8 and 9 are naturals.
"""

chart_draws: NDArray[np.bool_] = np.array(
    [[cell == "D" for cell in row.split()] for row in BANKER_CHART.values()]
)
"""`BANKER_CHART` as an array, `(8, 11)`: Banker's total, then Player's third card or stood."""

NATURAL = 8
PLAYER_DRAWS_TO = 5


def player_draws(player: int, banker: int) -> bool:
    """Say whether Player takes a third card, from both two-card totals.

    Source: sheet 000. A natural on either side ends the coup; Player draws on 0 to 5.
    """
    return player < NATURAL and banker < NATURAL and player <= PLAYER_DRAWS_TO


def banker_draws(player: int, banker: int, third_card: int) -> bool:
    """Say whether Banker takes a third card, from both two-card totals.

    `third_card` is the point value of Player's third card, or `THIRD_CARD_STANDS`.
    Source: sheet 000. A natural on either side ends the coup; else the chart decides.
    """
    return player < NATURAL and banker < NATURAL and bool(chart_draws[banker, third_card])


# --- How a coup can end ----------------------------------------------------------------

ENDINGS = 400
"""An ending is ((player drew × 2 + banker drew) × 10 + player total) × 10 + banker total."""

NO_ENDING = 400
"""What stands in for an ending before the first coup of a shoe."""

_drew_p, _drew_b, _total_p, _total_b = np.indices((2, 2, 10, 10)).reshape(4, ENDINGS)

FACTS: dict[str, NDArray[Any]] = {
    "winner": np.where(
        _total_p > _total_b, "player", np.where(_total_b > _total_p, "banker", "tie")
    ),
    "player_total": _total_p,
    "banker_total": _total_b,
    "player_cards": 2 + _drew_p,
    "banker_cards": 2 + _drew_b,
    "cards": 4 + _drew_p + _drew_b,
    "margin": abs(_total_p - _total_b),
}
"""What a bet may ask about an ending: name to `(400,)`."""


def _possible_endings() -> NDArray[np.bool_]:
    possible = np.zeros((2, 2, 10, 10), dtype=np.bool_)
    for player, banker in np.ndindex(10, 10):
        thirds = range(10) if player_draws(player, banker) else (THIRD_CARD_STANDS,)
        for third in thirds:
            drew_p = third != THIRD_CARD_STANDS
            drew_b = banker_draws(player, banker, third)
            total_p = (player + third) % 10 if drew_p else player
            total_b = range(10) if drew_b else banker
            possible[int(drew_p), int(drew_b), total_p, total_b] = True
    return possible.reshape(ENDINGS)


POSSIBLE: NDArray[np.bool_] = _possible_endings()
"""The 205 endings the drawing rules allow, `(400,)`: 40 where nobody drew, 20 where only
Banker did, 45 where only Player did, 100 where both did."""

RESULTS = ("P", "B", "T", "B7", "P8")
"""What a scoreboard shows: Player, Banker, Tie, and the wins marked Dragon 7 and Panda 8."""

_DRAGON = (FACTS["winner"] == "banker") & (_total_b == 7) & (_drew_b == 1)
_PANDA = (FACTS["winner"] == "player") & (_total_p == 8) & (_drew_p == 1)

RESULT_OF: NDArray[np.int8] = np.select(
    [_DRAGON, _PANDA, FACTS["winner"] == "player", FACTS["winner"] == "banker"], [3, 4, 0, 1], 2
).astype(np.int8)
"""Index into `RESULTS` of each ending, `(400,)`."""

# --- What a bet pays -------------------------------------------------------------------

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


def parse_odds(text: str) -> int:
    """Read a payout as the net result in basis points of the stake.

    "To" is net; "for" includes the returned stake, so "9 for 1" is 8 to 1 (sheet 001).

    >>> parse_odds("8 to 1"), parse_odds("9 for 1"), parse_odds("1 to 1 less 5%")
    (80000, 80000, 9500)

    Raises ValueError if the text is no payout or not a whole number of basis points.
    """
    if text == "push":
        return 0
    if text == "lose":
        return LOSES
    found = _ODDS.fullmatch(text) if isinstance(text, str) else None
    if not found or int(found["denominator"]) == 0:
        raise ValueError(f"pays={text!r} is not a payout: write {_ODDS_LEGAL}")
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
    winner: str | None = None
    player_total: int | tuple[int, ...] | None = None
    banker_total: int | tuple[int, ...] | None = None
    player_cards: int | tuple[int, ...] | None = None
    banker_cards: int | tuple[int, ...] | None = None
    cards: int | tuple[int, ...] | None = None
    margin: int | tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        parse_odds(self.pays)
        for name in FACTS:
            given = getattr(self, name)
            if isinstance(given, list | tuple):
                object.__setattr__(self, name, tuple(map(_plain, given)))
                if not given:
                    raise ValueError(f"{name}={given!r} names nothing: leave it out for always")
            else:
                object.__setattr__(self, name, _plain(given))
            for wanted in self._wanted(name):
                legal = [fact.item() for fact in np.unique(FACTS[name])]
                if type(wanted) is not type(legal[0]) or wanted not in legal:
                    raise ValueError(f"{name}={wanted!r} never happens: choose from {legal}")
        if not self.endings[POSSIBLE].any():
            raise ValueError(f"no coup can end with {self.describe()}: this line would never pay")

    def _wanted(self, name: str) -> tuple[Any, ...]:
        wanted = getattr(self, name)
        if wanted is None:
            return ()
        return wanted if isinstance(wanted, tuple) else (wanted,)

    @property
    def endings(self) -> NDArray[np.bool_]:
        """Mark the endings this line is for, `(400,)`."""
        marked = np.ones(ENDINGS, dtype=np.bool_)
        for name, fact in FACTS.items():
            if wanted := self._wanted(name):
                marked &= np.isin(fact, wanted)
        return marked

    def describe(self) -> str:
        """Say in words which endings this line is for."""
        words = []
        for name in FACTS:
            if wanted := self._wanted(name):
                shown = " or ".join(map(str, wanted))
                if name == "winner":
                    words.append("tie" if shown == "tie" else f"{shown} wins")
                else:
                    words.append(f"{name.replace('_', ' ')} {shown}")
        return ", ".join(words) or "any other ending"


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
        _all_of("lines", self.lines, Pays, f"of bet {self.name}")
        object.__setattr__(self, "lines", tuple(self.lines))
        unsettled = POSSIBLE.copy()
        for line in self.lines:
            if not (line.endings & unsettled).any():
                raise ValueError(
                    f"bet {self.name}: the lines before it settle every {line.describe()!r}: "
                    "a line that never pays must stand earlier or go"
                )
            unsettled &= ~line.endings

    @property
    def title(self) -> str:
        """The name as it is printed on a layout."""
        return self.name.replace("_", " ").title()

    @property
    def pays(self) -> NDArray[np.int64]:
        """Net result of each ending in basis points of the stake, `(400,)`."""
        settled = np.full(ENDINGS, LOSES, dtype=np.int64)
        for line in reversed(self.lines):
            settled[line.endings] = parse_odds(line.pays)
        return settled


# --- The game --------------------------------------------------------------------------


@dataclass(frozen=True)
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
        _all_of("layout", self.layout, Bet, f"of game {self.name!r}")
        object.__setattr__(self, "layout", tuple(self.layout))
        for name in self.bets:
            if self.bets.count(name) > 1:
                raise ValueError(
                    f"game {self.name!r} offers {name} twice: each bet needs its own name"
                )
        check_whole("decks", self.decks, 1, MAX_DECKS)
        deepest = 52 * int(self.decks) - 17
        check_whole("cut", self.cut, 6, deepest, f" with {self.decks} decks")
        check_whole("after_cut", self.after_cut, 0, 104)
        for name in ("decks", "cut", "after_cut"):
            object.__setattr__(self, name, int(getattr(self, name)))
        if not isinstance(self.burn, bool):
            raise ValueError(f"burn={self.burn!r} must be True or False")
        if self.dealer not in ("house", "passed"):
            raise ValueError(f"dealer={self.dealer!r} must be 'house' or 'passed'")

    @property
    def bets(self) -> tuple[str, ...]:
        """Names of the bets in order."""
        return tuple(bet.name for bet in self.layout)

    @cached_property
    def pays(self) -> NDArray[np.int64]:
        """Net result of every bet and ending in basis points of the stake, `(B, 400)`."""
        pays = np.array([bet.pays for bet in self.layout])
        pays.setflags(write=False)
        return pays

    @cached_property
    def side(self) -> NDArray[np.bool_]:
        """Mark the side bets, `(B,)`."""
        return np.array([bet.side for bet in self.layout])

    @cached_property
    def main(self) -> NDArray[np.bool_]:
        """Mark Player and Banker, `(B,)`: they open the side bets where a table asks for it."""
        return np.isin(self.bets, MAIN_BETS)

    @property
    def full_shoe(self) -> NDArray[np.int64]:
        """Cards of a fresh shoe by point value, `(10,)`."""
        return full_shoe(self.decks)

    @property
    def procedure(self) -> str:
        """How the table is dealt, in words: it stands beside every figure."""
        burn = "first card burned by value" if self.burn else "no burn"
        after = f"{self.after_cut} coup{'s' * (self.after_cut != 1)} after it"
        decks = f"{self.decks} deck{'s' * (self.decks != 1)}"
        return f"{decks}, {burn}, {self.cut} cards behind the cut card, {after}"

    def index(self, bet: str) -> int:
        """Find a bet by name. Raises ValueError if the game does not offer it."""
        if bet not in self.bets:
            raise ValueError(
                f"{self.name} offers no bet {bet!r}: choose from {', '.join(self.bets)}"
            )
        return self.bets.index(bet)

    def without(self, *bets: str) -> Game:
        """Take bets off the layout."""
        for bet in bets:
            self.index(bet)
        return replace(self, layout=tuple(bet for bet in self.layout if bet.name not in bets))

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
        _known("game", data, keys, required={"name", "bets"})
        layout = []
        for bet in _listed("bets", data["bets"]):
            _known("bet", bet, {"name", "side", "lines"}, required={"name", "lines"})
            lines = []
            for line in _listed("lines", bet["lines"]):
                _known("pay line", line, {"pays", *FACTS}, required={"pays"})
                lines.append(Pays(**line))
            layout.append(Bet(bet["name"], tuple(lines), bet.get("side", False)))
        return cls(layout=tuple(layout), **{key: data[key] for key in data if key != "bets"})

    @property
    def fingerprint(self) -> str:
        """Twelve hexadecimal digits that change when the rules, the payouts or the procedure do."""
        rules = json.dumps([self.to_dict(), BANKER_CHART], sort_keys=True)
        return hashlib.sha256(rules.encode()).hexdigest()[:12]


def as_game(game: Game | str | Mapping[str, Any]) -> Game:
    """Take a game, the name of one in `GAMES`, or a dictionary for `Game.from_dict`."""
    if isinstance(game, Game):
        return game
    if isinstance(game, Mapping):
        return Game.from_dict(game)
    if isinstance(game, str) and game in GAMES:
        return GAMES[game]
    raise ValueError(
        f"unknown game {game!r}: choose from {', '.join(GAMES)}, or give a Game or a dictionary"
    )


def check_whole(name: str, value: Any, low: int, high: int, where: str = "") -> None:
    """Raise ValueError unless `value` is a whole number in range: the one sentence for all."""
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not whole or not low <= value <= high:
        raise ValueError(f"{name}={value!r} must be a whole number from {low} to {high}{where}")


def numbers_of(name: str, values: Any) -> NDArray[Any]:
    """Take numbers as an array. Raises ValueError if they have no common shape."""
    try:
        return np.asarray(values)
    except ValueError:
        raise ValueError(f"{name}={values!r} must be an array of numbers, rows alike") from None


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value


def _all_of(name: str, values: Any, kind: type, whose: str) -> None:
    listed = isinstance(values, list | tuple) and len(values) > 0
    if not listed or not all(isinstance(value, kind) for value in values):
        raise ValueError(f"{name}={values!r} {whose} must be a list of one or more {kind.__name__}")


def _known(what: str, data: Any, keys: set[str], required: set[str]) -> None:
    if not isinstance(data, Mapping):
        raise ValueError(f"a {what} must be a dictionary, not {data!r}")
    for key in data:
        if key not in keys:
            raise ValueError(
                f"unknown key {key!r} in a {what}: choose from {', '.join(sorted(keys))}"
            )
    for key in sorted(required - set(data)):
        raise ValueError(f"a {what} needs {key!r}, and {dict(data)!r} has none")


def _listed(name: str, value: Any) -> list[Any] | tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise ValueError(f"{name} must be a list, not {value!r}")
    return value


# --- The four tables -------------------------------------------------------------------

# fmt: off
PLAYER = Bet("player", (
    Pays("1 to 1",         winner="player"),
    Pays("push",           winner="tie"),
))
BANKER = Bet("banker", (
    Pays("1 to 1 less 5%", winner="banker"),
    Pays("push",           winner="tie"),
))
EZ_BANKER = Bet("banker", (
    Pays("push",           winner="banker", banker_total=7, banker_cards=3),
    Pays("1 to 1",         winner="banker"),
    Pays("push",           winner="tie"),
))
TIE = Bet("tie", (
    Pays("8 to 1",         winner="tie"),
))
TIE_9_FOR_1 = Bet("tie", (
    Pays("9 for 1",        winner="tie"),
))
DRAGON_7 = Bet("dragon_7", (
    Pays("40 to 1",        winner="banker", banker_total=7, banker_cards=3),
), side=True)
PANDA_8 = Bet("panda_8", (
    Pays("25 to 1",        winner="player", player_total=8, player_cards=3),
), side=True)

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
