"""The statistics of a backtest as columns of numbers, each named with its unit."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from agents import make
from agents.agent import Agent
from agents.exact.exact import ExactPlayer
from agents.one_table import OneTable, as_agent
from experiments.page.csv import BYTE_ORDER_MARK, csv_text
from experiments.page.number import Number
from experiments.page.table import Table
from experiments.shoes.plan import Plan
from experiments.shoes.summary import Summary

__all__ = [
    "COLUMNS",
    "as_table",
    "bets_on",
    "columns",
    "csv_of",
    "json_of",
    "plan_of",
    "shares_of_exact",
]

NONE = float("nan")

COLUMNS: dict[str, Callable[[Summary], float]] = {
    "sessions": lambda s: s.sessions,
    "shoes": lambda s: s.shoes,
    "coups": lambda s: s.coups,
    "bets": lambda s: s.bets,
    "staked_chips": lambda s: s.staked,
    "result_per_100_bet": lambda s: float(s.per_100.value),
    "result_per_100_bet_half_width": lambda s: _half_width(s, s.per_100.half_width),
    "exact_per_100_bet": lambda s: (
        100 * float(s.worth.value) * s.shoes / s.staked if s.staked else NONE
    ),
    "result_chips_per_shoe": lambda s: float(s.per_shoe.value),
    "result_chips_per_shoe_half_width": lambda s: _half_width(s, s.per_shoe.half_width),
    "exact_chips_per_shoe": lambda s: float(s.worth.value),
    "luck_z": lambda s: s.z_score if s.usable else NONE,
    "luck_p": lambda s: s.p_value if s.usable else NONE,
    "luck_p_corrected": lambda s: s.corrected if s.usable else NONE,
    "ended_ahead_percent": lambda s: 100 * s.ended_ahead.value,
    "ever_ahead_percent": lambda s: 100 * s.ever_ahead.value,
    "largest_fall_chips": lambda s: float(s.drawdown.value),
    "largest_fall_95_chips": lambda s: s.drawdown_95,
    "longest_losing_streak_bets": lambda s: float(s.streak.value),
    "stake_not_covered_percent": lambda s: 100 * s.short.value,
    "all_chips_lost_percent": lambda s: 100 * s.broke.value,
}
"""Numbers of an agent, by name; nan where there is none. Half widths are of 95 % intervals."""


def _half_width(one: Summary, half: Any) -> float:
    return one.reach * float(half) if one.has_interval else NONE


def columns(plan: Plan, found: Sequence[Summary | None]) -> dict[str, list[Any]]:
    """Lay the statistics out, a value an agent in each column; nan where nothing is graded."""
    named = len(plan.names) - plan.added
    table: dict[str, list[Any]] = {
        "agent": list(plan.names),
        "bets_on": [" ".join(bets_on(plan, one)) if one else "" for one in found],
        "added": [a >= named for a in range(len(plan.names))],
    }
    for name, value in COLUMNS.items():
        table[name] = [NONE if one is None else value(one) for one in found]
    if shares := shares_of_exact(plan, found):
        table["percent_of_exact"] = list(shares)
    return table


def as_table(table: dict[str, list[Any]]) -> Any:
    """Make a DataFrame of columns where pandas is there, else a dictionary of arrays."""
    try:
        import pandas as pd  # type: ignore[import-untyped, unused-ignore]
    except ImportError:
        return {name: np.asarray(values) for name, values in table.items()}
    return pd.DataFrame(table)


def bets_on(plan: Plan, one: Summary) -> list[str]:
    """Name the bets that an agent placed, the most frequent first."""
    order = sorted(range(len(one.placed)), key=lambda b: -one.placed[b])
    return [plan.game.bets[b] for b in order if one.placed[b]]


def shares_of_exact(plan: Plan, found: Sequence[Summary | None]) -> list[float]:
    """Exact value a shoe in per cent of the exact player's; empty where no such player gains."""
    best = next((one for a, one in enumerate(found) if one and _is_exact(plan.agents[a])), None)
    if best is None or not best.worth.value > 0:
        return []
    return [
        100 * float(one.worth.value) / float(best.worth.value) if one else NONE for one in found
    ]


def _is_exact(agent: str | Agent | OneTable) -> bool:
    bettor = make(agent) if isinstance(agent, str) else as_agent(agent)
    return isinstance(bettor, ExactPlayer) and bettor.stakes == "every" and not bettor.bets


def csv_of(table: dict[str, list[Any]], words: int = 3) -> bytes:
    """Write columns as CSV, numbers in full; the first `words` of them hold words."""
    rows = zip(*([_cell(value) for value in values] for values in table.values()), strict=True)
    text = csv_text(Table("Backtest", tuple(table), tuple(map(tuple, rows)), words=words))
    return (BYTE_ORDER_MARK + text).encode()


def _cell(value: Any) -> str | Number:
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value)).lower()
    return value if isinstance(value, str) else Number(float(value))


def json_of(plan: Plan, sentences: Sequence[str], **tables: dict[str, list[Any]]) -> bytes:
    """Write what was played, what is said of it, and tables as lists of rows; null for none."""
    rows = {
        name: [
            {key: _plain(value) for key, value in zip(table, row, strict=True)}
            for row in zip(*table.values(), strict=True)
        ]
        for name, table in tables.items()
    }
    told = {"plan": plan_of(plan), "sentences": list(sentences)} | rows
    return (json.dumps(told, indent=1, ensure_ascii=False, allow_nan=False) + "\n").encode()


def _plain(value: Any) -> Any:
    if isinstance(value, np.generic):
        value = value.item()
    return None if isinstance(value, float) and not np.isfinite(value) else value


def plan_of(plan: Plan) -> dict[str, Any]:
    """Describe what was played in plain values; money in chips."""
    return {
        "game": plan.game.name,
        "procedure": plan.game.procedure,
        "recorded_file": None if plan.recorded is None else plan.recorded.file,
        "seed": plan.seed if plan.recorded is None else None,
        "sessions": plan.sessions,
        "shoes_per_session": plan.length,
        "least_stake_chips": plan.limits.low,
        "largest_stake_chips": plan.limits.high,
        "bankroll_chips": plan.bankroll,
        "stop_win_chips": plan.stop_win,
        "stop_loss_chips": plan.stop_loss,
    }
