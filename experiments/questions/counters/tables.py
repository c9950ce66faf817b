"""Tables of what card counters earn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from agents.titles import count_title as name_of
from baccarat_env.game import Game
from experiments import published
from experiments.page.number import MISSING, Number, estimated, minus
from experiments.page.table import Row, Table
from experiments.questions.counters.findings import (
    COUNTERS,
    RISKS,
    Counted,
    Findings,
    Ruin,
    count_for,
)
from experiments.questions.counters.work import FACTORS, GAMBLING, GROWING, PLAYERS
from experiments.shoes.usual_counts import COUNTS
from experiments.shoes.usual_table import CUT, EVERY_BET, TITLES
from experiments.statistics import Estimate, per_shoe
from experiments.theory.bankroll import bankroll_for, ruin_by_deviation

__all__ = ["tables"]


def tables(found: Findings) -> list[Table]:
    """Lay out what counters earn, beside print, counts made to measure, cuts, ruin, growth."""
    usual = found.usual
    return [
        _earnings(usual),
        _beside_print(found.tables),
        _made_to_measure(usual),
        _by_cut(usual),
        _by_procedure(found.tables),
        _ruins(found.ruins),
        _growths(usual),
    ]


def _earnings(usual: Counted) -> Table:
    rows: list[Row] = []
    for a, player in enumerate(PLAYERS):
        earned, spread = usual.earned(player), usual.deviation(player)
        mean = float(earned.value[0])
        bets = usual.sums["player_bets"][a] / usual.shoes
        wins = mean > 0
        rows.append(
            (
                name_of(player),
                estimated(earned, 0),
                estimated(earned, 1),
                Number(usual.apart[a], form="+.2f"),
                Number(bets, form=".3f"),
                Number(100 * mean / bets, form=".2f"),
                Number(100 * usual.share(player), form=".1f", unit="%") if wins else MISSING,
                Number(spread, form=".2f"),
                Number((spread / mean) ** 2, form=",.0f") if wins else MISSING,
                *(
                    Number(bankroll_for(risk, mean, spread), form=",.0f") if wins else MISSING
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
    rows: list[Row] = []
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
) -> Row:
    apart = float(ours.value[t] - float(printed.printed)) / float(ours.error[t])
    told = estimated(ours, t), printed.number, Number(apart, form="+.1f")
    within = "yes" if abs(apart) <= 4 else "no"
    return name_of(player), game.procedure, printed.source, *told, within


def _made_to_measure(usual: Counted) -> Table:
    rows: list[Row] = []
    for bet in EVERY_BET.bets:
        trigger, units, bets = usual.measured(bet)
        tags = " ".join(
            minus(f"{tag:+g}") if tag else "0" for tag in COUNTS[f"measured-{bet}"].tags
        )
        rows.append(
            (
                TITLES[bet],
                tags,
                Number(trigger, form="g"),
                Number(bets, form=".4f"),
                estimated(units),
            )
        )
    return Table(
        "Counts made to measure, true count; trigger and units from different shoes",
        ("Bet", "Tags of 10 A 2 … 9", "Best trigger", "Bets a shoe", "Units a shoe"),
        tuple(rows),
        words=2,
    )


def _by_cut(usual: Counted) -> Table:
    rows: list[Row] = [
        (
            Number(cut, form="d"),
            *(estimated(usual.by_cut(player), t) for player in GAMBLING),
            *(estimated(usual.ceiling(COUNTS[player].bet), t) for player in GAMBLING),
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
    rows: list[Row] = []
    for table in played:
        dealt = replace(table.game, cut=table.cut).procedure
        shares = (
            Number(100 * table.share(player), form=".1f", unit="%") for player in COUNTERS[:5]
        )
        units = (estimated(table.earned(player), 0) for player in COUNTERS[:5])
        rows.append((dealt, Number(table.shoes, form=",.0f"), *units, *shares))
    names = [name_of(player) for player in COUNTERS[:5]]
    return Table(
        "Units a shoe and share of the ceiling by procedure",
        ("Procedure", "Shoes", *names, *(f"{name}, share" for name in names)),
        tuple(rows),
    )


def _ruins(ruins: Sequence[Ruin]) -> Table:
    rows: list[Row] = []
    for one in ruins:
        shoes, total, squares = one.net
        pool = per_shoe(total, squares, int(shoes))
        deviation = float(pool.error * np.sqrt(shoes - 1))
        normal = ruin_by_deviation(one.bankrolls, float(pool.value), deviation)
        for risk in (0.5, 0.2, 0.05, 0.01):
            i = int(np.abs(one.exact - risk).argmin())
            rows.append(
                (
                    one.title,
                    Number(one.bankrolls[i], form=",.0f"),
                    Number(one.simulated[i], form=".4f"),
                    Number(one.exact[i], form=".4f"),
                    Number(normal[i], form=".4f"),
                )
            )
    return Table(
        "Risk of ruin: simulated, exact for independent bets, by the normal form",
        ("Player", "Bankroll, units", "Simulated", "Independent bets", "Normal form"),
        tuple(rows),
    )


def _growths(usual: Counted) -> Table:
    millionths = partial(estimated, digits=0, scale=1e6)
    rows: list[Row] = []
    for bet in GROWING:
        grown, short = usual.growth(bet)
        for f, factor in enumerate(FACTORS):
            told = [millionths(grown, (f, s)) for s in range(2)]
            less = [
                estimated(short, (f, s), digits=0, scale=1e6) if factor != 1 else MISSING
                for s in range(2)
            ]
            rows.append((f"{TITLES[bet]}, perfect play", Number(factor, form="g"), *told, *less))
        ours = Number(1e6 * usual.counter_growth(count_for(bet)), form=".0f")
        rows.append(
            (
                f"{TITLES[bet]}, {name_of(count_for(bet))}",
                Number(1, form="g"),
                ours,
                MISSING,
                MISSING,
                MISSING,
            )
        )
    return Table(
        "Growth of the logarithm of a bankroll, millionths a shoe, by part of the Kelly stake",
        ("Bet", "Part", "Exact", "Settled", "Less than Kelly, exact", "Less than Kelly, settled"),
        tuple(rows),
    )
