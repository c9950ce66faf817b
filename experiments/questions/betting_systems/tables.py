"""What betting systems won and what their bets cost, a table for every kind of session."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from agents.titles import system_title as title
from experiments.page.number import Number, estimated, minus
from experiments.page.table import Row, Table
from experiments.questions.betting_systems.findings import Findings, Sessions
from experiments.questions.betting_systems.work import LENGTH, STOP_LOSS, STOP_WIN

__all__ = ["tables"]


def tables(found: Findings) -> list[Table]:
    """Lay out every system at every table, in both kinds of session."""
    return [_table(one, p) for one, p in zip(found.kinds, found.corrected, strict=True)]


COLUMNS = (
    "System",
    "Amount bet",
    "Result",
    "Worth by exact odds",
    "−edge × amount bet",
    "Luck",
    "z",
    "p, corrected",
    "Ended ahead %",
    "Ever ahead %",
    "Result: 5 %, median, 95 %",
)


def _table(one: Sessions, corrected: NDArray[np.float64]) -> Table:
    quantiles = np.percentile(one.net, (5, 50, 95), axis=1).T
    rows: list[Row] = []
    for a, system in enumerate(one.systems):
        heavy = " (one coup weighs too much)" if one.heaviest[a] > 0.01 else ""
        rows.append(
            (
                title(system),
                Number(one.staked[a], form=",.0f"),
                *(estimated(e, a) for e in (one.result, one.worth, one.price, one.luck)),
                Number(one.z_score[a], form="+.2f", note=heavy),
                Number(corrected[a], form=".2g"),
                estimated(one.ahead, a, digits=1, scale=100),
                Number(100 * one.ever_ahead.value[a], form=".1f"),
                minus(", ".join(f"{q:.1f}" for q in quantiles[a])),
            )
        )
    ends = f", left at +{STOP_WIN} or −{STOP_LOSS} units" if one.stops else ""
    return Table(
        f"{one.game.name}: {one.net.shape[1]:,} sessions of {LENGTH} shoes{ends}; units a session, "
        "± is half a 95 % interval",
        COLUMNS,
        tuple(rows),
    )
