"""Who bets at a table: what a bettor sees, and what is asked of one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from numpy.typing import ArrayLike

from baccarat_env.game import Game
from baccarat_env.house import Chips

__all__ = [
    "Bettor",
    "Sight",
]


@dataclass(frozen=True)
class Sight:
    """What can be seen from a seat before a coup."""

    seat: int
    game: Game
    low: Chips
    """`(B,)` least stake in chips."""
    high: Chips
    """`(B,)` largest stake in chips."""
    bankroll: int
    """Before this seat, in basis points of a chip."""
    coup: int
    """Index of the coming coup in its shoe, from 0."""
    undealt: int
    last: bool
    """Whether the coming coup is known to be the last of its shoe."""
    results: tuple[int, ...]
    """The board: indices into `rules.RESULTS`, this shoe, oldest first. Newcomers see it too."""
    unseen: Chips
    """`(10,)` the shoe less the cards shown since this seat was taken or the shoe opened."""
    holder: int | None
    """The seat that the shoe lies before; None where the house deals."""


class Bettor(Protocol):
    """Whoever sits down."""

    def bet(self, sight: Sight) -> ArrayLike:
        """Stake whole chips on each bet, `(B,)`."""

    def learn(self, stakes: Chips, net: Chips) -> None:
        """Hear what was placed, in chips, and won, in basis points of a chip, `(B,)` each."""

    def passes(self, sight: Sight) -> bool:
        """Say whether to pass the shoe on, when holding it, before the coup is dealt."""
