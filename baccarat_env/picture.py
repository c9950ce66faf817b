"""The picture of a table: cards, bets, shoe gauge and all five roads.

A picture takes about 12 milliseconds; matplotlib is imported when the first is drawn.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from baccarat_env.canvas import Canvas, Points, matplotlib_module
from baccarat_env.coup import RANKS, SUITS, Coup
from baccarat_env.names import plain
from baccarat_env.render import (
    DERIVED,
    View,
    bet_lines,
    coup_in_words,
    marked_wins,
    money,
    shoe_in_words,
    shown_results,
)
from baccarat_env.roads import ROWS, Mark, Roads, scrolled

__all__ = ["HEIGHT", "WIDTH", "close", "rgb_array", "show"]

WIDTH, HEIGHT = 1200, 800
"""Pixels of every picture."""

WINDOW = "Baccarat"
NO_WINDOW = ("agg", "cairo", "pdf", "pgf", "ps", "svg", "template")
"""Backends of matplotlib that draw to files only."""

FELT, RAIL, PAPER, GRID, INK = "#14553b", "#0d3b29", "#fbfaf5", "#d9d6cc", "#1b1b1b"
CREAM, MUTED, GOLD = "#f6f1df", "#a9c9b8", "#f2c14e"
BLUE, RED, GREEN = "#1f5fc4", "#c8202f", "#1a8a4a"
COLOUR_OF = {"P": BLUE, "P8": BLUE, "B": RED, "B7": RED, "T": GREEN}
COLOUR_OF_MARK = {"R": RED, "B": BLUE}
BRIGHT = {"player": "#8fc0ff", "banker": "#ff9d9d", "tie": "#8fe3ae"}


def rgb_array(view: View) -> NDArray[np.uint8]:
    """Draw a table, `(HEIGHT, WIDTH, 3)`.

    Raises gymnasium.error.DependencyNotInstalled if matplotlib is missing.
    """
    canvas = Canvas(WIDTH, HEIGHT)
    canvas.box(0, 0, WIDTH, HEIGHT, FELT)
    _draw_head(canvas, view)
    _draw_hands(canvas, view.coup)
    _draw_bets(canvas, view)
    _draw_shoe(canvas, view)
    _draw_roads(canvas, Roads(shown_results(view)))
    _draw_counts(canvas, view)
    return canvas.pixels()


def show(view: View) -> None:
    """Show the same picture in a window, which stays open and follows later calls.

    Where matplotlib has no window to offer (no display), nothing is shown.

    Raises gymnasium.error.DependencyNotInstalled if matplotlib is missing.
    """
    pyplot = matplotlib_module("pyplot")
    if pyplot.get_backend().lower() in NO_WINDOW:
        return
    picture = rgb_array(view)
    if pyplot.fignum_exists(WINDOW):
        pyplot.figure(WINDOW).axes[0].images[0].set_data(picture)
    else:
        figure = pyplot.figure(WINDOW, figsize=(WIDTH / 100, HEIGHT / 100), dpi=100)
        figure.add_axes((0, 0, 1, 1)).set_axis_off()
        figure.axes[0].imshow(picture)
        pyplot.show(block=False)
    pyplot.pause(0.001)


def close() -> None:
    """Close the window, if there is one."""
    if "matplotlib.pyplot" in sys.modules:
        matplotlib_module("pyplot").close(WINDOW)


# --- The table -------------------------------------------------------------------------


def _draw_head(canvas: Canvas, view: View) -> None:
    canvas.box(0, 0, WIDTH, 46, RAIL)
    canvas.text(24, 23, _fit(plain(view.game.name), 60), 20, CREAM, bold=True)
    canvas.text(WIDTH - 24, 23, f"Shoe {view.shoe} · coup {view.coups}", 17, MUTED, align="right")


def _fit(words: str, length: int) -> str:
    return words if len(words) <= length else words[: length - 1] + "…"


CARD_WIDTH, CARD_HEIGHT, GAP = 110, 154, 8


def _draw_hands(canvas: Canvas, coup: Coup | None) -> None:
    for name, left in (("player", 24), ("banker", 444)):
        canvas.text(left, 72, name.upper(), 18, BRIGHT[name], bold=True)
        second, third = left + CARD_WIDTH + GAP, left + 2 * (CARD_WIDTH + GAP)
        for x in (left, second):
            canvas.card(x, 94, CARD_WIDTH, CARD_HEIGHT, RAIL, RAIL)
        if coup is None:
            continue
        won = coup.winner == name
        cards, total = getattr(coup, name), getattr(coup, f"{name}_total")
        for card, x in zip(cards, (left, second, third), strict=False):
            _draw_card(canvas, card, x, sideways=x == third, won=won)
        right = second + CARD_WIDTH
        canvas.text(right, 72, str(total), 26, GOLD if won else CREAM, align="right", bold=True)
    colour = BRIGHT[coup.winner] if coup else CREAM
    canvas.text(431, 280, coup_in_words(coup), 22, colour, align="centre", bold=True)


def _draw_card(canvas: Canvas, card: int, x: float, *, sideways: bool, won: bool) -> None:
    """Draw a card face; a third card lies sideways, turned to the left."""
    rank, suit = RANKS[card % 13], SUITS[card // 13]
    colour, small = RED if suit in "♦♥" else INK, 20 if rank == "10" else 24
    width, height = (CARD_HEIGHT, CARD_WIDTH) if sideways else (CARD_WIDTH, CARD_HEIGHT)
    y = 94 + CARD_HEIGHT - height
    canvas.card(x, y, width, height, PAPER, GOLD if won else "#8c8c8c", 4 if won else 1)
    for right, down, words, size, turn in (
        (20, 23, rank, small, 0),
        (20, 49, suit, 24, 0),
        (CARD_WIDTH / 2, CARD_HEIGHT / 2 + 2, suit, 66, 0),
        (CARD_WIDTH - 20, CARD_HEIGHT - 23, rank, small, 180),
        (CARD_WIDTH - 20, CARD_HEIGHT - 49, suit, 24, 180),
    ):
        at = (x + down, y + height - right) if sideways else (x + right, y + down)
        angle = turn + 90 * sideways
        canvas.text(*at, words, size, colour, align="centre", bold=size < 60, angle=angle)


BETS_LEFT, BETS_RIGHT, BET_ROWS = 866, WIDTH - 24, 6


def _draw_bets(canvas: Canvas, view: View) -> None:
    """Draw a row a bet; long numbers take the room of the results."""
    canvas.card(BETS_LEFT - 16, 62, BETS_RIGHT - BETS_LEFT + 32, 334, RAIL, RAIL)
    lines = bet_lines(view)
    crowded = any(len(number) > 7 for line in lines for number in (line.stake, line.paid))
    stake_at, paid_room = BETS_LEFT + (190 if crowded else 165), 116 if crowded else 62
    heads = (
        (BETS_LEFT, "Bet", "left"),
        (stake_at, "Stake", "right"),
        (BETS_RIGHT, "Paid", "right"),
    )
    for x, words, align in heads if crowded else (*heads, (BETS_LEFT + 178, "Result", "left")):
        canvas.text(x, 84, words, 13, MUTED, align=align)
    for i, line in enumerate(lines[:BET_ROWS]):
        y = 118 + 32 * i
        colour = GOLD if line.points > 0 else CREAM if line.points == 0 else MUTED
        canvas.text(BETS_LEFT, y, _fit(line.title, 11), 16, CREAM, room=100)
        canvas.text(stake_at, y, line.stake, 16, CREAM, align="right", room=84)
        canvas.text(BETS_RIGHT, y, line.paid, 16, colour, align="right", bold=True, room=paid_room)
        if not crowded:
            canvas.text(BETS_LEFT + 178, y, line.result, 14, colour, room=66)
    if len(lines) > BET_ROWS:
        rest = f"and {len(lines) - BET_ROWS} more"
        canvas.text(BETS_LEFT, 118 + 32 * BET_ROWS - 8, rest, 13, MUTED)
    canvas.lines([(BETS_LEFT, 328, BETS_RIGHT, 328)], MUTED, 1)
    if any(view.stakes):
        net = money(sum(view.net), sign=True)
        canvas.text(BETS_LEFT, 347, "This coup", 15, MUTED)
        canvas.text(BETS_RIGHT, 347, net, 17, CREAM, align="right", bold=True, room=210)
    if view.bankroll is not None:
        canvas.text(BETS_LEFT, 376, "Bankroll", 15, MUTED)
        held = money(view.bankroll)
        canvas.text(BETS_RIGHT, 376, held, 18, GOLD, align="right", bold=True, room=210)


def _draw_shoe(canvas: Canvas, view: View) -> None:
    """Draw the shoe as a bar that empties from the left towards the cut card."""
    left, top, length, height = 24, 318, 814, 26
    canvas.box(left, top, length, height, RAIL)
    gone = length * (1 - view.undealt / view.cards)
    canvas.box(left + gone, top, length - gone, height, CREAM)
    edges = [left + x for x in range(8, length, 8) if x > gone]
    canvas.lines([(x, top + 2, x, top + height - 2) for x in edges], "#d8d0b4", 1)
    cut = left + length * (1 - view.cut / view.cards)
    canvas.box(cut - 3, top - 6, 6, height + 12, GOLD)
    canvas.text(left, 370, shoe_in_words(view), 16, CREAM)


# --- The roads -------------------------------------------------------------------------

Place = tuple[float, float, float, int]
"""Left, top, side of a cell, columns."""

BEAD_PLATE: Place = (24, 432, 26, 14)
BIG_ROAD: Place = (406, 432, 22, 35)
DERIVED_ROADS: dict[int, Place] = {
    1: (406, 592, 13, 59),
    2: (406, 698, 13, 29),
    3: (799, 698, 13, 29),
}


def _draw_roads(canvas: Canvas, roads: Roads) -> None:
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


def _draw_counts(canvas: Canvas, view: View) -> None:
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
