"""Counts of cards: tags and trigger; those that are in print, with their sources."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baccarat_env.game import EZ_BACCARAT, Game
from baccarat_env.names import counted

__all__ = [
    "HOW",
    "JACOBSON",
    "PUBLISHED",
    "RANKS",
    "RIDE_FREE",
    "ROUNDINGS",
    "SHEET_COUNTS",
    "Count",
    "published",
]

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

    def value(self, running: NDArray[Any], unseen_cards: NDArray[np.int64]) -> NDArray[np.float64]:
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
