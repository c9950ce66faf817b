"""The terms of play at a table: what may be staked, what is seen, what is rewarded.

Both environments take the same keyword arguments, and this is where they are read,
checked and turned into spaces and into the arrays that the dealer's loops need.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import InitVar, dataclass, field, fields
from itertools import pairwise
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import ArrayLike, NDArray

from baccarat_env import dealer
from baccarat_env.bet import BASIS_POINTS, MAX_STAKE
from baccarat_env.checks import ArgumentError, check_whole
from baccarat_env.game import GAMES, Game, as_game
from baccarat_env.names import did_you_mean
from baccarat_env.rules import RESULTS
from baccarat_env.shoe import check_cards
from baccarat_env.spans import Spans

__all__ = ["ACTIONS", "INFORMATION", "REWARDS", "Terms"]

ACTIONS = ("combination", "single", "continuous")
INFORMATION = ("none", "results", "cards", "count", "composition")
REWARDS = ("sampled", "expected", "log", "growth")
GROWING = ("log", "growth")
"""Rewards that need a bankroll."""

PROCEDURE = ("decks", "cut", "burn", "after_cut")
"""What an environment may change of a game's procedure."""

MAX_BANKROLL = 10**11
LOG_BANKROLL = 10_000
LEAST_SPREAD = 1e-6
LARGEST_SCALE = 1e12

DRAGON_TAGS = (0, 0, 0, 0, -1, -1, -1, -1, 2, 2)
"""The Dragon 7 count, for the point values 0 to 9: 4 to 7 are -1, 8 and 9 are +2.

Source: Eliot Jacobson, advancedadvantageplay.com.
"""


