"""What card counters earned: named numbers from stored sums."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents.titles import count_title as name_of
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import as_game
from experiments.page.number import Number, estimated
from experiments.questions.counters.table_sums import CEILING_OF, Counted, together
from experiments.questions.counters.work import (
    FACTORS,
    GAMBLING,
    GROWING,
    MAIN_BET,
    PLAYERS,
    TRIGGERS,
)
from experiments.shoes.usual_counts import COUNTS
from experiments.shoes.usual_table import BEATABLE, CUT, TITLES
from experiments.statistics import Estimate, proportion
from experiments.theory.bankroll import bankroll_for, ruin_root
from experiments.work.cell import Stored
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


COUNTERS = [name for name in PLAYERS if name != MAIN_BET]
RISKS = (0.01, 0.05)


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
    tables = [together(some) for some in cells.values()]
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
