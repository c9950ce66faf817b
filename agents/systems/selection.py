"""Where to bet: selections, which read past results and never the cards.

A selection looks at N tables and names a side for each: 0 Player, 1 Banker, or
`NO_DECISION` for no bet. All but a template that waits for a loss and the coin are
functions of the results of the shoe alone, so a new shoe resets them. Ties are
transparent, and a Dragon 7 is a Banker decision. A selection of one's own is one
more class with a `side`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.agent import NO_DECISION, View
from baccarat_env.checks import check_whole
from baccarat_env.compiled import compiled
from baccarat_env.game import Game
from baccarat_env.names import typed

__all__ = [
    "EVERY_SELECTION",
    "SELECTIONS",
    "After",
    "Always",
    "AvantDernier",
    "ChopCount",
    "DerivedRoad",
    "FadeRun",
    "Follow",
    "FollowRun",
    "Majority",
    "Ngram",
    "Opposite",
    "OppositeAvantDernier",
    "Random",
    "Selection",
    "Template",
]

SIDES = "PB"
Sides = NDArray[Any]
"""`(N,)` small whole numbers."""


class Selection:
    """A selection of bets: `start`, then `pick` before every coup and `learn` after it."""

    information: str = "results"

    def start(self, game: Game, tables: int, first: int) -> None:
        """Sit down at N tables, numbered from `first`; raises ValueError if a bet is missing."""
        self.tables = np.arange(first, first + tables, dtype=np.uint64)
        self.bets = self.layout(game)

    def layout(self, game: Game) -> NDArray[np.int64]:
        """Find the bets that sides 0, 1 and `NO_DECISION` stand for, `(3,)`."""
        return np.array([game.index("player"), game.index("banker"), NO_DECISION])

    def side(self, view: View) -> Sides:
        """Name a side for every table, `(N,)`: 0 Player, 1 Banker, `NO_DECISION` no bet."""
        raise NotImplementedError(f"{type(self).__name__} has no side()")

    def pick(self, view: View) -> NDArray[np.int64]:
        """Name a bet for every table, `(N,)`: an index into `game.bets`, or `NO_DECISION`."""
        return np.asarray(self.bets[self.side(view)])

    def learn(self, lost: NDArray[np.bool_]) -> None:
        """Hear at which tables the bet lost, `(N,)`."""


def other(side: Sides) -> Sides:
    """The other side, `(N,)`; no decision stays none."""
    return np.where(side >= 0, 1 - side, NO_DECISION)


@dataclass
class Always(Selection):
    """Bet the same every coup. Also called: flat selection, Banker only, Player only."""

    bet: str = "banker"
    information = "none"

    def layout(self, game: Game) -> NDArray[np.int64]:
        """Find the bet on the layout."""
        return np.array([game.index(self.bet), NO_DECISION, NO_DECISION])

    def side(self, view: View) -> Sides:
        """The one bet."""
        return np.zeros(view.tables, dtype=np.int64)


@dataclass
class Follow(Selection):
    """Bet on the last decision. Also called: follow the shoe, repeat, streak."""

    def side(self, view: View) -> Sides:
        """D[-1]."""
        return view.decision()


@dataclass
class Opposite(Selection):
    """Bet against the last decision. Also called: chop, anti-streak, ping-pong."""

    def side(self, view: View) -> Sides:
        """The other side of D[-1]."""
        return other(view.decision())


@dataclass
class AvantDernier(Selection):
    """Bet on the decision before the last. Also called: time before last."""

    def side(self, view: View) -> Sides:
        """D[-2]."""
        return view.decision(2)


@dataclass
class OppositeAvantDernier(Selection):
    """Bet against the decision before the last. Also called: opposite of time before last."""

    def side(self, view: View) -> Sides:
        """The other side of D[-2]."""
        return other(view.decision(2))


@dataclass
class Ngram(Selection):
    """Look the last n decisions up in a table. Also called: pattern map, trigger betting.

    `table` lists n decisions, oldest first, and the bet after them: "PPB/BBP" bets
    Banker after two Players and Player after two Bankers, and else sits out.
    """

    table: str = "PPB/BBP"

    def __post_init__(self) -> None:
        rows = self.table.upper().split("/")
        keys = [row[:-1] for row in rows]
        if not re.fullmatch(r"[PB]{2,13}(/[PB]{2,13})*", self.table.upper()) or not (
            len(set(keys)) == len(keys) and len(set(map(len, keys))) == 1
        ):
            raise ValueError(
                f"table={self.table!r} must list 1 to 12 decisions and the bet after them, each "
                "pattern once and all equally long, like PPB/BBP"
            )
        self.n = len(keys[0])
        self.bet_after = np.full(2**self.n, NO_DECISION)
        for row in rows:
            code = int("".join(str(SIDES.index(side)) for side in row[:-1]), 2)
            self.bet_after[code] = SIDES.index(row[-1])

    def side(self, view: View) -> Sides:
        """The table's answer to D[-n:]."""
        code = sum(
            view.decision(back).astype(np.int64) << back - 1 for back in range(1, self.n + 1)
        )
        return np.where(view.decided >= self.n, self.bet_after[code], NO_DECISION)


