"""How long bankrolls last, in figures: survival curves, and the grid of exits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from experiments.bettors.lasting import (
    BANKROLL,
    EXITS,
    HORIZONS,
    SHOES,
    coup_in,
    lasting,
    left_early,
)
from experiments.plotting import Figure, Theme, draw
from experiments.results import Results
from experiments.tables import minus

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

__all__ = ["plot"]


def plot(results: Results) -> list[Figure]:
    """Draw both survival curves and the grid of exits."""
    return [_curves(results), _grid(results)]


def _curves(results: Results) -> Figure:
    found = lasting(results)
    mean = coup_in(results).ruin_mean(BANKROLL)

    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        for one, colour in zip(found, (theme.first, theme.second), strict=True):
            steps = one.n[one.n >= 10]
            seen = one.simulated(steps)
            low, high = seen.value - seen.half_width, seen.value + seen.half_width
            axes.fill_between(steps, 100 * low, 100 * high, color=colour, alpha=0.3, lw=0)
            axes.plot(one.n, 100 * one.survival, color=colour, label=one.plan)
        axes.axvline(mean, color=theme.ink, lw=0.9, ls=":")
        axes.annotate(
            f"Wald's mean, flat:\n{mean:,.0f} coups",
            (mean * 1.15, 78),
            color=theme.ink,
            fontsize=8.5,
        )
        axes.set_xscale("log")
        axes.set_xlim(10, HORIZONS["martingale"])
        axes.set_xlabel("coups")
        axes.set_ylabel("% of bankrolls that last longer")
        axes.legend(loc="lower left")

    told = "; ".join(
        f"{one.plan}: {100 * one.exactly(1_000):.1f} % after 1,000 coups, "
        f"{100 * one.exactly(10_000):.2g} % after 10,000"
        for one in found
    )
    return draw(
        paint,
        height=3.2,
        title=f"How long {BANKROLL} units last on Player",
        alt=f"Survival curves of two staking plans. {told}.",
        reading="Lines are exact for independent coups; the bands are 95 % intervals of bettors "
        "dealt from whole shoes, each point by itself. No limit of the table stops the doubling.",
    )


def _grid(results: Results) -> Figure:
    left = left_early(results)
    won, net = 100 * left.won.value, left.result.value

    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        axes.imshow(won, cmap="cividis", vmin=0, vmax=100, aspect="auto")
        for w in range(len(EXITS)):
            for i in range(len(EXITS)):
                colour = "white" if won[w, i] < 50 else "black"
                text = minus(f"{won[w, i]:.1f} %\n{net[w, i]:.2f}")
                axes.text(i, w, text, ha="center", va="center", color=colour, fontsize=8)
        axes.set_xticks(range(len(EXITS)), [f"−{units}" for units in EXITS])
        axes.set_yticks(range(len(EXITS)), [f"+{units}" for units in EXITS])
        axes.set_xlabel("stop-loss, units")
        axes.set_ylabel("stop-win, units")
        axes.grid(visible=False)
        axes.tick_params(length=0)
        for spine in axes.spines.values():
            spine.set_edgecolor(theme.ink)

    return draw(
        paint,
        height=3.6,
        title="Leaving ahead is easy to arrange, and is paid for",
        alt=f"Grid of stop-win by stop-loss. Left at the stop-win: from {won.min():.1f} % to "
        f"{won.max():.1f} %; mean result from {net.min():.2f} to {net.max():.2f} units.",
        reading=f"Each square: the share of {left.bettors:,} bettors who leave at their stop-win "
        f"within {SHOES} shoes and, below it, the mean result of all of them in units, one unit a "
        "coup on Player.",
    )
