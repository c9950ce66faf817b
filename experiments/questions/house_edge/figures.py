"""What every bet costs, in figures: a funnel, a bar a bet, a fan for every simulated game."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from matplotlib.figure import Figure as Canvas

from experiments.page.figure import DRAWN_PATHS, Drawing, Theme, fans_height, paint_fans
from experiments.page.number import Number
from experiments.questions.house_edge.findings import Checked, Findings

__all__ = ["figures"]

FIRST_MARK = 10
"""Shoes from which the fans are drawn: before that luck is too large for the page."""

BAND = (5, 95)
"""Percentiles of the players between which the band lies, point by point."""

SHOWN = "player"
"""The bet of the funnel."""


def figures(found: Findings) -> list[Drawing]:
    """Draw the funnel of one bet, the prices, and a fan for every simulated game."""
    return [_funnel(found.checked[0]), _bars(found), *map(_fan, found.checked)]


@dataclass(frozen=True)
class Funnel:
    """Players who make one bet, by the end."""

    bet: str
    players: int
    shoes: int
    low: float
    high: float
    exact: float


def _funnel(check: Checked) -> Drawing:
    b = check.game.index(SHOWN)
    marks, paths = check.marks, check.running[:, :, b]
    low, high = np.percentile(paths, BAND, axis=0)
    exact = -100 * float(check.exact["edge"][b])
    about = Funnel(check.game.layout[b].title, len(paths), int(marks[-1]), low[-1], high[-1], exact)

    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        axes.plot(marks, paths[: 3 * DRAWN_PATHS].T, color=theme.first, lw=0.5, alpha=0.6)
        axes.fill_between(marks, low, high, color=theme.first, alpha=0.25, lw=0)
        axes.axhline(0, color=theme.ink, lw=0.8)
        axes.axhline(exact, color=theme.second, lw=2)
        beside = axes.get_yaxis_transform()
        label = f" {Number(exact, form='.2f')}"
        axes.text(1, exact, label, color=theme.second, va="center", transform=beside)
        axes.set_xscale("log")
        axes.set_ylim(-30, 30)
        axes.xaxis.set_major_formatter("{x:,.0f}")
        axes.set_xlabel(f"shoes played, 1 unit a coup on {about.bet}")
        axes.set_ylabel("result so far per 100 bet")

    return Drawing("funnel", paint, 3.2, about)


def _bars(found: Findings) -> Drawing:
    bets = found.offered[::-1]
    costs = [100 * bet.edge for bet in bets]

    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        names = [f"{bet.bet.title}\n{bet.payout}" for bet in bets]
        bars = axes.barh(names, costs, color=theme.first, height=0.62)
        axes.bar_label(bars, [f"{cost:.2f}" for cost in costs], padding=4)
        axes.set_xlabel("kept of every 100 bet, on average")
        axes.set_xlim(min(0, *costs), max(costs) * 1.18)
        axes.grid(visible=False, axis="y")
        axes.tick_params(axis="y", length=0)

    return Drawing("bars", paint, 3.4)


@dataclass(frozen=True)
class Fan:
    """A simulated game and its players."""

    check: Checked
    drawn: int = DRAWN_PATHS

    @property
    def game(self) -> object:
        """The game."""
        return self.check.game

    @property
    def players(self) -> int:
        """How many play it."""
        return len(self.check.running)


def _fan(check: Checked) -> Drawing:
    shown = check.marks >= FIRST_MARK
    marks, running = check.marks[shown], check.running[:, shown]
    titles = [bet.title for bet in check.game.layout]

    def paint(canvas: Canvas, theme: Theme) -> None:
        lines = list(zip(titles, -100 * check.exact["edge"], strict=True))
        paint_fans(canvas, theme, marks, running, lines, BAND)
        canvas.supxlabel("shoes played", fontsize=9)
        canvas.supylabel("result so far per 100 bet", fontsize=9)

    return Drawing("fan", paint, fans_height(len(titles)), Fan(check))
