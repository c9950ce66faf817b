"""Card counters: linear counts, those people have printed, counters who err.

A count gives every point value a tag, adds the tags of the cards seen, and bets when the
sum (the running count), or the sum per deck of unseen cards (the true count), is high
enough. Unseen cards are all that nobody has seen, burned ones and those behind the cut
card included. A counter keeps several counts side by side, each for its own bet.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.agent import Agent, Stakes, View
from agents.counts.in_print import PUBLISHED, Count
from agents.exact.exact import affordable
from agents.systems.sides import mixed
from baccarat_env.bet import MAX_STAKE
from baccarat_env.checks import check_whole
from baccarat_env.game import Game

__all__ = [
    "Counter",
    "Misreading",
    "counter",
]

Floats = NDArray[np.float64]


# --- In print --------------------------------------------------------------------------


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
