"""What one card is worth, in a figure: a panel a bet, all on one scale."""

from __future__ import annotations

from matplotlib.figure import Figure as Canvas

from experiments.page.figure import Drawing, Theme
from experiments.questions.removed_card.findings import Findings
from experiments.shoes.usual_table import CARDS

__all__ = ["figures"]


def figures(found: Findings) -> list[Drawing]:
    """Draw the values of the ten cards for every bet."""

    def paint(canvas: Canvas, theme: Theme) -> None:
        panels = canvas.subplots(3, 2, sharex=True, sharey=True).ravel()
        for axes, bet in zip(panels, found.bets, strict=True):
            colours = [theme.first if value > 0 else theme.second for value in bet.values]
            axes.bar(CARDS, 100 * bet.values, color=colours, width=0.7)
            axes.axhline(0, color=theme.ink, lw=0.8)
            axes.set_title(bet.title)
            axes.grid(visible=False, axis="x")
            axes.tick_params(axis="x", length=0, labelsize=7.5)
        canvas.supxlabel("the card that leaves the shoe", fontsize=9)
        canvas.supylabel("change per 100 bet", fontsize=9)

    return [Drawing("values", paint, 5.0)]
