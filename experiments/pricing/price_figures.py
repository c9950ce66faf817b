"""What every bet costs, in figures: a bar a bet, and a fan for every simulated game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from baccarat_env.rules import MAX_DECKS
from experiments.plotting import DRAWN_PATHS, Figure, Theme, draw, fans_height, paint_fans
from experiments.pricing.simulated import EARLY, Checked, checked, cost_of, offered
from experiments.results import Results
from experiments.statistics import chi_square
from experiments.tables import minus

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

__all__ = ["plot"]

FIRST_MARK = 10
"""Shoes from which the fans are drawn: before that luck is too large for the page."""

BAND = (5, 95)
"""Percentiles of the players between which the band lies, point by point."""


def plot(results: Results) -> list[Figure]:
    """Draw the prices, and a fan for every simulated game."""
    return [_bars(results), *map(_fan, checked(results))]


def _bars(results: Results) -> Figure:
    bets = sorted(offered(results), key=cost_of, reverse=True)
    costs = [100 * cost_of(bet) for bet in bets]
    names = [f"{bet.bet.title}\n{bet.payout}" for bet in bets]

    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        bars = axes.barh(names, costs, color=theme.first, height=0.62)
        axes.bar_label(bars, [f"{cost:.2f}" for cost in costs], padding=4)
        axes.set_xlabel("kept of every 100 bet, on average")
        axes.set_xlim(min(0, *costs), max(costs) * 1.18)
        axes.grid(visible=False, axis="y")
        axes.tick_params(axis="y", length=0)

    told = ", ".join(f"{bet.title}: {cost:.2f}" for bet, cost in zip(bets, costs, strict=True))
    return draw(
        paint,
        height=3.4,
        title="What the house keeps of every 100 bet",
        alt=f"Bar chart of what the house keeps of every 100 bet, {MAX_DECKS} decks. {told}.",
        reading="Each bar is exact: the longer it is, the dearer the bet. "
        "The number beside it is what 100 units bet lose on average.",
    )


def _fan(check: Checked) -> Figure:
    shown = check.marks >= FIRST_MARK
    marks, running = check.marks[shown], check.running[:, shown]
    exact_lines = -100 * check.exact["edge"]
    titles = [bet.title for bet in check.game.layout]

    def paint(canvas: Canvas, theme: Theme) -> None:
        lines = list(zip(titles, exact_lines, strict=True))
        paint_fans(canvas, theme, marks, running, lines, BAND)
        canvas.supxlabel("shoes played", fontsize=9)
        canvas.supylabel("result so far per 100 bet", fontsize=9)

    low, high = np.percentile(running[:, -1], BAND, axis=0)
    ends = [
        f"{titles[i]}: band from {low[i]:.2f} to {high[i]:.2f}, exact {exact_lines[i]:.2f}"
        for i in range(len(titles))
    ]
    players = len(running)
    return draw(
        paint,
        height=fans_height(len(titles)),
        title=f"{players:,} simulated players, {check.game.name}",
        alt=minus(
            f"Fans of sample paths that narrow towards the exact value. "
            f"After {marks[-1]:,} shoes: {'; '.join(ends)}."
        ),
        reading=f"Each thin line is one of the first {DRAWN_PATHS} players, who makes this bet "
        "every coup: his result so far per 100 bet. "
        f"The band holds the middle {BAND[1] - BAND[0]} % of the {players:,} players "
        "at each number of shoes taken by itself (pointwise): a single player may leave it and "
        "come back. The thick line is the exact value. Luck fades; the cost stays. "
        + f"{_joint(check)} Dealt with {check.game.procedure}.",
    )


def _joint(check: Checked) -> str:
    fit = chi_square(check.early, check.exact["endings"])
    verdict = "as often as" if fit.p_value > 0.001 else "not as often as"
    return (
        f"In the first {EARLY} coups of every shoe, where no cut card interferes, all "
        f"{fit.freedom + 1} ways a coup can end, taken together, were counted {verdict} the "
        f"exact odds say: χ² is {fit.statistic:.1f} on {fit.freedom} degrees of freedom "
        f"(p = {fit.p_value:.2g})."
    )
