"""The figures of a choice: what the best wins by luck, and grids in sample and out of sample."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from agents.grid import Grid
from baccarat_env.canvas import matplotlib_module
from experiments.page.figure import LIGHT, Figure, Paint, Theme, draw
from experiments.page.figure import Drawing as Drawn

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import TwoSlopeNorm
    from matplotlib.figure import Figure as Canvas

__all__ = ["Drawing", "drawn", "luck", "maps", "plotted"]

Floats = NDArray[np.float64]

WRITTEN = 100
"""Cells of a map whose numbers are written, at most."""

BARS = 30


@dataclass(frozen=True)
class Drawing:
    """A figure to be drawn, with its words."""

    title: str
    alt: str
    reading: str
    paint: Paint
    height: float


def drawn(one: Drawing) -> Figure:
    """Draw a figure for a page."""
    return draw(Drawn("", one.paint, one.height), one.title, one.alt, one.reading)


def plotted(one: Drawing) -> Callable[[Canvas], None]:
    """Paint a figure outside a page."""
    return lambda canvas: one.paint(canvas, LIGHT)


def luck(by_luck: Floats, chosen: float, judged: float) -> Drawing:
    """Draw what the best wins by luck alone, what the chosen one won, and what it won after."""

    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        counts, edges = np.histogram(by_luck, BARS)
        axes.stairs(100 * counts / by_luck.size, edges, fill=True, color=theme.first, alpha=0.6)
        axes.axvline(chosen, color=theme.second, label="the best, when chosen")
        if not np.isnan(judged):
            axes.axvline(judged, color=theme.ink, ls="--", label="the same, on other sessions")
        axes.set_xlabel("result per 100 bet")
        axes.set_ylabel("% of resamples")
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, 1.22), ncols=2, fontsize=7.5)

    return Drawing(
        "How good the best looks by luck alone",
        "Histogram of the best result by luck, with the chosen system's result.",
        "Bars are the best of all systems when luck alone tells them apart. A line inside the bars "
        "is no better than luck. The dashed line is the same system on sessions it was not "
        "chosen on.",
        paint,
        2.6,
    )


def maps(grid: Grid, chosen: Floats, judged: Floats) -> Drawing:
    """Draw a grid when chosen and when judged: bars for one option, colours for two.

    Where more options vary, the map shows the mean over those after the second.
    """
    names = list(grid.axes)[:2]
    over = tuple(range(2, chosen.ndim))
    pair = [np.nanmean(rates, axis=over) if over else rates for rates in (chosen, judged)]
    rest = f" Each cell is the mean over {', '.join(list(grid.axes)[2:])}." if over else ""
    paint = _bars if len(names) == 1 else _map
    tall = 2.6 if len(names) == 1 else 2 * (0.75 + 0.21 * max(len(pair[0]), 4))
    return Drawing(
        f"Result per 100 bet by {' and '.join(names)}",
        f"The systems of {grid.name} when chosen and on other sessions.",
        "What is good when chosen and stays good on other sessions would be skill. What changes "
        f"from one to the other is luck.{rest}",
        lambda canvas, theme: paint(canvas, theme, grid, pair),
        tall,
    )


def _bars(canvas: Canvas, theme: Theme, grid: Grid, pair: Sequence[Floats]) -> None:
    ((name, values),) = list(grid.axes.items())[:1]
    axes, at = canvas.subplots(), np.arange(len(values))
    looks = (("when chosen", theme.first, -0.2), ("on other sessions", theme.second, 0.2))
    for rates, (label, colour, shift) in zip(pair, looks, strict=True):
        axes.bar(at + shift, rates, 0.4, color=colour, label=label)
    axes.axhline(0, color=theme.ink, lw=0.7)
    _ticks(axes, "x", values, name)
    axes.set_ylabel("result per 100 bet")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, 1.2), ncols=2, fontsize=7.5)


def _map(canvas: Canvas, theme: Theme, grid: Grid, pair: Sequence[Floats]) -> None:
    (down, rows), (across, columns) = list(grid.axes.items())[:2]
    most = max(float(np.nanmax(np.abs(np.array(pair)), initial=0.0)), 1e-9)
    norm = matplotlib_module("colors").TwoSlopeNorm(0, -most, most)
    panels = canvas.subplots(2, 1, sharex=True)
    for axes, rates, title in zip(panels, pair, ("when chosen", "on other sessions"), strict=True):
        drawn = axes.pcolormesh(np.ma.masked_invalid(rates), cmap="PuOr", norm=norm)
        if rates.size <= WRITTEN:
            _write(axes, rates, norm)
        _ticks(axes, "y", rows, down, 0.5)
        _ticks(axes, "x", columns, across if axes is panels[-1] else "", 0.5)
        axes.set_title(title)
        axes.grid(visible=False)
        axes.invert_yaxis()
    bar = canvas.colorbar(drawn, ax=panels, fraction=0.05, pad=0.02)
    bar.outline.set_edgecolor(theme.faint)


def _write(axes: Axes, rates: Floats, norm: TwoSlopeNorm) -> None:
    for (row, column), rate in np.ndenumerate(rates):
        if not np.isnan(rate):
            dark = abs(float(norm(rate)) - 0.5) > 0.33
            text = f"{rate:.1f}".replace("-", "−")
            axes.text(column + 0.5, row + 0.5, text, ha="center", va="center",
                      fontsize=6, color="#ffffff" if dark else "#202020")  # fmt: skip


def _ticks(axes: Axes, way: str, values: Sequence[str], name: str, shift: float = 0.0) -> None:
    """Name the values along an axis, some of them where there are many."""
    step = -(-len(values) // 12)
    at = range(0, len(values), step)
    axis = axes.xaxis if way == "x" else axes.yaxis
    axis.set_ticks([i + shift for i in at], [values[i] for i in at])
    axis.set_label_text(name.replace("$", r"\$"))
    axis.set_tick_params(length=0)
    if way == "x" and max(map(len, values)) > 5:
        axes.tick_params(axis="x", rotation=30)
