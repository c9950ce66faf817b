"""An agent that leaves the table at a win or a loss of its own choosing."""

from __future__ import annotations

import numpy as np

from agents.agent import Agent, Stakes, View
from baccarat_env.bet import BASIS_POINTS, MAX_STAKE
from baccarat_env.checks import check_whole
from baccarat_env.game import Game

__all__ = ["Leaving"]

NEVER = MAX_STAKE**2


class Leaving(Agent):
    """An agent that leaves for good once it has won `stop_win` or lost `stop_loss` chips.

    Raises ValueError for a stop that is not a whole number from 1.
    """

    def __init__(self, agent: Agent, stop_win: int | None, stop_loss: int | None) -> None:
        for name, chips in (("stop_win", stop_win), ("stop_loss", stop_loss)):
            if chips is not None:
                check_whole(name, chips, 1, 10**11)
        self.agent, self.name = agent, agent.name
        self.information, self.tags = agent.information, agent.tags
        self.win = NEVER if stop_win is None else stop_win * BASIS_POINTS
        self.loss = NEVER if stop_loss is None else stop_loss * BASIS_POINTS

    def __getattr__(self, name: str) -> object:
        """Find what else is asked for, such as `unit` or `events`, with the agent."""
        if name.startswith("__") or name == "agent":
            raise AttributeError(name)
        return getattr(self.agent, name)

    def start(self, game: Game, tables: int, first: int = 0) -> None:
        """Sit down with nothing won."""
        super().start(game, tables, first)
        self.agent.start(game, tables, first)
        self.result = np.zeros(tables, dtype=np.int64)

    def bet(self, view: View) -> Stakes:
        """Bet as the agent does until it has left."""
        stakes = np.asarray(self.agent.bet(view))
        self.stopped |= self.agent.stopped
        return np.where(self.stopped[:, None], 0, stakes)

    def learn(self, stakes: Stakes, net: Stakes) -> None:
        """Pass on the news, and leave if it is enough."""
        self.agent.learn(stakes, net)
        self.result += net.sum(axis=1)
        self.stopped |= (self.result >= self.win) | (self.result <= -self.loss)
