"""The figures of a backtest's sheet: one system above flat betting of its main bet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from baccarat_env.canvas import matplotlib_module
from experiments.commands.backtest.sessions import Curve, Sessions
from experiments.page.figure import Drawing as Drawn
from experiments.page.figure import Figure, Theme, draw

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

__all__ = ["Player", "amounts", "bins", "equity", "falls", "histogram", "per_bin", "streaks"]

POINTS = 240
"""Coups of a curve that are drawn, at most."""

BINS = 36
"""Bars of a histogram, at most."""

HEIGHT = 1.75
"""Inches of one panel."""


@dataclass(frozen=True)
class Player:
    """An agent as it is drawn."""

    name: str
    curve: Curve
    sessions: Sessions


Panel: TypeAlias = "Callable[[Axes, Theme, Player], None]"


def _stacked(players: Sequence[Player], panel: Panel, x: str, y: str, *, share: bool) -> Drawn:
    """Draw a panel a player, one above the other."""

    def paint(canvas: Canvas, theme: Theme) -> None:
        rows = canvas.subplots(len(players), 1, sharex=share, squeeze=False)[:, 0]
        for axes, player in zip(rows, players, strict=True):
            panel(axes, theme, player)
            axes.set_title(_short(player.name))
            axes.set_ylabel(y)
        rows[-1].set_xlabel(x)
        canvas.align_ylabels()

    return Drawn("", paint, 0.45 + HEIGHT * len(players))


def _short(name: str, most: int = 52) -> str:
    name = name.replace("$", r"\$")
    return name if len(name) <= most else name[: most - 1] + "…"


def equity(players: Sequence[Player]) -> Figure:
    """Draw what was won after each coup: bands, eight sessions, the exact value."""

    def panel(axes: Axes, theme: Theme, player: Player) -> None:
        curve = player.curve
        at = _points(curve.mean.size)
        low, quarter, middle, upper, high = curve.quantiles[:, at]
        axes.fill_between(at + 1, low, high, color=theme.first, alpha=0.16, lw=0)
        axes.fill_between(at + 1, quarter, upper, color=theme.first, alpha=0.28, lw=0)
        axes.plot(at + 1, curve.paths[:, at].T, color=theme.ink, lw=0.5, alpha=0.5)
        axes.plot(at + 1, middle, color=theme.first)
        axes.plot(at + 1, curve.worth[at], color=theme.second, ls="--")
        axes.axhline(0, color=theme.ink, lw=0.7)

    return draw(
        _stacked(players, panel, "coup of the session", "chips won", share=True),
        "What was won, coup by coup",
        f"Bands of the sessions of {_named(players)}, with eight sessions and the exact value.",
        "The wide band holds 90 of 100 sessions, the dark one 50. The blue line is the middle "
        "session, thin lines are the first eight. The dashed line is the exact value of the same "
        "stakes. Each panel has its own scale.",
    )


def falls(players: Sequence[Player]) -> Figure:
    """Draw how far sessions stood below their peak, and the deepest falls."""

    def panel(axes: Axes, theme: Theme, player: Player) -> None:
        curve = player.curve
        at = _points(curve.mean.size)
        axes.fill_between(at + 1, -curve.falls[-1, at], 0, color=theme.first, alpha=0.22, lw=0)
        axes.plot(at + 1, -curve.falls[2, at], color=theme.first)
        for number, fall in enumerate(curve.worst, start=1):
            end = curve.mean.size if fall.back is None else fall.back
            own = fall.peak + _points(end - fall.peak)
            own = np.union1d(own, [fall.bottom - 1])
            axes.plot(own + 1, -fall.path[own], color=theme.second, lw=0.9)
            axes.text(fall.bottom, -fall.chips, str(number), color=theme.second, ha="center",
                      va="top", fontsize=8)  # fmt: skip
        axes.margins(y=0.16)

    return draw(
        _stacked(players, panel, "coup of the session", "below the peak", share=True),
        "How deep it fell",
        f"Chips below the earlier peak for {_named(players)}, with the five deepest falls.",
        "A session stands at 0 while it is at its highest point so far. The blue line is the "
        "middle session, 95 of 100 stay in the band. The five deepest falls are numbered.",
    )


def histogram(players: Sequence[Player]) -> Figure:
    """Draw where sessions ended, and where the same stakes end at exact odds."""

    def panel(axes: Axes, theme: Theme, player: Player) -> None:
        edges = bins(player.sessions)
        width = edges[1] - edges[0]
        ours, chance = per_bin(player.sessions, edges)
        total = ours.sum()
        axes.bar(edges[:-1] + width / 2, 100 * ours / total, width, color=theme.first, alpha=0.75)
        axes.stairs(100 * chance / total, edges, color=theme.second, lw=1.4)
        axes.axvline(0, color=theme.ink, lw=0.7)

    return draw(
        _stacked(players, panel, "chips won in a session", "% of sessions", share=False),
        "Where the sessions ended",
        f"Histogram of the results of {_named(players)}, and of the same stakes by chance.",
        "Bars are the sessions. The line is the same stakes, each coup settled anew at exact "
        "odds. A staking plan changes the shape, not the mean.",
    )


def streaks(players: Sequence[Player]) -> Figure:
    """Draw the longest losing streak of each session, and what chance gives."""

    def panel(axes: Axes, theme: Theme, player: Player) -> None:
        own, chance = player.sessions.streaks, player.sessions.streaks_by_chance
        most = int(max(own.max(), chance.max())) + 1
        shares = [100 * np.bincount(x, minlength=most) / x.size for x in (own, chance)]
        axes.bar(np.arange(most), shares[0], 0.75, color=theme.first, alpha=0.75)
        axes.plot(np.arange(most), shares[1], color=theme.second, marker="o", ms=3, lw=1)
        axes.xaxis.set_major_locator(matplotlib_module("ticker").MaxNLocator(integer=True))

    return draw(
        _stacked(players, panel, "bets lost in a row, at most", "% of sessions", share=False),
        "The longest losing streak",
        f"Longest losing streaks of {_named(players)}, and by chance.",
        "Bars are the sessions by their longest losing streak. Dots are the same bets settled "
        "anew at exact odds. Pushes neither extend nor end a streak.",
    )


def amounts(rows: Sequence[tuple[str, float, float, float, float]]) -> Figure:
    """Draw results against amounts bet: name, chips bet, chips won ±, exact value, a session."""

    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        _, bet, won, half, exact = zip(*rows, strict=True)
        known = np.nan_to_num(np.array(half))
        axes.errorbar(bet, won, yerr=known, fmt="o", ms=4, lw=1, color=theme.first, zorder=3)
        axes.plot(bet, exact, "_", ms=13, mew=2, color=theme.second, zorder=4)
        for number, (x, y) in enumerate(zip(bet, won, strict=True), start=1):
            axes.annotate(str(number), (x, y), (6, 5), textcoords="offset points", fontsize=8)
        axes.axhline(0, color=theme.ink, lw=0.7)
        axes.set_xlim(left=0)
        axes.margins(x=0.1)
        axes.set_xlabel("chips bet in a session")
        axes.set_ylabel("chips won in a session")

    names = "; ".join(f"{n} {name}" for n, (name, *_) in enumerate(rows, start=1))
    return draw(
        Drawn("", paint, 3.0),
        "The result against the amount bet",
        f"Result of a session against the amount bet: {names}.",
        f"Dots are the systems with 95 % intervals, dashes the exact value of the same stakes: "
        f"{names}. An interval is left out where too few bets carry the result.",
    )


def bins(sessions: Sessions) -> NDArray[np.float64]:
    """Find edges of bins of a round width, one of them 0, that hold all sessions."""
    results = np.concatenate([sessions.results, sessions.by_chance, [0.0]])
    low, high = results.min(), results.max()
    least = max((high - low) / BINS, 1e-9)
    tens = 10.0 ** np.floor(np.log10(least))
    width = max(1.0, next(tens * step for step in (1, 2, 5, 10) if tens * step >= least))
    first, last = np.ceil(low / width) - 1, max(np.ceil(high / width), 1)
    return np.asarray(np.arange(first, last + 1) * width)


def per_bin(
    sessions: Sessions, edges: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Count sessions, and those by chance, above each edge and up to the next."""
    found = [
        np.bincount(np.searchsorted(edges, results, side="left") - 1, minlength=len(edges) - 1)
        for results in (sessions.results, sessions.by_chance)
    ]
    return found[0], found[1]


def _points(coups: int) -> NDArray[np.int64]:
    """Choose coups to draw, from the first to the last."""
    return np.unique(np.linspace(0, coups - 1, min(coups, POINTS)).round().astype(np.int64))


def _named(players: Sequence[Player]) -> str:
    return " and ".join(player.name for player in players)
