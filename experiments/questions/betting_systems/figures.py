"""What betting systems lose and how their sessions go, in figures."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure as Canvas

from agents.titles import system_title as title
from baccarat_env import odds
from baccarat_env.bet import BASIS_POINTS
from experiments.page.figure import Drawing, Theme
from experiments.questions.betting_systems.findings import Findings, Sessions
from experiments.questions.betting_systems.work import DRAWN

__all__ = ["figures"]

BAND = (5, 95)
"""Percentiles of the sessions between which a fan's band lies, point by point."""

BET = "player"


def figures(found: Findings) -> list[Drawing]:
    """Draw the price of six systems, ahead beside lost, fans and final results, all losses."""
    first = found.usual[0]
    return [_price(first), _ahead(first), _fans(first), _finals(first), _losses(found.usual)]


def _names() -> list[str]:
    return [title(name) for name in DRAWN]


def _drawn(one: Sessions) -> list[int]:
    return [one.systems.index(f"{name}:bet={BET}") for name in DRAWN]


def _price(one: Sessions) -> Drawing:
    costs = -one.per_100.value[_drawn(one)]
    edge = -100 * float(odds.expected_value(one.game.full_shoe, one.game)[one.game.index(BET)])

    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        bars = axes.barh(_names()[::-1], costs[::-1], color=theme.first, height=0.62)
        axes.bar_label(bars, [f"{cost:.2f}" for cost in costs[::-1]], padding=4)
        axes.plot([edge, edge], [-0.6, len(costs) - 0.5], color=theme.second)
        above = len(costs) - 0.4
        axes.text(edge, above, f"house edge {edge:.2f}", color=theme.second, ha="center")
        axes.set_ylim(-0.6, len(costs))
        axes.set_xlim(0, 1.35 * edge)
        axes.set_xlabel("lost of every 100 bet on Player", labelpad=12)
        axes.grid(visible=False, axis="y")
        axes.tick_params(axis="y", length=0)

    return Drawing("price", paint, 2.9, edge)


def _ahead(one: Sessions) -> Drawing:
    order = sorted(_drawn(one), key=lambda a: float(one.ahead.value[a]))
    names = [title(one.systems[a]).removesuffix(", Player") for a in order]

    def paint(canvas: Canvas, theme: Theme) -> None:
        left, right = canvas.subplots(1, 2, sharey=True)
        shares, rows = 100 * one.ahead.value[order], np.arange(len(order))
        left.barh(rows, shares, color=theme.first, height=0.62)
        for row, share in zip(rows, shares, strict=True):
            left.text(share - 2, row, f"{share:.0f}", ha="right", va="center", color=theme.on)
        left.set_yticks(rows, names)
        left.set_xlim(0, 100)
        left.set_xlabel("% of sessions ended ahead")
        half = one.result.half_width[order]
        means = one.result.value[order]
        right.errorbar(means, rows, xerr=half, fmt="o", ms=4, lw=1.2, color=theme.second)
        right.axvline(0, color=theme.ink, lw=0.9)
        right.set_xlabel("mean result, units")

    return Drawing("ahead", paint, 3.0)


def _fans(one: Sessions) -> Drawing:
    paths, marks = one.arrays["paths"] / BASIS_POINTS, one.arrays["marks"]
    low, high = np.percentile(paths, BAND, axis=1)
    edge = 1.15 * max(abs(low).max(), abs(high).max())

    def paint(canvas: Canvas, theme: Theme) -> None:
        panels = canvas.subplots(3, 2, sharex=True, sharey=True).ravel()
        for i, (axes, name) in enumerate(zip(panels, _names(), strict=True)):
            axes.fill_between(marks, low[i], high[i], color=theme.first, alpha=0.25, lw=0)
            axes.plot(marks, paths[i, :8].T, color=theme.first, lw=0.6, alpha=0.8)
            axes.plot(marks, paths[i].mean(axis=0), color=theme.second)
            axes.set_title(name)
            axes.set_ylim(-edge, edge)
        canvas.supxlabel("coups", fontsize=9)
        canvas.supylabel("units won", fontsize=9)

    return Drawing("fans", paint, 5.0, one.game)


def _finals(one: Sessions) -> Drawing:
    rows = _drawn(one)
    nets, means = one.net[rows], one.result.value[rows]
    edge = float(np.percentile(abs(nets), 97))
    bins = np.linspace(-edge, edge, 41)

    def paint(canvas: Canvas, theme: Theme) -> None:
        panels = canvas.subplots(3, 2, sharex=True).ravel()
        for axes, name, net, mean in zip(panels, _names(), nets, means, strict=True):
            weights = np.full(net.size, 100 / net.size)
            axes.hist(np.clip(net, -edge, edge), bins, weights=weights, color=theme.first)
            axes.axvline(mean, color=theme.second)
            axes.set_title(name)
        canvas.supxlabel("units won in a session; the outermost bars hold all beyond", fontsize=9)
        canvas.supylabel("% of sessions", fontsize=9)

    return Drawing("finals", paint, 4.6, one.game)


def _losses(found: Sequence[Sessions]) -> Drawing:
    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        low = min(float(one.price.value.min()) for one in found) * 1.15
        axes.plot([low, 0], [low, 0], color=theme.ink, lw=0.9)
        for one, colour, mark in zip(found, (theme.first, theme.second), "os", strict=True):
            axes.errorbar(
                one.price.value,
                one.result.value,
                one.result.half_width,
                fmt=mark,
                ms=3.2,
                lw=0.9,
                color=colour,
                label=one.game.name,
            )
        axes.set_xlabel("−edge × amount bet, units a session")
        axes.set_ylabel("mean result, units a session")
        axes.legend(loc="lower right")

    return Drawing("losses", paint, 3.6)
