"""Shoes at the usual table, every coup priced, and what bettors come to there, shoe by shoe.

A bettor is an array of stakes `(M, B)` in units, from 0 to 1: what it stakes before each of M
coups on each of B bets, were that bet the only one on the layout. K bettors.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.play.dealt import Schedule
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.simulate import Coups
from experiments.shoes.priced import PricedShoes, price
from experiments.shoes.usual_table import CUT, EVERY_BET

__all__ = ["FORCED", "FREE", "MOMENTS", "TABLE", "Seats", "at_the_cut", "seats"]

TABLE = replace(EVERY_BET, cut=CUT)
"""The usual table: every bet on one layout."""

FREE, FORCED = 0, 1
"""Free to sit out; has to bet at least once a shoe."""

MOMENTS = ("units", "bets", "settled", "units_squares", "bets_squares", "units_bets", "squares")
"""Sums over shoes of the exactly scored result, the amount bet and the settled result of a
shoe, and of their squares and product; `squares` are those of the settled result.
"""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Seats:
    """Dealt shoes: their coups, and what one unit on each bet is worth before each, `(M, B)`."""

    schedule: Schedule
    worth: Floats

    @cached_property
    def net(self) -> Floats:
        """Settled result of one unit on each bet, `(M, B)`."""
        game, coups = self.schedule.game, self.schedule.coups
        return np.asarray(game.pays.T[coups.endings] / BASIS_POINTS)

    @cached_property
    def opens(self) -> NDArray[np.int64]:
        """The first coup of each shoe, `(S,)`."""
        return np.flatnonzero(self.schedule.coups.coup == 0)

    def by_shoe(self, values: Any) -> Floats:
        """Add up values `(M, B)` over the coups of each shoe, `(S, B)`."""
        return np.asarray(np.add.reduceat(values, self.opens, axis=0, dtype=np.float64))

    def forced(self, stakes: Any) -> Floats:
        """Add one unit on the last coup of every shoe in which a bettor bet nothing, `(M, B)`."""
        coups = np.diff(np.append(self.opens, len(stakes)))
        idle = np.repeat(self.by_shoe(stakes) == 0, coups, axis=0)
        return np.asarray(stakes + idle * self.schedule.last[:, None], np.float64)

    def sums(self, bettors: Iterable[Any]) -> Floats:
        """Add up the `MOMENTS` of bettors, free and forced, `(K, 2, 7, B)`."""
        return np.array(
            [[self._moments(s) for s in (stakes, self.forced(stakes))] for stakes in bettors]
        )

    def _moments(self, stakes: Any) -> Floats:
        units, bets, settled = (self.by_shoe(stakes * of) for of in (self.worth, 1.0, self.net))
        return np.array(
            [
                *(values.sum(axis=0) for values in (units, bets, settled)),
                *((values**2).sum(axis=0) for values in (units, bets)),
                (units * bets).sum(axis=0),
                (settled**2).sum(axis=0),
            ]
        )


def seats(*, seed: int, first: int, shoes: int) -> Seats:
    """Deal and price shoes `first` to `first + shoes` - 1 of the usual table."""
    priced = price(TABLE, seed=seed, first=first, shoes=shoes)
    return at_the_cut(priced)


def at_the_cut(priced: PricedShoes) -> Seats:
    """Read the usual table from shoes that may be dealt deeper."""
    kept = priced.deepest >= CUT
    coups = Coups(*(getattr(priced.coups, field.name)[kept] for field in fields(Coups)))
    game = replace(priced.game, cut=CUT)
    tables = int(coups.shoe[-1] - coups.shoe[0]) + 1
    return Seats(Schedule.lay_out(game, coups, tables), priced.worth[kept])
