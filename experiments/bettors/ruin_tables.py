"""How long bankrolls last, in tables: survival, doubling before ruin, the grid of exits."""

from __future__ import annotations

import numpy as np

from experiments.bettors.lasting import (
    BANKROLL,
    EXITS,
    READ,
    SHOES,
    Lasting,
    coup_in,
    lasting,
    left_early,
)
from experiments.bettors.survival import reach
from experiments.intervals import in_figures
from experiments.results import Results
from experiments.tables import Table, minus

__all__ = ["tables"]

DOUBLES = (10, 20, 50, 100)
"""Bankrolls, in units, that are to be doubled."""


def tables(results: Results) -> list[Table]:
    """Lay out survival by horizon, doubling before ruin, and the grid of exits."""
    return [_survival_table(results), _double_table(results), _grid_table(results)]


def _survival_table(results: Results) -> Table:
    rows = [_survival_row(one, n) for one in lasting(results) for n in READ if n <= one.horizon]
    return Table(
        f"A bankroll of {BANKROLL} units on Player: exact for independent coups, and dealt from "
        "whole shoes; ± is half a 95 % interval",
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


def _survival_row(one: Lasting, n: int) -> tuple[str, ...]:
    seen, exactly = one.simulated(n), one.exactly(n)
    error = np.sqrt(exactly * (1 - exactly) / one.coups.size)
    apart = (float(seen.value) - exactly) / error if error else 0.0
    return (
        one.plan,
        f"{n:,}",
        f"{100 * exactly:.4g}",
        f"{100 * (1 - exactly):.4g}" if 1 - exactly > 1e-9 else "under 1e-7",
        in_figures(seen, digits=3, scale=100)
        if seen.value
        else f"under {300 / one.coups.size:.2g}",
        minus(f"{apart:+.2f}"),
    )


def _double_table(results: Results) -> Table:
    coup = coup_in(results)
    rows = [
        (f"{units}", f"{100 * reach(coup, units, units):.2f}", f"{coup.ruin_mean(units):,.0f}",
         f"{coup.ruin_deviation(units):,.0f}")
        for units in DOUBLES
    ]  # fmt: skip
    return Table(
        "One unit a coup on Player, no horizon, independent coups, exact",
        ("Bankroll", "Doubled before ruin %", "Mean coups to ruin", "Standard deviation"),
        tuple(rows),
    )


def _grid_table(results: Results) -> Table:
    left, coup = left_early(results), coup_in(results)
    rows = []
    for w, win in enumerate(EXITS):
        for i, loss in enumerate(EXITS):
            at = w, i
            rows.append(
                (
                    f"+{win}",
                    f"−{loss}",
                    in_figures(left.won, at, scale=100),
                    f"{100 * left.reached[w, i, 1] / left.bettors:.2f}",
                    f"{100 * reach(coup, win, loss):.2f}",
                    in_figures(left.result, at),
                )
            )
    return Table(
        f"Leaving at a stop-win or a stop-loss, at the latest after {SHOES} shoes; "
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
