"""What a person at the table sees: cards coming out, the table, the exact odds."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from baccarat_env import odds, render
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.coup import Coup, card_name
from baccarat_env.game import Game
from baccarat_env.house import Chips
from baccarat_env.names import counted
from baccarat_env.render import ansi
from baccarat_env.view import View, coup_in_words
from experiments.commands.play.reckoning import Line
from experiments.page.number import minus
from experiments.page.terminal import Terminal
from experiments.page.text import plain_lines

__all__ = ["Screen", "chips", "percent"]

SMALLEST = render.SMALLEST
BELOW = 2
"""Lines that stand below the table: what was won so far, and the prompt."""

PAUSE = 0.6
"""Seconds between two cards."""


def chips(points: float, digits: int = 2) -> str:
    """Write a result in basis points of a chip as chips, with its sign.

    >>> chips(-25_000), chips(9_500), chips(0)
    ('−2.5', '+0.95', '0')
    """
    shown = f"{points / BASIS_POINTS:+,.{digits}f}".rstrip("0").rstrip(".")
    return "0" if shown in ("+0", "-0") else minus(shown)


def percent(share: float, digits: int = 3) -> str:
    """Write a share in per cent, with its sign.

    >>> percent(-0.0123508)
    '−1.235 %'
    """
    return minus(f"{100 * share:+.{digits}f} %")


def _grid(heading: str, title: str) -> Grid:
    return Grid(heading, title=title, title_justify="left", box=SIMPLE, padding=(0, 1))


class Screen:
    """A console that people play on; `ask` reads a line, and raises EOFError at the end."""

    def __init__(
        self, console: Console, ask: Callable[[], str] | None = None, pause: float = 0.0
    ) -> None:
        self.console, self.pause = console, pause
        self.typed = ask is None and console.is_terminal and sys.stdin.isatty()
        self._read = ask or input
        self.colour = console.color_system is not None

    @classmethod
    def here(cls, *, fast: bool = False) -> Screen:
        """Take stdin and stdout: colour and pauses only if both are a terminal.

        Bytes that are no text are shown as such, not refused.
        """
        for stream in (sys.stdin, sys.stdout):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        console = Terminal()
        if console.no_color:
            console = Terminal(color_system=None)
        screen = cls(console)
        screen.pause = PAUSE if screen.typed and not fast else 0.0
        return screen

    def say(self, words: str, style: str = "", end: str = "\n") -> None:
        """Print words as they are."""
        self.console.print(
            Text(plain_lines(words), style), end=end, soft_wrap=not self.console.is_terminal
        )

    def ask(self, prompt: str) -> str:
        """Print a prompt and read a line; what was not typed here is shown beside it."""
        self.say(prompt, "bold", end="")
        line = self._read()
        if not self.typed:
            self.say(line)
        return line

    def wait(self, pauses: float = 1.0) -> None:
        """Wait, if this is a terminal and nobody is in a hurry."""
        if self.pause:
            time.sleep(pauses * self.pause)

    # --- The table ------------------------------------------------------------------------

    def too_small(self, rows: int) -> str:
        """Say how big the terminal must be for so many rows, if it is not."""
        wide, high = self.console.size
        if not self.console.is_terminal or (wide >= SMALLEST and high >= rows):
            return ""
        return f"The table needs a terminal of {SMALLEST} × {rows}: this one is {wide} × {high}."

    def table(self, view: View) -> None:
        """Show the table with its roads, or say how big the terminal must be."""
        wide = self.console.width if self.console.is_terminal else SMALLEST
        shown = ansi(view, colour=self.colour, width=max(wide, SMALLEST))
        if self.console.is_terminal and self.console.height < shown.count("\n") + 1 + BELOW:
            shown = shown.partition("\n")[2]  # the name of the game may go
        problem = self.too_small(shown.count("\n") + 1 + BELOW)
        if problem:
            self.say(problem, "yellow")
        else:
            self.console.print(Text.from_ansi(shown), soft_wrap=True)

    def deal(self, coup: Coup) -> None:
        """Show the cards in the order they leave the shoe."""
        for i, card in enumerate(coup.cards[:4]):
            side, style = (("Player", "bright_blue"), ("Banker", "bright_red"))[i % 2]
            self.say(f"{side} ", style, end="")
            self.say(f"{card_name(card):<5}", end="", style="bold")
            self.wait()
        self.say("")
        if not coup.natural:
            for side, hand in (("Player", coup.player), ("Banker", coup.banker)):
                drew = f"draws {card_name(hand[2])}" if len(hand) == 3 else "stands"
                self.say(f"{side} {drew}. ", end="")
                self.wait()
        self.say(f"{coup_in_words(coup)}.", "bold")
        self.wait()

    # --- What a perfect counter knows -------------------------------------------------------

    def odds(self, unseen: Chips, game: Game) -> None:
        """Show the exact expected value of every bet, and how it has moved since a fresh shoe."""
        now, fresh = (odds.expected_value(cards, game) for cards in (unseen, game.full_shoe))
        grid = _grid("Bet", "What a chip on each bet is worth, exactly")
        for heading in ("fresh shoe", "now", "moved"):
            grid.add_column(heading, justify="right")
        for bet, then, value in zip(game.layout, fresh, now, strict=True):
            style = "bright_green" if value > 0 else ""
            shown = Text(percent(value), style)
            grid.add_row(bet.title, percent(then), shown, percent(value - then))
        self.console.print(grid)
        good = [bet.title for bet, value in zip(game.layout, now, strict=True) if value > 0]
        told = "No bet is above zero." if not good else f"Above zero: {', '.join(good)}."
        seen = int((game.full_shoe - unseen).sum())
        self.say(f"{told} {counted(seen, 'card')} seen, {int(unseen.sum())} not.")

    # --- The end of a shoe --------------------------------------------------------------------

    def reckoning(self, lines: Sequence[Line], seats: int, coups: int) -> None:
        """Show each result beside what the stakes were worth.

        The first of the `seats` lines is the person's; behind them stand the systems.
        """
        title = f"{counted(coups, 'coup')}, the same for everyone"
        grid = _grid("Bettor", title)
        for heading in ("chips bet", "result", "expected", "luck"):
            grid.add_column(heading, justify="right", no_wrap=True)
        for n, line in enumerate(lines, start=1):
            worth = [chips(BASIS_POINTS * value) for value in (line.expected, line.luck)]
            grid.add_row(
                line.name, f"{line.staked:,}", chips(line.net), *worth, end_section=n == seats
            )
        self.console.print(grid)
        own = lines[0]
        self.say(
            f"Your bets came to {chips(own.net)}. By the exact odds of the unseen cards they were "
            f"worth {chips(BASIS_POINTS * own.expected)}: the rest was luck."
        )
