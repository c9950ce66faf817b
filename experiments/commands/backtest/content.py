"""What the sheet of a backtest says: its sentences, its tables, and which figures it has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from experiments.commands.backtest import figures
from experiments.commands.backtest.choosing import check_plan
from experiments.commands.backtest.columns import COLUMNS, shares_of_exact
from experiments.commands.backtest.figures import Player
from experiments.commands.backtest.sentences import flat_beside, headline, sentences
from experiments.commands.backtest.sessions import DRAWN, Curve, Sessions
from experiments.commands.backtest.sheet import Part, render
from experiments.commands.backtest.tables import bet_column, labels
from experiments.page.number import MISSING, Number
from experiments.page.table import Entry, Row, Table
from experiments.shoes.plan import Plan
from experiments.shoes.summary import QUANTILES, Summary

__all__ = ["sheet"]

Drawn = dict[str, tuple[Curve, Sessions]]


@dataclass(frozen=True)
class _Line:
    """An agent of the sheet with its statistics."""

    label: str
    one: Summary
    player: Player


def sheet(plan: Plan, found: Sequence[Summary | None], drawn: Drawn) -> bytes:
    """Write the sheet of a backtest."""
    check_plan(replace(plan, agents=plan.agents[: len(plan.agents) - plan.added]), page=True)
    lines = [
        _Line(label, one, Player(label, *drawn[name])) if one and one.bets else None
        for label, name, one in zip(labels(plan), plan.names, found, strict=True)
    ]
    beside = flat_beside(plan, found)
    named = len(plan.agents) - plan.added
    pairs = [
        (line, lines[beside.get(a, a)] or line) for a, line in enumerate(lines[:named]) if line
    ]
    first = headline(plan, found)
    others = [sentence for sentence in sentences(plan, found) if sentence != first]
    front = Part(
        "result",
        "The result",
        first or "None of the systems made a bet that can be settled.",
        [figures.amounts([_amount(line) for line in lines if line])] if pairs else [],
        [_overview(plan, found)],
    )
    parts = [_part(n, *pair) for n, pair in enumerate(pairs, start=1)]
    title = plan.names[0] + (f" and {named - 1} more" if named > 1 else "")
    return render(f"Backtest: {title}", front, parts, others, _method(plan))


def _overview(plan: Plan, found: Sequence[Summary | None]) -> Table:
    shares = shares_of_exact(plan, found)
    headings = ("System", "bet", *OVERVIEW, *(["% of exact"] if shares else []))
    rows = []
    for a, (label, one) in enumerate(zip(labels(plan), found, strict=True)):
        numbers: list[Entry] = [_number(one, *column) if one else MISSING for column in
                                OVERVIEW.values()]  # fmt: skip
        share = [Number(shares[a], form=".0f") if shares[a] >= 0 else MISSING] if shares else []
        rows.append((label, bet_column(plan, one) if one else "not gradable", *numbers, *share))
    return Table(f"A session: {plan.horizon}", headings, tuple(rows), words=2)


OVERVIEW = {
    "result per 100 bet": ("result_per_100_bet", ".2f"),
    "by exact odds": ("exact_per_100_bet", ".2f"),
    "luck, z": ("luck_z", "+.1f"),
    "ended ahead %": ("ended_ahead_percent", ".1f"),
    "largest fall, chips": ("largest_fall_chips", ".1f"),
    "longest losing streak": ("longest_losing_streak_bets", ".2f"),
}
"""Heading, and the column of `COLUMNS` below it with its form."""


def _number(one: Summary, column: str, form: str) -> Number:
    half = COLUMNS.get(f"{column}_half_width", _none)(one)
    return Number(COLUMNS[column](one), half, form)


def _none(_: Summary) -> float:
    return np.nan


def _amount(line: _Line) -> tuple[str, float, float, float, float]:
    one = line.one
    shoes = one.shoes / one.sessions
    half = one.reach * float(one.per_shoe.half_width) if one.has_interval else np.nan
    return (
        line.label,
        one.staked / one.sessions,
        shoes * float(one.per_shoe.value),
        shoes * half,
        shoes * float(one.worth.value),
    )


def _part(n: int, line: _Line, flat: _Line) -> Part:
    players = [line.player] if flat is line else [line.player, flat.player]
    drawn = [figures.equity(players), figures.falls(players)]
    drawn += [figures.histogram(players), figures.streaks(players)]
    tables = [_ends(players), _largest(players), _deepest(players)]
    for player in players:
        tables += [_by_result(player), _by_streak(player)]
    return Part(f"system-{n}", line.label, _told(line, flat), drawn, tables)


def _told(line: _Line, flat: _Line) -> str:
    ahead, fall = (f"{100 * line.one.ended_ahead.value:.0f}", f"{line.one.drawdown.value:,.0f}")
    own = f"It ended ahead in {ahead} % of sessions and fell {fall} chips below its peak on average"
    if flat is line:
        return f"{own}."
    others = f"{100 * flat.one.ended_ahead.value:.0f} % and {flat.one.drawdown.value:,.0f} chips"
    return f"{own}; flat betting {others}."


def _ends(players: Sequence[Player]) -> Table:
    headings = ("System", *(f"{100 * q:.0f} %" for q in QUANTILES), "mean", "exact value")
    rows: tuple[Row, ...] = tuple(
        (
            player.name,
            *(_plain(x) for x in player.curve.quantiles[:, -1]),
            _plain(player.curve.mean[-1]),
            _plain(player.curve.worth[-1]),
        )
        for player in players
    )
    return Table("Chips won after the last coup, by share of sessions", headings, rows)


def _largest(players: Sequence[Player]) -> Table:
    headings = ("System", "largest fall, mean", "95 % fall at most", "losing streak, mean",
                "losing streak by chance")  # fmt: skip
    rows = tuple(
        (
            player.name,
            _plain(player.sessions.falls.mean()),
            _plain(np.quantile(player.sessions.falls, QUANTILES[-1], method="inverted_cdf")),
            _plain(player.sessions.streaks.mean()),
            _plain(player.sessions.streaks_by_chance.mean()),
        )
        for player in players
    )
    return Table("The largest fall and the longest losing streak of a session", headings, rows)


def _deepest(players: Sequence[Player]) -> Table:
    headings = ("System", "fall", "chips", "session", "from coup", "deepest at coup",
                "back at coup")  # fmt: skip
    rows: tuple[Row, ...] = tuple(
        (
            player.name,
            *(_whole(x) for x in (n, fall.chips, fall.session, fall.peak + 1, fall.bottom)),
            MISSING if fall.back is None else _whole(fall.back),
        )
        for player in players
        for n, fall in enumerate(player.curve.worst, start=1)
    )
    return Table("The deepest falls; – where the session ended first", headings, rows)


def _by_result(player: Player) -> Table:
    edges = figures.bins(player.sessions)
    ours, chance = figures.per_bin(player.sessions, edges)
    rows = tuple(
        tuple(_whole(x) for x in row)
        for row in zip(edges[:-1], edges[1:], ours, chance, strict=True)
        if row[2] or row[3]
    )
    headings = ("chips won, over", "up to", "sessions", "same stakes by chance")
    return Table(f"Sessions of {player.name} by result", headings, rows, words=0)


def _by_streak(player: Player) -> Table:
    own, chance = player.sessions.streaks, player.sessions.streaks_by_chance
    most = int(max(own.max(), chance.max())) + 1
    counts = (np.bincount(x, minlength=most) for x in (own, chance))
    rows = tuple(tuple(_whole(x) for x in row) for row in zip(range(most), *counts, strict=True))
    headings = ("bets lost in a row, at most", "sessions", "by chance")
    return Table(f"Sessions of {player.name} by losing streak", headings, rows, words=0)


def _plain(value: float) -> Number:
    return Number(float(value), form=",.2f")


def _whole(value: float) -> Number:
    return Number(float(value), form=",.6g")


def _method(plan: Plan) -> list[str]:
    drawn = min(plan.sessions, max(1, DRAWN // plan.length))
    source = (
        f"Shoes are simulated, seed {plan.seed}: {plan.game.procedure}."
        if plan.recorded is None
        else f"Shoes were recorded in {plan.recorded.file}, taken as dealt from "
        f"{plan.game.procedure}."
    )
    figure = (
        "Figures and tables hold the same sessions."
        if drawn == plan.sessions
        else f"Figures show the first {drawn:,} of {plan.sessions:,} sessions; the table at the "
        "top holds all."
    )
    bankroll = "no limit" if plan.bankroll is None else f"{plan.bankroll:,} chips"
    return [
        f"Game: {plan.game.name}. {source}",
        f"{plan.sessions:,} sessions of {plan.horizon}; stakes from {plan.limits.low:,} to "
        f"{plan.limits.high:,} chips; bankroll: {bankroll}.",
        figure,
        "The exact value of a stake is the stake times the expected value of the bet before the "
        "coup, by the cards not yet seen. The difference to the result is luck, and is zero on "
        "average for every system.",
        "By chance means: every coup's ending is drawn anew at its exact odds, and the same stakes "
        "are settled by it.",
        "z is luck in standard deviations: beyond ±2.6 it is rare, 1 time in 100.",
    ]
