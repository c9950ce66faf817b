"""A table in the terminal: a person plays, agents may sit at the other seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from secrets import randbelow
from typing import Annotated

import numpy as np
import tyro

from agents import make
from agents.agent import Limits
from agents.by_name import told_of
from agents.play.nine_seats import Guest
from baccarat_env import simulate
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import Game, as_game
from baccarat_env.house import Chips, House
from baccarat_env.render import View, money
from baccarat_env.rules import RESULTS
from baccarat_env.simulate import Coups
from baccarat_env.table import SEATS, Played, Sight, Table
from experiments import RequestError
from experiments.commands.play.reckoning import PLAYERS, Line, crowd, reckon, systems
from experiments.commands.play.screen import Screen, chips
from experiments.commands.play.words import in_words, read_stakes
from experiments.page.options import about
from experiments.page.text import plain
from experiments.shoes.procedure import GAME_NAMES

__all__ = ["Session", "play"]

YOU = 1
"""The seat of the person."""

HELP = """\
  player 5 tie 1      chips on {bets}
  p 5 t 1             the same in first letters
  again               the same bets as last time
  pass, or Enter      no bet on this coup
  odds                what a perfect counter knows: the exact worth of each bet
  roads               the table and its roads again
  quit                leave the table"""


def play(
    game: Annotated[str, about(f"{GAME_NAMES}.")] = "ez",
    bankroll: Annotated[int, about("Chips to start with, at every seat.")] = 1_000,
    low: Annotated[int, about("Least stake in chips.")] = 1,
    high: Annotated[int, about("Largest stake in chips.")] = 500,
    side_high: Annotated[int | None, about("Largest stake on a side bet.", metavar="N")] = None,
    decks: Annotated[int | None, about("Decks of the shoe, 1 to 8.", metavar="N")] = None,
    cut: Annotated[int | None, about("Cards behind the cut card.", metavar="N")] = None,
    seat: Annotated[
        tyro.conf.UseAppendAction[tuple[str, ...]],
        about("Who sits at another seat; once for each of them.", metavar="AGENT"),
    ] = (),
    seed: Annotated[int | None, about("The shoes' seed; else a new one.", metavar="N")] = None,
    fast: Annotated[bool, about("No pauses between cards.")] = False,
) -> None:
    """Play a shoe in the terminal: cards, roads, exact odds, and a reckoning at the end.

    Example: python -m experiments play --game mini --bankroll 100 --seat martingale:bet=player
    """
    try:
        rules = as_game(game)
        rules = replace(
            rules,
            decks=rules.decks if decks is None else decks,
            cut=rules.cut if cut is None else cut,
        )
        house = House(low, high, side_low=min(low, side_high or low), side_high=side_high)
        table = Table(rules, house=house, seed=randbelow(10**6) if seed is None else seed)
        code = Session(Screen.here(fast=fast), table, bankroll, seat).play()
    except ValueError as problem:
        raise RequestError(str(problem)) from None
    if code:
        raise SystemExit(code)


class Person:
    """The bettor at the keyboard: stakes what was typed, keeps the shoe when it comes round."""

    stakes: Chips

    def bet(self, sight: Sight) -> Chips:  # noqa: ARG002 (the person has seen it)
        """Stake what was typed."""
        return self.stakes

    def learn(self, stakes: Chips, net: Chips) -> None:
        """Nothing to note: it is on the screen."""

    def passes(self, sight: Sight) -> bool:  # noqa: ARG002
        """Keep the shoe."""
        return False


def _guest(name: str, game: Game) -> Guest:
    with told_of(name):
        return Guest(make(name), game)


class Session:
    """A person and other bettors at a table, for one shoe.

    All that happens follows from the seed and from what is typed. Raises ValueError for an
    agent that cannot be seated, or a bankroll that is none.
    """

    def __init__(
        self, screen: Screen, table: Table, bankroll: int, others: Sequence[str] = ()
    ) -> None:
        self.screen, self.table, self.game = screen, table, table.game
        if len(others) >= SEATS:
            raise ValueError(f"{len(others)} agents do not fit: there are {SEATS - 1} other seats")
        self.person, self.last = Person(), table.game.full_shoe[:0]
        self.names, self.others = {YOU: "You"}, tuple(dict.fromkeys(others))
        table.sit(YOU, self.person, bankroll)
        for n, name in enumerate(others, start=YOU + 1):
            self.names[n] = f"Seat {n}, {plain(name)}"
            table.sit(n, _guest(name, table.game), bankroll)
        self.played: list[Played] = []

    @property
    def bankroll(self) -> int:
        """What the person has in hand, in basis points of a chip."""
        return self.table.seats[YOU].bankroll

    def play(self) -> int:
        """Play until the shoe is over or the person leaves; return the exit code."""
        code = 0
        try:
            self._welcome()
            while (stakes := self._stakes()) is not None:
                self._coup(stakes)
                if self._over():
                    break
        except (EOFError, KeyboardInterrupt) as end:
            self.screen.say("")
            code = 130 if isinstance(end, KeyboardInterrupt) else 0
        if self.played:
            self._reckon()
        won = self.bankroll - self.table.seats[YOU].brought
        self.screen.say(
            f"You leave with {money(self.bankroll)} chips ({chips(won)}). "
            f"The same shoe again: --seed {self.table.seed}",
            "bold",
        )
        return code

    # --- Before a coup ----------------------------------------------------------------------

    def _welcome(self) -> None:
        table = self.table
        self.screen.say(f"{self.game.name}: {self.game.procedure}.", "bold")
        limits = dict.fromkeys(zip(table.low, table.high, strict=True))
        told = ", side bets ".join(f"{low:,} to {high:,} chips" for low, high in limits)
        self.screen.say(f"Stakes: {told}. Seed {table.seed}.")
        self._help()
        self.screen.wait(3)
        self._show()

    def _stakes(self) -> Chips | None:
        """Ask until it is clear what to bet, `(B,)`; None to leave."""
        wishes = {"odds": self._odds, "roads": self._show, "help": self._help, "?": self._help}
        while True:
            line = self.screen.ask(f"Your bet, {money(self.bankroll)} in hand: ").strip()
            word = line.casefold()
            if word in ("quit", "exit", "q"):
                return None
            try:
                if word not in wishes:
                    return self._read(word)
                wishes[word]()
            except ValueError as problem:
                sentence = str(problem)
                self.screen.say(f"{sentence[0].upper()}{sentence[1:]}.", "yellow")

    def _read(self, word: str) -> Chips:
        if word in ("", "pass"):
            return np.zeros(len(self.game.bets), dtype=np.int64)
        if word == "again":
            if not self.last.any():
                raise ValueError("there is no bet to make again yet")
            word = in_words(self.last, self.game)
        limits = self.table.low, self.table.high
        self.last = read_stakes(word, self.game, *limits, self.bankroll)
        return self.last

    def _help(self) -> None:
        self.screen.say(HELP.format(bets=", ".join(self.game.bets)))

    def _odds(self) -> None:
        self.screen.odds(self.table.sight(YOU).unseen, self.game)

    # --- A coup -----------------------------------------------------------------------------

    def _coup(self, stakes: Chips) -> None:
        self.person.stakes = stakes
        played = self.table.play()
        self.played.append(played)
        for n, name in self.names.items():
            self.screen.say(f"{name}: {in_words(played.stakes[n], self.game)}")
        self._tell_holder(played)
        self.screen.deal(played.coup)
        for n, name in self.names.items():
            if played.stakes[n].any():
                held = money(self.table.seats[n].bankroll)
                self.screen.say(f"{name}: {chips(int(played.net[n].sum()))}, now {held}")
        self.screen.wait()
        self._show()

    def _tell_holder(self, played: Played) -> None:
        if played.holder is not None:
            who = self.names[played.holder]
            self.screen.say(f"The shoe is dealt by: {who}")

    def _show(self) -> None:
        """Show the table as it stands."""
        table, last = self.table, self.played[-1] if self.played else None
        self.screen.table(
            View(
                game=self.game,
                results=tuple(RESULTS[result] for result in table.results),
                coup=last.coup if last else None,
                stakes=tuple(last.stakes[YOU].tolist()) if last else (),
                net=tuple(last.net[YOU].tolist()) if last else (),
                bankroll=self.bankroll,
                undealt=table.shoe.undealt,
                cut=table.shoe.game.cut,
                cards=52 * self.game.decks,
                shoe=table.shoes - 1,
                coups=table.coups,
            )
        )

    # --- The end ----------------------------------------------------------------------------

    def _over(self) -> bool:
        """Say whether the shoe is over, or the person is."""
        if self.table.shoe.over:
            self.screen.say("The shoe is over.", "bold")
            return True
        if self.bankroll < self.table.low.min() * BASIS_POINTS:
            self.screen.say("What you have left is below the smallest stake.", "bold")
            return True
        return False

    def _reckon(self) -> None:
        self.screen.reckoning(self.lines(), len(self.names), len(self.played))
        for name in self.others:
            if make(name).information in ("none", "results"):
                limits, chips = self._limits(), self.table.seats[YOU].brought // BASIS_POINTS
                found = crowd(name, self.game, limits, chips, self.table.seed)
                self.screen.say(f"Of {PLAYERS:,} players of {plain(name)}, a shoe each: {found}")

    def lines(self) -> list[Line]:
        """Reckon up every seat, and every system over the same coups."""
        dealt = simulate.deal(self.game, shoes=1, seed=self.table.seed)
        columns = (getattr(dealt, name) for name in Coups.__dataclass_fields__)
        coups = Coups(*(column[: len(self.played)] for column in columns))
        brought = self.table.seats[YOU].brought
        seats = [
            reckon(
                name,
                coups,
                np.array([played.stakes[n] for played in self.played]),
                np.array([played.net[n] for played in self.played]),
                self.game,
            )
            for n, name in self.names.items()
        ]
        return [*seats, *systems(coups, self.game, self._limits(), brought // BASIS_POINTS)]

    def _limits(self) -> Limits:
        house = self.table.house
        return Limits(house.low, house.high, house.side_low, house.side_high)
