"""How sessions of betting systems go and end, and what they lose, in figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from baccarat_env.bet import BASIS_POINTS
from experiments.bettors.sessions import DRAWN, LENGTH, Sessions, played, title
from experiments.plotting import Figure, Theme, draw
from experiments.results import Results
from experiments.tables import minus

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

__all__ = ["plot"]

BAND = (5, 95)
"""Percentiles of the sessions between which a fan's band lies, point by point."""


def plot(results: Results) -> list[Figure]:
    """Draw fans and final results on one scale, results beside their price, ahead beside lost."""
    found = played(results)
    usual = [one for one in found if not one.stops]
    return [_fans(usual[0]), _finals(usual[0]), _priced(usual), _ahead(found[0])]


def _names() -> list[str]:
    return [title(name) for name in DRAWN]


def _fans(one: Sessions) -> Figure:
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

    ends = "; ".join(
        f"{name} from {low[i, -1]:.0f} to {high[i, -1]:.0f}" for i, name in enumerate(_names())
    )
    return draw(
        paint,
        height=5.0,
        title=f"Six systems on Player over the same shoes, {one.game.name}",
        alt=minus(f"Fans of session results on one scale. After {marks[-1]} coups: {ends}."),
        reading=f"Each thin line is one of {paths.shape[1]:,} sessions. The band holds the middle "
        f"{BAND[1] - BAND[0]} % of them at each number of coups by itself, the thick line is "
        "their mean. All panels have one scale: systems differ in how far results spread, and "
        "hardly in where they lead.",
    )


def _finals(one: Sessions) -> Figure:
    rows = [one.systems.index(f"{name}:bet=player") for name in DRAWN]
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

    told = "; ".join(
        f"{name} mean {mean:.1f}, {100 * (net > 0).mean():.0f} % ahead"
        for name, net, mean in zip(_names(), nets, means, strict=True)
    )
    return draw(
        paint,
        height=4.6,
        title=f"How sessions end, {one.game.name}",
        alt=minus(f"Histograms of session results on one scale. {told}."),
        reading=f"Bars are shares of {nets.shape[1]:,} sessions of {LENGTH} shoes, on one scale of "
        "units; the line is the mean. Doubling buys many small wins with a few large losses.",
    )


def _priced(found: Sequence[Sessions]) -> Figure:
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

    inside = sum(int((abs(one.result.distance(one.price.value)) < 2).sum()) for one in found)
    count = sum(len(one.systems) for one in found)
    return draw(
        paint,
        height=3.6,
        title="What systems lose is what their bets cost",
        alt=f"Mean result of each system against minus edge times amount bet. {inside} of {count} "
        "points lie within two standard errors of the diagonal.",
        reading="Each mark is a system: across, the price of what it bet; up, what it won, with "
        "its 95 % interval. On the line the two are equal. The larger the stakes the more a system "
        "loses, and the wider its interval.",
    )


def _ahead(one: Sessions) -> Figure:
    order = np.argsort(one.ahead.value)
    names = [title(one.systems[a]) for a in order]
    shares, halves = 100 * one.ahead.value[order], 100 * one.ahead.half_width[order]
    means, widths = one.result.value[order], one.result.half_width[order]

    def paint(canvas: Canvas, theme: Theme) -> None:
        left, right = canvas.subplots(1, 2, sharey=True)
        rows = np.arange(len(names))
        left.errorbar(shares, rows, xerr=halves, fmt="o", ms=3, lw=0.9, color=theme.first)
        left.axvline(50, color=theme.ink, lw=0.9)
        left.set_yticks(rows, names, fontsize=7.5)
        left.set_ylim(-0.7, len(names) - 0.3)
        left.set_xlabel("% ended ahead")
        right.errorbar(means, rows, xerr=widths, fmt="o", ms=3, lw=0.9, color=theme.second)
        right.axvline(0, color=theme.ink, lw=0.9)
        right.set_xlabel("mean result, units")

    return draw(
        paint,
        height=0.9 + 0.185 * len(names),
        title=f"Often ahead, and losing on average, {one.game.name}",
        alt=f"Share of sessions ended ahead, from {shares[0]:.0f} % ({names[0]}) to "
        f"{shares[-1]:.0f} % ({names[-1]}), beside the mean result of each system.",
        reading=f"Left, the share of sessions of {LENGTH} shoes that end ahead; right, the mean "
        "result of the same sessions. Lines are 95 % intervals. Being ahead most of the time is "
        "bought with rare large losses.",
    )
