"""Two result folders compared, as it is printed: what moved, a line a question, a joint test."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

import numpy as np
import scipy
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table as Grid

from experiments.commands.compare.differences import Comparison, Difference, compare
from experiments.page.number import minus
from experiments.statistics import CONFIDENCE, holm, two_sided

__all__ = ["run_comparison"]

SHOWN = 3
"""Changed figures that are shown of each table, beside those that moved."""


def run_comparison(old: Path, new: Path, console: Console) -> None:
    """Compare two folders and print what moved."""
    found, alone = compare(old, new)
    for side, place in enumerate((old, new)):
        for origin in dict.fromkeys(one.origins[side] for one in found):
            names = ", ".join(one.question for one in found if one.origins[side] == origin)
            console.print(f"{('Old', 'New')[side]} {place}: {origin} ({names})")
    for line in alone:
        console.print(line)
    _show_differences(found, console)
    for one in found:
        console.print(_line(one))
    console.print(_joint(found))


def _show_differences(found: Sequence[Comparison], console: Console) -> None:
    title = "Figures that moved beyond their intervals, and the first that changed without one"
    grid = Grid(title=title, title_justify="left")
    for heading in ("Question", "Table", "Row", "Column", "Old", "New", "Standard errors"):
        grid.add_column(heading, overflow="fold")
    for one in found:
        for row in (*_moved(one), *_changed(one)):
            grid.add_row(one.question, *row)
    if grid.row_count:
        console.print(grid)


def _moved(one: Comparison) -> Iterator[tuple[str, ...]]:
    moved = [figure for figure in one.figures if figure.moved]
    for figure in sorted(moved, key=lambda f: -abs(f.errors)):
        yield (*_place(figure), minus(f"{figure.errors:+.2f}"))


def _changed(one: Comparison) -> Iterator[tuple[str, ...]]:
    """The first few of each table that read otherwise where no interval makes light of it."""
    changed = [f for f in one.figures if f.changed and not f.moved]
    counted = [f for f in changed if one.same_run or np.isnan(f.errors)]
    for table, figures in groupby(counted, key=lambda f: f.new.table):
        listed = list(figures)
        for figure in listed[:SHOWN]:
            apart = "no interval" if np.isnan(figure.errors) else f"{figure.errors:+.2f}"
            yield (*_place(figure), minus(apart))
        if len(listed) > SHOWN:
            yield (table.partition(";")[0], f"and {len(listed) - SHOWN} more", "", "", "", "")


def _place(figure: Difference) -> tuple[str, ...]:
    old, new = figure.old, figure.new
    return new.table.partition(";")[0], new.row, new.column, old.text, new.text


def _line(one: Comparison) -> str:
    bare = [figure for figure in one.figures if np.isnan(figure.errors)]
    told = [
        f"{one.errors.size} figures with intervals compared, {_beyond(one.errors)} moved beyond",
        f"{sum(f.changed for f in bare)} of {len(bare)} without intervals changed",
        f"work: {', '.join(f'{count} {kind}' for kind, count in one.work.items())}",
    ]
    if any(one.unmatched):
        told.append(f"{one.unmatched[0]} figures only in the old, {one.unmatched[1]} in the new")
    return f"{one.question}: {'; '.join(told)}."


def _beyond(errors: NDArray[np.float64]) -> int:
    return int((two_sided(errors) < 1 - CONFIDENCE).sum())


def _joint(found: Sequence[Comparison]) -> str:
    """Judge all figures together; say when chance has no part in any difference."""
    alike = [one.question for one in found if one.same_run]
    chance = [one.errors for one in found if not one.same_run]
    told = []
    if alike:
        told.append(
            f"Same seed and settings ({', '.join(alike)}): whatever differs there comes from "
            "rules, code or versions, not from chance."
        )
    errors = np.concatenate([*chance, np.empty(0)])
    if errors.size:
        told.append(_by_chance(errors))
    return " ".join(told) or "No figure has an interval."


def _by_chance(errors: NDArray[np.float64]) -> str:
    """Say how many differ, how many would by chance, and what the joint test says."""
    beyond = _beyond(errors)
    bound = int(scipy.stats.binom.ppf(CONFIDENCE, errors.size, 1 - CONFIDENCE))
    smallest = float(holm(two_sided(errors)).min())
    verdict = "do" if smallest < 1 - CONFIDENCE else "do not"
    return (
        f"Other seeds or settings: of {errors.size} figures {errors.size - beyond} "
        f"({1 - beyond / errors.size:.1%}) differ by less than 1.96 √(SE₁² + SE₂²) and {beyond} by "
        f"more. By chance about {CONFIDENCE:.0%} differ by less, and were all figures "
        f"independent, at most {bound} by more with probability {CONFIDENCE:.0%}; figures from "
        "the same shoes move together, so that count may stray further. Joint test over all of "
        "them, which holds however they hang together (Holm): smallest corrected "
        f"p = {smallest:.2g}, so the two folders {verdict} differ by more than chance (5 %)."
    )
