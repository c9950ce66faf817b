"""The verdict in a figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from experiments.page.figure import Figure, Theme, draw, plain_tick
from experiments.page.number import minus
from experiments.questions.verdict.bettors import INFORMATION
from experiments.questions.verdict.findings import judged
from experiments.shoes.seats import TABLE
from experiments.shoes.usual_table import BEATABLE, TITLES
from experiments.work.results import Results

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

__all__ = ["plot"]

LEAST, MOST = 1e-4, 3.0
"""Units a shoe up to which the scale is even, and where it ends."""


def plot(results: Results) -> list[Figure]:
    """Draw what the best bettor with each kind of information earns on each bet."""
    found = judged(results)
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

    told = "; ".join(
        f"{TITLES[bet]}: "
        + ", ".join(f"{INFORMATION[i].lower()} {float(units[i][b].value):.4f}" for i in INFORMATION)
        for b, bet in enumerate(TABLE.bets)
    )
    return [
        draw(
            paint,
            height=5.2,
            title="What the best bettor earns on each bet, by what he knows",
            alt=minus(f"Marks by bet and information, units a shoe. {told}."),
            reading=f"Right of the dotted line, {BEATABLE:g} units a shoe, a bet counts as beaten. "
            f"The scale is even up to {plain_tick(LEAST)} and from there each grid line is ten "
            "times the one before it. At zero the best there is to do is to sit out. Bars are "
            "95 % intervals; where none is seen it is narrower than the mark.",
        )
    ]
