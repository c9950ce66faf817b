"""How long bankrolls last, in figures: survival curves, and the grid of exits."""

from __future__ import annotations

from matplotlib.figure import Figure as Canvas

from experiments.page.figure import Drawing, Theme
from experiments.page.number import minus
from experiments.questions.ruin.findings import Findings
from experiments.questions.ruin.work import EXITS

__all__ = ["figures"]


def figures(found: Findings) -> list[Drawing]:
    """Draw bettors one by one, both survival curves, and the grid of exits."""
    return [*_lines(found), _curves(found), _exits(found)]


def _lines(found: Findings) -> list[Drawing]:
    if not found.drawn:
        return []
    doubling, level = found.drawn[::-1]

    def paint(canvas: Canvas, theme: Theme) -> None:
        panels = canvas.subplots(1, 2, sharex=True, sharey=True)
        for axes, plan in zip(panels, (doubling, level), strict=True):
            for units, coups in zip(plan.units, plan.coups, strict=True):
                failed = coups < units.size
                colour = theme.second if failed else theme.first
                axes.plot(units[: coups + 1], color=colour, lw=0.7, alpha=0.8)
                if failed:
                    axes.plot(coups, units[coups], "x", ms=4, color=colour)
            axes.axhline(found.bankroll, color=theme.ink, lw=0.8, ls=":")
            axes.set_title(f"{plan.title}:\n{plan.failed} of {plan.bettors} failed")
            axes.set_xlabel("coups")
        panels[0].set_ylabel("units left")
        panels[0].set_ylim(bottom=0)

    return [Drawing("lines", paint, 3.2, (doubling, level))]


def _curves(found: Findings) -> Drawing:
    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        for one, colour in zip(found.plans, (theme.first, theme.second), strict=True):
            steps = one.n[one.n >= 10]
            seen = one.simulated(steps)
            low, high = seen.value - seen.half_width, seen.value + seen.half_width
            axes.fill_between(steps, 100 * low, 100 * high, color=colour, alpha=0.3, lw=0)
            axes.plot(one.n, 100 * one.survival, color=colour)
            middle = int(one.n[(one.survival > 0.5).sum()])
            axes.annotate(
                f"{one.title}\nmean {one.exact_mean:,.0f} coups",
                (middle, 50),
                xytext=(6, 12),
                textcoords="offset points",
                color=colour,
            )
        axes.set_xscale("log")
        axes.set_xlim(10, found.doubling.horizon)
        axes.xaxis.set_major_formatter("{x:,.0f}")
        axes.set_ylim(0, 100)
        axes.set_xlabel("coups played")
        axes.set_ylabel("% of bankrolls still alive")

    return Drawing("curves", paint, 3.2)


def _exits(found: Findings) -> Drawing:
    won, net = 100 * found.left.won.value, found.left.result.value

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

    return Drawing("exits", paint, 3.6)
