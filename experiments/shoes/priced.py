"""Shoes with every coup priced exactly, dealt once and read at every cut.

The bets of the four rule sheets stand on one layout, each once. Where the cut card lies
does not change the order of the cards, so shoes are dealt to the shallowest cut and any
deeper one is read from them: with one coup after the cut card, a coup is dealt just when
more cards than lie behind the cut were undealt before the coup that precedes it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents.play.dealt import Schedule
from baccarat_env import simulate
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import Game

__all__ = ["PricedShoes", "price"]


@dataclass(frozen=True)
class PricedShoes:
    """Every coup of some shoes, M coups and B bets."""

    game: Game
    coups: simulate.Coups
    worth: NDArray[np.float64]
    """`(M, B)` exact expected value per unit staked."""
    undealt: NDArray[np.int64]
    """`(M,)` cards in the shoe before the coup."""
    deepest: NDArray[np.int64]
    """`(M,)` the deepest cut, in cards, under which the coup is still dealt."""

    @property
    def net(self) -> NDArray[np.float64]:
        """Settled result of one unit on each bet, `(M, B)`."""
        return np.asarray(self.game.pays.T[self.coups.endings] / BASIS_POINTS)


def price(game: Game, *, shoes: int, seed: int, first: int = 0) -> PricedShoes:
    """Deal shoes `first` to `first + shoes` - 1 of a game and price every coup.

    `deepest` holds for tables that deal one coup after the cut card.
    """
    coups = simulate.deal(game, shoes=shoes, seed=seed, first=first)
    undealt = Schedule.lay_out(game, coups, 1).undealt
    deepest = np.append(0, undealt[:-1]) - 1
    deepest[coups.coup == 0] = 52 * game.decks
    return PricedShoes(game, coups, simulate.price(coups.unseen, game), undealt, deepest)
