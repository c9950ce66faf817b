"""Figures of what perfect play earns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from baccarat_env.rules import MAX_DECKS
from experiments.counting.cuts import CUT, EVERY_BET, TITLES
from experiments.counting.perfect import (
    BEATABLE,
    BINS,
    DEPTH_STEP,
    DRAWN,
    WIDTH,
    Perfect,
    by_decks,
    index_of,
    last_beatable,
    tables_played,
)
from experiments.plotting import Figure, Theme, draw, plain_tick
from experiments.results import Results
from experiments.tables import minus

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

__all__ = ["plot"]

QUANTILES = (0.05, 0.5, 0.95, 0.999)


def plot(results: Results) -> list[Figure]:
    """Draw the ceiling by cut and by decks, and how the edge spreads as the shoe empties."""
    played = tables_played(results)
    return [_cut_curve(played[0]), _deck_curve(played), _spread(played[0])]


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


def _cut_curve(eight: Perfect) -> Figure:
    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        for line in DRAWN:
            i = index_of(line)
            _curve(axes, theme, line, eight.cuts, eight.units.value[i], eight.units.half_width[i])
        _line_of_the_beatable(axes, theme)
        axes.set_ylim(1e-5, 3)
        axes.set_xlabel("cards behind the cut card")
        canvas.legend(loc="outside lower center", ncols=2)

    told = "; ".join(
        f"{line}: {eight.units.value[index_of(line), eight.at()]:.4f} at {CUT} cards, "
        + (
            f"above {BEATABLE} up to {last} cards"
            if (last := last_beatable(eight, line)) is not None
            else f"never above {BEATABLE}"
        )
        for line in DRAWN
    )
    return draw(
        paint,
        height=4.4,
        title="What perfect play earns, by where the cut card lies",
        alt=f"Falling curves on a logarithmic scale, {MAX_DECKS} decks. {told}.",
        reading="Each curve is the most that anyone could earn on that bet with stakes of one "
        f"unit. Each grid line across is ten times the one below it. The dotted line is {BEATABLE} "
        "units a shoe, one unit in a hundred shoes. Bands are 95 % intervals at each cut by "
        "itself; a curve that leaves the page falls below a hundred-thousandth of a unit.",
    )


def _deck_curve(played: Sequence[Perfect]) -> Figure:
    sizes = by_decks(played)
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

    told = "; ".join(
        f"{line}: {sizes[0].units.value[index_of(line), sizes[0].at()]:.4f} with {decks[0]}, "
        f"{sizes[-1].units.value[index_of(line), sizes[-1].at()]:.4f} with {decks[-1]}"
        for line in DRAWN
    )
    return draw(
        paint,
        height=4.0,
        title=f"What perfect play earns, by decks, {CUT} cards behind the cut card",
        alt=f"Curves on a logarithmic scale by number of decks. {told}.",
        reading="As above, for shoes of one to eight decks. A shoe of one deck is over after a "
        "few coups, so an hour holds many of them.",
    )


def quantiles(edges: NDArray[np.int64], width: float) -> NDArray[np.float64]:
    """Read quantiles from counts by edge, `(D, 800)` → `(Q, D)`; nan where nothing was counted."""
    total = edges.sum(axis=1)
    below = edges.cumsum(axis=1) / np.maximum(total, 1)[:, None]
    middle = (np.arange(BINS) + 0.5) * 2 * width / BINS - width
    at = [middle[(below >= q).argmax(axis=1)] for q in QUANTILES]
    return np.where(total > 0, np.array(at), np.nan)


def _spread(eight: Perfect) -> Figure:
    edges = eight.sums["edges"]
    left = (np.arange(edges.shape[1]) + 0.5) * DEPTH_STEP
    found = [100 * quantiles(edges[b], WIDTH[b]) for b in range(len(edges))]

    def paint(canvas: Canvas, theme: Theme) -> None:
        panels = canvas.subplots(3, 2, sharex=True).ravel()
        for axes, bet, (low, middle, high, top) in zip(panels, EVERY_BET.bets, found, strict=True):
            axes.fill_between(left, low, high, color=theme.first, alpha=0.25, lw=0)
            axes.plot(left, middle, color=theme.first)
            axes.plot(left, top, color=theme.second, lw=1.0)
            axes.axhline(0, color=theme.ink, lw=0.8)
            axes.set_title(TITLES[bet])
            axes.set_xlim(left[-1], 0)
        canvas.supxlabel("cards left in the shoe", fontsize=9)
        canvas.supylabel("exact edge, per 100 bet", fontsize=9)

    late = 2  # the third step: 26 to 38 cards left
    told = "; ".join(
        f"{TITLES[bet]}: median {rows[1, late]:.1f}, one in a thousand above {rows[3, late]:.1f}"
        for bet, rows in zip(EVERY_BET.bets, found, strict=True)
    )
    return draw(
        paint,
        height=5.2,
        title="How the edge spreads as the shoe empties",
        alt=minus(
            f"Six panels that open to the right like trumpets. With {late * DEPTH_STEP} to "
            f"{(late + 1) * DEPTH_STEP - 1} cards left, per 100 bet: {told}."
        ),
        reading="From left to right the shoe is dealt out. The line in the band is the median "
        "of the exact edge before a coup; nine coups in ten lie within the band, and one in a "
        "thousand lies above the upper line. Above zero the bettor has the advantage.",
    )
