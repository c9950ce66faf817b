"""What card counters earn, in figures: under the ceiling, by count, trigger, cut and bankroll."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure as Canvas

from agents.titles import count_title as name_of
from experiments.page.figure import Drawing, Theme, plain_tick
from experiments.questions.counters.findings import (
    CEILING_OF,
    COUNTERS,
    Counted,
    Findings,
)
from experiments.questions.counters.work import GAMBLING, HEAT, HEAT_COUNT, HEAT_EDGE, TRIGGERS
from experiments.shoes.usual_counts import COUNTS
from experiments.shoes.usual_table import TITLES

__all__ = ["figures"]


def figures(found: Findings) -> list[Drawing]:
    """Draw counters under the ceiling, count against edge, profit by trigger, cuts, ruin."""
    usual = found.usual
    return [
        _against_the_ceiling(usual),
        *(_heat(usual, i) for i in range(len(HEAT))),
        _triggers(usual),
        _cut_curve(usual),
        _ruin(found),
    ]


@dataclass(frozen=True)
class Heat:
    """A count drawn against the exact edge."""

    name: str
    trigger: float
    at_trigger: float


def _heat(usual: Counted, i: int) -> Drawing:
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
        mesh = axes.pcolormesh(x, y, shown, norm=LogNorm(), cmap="viridis", rasterized=True)
        axes.plot(centre[enough], mean[enough], color=theme.second, lw=1.4)
        axes.axhline(0, color=theme.ink, lw=0.8)
        axes.axvline(count.trigger, color=theme.ink, lw=0.8, ls=":")
        axes.set_xlabel("true count")
        axes.set_ylabel(f"exact edge of {TITLES[count.bet]}, per 100 bet")
        canvas.colorbar(mesh, ax=axes, location="bottom", label="coups", aspect=40)

    at = float(mean[np.flatnonzero(centre == count.trigger)[0]])
    return Drawing("heat", paint, 5.4, Heat(name_of(HEAT[i]), count.trigger, at))


def _triggers(usual: Counted) -> Drawing:
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

    return Drawing("triggers", paint, 3.8)


def _against_the_ceiling(usual: Counted) -> Drawing:
    t = int(np.flatnonzero(usual.cuts == usual.cut)[0])
    names = [name_of(player) for player in COUNTERS][::-1]
    earned = np.array([usual.earned(player).value[0] for player in COUNTERS])[::-1]
    best = np.array([usual.ceiling(CEILING_OF.get(p, "dragon_7")).value[t] for p in COUNTERS][::-1])

    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        axes.barh(names, best, color=theme.faint, height=0.7, label="perfect play, the ceiling")
        bars = axes.barh(names, earned, color=theme.first, height=0.4, label="the counter")
        axes.bar_label(
            bars, [f"{value:.2f}" for value in earned], label_type="center", color=theme.on
        )
        axes.set_xlabel("units a shoe")
        axes.grid(visible=False, axis="y")
        axes.tick_params(axis="y", length=0)
        canvas.legend(loc="outside lower center", ncols=2)

    return Drawing("ceiling", paint, 4.0)


def _cut_curve(usual: Counted) -> Drawing:
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

    return Drawing("cuts", paint, 4.2)


def _ruin(found: Findings) -> Drawing:
    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        for one, colour in zip(found.ruins, (theme.second, theme.first), strict=False):
            axes.plot(
                one.bankrolls, 100 * one.exact, color=colour, label=f"{one.title}, closed form"
            )
            points = 100 * one.simulated[::4]
            label = f"{one.title}, simulated"
            axes.plot(one.bankrolls[::4], points, "o", color=colour, ms=3.5, label=label)
        axes.set_ylim(0, 100)
        axes.set_xlabel("bankroll in units")
        axes.set_ylabel("ruined, %")
        canvas.legend(loc="outside lower center", ncols=1)

    return Drawing("ruin", paint, 4.2)
