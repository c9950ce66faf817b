"""What past results were good for, in figures: streaks, selections and roads, the ceiling."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure as Canvas

from agents.titles import selection_title as name_of
from experiments.page.figure import Drawing, Theme
from experiments.questions.trends.findings import Findings
from experiments.questions.trends.work import RUNS, SYSTEMS

__all__ = ["figures"]


def figures(found: Findings) -> list[Drawing]:
    """Draw streaks, twice; selections and roads; the ceiling."""
    return [_runs(found), _zoom(found), _selections(found), _ceiling(found)]


def _runs(found: Findings) -> Drawing:
    cases, share = found.followed.sum(axis=0)[:, 0], found.share

    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        k = np.arange(RUNS + 1)
        axes.axhline(100 * share.value[0], color=theme.second, lw=1.2)
        axes.errorbar(
            k[1:], 100 * share.value[1:], 100 * share.half_width[1:],
            fmt="o", ms=5, color=theme.first,
        )  # fmt: skip
        for i in range(1, RUNS + 1):
            axes.text(i, 38, f"{cases[i]:,}", rotation=90, ha="center", va="top", fontsize=7.5)
        axes.text(RUNS + 0.4, 100 * share.value[0] + 3, "all decisions", color=theme.second,
                  ha="right")  # fmt: skip
        axes.set_ylim(0, 100)
        axes.set_xticks(k[1:])
        axes.set_xlabel("Bankers in a row before, or more")
        axes.set_ylabel("Banker wins, % of decisions")

    return Drawing("runs", paint, 3.0)


def _zoom(found: Findings) -> Drawing:
    share = found.share
    k = np.arange(1, RUNS + 1)
    value, half = 100 * share.value[1:], 100 * share.half_width[1:]
    lines = {
        "Banker breaks even": (100 * found.banker_needs, "--"),
        "overall": (100 * float(share.value[0]), "-"),
        "Player breaks even": (100 * found.player_needs, ":"),
    }

    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        for name, (level, style) in lines.items():
            axes.axhline(level, color=theme.second, lw=1.2, ls=style, label=name)
        axes.fill_between(k, value - half, value + half, color=theme.first, alpha=0.25, lw=0)
        axes.plot(k, value, "o-", ms=3.5, color=theme.first)
        axes.set_xticks(k)
        axes.set_xlabel("Bankers in a row before, or more")
        axes.set_ylabel("Banker wins, % of decisions")
        low = min(100 * found.player_needs, float((value - half).min()))
        top = max(100 * found.banker_needs, float((value + half).max()))
        axes.set_ylim(low - 0.25, top + 0.9)
        axes.legend(loc="upper left", ncols=2)

    return Drawing("zoom", paint, 3.2)


def _selections(found: Findings) -> Drawing:
    chosen = found.selected
    names = [name_of(system) for system in SYSTEMS]
    value = [float(e.value) for e in chosen.per_100]
    half = [float(e.half_width) for e in chosen.per_100]

    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        rows = np.arange(len(names))[::-1]
        axes.errorbar(value, rows, xerr=half, fmt="o", ms=3, lw=1, color=theme.first,
                      label="result")  # fmt: skip
        axes.plot(chosen.worth, rows, "|", ms=9, mew=1.8, color=theme.second,
                  label="worth by exact odds")  # fmt: skip
        axes.axvline(0, color=theme.ink, lw=0.9)
        axes.set_yticks(rows, names, fontsize=7.5)
        axes.set_xlabel("per 100 bet")
        axes.legend(loc="lower center", bbox_to_anchor=(0.35, 1.0), ncols=2)

    return Drawing("selections", paint, 0.9 + 0.2 * len(names))


def _ceiling(found: Findings) -> Drawing:
    game, told = found.tables[0]
    dealt = np.linspace(0.05, 0.96, 60)
    distances = np.array([told.distance(float(depth)) for depth in dealt])

    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        colours = (theme.ink, theme.ink, theme.third, theme.second, theme.first)
        styles = ("-", "--", "-", "-", "-")
        for b, bet in enumerate(game.layout):
            axes.plot(
                100 * dealt,
                distances[:, b],
                color=colours[b % 5],
                ls=styles[b % 5],
                label=bet.title,
            )
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter("{x:g}")
        axes.set_xlabel("% of the shoe dealt")
        axes.set_ylabel("standard deviations\nto a favourable bet")
        axes.legend(loc="upper right", ncols=2)
        axes.set_ylim(distances.min() / 1.5, distances.max() * 3)

    return Drawing("ceiling", paint, 3.2)
