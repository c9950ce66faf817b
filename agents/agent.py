"""Who bets: what an agent sees before a coup, what it bets, what it learns after.

An agent plays N tables side by side and no table knows of another. It declares how
much it reads, one of `INFORMATION`; the `View` it is given holds no more than that,
wherever it plays: over dealt shoes, in the Gymnasium environments or at a table with nine
seats.

An agent of one's own is a class with a `bet`:

    class DragonLate(Agent):
        information = "none"

        def bet(self, view: View) -> Stakes:
            stakes = view.no_bet()
            stakes[view.undealt < 60, view.game.index("dragon_7")] = 1
            return stakes
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from baccarat_env.bet import MAX_STAKE
from baccarat_env.checks import check_whole
from baccarat_env.game import Game
from baccarat_env.names import did_you_mean

__all__ = [
    "CARD_READERS",
    "INFORMATION",
    "NO_DECISION",
    "Agent",
    "AgentError",
    "Limits",
    "Stakes",
    "View",
    "read_only",
]

INFORMATION = ("none", "results", "cards", "count", "composition")
"""What an agent may read of the shoe: nothing, past results, the cards of the last coup, running
counts, all unseen cards. From "results" on all see the results; "cards" and "count" see different
things of the cards, and "composition" sees everything.
"""

CARD_READERS = INFORMATION[2:]
"""Those that cannot play where only results are known."""

NO_DECISION = -1
"""Stands where a shoe has no result or no decision yet."""

Stakes = NDArray[np.int64]
"""`(N, B)` whole chips on each bet at each table."""

T = TypeVar("T")


class AgentError(ValueError):
    """An agent that cannot be made, or that breaks its contract: one sentence."""


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """Show an array in which nobody can write; what it shows is not copied."""
    shown = array.view()
    shown.flags.writeable = False
    return shown


@dataclass(frozen=True)
class Limits:
    """Table limits in whole chips: the least and the most on one bet, side bets apart.

    A stake is nothing, or from `low` to `high`.
    """

    low: int = 1
    high: int = MAX_STAKE
    side_low: int | None = None
    side_high: int | None = None

    def __post_init__(self) -> None:
        for side, (low, high) in (("", (self.low, self.high)), ("side_", self._side)):
            check_whole(f"{side}high", high, 1, MAX_STAKE)
            check_whole(f"{side}low", low, 1, high)

    @property
    def _side(self) -> tuple[int, int]:
        return (
            self.low if self.side_low is None else self.side_low,
            self.high if self.side_high is None else self.side_high,
        )

    def of(self, game: Game) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Least and most chips on each bet of a game, `(B,)` and `(B,)`."""
        low, high = np.where(game.side[:, None], self._side, (self.low, self.high)).T
        return low.astype(np.int64), high.astype(np.int64)


