"""A table in the terminal: a person plays, agents may sit at the other seats."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import numpy as np

from agents import make
from agents.agent import Limits
from agents.by_name import told_of
from agents.play.nine_seats import Guest
from baccarat_env import odds, simulate
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.bettor import Sight
from baccarat_env.game import Game
from baccarat_env.house import Chips
from baccarat_env.names import counted
from baccarat_env.rules import RESULTS
from baccarat_env.simulate import Coups
from baccarat_env.table import SEATS, Played, Table
from baccarat_env.view import View, coup_in_words, money
from experiments.commands.play.reckoning import PLAYERS, Line, crowd, reckon, systems
from experiments.commands.play.screen import Screen, chips
from experiments.commands.play.wishes import HELP, read_times, rules
from experiments.commands.play.words import in_words, read_stakes
from experiments.page.text import plain

__all__ = ["YOU", "Session"]

YOU = 1
"""The seat of the person."""


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
        self.others_by_seat = dict(enumerate(others, start=YOU + 1))
        table.sit(YOU, self.person, bankroll)
        for n, name in enumerate(others, start=YOU + 1):
            self.names[n] = f"Seat {n}, {plain(name)}"
            table.sit(n, _guest(name, table.game), bankroll)
        self.played: list[Played] = []
        self.expected = 0.0
        self.times, self.quick = 0, False

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
        wishes = {
            "odds": self._odds,
            "roads": self._show,
            "rules": lambda: self.screen.say(rules(self.game)),
            "help": self._help,
            "?": self._help,
        }
        if self.times > 0:
            with suppress(ValueError):
                return self._once_more()
            self.screen.say("The bets are more than you have in hand: what now?", "yellow")
            self._show()
        self.times, self.quick = 0, False
        while True:
            line = self.screen.ask(self._prompt()).strip()
            word = line.casefold()
            if word in ("quit", "exit", "q"):
                return None
            try:
                if word not in wishes:
                    return self._read(word)
                wishes[word]()
            except ValueError as problem:
                sentence = str(problem)
                dot = "" if sentence.endswith("?") else "."
                self.screen.say(f"{sentence[0].upper()}{sentence[1:]}{dot}", "yellow")

    def _prompt(self) -> str:
        """Say what may be typed, in the words of this table."""
        example = f"{self.game.bets[0]} {self.table.low[0]:,}"
        return f"{money(self.bankroll)} in hand. Bet ({example}, again, pass, odds, help, quit): "

    def _read(self, word: str) -> Chips:
        nothing: Chips = np.zeros(len(self.game.bets), dtype=np.int64)
        if word in ("", "pass"):
            return nothing
        times = read_times(word)
        if times is None:
            limits = self.table.low, self.table.high
            self.last = read_stakes(word, self.game, *limits, self.bankroll)
            return self.last
        if not self.last.any():
            if word.startswith("again"):
                raise ValueError("there is no bet to make again yet")
            self.last = nothing
        stakes = self._once_more()
        self.times, self.quick = times - 1, times > 1
        return stakes

    def _once_more(self) -> Chips:
        """The bets of last time. Raises ValueError if the bankroll no longer covers them."""
        self.times -= 1
        if self.last.any():
            read_stakes(
                in_words(self.last, self.game), self.game, self.table.low, self.table.high,
                self.bankroll,
            )  # fmt: skip
        return self.last

    def _help(self) -> None:
        self.screen.say(HELP.format(bets=", ".join(self.game.bets)))

    def _odds(self) -> None:
        self.screen.odds(self.table.sight(YOU).unseen, self.game)

    # --- A coup -----------------------------------------------------------------------------

    def _coup(self, stakes: Chips) -> None:
        self.person.stakes = stakes
        unseen = self.table.sight(YOU).unseen
        self.expected += float(stakes @ odds.expected_value(unseen, self.game))
        played = self.table.play()
        self.played.append(played)
        if self.quick:
            self._tell_quickly(played)
            return
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
        self._so_far()

    def _tell_quickly(self, played: Played) -> None:
        """Say a coup in a line; after the last of them show the table."""
        result = chips(int(played.net[YOU].sum()))
        self.screen.say(
            f"{self.table.coups}. {coup_in_words(played.coup)}. "
            f"You: {in_words(played.stakes[YOU], self.game)}: {result}"
        )
        if self.times <= 0 or self.table.shoe.over:
            self._show()
            self._so_far()

    def _so_far(self) -> None:
        """Say what every seat has won, and what the person's bets were worth."""
        seats = self.table.seats
        won = {n: seats[n].bankroll - seats[n].brought for n in self.names}
        expected = f"{chips(won[YOU])} (expected {chips(BASIS_POINTS * self.expected)})"
        told = [f"you {expected}"]
        told += [f"{plain(self.others_by_seat[n])} {chips(won[n])}" for n in won if n != YOU]
        self.screen.say(f"So far, {counted(len(self.played), 'coup')}: {' · '.join(told)}")

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
