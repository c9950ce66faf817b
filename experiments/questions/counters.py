"""How near do card counters come to that?

Every counter sits at the same shoes. Each coup is priced exactly, so a counter earns his
stake times the exact expected value, with the luck of the coup left out; the settled
results stand beside it. The ceiling is the perfect player on the same shoes: no counter can
pass him in any shoe. The counts in print bet as printed. The trigger of a count made to
measure is chosen on every second batch of shoes and what it earns is taken from the others,
so that it is not flattered by its own choice.

Deviation, N0 (the number of shoes after which the expected win is one standard deviation)
and bankrolls take the deviation of settled results. The risk of ruin is simulated by sending
gamblers through shoes drawn from a pool of dealt ones, and stands beside the closed form for
independent bets.

A counter who misreads takes a card, with the chance given, for a random rank. Where the
table asks for a main bet every coup, that bet costs what it costs: the counter is ahead only
while the side stake is large enough beside it.

The growth of a bankroll is the expected logarithm of its factor a shoe. The best stake of the
perfect player follows from the exact odds (Kelly), that of a counter from the average odds at
each count.

Sources: the counts in print name theirs; Kelly, "A new interpretation of information rate"
(1956).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure as Canvas
from numpy.typing import NDArray

from baccarat_env.rules import BASIS_POINTS, Game, as_game
from experiments import published
from experiments.bankroll import bankroll_for, ruin_by_deviation, ruin_root
from experiments.cells import Arrays, Cell, Stored, derived_seed
from experiments.counted import (
    CEILINGS,
    COUNTS,
    FACTORS,
    GROWING,
    HEAT,
    HEAT_COUNT,
    HEAT_EDGE,
    MAIN_BET,
    PLAYERS,
    TRIGGERS,
    counted,
    ruined,
)
from experiments.cuts import CUT, CUTS, EVERY_BET, TITLES, per_shoe, with_interval
from experiments.plotting import Figure, Theme, draw
from experiments.results import Answer, Results
from experiments.statistics import Estimate
from experiments.tables import Table, minus

ORDER = 4

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

PROCEDURES = (
    {"cut": 16, "after_cut": 0},
    {"cut": CUT, "after_cut": 0},
    {"cut": CUT, "after_cut": 0, "burn": False},
)
"""Other ways to deal that sources use, or may have used."""


@dataclass(frozen=True)
class Config:
    """Shoes at the usual table, at each other one, a cell; gamblers and shoes each, their pool."""

    shoes: int
    other: int
    batch: int
    pool: int
    gamblers: int
    horizon: int


QUICK = Config(shoes=12_000, other=2_000, batch=1_000, pool=12_000, gamblers=1_000, horizon=10_000)
FULL = Config(
    shoes=320_000, other=60_000, batch=4_000, pool=400_000, gamblers=10_000, horizon=20_000
)


# --- Compute ---------------------------------------------------------------------------


def cells(config: Config, seed: int) -> list[Cell]:
    """List the work: everyone at the same shoes in batches, and the gamblers."""
    tables = [(EVERY_BET, CUTS, CUT, config.shoes)]
    for procedure in PROCEDURES:
        game = replace(EVERY_BET, **procedure)  # type: ignore[arg-type]
        tables.append((game, (game.cut,), game.cut, config.other))
    work = [
        Cell.of(
            counted,
            game=game,
            cuts=list(cuts),
            cut=cut,
            seed=derived_seed(seed, "counters", game.procedure),
            first=first,
            shoes=min(config.batch, shoes - first),
        )
        for game, cuts, cut, shoes in tables
        for first in range(0, shoes, config.batch)
    ]
    return work + [
        Cell.of(
            ruined,
            game=replace(EVERY_BET, cut=CUT),
            player=player,
            seed=derived_seed(seed, "counters", "ruin", player),
            pool=config.pool,
            gamblers=config.gamblers,
            shoes=config.horizon,
        )
        for player in GAMBLING
    ]


# --- Read ------------------------------------------------------------------------------


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


def _name(player: str) -> str:
    agent, _, errors = player.partition(":errors=")
    return f"{NAMES[agent]}, {float(errors):.0%} misread" if errors else NAMES.get(player, player)


def _told(estimate: Estimate, i: int | tuple[int, ...] = ()) -> str:
    return with_interval(float(estimate.value[i]), float(estimate.half_width[i]))


# --- Answer ----------------------------------------------------------------------------


def answer(results: Results) -> Answer:
    """Say what counters earn, what part of the ceiling that is, and what takes it away."""
    usual = tables_played(results)[0]
    sentence = (
        "Near, on the side bets: "
        + " and ".join(_captured(usual, name) for name in GAMBLING)
        + f", {usual.game.decks} decks and {CUT} cards behind the cut card. "
        + _main_bets(usual)
    )
    details = (
        _never_passed(usual),
        _settled(usual),
        *(_bankrolls(usual, name) for name in GAMBLING),
        *(_ruin(cell) for cell in results.of("ruined")),
        _misread(usual),
        _compulsory(usual),
        *(_kelly(usual, bet) for bet in GROWING),
        _misused(usual),
        _depth(usual),
    )
    return Answer(sentence, details)


def _captured(usual: Counted, player: str) -> str:
    return (
        f"the {_name(player)} earns {_told(usual.earned(player), 0)} units a shoe, "
        f"{usual.share(player):.0%} of what perfect play would"
    )


def _main_bets(usual: Counted) -> str:
    best = max(("player", "banker", "ez_banker"), key=lambda bet: usual.measured(bet)[1].value)
    _, units, _ = usual.measured(best)
    return (
        f"The best count for a main bet, on {TITLES[best]}, earns {_told(units)} units a shoe, "
        "which is nothing a person could notice."
        if units.value < 0.01
        else f"The best count for a main bet, on {TITLES[best]}, earns {_told(units)} units a shoe."
    )


def _never_passed(usual: Counted) -> str:
    passed = int(usual.sums["passed"].sum())
    return (
        f"In {usual.shoes:,} shoes no counter ever expected more than the perfect player did."
        if passed == 0
        else f"{passed} times a counter expected more than the perfect player: an error."
    )


def _settled(usual: Counted) -> str:
    far = int(np.abs(usual.apart).argmax())
    verdict = "agree" if abs(usual.apart[far]) <= 4 else "do not agree"
    return (
        f"Settled and exact results {verdict} over {int(usual.sums['coups']):,} coups: the "
        f"player farthest off, {_name(PLAYERS[far])}, is {abs(usual.apart[far]):.1f} standard "
        "errors away, and 4 are allowed."
    )


def _bankrolls(usual: Counted, player: str) -> str:
    mean, spread = float(usual.earned(player).value[0]), usual.deviation(player)
    needed = " and ".join(
        f"{bankroll_for(risk, mean, spread):,.0f} units for a risk of {risk:.0%}" for risk in RISKS
    )
    return (
        f"{_name(player)}: the result of a shoe has a standard deviation of {spread:.1f} units, "
        f"so N0 is {(spread / mean) ** 2:,.0f} shoes, and a bettor who never stops needs "
        f"{needed} of ruin."
    )


def _ruin(cell: Stored) -> str:
    bankrolls, simulated, exact = _ruin_curve(cell)
    error = np.sqrt(exact * (1 - exact) / cell.arrays["lowest"].size)
    i = int(np.abs(exact - 0.05).argmin())
    return (
        f"{_name(cell.arguments['player'])}, {bankrolls[i]:,.0f} units: of "
        f"{cell.arrays['lowest'].size:,} simulated gamblers {simulated[i]:.2%} were ruined within "
        f"{cell.arguments['shoes']:,} shoes; the closed form for independent bets says "
        f"{exact[i]:.2%} (± {1.96 * error[i]:.2%} by the number of gamblers alone)."
    )


def _ruin_curve(
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


def _misread(usual: Counted) -> str:
    right = float(usual.earned("dragon-count").value[0])
    told = [
        f"{_name(player).rpartition(', ')[2].removesuffix(' misread')} of the cards costs "
        f"{1 - usual.earned(player).value[0] / right:.0%}"
        for player in COUNTERS
        if ":errors=" in player
    ]
    return f"Misreading takes its share of what the Dragon count earns: {', '.join(told)}."


def break_even(usual: Counted, player: str) -> Estimate:
    """Side units for each main unit at which a compulsory main bet is paid for, `()`."""
    cost, earned = usual.earned(MAIN_BET), usual.earned(player)
    ratio = -cost.value[0] / earned.value[0]
    relative = np.hypot(cost.error[0] / cost.value[0], earned.error[0] / earned.value[0])
    return Estimate(np.asarray(ratio), np.asarray(ratio * relative))


def _compulsory(usual: Counted) -> str:
    return (
        f"Where a main bet is compulsory every coup, the cheapest, EZ Banker, costs "
        f"{_told(Estimate(-usual.earned(MAIN_BET).value, usual.earned(MAIN_BET).error), 0)} units "
        f"a shoe: the Dragon count then wins only while its stake is above "
        f"{_told(break_even(usual, 'dragon-count'))} times the main stake."
    )


def _kelly(usual: Counted, bet: str) -> str:
    grown, short = usual.growth(bet)
    parts = ", ".join(
        f"{factor:g} times the stake gives up {_told(short, (f, 0))}"
        for f, factor in enumerate(FACTORS)
        if factor != 1
    )
    return (
        f"{TITLES[bet]}, Kelly stakes of the perfect player: the logarithm of the bankroll grows "
        f"by {_told(grown, (FACTORS.index(1.0), 0))} a shoe; {parts}. A counter who stakes by "
        f"his count reaches {usual.counter_growth(_count_for(bet)):.6f}."
    )


def _count_for(bet: str) -> str:
    return "dragon-count" if bet == "dragon_7" else "panda-count"


def _misused(usual: Counted) -> str:
    k = list(COUNTS).index("panda-by-dragon-count")
    g = int(np.flatnonzero(COUNTS["panda-by-dragon-count"].trigger == TRIGGERS)[0])
    bets, units = (usual.sums[f"trigger_{name}"][k, g] for name in ("bets", "units"))
    return minus(
        f"The Dragon count says nothing about Panda 8: betting Panda 8 by it wins "
        f"{100 * units / bets:.1f} of every 100 bet."
    )


def _depth(usual: Counted) -> str:
    told = []
    for player in GAMBLING:
        good = np.flatnonzero(usual.by_cut(player).value > 0.01)
        told.append(f"the {_name(player)} up to {usual.cuts[good.max()] if good.size else 0}")
    return (
        f"More than 0.01 units a shoe is left with so many cards behind the cut: {', '.join(told)}."
    )


# --- Tables ----------------------------------------------------------------------------


def tables(results: Results) -> list[Table]:
    """Lay out what counters earn, beside print, counts made to measure, cuts, ruin, growth."""
    played = tables_played(results)
    usual = played[0]
    return [
        _earnings(usual),
        _beside_print(played),
        _made_to_measure(usual),
        _by_cut(usual),
        _by_procedure(played),
        _ruins(results),
        _growths(usual),
    ]


def _earnings(usual: Counted) -> Table:
    rows = []
    for a, player in enumerate(PLAYERS):
        earned, spread = usual.earned(player), usual.deviation(player)
        mean = float(earned.value[0])
        bets = usual.sums["player_bets"][a] / usual.shoes
        wins = mean > 0
        rows.append(
            (
                _name(player),
                _told(earned, 0),
                _told(earned, 1),
                minus(f"{usual.apart[a]:+.2f}"),
                f"{bets:.3f}",
                minus(f"{100 * mean / bets:.2f}"),
                f"{usual.share(player):.1%}" if wins else "–",
                f"{spread:.2f}",
                f"{(spread / mean) ** 2:,.0f}" if wins else "–",
                *(
                    f"{bankroll_for(risk, mean, spread):,.0f}" if wins else "–"
                    for risk in reversed(RISKS)
                ),
            )
        )
    return Table(
        f"Counters at the same {usual.shoes:,} shoes, {CUT} cards behind the cut card, one unit a "
        "bet; ± is half a 95 % interval",
        (
            "Player",
            "Units a shoe",
            "Settled",
            "Standard errors apart",
            "Bets a shoe",
            "Edge of a bet %",
            "Share of the ceiling",
            "Deviation of a shoe",
            "N0, shoes",
            *(f"Bankroll, {risk:.0%} ruin" for risk in reversed(RISKS)),
        ),
        tuple(rows),
    )


def _beside_print(played: Sequence[Counted]) -> Table:
    usual = played[0]
    rows = []
    for (player, cut), printed in published.COUNTS.items():
        t = int(np.flatnonzero(usual.cuts == cut)[0])
        ours = usual.by_cut(player)
        rows.append(_row_beside(replace(usual.game, cut=cut), player, ours, t, printed))
        rows += [
            _row_beside(table.game, player, table.by_cut(player), 0, printed)
            for table in played[1:]
            if table.cut == cut and table.game.burn
        ]
    return Table(
        "Beside printed figures: units a shoe",
        (
            "Count",
            "Procedure",
            "Printed by",
            "Ours",
            "Printed",
            "Standard errors apart",
            "Within 4",
        ),
        tuple(rows),
        words=3,
    )


def _row_beside(
    game: Game, player: str, ours: Estimate, t: int, printed: published.Published
) -> tuple[str, ...]:
    apart = float(ours.value[t] - float(printed.printed)) / float(ours.error[t])
    told = _told(ours, t), printed.printed, minus(f"{apart:+.1f}")
    within = "yes" if abs(apart) <= 4 else "no"
    return _name(player), game.procedure, printed.source, *told, within


def _made_to_measure(usual: Counted) -> Table:
    rows = []
    for bet in EVERY_BET.bets:
        trigger, units, bets = usual.measured(bet)
        tags = " ".join(
            minus(f"{tag:+g}") if tag else "0" for tag in COUNTS[f"measured-{bet}"].tags
        )
        rows.append((TITLES[bet], tags, f"{trigger:g}", f"{bets:.4f}", _told(units)))
    return Table(
        "Counts made to measure, true count; trigger and units from different shoes",
        ("Bet", "Tags of 10 A 2 … 9", "Best trigger", "Bets a shoe", "Units a shoe"),
        tuple(rows),
        words=2,
    )


def _by_cut(usual: Counted) -> Table:
    rows = [
        (
            f"{cut}",
            *(_told(usual.by_cut(player), t) for player in GAMBLING),
            *(_told(usual.ceiling(COUNTS[player].bet), t) for player in GAMBLING),
        )
        for t, cut in enumerate(usual.cuts)
    ]
    names = [_name(player) for player in GAMBLING]
    ceilings = [f"Perfect on {TITLES[COUNTS[player].bet]}" for player in GAMBLING]
    return Table(
        "Units a shoe by cards behind the cut card",
        ("Cards behind the cut", *names, *ceilings),
        tuple(rows),
    )


def _by_procedure(played: Sequence[Counted]) -> Table:
    rows = []
    for table in played:
        dealt = replace(table.game, cut=table.cut).procedure
        shares = (f"{table.share(player):.1%}" for player in COUNTERS[:5])
        units = (_told(table.earned(player), 0) for player in COUNTERS[:5])
        rows.append((dealt, f"{table.shoes:,}", *units, *shares))
    names = [_name(player) for player in COUNTERS[:5]]
    return Table(
        "Units a shoe and share of the ceiling by procedure",
        ("Procedure", "Shoes", *names, *(f"{name}, share" for name in names)),
        tuple(rows),
    )


def _ruins(results: Results) -> Table:
    rows = []
    for cell in results.of("ruined"):
        bankrolls, simulated, exact = _ruin_curve(cell)
        shoes, total, squares = cell.arrays["net"]
        pool = per_shoe(total, squares, int(shoes))
        deviation = float(pool.error * np.sqrt(shoes - 1))
        normal = ruin_by_deviation(bankrolls, float(pool.value), deviation)
        for risk in (0.5, 0.2, 0.05, 0.01):
            i = int(np.abs(exact - risk).argmin())
            rows.append(
                (
                    _name(cell.arguments["player"]),
                    f"{bankrolls[i]:,.0f}",
                    f"{simulated[i]:.4f}",
                    f"{exact[i]:.4f}",
                    f"{normal[i]:.4f}",
                )
            )
    return Table(
        "Risk of ruin: simulated, exact for independent bets, by the normal form",
        ("Player", "Bankroll, units", "Simulated", "Independent bets", "Normal form"),
        tuple(rows),
    )


def _growths(usual: Counted) -> Table:
    rows = []
    for bet in GROWING:
        grown, short = usual.growth(bet)
        for f, factor in enumerate(FACTORS):
            told = [_scaled(grown, (f, s)) for s in range(2)]
            less = [_scaled(short, (f, s)) if factor != 1 else "–" for s in range(2)]
            rows.append((f"{TITLES[bet]}, perfect play", f"{factor:g}", *told, *less))
        ours = f"{1e6 * usual.counter_growth(_count_for(bet)):.0f}"
        rows.append((f"{TITLES[bet]}, {_name(_count_for(bet))}", "1", ours, "–", "–", "–"))
    return Table(
        "Growth of the logarithm of a bankroll, millionths a shoe, by part of the Kelly stake",
        ("Bet", "Part", "Exact", "Settled", "Less than Kelly, exact", "Less than Kelly, settled"),
        tuple(rows),
    )


def _scaled(estimate: Estimate, where: tuple[int, int]) -> str:
    value, half = estimate.value[where], estimate.half_width[where]
    return minus(f"{1e6 * value:.0f} ± {1e6 * half:.0f}")


# --- Figures ---------------------------------------------------------------------------


def plot(results: Results) -> list[Figure]:
    """Draw count against edge, profit by trigger, counters under the ceiling, cuts, ruin."""
    usual = tables_played(results)[0]
    return [
        *(_heat(usual, i) for i in range(len(HEAT))),
        _triggers(usual),
        _against_the_ceiling(usual),
        _cut_curve(usual),
        _ruin_figure(results),
    ]


def _heat(usual: Counted, i: int) -> Figure:
    count, counts = COUNTS[HEAT[i]], usual.sums["heat"][i]
    often = counts.sum(axis=1) / counts.sum()
    middle = (HEAT_EDGE[1:] + HEAT_EDGE[:-1]) / 2
    with np.errstate(invalid="ignore"):
        mean = 100 * (counts @ middle) / counts.sum(axis=1)
    centre = (HEAT_COUNT[1:] + HEAT_COUNT[:-1]) / 2
    enough = counts.sum(axis=1) > 30

    def paint(canvas: Canvas, theme: Theme) -> None:
        top, axes = canvas.subplots(2, 1, sharex=True, height_ratios=(1, 3))
        top.bar(centre, 100 * often, width=0.9, color=theme.first)
        top.set_ylabel("% of coups")
        shown = np.ma.masked_equal(counts.T, 0)
        x, y = HEAT_COUNT, 100 * HEAT_EDGE
        mesh = axes.pcolormesh(x, y, shown, norm=LogNorm(), cmap="viridis", rasterized=True)
        axes.plot(centre[enough], mean[enough], color=theme.second, lw=1.4)
        axes.axhline(0, color=theme.ink, lw=0.8)
        axes.axvline(count.trigger, color=theme.ink, lw=0.8, ls=":")
        axes.set_xlabel("true count")
        axes.set_ylabel(f"exact edge of {TITLES[count.bet]}, per 100 bet")
        canvas.colorbar(mesh, ax=axes, location="bottom", label="coups", aspect=40)

    told = f"{mean[np.flatnonzero(centre == count.trigger)[0]]:.1f} at the trigger"
    return draw(
        paint,
        height=5.4,
        title=f"The {_name(HEAT[i])} and the exact edge it stands for",
        alt=minus(
            f"Heat map of true count against exact edge, rising to the right; the mean edge per "
            f"100 bet is {told}. Above it a bar chart of how often each count comes."
        ),
        reading="Each cell counts coups: bright cells are common ones, and each step of the scale "
        "is ten times the one before. The line is the mean edge at each count, the dotted line the "
        f"trigger ({count.trigger:g}). The narrower the cloud about the line, the more the count "
        "knows. Counts beyond the ends stand at the ends.",
    )


def _triggers(usual: Counted) -> Figure:
    drawn = ("dragon-count", "dragon-finer", "panda-count")

    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        colours = theme.second, theme.third, theme.first
        for name, colour in zip(drawn, colours, strict=True):
            earned, at = usual.profit(name), int(2 * COUNTS[name].trigger)
            low, high = earned.value - earned.half_width, earned.value + earned.half_width
            axes.fill_between(TRIGGERS, low, high, color=colour, alpha=0.25, lw=0)
            axes.plot(TRIGGERS, earned.value, color=colour, label=_name(name))
            axes.plot(TRIGGERS[at], earned.value[at], "o", color=colour, ms=5)
        axes.axhline(0, color=theme.ink, lw=0.8)
        axes.set_xlim(0, 40)
        axes.set_ylim(-0.6, 0.8)
        axes.set_xlabel("true count from which one bets")
        axes.set_ylabel("units a shoe")
        canvas.legend(loc="outside lower center", ncols=2)

    best = []
    for name in drawn:
        value = usual.profit(name).value
        best.append(f"{_name(name)}: {value.max():.3f} from {TRIGGERS[value.argmax()]:g}")
    return draw(
        paint,
        height=3.8,
        title="What a count earns, by the trigger",
        alt=f"Curves that rise from a loss to a flat top and fall slowly. {'; '.join(best)}.",
        reading="Too low a trigger bets on bad coups, too high a one leaves good ones out. Dots "
        "are the triggers in print. Bands are 95 % intervals at each trigger by itself. The "
        "counts have scales of their own: their triggers cannot be compared.",
    )


def _against_the_ceiling(usual: Counted) -> Figure:
    t = int(np.flatnonzero(usual.cuts == usual.cut)[0])
    names = [_name(player) for player in COUNTERS][::-1]
    earned = np.array([usual.earned(player).value[0] for player in COUNTERS])[::-1]
    best = np.array([usual.ceiling(CEILING_OF.get(p, "dragon_7")).value[t] for p in COUNTERS][::-1])

    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        axes.barh(names, best, color=theme.faint, height=0.7, label="perfect play, the ceiling")
        bars = axes.barh(names, earned, color=theme.first, height=0.4, label="the counter")
        axes.bar_label(bars, [f"{value:.2f}" for value in earned], label_type="center", color="w")
        axes.set_xlabel("units a shoe")
        axes.grid(visible=False, axis="y")
        axes.tick_params(axis="y", length=0)
        canvas.legend(loc="outside lower center", ncols=2)

    told = "; ".join(
        f"{_name(player)}: {usual.earned(player).value[0]:.3f}, {usual.share(player):.0%}"
        for player in COUNTERS
    )
    return draw(
        paint,
        height=4.0,
        title="Counters under the ceiling",
        alt=f"Bars of units a shoe inside wider bars of perfect play. {told}.",
        reading="The wide bar is what perfect play on the same bets expects in the same shoes, the "
        "narrow one what the counter does. Nothing can stick out.",
    )


def _cut_curve(usual: Counted) -> Figure:
    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        for player, colour in zip(GAMBLING, (theme.second, theme.first), strict=True):
            bet = COUNTS[player].bet
            lines = ((usual.ceiling(bet), "--", f"perfect on {TITLES[bet]}"),)
            for estimate, dashes, label in (*lines, (usual.by_cut(player), "-", _name(player))):
                low = np.maximum(estimate.value - estimate.half_width, 1e-6)
                high = np.maximum(estimate.value + estimate.half_width, 1e-6)
                axes.fill_between(usual.cuts, low, high, color=colour, alpha=0.2, lw=0)
                values = np.where(estimate.value > 0, estimate.value, np.nan)
                axes.plot(usual.cuts, values, dashes, color=colour, label=label)
        axes.axhline(0.01, color=theme.ink, lw=0.8, ls=":")
        axes.set_yscale("log")
        axes.set_ylim(1e-4, 2)
        axes.yaxis.set_major_formatter(lambda x, _: np.format_float_positional(x, trim="-"))
        axes.set_xlabel("cards behind the cut card")
        axes.set_ylabel("units a shoe")
        canvas.legend(loc="outside lower center", ncols=2)

    return draw(
        paint,
        height=4.2,
        title="What counters earn, by where the cut card lies",
        alt="Falling curves on a logarithmic scale, counters close under perfect play. "
        + _depth(usual),
        reading="Dashed is perfect play, solid the counter with the trigger in print. The dotted "
        "line is 0.01 units a shoe. Bands are 95 % intervals at each cut by itself.",
    )


def _ruin_figure(results: Results) -> Figure:
    cells = results.of("ruined")

    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        for cell, colour in zip(cells, (theme.second, theme.first), strict=False):
            bankrolls, simulated, exact = _ruin_curve(cell)
            name = _name(cell.arguments["player"])
            axes.plot(bankrolls, 100 * exact, color=colour, label=f"{name}, closed form")
            points = 100 * simulated[::4]
            axes.plot(bankrolls[::4], points, "o", color=colour, ms=3.5, label=f"{name}, simulated")
        axes.set_ylim(0, 100)
        axes.set_xlabel("bankroll in units")
        axes.set_ylabel("ruined, %")
        canvas.legend(loc="outside lower center", ncols=1)

    told = " ".join(_ruin(cell) for cell in cells)
    return draw(
        paint,
        height=4.2,
        title="How often a counter is ruined, by bankroll",
        alt=f"Falling curves with simulated points on them. {told}",
        reading="Each point is the part of the simulated gamblers who at some time could not "
        "cover the next unit. The line is exact for independent bets with the hit rate of the "
        "same shoes.",
    )