@dataclass(frozen=True, kw_only=True)
class Terms:
    """Terms of play, checked. The environments' docstrings say what each argument means.

    Raises ValueError naming the argument, its value and the legal range.
    """

    game: Game
    actions: str = "combination"
    information: str = "composition"
    reward: str = "sampled"
    reward_scale: float = 1.0
    chips: Sequence[int] = (0, 1)
    side_chips: Sequence[int] | None = None
    bankroll: int | None = None
    sit_out: bool = True
    side_requires_main: bool = False
    max_coups: int | None = None
    max_episode_steps: int | None = None
    history: int = 20
    tags: Sequence[float] = DRAGON_TAGS
    oracle: bool = False
    shoes: InitVar[Sequence[Sequence[int]] | None] = None
    spans: Spans = None  # type: ignore[assignment]
    """What is drawn for each shoe; `game` has the most decks, the fewest cards behind the cut."""
    fixed_shoes: tuple[NDArray[np.uint8], ...] = field(init=False)

    @classmethod
    def read(
        cls, game: Game | str | Mapping[str, Any] | None, arguments: Mapping[str, Any]
    ) -> Terms:
        """Read an environment's keyword arguments: those of the terms, and procedure of the game.

        Procedure that is None is left as the game has it.
        """
        if game is None:
            raise ValueError(f"game=None: give one of {', '.join(GAMES)}, or a dictionary")
        for name in arguments:
            if name not in cls.names():
                legal = ", ".join(sorted(cls.names()))
                near = did_you_mean(name, cls.names())
                raise ArgumentError(
                    f"unexpected keyword argument {name!r}: "
                    f"{near if near.startswith('did') else f'choose from {legal}'}"
                )
        own = {name: value for name, value in arguments.items() if name not in PROCEDURE}
        changed = {name: arguments[name] for name in PROCEDURE if arguments.get(name) is not None}
        table, spans = Spans.read(as_game(game), changed)
        return cls(game=table, spans=spans, **own)

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Name every keyword argument that `read` takes."""
        own = [one.name for one in fields(cls) if one.init and one.name not in ("game", "spans")]
        return (*own, "shoes", *PROCEDURE)

    def __post_init__(self, shoes: Sequence[Sequence[int]] | None) -> None:
        _one_of("actions", self.actions, ACTIONS)
        _one_of("information", self.information, INFORMATION)
        _one_of("reward", self.reward, REWARDS)
        _scale("reward_scale", self.reward_scale)
        self._set("chips", _denominations("chips", self.chips))
        if self.side_chips is not None:
            self._set("side_chips", _denominations("side_chips", self.side_chips))
        for name in ("sit_out", "side_requires_main", "oracle"):
            if not isinstance(getattr(self, name), bool):
                raise ValueError(f"{name}={getattr(self, name)!r} must be True or False")
        if not self.sit_out and self.actions != "single":
            raise ValueError(f"sit_out=False goes with actions='single', not {self.actions!r}")
        if self.side_requires_main and not self.game.main.any():
            raise ValueError(
                f"side_requires_main=True needs a player or banker bet: {self.game.name} has none"
            )
        check_whole("history", self.history, 1, dealer.MAX_COUPS)
        for name in ("max_coups", "max_episode_steps"):
            if getattr(self, name) is not None:
                check_whole(name, getattr(self, name), 1, 1_000_000)
        self._check_bankroll()
        self._check_tags()
        if not isinstance(shoes, list | tuple | np.ndarray | None):
            raise ValueError(f"shoes={shoes!r} must be a list of shoes, or None")
        if self.spans is None:
            object.__setattr__(self, "spans", Spans.read(self.game, {})[1])
        fixed = () if shoes is None else tuple(self.read_shoe(shoe) for shoe in shoes)
        if shoes is not None and not fixed:
            raise ValueError("shoes=[] holds no shoe: give at least one, or None")
        self._set("fixed_shoes", fixed)

    def _set(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)

    def read_shoe(self, cards: ArrayLike) -> NDArray[np.uint8]:
        """Check a shoe given card by card, whatever its cut will be.

        Raises ValueError as `check_cards` does, or where the number of decks is drawn.
        """
        if "decks" in self.spans.drawn:
            raise ValueError(
                f"a shoe of one's own needs one number of decks, and decks={self.spans.decks}: "
                "write decks=8, or leave the shoe out"
            )
        return check_cards(cards, self.spans.shortest(self.game))

    @property
    def in_words(self) -> str:
        """The game, what is seen, what is rewarded and how it is dealt, on one line."""
        return (
            f"{self.game.name}, sees {self.information}, {self.reward} rewards, "
            f"{self.spans.in_words(self.game.procedure)}"
        )

    def _check_bankroll(self) -> None:
        if self.bankroll is None:
            if self.reward in GROWING:
                raise ValueError(
                    f"reward={self.reward!r} needs a bankroll of at least {LOG_BANKROLL} chips, "
                    "not None"
                )
            return
        smallest = int(self.smallest_chip)
        low = max(smallest, LOG_BANKROLL if self.reward in GROWING else 1)
        check_whole("bankroll", self.bankroll, low, MAX_BANKROLL)

    def _check_tags(self) -> None:
        tags = _numbers(self.tags)
        if tags.shape != (10,) or not np.isfinite(tags).all():
            raise ValueError(
                f"tags={self.tags!r} must be ten finite numbers, for the point values 0 to 9"
            )
        if (abs(tags) > 1000).any() or np.ptp(tags) < LEAST_SPREAD:
            raise ValueError(
                f"tags={self.tags!r} must lie within -1000 to 1000 and differ by {LEAST_SPREAD:g}"
            )
        self._set("tags", tuple(tags.tolist()))

    # --- What may be staked ---------------------------------------------------------------

    @property
    def denominations(self) -> list[tuple[int, ...]]:
        """Stakes in chips that each bet takes, one tuple a bet; the first is 0."""
        side_chips = self.chips if self.side_chips is None else self.side_chips
        return [tuple(side_chips if side else self.chips) for side in self.game.side]

    @property
    def smallest_chip(self) -> int:
        """Smallest stake in chips that can stand alone: who has less is ruined."""
        alone = self.game.main | ~self.game.side | (not self.side_requires_main)
        return min(chips[1] for chips, may in zip(self.denominations, alone, strict=True) if may)

    def action_space(self) -> spaces.Space[Any]:
        """Make the space of one table's actions."""
        if self.actions == "combination":
            return spaces.MultiDiscrete([len(chips) for chips in self.denominations])
        if self.actions == "single":
            return spaces.Discrete(len(self.single_stakes()))
        return spaces.Box(-1.0, 1.0, (len(self.game.bets),), np.float32)

    def single_stakes(self) -> NDArray[np.int64]:
        """List each single action's stakes, `(A, B)`: no bet, then bet by bet, level by level."""
        bets = len(self.game.bets)
        rows = [np.zeros(bets, dtype=np.int64)] if self.sit_out else []
        for b, chips in enumerate(self.denominations):
            rows += [chip * np.eye(bets, dtype=np.int64)[b] for chip in chips[1:]]
        return np.array(rows)

    def mask_stakes(self) -> NDArray[np.int64]:
        """List what each entry of an action mask stakes, `(A,)` chips; -1 where never legal."""
        if self.actions == "combination":
            return np.concatenate(self.denominations).astype(np.int64)
        stakes = self.single_stakes()
        needed = stakes.sum(axis=1)
        if self.side_requires_main:
            needed[(stakes[:, self.game.side] > 0).any(axis=1)] = -1
        return np.asarray(needed)

    # --- What is seen ---------------------------------------------------------------------

    def observation_space(self) -> spaces.Box:
        """Make the space of one table's observations."""
        low, high = {
            "none": ([0.0], [1.0]),
            "results": ([0.0] * len(RESULTS) * self.history, [1.0] * len(RESULTS) * self.history),
            "cards": ([0.0] * 12, [6.0] * 10 + [1.0] * 2),
            "count": ([-10.0, -10.0, 0.0], [10.0, 10.0, 1.0]),
            "composition": ([-10.0] * 10 + [0.0] * 3, [10.0] * 10 + [1.0] * 3),
        }[self.information]
        if self.bankroll is not None:
            low, high = [*low, 0.0], [*high, 1.0]
        return spaces.Box(np.array(low, np.float32), np.array(high, np.float32), dtype=np.float32)

    def tag_array(self) -> NDArray[np.float64]:
        """Give the count's tags by point value, `(10,)`."""
        return _numbers(self.tags)

    def count_scale(self) -> float:
        """Find the standard deviation of the running count half-way through a shoe."""
        full, tags = self.game.full_shoe, self.tag_array()
        cards = full.sum()
        spread = full @ (tags - full @ tags / cards) ** 2 / cards
        return float(cards / 2 * np.sqrt(spread / (cards - 1)))

    def record(self) -> NDArray[np.void]:
        """Write the terms down for the dealer's loops, one record of `dealer.TERMS`."""
        record = np.zeros(1, dealer.TERMS)
        record["after_cut"] = self.game.after_cut
        record["cards"] = 52 * self.game.decks
        record["information"] = INFORMATION.index(self.information)
        record["history"] = self.history
        record["count_scale"] = self.count_scale()
        record["start"] = int(self.bankroll or 0) * BASIS_POINTS
        record["smallest"] = self.smallest_chip * BASIS_POINTS
        record["side_requires_main"] = self.side_requires_main
        record["reward"] = REWARDS.index(self.reward)
        record["reward_scale"] = self.reward_scale
        record["max_coups"] = self.max_coups or 0
        record["max_steps"] = self.max_episode_steps or 0
        return record


