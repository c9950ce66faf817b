"""The picture of a table: cards, bets, shoe gauge and all five roads.

A picture takes about 12 milliseconds; matplotlib is imported when the first is drawn.
"""

from __future__ import annotations

import sys

import numpy as np
from numpy.typing import NDArray

from baccarat_env.canvas import Canvas, matplotlib_module
from baccarat_env.coup import RANKS, SUITS, Coup
from baccarat_env.names import plain, shortened
from baccarat_env.picture_roads import (
    CREAM,
    FELT,
    GOLD,
    HEIGHT,
    INK,
    MUTED,
    PAPER,
    RAIL,
    RED,
    WIDTH,
    draw_counts,
    draw_roads,
)
from baccarat_env.roads import Roads
from baccarat_env.view import (
    View,
    bet_lines,
    coup_in_words,
    money,
    shoe_in_words,
    shown_results,
)

__all__ = [
    "HEIGHT",
    "WIDTH",
    "close",
    "rgb_array",
    "show",
]

WINDOW = "Baccarat"
NO_WINDOW = ("agg", "cairo", "pdf", "pgf", "ps", "svg", "template")
"""Backends of matplotlib that draw to files only."""

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
    draw_roads(canvas, Roads(shown_results(view)))
    draw_counts(canvas, view)
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
    canvas.text(24, 23, shortened(plain(view.game.name), 60), 20, CREAM, bold=True)
    canvas.text(WIDTH - 24, 23, f"Shoe {view.shoe} · coup {view.coups}", 17, MUTED, align="right")


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


BETS_LEFT, BETS_RIGHT = 866, WIDTH - 24
BET_ROWS, MOST_ROWS = 6, 12
"""Bets in rows of full height, and in any height; more are counted."""


def _draw_bets(canvas: Canvas, view: View) -> None:
    """Draw a row a bet, lower where there are many; long numbers take the room of the results."""
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
    few = len(lines) <= BET_ROWS
    height, size = (32, 16) if few else (192 // min(len(lines), MOST_ROWS), 13)
    for i, line in enumerate(lines[:MOST_ROWS]):
        y = (118 if few else 110) + height * i
        colour = GOLD if line.points > 0 else CREAM if line.points == 0 else MUTED
        canvas.text(
            BETS_LEFT,
            y,
            shortened(line.title, 11 if few else 16),
            size,
            CREAM,
            room=100 if few else 125,
        )
        canvas.text(stake_at, y, line.stake, size, CREAM, align="right", room=84)
        canvas.text(
            BETS_RIGHT, y, line.paid, size, colour, align="right", bold=True, room=paid_room
        )
        if not crowded:
            canvas.text(BETS_LEFT + 178, y, line.result, min(size, 14), colour, room=66)
    if len(lines) > MOST_ROWS:
        canvas.text(BETS_LEFT, 308, f"and {len(lines) - MOST_ROWS} more", 13, MUTED)
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
