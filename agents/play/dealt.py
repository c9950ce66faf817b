"""Agents at play: dealt shoes, many tables side by side.

Endings do not depend on bets, so shoes are dealt once and every agent plays the same
ones. M coups, B bets, N tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from agents.agent import CARD_READERS, NO_DECISION, Agent, Limits, Stakes, View, read_only
from agents.contract import check_bet, check_stopped
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.dealer import known_last
from baccarat_env.game import Game
from baccarat_env.rules import RESULT_OF
from baccarat_env.simulate import Coups, shown_cards, undealt_before

__all__ = ["Schedule", "Session", "Shown", "play"]


class Shown:
    """What the boards of N tables have shown: the results and decisions of their shoes."""

    def __init__(self, tables: int, most: int) -> None:
        self.results = np.full((tables, most + 1), NO_DECISION, dtype=np.int8)
        self.decisions = self.results.copy()
        self.coups = np.zeros(tables, dtype=np.int64)
        self.decided = np.zeros(tables, dtype=np.int64)

    def clear(self, rows: NDArray[np.bool_]) -> None:
        """Wipe the boards of the marked tables `(N,)`, where a new shoe opens."""
        if rows.any():
            self.results[rows] = self.decisions[rows] = NO_DECISION
            self.coups[rows] = self.decided[rows] = 0

    def show(self, rows: NDArray[np.bool_], results: NDArray[np.int8]) -> None:
        """Add a result, an index into `rules.RESULTS`, at each of the marked tables `(N,)`."""
        at = np.flatnonzero(rows)
        self.results[at, self.coups[at]] = results[at]
        self.coups[at] += 1
        side = SIDE_OF[results]
        at = np.flatnonzero(rows & (side >= 0))
        self.decisions[at, self.decided[at]] = side[at]
        self.decided[at] += 1


SIDE_OF = np.array([0, 1, NO_DECISION, 1, 0], dtype=np.int8)
"""Side of each of `rules.RESULTS`; a tie is no decision."""


@dataclass(frozen=True)
class Schedule:
    """Dealt shoes laid out over N tables: table n plays its shoes one after another.

    `coups` are those of `simulate.deal`, whole shoes in order; made by `lay_out`, to be
    shared by all agents that play them.
    """

    game: Game
    coups: Coups
    rows: NDArray[np.int64]
    """`(T, N)` the coup that each table deals at each step, -1 where it has none left."""

    @classmethod
    def lay_out(cls, game: Game, coups: Coups, tables: int) -> Schedule:
        """Share the shoes among the tables, in order and as evenly as may be."""
        opens = np.append(np.flatnonzero(coups.coup == 0), len(coups.coup))
        if not 1 <= tables < len(opens):
            raise ValueError(f"tables={tables!r} must be from 1 to the {len(opens) - 1} shoes")
        first = opens[np.arange(tables + 1) * (len(opens) - 1) // tables]
        steps = np.arange(np.diff(first).max())[:, None]
        return cls(game, coups, np.where(steps < np.diff(first), first[:-1] + steps, -1))

    @cached_property
    def undealt(self) -> NDArray[np.int64]:
        """Cards in the shoe before each coup, `(M,)`: the unseen ones less the burned."""
        return undealt_before(self.game, self.coups)

    @cached_property
    def shown(self) -> NDArray[np.uint8]:
        """Cards shown since the coup before, by point value, `(M, 10)`."""
        return shown_cards(self.coups, self.game)

    @cached_property
    def last(self) -> NDArray[np.bool_]:
        """Whether each coup is known to be the last before it is dealt, `(M,)`."""
        behind = self.undealt <= self.game.cut
        started: NDArray[np.int64] = np.cumsum(behind) - behind
        before = started - np.maximum.accumulate(np.where(self.coups.coup == 0, started, 0))
        return np.asarray(known_last(self.undealt, before, self.game.cut, self.game.after_cut))


@dataclass(frozen=True)
class Session:
    """What an agent did and what it came to, coup by coup as in the shoes it played."""

    stakes: Stakes
    """`(M, B)` chips placed."""
    net: NDArray[np.int64]
    """`(M, B)` result in basis points of a chip."""
    agent: Agent
    """The agent after its last coup, at N tables."""
    bankroll: NDArray[np.int64] | None
    """`(N,)` what is left, in basis points of a chip."""


def play(
    agent: Agent,
    schedule: Schedule,
    *,
    limits: Limits | None = None,
    bankroll: int | None = None,
    first: int = 0,
) -> Session:
    """Play an agent over dealt shoes, at every table with its own bankroll in chips.

    Tables are numbered from `first`. Raises ValueError for a stake that cannot be placed.
    """
    game, coups = schedule.game, schedule.coups
    tables = schedule.rows.shape[1]
    low, high = (limits or Limits()).of(game)
    stakes, net = np.zeros((2, len(coups.endings), len(game.bets)), dtype=np.int64)
    money = None if bankroll is None else np.full(tables, bankroll * BASIS_POINTS)
    shown = Shown(tables, int(coups.coup.max(initial=0)) + 1)
    result_of, pays = RESULT_OF[coups.endings], np.ascontiguousarray(game.pays.T)
    reads_cards = agent.information in CARD_READERS
    shows_cards = agent.information in ("cards", "composition")
    agent.start(game, tables, first)
    for rows in schedule.rows:
        active = rows >= 0
        coup = coups.coup[rows].astype(np.int64)
        shown.clear(active & (coup == 0))
        view = View(
            game=game,
            low=low,
            high=high,
            active=active,
            coup=coup,
            undealt=schedule.undealt[rows],
            last=schedule.last[rows],
            bankroll=money,
            _results=shown.results,
            _decisions=shown.decisions,
            _decided=shown.decided,
            _unseen=coups.unseen[rows] if reads_cards else None,
            _cards=schedule.shown[rows] if shows_cards else None,
        )
        placed = check_bet(agent.bet(view.only(agent)), view, agent)
        check_stopped(agent, tables)
        paid = placed * pays[coups.endings[rows]]
        if money is not None:
            money = money + paid.sum(axis=1)
        stakes[rows[active]], net[rows[active]] = placed[active], paid[active]
        agent.learn(read_only(placed), read_only(paid))
        shown.show(active, result_of[rows])
    return Session(stakes, net, agent, money)
