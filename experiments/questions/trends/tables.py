"""What past results were good for, in tables: runs, selections and roads, the ceiling."""

from __future__ import annotations

from agents.titles import selection_title as name_of
from baccarat_env.rules import RESULTS
from experiments.page.number import Number, estimated
from experiments.page.table import Row, Table
from experiments.questions.trends.findings import DEPTHS, Findings
from experiments.questions.trends.work import RUNS, SYSTEMS

__all__ = ["tables"]


def tables(found: Findings) -> list[Table]:
    """Lay out runs, selections and roads, and the ceiling."""
    return [
        _runs_table(found),
        _selections_table(found),
        _moves_table(found),
        _ceiling_table(found),
    ]


def _runs_table(found: Findings) -> Table:
    share = found.share
    followed = found.followed.sum(axis=0)
    rows: list[Row] = []
    for k in range(RUNS + 1):
        value = 100 * share.value[k]
        rows.append(
            (
                f"{k} or more" if k else "all decisions",
                Number(followed[k, 0], form=",.0f"),
                estimated(share, k, digits=4, scale=100),
                Number(value - 100 * share.value[0], form="+.4f"),
                Number(value - 100 * found.banker_needs, form="+.4f"),
                Number(100 * found.player_needs - value, form="+.4f"),
            )
        )
    return Table(
        "Banker's share of decisions after Bankers in a row, ties left out; per cent, ± is half a "
        "95 % interval",
        (
            "Bankers before",
            "Decisions",
            "Banker wins",
            "more than overall",
            "more than Banker needs",
            "more than Player needs",
        ),
        tuple(rows),
    )


def _selections_table(found: Findings) -> Table:
    chosen = found.selected
    figures = zip(
        SYSTEMS, chosen.per_100, chosen.worth, chosen.won, chosen.z_score, chosen.corrected,
        strict=True,
    )  # fmt: skip
    rows: list[Row] = [
        (
            name_of(system),
            Number(int(chosen.arrays["staked"][a].sum()), form=",.0f"),
            estimated(won, digits=3, scale=100),
            estimated(per_100, digits=3),
            Number(worth, form=".3f"),
            Number(z, form="+.2f"),
            Number(p, form=".2g"),
        )
        for a, (system, per_100, worth, won, z, p) in enumerate(figures)
    ]
    shoes = chosen.arrays["net"].shape[1]
    return Table(
        f"Choosing a side by past results, level stakes, {shoes:,} shoes; ± is half a 95 % "
        "interval",
        (
            "Bets on",
            "Bets",
            "Won, % of decided",
            "Result per 100 bet",
            "Exact value",
            "z",
            "p, corrected",
        ),
        tuple(rows),
    )


def _moves_table(found: Findings) -> Table:
    game, told = found.tables[0]
    return Table(
        "What one result moves the next coup's expected value, % of the stake, fresh shoe",
        ("Bet", *RESULTS),
        tuple(
            (bet.title, *(Number(100 * move, form="+.5f") for move in told.move[:, b]))
            for b, bet in enumerate(game.layout)
        ),
    )


def _ceiling_table(found: Findings) -> Table:
    (game, told), check = found.tables[0], found.check
    rows: list[Row] = [
        (
            bet.title,
            Number(100 * told.fresh[b], form=".4f"),
            Number(100 * told.explained[b], form=".3f"),
            *(Number(told.distance(depth)[b], form=".1f") for depth in DEPTHS),
            Number(told.ceiling(DEPTHS[-1])[b], form=".1e"),
            estimated(check.slope[b], digits=3),
            Number(100 * check.highest[b], form=".3f"),
            Number(check.favourable[b], form=".0f"),
        )
        for b, bet in enumerate(game.layout)
    ]
    return Table(
        f"The ceiling of past results, {game.name}; check on {check.coups:,} coups",
        (
            "Bet",
            "Fresh shoe %",
            "Results explain % of the cards' effect",
            *(f"SDs away, {100 * depth:.0f} % dealt" for depth in DEPTHS),
            f"Exact value a coup at {100 * DEPTHS[-1]:.0f} %",
            "Slope of exact odds on it",
            "Highest foretold %",
            "Foretold favourable",
        ),
        tuple(rows),
    )
