"""Figures of what learners learn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from agents.algorithms import ALGORITHMS
from experiments.learning.learner_words import SIDE_BETS, best, of, side_bets
from experiments.learning.lessons import Taught, taught
from experiments.learning.scoring import COUNT_STEP, MOST_COUNT
from experiments.plotting import Figure, Theme, draw
from experiments.results import Results
from experiments.tables import minus

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

__all__ = ["plot"]

WIDE = 2.0
"""Width of the classes of true counts that are drawn."""

DRAWN_COUNTS = 24.0


def plot(results: Results) -> list[Figure]:
    """Draw the learning curves, and what the learner does by true count."""
    lessons = taught(results)
    return [_curves(lessons), *(_by_count(lessons, bet) for bet in SIDE_BETS)]


# --- Learning curves --------------------------------------------------------------------


def _drawn(lessons: Sequence[Taught]) -> list[Taught]:
    """Of each algorithm and reward the lesson of most seeds, and a longer one if there is."""
    seen = of(lessons, "composition")
    drawn: dict[int, Taught] = {}
    for algorithm, reward in dict.fromkeys((one.recipe.algorithm, one.reward) for one in seen):
        alike = of(seen, "composition", reward, algorithm)
        for one in (max(alike, key=lambda one: len(one.cells)), best(alike)):
            drawn[id(one)] = one
    return list(drawn.values())


def _curves(lessons: Sequence[Taught]) -> Figure:
    drawn = _drawn(lessons)
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

    told = "; ".join(
        f"{one.title}, {one.reward} rewards: {_last(one)} % after "
        f"{one.recipe.coups / 1e6:g} million coups (seeds: {len(one.cells)})"
        for one in drawn
    )
    return draw(
        paint,
        height=1.1 + 2.4 * len(rewards),
        title="How fast learners get to the ceiling",
        alt=f"Learning curves on Dragon 7 and Panda 8 together. {told}.",
        reading="The share of the ceiling on Dragon 7 and Panda 8 that a learner captures, by the "
        "coups it has seen: the interquartile mean over seeds and both bets. Bands are 95 % by a "
        "bootstrap over seeds, apart for each bet, where there are three or more; of an algorithm "
        "taught for different lengths the one of most seeds and the longest are drawn. The line at "
        "100 is the exact player, the dotted one sitting out; curves from below it lose money. "
        "Where a curve starts outside, it is cut off.",
    )


def _last(one: Taught) -> str:
    return minus(f"{100 * one.iqm(side_bets(one))[1][-1]:.0f}")


def _curve(axes: object, theme: Theme, one: Taught) -> None:
    i = list(ALGORITHMS).index(one.recipe.algorithm)
    colours = (theme.first, theme.second, theme.third, theme.ink)
    coups, middle, (low, high) = one.iqm(side_bets(one))
    style = {"color": colours[i % 4], "ls": ("-", "--")[i // 4]}
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


def _by_count(lessons: Sequence[Taught], bet: str) -> Figure:
    one = best(of(lessons, "composition", "expected", "ppo"))
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

    last = minus(f"{np.interp(0, edge[enough], x[enough]):.0f}")
    total = coups.sum()
    return draw(
        paint,
        height=4.2,
        title=f"What the learner does on {title}, by the count",
        alt=(
            f"Bars of how often {one.title} bets at each true count, under the line of the exact "
            f"player, above the exact edge. The edge passes zero near a count of {last}; the "
            f"learner bets on {bets.sum() / total:.2%} of all coups, the exact player on "
            f"{good.sum() / total:.2%}."
        ),
        reading=f"Nobody told the learner of the count: it saw how many cards of each value are "
        f"left. Bars are the share of coups at a true count on which it bets {title}, the line is "
        f"the share on which the exact player does, below stands the average exact edge. Counts "
        f"of fewer than 30 coups are left out; the ends hold all beyond.",
    )
