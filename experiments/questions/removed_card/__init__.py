"""What is one card worth?

Take one card out of a full shoe and count all ways to deal the next coup again: the change
of a bet's expected value is what that card is worth to a player who sees it go. No chance is
involved. The values of all cards of a shoe, added up, are zero.

A count gives each card a tag and adds up the tags of the cards seen. The best tags are the
values rounded to whole numbers that balance over a deck. The betting correlation says how
well they follow the values: 1 is the best that any count of this kind can do.

Source: Griffin, "The Theory of Blackjack" (1979), for both.
"""

from __future__ import annotations

from dataclasses import dataclass

from baccarat_env.rules import MAX_DECKS
from experiments.questions.removed_card.work import removed
from experiments.shoes.usual_table import EVERY_BET
from experiments.work.cell import Cell

ORDER = 2


@dataclass(frozen=True)
class Config:
    """Tags of up to `most` are tried."""

    most: int


QUICK = Config(most=6)
FULL = Config(most=6)


def cells(config: Config, seed: int) -> list[Cell]:  # noqa: ARG001 (nothing is drawn)
    """List the work: one exact cell."""
    sizes = list(range(1, MAX_DECKS + 1))
    return [Cell.of(removed, game=EVERY_BET, decks=sizes, most=config.most)]
