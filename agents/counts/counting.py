"""Card counters: linear counts, those people have printed, counters who err.

A count gives every point value a tag, adds the tags of the cards seen, and bets when the
sum (the running count), or the sum per deck of unseen cards (the true count), is high
enough. Unseen cards are all that nobody has seen, burned ones and those behind the cut
card included. A counter keeps several counts side by side, each for its own bet.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.agent import Agent, Stakes, View
from agents.exact.exact import affordable
from agents.systems.sides import mixed
from baccarat_env.bet import MAX_STAKE
from baccarat_env.checks import check_whole
from baccarat_env.game import EZ_BACCARAT, Game
from baccarat_env.names import counted

__all__ = [
    "PUBLISHED",
    "ROUNDINGS",
    "SHEET_COUNTS",
    "Count",
    "Counter",
    "Misreading",
    "counter",
    "published",
]

Floats = NDArray[np.float64]

RANKS = np.array([4, 1, 1, 1, 1, 1, 1, 1, 1, 1])
"""Ranks of a suit by point value: ten, jack, queen and king count nothing."""

ROUNDINGS: dict[str, Callable[[Any], Any]] = {
    "none": np.asarray,
    "floor": np.floor,
    "nearest": np.rint,
    "truncate": np.trunc,
}
"""What may be done to a true count before it is held against the trigger."""


@dataclass(frozen=True)
class Count:
    """A linear count for one bet.

    `tags` by point value, 0 to 9, are added as cards are seen, beginning with `start` at
    the top of the shoe; it bets at `trigger` or above. `by` is "true" (per 52 unseen
    cards) or "running". `rounding` of the true count is one of `ROUNDINGS`.
    """

    name: str
    bet: str
    tags: tuple[float, ...]
    trigger: float
    by: str = "true"
    start: float = 0.0
    rounding: str = "none"
    source: str = ""

    def __post_init__(self) -> None:
        tags = np.asarray(self.tags)
        if tags.shape != (10,) or tags.dtype.kind not in "iuf" or not np.isfinite(tags).all():
            raise ValueError(
                f"tags={self.tags!r} of count {self.name} must be ten finite numbers, "
                "for point values 0 to 9"
            )
        if self.by not in ("true", "running"):
            raise ValueError(f"by={self.by!r} of count {self.name} must be true or running")
        if self.rounding not in ROUNDINGS:
            raise ValueError(
                f"rounding={self.rounding!r} of count {self.name} must be {', '.join(ROUNDINGS)}"
            )
        for key in ("trigger", "start"):
            if not np.isfinite(getattr(self, key)):
                raise ValueError(f"{key}={getattr(self, key)!r} of count {self.name} is not finite")

    @property
    def balanced(self) -> bool:
        """Say whether a whole deck counts to zero."""
        return float(RANKS @ self.tags) == 0

    def value(self, running: NDArray[Any], unseen_cards: NDArray[np.int64]) -> Floats:
        """The count that is held against the trigger, from the sum of the tags seen.

        >>> PUBLISHED["dragon-count"].value(np.array([20.0]), np.array([208]))
        array([5.])
        """
        value = self.start + running
        if self.by == "true":
            value = value * 52 / np.maximum(unseen_cards, 1)
        return np.asarray(ROUNDINGS[self.rounding](value))

    def check(self, game: Game) -> None:
        """Raise ValueError if the game does not offer the bet or never reaches the trigger."""
        game.index(self.bet)
        seen = np.array(self.tags) * game.full_shoe
        low, high = seen[seen < 0].sum() + self.start, seen[seen > 0].sum() + self.start
        if self.by == "true":  # six cards at least are unseen
            low, high = low * 52 / 6, high * 52 / 6
        if not low <= self.trigger <= high:
            raise ValueError(
                f"trigger={self.trigger:g} of count {self.name} must be from {low:g} to {high:g}, "
                f"what its {self.by} count can reach with {counted(game.decks, 'deck')}"
            )


# --- In print --------------------------------------------------------------------------

JACOBSON = "Jacobson, 888casino.com blog and advancedadvantageplay.com"
HOW = "How, discountgambling.net"
RIDE_FREE = "github.com/mrwatts88/ride-free-sim"

# fmt: off
PUBLISHED = {count.name: count for count in (
    #                                      0   A   2   3   4   5   6   7   8   9  bet when
    Count("dragon-count",     "dragon_7", (0,  0,  0,  0, -1, -1, -1, -1, +2, +2), 4,
          source=JACOBSON),
    Count("dragon-running",   "dragon_7", (0, +1,  0,  0, -1, -1, -1, -1, +2, +2), 32, by="running",
          source=HOW),  # eight decks: a whole shoe counts to 32
    Count("dragon-finer",     "dragon_7", (1, +1, -1, -1, -3, -3, -3, -4, +5, +5), 10,
          source=RIDE_FREE),
    Count("panda-count",      "panda_8",  (1, +1, +1, -2, -2, -2, -1, -1, -2, +4), 11,
          source=f"Wizard of Odds; {JACOBSON}"),
    Count("tie-on-7-count",   "tie_on_7", (1, +1,  0,  0,  0,  0,  0, -8, +2, +1), 4,
          source=JACOBSON),
    Count("bad-beat-count",   "bad_beat", (1,  0, +1, +1, +1, +1, +1, +1, -5, -5), 6,
          source=JACOBSON),
    Count("nine-over-7-count", "nine_over_7", (1, 0, +1, +1, +1, +1, +1, -5, +1, -5), 6,
          source=JACOBSON),
    Count("eight-nine-count", "both_8_or_9", (1, +1, +1, 0,  0,  0,  0,  0, -3, -3), 4,
          source=JACOBSON),
    Count("big-tiger-count",  "big_tiger", (0,  0,  0, -1, -1, -1, -2, +1, +2, +2), 8,
          source=JACOBSON),
    Count("lucky-6-count",    "lucky_6",  (0,  0,  0,  0,  0,  0, -3, +1, +1, +1), 7,
          source="Wizard of Odds"),
)}
# fmt: on
"""Counts in print, with the bet, the trigger and the source of each."""


def published(game: Game) -> dict[str, Count]:
    """List the counts in print for the bets of a game.

    >>> from baccarat_env.game import as_game
    >>> list(published(as_game("mini+tie_on_7")))
    ['tie-on-7-count']
    """
    return {name: count for name, count in PUBLISHED.items() if count.bet in game.bets}


SHEET_COUNTS = published(EZ_BACCARAT)
"""Those for the bets of the rule sheets."""


# --- The counter -----------------------------------------------------------------------


class Counter(Agent):
    """Keeps one or more counts and bets `unit` chips whenever one says so.

    `main` names a bet that is made every coup with `main_unit` chips, where the table asks
    for it. Stakes are kept within the limits; those the bankroll does not cover, the last of
    the layout first, are left out.
    """

    information = "count"

    def __init__(self, *counts: Count, unit: int = 1, main: str = "", main_unit: int = 1) -> None:
        if not counts:
            raise ValueError("a counter needs a count: give it at least one")
        check_whole("unit", unit, 1, MAX_STAKE)
        check_whole("main_unit", main_unit, 1, MAX_STAKE)
        self.counts, self.unit = counts, unit
        self.main, self.main_unit = main, main_unit
        self.tags = np.array([count.tags for count in counts], dtype=np.float64)

    def start(self, game: Game, tables: int, first: int = 0) -> None:
        """Sit down at N tables; raises ValueError if a count does not fit the game."""
        super().start(game, tables, first)
        for count in self.counts:
            count.check(game)
        self.wanted = np.full(len(game.bets), self.unit)
        if self.main:
            self.wanted[game.index(self.main)] = self.main_unit

    def running(self, view: View) -> Floats:
        """Sums of the tags as this counter keeps them, `(N, K)`."""
        return view.running

    def bet(self, view: View) -> Stakes:
        """Bet where a count is high enough."""
        running = self.running(view)
        bets = np.zeros((view.tables, len(view.game.bets)), dtype=np.bool_)
        for k, count in enumerate(self.counts):
            value = count.value(running[:, k], view.unseen_cards)
            bets[:, view.game.index(count.bet)] |= value >= count.trigger
        if self.main:
            bets[:, view.game.index(self.main)] = True
        bets &= (view.active & ~self.stopped)[:, None]
        return affordable(np.where(bets, np.clip(self.wanted, view.low, view.high), 0), view)


class Misreading(Counter):
    """Takes each card, with chance `errors`, for one of the thirteen ranks at random.

    Its mistakes depend on `seed`, the table and the coup alone. It declares one count for
    each point value, so as to hear which cards came.
    """

    def __init__(self, *counts: Count, errors: float, seed: int = 0, **stakes: Any) -> None:
        super().__init__(*counts, **stakes)
        if not 0 <= errors <= 1:
            raise ValueError(f"errors={errors!r} must be a share of the cards, from 0 to 1")
        check_whole("seed", seed, 0, 2**64 - 1)
        self.errors, self.seed = errors, seed
        self.kept = np.array([count.tags for count in counts], dtype=np.float64)
        self.tags = np.eye(10)

    def start(self, game: Game, tables: int, first: int = 0) -> None:
        """Sit down at N tables with nothing seen."""
        super().start(game, tables, first)
        self.seen = np.zeros((tables, 10), dtype=np.int64)
        self.wrong = np.zeros((tables, len(self.counts)))
        table = np.arange(first, first + tables, dtype=np.uint64)
        self.words = mixed(table + mixed(np.full(tables, self.seed, dtype=np.uint64)))

    def running(self, view: View) -> Floats:
        """Sums of the tags with the mistakes so far."""
        opens = view.active & (view.coup == 0)
        self.seen[opens], self.wrong[opens] = 0, 0.0
        seen = view.running.astype(np.int64)
        for value in range(10):
            fresh = np.where(view.active, seen[:, value] - self.seen[:, value], 0)
            for card in range(fresh.max(initial=0)):
                self._misread(value, fresh > card)
        self.seen = np.where(view.active[:, None], seen, self.seen)
        return np.asarray(view.running @ self.kept.T + self.wrong)

    def _misread(self, value: int, rows: NDArray[np.bool_]) -> None:
        """Look at a card of this value at the marked tables `(N,)`."""
        self.words = np.where(rows, mixed(self.words), self.words)
        chance = (self.words >> np.uint64(11)) * 2.0**-53
        rank = (mixed(self.words + np.uint64(1)) % np.uint64(13)).astype(np.int64) + 1
        taken = np.where(rank < 10, rank, 0)
        err = rows & (chance < self.errors)
        self.wrong[err] += (self.kept[:, taken].T - self.kept[:, value])[err]


# --- By name ---------------------------------------------------------------------------


def counter(
    counts: tuple[Count, ...],
    trigger: float | None = None,
    rounding: str | None = None,
    errors: float = 0.0,
    seed: int = 0,
    unit: int = 1,
    main: str = "",
    main_unit: int = 1,
) -> Counter:
    """Make a counter, or one who misreads cards; `trigger` and `rounding` replace the counts'."""
    change: dict[str, Any] = {"trigger": trigger, "rounding": rounding}
    change = {key: value for key, value in change.items() if value is not None}
    kept = [replace(count, **change) for count in counts]
    if errors:
        return Misreading(
            *kept, errors=errors, seed=seed, unit=unit, main=main, main_unit=main_unit
        )
    return Counter(*kept, unit=unit, main=main, main_unit=main_unit)


def own_count(
    bet: str,
    tags: str,
    trigger: float,
    by: str = "true",
    start: float = 0.0,
    rounding: str = "none",
    errors: float = 0.0,
    seed: int = 0,
    unit: int = 1,
    main: str = "",
    main_unit: int = 1,
) -> Counter:
    """Make a counter with a count of one's own, its ten tags as text: "0 0 0 0 -1 -1 -1 -1 2 2"."""
    try:
        numbers = tuple(float(tag) for tag in tags.split())
    except ValueError:
        raise ValueError(f"tags={tags!r} must be ten numbers, for point values 0 to 9") from None
    count = Count("count", bet, numbers, trigger, by, start, rounding)
    return counter((count,), errors=errors, seed=seed, unit=unit, main=main, main_unit=main_unit)


def offers() -> dict[str, Callable[..., Agent]]:
    """Every count in print, the Dragon and the Panda count side by side, a count of one's own."""
    found: dict[str, Callable[..., Agent]] = {
        name: partial(counter, (count,)) for name, count in PUBLISHED.items()
    }
    both = PUBLISHED["dragon-count"], PUBLISHED["panda-count"]
    return found | {"dragon-and-panda-count": partial(counter, both), "count": own_count}
