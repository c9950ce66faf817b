"""What a table shows, and its text for a terminal.

The picture of the same view is drawn in `baccarat_env.picture`.
"""

from __future__ import annotations

import os
import sys
from itertools import groupby

from baccarat_env.coup import card_name
from baccarat_env.names import plain, shortened
from baccarat_env.roads import ROWS, Roads, scrolled
from baccarat_env.view import (
    BetLine,
    View,
    bet_lines,
    coup_in_words,
    marked_wins,
    money,
    shoe_in_words,
    shown_results,
)

__all__ = [
    "DERIVED",
    "ansi",
]

DERIVED = ((1, "Big eye boy"), (2, "Small road"), (3, "Cockroach pig"))
"""The derived roads: k and name."""


# --- In words --------------------------------------------------------------------------


# --- A sheet of characters -------------------------------------------------------------

PLAIN, DIM, BOLD = "", "2", "1"
PLAYER, BANKER, TIE, GOLD = "94", "91", "92", "93"
COLOUR_OF = {"P": PLAYER, "P8": PLAYER, "B": BANKER, "B7": BANKER, "T": TIE}
COLOUR_OF_MARK = {"R": BANKER, "B": PLAYER}
GLYPH = {1: "○", 2: "●", 3: "╱"}


class Sheet:
    """Characters with styles, written anywhere, clipped at `width`."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.rows: list[list[tuple[str, str]]] = []

    def write(self, row: int, column: int, text: str, style: str = PLAIN) -> None:
        """Write `text` from (row, column) on."""
        while len(self.rows) <= row:
            self.rows.append([(" ", PLAIN)] * self.width)
        for i, character in enumerate(text[: max(0, self.width - column)]):
            self.rows[row][column + i] = character, style

    def text(self, colour: bool) -> str:
        """Join the rows, without trailing blanks; styles become escape codes if `colour`."""
        return "\n".join(self._line(row, colour) for row in self.rows)

    def _line(self, row: list[tuple[str, str]], colour: bool) -> str:
        if not colour:
            return "".join(character for character, _ in row).rstrip()
        line = ""
        for style, run in groupby(row, key=lambda cell: cell[1]):
            text = "".join(character for character, _ in run)
            line += f"\x1b[{style}m{text}\x1b[0m" if style else text
        return line.rstrip()


# --- The table as text -----------------------------------------------------------------

BETS_AT = 42
SMALLEST = 80


def ansi(view: View, *, colour: bool | None = None, width: int = SMALLEST) -> str:
    """Write the table as text of at most `width` columns, 23 lines for five bets.

    With `colour` None it is coloured if stdout is a terminal and NO_COLOR is not set
    (https://no-color.org). On roads without colour R is a red mark and B a blue one.
    In the bead plate 7 is a Banker win with Dragon 7 and 8 a Player win with Panda 8. A road
    that is too long shows its last columns; a larger `width` shows more.

    Raises ValueError if `width` is below 80.
    """
    if width < SMALLEST:
        raise ValueError(f"width={width} is too small for the table: give at least {SMALLEST}")
    if colour is None:
        colour = not os.environ.get("NO_COLOR") and sys.stdout.isatty()
    sheet = Sheet(width)
    place = f"shoe {view.shoe}, coup {view.coups}"
    sheet.write(0, 0, shortened(plain(view.game.name), width - len(place) - 2), BOLD)
    sheet.write(0, width - len(place), place)
    _write_hands(sheet, view)
    _write_bets(sheet, view)
    row = max(len(sheet.rows), 8)
    _write_shoe(sheet, view, row)
    _write_roads(sheet, view, row + 1, colour)
    return sheet.text(colour)


def _write_hands(sheet: Sheet, view: View) -> None:
    hands = (("PLAYER", 0, PLAYER), ("BANKER", 20, BANKER))
    for name, left, style in hands:
        sheet.write(1, left, name, style)
        if view.coup is None:
            continue
        cards = view.coup.player if name == "PLAYER" else view.coup.banker
        total = view.coup.player_total if name == "PLAYER" else view.coup.banker_total
        natural = len(cards) == 2 and total >= 8
        sheet.write(1, left + 7, f"{total}{'  natural' if natural else ''}", BOLD)
        for i, card in enumerate(cards):
            at = left + 6 * i
            face = card_name(card)
            sheet.write(2, at, "┌────┐", DIM)
            sheet.write(3, at, "│    │", DIM)
            sheet.write(4, at, "└────┘", DIM)
            sheet.write(3, at + 1, f"{face:>3}", BANKER if face[-1] in "♦♥" else BOLD)
    style = BOLD
    if view.coup is not None:
        style = {"player": PLAYER, "banker": BANKER, "tie": TIE}[view.coup.winner]
    sheet.write(5, 0, coup_in_words(view.coup), style)


def _write_bets(sheet: Sheet, view: View) -> None:
    """Write a row a bet; where numbers are long, the results make room for them."""
    lines = [BetLine("bet", "stake", "result", "paid", -1), *bet_lines(view)]
    stake = max(len(line.stake) for line in lines) + 2
    paid = max(6, *(len(line.paid) for line in lines)) + 1
    result = max(9, *(len(line.result) for line in lines)) + 2
    if sheet.width - BETS_AT - stake - result - paid < 8:
        result = 0
    result_at = sheet.width - paid - result + 2
    stake_at = sheet.width - paid - result - stake
    for row, line in enumerate(lines, start=1):
        style = TIE if line.points > 0 else PLAIN if line.points == 0 else DIM
        plain = DIM if row == 1 else PLAIN
        sheet.write(row, BETS_AT, shortened(line.title, stake_at - BETS_AT), plain)
        sheet.write(row, stake_at, f"{line.stake:>{stake}}", plain)
        if result:
            sheet.write(row, result_at, line.result, style)
        sheet.write(row, sheet.width - len(line.paid), line.paid, style)
    row = max(7, 1 + len(lines))
    held = 0 if view.bankroll is None else len(money(view.bankroll)) + 9
    if view.bankroll is not None:
        sheet.write(row, BETS_AT, "bankroll", DIM)
        sheet.write(row, BETS_AT + 9, money(view.bankroll), GOLD)
    shown = money(sum(view.net), sign=True)
    if any(view.stakes) and BETS_AT + held + len(shown) < sheet.width:
        sheet.write(row, sheet.width - len(shown), shown, BOLD)


def _write_shoe(sheet: Sheet, view: View, row: int) -> None:
    words = shoe_in_words(view)
    sheet.write(row, 0, "Shoe", DIM)
    length = sheet.width - len(words) - 7
    gone = round(length * (1 - view.undealt / view.cards))
    cut = min(length - 1, round(length * (1 - view.cut / view.cards)))
    sheet.write(row, 5, "·" * gone + "█" * (length - gone), DIM)
    sheet.write(row, 5 + cut, "┃", GOLD)
    sheet.write(row, sheet.width - len(words), words)


BEADS = 14
BIG_ROAD_AT = 16


def _write_roads(sheet: Sheet, view: View, top: int, colour: bool) -> None:
    roads, marks = Roads(shown_results(view)), marked_wins(view.game)
    sheet.write(top + 2 * ROWS + 1, 0, "")  # the table is as tall before the first coup
    sheet.write(top, 0, "Bead plate", DIM)
    for mark in scrolled(roads.bead_plate(), BEADS):
        letter = mark.name[-1]  # of B7 and P8 the number
        sheet.write(top + 1 + mark.row, mark.column, letter, COLOUR_OF[mark.name])
    sheet.write(top, BIG_ROAD_AT, "Big road", DIM)
    legend = ", ".join(["digits count ties", *(f"bead {r[1]} {t}" for r, t in marks.items())])
    sheet.write(top, sheet.width - len(legend), legend, DIM)
    for mark in scrolled(roads.displayed_big_road(), (sheet.width - BIG_ROAD_AT) // 2):
        row, column = top + 1 + mark.row, BIG_ROAD_AT + 2 * mark.column
        sheet.write(row, column, mark.name[0], COLOUR_OF[mark.name])
        sheet.write(row, column + 1, _ties(mark.ties), TIE)
    if roads.early_ties:
        sheet.write(top + 1, BIG_ROAD_AT + 1, _ties(roads.early_ties), TIE)
    columns = (sheet.width + 1) // len(DERIVED)
    for i, (k, name) in enumerate(DERIVED):
        _write_derived(sheet, roads, k, (top + 1 + ROWS, i * columns, columns - 2), name, colour)


def _ties(count: int) -> str:
    return "" if count == 0 else str(count) if count < 10 else "+"


def _write_derived(
    sheet: Sheet, roads: Roads, k: int, place: tuple[int, int, int], name: str, colour: bool
) -> None:
    top, left, columns = place
    sheet.write(top, left, name, DIM)
    sign = {"R": GLYPH[k], "B": GLYPH[k], "": ""} if colour else {"R": "R", "B": "B", "": ""}
    at = left + columns - 7
    for winner, colour_mark in roads.next_marks(k).items():
        if colour_mark:
            sheet.write(top, at, f"{winner}→", DIM)
            sheet.write(top, at + 2, sign[colour_mark], COLOUR_OF_MARK[colour_mark])
            at += 4
    for mark in scrolled(roads.displayed_derived_road(k), columns):
        row, column = top + 1 + mark.row, left + mark.column
        sheet.write(row, column, sign[mark.name], COLOUR_OF_MARK[mark.name])
