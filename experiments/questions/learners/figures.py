"""What learners learn, in figures: their curves, and what they do by true count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.figure import Figure as Canvas
from numpy.typing import NDArray

from agents.trained.algorithms import ALGORITHMS
from experiments.page.figure import Drawing, Theme
from experiments.questions.learners.findings import (
    SIDE_BETS,
    Findings,
    Taught,
    best,
    of,
    side_bets,
)
from experiments.shoes.scoring import COUNT_STEP, MOST_COUNT

__all__ = ["figures"]

WIDE = 2.0
"""Width of the classes of true counts that are drawn."""

DRAWN_COUNTS = 24.0


def figures(found: Findings) -> list[Drawing]:
    """Draw the learning curves, those of memory, and what the learner does by true count."""
    curves = [_curves("curves", _drawn(found.lessons, "composition"))]
    if found.remembering:
        curves.append(_curves("memory", _drawn(found.lessons, "cards")))
    return [*curves, *(_by_count(found.learned, bet) for bet in SIDE_BETS)]


@dataclass(frozen=True)
class Bars:
    """What the learner does on one bet: where the edge is zero, how often each player bets."""

    bet: str
    title: str
    zero: float
    bets: float
    good: float


# --- Learning curves --------------------------------------------------------------------


def _drawn(lessons: Sequence[Taught], information: str) -> list[Taught]:
    """Of each algorithm and reward the lesson of most seeds, and a longer one if there is."""
    seen = of(lessons, information)
    drawn: dict[int, Taught] = {}
    for algorithm, reward in dict.fromkeys((one.recipe.algorithm, one.reward) for one in seen):
        alike = of(seen, information, reward, algorithm)
        for one in (max(alike, key=lambda one: len(one.cells)), best(alike)):
            drawn[id(one)] = one
    return list(drawn.values())


def _curves(name: str, drawn: list[Taught]) -> Drawing:
    rewards = [r for r in ("expected", "sampled") if any(one.reward == r for one in drawn)]

    def paint(canvas: Canvas, theme: Theme) -> None:
        panels = canvas.subplots(len(rewards), 1, sharex=True, sharey=True, squeeze=False).ravel()
        for axes, reward in zip(panels, rewards, strict=True):
            for one in drawn:
                if one.reward == reward:
                    _curve(axes, theme, one)
            axes.axhline(100, color=theme.ink, lw=0.8)
            axes.axhline(0, color=theme.ink, lw=0.8, ls=":")
            axes.set_title(f"{reward} rewards")
            axes.set_ylabel("% of the ceiling")
        panels[0].set_ylim(-20, 106)
        panels[0].set_xscale("log")
        panels[-1].xaxis.set_major_formatter(lambda x, _: f"{x / 1e6:g}")
        panels[-1].set_xlabel("million coups")
        lines = [line for axes in panels for line in axes.get_lines()]
        named = {line.get_label(): line for line in lines if line.get_label()[0] != "_"}
        canvas.legend(named.values(), named, loc="outside lower center", ncols=2)

    about = [(one, one.iqm(side_bets(one))[1][-1]) for one in drawn]
    return Drawing(name, paint, 1.1 + 2.4 * len(rewards), about)


def _curve(axes: object, theme: Theme, one: Taught) -> None:
    i = list(ALGORITHMS).index(one.recipe.algorithm)
    colours = (theme.first, theme.second, theme.third, theme.ink)
    coups, middle, (low, high) = one.iqm(side_bets(one))
    style = {"color": colours[i % 4], "ls": ("-", "--", ":")[i // 4]}
    axes.plot(coups, 100 * middle, label=one.title, **style)  # type: ignore[attr-defined]
    if len(one.cells) >= 3:
        axes.fill_between(  # type: ignore[attr-defined]
            coups, 100 * low, 100 * high, color=style["color"], alpha=0.25, lw=0
        )


# --- By true count ----------------------------------------------------------------------


def _classes(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Add up narrow classes of true counts into wide ones, those drawn, the ends added on."""
    centres = np.arange(len(values)) * COUNT_STEP - MOST_COUNT
    most = int(DRAWN_COUNTS / WIDE)
    at = np.clip(np.floor(centres / WIDE).astype(int), -most, most - 1) + most
    return np.asarray(np.bincount(at, values, 2 * most), np.float64)


def _by_count(one: Taught, bet: str) -> Drawing:
    b = one.recipe.game.index(bet)
    coups, bets, worth, good = (
        _classes(one.mean(f"count_{name}")[:, b]) for name in ("coups", "bets", "worth", "good")
    )
    enough = coups > 30
    x = (np.arange(len(coups)) + 0.5) * WIDE - DRAWN_COUNTS
    with np.errstate(invalid="ignore", divide="ignore"):
        often, right, edge = 100 * bets / coups, 100 * good / coups, 100 * worth / coups
    title = one.recipe.game.layout[b].title

    def paint(canvas: Canvas, theme: Theme) -> None:
        top, axes = canvas.subplots(2, 1, sharex=True, height_ratios=(3, 2))
        top.bar(x[enough], often[enough], width=0.85 * WIDE, color=theme.first, label=one.title)
        top.plot(
            x[enough], right[enough], "o-", color=theme.second, ms=3, lw=1, label="exact player"
        )
        top.set_ylabel("bets in % of coups")
        top.legend(loc="upper left")
        axes.plot(x[enough], edge[enough], color=theme.third)
        axes.axhline(0, color=theme.ink, lw=0.8)
        axes.set_ylabel("exact edge, %")
        axes.set_xlabel(f"true count (published count for {title})")

    about = Bars(
        title,
        one.title,
        float(np.interp(0, edge[enough], x[enough])),
        float(bets.sum() / coups.sum()),
        float(good.sum() / coups.sum()),
    )
    return Drawing("counts", paint, 4.2, about)
