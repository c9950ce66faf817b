"""The market in a figure: what the house keeps of each bet against what perfect play earns."""

from __future__ import annotations

from matplotlib.figure import Figure as Canvas

from experiments.page.figure import Drawing, Theme, plain_tick
from experiments.questions.market.findings import Bet, Findings

__all__ = ["figures"]

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
"""Of Okabe and Ito; a family beyond them takes a colour again, hollow."""

LABELS = {
    "lucky_bonus": (3, 6.0),
    "egalite_0_at_160": (15, 3.8),
    "tie_on_7": (20, 2.1),
    "dragon_7": (21, 1.05),
    "panda_8": (13, 0.024),
    "lucky_99": (24, 0.6),
    "tie": (18, 0.0055),
    "banker": (7, 0.0008),
}
"""Bets with their names beside them, and where those stand on the axes."""

LEAST, MOST = 1e-5, 10
"""Units a shoe at the bottom of the figure, where lower values stand, and at its top."""


def figures(found: Findings) -> list[Drawing]:
    """Draw every bet as a dot: house edge against perfect play."""

    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        for i, family in enumerate(found.families):
            bets = [bet for bet in found.bets if bet.offer.family == family]
            colour, hollow = COLOURS[i % len(COLOURS)], i >= len(COLOURS)
            axes.plot(
                [100 * bet.edge for bet in bets],
                [_height(bet) for bet in bets],
                "o",
                ms=4.5,
                color=colour,
                mfc="none" if hollow else colour,
                label=family,
            )
        axes.set_yscale("log")
        axes.set_ylim(top=MOST)
        axes.yaxis.set_major_formatter(plain_tick)
        axes.axhline(found.beatable, color=theme.ink, lw=0.8, ls=":")
        axes.annotate(
            "beatable above",
            (1, found.beatable),
            (-2, 2),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            fontsize=7.5,
            ha="right",
        )
        axes.axvline(0, color=theme.ink, lw=0.8)
        for name, place in LABELS.items():
            bet = next(bet for bet in found.bets if bet.offer.name == name)
            axes.annotate(
                bet.title.partition(",")[0],
                (100 * bet.edge, _height(bet)),
                place,
                fontsize=7.5,
                va="center",
                arrowprops={"arrowstyle": "-", "color": theme.ink, "lw": 0.5},
            )
        axes.set_xlabel("house edge, % of the stake")
        axes.set_ylabel("perfect play, units a shoe")
        canvas.legend(loc="outside lower center", ncols=2, handletextpad=0.2)

    return [Drawing("dots", paint, 4.9)]


def _height(bet: Bet) -> float:
    return max(bet.units.value, LEAST)
