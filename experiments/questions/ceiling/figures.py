"""What perfect play earns, in figures: by cut, by decks, and how the edge spreads."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from numpy.typing import NDArray

from experiments.page.figure import Drawing, Theme, plain_tick
from experiments.questions.ceiling.findings import DRAWN, Findings, index_of
from experiments.questions.ceiling.work import BINS, DEPTH_STEP, WIDTH
from experiments.shoes.usual_table import BEATABLE, EVERY_BET, TITLES

__all__ = ["figures", "quantiles"]

QUANTILES = (0.05, 0.5, 0.95, 0.999)


def figures(found: Findings) -> list[Drawing]:
    """Draw the ceiling by cut and by decks, and how the edge spreads as the shoe empties."""
    return [_cuts(found), _decks(found), _spread(found)]


def _styles(theme: Theme) -> dict[str, dict[str, Any]]:
    return {
        "Dragon 7": {"color": theme.second},
        "Panda 8": {"color": theme.first},
        "Tie": {"color": theme.third},
        "Player or EZ Banker": {"color": theme.ink},
        "Player or Banker, 5 %": {"color": theme.ink, "ls": "--"},
    }


def _curve(
    axes: Axes, theme: Theme, line: str, x: Any, values: NDArray[np.float64], half: Any
) -> None:
    style = _styles(theme)[line]
    shown = values > 0
    low = np.maximum(values - half, values / 10)
    axes.fill_between(x, low, values + half, where=shown, color=style["color"], alpha=0.25, lw=0)
    axes.plot(x, np.where(shown, values, np.nan), label=line, **style)


def _line_of_the_beatable(axes: Axes, theme: Theme) -> None:
    axes.set_yscale("log")
    axes.axhline(BEATABLE, color=theme.ink, lw=0.8, ls=":")
    axes.set_ylabel("units a shoe")
    axes.yaxis.set_major_formatter(plain_tick)


def _cuts(found: Findings) -> Drawing:
    units, cuts = found.usual.units, found.usual.cuts

    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        for line in DRAWN:
            i = index_of(line)
            _curve(axes, theme, line, cuts, units.value[i], units.half_width[i])
        _line_of_the_beatable(axes, theme)
        axes.set_ylim(1e-5, 3)
        axes.set_xlabel("cards behind the cut card")
        canvas.legend(loc="outside lower center", ncols=2)

    return Drawing("cuts", paint, 4.4)


def _decks(found: Findings) -> Drawing:
    sizes = found.by_decks
    decks = [table.game.decks for table in sizes]

    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        for line in DRAWN:
            i = index_of(line)
            value = np.array([table.units.value[i, table.at()] for table in sizes])
            half = np.array([table.units.half_width[i, table.at()] for table in sizes])
            _curve(axes, theme, line, decks, value, half)
        _line_of_the_beatable(axes, theme)
        axes.set_xlabel("decks in the shoe")
        axes.set_xticks(decks)
        canvas.legend(loc="outside lower center", ncols=2)

    return Drawing("decks", paint, 4.0)


def quantiles(edges: NDArray[np.int64], width: float) -> NDArray[np.float64]:
    """Read quantiles from counts by edge, `(D, 800)` → `(Q, D)`; nan where nothing was counted."""
    total = edges.sum(axis=1)
    below = edges.cumsum(axis=1) / np.maximum(total, 1)[:, None]
    middle = (np.arange(BINS) + 0.5) * 2 * width / BINS - width
    at = [middle[(below >= q).argmax(axis=1)] for q in QUANTILES]
    return np.where(total > 0, np.array(at), np.nan)


def _spread(found: Findings) -> Drawing:
    edges = found.usual.sums.edges
    left = (np.arange(edges.shape[1]) + 0.5) * DEPTH_STEP
    rows = [100 * quantiles(edges[b], WIDTH[b]) for b in range(len(edges))]

    def paint(canvas: Canvas, theme: Theme) -> None:
        panels = canvas.subplots(3, 2, sharex=True).ravel()
        for axes, bet, (low, middle, high, top) in zip(panels, EVERY_BET.bets, rows, strict=True):
            axes.fill_between(left, low, high, color=theme.first, alpha=0.25, lw=0)
            axes.plot(left, middle, color=theme.first)
            axes.plot(left, top, color=theme.second, lw=1.0)
            axes.axhline(0, color=theme.ink, lw=0.8)
            axes.set_title(TITLES[bet])
            axes.set_xlim(left[-1], 0)
        canvas.supxlabel("cards left in the shoe", fontsize=9)
        canvas.supylabel("exact edge, per 100 bet", fontsize=9)

    return Drawing("spread", paint, 5.2)
