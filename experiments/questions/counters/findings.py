"""What card counters earned: named numbers from stored sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from agents.titles import count_title as name_of
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import Game, as_game
from experiments.page.number import Number, estimated
from experiments.questions.counters.work import (
    CEILINGS,
    FACTORS,
    GAMBLING,
    GROWING,
    MAIN_BET,
    PLAYERS,
    TRIGGERS,
)
from experiments.shoes.usual_counts import COUNTS
from experiments.shoes.usual_table import BEATABLE, CUT, TITLES
from experiments.statistics import Estimate, per_shoe, proportion
from experiments.theory.bankroll import bankroll_for, ruin_root
from experiments.work.cell import Arrays, Stored
from experiments.work.results import Results

__all__ = [
    "CEILING_OF",
    "COUNTERS",
    "RISKS",
    "Counted",
    "Findings",
    "Ruin",
    "count_for",
    "findings",
]

CEILING_OF = {"panda-count": "panda_8", "dragon-and-panda-count": "both"}
"""Bets of the ceiling a player is held against; the others bet on Dragon 7."""

COUNTERS = [name for name in PLAYERS if name != MAIN_BET]
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


def count_for(bet: str) -> str:
    """Name the count in print for a side bet."""
    return "dragon-count" if bet == "dragon_7" else "panda-count"


@dataclass(frozen=True)
class Ruin:
    """Gamblers who play one count until their bankroll is gone or the horizon comes."""

    title: str
    shoes: int
    bankrolls: NDArray[np.float64]
    simulated: NDArray[np.float64]
    """Share of the gamblers who at some time could not cover the next unit, by bankroll."""
    exact: NDArray[np.float64]
    """The closed form for independent bets with the hit rate of the pool."""
    gamblers: int
    net: NDArray[np.float64]
    """`(3,)` shoes in the pool, sum and sum of squares of their results."""

    @property
    def _one_in_twenty(self) -> int:
        return int(np.abs(self.exact - 0.05).argmin())

    @property
    def bankroll(self) -> float:
        """Units for which the closed form says one in twenty."""
        return float(self.bankrolls[self._one_in_twenty])

    @property
    def said(self) -> float:
        """What it says exactly there."""
        return float(self.exact[self._one_in_twenty])

    @property
    def seen(self) -> Number:
        """What was simulated there, in per cent, with its interval by the number of gamblers."""
        share = self.simulated[self._one_in_twenty]
        return estimated(proportion(share * self.gamblers, self.gamblers), digits=2, scale=100)


@dataclass(frozen=True)
class Player:
    """One counter at the usual table."""

    name: str
    units: Number
    share: float
    """Part of the ceiling of its bets."""
    deviation: float
    n0: float
    bankrolls: dict[float, float]
    """Units that a bettor who never stops needs, by risk of ruin."""
    reach: int
    """Most cards behind the cut card with which it earns more than `BEATABLE`."""


@dataclass(frozen=True)
class Growth:
    """Growth of the logarithm of a bankroll a shoe, staked by Kelly on one bet."""

    title: str
    perfect: Number
    less: list[tuple[float, Number]]
    """Part of the Kelly stake, and what it gives up."""
    counter: float
    """Growth of a counter who stakes by the count."""


@dataclass(frozen=True)
class Findings:
    """Everything the page says of card counters."""

    cut: int
    beatable: float
    tables: list[Counted]
    ruins: list[Ruin]
    players: list[Player]
    """The counters in print for Dragon 7 and for Panda 8."""
    main_bet: str
    main_units: Number
    """What the best count for a main bet earns."""
    passed: int
    """Times that a counter expected more than the perfect player: none, or there is an error."""
    farthest: str
    errors_apart: float
    """Standard errors between settled and exact results of the player farthest off."""
    misread: list[tuple[str, float]]
    """Share of cards misread, and the part of the profit it costs."""
    compulsory: Number
    """What the cheapest main bet costs a shoe, made every coup."""
    break_even: Number
    growths: list[Growth]
    misused: float
    """Result per unit bet on Panda 8 by the Dragon count."""

    @property
    def usual(self) -> Counted:
        """The usual table."""
        return self.tables[0]


def findings(results: Results) -> Findings:
    """Put the cells of each table together, the usual one first."""
    cells: dict[str, list[Stored]] = {}
    for cell in results.of("counted"):
        cells.setdefault(as_game(cell.arguments["game"]).procedure, []).append(cell)
    tables = [_together(some) for some in cells.values()]
    usual = tables[0]
    main = max(("player", "banker", "ez_banker"), key=lambda bet: usual.measured(bet)[1].value)
    far = int(np.abs(usual.apart).argmax())
    cost = usual.earned(MAIN_BET)
    return Findings(
        cut=CUT,
        beatable=BEATABLE,
        tables=tables,
        ruins=[_ruin(cell) for cell in results.of("ruined")],
        players=[_player(usual, name) for name in GAMBLING],
        main_bet=TITLES[main],
        main_units=estimated(usual.measured(main)[1]),
        passed=int(usual.sums["passed"].sum()),
        farthest=name_of(PLAYERS[far]),
        errors_apart=abs(float(usual.apart[far])),
        misread=_misread(usual),
        compulsory=estimated(Estimate(-cost.value, cost.error), 0),
        break_even=estimated(_break_even(usual, "dragon-count")),
        growths=[_growth(usual, bet) for bet in GROWING],
        misused=_misused(usual),
    )


def _player(usual: Counted, player: str) -> Player:
    earned, spread = usual.earned(player), usual.deviation(player)
    mean = float(earned.value[0])
    good = np.flatnonzero(usual.by_cut(player).value > BEATABLE)
    return Player(
        name_of(player),
        estimated(earned, 0),
        usual.share(player),
        spread,
        (spread / mean) ** 2,
        {risk: float(bankroll_for(risk, mean, spread)) for risk in RISKS},
        int(usual.cuts[good.max()]) if good.size else 0,
    )


def _ruin(cell: Stored) -> Ruin:
    found = cell.arrays
    count = COUNTS[cell.arguments["player"]]
    game = as_game(cell.arguments["game"])
    pays = game.pays[game.index(count.bet)].max() / BASIS_POINTS
    root = ruin_root(float(found["wins"] / found["bets"]), float(pays))
    last = np.log(0.003) / np.log(root) if root < 1 else float(-found["lowest"].min())
    bankrolls = np.arange(0, last, max(last // 60, 1)) + 1
    simulated = np.array([(found["lowest"] <= -bankroll).mean() for bankroll in bankrolls])
    return Ruin(
        name_of(cell.arguments["player"]),
        cell.arguments["shoes"],
        bankrolls,
        simulated,
        root**bankrolls,
        found["lowest"].size,
        found["net"],
    )


def _misread(usual: Counted) -> list[tuple[str, float]]:
    right = float(usual.earned("dragon-count").value[0])
    return [
        (
            name_of(player).rpartition(", ")[2].removesuffix(" misread"),
            1 - float(usual.earned(player).value[0]) / right,
        )
        for player in COUNTERS
        if ":errors=" in player
    ]


def _break_even(usual: Counted, player: str) -> Estimate:
    """Side units for each main unit at which a compulsory main bet is paid for, `()`."""
    cost, earned = usual.earned(MAIN_BET), usual.earned(player)
    ratio = -cost.value[0] / earned.value[0]
    relative = np.hypot(cost.error[0] / cost.value[0], earned.error[0] / earned.value[0])
    return Estimate(np.asarray(ratio), np.asarray(ratio * relative))


def _growth(usual: Counted, bet: str) -> Growth:
    grown, short = usual.growth(bet)
    return Growth(
        TITLES[bet],
        estimated(grown, (FACTORS.index(1.0), 0)),
        [(factor, estimated(short, (f, 0))) for f, factor in enumerate(FACTORS) if factor != 1],
        usual.counter_growth(count_for(bet)),
    )


def _misused(usual: Counted) -> float:
    k = list(COUNTS).index("panda-by-dragon-count")
    g = int(np.flatnonzero(COUNTS["panda-by-dragon-count"].trigger == TRIGGERS)[0])
    bets, units = (usual.sums[f"trigger_{name}"][k, g] for name in ("bets", "units"))
    return float(units / bets)
