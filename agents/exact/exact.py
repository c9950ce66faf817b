"""The ceiling: a bettor who knows the exact odds of every coup.

No agent with the same limits can expect more, and not only on average: shoe by shoe.
Given everything that has been seen, all orders of the unseen cards are equally likely,
so the expected net of a coup depends on their composition alone. An agent that stakes
s on a bet, however it decides, expects s · e of it, where e is the exact expected
value; and s lies between 0 and the limit h, so that s · e ≤ h · max(e, 0). The exact
player stakes h just where e > 0, which is the right-hand side. Stakes do not move the
cards, so the bound adds up over the bets and the coups of any shoe. Among agents that
place at most one bet a coup, the one with the greatest e is the same ceiling. Growth
has its own: the stakes that maximise the expected logarithm of the bankroll, coup by
coup, are those of `growth.kelly`.

Source: for growth, see `baccarat_env.growth`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from agents.agent import Agent, Stakes, View
from baccarat_env import simulate
from baccarat_env.bet import BASIS_POINTS, MAX_STAKE
from baccarat_env.checks import check_whole
from baccarat_env.game import Game
from baccarat_env.growth import Outcomes, kelly

__all__ = ["ExactPlayer", "affordable", "bets_of"]

Floats = NDArray[np.float64]


# --- The player ------------------------------------------------------------------------


class ExactPlayer(Agent):
    """Knows the exact odds of every coup from the unseen cards and bets where they are good.

    `stakes` says how: "every" puts `unit` chips on every favourable bet, "best" on the most
    favourable alone, "kelly" the shares of the bankroll of `kelly` times `fraction`, rounded
    down to whole chips; a share below the least stake is not bet. `bets` limits it to
    some of the layout, as "dragon_7+panda_8". Stakes above a table limit are cut to it;
    those the bankroll does not cover, the last of the layout first, are left out.

    Also called: perfect play, the perfect computer.
    """

    information = "composition"

    def __init__(
        self, stakes: str = "every", bets: str = "", unit: int = 1, fraction: float = 1.0
    ) -> None:
        if stakes not in ("every", "best", "kelly"):
            raise ValueError(f"stakes={stakes!r} must be every, best or kelly")
        if not 0 < fraction <= 2:
            raise ValueError(f"fraction={fraction!r} of the Kelly stake must be above 0, at most 2")
        check_whole("unit", unit, 1, MAX_STAKE)
        self.stakes, self.bets, self.unit, self.fraction = stakes, bets, unit, fraction

    def start(self, game: Game, tables: int, first: int = 0) -> None:
        """Sit down at N tables; raises ValueError if the game does not offer one of the bets."""
        super().start(game, tables, first)
        self.layout = bets_of(game, self.bets)
        self.priced = Game(game.name, tuple(game.layout[b] for b in self.layout), game.decks, 6)
        self.outcomes = Outcomes(self.priced)

    def bet(self, view: View) -> Stakes:
        """Price the coup at every table and stake on what is favourable."""
        if self.stakes == "kelly" and view.bankroll is None:
            raise ValueError("Kelly stakes are shares of a bankroll: give the agent one")
        rows = np.flatnonzero(view.active & ~self.stopped)
        edge = simulate.price(view.unseen[rows], self.priced)
        good = (edge > 0).any(axis=1)
        rows, edge = rows[good], edge[good]
        stakes = view.no_bet()
        if rows.size:
            wanted = self._shares(view, rows) if self.stakes == "kelly" else self._units(edge)
            low, high = view.low[self.layout], view.high[self.layout]
            wanted = np.minimum(wanted, high)
            if self.stakes != "kelly":
                wanted = np.where(wanted > 0, np.maximum(wanted, low), 0)
            stakes[np.ix_(rows, self.layout)] = np.where(wanted >= low, wanted, 0)
        return affordable(stakes, view)

    def _units(self, edge: Floats) -> Stakes:
        """One unit on each favourable bet, or on the best, `(M, B)`."""
        chosen = edge > 0
        if self.stakes == "best":
            chosen &= np.arange(edge.shape[1]) == edge.argmax(axis=1)[:, None]
        return np.asarray(np.where(chosen, self.unit, 0))

    def _shares(self, view: View, rows: NDArray[np.int64]) -> Stakes:
        """The Kelly stakes in whole chips, `(M, B)`."""
        assert view.bankroll is not None
        chips = view.bankroll[rows] // BASIS_POINTS
        stakes = np.zeros((rows.size, len(self.layout)), dtype=np.int64)
        rich = chips > 0
        most = view.high[self.layout] / chips[rich, None]
        chances = self.outcomes.chances(view.unseen[rows[rich]])
        shares = np.minimum(self.fraction * kelly(chances, self.outcomes.net, most), most)
        shares /= np.maximum(shares.sum(axis=1, keepdims=True), 1.0)
        stakes[rich] = np.floor(shares * chips[rich, None] + ROUNDING)
        return stakes


ROUNDING = 1e-6
"""Chips: a stake that is whole but for rounding is not cut by one."""


def bets_of(game: Game, bets: str) -> NDArray[np.int64]:
    """Find the bets of "player+banker" on the layout; all of them if none is named.

    Raises ValueError naming one that the game does not offer.
    """
    names = bets.split("+") if bets else game.bets
    return np.array([game.index(name) for name in names], dtype=np.int64)


def affordable(stakes: Stakes, view: View) -> Stakes:
    """Leave out the stakes that the bankroll does not cover, in the order of the layout."""
    if view.bankroll is None:
        return stakes
    chips = view.bankroll // BASIS_POINTS
    placed = np.zeros_like(stakes)
    for b in range(stakes.shape[1]):
        fits = placed.sum(axis=1) + stakes[:, b] <= chips
        placed[:, b] = np.where(fits, stakes[:, b], 0)
    return placed


def offers() -> dict[str, Callable[..., Agent]]:
    """The exact player with each way to stake."""
    return {
        "exact": partial(ExactPlayer, "every"),
        "exact-best": partial(ExactPlayer, "best"),
        "exact-kelly": partial(ExactPlayer, "kelly"),
    }
