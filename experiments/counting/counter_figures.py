"""Figures of what card counters earn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from baccarat_env.brush import matplotlib_module
from experiments.counting.counted import COUNTS, HEAT, HEAT_COUNT, HEAT_EDGE, TRIGGERS
from experiments.counting.cuts import TITLES
from experiments.counting.seated import (
    CEILING_OF,
    COUNTERS,
    GAMBLING,
    Counted,
    depth_in_words,
    name_of,
    ruin_curve,
    ruin_in_words,
    tables_played,
)
from experiments.plotting import Figure, Theme, draw, plain_tick
from experiments.results import Results
from experiments.tables import minus

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

__all__ = ["plot"]


def plot(results: Results) -> list[Figure]:
    """Draw count against edge, profit by trigger, counters under the ceiling, cuts, ruin."""
    usual = tables_played(results)[0]
    return [
        *(_heat(usual, i) for i in range(len(HEAT))),
        _triggers(usual),
        _against_the_ceiling(usual),
        _cut_curve(usual),
        _ruin_figure(results),
    ]


def _heat(usual: Counted, i: int) -> Figure:
    count, counts = COUNTS[HEAT[i]], usual.sums["heat"][i]
    often = counts.sum(axis=1) / counts.sum()
    middle = (HEAT_EDGE[1:] + HEAT_EDGE[:-1]) / 2
    with np.errstate(invalid="ignore"):
        mean = 100 * (counts @ middle) / counts.sum(axis=1)
    centre = (HEAT_COUNT[1:] + HEAT_COUNT[:-1]) / 2
    enough = counts.sum(axis=1) > 30

    def paint(canvas: Canvas, theme: Theme) -> None:
        top, axes = canvas.subplots(2, 1, sharex=True, height_ratios=(1, 3))
        top.bar(centre, 100 * often, width=0.9, color=theme.first)
        top.set_ylabel("% of coups")
        shown = np.ma.masked_equal(counts.T, 0)
        x, y = HEAT_COUNT, 100 * HEAT_EDGE
        mesh = axes.pcolormesh(
            x, y, shown, norm=matplotlib_module("colors").LogNorm(), cmap="viridis", rasterized=True
        )
        axes.plot(centre[enough], mean[enough], color=theme.second, lw=1.4)
        axes.axhline(0, color=theme.ink, lw=0.8)
        axes.axvline(count.trigger, color=theme.ink, lw=0.8, ls=":")
        axes.set_xlabel("true count")
        axes.set_ylabel(f"exact edge of {TITLES[count.bet]}, per 100 bet")
        canvas.colorbar(mesh, ax=axes, location="bottom", label="coups", aspect=40)

    told = f"{mean[np.flatnonzero(centre == count.trigger)[0]]:.1f} at the trigger"
    return draw(
        paint,
        height=5.4,
        title=f"The {name_of(HEAT[i])} and the exact edge it stands for",
        alt=minus(
            f"Heat map of true count against exact edge, rising to the right; the mean edge per "
            f"100 bet is {told}. Above it a bar chart of how often each count comes."
        ),
        reading="Each cell counts coups: bright cells are common ones, and each step of the scale "
        "is ten times the one before. The line is the mean edge at each count, the dotted line the "
        f"trigger ({count.trigger:g}). The narrower the cloud about the line, the more the count "
        "knows. Counts beyond the ends stand at the ends.",
    )


def _triggers(usual: Counted) -> Figure:
    drawn = ("dragon-count", "dragon-finer", "panda-count")

    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        colours = theme.second, theme.third, theme.first
        for name, colour in zip(drawn, colours, strict=True):
            earned, at = usual.profit(name), int(2 * COUNTS[name].trigger)
            low, high = earned.value - earned.half_width, earned.value + earned.half_width
            axes.fill_between(TRIGGERS, low, high, color=colour, alpha=0.25, lw=0)
            axes.plot(TRIGGERS, earned.value, color=colour, label=name_of(name))
            axes.plot(TRIGGERS[at], earned.value[at], "o", color=colour, ms=5)
        axes.axhline(0, color=theme.ink, lw=0.8)
        axes.set_xlim(0, 40)
        axes.set_ylim(-0.6, 0.8)
        axes.set_xlabel("true count from which one bets")
        axes.set_ylabel("units a shoe")
        canvas.legend(loc="outside lower center", ncols=2)

    best = []
    for name in drawn:
        value = usual.profit(name).value
        best.append(f"{name_of(name)}: {value.max():.3f} from {TRIGGERS[value.argmax()]:g}")
    return draw(
        paint,
        height=3.8,
        title="What a count earns, by the trigger",
        alt=f"Curves that rise from a loss to a flat top and fall slowly. {'; '.join(best)}.",
        reading="Too low a trigger bets on bad coups, too high a one leaves good ones out. Dots "
        "are the triggers in print. Bands are 95 % intervals at each trigger by itself. The "
        "counts have scales of their own: their triggers cannot be compared.",
    )


def _against_the_ceiling(usual: Counted) -> Figure:
    t = int(np.flatnonzero(usual.cuts == usual.cut)[0])
    names = [name_of(player) for player in COUNTERS][::-1]
    earned = np.array([usual.earned(player).value[0] for player in COUNTERS])[::-1]
    best = np.array([usual.ceiling(CEILING_OF.get(p, "dragon_7")).value[t] for p in COUNTERS][::-1])

    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        axes.barh(names, best, color=theme.faint, height=0.7, label="perfect play, the ceiling")
        bars = axes.barh(names, earned, color=theme.first, height=0.4, label="the counter")
        axes.bar_label(bars, [f"{value:.2f}" for value in earned], label_type="center", color="w")
        axes.set_xlabel("units a shoe")
        axes.grid(visible=False, axis="y")
        axes.tick_params(axis="y", length=0)
        canvas.legend(loc="outside lower center", ncols=2)

    told = "; ".join(
        f"{name_of(player)}: {usual.earned(player).value[0]:.3f}, {usual.share(player):.0%}"
        for player in COUNTERS
    )
    return draw(
        paint,
        height=4.0,
        title="Counters under the ceiling",
        alt=f"Bars of units a shoe inside wider bars of perfect play. {told}.",
        reading="The wide bar is what perfect play on the same bets expects in the same shoes, the "
        "narrow one what the counter does. Nothing can stick out.",
    )


def _cut_curve(usual: Counted) -> Figure:
    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        for player, colour in zip(GAMBLING, (theme.second, theme.first), strict=True):
            bet = COUNTS[player].bet
            lines = ((usual.ceiling(bet), "--", f"perfect on {TITLES[bet]}"),)
            for estimate, dashes, label in (*lines, (usual.by_cut(player), "-", name_of(player))):
                low = np.maximum(estimate.value - estimate.half_width, 1e-6)
                high = np.maximum(estimate.value + estimate.half_width, 1e-6)
                axes.fill_between(usual.cuts, low, high, color=colour, alpha=0.2, lw=0)
                values = np.where(estimate.value > 0, estimate.value, np.nan)
                axes.plot(usual.cuts, values, dashes, color=colour, label=label)
        axes.axhline(0.01, color=theme.ink, lw=0.8, ls=":")
        axes.set_yscale("log")
        axes.set_ylim(1e-4, 2)
        axes.yaxis.set_major_formatter(plain_tick)
        axes.set_xlabel("cards behind the cut card")
        axes.set_ylabel("units a shoe")
        canvas.legend(loc="outside lower center", ncols=2)

    return draw(
        paint,
        height=4.2,
        title="What counters earn, by where the cut card lies",
        alt="Falling curves on a logarithmic scale, counters close under perfect play. "
        + depth_in_words(usual),
        reading="Dashed is perfect play, solid the counter with the trigger in print. The dotted "
        "line is 0.01 units a shoe. Bands are 95 % intervals at each cut by itself.",
    )


def _ruin_figure(results: Results) -> Figure:
    cells = results.of("ruined")

    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        for cell, colour in zip(cells, (theme.second, theme.first), strict=False):
            bankrolls, simulated, exact = ruin_curve(cell)
            name = name_of(cell.arguments["player"])
            axes.plot(bankrolls, 100 * exact, color=colour, label=f"{name}, closed form")
            points = 100 * simulated[::4]
            axes.plot(bankrolls[::4], points, "o", color=colour, ms=3.5, label=f"{name}, simulated")
        axes.set_ylim(0, 100)
        axes.set_xlabel("bankroll in units")
        axes.set_ylabel("ruined, %")
        canvas.legend(loc="outside lower center", ncols=1)

    told = " ".join(ruin_in_words(cell) for cell in cells)
    return draw(
        paint,
        height=4.2,
        title="How often a counter is ruined, by bankroll",
        alt=f"Falling curves with simulated points on them. {told}",
        reading="Each point is the part of the simulated gamblers who at some time could not "
        "cover the next unit. The line is exact for independent bets with the hit rate of the "
        "same shoes.",
    )
