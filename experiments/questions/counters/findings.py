"""Card counters as they were seated: what they earned, read from stored sums."""

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
    COUNTS,
    FACTORS,
    GROWING,
    MAIN_BET,
    PLAYERS,
    TRIGGERS,
)
from experiments.statistics import Estimate, per_shoe
from experiments.theory.bankroll import ruin_root
from experiments.work.cell import Arrays, Stored
from experiments.work.results import Results

__all__ = [
    "CEILING_OF",
    "COUNTERS",
    "GAMBLING",
    "RISKS",
    "Counted",
    "break_even",
    "count_for",
    "depth_in_words",
    "name_of",
    "ruin_curve",
    "ruin_in_words",
    "tables_played",
]

NAMES = {
    "dragon-count": "Dragon count",
    "dragon-running": "Dragon count, unbalanced",
    "dragon-finer": "Dragon count, finer tags",
    "panda-count": "Panda count",
    "dragon-and-panda-count": "Dragon and Panda counts",
    "panda-by-dragon-count": "Dragon count on Panda 8",
    MAIN_BET: "EZ Banker, every coup",
}
CEILING_OF = {"panda-count": "panda_8", "dragon-and-panda-count": "both"}
"""Bets of the ceiling a player is held against; the others bet on Dragon 7."""

COUNTERS = [name for name in PLAYERS if name != MAIN_BET]
GAMBLING = ("dragon-count", "panda-count")
RISKS = (0.01, 0.05)


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
        return _profit(self.sums, self.shoes, count)

    def measured(self, bet: str) -> tuple[float, Estimate, float]:
        """The count made to measure: its trigger, its units `()`, its bets a shoe."""
        name = f"measured-{bet}"
        (shoes, choosing), (others, taken) = self.halves
        g = int(_profit(choosing, shoes, name).value.argmax())
        found = _profit(taken, others, name)
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


def _profit(sums: Arrays, shoes: int, count: str) -> Estimate:
    k = list(COUNTS).index(count)
    return per_shoe(sums["trigger_units"][k], sums["trigger_units_squares"][k], shoes)


def tables_played(results: Results) -> list[Counted]:
    """Put the cells of each table together, the usual one first."""
    found: dict[str, list[Stored]] = {}
    for cell in results.of("counted"):
        found.setdefault(as_game(cell.arguments["game"]).procedure, []).append(cell)
    return [_together(cells) for cells in found.values()]


def _together(cells: Sequence[Stored]) -> Counted:
    given = cells[0].arguments
    shoes, sums = _summed(cells)
    halves = (_summed(cells[::2]), _summed(cells[1::2] or cells))
    cuts = np.array(given["cuts"])
    return Counted(as_game(given["game"]), given["cut"], cuts, shoes, sums, halves)


def _summed(cells: Sequence[Stored]) -> tuple[int, Arrays]:
    names = cells[0].arrays
    sums = {name: np.sum([cell.arrays[name] for cell in cells], axis=0) for name in names}
    return sum(cell.arguments["shoes"] for cell in cells), sums


def name_of(player: str) -> str:
    """Name a player as people would."""
    agent, _, errors = player.partition(":errors=")
    return f"{NAMES[agent]}, {float(errors):.0%} misread" if errors else NAMES.get(player, player)


def ruin_curve(
    cell: Stored,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Bankrolls, simulated risk of ruin, the closed form with the hit rate of the pool."""
    found = cell.arrays
    count = COUNTS[cell.arguments["player"]]
    game = as_game(cell.arguments["game"])
    pays = game.pays[game.index(count.bet)].max() / BASIS_POINTS
    root = ruin_root(float(found["wins"] / found["bets"]), float(pays))
    last = np.log(0.003) / np.log(root) if root < 1 else float(-found["lowest"].min())
    bankrolls = np.arange(0, last, max(last // 60, 1)) + 1
    simulated = np.array([(found["lowest"] <= -bankroll).mean() for bankroll in bankrolls])
    return bankrolls, simulated, root**bankrolls


def break_even(usual: Counted, player: str) -> Estimate:
    """Side units for each main unit at which a compulsory main bet is paid for, `()`."""
    cost, earned = usual.earned(MAIN_BET), usual.earned(player)
    ratio = -cost.value[0] / earned.value[0]
    relative = np.hypot(cost.error[0] / cost.value[0], earned.error[0] / earned.value[0])
    return Estimate(np.asarray(ratio), np.asarray(ratio * relative))


def count_for(bet: str) -> str:
    """Name the count in print for a side bet."""
    return "dragon-count" if bet == "dragon_7" else "panda-count"


def ruin_in_words(cell: Stored) -> str:
    """Say how many gamblers were ruined where the closed form says one in twenty."""
    bankrolls, simulated, exact = ruin_curve(cell)
    error = np.sqrt(exact * (1 - exact) / cell.arrays["lowest"].size)
    half = Estimate(exact, error).half_width
    i = int(np.abs(exact - 0.05).argmin())
    return (
        f"{name_of(cell.arguments['player'])}, {bankrolls[i]:,.0f} units: of "
        f"{cell.arrays['lowest'].size:,} simulated gamblers {simulated[i]:.2%} were ruined within "
        f"{cell.arguments['shoes']:,} shoes; the closed form for independent bets says "
        f"{exact[i]:.2%} (± {half[i]:.2%} by the number of gamblers alone)."
    )


def depth_in_words(usual: Counted) -> str:
    """Say down to which cut counters earn something."""
    told = []
    for player in GAMBLING:
        good = np.flatnonzero(usual.by_cut(player).value > 0.01)
        told.append(f"the {name_of(player)} up to {usual.cuts[good.max()] if good.size else 0}")
    return (
        f"More than 0.01 units a shoe is left with so many cards behind the cut: {', '.join(told)}."
    )
