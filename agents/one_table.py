"""An agent in plain Python at one table: `bet` sees one shoe and names its chips.

The same player sits at every table, each with a memory of its own; `as_agent` lets it play
wherever the agents do that bet at many tables at once, which are some ten times faster.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.agent import Agent, AgentError, Stakes, View
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import Game
from baccarat_env.rules import RESULTS

__all__ = ["OneShoe", "OneTable", "Tables", "as_agent"]

SIDES = {"P": "P", "B": "B", "B7": "B", "P8": "P"}


class OneShoe:
    """What a player sees before a coup.

    `coup` counts from 1 in each shoe, `cards_left` are the cards still in it, `chips` what is
    in hand (None: no end of it), `won` what was won so far, both in chips, and `last_won` what
    the coup before brought. With `information = "results"`, which is the usual, `results` are
    those of this shoe, oldest first, "P", "B", "T", "B7" or "P8", and `sides` the same as "P"
    and "B" with the ties left out. With "cards", `cards` are those shown since the
    coup before, or since the shoe opened, by value 0 to 9; with "count", `counts` are the
    running counts by the player's `tags`; with "composition", both, and `unseen`, the unseen
    cards by value.
    """

    def __init__(self, information: str) -> None:
        self._information = information
        self._results: list[str] = []
        self._sides: list[str] = []
        self._cards: list[int] = []
        self._counts: list[float] = []
        self._unseen: list[int] = []
        self.coup, self.cards_left = 1, 0
        self.chips: float | None = None
        self.won, self.last_won = 0.0, 0.0

    def _add(self, newest: str) -> None:
        """Add the newest result; a new shoe has none."""
        if self.coup == 1:
            self._results, self._sides = [], []
            return
        self._results.append(newest)
        if newest in SIDES:
            self._sides.append(SIDES[newest])

    @property
    def results(self) -> Sequence[str]:
        """Results of this shoe, oldest first."""
        self._declared("results", "none")
        return self._results

    @property
    def sides(self) -> Sequence[str]:
        """Sides that won, ties left out, oldest first."""
        self._declared("results", "none")
        return self._sides

    @property
    def cards(self) -> Sequence[int]:
        """Cards shown since the coup before by point value, 0 to 9."""
        self._declared("cards", "none", "results", "count")
        return self._cards

    @property
    def counts(self) -> Sequence[float]:
        """Running counts, one for each of the player's tags."""
        self._declared("count", "none", "results", "cards")
        return self._counts

    @property
    def unseen(self) -> Sequence[int]:
        """Unseen cards by point value, 0 to 9."""
        self._declared("composition", "none", "results", "cards", "count")
        return self._unseen

    def _declared(self, level: str, *too_little: str) -> None:
        if self._information in too_little:
            raise PermissionError(
                f"this player declares information = {self._information!r}: "
                f"write information = {level!r} in its class"
            )


class OneTable:
    """A player at one table. Write `bet`; `information` says what it looks at.

    Where `bet` sets `self.reason` to a few words, a replay shows them.

    >>> class AfterThreeBankers(OneTable):
    ...     def bet(self, shoe):
    ...         return {"player": 1} if shoe.sides[-3:] == ["B", "B", "B"] else {}
    """

    name: str = ""
    information: str = "results"
    tags: Any = np.zeros((0, 10))

    def bet(self, shoe: OneShoe) -> Mapping[str, int]:
        """Name whole chips for the bets to be placed, such as {"player": 5}; {} sits out."""
        raise NotImplementedError(f"{type(self).__name__} has no bet()")


class Tables(Agent):
    """A player of one table at each of N tables."""

    def __init__(self, player: OneTable) -> None:
        self.player = player
        self.name = player.name or type(player).__name__
        self.information, self.tags = player.information, np.asarray(player.tags)

    def start(self, game: Game, tables: int, first: int = 0) -> None:
        """Sit a copy of the player down at every table."""
        super().start(game, tables, first)
        self.players = [deepcopy(self.player) for _ in range(tables)]
        self.shoes = [OneShoe(self.information) for _ in range(tables)]
        self.columns = {bet: b for b, bet in enumerate(game.bets)}

    def bet(self, view: View) -> Stakes:
        """Ask every player whose coup is coming."""
        tables = np.flatnonzero(view.active)
        self._show(view, tables)
        rows, columns, chips = [], [], []
        for n in tables.tolist():
            wanted = self.players[n].bet(self.shoes[n])
            if wanted:
                for bet, stake in self._checked(wanted, n):
                    rows.append(n)
                    columns.append(self.columns[bet])
                    chips.append(stake)
        stakes = view.no_bet()
        stakes[rows, columns] = chips
        return stakes

    def learn(self, stakes: Stakes, net: Stakes) -> None:  # noqa: ARG002
        """Add up what every player won."""
        for shoe, won in zip(self.shoes, (net.sum(axis=1) / BASIS_POINTS).tolist(), strict=True):
            shoe.last_won = won
            shoe.won += won

    def _show(self, view: View, tables: NDArray[np.int64]) -> None:
        """Show every player the state of the table."""
        seen: dict[str, NDArray[Any]] = {
            "coup": view.coup[tables] + 1,
            "cards_left": view.undealt[tables],
        }
        if view.bankroll is not None:
            seen["chips"] = view.bankroll[tables] / BASIS_POINTS
        if self.information in ("cards", "composition"):
            seen["_cards"] = view.cards[tables]
        if self.information in ("count", "composition"):
            seen["_counts"] = view.running[tables]
        if self.information == "composition":
            seen["_unseen"] = view.unseen[tables]
        for name, values in seen.items():
            for n, value in zip(tables.tolist(), values.tolist(), strict=True):
                setattr(self.shoes[n], name, value)
        if self.information != "none":
            newest = view.results[tables, np.maximum(view.coup[tables] - 1, 0)]
            for n, result in zip(tables.tolist(), newest.tolist(), strict=True):
                self.shoes[n]._add(RESULTS[result])

    def _checked(self, wanted: Any, table: int) -> list[tuple[str, int]]:
        where = f"{self.name}, table {table + 1}, coup {self.shoes[table].coup}:"
        if not isinstance(wanted, Mapping):
            raise AgentError(
                f"{where} bet() returned {wanted!r}: return chips by bet, such as {{'player': 5}}"
            )
        for bet, stake in wanted.items():
            if bet not in self.columns:
                raise AgentError(
                    f"{where} there is no bet {bet!r}: choose from {', '.join(self.columns)}"
                )
            whole = isinstance(stake, (int, np.integer)) and not isinstance(stake, bool)
            if not whole or stake < 0:
                raise AgentError(f"{where} {stake!r} on {bet} must be a whole number of chips")
        return list(wanted.items())


def as_agent(player: Agent | OneTable) -> Agent:
    """Take an agent as it is, and a player of one table to every table."""
    return Tables(player) if isinstance(player, OneTable) else player
