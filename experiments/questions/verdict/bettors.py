"""Who sits down: for each kind of information, the bettors of whom the best is taken.

All of them stake at most one unit. Each is played over the same shoes, on every bet as if it
were the only one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents import make
from agents.counts.in_print import SHEET_COUNTS, Count
from agents.play.dealt import Schedule, play
from agents.systems.selection import EVERY_SELECTION
from agents.systems.staking import PLANS
from agents.titles import count_title as count_name
from agents.titles import selection_title as name_of
from agents.titles import system_title as title
from baccarat_env import odds
from baccarat_env.game import EZ_BACCARAT, MINI_BACCARAT, Game
from experiments.page.number import minus
from experiments.shoes.seats import TABLE, Seats
from experiments.shoes.usual_counts import COUNTS

__all__ = [
    "INFORMATION",
    "LAST_COUP",
    "NAMES",
    "SITS_OUT",
    "blind",
    "by_count",
    "by_odds",
    "by_results",
]
__all__ += ["offered", "on_every_bet"]

INFORMATION = {
    "nothing": "Nothing",
    "results": "Past results",
    "count": "Counting cards",
    "trained": "Trained program",
    "exact": "Cards left known",
}
"""What a bettor knows, and the heading of it."""

SITS_OUT, LAST_COUP = "sits out", "bets the last coup alone"
"""A bettor who sits out and has to bet bets the last coup."""

LEFT = (208, 104, 52, 26)
"""Cards left in the shoe from which a bettor who sees nothing else may start to bet."""

SELECTED = EVERY_SELECTION
STAKED = tuple(plan for plan in PLANS if plan != "flat")
SIDES = ("player", "banker")
LIMIT = 100
"""Chips that a staking plan may bet at most; they count as one unit."""

MEASURED = tuple(bet for bet in TABLE.bets if bet not in {c.bet for c in SHEET_COUNTS.values()})
"""Bets for which no count is in print."""

MARKS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100)
"""True counts from which a count made to measure may bet."""

SHARES = (0.0, -1.0, -0.95, -0.9, -0.8, -0.6, -0.4, -0.2, 0.2, 0.5, 1.0, 2.0, 4.0)
"""Exact values above which the exact player may bet, in parts of what the house wins of the bet
in a fresh shoe; zero, which is best where a bettor may sit out, comes first.
"""

NAMES: dict[str, tuple[str, ...]] = {
    "nothing": (
        SITS_OUT,
        "bets every coup",
        *(f"bets from {left} cards left on" for left in LEFT),
        LAST_COUP,
    ),
    "results": (
        SITS_OUT,
        *(
            f"level stakes where {name_of(system)} says {side.title()}"
            for system in SELECTED
            for side in SIDES
        ),
        *(f"{title(plan)}, every coup" for plan in STAKED),
    ),
    "count": (
        SITS_OUT,
        *(f"{count_name(name)}, in print" for name in SHEET_COUNTS),
        *(f"count made to measure, from {mark} on" for mark in MARKS),
    ),
    "exact": (
        "bets whatever is favourable",
        *(minus(f"bets whatever is above {s:g} times the house's edge") for s in SHARES[1:]),
    ),
}
"""The bettors of each kind in the order of their stakes; trained ones are named by their recipe."""

Stakes = NDArray[Any]


def _alike(stakes: Any) -> Stakes:
    """The same stakes on every bet, `(M,)` → `(M, B)`."""
    return np.broadcast_to(np.asarray(stakes)[:, None], (len(stakes), len(TABLE.bets)))


def blind(seats: Seats) -> Iterator[Stakes]:
    """Stakes of those who see how many cards are left, no more."""
    undealt = seats.schedule.undealt
    for left in (0, TABLE.full_shoe.sum(), *LEFT):
        yield _alike(undealt <= left)
    yield _alike(seats.schedule.last)


def by_results(seats: Seats) -> Iterator[Stakes]:
    """Stakes of all selections, on any bet and where they name either side, and of all plans."""
    schedule = seats.schedule
    yield _alike(np.zeros(len(schedule.undealt)))
    for system in SELECTED:
        sides = play(make(system), schedule).stakes
        for side in SIDES:
            yield _alike(sides[:, TABLE.index(side)] > 0)
    for plan in STAKED:
        agents = [make(plan, bet=bet, limit=LIMIT) for bet in TABLE.bets]
        yield np.sum([play(agent, schedule).stakes for agent in agents], axis=0) / LIMIT


def by_count(seats: Seats) -> Iterator[Stakes]:
    """Stakes of the counts in print, each on its own bet; on the other bets, of those measured."""
    schedule = seats.schedule
    yield _alike(np.zeros(len(schedule.undealt)))
    for count in SHEET_COUNTS.values():
        stakes = np.zeros_like(seats.worth)
        stakes[:, TABLE.index(count.bet)] = _value(count, schedule) >= count.trigger
        yield stakes
    values = {bet: _value(COUNTS[f"measured-{bet}"], schedule) for bet in MEASURED}
    for mark in MARKS:
        stakes = np.zeros_like(seats.worth)
        for bet in MEASURED:
            stakes[:, TABLE.index(bet)] = values[bet] >= mark
        yield stakes


def _value(count: Count, schedule: Schedule) -> NDArray[np.float64]:
    """A count before each coup, `(M,)`."""
    unseen = schedule.coups.unseen
    running = (TABLE.full_shoe - unseen) @ np.asarray(count.tags, np.float64)
    return count.value(running, unseen.sum(axis=1, dtype=np.int64))


def by_odds(seats: Seats) -> Iterator[Stakes]:
    """Stakes of the exact player, and of those who hold out for more or take less."""
    edge = -odds.expected_value(TABLE.full_shoe, TABLE)
    for share in SHARES:
        yield seats.worth > share * edge


def on_every_bet(stakes: Stakes, game: Game) -> Stakes:
    """Lay stakes on the bets of a game `(M, ·)` out over those of `TABLE`, `(M, B)`."""
    found = np.zeros((len(stakes), len(TABLE.bets)), stakes.dtype)
    for own, pays in enumerate(game.pays):
        found[:, [b for b, other in enumerate(TABLE.pays) if (other == pays).all()]] = stakes[
            :, [own]
        ]
    return found


def offered(bet: str) -> list[str]:
    """Name the games that offer a bet of `TABLE`, short.

    >>> offered("ez_banker"), offered("tie")
    (['EZ'], ['mini', 'EZ'])
    """
    pays = TABLE.pays[TABLE.index(bet)]
    games = {"mini": MINI_BACCARAT, "EZ": EZ_BACCARAT}
    return [name for name, game in games.items() if (game.pays == pays).all(axis=1).any()]
