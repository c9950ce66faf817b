"""An agent in the Gymnasium environments: its view from the infos, its stakes as an action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from agents.agent import Agent, View, read_only
from agents.contract import check_bet
from agents.play.dealt import Shown
from baccarat_env.dealer import MAX_COUPS, known_last
from baccarat_env.rules import RESULT_OF, full_shoe
from baccarat_env.terms import Terms

__all__ = ["Seat"]

Flags = NDArray[np.bool_]


class Seat:
    """An agent's seat in `BaccaratEnv` or, at every table, in `BaccaratVectorEnv`.

        observation, info = env.reset(seed=1)
        seat = Seat(agent, env)
        seat.open(info)
        while not over:
            observation, reward, terminated, truncated, info = env.step(seat.action())
            seat.learn(info, terminated | truncated)

    After a reset by hand call `open` again; the vector environment's own resets are
    followed. The agent's session goes on from shoe to shoe, whatever it observes of them
    comes through its view alone, and the `information` of the environment is not used.
    """

    def __init__(self, agent: Agent, env: Any) -> None:
        self.agent = agent
        self.terms: Terms = env.unwrapped.terms
        self.scalar = not isinstance(env.unwrapped, gym.vector.VectorEnv)
        self.same_step = (
            not self.scalar and env.unwrapped.autoreset_mode == gym.vector.AutoresetMode.SAME_STEP
        )
        self.next_step = (
            not self.scalar and env.unwrapped.autoreset_mode == gym.vector.AutoresetMode.NEXT_STEP
        )
        tables = 1 if self.scalar else env.unwrapped.num_envs
        chips = self.terms.denominations
        whole = self.terms.actions == "continuous"  # any number of chips up to the largest
        self.low = np.array([1 if whole else levels[1] for levels in chips], dtype=np.int64)
        self.high = np.array([levels[-1] for levels in chips], dtype=np.int64)
        self.shown = Shown(tables, MAX_COUPS)
        self.late = np.zeros(tables, dtype=np.int64)
        self.full = np.tile(self.terms.game.full_shoe, (tables, 1))
        self.before = self.full.copy()
        self.waiting = np.ones(tables, dtype=np.bool_)
        agent.start(self.terms.game, tables)

    def open(self, info: Mapping[str, Any], rows: Flags | None = None) -> None:
        """See the new shoes on the marked tables `(N,)`, by default all, from a reset's info."""
        self.info = self._rows_of(info)
        rows = np.ones_like(self.waiting) if rows is None else rows
        self.shown.clear(rows)
        self.late[rows] = 0
        if "decks" in self.info:
            self.full[rows] = full_shoe(1) * self.info["decks"][rows, None]
        self.before[rows] = self.full[rows]
        self.waiting = self.waiting & ~rows

    def action(self) -> Any:
        """Ask the agent for its stakes and write them as an action of the environment.

        Raises ValueError if the environment has no such stakes.
        """
        view = self._view()
        stakes = check_bet(self.agent.bet(view.only(self.agent)), view, self.agent)
        action = self._as_action(stakes)
        return action[0] if self.scalar else action

    def learn(self, info: Mapping[str, Any], done: Any) -> None:
        """Tell the agent how the coup went; `done` `(N,)` marks the shoes that are over."""
        over = np.atleast_1d(np.asarray(done, dtype=np.bool_))
        told = self._rows_of(info)
        if self.same_step and over.any():
            final = self._rows_of(info["final_info"])
            told = {
                key: np.where(_beside(over, told[key]), final[key], told[key])
                for key in ("stakes", "net", "ending")
            }
        played = ~self.waiting
        self.late += played & (self.info["undealt"] <= self._cut)
        ended = RESULT_OF[np.where(played, told["ending"], 0)]
        placed, paid = (told[name] * played[:, None] for name in ("stakes", "net"))
        self.agent.learn(read_only(placed), read_only(paid))
        self.shown.show(played, ended)
        self.before = np.where(played[:, None], self.info["unseen"], self.before)
        self.info = self._rows_of(info)
        if self.next_step:
            self.open(info, self.waiting)
        self.waiting = over
        if self.same_step:
            self.open(info, over)

    def _rows_of(self, info: Mapping[str, Any]) -> dict[str, Any]:
        names = ["stakes", "net", "ending", "undealt", "unseen"]
        names += ["bankroll"] if self.terms.bankroll is not None else []
        names += self.terms.spans.drawn
        return {name: np.asarray(info[name])[None] if self.scalar else info[name] for name in names}

    @property
    def _cut(self) -> Any:
        """Cards behind the cut card, at all tables or `(N,)`."""
        return self.info.get("cut", self.terms.game.cut)

    def _view(self) -> View:
        game, undealt = self.terms.game, np.asarray(self.info["undealt"], dtype=np.int64)
        return View(
            game=game,
            low=self.low,
            high=self.high,
            active=~self.waiting,
            coup=self.shown.coups.copy(),
            undealt=undealt,
            last=known_last(undealt, self.late, self._cut, game.after_cut),
            bankroll=self.info.get("bankroll"),
            _results=self.shown.results,
            _decisions=self.shown.decisions,
            _decided=self.shown.decided,
            _unseen=self.info["unseen"],
            _full=self.full,
            _cards=self.before - self.info["unseen"],
        )

    def _as_action(self, stakes: NDArray[np.int64]) -> NDArray[Any]:
        if self.terms.actions == "continuous":
            return (stakes / self.high).astype(np.float32)
        if self.terms.actions == "single":
            legal = self.terms.single_stakes()
            found = (stakes[:, None, :] == legal).all(axis=2)
            if not found.any(axis=1).all():
                wrong = stakes[~found.any(axis=1)][0].tolist()
                raise ValueError(f"stakes {wrong} are no single bet that the environment takes")
            return np.asarray(found.argmax(axis=1))
        levels = np.zeros_like(stakes)
        for b, chips in enumerate(self.terms.denominations):
            levels[:, b] = np.searchsorted(chips, stakes[:, b])
            unknown = ~np.isin(stakes[:, b], chips)
            if unknown.any():
                raise ValueError(
                    f"the environment takes no stake of {stakes[unknown, b][0]} on "
                    f"{self.terms.game.bets[b]}: choose from chips={chips}"
                )
        return levels


def _beside(rows: Flags, values: NDArray[Any]) -> Flags:
    """Give a mask `(N,)` the number of axes that `values` has."""
    return rows.reshape(-1, *[1] * (values.ndim - 1))