class After(Selection):
    """Bet after patterns of decisions. Also called: trigger betting, wait for three in a row.

    `after:BBB=player` bets Player after three Bankers in a row; several patterns may be named,
    `after:PPB=banker,BBP=player`, and where more than one fits, the longest decides. Ties are
    left out.
    """

    def __init__(self, **patterns: str) -> None:
        if not patterns:
            raise ValueError("name a pattern and the bet after it: after:BBB=player")
        self.tables_of: list[Ngram] = []
        for pattern, bet in patterns.items():
            side = {"player": "P", "p": "P", "banker": "B", "b": "B"}.get(typed(str(bet)))
            if not re.fullmatch(r"[PB]{1,12}", pattern.upper()) or side is None:
                raise ValueError(
                    f"{pattern}={bet} must be 1 to 12 letters P and B, and player or banker "
                    "after them, like BBB=player"
                )
            self.tables_of.append(Ngram(pattern.upper() + side))
        self.tables_of.sort(key=lambda table: table.n)

    def side(self, view: View) -> Sides:
        """The bet after the longest pattern that fits."""
        found = np.full(view.tables, NO_DECISION)
        for table in self.tables_of:
            told = table.side(view)
            found = np.where(told >= 0, told, found)
        return found


@dataclass
class FollowRun(Selection):
    """Bet with a run once it is `k` long. Also called: ride the streak, follow the dragon."""

    k: int = 3

    def __post_init__(self) -> None:
        check_whole("k", self.k, 1, 104)

    def side(self, view: View) -> Sides:
        """D[-1] where the last k decisions agree."""
        last = view.decision()
        same = [view.decision(back) == last for back in range(2, self.k + 1)]
        return np.where(np.all(same, axis=0) if same else True, last, NO_DECISION)


@dataclass
class FadeRun(FollowRun):
    """Bet against a run once it is `k` long. Also called: break the streak."""

    def side(self, view: View) -> Sides:
        """The other side of D[-1] where the last k decisions agree."""
        return other(super().side(view))


@dataclass
class Template(Selection):
    """Bet a fixed string over and over. Also called: pattern, PBPPBB.

    It moves on every "coup" (ties count), every "decision" of the shoe, or only after a
    "loss" of its own, and starts again with every shoe.
    """

    pattern: str = "PBPPBB"
    advance: str = "coup"

    def __post_init__(self) -> None:
        if not re.fullmatch("[PB]+", self.pattern.upper()):
            raise ValueError(f"pattern={self.pattern!r} must be a string of P and B")
        if self.advance not in ("coup", "decision", "loss"):
            raise ValueError(f"advance={self.advance!r} must be coup, decision or loss")
        self.information = "results" if self.advance == "decision" else "none"
        self.sides = np.array([SIDES.index(side) for side in self.pattern.upper()])

    def start(self, game: Game, tables: int, first: int) -> None:
        """Stand before the first letter."""
        super().start(game, tables, first)
        self.losses = np.zeros(tables, dtype=np.int64)

    def side(self, view: View) -> Sides:
        """The letter it has come to."""
        self.losses[view.active & (view.coup == 0)] = 0
        steps = {"coup": lambda: view.coup, "decision": lambda: view.decided}
        at = steps.get(self.advance, lambda: self.losses)()
        return np.asarray(self.sides[at % len(self.sides)])

    def learn(self, lost: NDArray[np.bool_]) -> None:
        """Count the losses of this shoe."""
        self.losses += lost


@dataclass
class ChopCount(Selection):
    """Count +1 for a change of side and -1 for a repeat; bet on what there is more of.

    Chop above `threshold`, repeat below its negative, else sit out. Also called: chop/streak
    count, trend counting.
    """

    threshold: int = 1

    def side(self, view: View) -> Sides:
        """With or against D[-1] by the count of this shoe."""
        decisions, last = view.decisions, view.decision()
        later = decisions[:, 1:] >= 0
        changes = ((decisions[:, 1:] != decisions[:, :-1]) & later).sum(axis=1)
        count = 2 * changes - np.maximum(view.decided - 1, 0)
        repeat = np.where(count < -self.threshold, last, NO_DECISION)
        return np.where(count > self.threshold, other(last), repeat)


