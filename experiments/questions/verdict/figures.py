"""The verdict in a figure: what each kind of bettor earns on each bet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from experiments.page.figure import Drawing, Theme, plain_tick
from experiments.questions.verdict.bettors import INFORMATION
from experiments.questions.verdict.findings import Findings
from experiments.shoes.seats import TABLE
from experiments.shoes.usual_table import BEATABLE, TITLES

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

__all__ = ["figures"]

LEAST, MOST = 1e-4, 3.0
"""Units a shoe up to which the scale is even, and where it ends."""


def figures(found: Findings) -> list[Drawing]:
    """Draw what the best bettor with each kind of information earns on each bet."""
    units = {i: [found.free(i, bet).units for bet in TABLE.bets] for i in INFORMATION}
    rows = np.arange(len(TABLE.bets))

    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        colours = (theme.faint, theme.ink, theme.third, theme.second, theme.first)
        for n, (information, colour) in enumerate(zip(INFORMATION, colours, strict=True)):
            axes.errorbar(
                [float(one.value) for one in units[information]],
                rows + (n - 2) * 0.16,
                xerr=[float(one.half_width) for one in units[information]],
                fmt="osD^v"[n],
                ms=4.5,
                lw=1.2,
                color=colour,
                label=INFORMATION[information],
            )
        axes.axvline(BEATABLE, color=theme.ink, lw=0.8, ls=":")
        axes.set_xscale("symlog", linthresh=LEAST, linscale=0.6)
        axes.set_xlim(-LEAST, MOST)
        axes.set_xticks([0, LEAST, 0.001, BEATABLE, 0.1, 1])
        axes.xaxis.set_major_formatter(plain_tick)
        axes.set_yticks(rows, [TITLES[bet] for bet in TABLE.bets])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.grid(visible=False, axis="y")
        axes.set_xlabel("units a shoe, free to sit out")
        canvas.legend(loc="outside lower center", ncols=2)

    return [Drawing("earned", paint, 5.2)]