def _one_of(name: str, value: Any, legal: tuple[str, ...]) -> None:
    if value not in legal:
        raise ValueError(f"{name}={value!r} is unknown: choose from {', '.join(legal)}")


def _scale(name: str, value: Any) -> None:
    number = isinstance(value, int | float | np.number) and not isinstance(value, bool)
    if not number or not 1 / LARGEST_SCALE <= value <= LARGEST_SCALE:
        raise ValueError(
            f"{name}={value!r} must be a number from {1 / LARGEST_SCALE:g} to {LARGEST_SCALE:g}"
        )


def _numbers(values: ArrayLike) -> NDArray[np.float64]:
    try:
        given = np.asarray(values)
    except ValueError:
        return np.full(1, np.nan)
    return given.astype(np.float64) if given.dtype.kind in "iuf" else np.full(1, np.nan)


def _denominations(name: str, chips: Any) -> tuple[int, ...]:
    legal = f"must be whole numbers rising from 0 to at most {MAX_STAKE}, as (0, 1) or (0, 5, 25)"
    listed = isinstance(chips, list | tuple | np.ndarray) and len(chips) >= 2
    if not listed or not all(
        isinstance(chip, int | np.integer) and not isinstance(chip, bool) for chip in chips
    ):
        raise ValueError(f"{name}={chips!r} {legal}")
    rising = all(low < high for low, high in pairwise(chips))
    if chips[0] != 0 or not rising or chips[-1] > MAX_STAKE:
        raise ValueError(f"{name}={chips!r} {legal}")
    return tuple(map(int, chips))
