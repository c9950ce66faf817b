"""An agent at a table with nine seats: what its seat sees, as a view of one table."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from agents.agent import Agent, View, read_only
from agents.contract import check_bet
from agents.play.dealt import Shown
from baccarat_env.bettor import Sight
from baccarat_env.dealer import MAX_COUPS
from baccarat_env.game import Game

__all__ = ["Guest"]


class Guest:
    """A bettor for `baccarat_env.table.Table` that bets as an agent does.

    An agent that has stopped sits out. With `passing` it gives the shoe away each time it
    is handed to it.
    """

    def __init__(self, agent: Agent, game: Game, *, passing: bool = False) -> None:
        self.agent, self.passing = agent, passing
        self.before = game.full_shoe
        agent.start(game, 1)

    def bet(self, sight: Sight) -> NDArray[np.int64]:
        """Ask the agent, which sees no more than it declares."""
        shown = Shown(1, MAX_COUPS)
        everywhere = np.ones(1, dtype=np.bool_)
        for result in sight.results:
            shown.show(everywhere, np.array([result], dtype=np.int8))
        before, self.before = self.before, sight.unseen
        view = View(
            game=sight.game,
            low=sight.low,
            high=sight.high,
            active=everywhere,
            coup=np.array([sight.coup]),
            undealt=np.array([sight.undealt]),
            last=np.array([sight.last]),
            bankroll=np.array([sight.bankroll]),
            _results=shown.results,
            _decisions=shown.decisions,
            _decided=shown.decided,
            _unseen=sight.unseen[None],
            _cards=((sight.game.full_shoe if sight.coup == 0 else before) - sight.unseen)[None],
        )
        stakes = check_bet(self.agent.bet(view.only(self.agent)), view, self.agent)
        return np.asarray(stakes[0])

    def learn(self, stakes: NDArray[np.int64], net: NDArray[np.int64]) -> None:
        """Pass the news on."""
        self.agent.learn(read_only(stakes[None]), read_only(net[None]))

    def passes(self, sight: Sight) -> bool:  # noqa: ARG002 (the agent has no say in it)
        """Keep the shoe, or always pass it."""
        return self.passing
