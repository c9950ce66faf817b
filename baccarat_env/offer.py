"""An offer: a bet as casinos print it, with where it stands, who printed it and what they say."""

from __future__ import annotations

from dataclasses import dataclass, replace

from baccarat_env.bet import MAIN_BETS, Bet, Pays

__all__ = [
    "JACOBSON",
    "JACOBSON_SIDE_BETS",
    "PLATFORM",
    "PLATFORM_ODDS",
    "WIZARD",
    "Offer",
    "family",
    "offer",
]

WIZARD = "wizardofodds.com"
JACOBSON = "Jacobson, 888casino.com blog"
JACOBSON_SIDE_BETS = "Jacobson, advancedadvantageplay.com"
PLATFORM = "github.com/zeekrs/baccarat-calculator"
PLATFORM_ODDS = "odds of a platform; no casino's sheet seen"


@dataclass(frozen=True)
class Offer:
    """A row of the catalogue. One event under two pay tables is two offers.

    `name` is what the catalogue calls it; the bet bears the same name, or "player" or "banker"
    where it takes the place of that bet on a layout.
    """

    name: str
    title: str
    bet: Bet
    where: str
    """Where it is offered, or under which other names."""
    source: str
    """Who printed the pay table."""
    printed: str = ""
    """The house edge in per cent printed for eight decks, to its last digit; "" if none is."""
    family: str = ""

    @property
    def alone(self) -> Bet:
        """The bet under the name of the row, so that all of them fit on one layout."""
        return replace(self.bet, name=self.name)


def offer(
    name: str, title: str, where: str, source: str, printed: str, *lines: Pays, place: str = ""
) -> Offer:
    """Write a row: a side bet, unless it takes the `place` of a bet of the main layout."""
    bet = Bet(place if place in MAIN_BETS else name, lines, side=not place)
    return Offer(name, title, bet, where, source, printed)


def family(name: str, *rows: Offer) -> tuple[Offer, ...]:
    """Gather the rows of a family."""
    return tuple(replace(row, family=name) for row in rows)
