"""What a backtest prints: tables of statistics and the sentences beneath them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.table import Table as Grid

from experiments.commands.backtest.columns import bets_on, shares_of_exact
from experiments.commands.backtest.sentences import sentences
from experiments.page.number import Number, estimated, fixed, minus
from experiments.page.terminal import Terminal
from experiments.shoes.plan import Plan
from experiments.shoes.summary import FEWEST, QUANTILES, Summary, paired
from experiments.shoes.tallies import Tally
from experiments.statistics import Estimate, Share

__all__ = [
    "BRIEF",
    "TABLES",
    "bet_column",
    "brief",
    "labels",
    "money",
    "show",
]

NO_INTERVAL = " (too few bets)"
NOT_SETTLED = "the records do not say what the bets of these agents would have won."


BRIEF: dict[str, Callable[[Summary], str]] = {
    "result per 100 bet": lambda s: money(s, s.per_100, 2),
    "by exact odds": lambda s: (
        fixed(float(s.worth.value) * s.shoes * 100 / s.staked, 2) if s.staked else "–"
    ),
    "luck, z": lambda s: minus(f"{s.z_score:+.1f}") if s.usable else "–",
    "ended ahead %": lambda s: f"{100 * s.ended_ahead.value:.0f}",
    "worst fall": lambda s: f"{s.drawdown.value:,.0f}",
}
"""Columns of the one table that fits 80 columns."""


def brief(plan: Plan, found: Sequence[Summary | None], console: Terminal) -> None:
    """Print one table that fits 80 columns."""
    shares = shares_of_exact(plan, found)
    title = f"A session: {plan.horizon}"
    grid = Grid(title=title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    grid.collapse_padding = True
    grid.add_column("System", overflow="fold")
    grid.add_column("bet", overflow="fold")
    for heading in (*BRIEF, *(["% of exact"] if shares else [])):
        grid.add_column(heading, justify="right")
    for a, (name, one) in enumerate(zip(labels(plan), found, strict=True)):
        if one is None:
            grid.add_row(name, "not gradable")
            continue
        grid.add_row(
            name,
            bet_column(plan, one),
            *(cell(one) for cell in BRIEF.values()),
            *([fixed(shares[a], 0) if shares[a] >= 0 else "–"] if shares else []),
        )
    console.print(grid)


def labels(plan: Plan) -> list[str]:
    """Name the agents; those that were added for comparison say so."""
    named = len(plan.names) - plan.added
    return [name + " (added)" * (a >= named) for a, name in enumerate(plan.names)]


def bet_column(plan: Plan, one: Summary) -> str:
    """Name the main bet, and how many others were placed."""
    first, *others = bets_on(plan, one) or ["none"]
    return f"{first} +{len(others)}" if others else first


def show(plan: Plan, tally: Tally, found: Sequence[Summary | None], console: Terminal) -> None:
    """Print every table and what they say."""
    if not any(found):
        console.print(f"Not gradable: {NOT_SETTLED}")
        return
    for title, columns in TABLES:
        shown = {
            heading: cell
            for heading, cell in columns.items()
            if plan.bankroll is not None or heading not in OF_A_BANKROLL
        }
        grid = _grid(title.format(plan=plan), plan.names)
        for heading in shown:
            grid.add_column(heading, justify="right")
        for name, one in zip(labels(plan), found, strict=True):
            cells = ["not gradable"] if one is None else [cell(one) for cell in shown.values()]
            grid.add_row(name, *cells)
        console.print(grid)
    if len(plan.names) > 1:
        _show_pairs(plan, tally, console)
    for sentence in sentences(plan, found):
        console.print(sentence)


def _grid(title: str, names: Sequence[str]) -> Grid:
    """Begin a table whose first column names the agents, in full."""
    grid = Grid(title=title, title_justify="left")
    grid.add_column("Agent", overflow="fold", min_width=min(24, max(map(len, names))))
    return grid


def _show_pairs(plan: Plan, tally: Tally, console: Terminal) -> None:
    grid = _grid(f"Beside {plan.names[0]}, on the same shoes", plan.names)
    for heading in ("more a session", "p", "after correction"):
        grid.add_column(heading, justify="right")
    for pair in paired(plan.names, tally):
        shown = f"{pair.p_value:.2g}", f"{pair.corrected:.2g}"
        if tally.sessions < FEWEST:
            shown = "too few sessions", "–"
        grid.add_row(pair.agent, str(estimated(pair.difference, digits=3)), *shown)
    console.print(grid)


def money(one: Summary, estimate: Estimate, digits: int = 3) -> str:
    """Write an amount with its interval, or say that the sessions bear none."""
    note = "" if one.has_interval or one.sessions == 1 else NO_INTERVAL
    half = one.reach * float(estimate.half_width) if one.has_interval else np.nan
    return str(Number(float(estimate.value), half, f".{digits}f", note=note))


def _percent(estimate: Estimate) -> str:
    return str(estimated(estimate, digits=2, scale=100))


def _share(share: Share) -> str:
    """A share in per cent and its 95 % interval: 43.1 (40.0 to 46.2)."""
    if np.isnan(share.value):
        return "–"
    value, low, high = (f"{100 * part:.1f}" for part in (share.value, share.low, share.high))
    return f"{value} ({low} to {high})"


TABLES: tuple[tuple[str, dict[str, Callable[[Summary], str]]], ...] = (
    (
        "Bets",
        {
            "coups": lambda s: f"{s.coups:,}",
            "bets": lambda s: f"{s.bets:,}",
            "amount bet": lambda s: f"{s.staked:,}",
            "resolved": lambda s: f"{s.resolved:,}",
            "won % of decided": lambda s: _percent(s.win_rate),
            "result per 100 bet": lambda s: money(s, s.per_100),
            "per 100 resolved": lambda s: money(s, s.per_100_resolved),
        },
    ),
    (
        "A shoe",
        {
            "result": lambda s: money(s, s.per_shoe),
            "SD": lambda s: str(Number(s.deviation, form=".3f")),
            " / ".join(f"{100 * q:.0f} %" for q in QUANTILES): lambda s: minus(
                " / ".join(f"{q:g}" for q in s.quantiles)
            ),
            "ahead %": lambda s: _share(s.shoe_ahead),
            "even %": lambda s: _share(s.shoe_even),
            "behind %": lambda s: _share(s.shoe_behind),
            "N0": lambda s: "–" if np.isnan(s.n0) else f"{s.n0:,.0f}",
        },
    ),
    (
        "Luck and skill, a shoe",
        {
            "worth by exact odds": lambda s: money(s, s.worth),
            "luck": lambda s: money(s, s.luck),
            "z": lambda s: minus(f"{s.z_score:+.2f}") + ("" if s.usable else " (too few bets)"),
            "p": lambda s: f"{s.p_value:.2g}",
            "after correction": lambda s: f"{s.corrected:.2g}",
        },
    ),
    (
        "A session: {plan.horizon}",
        {
            "ended ahead %": lambda s: _share(s.ended_ahead),
            "ever ahead %": lambda s: _share(s.ever_ahead),
            "largest fall": lambda s: money(s, s.drawdown, 2),
            "95 % fall at most": lambda s: f"{s.drawdown_95:g}",
            "stake not covered %": lambda s: _share(s.short),
            "all chips lost %": lambda s: _share(s.broke),
            "longest losing streak": lambda s: str(estimated(s.streak, digits=2)),
        },
    ),
)
"""Title, and what stands under each heading."""


OF_A_BANKROLL = ("stake not covered %", "all chips lost %")
"""Columns that say nothing without a bankroll."""
