"""How long bankrolls last, in tables: survival, doubling before ruin, the grid of exits."""

from __future__ import annotations

import numpy as np

from experiments.page.number import Number, estimated
from experiments.page.table import Row, Table
from experiments.questions.ruin.findings import Findings, Lasting
from experiments.questions.ruin.work import EXITS, READ
from experiments.theory.survival import reach

__all__ = ["tables"]

DOUBLES = (10, 20, 50, 100)
"""Bankrolls, in units, that are to be doubled."""


def tables(found: Findings) -> list[Table]:
    """Lay out survival by horizon, doubling before ruin, and the grid of exits."""
    return [_survival_table(found), _double_table(found), _grid_table(found)]


def _survival_table(found: Findings) -> Table:
    rows: list[Row] = [
        _survival_row(one, n) for one in found.plans for n in READ if n <= one.horizon
    ]
    return Table(
        f"A bankroll of {found.bankroll} units on Player: exact for independent coups, and dealt "
        "from whole shoes; ± is half a 95 % interval",
        (
            "Stakes",
            "Horizon, coups",
            "Still playing %, exact",
            "Risk of ruin %, exact",
            "Still playing %, shoes",
            "Standard errors apart",
        ),
        tuple(rows),
    )


def _survival_row(one: Lasting, n: int) -> Row:
    seen, exactly = one.simulated(n), one.exactly(n)
    error = np.sqrt(exactly * (1 - exactly) / one.coups.size)
    apart = (float(seen.value) - exactly) / error if error else 0.0
    return (
        one.plan,
        Number(n, form=",.0f"),
        Number(100 * exactly, form=".4g"),
        Number(100 * (1 - exactly), form=".4g")
        if 1 - exactly > 1e-9
        else Number(1e-7, form="g", bound="under"),
        estimated(seen, digits=3, scale=100)
        if seen.value
        else Number(300 / one.coups.size, form=".2g", bound="under"),
        Number(apart, form="+.2f"),
    )


def _double_table(found: Findings) -> Table:
    rows: list[Row] = [
        (
            Number(units, form="d"),
            Number(100 * reach(found.coup, units, units), form=".2f"),
            Number(found.coup.ruin_mean(units), form=",.0f"),
            Number(found.coup.ruin_deviation(units), form=",.0f"),
        )
        for units in DOUBLES
    ]
    return Table(
        "One unit a coup on Player, no horizon, independent coups, exact",
        ("Bankroll", "Doubled before ruin %", "Mean coups to ruin", "Standard deviation"),
        tuple(rows),
    )


def _grid_table(found: Findings) -> Table:
    left, coup = found.left, found.coup
    rows: list[Row] = []
    for w, win in enumerate(EXITS):
        for i, loss in enumerate(EXITS):
            at = w, i
            rows.append(
                (
                    Number(win, form="+d"),
                    Number(-loss, form="d"),
                    estimated(left.won, at, scale=100),
                    Number(100 * left.reached[w, i, 1] / left.bettors, form=".2f"),
                    Number(100 * reach(coup, win, loss), form=".2f"),
                    estimated(left.result, at),
                )
            )
    return Table(
        f"Leaving at a stop-win or a stop-loss, at the latest after {found.shoes} shoes; "
        f"{left.bettors:,} bettors, one unit a coup on Player",
        (
            "Stop-win",
            "Stop-loss",
            "Left at the stop-win %",
            "Left at the stop-loss %",
            "Stop-win first, no horizon, exact %",
            "Result, units",
        ),
        tuple(rows),
        words=2,
    )
