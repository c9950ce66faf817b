"""The roads as a picture: bead plate, big road, derived roads, counts, next marks."""

from __future__ import annotations

from collections.abc import Sequence

from baccarat_env.canvas import Canvas, Points
from baccarat_env.render import DERIVED
from baccarat_env.roads import ROWS, Mark, Roads, scrolled
from baccarat_env.view import (
    View,
    marked_wins,
    shown_results,
)

__all__ = ["draw_counts", "draw_roads"]

WIDTH, HEIGHT = 1200, 800
"""Pixels of every picture."""

FELT, RAIL, PAPER, GRID, INK = "#14553b", "#0d3b29", "#fbfaf5", "#d9d6cc", "#1b1b1b"
CREAM, MUTED, GOLD = "#f6f1df", "#a9c9b8", "#f2c14e"
BLUE, RED, GREEN = "#1f5fc4", "#c8202f", "#1a8a4a"
COLOUR_OF = {"P": BLUE, "P8": BLUE, "B": RED, "B7": RED, "T": GREEN}
COLOUR_OF_MARK = {"R": RED, "B": BLUE}

Place = tuple[float, float, float, int]
"""Left, top, side of a cell, columns."""

BEAD_PLATE: Place = (24, 432, 26, 14)

BIG_ROAD: Place = (406, 432, 22, 35)

DERIVED_ROADS: dict[int, Place] = {
    1: (406, 592, 13, 59),
    2: (406, 698, 13, 29),
    3: (799, 698, 13, 29),
}


def draw_roads(canvas: Canvas, roads: Roads) -> None:
    """Draw all five roads and what the next win would bring."""
    canvas.box(0, 406, WIDTH, HEIGHT - 406, PAPER)
    _draw_grid(canvas, BEAD_PLATE, "Bead plate")
    _draw_beads(canvas, scrolled(roads.bead_plate(), BEAD_PLATE[3]))
    _draw_grid(canvas, BIG_ROAD, "Big road")
    _draw_big_road(canvas, scrolled(roads.displayed_big_road(), BIG_ROAD[3]), roads.early_ties)
    for k, name in DERIVED:
        _draw_grid(canvas, DERIVED_ROADS[k], name)
        shown = scrolled(roads.displayed_derived_road(k), DERIVED_ROADS[k][3])
        for colour in COLOUR_OF_MARK:
            centres = [_centre(DERIVED_ROADS[k], mark) for mark in shown if mark.name == colour]
            _draw_derived(canvas, k, centres, COLOUR_OF_MARK[colour], DERIVED_ROADS[k][2])
    _draw_next(canvas, roads)


def _draw_grid(canvas: Canvas, place: Place, name: str) -> None:
    left, top, side, columns = place
    canvas.text(left, top - 11, name, 13, INK)
    right, bottom = left + side * columns, top + side * ROWS
    canvas.box(left, top, right - left, bottom - top, "#ffffff")
    across = [(left, top + side * i, right, top + side * i) for i in range(ROWS + 1)]
    down = [(left + side * i, top, left + side * i, bottom) for i in range(columns + 1)]
    canvas.lines(across + down, GRID, 1)


def _centre(place: Place, mark: Mark) -> tuple[float, float]:
    left, top, side, _ = place
    return left + side * (mark.column + 0.5), top + side * (mark.row + 0.5)


def _draw_beads(canvas: Canvas, beads: Sequence[Mark]) -> None:
    for name in COLOUR_OF:
        _draw_bead(canvas, [_centre(BEAD_PLATE, bead) for bead in beads if bead.name == name], name)


def _draw_bead(canvas: Canvas, centres: Points, name: str) -> None:
    """Draw solid circles with a letter, or with the number of Dragon 7 or Panda 8 and a ring."""
    marked = len(name) == 2
    canvas.circles(centres, 10.5 if marked else 11.5, COLOUR_OF[name], GOLD, 3 if marked else 0)
    for x, y in centres:
        canvas.text(x, y, name[-1], 13, "#ffffff", align="centre", bold=True)


def _draw_big_road(canvas: Canvas, marks: Sequence[Mark], early_ties: int) -> None:
    """Draw rings, gold inside for Dragon 7 and Panda 8; a tie is a stroke, more are a number."""
    for name, colour in COLOUR_OF.items():
        centres = [_centre(BIG_ROAD, mark) for mark in marks if mark.name == name]
        canvas.circles(centres, 8, "#ffe9a8" if len(name) == 2 else "", colour, 2.6)
    tied = [mark for mark in marks if mark.ties]
    if early_ties:
        tied = [Mark(0, 0, "", early_ties)]
    strokes = []
    for mark in tied:
        x, y = _centre(BIG_ROAD, mark)
        if mark.ties == 1:
            strokes.append((x - 7, y + 7, x + 7, y - 7))
        else:
            size = 12 if mark.ties < 10 else 10
            canvas.text(x, y, str(mark.ties), size, GREEN, align="centre", bold=True)
    canvas.lines(strokes, GREEN, 2.6)


def _draw_derived(canvas: Canvas, k: int, centres: Points, colour: str, side: float) -> None:
    """Draw marks of derived road `k`: hollow circles, solid circles, strokes."""
    if k == 1:
        canvas.circles(centres, 0.34 * side, "", colour, 0.15 * side)
    elif k == 2:
        canvas.circles(centres, 0.4 * side, colour)
    else:
        reach = 0.32 * side
        strokes = [(x - reach, y + reach, x + reach, y - reach) for x, y in centres]
        canvas.lines(strokes, colour, 0.18 * side)


def draw_counts(canvas: Canvas, view: View) -> None:
    """Count the results of the shoe; the wins with a mark are counted again on their own."""
    results, marked = shown_results(view), marked_wins(view.game)
    first = [("B", "Banker", 0), ("P", "Player", 130), ("T", "Tie", 260)]
    second = [(mark, marked[mark], 130 * i) for i, mark in enumerate(marked)]
    for y, row in ((620, first), (652, second)):
        for mark, name, right in row:
            _draw_bead(canvas, [(37 + right, y)], mark)
            count = sum(result.startswith(mark) for result in results)
            canvas.text(55 + right, y, f"{name}: {count}", 15, INK, room=100)


def _draw_next(canvas: Canvas, roads: Roads) -> None:
    """Draw the mark every derived road gets after each winner."""
    for i, (winner, name) in enumerate(
        (("B", "If Banker wins next"), ("P", "If Player wins next"))
    ):
        y = 706 + 42 * i
        canvas.text(24, y, name, 15, COLOUR_OF[winner], bold=True)
        for k in DERIVED_ROADS:
            mark = roads.next_marks(k)[winner]
            if mark:
                _draw_derived(canvas, k, [(230 + 50 * (k - 1), y)], COLOUR_OF_MARK[mark], 26)
