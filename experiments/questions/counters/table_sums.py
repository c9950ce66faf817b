"""Sums over the shoes of one table, and what they say of a player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import Game, as_game
from experiments.questions.counters.work import (
    CEILINGS,
    FACTORS,
    GROWING,
    PLAYERS,
    TRIGGERS,
)
from experiments.shoes.usual_counts import COUNTS
from experiments.statistics import Estimate, per_shoe
from experiments.work.cell import Arrays, Stored

__all__ = ["CEILING_OF", "Counted", "profit_of", "together"]


CEILING_OF = {"panda-count": "panda_8", "dragon-and-panda-count": "both"}
"""Bets of the ceiling a player is held against; the others bet on Dragon 7."""


@dataclass(frozen=True)
class Counted:
    """Everyone at one table: sums over its shoes, and over every second batch of them."""

    game: Game
    cut: int
    cuts: NDArray[np.int64]
    shoes: int
    sums: Arrays
    halves: tuple[tuple[int, Arrays], tuple[int, Arrays]]

    def earned(self, player: str) -> Estimate:
        """Units a shoe, exactly scored and settled, `(2,)`."""
        a = PLAYERS.index(player)
        return per_shoe(self.sums["player_units"][a], self.sums["player_squares"][a], self.shoes)

    def deviation(self, player: str) -> float:
        """Standard deviation of the settled result of a shoe."""
        return float(self.earned(player).error[1] * np.sqrt(self.shoes - 1))

    def by_cut(self, player: str) -> Estimate:
        """Units a shoe at every cut, `(T,)`, exactly scored."""
        a = PLAYERS.index(player)
        sums = self.sums["player_by_cut"][a], self.sums["player_by_cut_squares"][a]
        return per_shoe(*sums, self.shoes)

    def ceiling(self, bets: str) -> Estimate:
        """Units a shoe of the perfect player at every cut, `(T,)`."""
        c = list(CEILINGS).index(bets)
        sums = self.sums["ceiling_by_cut"][c], self.sums["ceiling_by_cut_squares"][c]
        return per_shoe(*sums, self.shoes)

    def share(self, player: str) -> float:
        """Part of the ceiling that a player captures at the usual cut."""
        t = int(np.flatnonzero(self.cuts == self.cut)[0])
        best = self.ceiling(CEILING_OF.get(player, "dragon_7")).value[t]
        return float(self.earned(player).value[0] / best)

    @cached_property
    def apart(self) -> NDArray[np.float64]:
        """Standard errors between settled and exact results of each player, paired, `(A,)`."""
        units = self.sums["player_units"]
        gap = per_shoe(units[:, 1] - units[:, 0], self.sums["player_apart"], self.shoes)
        return gap.value / gap.error

    def profit(self, count: str) -> Estimate:
        """Units a shoe by trigger, `(G,)`, exactly scored."""
        return profit_of(self.sums, self.shoes, count)

    def measured(self, bet: str) -> tuple[float, Estimate, float]:
        """The count made to measure: its trigger, its units `()`, its bets a shoe."""
        name = f"measured-{bet}"
        (shoes, choosing), (others, taken) = self.halves
        g = int(profit_of(choosing, shoes, name).value.argmax())
        found = profit_of(taken, others, name)
        bets = taken["trigger_bets"][list(COUNTS).index(name), g] / others
        return float(TRIGGERS[g]), Estimate(found.value[g], found.error[g]), float(bets)

    def growth(self, bet: str) -> tuple[Estimate, Estimate]:
        """Growth a shoe by part of the Kelly stake `(F, 2)`, and what it falls short, paired."""
        i, one = GROWING.index(bet), FACTORS.index(1.0)
        total = self.sums["growth"][i]
        grown = per_shoe(total, self.sums["growth_squares"][i], self.shoes)
        return grown, per_shoe(total[one] - total, self.sums["growth_beside"][i], self.shoes)

    def counter_growth(self, count: str) -> float:
        """Growth a shoe of a counter who stakes by the average odds at each half count.

        The averages are those of one half of the batches, the growth is that of the other.
        """
        bet = COUNTS[count].bet
        pays = self.game.pays[self.game.index(bet)].max() / BASIS_POINTS
        (_, choosing), (shoes, taken) = self.halves
        bets, units = _by_count(choosing, count)
        share = (
            np.maximum(np.divide(units, bets, out=np.zeros_like(bets), where=bets > 0), 0) / pays
        )
        bets, units = _by_count(taken, count)
        wins = (units + bets) / (pays + 1)
        grown = wins * np.log1p(pays * share) + (bets - wins) * np.log1p(-share)
        return float(grown.sum() / shoes)


def _by_count(sums: Arrays, count: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Coups at each half count, and what one unit on each earns, `(G,)`."""
    k = list(COUNTS).index(count)
    bets, units = (-np.diff(sums[f"trigger_{n}"][k], append=0) for n in ("bets", "units"))
    return bets, units


def profit_of(sums: Arrays, shoes: int, count: str) -> Estimate:
    """Units a shoe of a count by trigger, `(G,)`."""
    k = list(COUNTS).index(count)
    return per_shoe(sums["trigger_units"][k], sums["trigger_units_squares"][k], shoes)


def together(cells: Sequence[Stored]) -> Counted:
    """Add the batches of one table up."""
    given = cells[0].arguments
    shoes, sums = _summed(cells)
    halves = (_summed(cells[::2]), _summed(cells[1::2] or cells))
    cuts = np.array(given["cuts"])
    return Counted(as_game(given["game"]), given["cut"], cuts, shoes, sums, halves)


def _summed(cells: Sequence[Stored]) -> tuple[int, Arrays]:
    names = cells[0].arrays
    sums = {name: np.sum([cell.arrays[name] for cell in cells], axis=0) for name in names}
    return sum(cell.arguments["shoes"] for cell in cells), sums
