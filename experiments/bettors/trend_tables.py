"""What past results were good for, in tables: runs, selections and roads, the ceiling."""

from __future__ import annotations

from baccarat_env.rules import RESULTS
from experiments.bettors.following import (
    DEPTHS,
    RUNS,
    SYSTEMS,
    after_runs,
    break_even,
    checked,
    decisions,
    name_of,
    revealed_by,
    selected,
)
from experiments.intervals import in_figures
from experiments.results import Results
from experiments.tables import Table, minus

__all__ = ["tables"]


def tables(results: Results) -> list[Table]:
    """Lay out runs, selections and roads, and the ceiling."""
    return [
        _runs_table(results),
        _selections_table(results),
        _moves_table(results),
        _ceiling_table(results),
    ]


def _runs_table(results: Results) -> Table:
    share = after_runs(results)
    followed = decisions(results).sum(axis=0)
    rows = []
    for k in range(RUNS + 1):
        value = 100 * share.value[k]
        rows.append(
            (
                f"{k} or more" if k else "all decisions",
                f"{followed[k, 0]:,}",
                in_figures(share, k, digits=4, scale=100),
                minus(f"{value - 100 * share.value[0]:+.4f}"),
                minus(f"{value - 100 * break_even('banker'):+.4f}"),
                minus(f"{100 * break_even('player') - value:+.4f}"),
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


def _selections_table(results: Results) -> Table:
    chosen = selected(results)
    figures = zip(
        SYSTEMS, chosen.per_100, chosen.worth, chosen.won, chosen.z_score, chosen.corrected,
        strict=True,
    )  # fmt: skip
    rows = [
        (
            name_of(system),
            f"{int(chosen.arrays['staked'][a].sum()):,}",
            in_figures(won, digits=3, scale=100),
            in_figures(per_100, digits=3),
            minus(f"{worth:.3f}"),
            minus(f"{z:+.2f}"),
            f"{p:.2g}",
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
            "Worth by exact odds",
            "z",
            "p, corrected",
        ),
        tuple(rows),
    )


def _moves_table(results: Results) -> Table:
    game, told = revealed_by(results)
    return Table(
        "What one result moves the next coup's expected value, % of the stake, fresh shoe",
        ("Bet", *RESULTS),
        tuple(
            (bet.title, *(minus(f"{100 * move:+.5f}") for move in told.move[:, b]))
            for b, bet in enumerate(game.layout)
        ),
    )


def _ceiling_table(results: Results) -> Table:
    (game, told), check = revealed_by(results), checked(results)
    rows = [
        (
            bet.title,
            minus(f"{100 * told.fresh[b]:.4f}"),
            f"{100 * told.explained[b]:.3f}",
            *(f"{told.distance(depth)[b]:.1f}" for depth in DEPTHS),
            f"{told.ceiling(DEPTHS[-1])[b]:.1e}",
            in_figures(check.slope[b], digits=3),
            minus(f"{100 * check.highest[b]:.3f}"),
            f"{int(check.favourable[b])}",
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
            f"Worth a coup at {100 * DEPTHS[-1]:.0f} %",
            "Slope of exact odds on it",
            "Highest foretold %",
            "Foretold favourable",
        ),
        tuple(rows),
    )