@dataclass(frozen=True)
class View:
    """What a bettor may see before a coup at N tables; its arrays cannot be written to.

    Everyone sees the game, the limits `low` and `high` `(B,)` in chips, and for each
    table `(N,)`: whether a coup is coming (`active`; stakes elsewhere are not placed), its
    index in the shoe (`coup`; 0 opens a new shoe), the cards still in the shoe
    (`undealt`), whether the coup is known to be the last (`last`) and the own
    `bankroll` in basis points of a chip (None: no end of it).

    From "results" on: `results` `(N, H)`, indices into `rules.RESULTS` of the coups of
    this shoe, oldest first, and `decisions` `(N, H)`, 0 for Player and 1 for Banker
    with the ties left out, `decided` `(N,)` of them; `NO_DECISION` behind the newest.
    With "cards": `cards` `(N, 10)`, how many of each point value were shown since the coup
    before, or since the shoe opened. With "count": `running` `(N, K)`, the sums of the
    agent's K counts over all cards seen, and `unseen_cards` `(N,)`, burned ones included.
    With "composition": all of these, and `unseen` `(N, 10)`. Reading what was not declared
    raises PermissionError.
    """

    game: Game
    low: NDArray[np.int64]
    high: NDArray[np.int64]
    active: NDArray[np.bool_]
    coup: NDArray[np.int64]
    undealt: NDArray[np.int64]
    last: NDArray[np.bool_]
    bankroll: NDArray[np.int64] | None
    _results: NDArray[np.int8] | None = None
    _decisions: NDArray[np.int8] | None = None
    _decided: NDArray[np.int64] | None = None
    _unseen: NDArray[np.integer[Any]] | None = None
    _full: NDArray[np.integer[Any]] | None = None
    """Cards of each table's fresh shoe, `(N, 10)`; None: those of the game."""
    _cards: NDArray[np.integer[Any]] | None = None
    _running: NDArray[np.float64] | None = None
    _unseen_cards: NDArray[np.int64] | None = None
    _reader: str = "this agent"

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if isinstance(value, np.ndarray) and value.flags.writeable:
                object.__setattr__(self, name, read_only(value))

    @property
    def results(self) -> NDArray[np.int8]:
        """Results of this shoe, `(N, H)`, oldest first."""
        return self._declared("results", "results", self._results)

    @property
    def decisions(self) -> NDArray[np.int8]:
        """Results without the ties, `(N, H)`: 0 Player, 1 Banker, oldest first."""
        return self._declared("results", "decisions", self._decisions)

    @property
    def decided(self) -> NDArray[np.int64]:
        """Decisions of this shoe so far, `(N,)`."""
        return self._declared("results", "decided", self._decided)

    @property
    def cards(self) -> NDArray[np.integer[Any]]:
        """Cards shown since the coup before, by point value, `(N, 10)`."""
        return self._declared("cards", "cards", self._cards)

    @property
    def running(self) -> NDArray[np.float64]:
        """Running counts by the agent's tags, `(N, K)`."""
        return self._declared("count", "running", self._running)

    @property
    def unseen_cards(self) -> NDArray[np.int64]:
        """Cards nobody has seen, `(N,)`: those in the shoe and the burned ones."""
        return self._declared("count", "unseen_cards", self._unseen_cards)

    @property
    def unseen(self) -> NDArray[np.integer[Any]]:
        """Composition of the unseen cards, `(N, 10)`."""
        return self._declared("composition", "unseen", self._unseen)

    @property
    def tables(self) -> int:
        """Number of tables, N."""
        return len(self.active)

    def decision(self, back: int = 1) -> NDArray[np.int8]:
        """The last decision but `back` - 1, `(N,)`; `NO_DECISION` where there are too few."""
        decisions, at = self.decisions, self.decided - back
        found = decisions[np.arange(self.tables), np.maximum(at, 0)]
        return np.where(at >= 0, found, np.int8(NO_DECISION))

    def no_bet(self) -> Stakes:
        """Sit out everywhere: zeros `(N, B)`, to be filled in."""
        return np.zeros((self.tables, len(self.game.bets)), dtype=np.int64)

    def only(self, agent: Agent) -> View:
        """Take away what the agent does not declare; add up its counts."""
        level, tags = agent.information, _tags_of(agent)
        if level not in INFORMATION:
            raise AgentError(
                f"{agent.name} declares information={level!r}: "
                f"{did_you_mean(str(level), INFORMATION)}"
            )
        change: dict[str, Any] = {"_reader": agent.name}
        if level == "none":
            change |= dict.fromkeys(("_results", "_decisions", "_decided"))
        if level not in ("cards", "composition"):
            change["_cards"] = None
        if level in ("count", "composition"):
            full = self.game.full_shoe if self._full is None else self._full
            change["_running"] = (full - self.unseen) @ tags.T
            change["_unseen_cards"] = self.unseen.sum(axis=1, dtype=np.int64)
        if level != "composition":
            change["_unseen"] = None
        return replace(self, **change)

    def _declared(self, level: str, name: str, value: T | None) -> T:
        if value is None:
            raise PermissionError(
                f"{self._reader} reads view.{name} and did not declare it: "
                f"write information = {level!r} in its class"
            )
        return value


def _tags_of(agent: Agent) -> NDArray[np.float64]:
    try:
        return np.asarray(agent.tags, dtype=np.float64).reshape(-1, 10)
    except (TypeError, ValueError):
        raise AgentError(
            f"{agent.name} has tags that are not K rows of ten numbers, one for each point value "
            "0 to 9"
        ) from None


class Agent:
    """An agent: `start`, then `bet` before and `learn` after every coup.

    `information` is what it reads and `tags` `(K, 10)` the counts it keeps, by point
    value. `stopped` `(N,)` marks the tables it has left for good. Only `bet` has to be
    written; it must treat every table as if it were alone.
    """

    name: str = "agent"
    information: str = "none"
    tags: NDArray[np.float64] = np.zeros((0, 10))
    game: Game
    first: int
    stopped: NDArray[np.bool_]

    def start(self, game: Game, tables: int, first: int = 0) -> None:
        """Sit down with no memory at N tables, numbered from `first` (for those who toss coins).

        Raises ValueError if the agent cannot play this game.
        """
        self.game, self.first = game, first
        self.stopped = np.zeros(tables, dtype=np.bool_)

    def bet(self, view: View) -> Stakes:
        """Stake whole chips on each bet at each table, `(N, B)`; 0 sits out."""
        raise NotImplementedError(f"{type(self).__name__} has no bet()")

    def learn(self, stakes: Stakes, net: Stakes) -> None:
        """Hear what was placed, in chips, and what it won, in basis points of a chip, `(N, B)`."""

    def seat(self, env: Any) -> Any:
        """Sit down in an environment, as `agents.play.environment.Seat` says."""
        from agents.play.environment import Seat

        return Seat(self, env)