@dataclass
class Majority(Selection):
    """Bet on the side seen more often in the last `n` decisions; sit out where they are even.

    Also called: hot side, most frequent of the last n.
    """

    n: int = 5

    def __post_init__(self) -> None:
        check_whole("n", self.n, 1, 104)

    def side(self, view: View) -> Sides:
        """The commoner side of D[-n:]."""
        bankers = sum(view.decision(back).astype(np.int64) for back in range(1, self.n + 1))
        lead = 2 * bankers - self.n
        return np.where((view.decided >= self.n) & (lead != 0), lead > 0, NO_DECISION)


@dataclass
class DerivedRoad(Selection):
    """Bet that a derived road repeats its last colour, or with `fade` that it does not.

    `road` 1 is the big eye boy, 2 the small road, 3 the cockroach pig. Exactly one side
    repeats the colour, once the road has a mark. Also called: reading the roads, following
    the red and the blue.
    """

    road: int = 1
    fade: bool = False

    def __post_init__(self) -> None:
        if self.road not in (1, 2, 3):
            raise ValueError(f"road={self.road!r} must be 1, 2 or 3")

    def side(self, view: View) -> Sides:
        """The side whose mark would repeat the colour, or the other one."""
        side = np.empty(view.tables, dtype=np.int64)
        repeating_side(view.decisions, view.decided, self.road, side)
        return other(side) if self.fade else side


@dataclass
class Random(Selection):
    """Toss a coin, a different one at every table and seed. Also called: guessing."""

    seed: int = 0
    information = "none"

    def __post_init__(self) -> None:
        check_whole("seed", self.seed, 0, 2**64 - 1)

    def start(self, game: Game, tables: int, first: int) -> None:
        """Take the coins of these tables."""
        super().start(game, tables, first)
        self.seeds = np.full(tables, self.seed, dtype=np.uint64)
        self.tosses = np.zeros(tables, dtype=np.uint64)

    def side(self, view: View) -> Sides:
        """Heads or tails."""
        self.tosses += view.active
        words = mixed(self.tosses + mixed(self.tables + mixed(self.seeds)))
        return (words >> np.uint64(63)).astype(np.int64)


def mixed(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Scatter 64-bit words. Source: splitmix64, Steele, Lea and Flood (OOPSLA 2014)."""
    x = x * np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ x >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ x >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return x ^ x >> np.uint64(31)


@compiled(nogil=True)
def repeating_side(
    decisions: NDArray[np.int8], decided: NDArray[np.int64], k: int, side: NDArray[np.int64]
) -> None:
    """Write the side whose next mark on derived road k has the colour of the last one, `(N,)`.

    A cell in row 0 of column c is regular when columns c - 1 and c - 1 - k are equally
    deep, one in row r below it when column c - k is not r deep.
    """
    depth = np.zeros(decisions.shape[1], np.int64)
    for n in range(decided.size):
        side[n] = -1
        c = -1
        for i in range(decided[n]):
            if i == 0 or decisions[n, i] != decisions[n, i - 1]:
                c += 1
                depth[c] = 0
            depth[c] += 1
        r = depth[c] - 1
        if c < k or (r == 0 and c == k):
            continue
        last = depth[c - 1] == depth[c - 1 - k] if r == 0 else depth[c - k] != r
        repeated = depth[c - k] != r + 1  # colour of the mark if the run goes on
        newest = decisions[n, decided[n] - 1]
        side[n] = newest if repeated == last else 1 - newest


def snake(name: str) -> str:
    """Write a class name as it is typed: AvantDernier is avant_dernier."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


SELECTIONS: dict[str, type[Selection]] = {
    snake(name): found
    for name, found in list(vars().items())
    if isinstance(found, type) and issubclass(found, Selection) and found not in (Selection, After)
}
"""The selections of this file by name; those after patterns have as many names as patterns."""

EVERY_SELECTION = (
    *(name for name in SELECTIONS if name not in ("always", "derived_road")),
    *(f"derived_road:road={road}{fade}" for road in (1, 2, 3) for fade in ("", ",fade=true")),
)
"""Every way to choose a side by past results with level stakes, as `agents.make` reads it."""
