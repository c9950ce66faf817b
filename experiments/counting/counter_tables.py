"""Tables of what card counters earn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from baccarat_env.game import Game
from experiments import published
from experiments.counting.bankroll import bankroll_for, ruin_by_deviation
from experiments.counting.counted import COUNTS, FACTORS, GROWING, PLAYERS
from experiments.counting.cuts import CUT, EVERY_BET, TITLES, per_shoe
from experiments.counting.seated import (
    COUNTERS,
    GAMBLING,
    RISKS,
    Counted,
    count_for,
    name_of,
    ruin_curve,
    tables_played,
)
from experiments.intervals import in_figures
from experiments.results import Results
from experiments.statistics import Estimate
from experiments.tables import Table, minus

__all__ = ["tables"]


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
                name_of(player),
                in_figures(earned, 0),
                in_figures(earned, 1),
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
            if table.game.burn
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
    told = in_figures(ours, t), printed.printed, minus(f"{apart:+.1f}")
    within = "yes" if abs(apart) <= 4 else "no"
    return name_of(player), game.procedure, printed.source, *told, within


def _made_to_measure(usual: Counted) -> Table:
    rows = []
    for bet in EVERY_BET.bets:
        trigger, units, bets = usual.measured(bet)
        tags = " ".join(
            minus(f"{tag:+g}") if tag else "0" for tag in COUNTS[f"measured-{bet}"].tags
        )
        rows.append((TITLES[bet], tags, f"{trigger:g}", f"{bets:.4f}", in_figures(units)))
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
            *(in_figures(usual.by_cut(player), t) for player in GAMBLING),
            *(in_figures(usual.ceiling(COUNTS[player].bet), t) for player in GAMBLING),
        )
        for t, cut in enumerate(usual.cuts)
    ]
    names = [name_of(player) for player in GAMBLING]
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
        units = (in_figures(table.earned(player), 0) for player in COUNTERS[:5])
        rows.append((dealt, f"{table.shoes:,}", *units, *shares))
    names = [name_of(player) for player in COUNTERS[:5]]
    return Table(
        "Units a shoe and share of the ceiling by procedure",
        ("Procedure", "Shoes", *names, *(f"{name}, share" for name in names)),
        tuple(rows),
    )


def _ruins(results: Results) -> Table:
    rows = []
    for cell in results.of("ruined"):
        bankrolls, simulated, exact = ruin_curve(cell)
        shoes, total, squares = cell.arrays["net"]
        pool = per_shoe(total, squares, int(shoes))
        deviation = float(pool.error * np.sqrt(shoes - 1))
        normal = ruin_by_deviation(bankrolls, float(pool.value), deviation)
        for risk in (0.5, 0.2, 0.05, 0.01):
            i = int(np.abs(exact - risk).argmin())
            rows.append(
                (
                    name_of(cell.arguments["player"]),
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
    millionths = partial(in_figures, digits=0, scale=1e6)
    rows = []
    for bet in GROWING:
        grown, short = usual.growth(bet)
        for f, factor in enumerate(FACTORS):
            told = [millionths(grown, (f, s)) for s in range(2)]
            less = [
                in_figures(short, (f, s), digits=0, scale=1e6) if factor != 1 else "–"
                for s in range(2)
            ]
            rows.append((f"{TITLES[bet]}, perfect play", f"{factor:g}", *told, *less))
        ours = f"{1e6 * usual.counter_growth(count_for(bet)):.0f}"
        rows.append((f"{TITLES[bet]}, {name_of(count_for(bet))}", "1", ours, "–", "–", "–"))
    return Table(
        "Growth of the logarithm of a bankroll, millionths a shoe, by part of the Kelly stake",
        ("Bet", "Part", "Exact", "Settled", "Less than Kelly, exact", "Less than Kelly, settled"),
        tuple(rows),
    )
