"""The picture of a table: cards, bets, shoe gauge and all five roads.

It is drawn straight onto matplotlib's Agg canvas, about five milliseconds a picture;
matplotlib is imported when the first picture is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from importlib import import_module
from typing import Any

import numpy as np
from gymnasium.error import DependencyNotInstalled
from numpy.typing import NDArray

from baccarat_env.coup import RANKS, SUITS, Coup
from baccarat_env.render import (
    DERIVED,
    View,
    bet_lines,
    coup_in_words,
    money,
    shoe_in_words,
    shown_results,
)
from baccarat_env.roads import ROWS, Mark, Roads, scrolled

__all__ = ["HEIGHT", "WIDTH", "rgb_array", "show"]

WIDTH, HEIGHT = 1200, 800
"""Pixels of every picture."""

FELT, RAIL, PAPER, GRID, INK = "#14553b", "#0d3b29", "#fbfaf5", "#d9d6cc", "#1b1b1b"
CREAM, MUTED, GOLD = "#f6f1df", "#a9c9b8", "#f2c14e"
BLUE, RED, GREEN = "#1f5fc4", "#c8202f", "#1a8a4a"
COLOUR_OF = {"P": BLUE, "P8": BLUE, "B": RED, "B7": RED, "T": GREEN}
COLOUR_OF_MARK = {"R": RED, "B": BLUE}
BRIGHT = {"player": "#8fc0ff", "banker": "#ff9d9d", "tie": "#8fe3ae"}

Points = Sequence[tuple[float, float]]


def rgb_array(view: View) -> NDArray[np.uint8]:
    """Draw a table, `(HEIGHT, WIDTH, 3)`.

    Raises gymnasium.error.DependencyNotInstalled if matplotlib is missing.
    """
    brush = Brush(WIDTH, HEIGHT)
    brush.box(0, 0, WIDTH, HEIGHT, FELT)
    _draw_head(brush, view)
    _draw_hands(brush, view.coup)
    _draw_bets(brush, view)
    _draw_shoe(brush, view)
    _draw_roads(brush, Roads(shown_results(view)))
    return brush.pixels()


def show(view: View) -> None:
    """Show the same picture in a window, which stays open and follows later calls.

    Where matplotlib has no window to offer (no display), nothing is shown.
    """
    pyplot = _matplotlib("pyplot")
    picture = rgb_array(view)
    if pyplot.fignum_exists(WINDOW):
        image = pyplot.figure(WINDOW).axes[0].images[0]
        image.set_data(picture)
    else:
        figure = pyplot.figure(WINDOW, figsize=(WIDTH / 100, HEIGHT / 100), dpi=100)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_axis_off()
        axes.imshow(picture)
    if pyplot.get_backend().lower() not in ("agg", "pdf", "ps", "svg", "template"):
        pyplot.show(block=False)
        pyplot.pause(0.001)


WINDOW = "Baccarat"


def _matplotlib(module: str) -> Any:
    try:
        return import_module(f"matplotlib.{module}")
    except ImportError as error:
        raise DependencyNotInstalled(
            "matplotlib is not installed, run `pip install baccarat-env[render]`"
        ) from error


ALIGN = {"left": 0.0, "centre": 0.5, "right": 1.0}
CAPITALS = 0.73
"""Height of a capital letter, in font sizes."""

# --- The brush -------------------------------------------------------------------------


class Brush:
    """Draws on a canvas of pixels; (0, 0) is the upper left corner."""

    def __init__(self, width: int, height: int) -> None:
        agg, path, transforms = map(_matplotlib, ("backends.backend_agg", "path", "transforms"))
        self.path, self.affine = path.Path, transforms.Affine2D
        self.height = height
        self.canvas = agg.RendererAgg(width, height, 72)  # a point is a pixel
        self.upright = self.affine().scale(1, -1).translate(0, height)

    def _pen(self, colour: str, width: float) -> Any:
        pen = self.canvas.new_gc()
        pen.set_foreground(colour)
        pen.set_linewidth(width)
        pen.set_capstyle("round")
        return pen

    def _draw(self, path: Any, fill: str | None, edge: str | None, width: float) -> None:
        pen = self._pen(edge or fill or INK, width if edge else 0)
        self.canvas.draw_path(pen, path, self.upright, _rgb(fill) if fill else None)

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str | None,
        edge: str | None = None,
        line: float = 1,
    ) -> None:
        """Fill a rectangle whose upper left corner is (x, y)."""
        corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)]
        self._draw(self.path(corners), fill, edge, line)

    def card(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str,
        edge: str,
        radius: float = 8,
    ) -> None:
        """Fill a rectangle with round corners."""
        self._draw(_rounded(self.path, x, y, width, height, radius), fill, edge, 1)

    def lines(
        self, pairs: Sequence[tuple[float, float, float, float]], colour: str, width: float
    ) -> None:
        """Draw strokes (x, y, x', y')."""
        if pairs:
            points = np.array(pairs, dtype=np.float64).reshape(-1, 2)
            codes = np.tile([self.path.MOVETO, self.path.LINETO], len(pairs))
            pen = self._pen(colour, width)
            self.canvas.draw_path(pen, self.path(points, codes), self.upright, None)

    def circles(
        self,
        centres: Points,
        radius: float,
        fill: str | None,
        edge: str | None = None,
        line: float = 1,
    ) -> None:
        """Draw equal circles."""
        if centres:
            pen = self._pen(edge or fill or INK, line if edge else 0)
            disc, size = self.path.unit_circle(), self.affine().scale(radius)
            at = self.path(np.array(centres, dtype=np.float64))
            colour = _rgb(fill) if fill else None
            self.canvas.draw_markers(pen, disc, size, at, self.upright, colour)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        colour: str,
        *,
        align: str = "left",
        bold: bool = False,
        angle: float = 0,
    ) -> None:
        """Write words with the middle of their capitals at height y, turned by degrees."""
        self.stamps([(x, y)], words, size, colour, align=align, bold=bold, angle=angle)

    def stamps(
        self,
        centres: Points,
        words: str,
        size: float,
        colour: str,
        *,
        align: str = "centre",
        bold: bool = True,
        angle: float = 0,
    ) -> None:
        """Write the same words at many places."""
        if words and centres:
            path, width = _lettering(words, bold)
            turned = self.affine().translate(-width * ALIGN[align], -CAPITALS / 2)
            turned = turned.rotate_deg(angle).scale(size)
            pen, at = self._pen(colour, 0), self.path(np.array(centres, dtype=np.float64))
            self.canvas.draw_markers(pen, path, turned, at, self.upright, _rgb(colour))

    def pixels(self) -> NDArray[np.uint8]:
        """Read the canvas, `(height, width, 3)`."""
        return np.array(np.asarray(self.canvas.buffer_rgba())[:, :, :3], dtype=np.uint8)


@lru_cache(maxsize=2048)
def _lettering(words: str, bold: bool) -> tuple[Any, float]:
    """Outline words in letters of size 1; return them and their width."""
    font = _matplotlib("font_manager").FontProperties(
        family="DejaVu Sans", weight="bold" if bold else "normal"
    )
    path = _matplotlib("textpath").TextPath((0, 0), words, size=1, prop=font)
    left, right = path.vertices[:, 0].min(), path.vertices[:, 0].max()
    return _matplotlib("path").Path(path.vertices - (left, 0), path.codes), float(right - left)


@cache
def _rgb(colour: str) -> tuple[float, float, float]:
    red, green, blue = bytes.fromhex(colour[1:])
    return red / 255, green / 255, blue / 255


def _rounded(path: Any, x: float, y: float, width: float, height: float, radius: float) -> Any:
    right, bottom, r = x + width, y + height, radius
    points = [
        (x + r, y),
        (right - r, y),
        (right, y),
        (right, y + r),
        (right, bottom - r),
        (right, bottom),
        (right - r, bottom),
        (x + r, bottom),
        (x, bottom),
        (x, bottom - r),
        (x, y + r),
        (x, y),
        (x + r, y),
    ]
    move, line, curve = path.MOVETO, path.LINETO, path.CURVE3
    return path(points, [move, *(line, curve, curve) * 4])


# --- The table -------------------------------------------------------------------------


def _draw_head(brush: Brush, view: View) -> None:
    brush.box(0, 0, WIDTH, 46, RAIL)
    brush.text(24, 23, _fit(view.game.name, 60), 20, CREAM, bold=True)
    brush.text(WIDTH - 24, 23, f"Shoe {view.shoe} · coup {view.coups}", 17, MUTED, align="right")


def _fit(words: str, length: int) -> str:
    return words if len(words) <= length else words[: length - 1] + "…"


CARD_WIDTH, CARD_HEIGHT, GAP = 110, 154, 8


def _draw_hands(brush: Brush, coup: Coup | None) -> None:
    for name, left in (("player", 24), ("banker", 444)):
        brush.text(left, 72, name.upper(), 18, BRIGHT[name], bold=True)
        cards: tuple[int, ...] = getattr(coup, name, ())
        for i in range(2):
            x = left + i * (CARD_WIDTH + GAP)
            brush.card(x, 94, CARD_WIDTH, CARD_HEIGHT, RAIL, RAIL)
            if cards:
                _draw_card(brush, cards[i], x, 94)
        if len(cards) == 3:
            x = left + 2 * (CARD_WIDTH + GAP)
            _draw_card(brush, cards[2], x, 94 + CARD_HEIGHT - CARD_WIDTH, sideways=True)
        if coup is not None:
            total = coup.player_total if name == "player" else coup.banker_total
            brush.text(
                left + 2 * CARD_WIDTH + GAP, 72, str(total), 26, CREAM, align="right", bold=True
            )
    winner = coup.winner if coup else ""
    brush.text(
        WIDTH / 2 - 181,
        280,
        coup_in_words(coup),
        22,
        BRIGHT.get(winner, CREAM),
        align="centre",
        bold=True,
    )


def _draw_card(brush: Brush, card: int, x: float, y: float, sideways: bool = False) -> None:
    """Draw a card face; a third card lies sideways, turned to the left."""
    rank, suit = RANKS[card % 13], SUITS[card // 13]
    colour, small = RED if suit in "♦♥" else INK, 20 if rank == "10" else 24
    width, height = (CARD_HEIGHT, CARD_WIDTH) if sideways else (CARD_WIDTH, CARD_HEIGHT)
    brush.card(x, y, width, height, PAPER, "#8c8c8c")
    for right, down, words, size, turn in (
        (20, 23, rank, small, 0),
        (20, 49, suit, 24, 0),
        (55, 79, suit, 66, 0),
        (CARD_WIDTH - 20, CARD_HEIGHT - 23, rank, small, 180),
        (CARD_WIDTH - 20, CARD_HEIGHT - 49, suit, 24, 180),
    ):
        at = (x + down, y + height - right) if sideways else (x + right, y + down)
        brush.text(
            *at, words, size, colour, align="centre", bold=size < 60, angle=turn + 90 * sideways
        )


BETS_LEFT, BETS_RIGHT, BET_ROWS = 866, WIDTH - 24, 6


def _draw_bets(brush: Brush, view: View) -> None:
    stake_at, result_at = BETS_LEFT + 152, BETS_LEFT + 172
    brush.card(BETS_LEFT - 16, 62, BETS_RIGHT - BETS_LEFT + 32, 334, RAIL, RAIL)
    for x, words, align in (
        (BETS_LEFT, "Bet", "left"),
        (stake_at, "Stake", "right"),
        (result_at, "Result", "left"),
        (BETS_RIGHT, "Paid", "right"),
    ):
        brush.text(x, 84, words, 13, MUTED, align=align)
    lines = bet_lines(view)
    for i, (title, stake, ended, paid, points) in enumerate(lines[:BET_ROWS]):
        y = 116 + 32 * i
        colour = GOLD if points > 0 else CREAM if points == 0 else MUTED
        brush.text(BETS_LEFT, y, _fit(title, 11), 16, CREAM)
        brush.text(stake_at, y, stake, 16, CREAM, align="right")
        brush.text(result_at, y, ended, 14, colour)
        brush.text(BETS_RIGHT, y, paid, 16, colour, align="right", bold=True)
    if len(lines) > BET_ROWS:
        more = len(lines) - BET_ROWS
        brush.text(BETS_LEFT, 116 + 32 * BET_ROWS - 4, f"and {more} more bets", 13, MUTED)
    brush.lines([(BETS_LEFT, 326, BETS_RIGHT, 326)], MUTED, 1)
    if sum(view.stakes):
        brush.text(BETS_LEFT, 346, "This coup", 15, MUTED)
        net = money(sum(view.net), sign=True)
        brush.text(BETS_RIGHT, 346, net, 17, CREAM, align="right", bold=True)
    if view.bankroll is not None:
        brush.text(BETS_LEFT, 376, "Bankroll", 15, MUTED)
        brush.text(BETS_RIGHT, 376, money(view.bankroll), 18, GOLD, align="right", bold=True)


def _draw_shoe(brush: Brush, view: View) -> None:
    """Draw the shoe as a bar that empties from the left towards the cut card."""
    left, top, length, height = 24, 318, 814, 26
    brush.box(left, top, length, height, RAIL)
    gone = length * (1 - view.undealt / view.cards)
    brush.box(left + gone, top, length - gone, height, CREAM)
    edges = [left + x for x in range(8, length, 8) if x > gone]
    brush.lines([(x, top + 2, x, top + height - 2) for x in edges], "#d8d0b4", 1)
    cut = left + length * (1 - view.cut / view.cards)
    brush.box(cut - 3, top - 6, 6, height + 12, GOLD)
    brush.text(left, 370, shoe_in_words(view), 16, CREAM)


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


def _draw_roads(brush: Brush, roads: Roads) -> None:
    brush.box(0, 406, WIDTH, HEIGHT - 406, PAPER)
    _draw_grid(brush, BEAD_PLATE, "Bead plate")
    _draw_beads(brush, scrolled(roads.bead_plate(), BEAD_PLATE[3]))
    _draw_grid(brush, BIG_ROAD, "Big road")
    _draw_big_road(brush, scrolled(roads.displayed_big_road(), BIG_ROAD[3]), roads.early_ties)
    for k, name in DERIVED:
        _draw_grid(brush, DERIVED_ROADS[k], name)
        shown = scrolled(roads.displayed_derived_road(k), DERIVED_ROADS[k][3])
        for colour in COLOUR_OF_MARK:
            centres = [_centre(DERIVED_ROADS[k], mark) for mark in shown if mark.name == colour]
            _draw_derived(brush, k, centres, COLOUR_OF_MARK[colour], DERIVED_ROADS[k][2])
    _draw_counts(brush, roads)
    _draw_next(brush, roads)


def _draw_grid(brush: Brush, place: Place, name: str) -> None:
    left, top, side, columns = place
    brush.text(left, top - 11, name, 13, INK)
    right, bottom = left + side * columns, top + side * ROWS
    brush.box(left, top, right - left, bottom - top, "#ffffff")
    across = [(left, top + side * i, right, top + side * i) for i in range(ROWS + 1)]
    down = [(left + side * i, top, left + side * i, bottom) for i in range(columns + 1)]
    brush.lines(across + down, GRID, 1)


def _centre(place: Place, mark: Mark) -> tuple[float, float]:
    left, top, side, _ = place
    return left + side * (mark.column + 0.5), top + side * (mark.row + 0.5)


def _draw_beads(brush: Brush, beads: Sequence[Mark]) -> None:
    for name, colour in COLOUR_OF.items():
        centres = [_centre(BEAD_PLATE, bead) for bead in beads if bead.name == name]
        edge = GOLD if len(name) == 2 else None
        brush.circles(centres, 10.5 if edge else 11.5, colour, edge, 3)
        brush.stamps(centres, name[-1], 13, "#ffffff")


def _draw_big_road(brush: Brush, marks: Sequence[Mark], early_ties: int) -> None:
    """Draw rings, gold inside for Dragon 7 and Panda 8; a tie is a stroke, more are a number."""
    for name, colour in COLOUR_OF.items():
        centres = [_centre(BIG_ROAD, mark) for mark in marks if mark.name == name]
        brush.circles(centres, 8, "#ffe9a8" if len(name) == 2 else None, colour, 2.6)
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
            brush.text(x, y, str(mark.ties), size, GREEN, align="centre", bold=True)
    brush.lines(strokes, GREEN, 2.6)


def _draw_derived(brush: Brush, k: int, centres: Points, colour: str, side: float) -> None:
    """Draw marks of derived road `k`: hollow circles, solid circles, strokes."""
    if k == 1:
        brush.circles(centres, 0.34 * side, None, colour, 0.15 * side)
    elif k == 2:
        brush.circles(centres, 0.4 * side, colour)
    else:
        reach = 0.32 * side
        strokes = [(x - reach, y + reach, x + reach, y - reach) for x, y in centres]
        brush.lines(strokes, colour, 0.18 * side)


def _draw_counts(brush: Brush, roads: Roads) -> None:
    """Count the results of the shoe, Dragon 7 among Banker's and Panda 8 among Player's."""
    for i, (letter, name) in enumerate((("B", "Banker"), ("P", "Player"), ("T", "Tie"))):
        x = 36 + 126 * i
        brush.circles([(x, 626)], 11.5, COLOUR_OF[letter])
        brush.text(x, 626, letter, 13, "#ffffff", align="centre", bold=True)
        count = sum(result[0] == letter for result in roads.results)
        brush.text(x + 18, 626, f"{name} {count}", 15, INK)


def _draw_next(brush: Brush, roads: Roads) -> None:
    """Draw the mark every derived road gets after each winner."""
    for i, (winner, name) in enumerate(
        (("B", "If Banker wins next"), ("P", "If Player wins next"))
    ):
        y = 690 + 42 * i
        brush.text(24, y, name, 15, COLOUR_OF[winner], bold=True)
        for k in DERIVED_ROADS:
            mark = roads.next_marks(k)[winner]
            if mark:
                _draw_derived(brush, k, [(230 + 50 * (k - 1), y)], COLOUR_OF_MARK[mark], 26)
