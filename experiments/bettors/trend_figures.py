"""What past results were good for, in figures: runs, selections and roads, the ceiling."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from experiments.bettors.following import (
    RUNS,
    SYSTEMS,
    after_runs,
    break_even,
    name_of,
    revealed_by,
    selected,
)
from experiments.plotting import Figure, Theme, draw
from experiments.results import Results
from experiments.tables import minus

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

__all__ = ["plot"]


def plot(results: Results) -> list[Figure]:
    """Draw runs, selections and roads, and the ceiling."""
    return [_runs_figure(results), _selections_figure(results), _ceiling_figure(results)]


def _runs_figure(results: Results) -> Figure:
    share = after_runs(results)
    k = np.arange(1, RUNS + 1)
    value, half = 100 * share.value[1:], 100 * share.half_width[1:]
    lines = {
        "Banker breaks even": (100 * break_even("banker"), "--"),
        "overall": (100 * float(share.value[0]), "-"),
        "Player breaks even": (100 * break_even("player"), ":"),
    }

    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        for name, (level, style) in lines.items():
            axes.axhline(level, color=theme.second, lw=1.2, ls=style, label=name)
        axes.fill_between(k, value - half, value + half, color=theme.first, alpha=0.25, lw=0)
        axes.plot(k, value, "o-", ms=3.5, color=theme.first)
        axes.set_xticks(k)
        axes.set_xlabel("Bankers in a row before, or more")
        axes.set_ylabel("Banker wins, % of decisions")
        low = min(100 * break_even("player"), float((value - half).min()))
        top = max(100 * break_even("banker"), float((value + half).max()))
        axes.set_ylim(low - 0.25, top + 0.9)
        axes.legend(loc="upper left", ncols=2)

    told = ", ".join(f"{n}: {v:.2f}" for n, v in zip(k, value, strict=True))
    return draw(
        paint,
        height=3.2,
        title="After a run of Bankers",
        alt=f"Banker's share of decisions after a run, by its length: {told} per cent.",
        reading="Dots are shares of decisions that Banker won after at least so many Bankers in a "
        "row, with the 95 % interval at each point by itself. To earn on Banker they would have to "
        "lie above the dashed line, to earn on Player below the dotted one.",
    )


def _selections_figure(results: Results) -> Figure:
    chosen = selected(results)
    names = [name_of(system) for system in SYSTEMS]
    value = [float(e.value) for e in chosen.per_100]
    half = [float(e.half_width) for e in chosen.per_100]

    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        rows = np.arange(len(names))[::-1]
        axes.errorbar(value, rows, xerr=half, fmt="o", ms=3, lw=1, color=theme.first,
                      label="result")  # fmt: skip
        axes.plot(chosen.worth, rows, "|", ms=9, mew=1.8, color=theme.second,
                  label="worth by exact odds")  # fmt: skip
        axes.axvline(0, color=theme.ink, lw=0.9)
        axes.set_yticks(rows, names, fontsize=7.5)
        axes.set_xlabel("per 100 bet")
        axes.legend(loc="lower center", bbox_to_anchor=(0.35, 1.0), ncols=2)

    return draw(
        paint,
        height=0.9 + 0.2 * len(names),
        title="Roads followed and faded, and every other selection",
        alt="Result per 100 bet of each selection, from "
        f"{minus(f'{min(value):.2f}')} to {minus(f'{max(value):.2f}')}, beside its exact worth.",
        reading="Dots are results per 100 bet with 95 % intervals; ticks are what the same bets "
        "were worth by the exact odds before each coup. Right of the line a selection would earn.",
    )


def _ceiling_figure(results: Results) -> Figure:
    game, told = revealed_by(results)
    dealt = np.linspace(0.05, 0.96, 60)
    distances = np.array([told.distance(float(depth)) for depth in dealt])

    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        colours = (theme.ink, theme.ink, theme.third, theme.second, theme.first)
        styles = ("-", "--", "-", "-", "-")
        for b, bet in enumerate(game.layout):
            axes.plot(
                100 * dealt,
                distances[:, b],
                color=colours[b % 5],
                ls=styles[b % 5],
                label=bet.title,
            )
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter("{x:g}")
        axes.set_xlabel("% of the shoe dealt")
        axes.set_ylabel("standard deviations\nto a favourable bet")
        axes.legend(loc="upper right", ncols=2)
        axes.set_ylim(distances.min() / 1.5, distances.max() * 3)

    ends = ", ".join(
        f"{bet.title} {z:.0f}" for bet, z in zip(game.layout, distances[-1], strict=True)
    )
    return draw(
        paint,
        height=3.2,
        title=f"How far a favourable bet is from what results can tell, {game.name}",
        alt=f"Curves that fall as the shoe is dealt, to {ends} standard deviations at 96 %.",
        reading="Past results say something about the cards that are gone, and so about the next "
        "coup. A bet is favourable where what they say outweighs what the house keeps: so many "
        "standard deviations away, to first order in the cards removed.",
    )
