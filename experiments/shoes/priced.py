"""Shoes with every coup priced exactly, dealt once and read at every cut.

The bets of the four rule sheets stand on one layout, each once. Where the cut card lies
does not change the order of the cards, so shoes are dealt to the shallowest cut and any
deeper one is read from them: with one coup after the cut card, a coup is dealt just when
more cards than lie behind the cut were undealt before the coup that precedes it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from agents.exact.exact import worth
from agents.play.dealt import Schedule
from baccarat_env import simulate
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import BANKER, DRAGON_7, EZ_BANKER, PANDA_8, PLAYER, TIE, Game
from experiments.statistics import Estimate

__all__ = [
    "CUT",
    "CUTS",
    "EVERY_BET",
    "TITLES",
    "PricedShoes",
    "per_shoe",
    "price",
]

EVERY_BET = Game(
    "Every bet of the rule sheets",
    (PLAYER, BANKER, replace(EZ_BANKER, name="ez_banker"), TIE, DRAGON_7, PANDA_8),
    cut=6,
)
"""One layout with both Banker bets, dealt as deep as can be."""

TITLES = {
    "player": "Player",
    "banker": "Banker, 5 %",
    "ez_banker": "EZ Banker",
    "tie": "Tie",
    "dragon_7": "Dragon 7",
    "panda_8": "Panda 8",
}

CUT = 14
"""Cards behind the cut card wherever none are named: the usual cut, and that of most sources."""

CUTS = (6, 8, 10, 12, CUT, 16, 20, 26, 32, 39, 46, *range(52, 301, 13))
"""Cards behind the cut card at which shoes are read."""


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
    return PricedShoes(game, coups, worth(coups.unseen, game), undealt, deepest)


def per_shoe(total: ArrayLike, squares: ArrayLike, shoes: int) -> Estimate:
    """Estimate the mean of a shoe from sums over independent shoes of a result and its square."""
    mean = np.asarray(total, np.float64) / shoes
    variance = np.maximum(np.asarray(squares, np.float64) / shoes - mean**2, 0)
    return Estimate(mean, np.sqrt(variance / max(shoes - 1, 1)))
