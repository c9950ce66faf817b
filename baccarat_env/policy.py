"""Whatever decides, seated at N tables: a function, a model with `predict`, an agent.

actions = policy(observations)                  # any callable; `policy.reset(N)` if it has one
actions, state = policy.predict(observations)   # a model of Stable-Baselines3, or one like it
seat = policy.seat(env)                         # an agent, which reads the table itself
"""

from __future__ import annotations

import inspect
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from baccarat_env.vector_env import BaccaratVectorEnv

__all__ = ["Seated", "seated"]

Flags = NDArray[np.bool_]


class Seated(Protocol):
    """Who decides at N tables, shoe after shoe."""

    def open(self, infos: dict[str, Any]) -> None:
        """Sit down at N new shoes, with no memory."""

    def actions(self, observations: NDArray[np.float32]) -> Any:
        """Give an action a table, from observations `(N, D)`."""

    def learn(self, infos: dict[str, Any], over: Flags) -> None:
        """Hear how the coup went, and which shoes `(N,)` are over."""


def seated(policy: Any, env: BaccaratVectorEnv) -> Seated:
    """Seat a policy at tables.

    Raises ValueError for what is no policy, and for a model of other spaces.
    """
    if hasattr(policy, "seat"):
        return _Agent(policy, env)
    if hasattr(policy, "predict"):
        return _Model(policy, env)
    if callable(policy):
        return _Function(policy, env)
    raise ValueError(
        f"policy={policy!r} must be a function of observations, a model with predict() or an agent"
    )


class _Function:
    """A function of a batch of observations."""

    def __init__(self, policy: Any, env: BaccaratVectorEnv) -> None:
        self.policy, self.tables = policy, env.num_envs

    def open(self, infos: dict[str, Any]) -> None:  # noqa: ARG002
        if hasattr(self.policy, "reset"):
            self.policy.reset(self.tables)

    def actions(self, observations: NDArray[np.float32]) -> Any:
        return self.policy(observations)

    def learn(self, infos: dict[str, Any], over: Flags) -> None:
        """A function sees the next observations."""


class _Model:
    """A model with `predict`, which is handed what its signature takes."""

    def __init__(self, model: Any, env: BaccaratVectorEnv) -> None:
        for kind in ("observation", "action"):
            own = getattr(model, f"{kind}_space", None)
            ours = getattr(env, f"single_{kind}_space")
            if own is not None and own != ours:
                raise ValueError(
                    f"the model's {kind} space is {own}, and that of the environment {ours}: "
                    "score it under the terms it was trained on"
                )
        self.model, self.env = model, env
        self.takes = set(inspect.signature(model.predict).parameters)

    def open(self, infos: dict[str, Any]) -> None:  # noqa: ARG002
        self.state: Any = None
        self.fresh = np.ones(self.env.num_envs, np.bool_)

    def actions(self, observations: NDArray[np.float32]) -> Any:
        hand = {"state": self.state, "episode_start": self.fresh, "deterministic": True}
        if "action_masks" in self.takes:
            hand["action_masks"] = self.env.action_masks()
        wanted = {name: value for name, value in hand.items() if name in self.takes}
        found = self.model.predict(observations, **wanted)
        actions, self.state = found if isinstance(found, tuple) else (found, None)
        self.fresh = np.zeros_like(self.fresh)
        return actions

    def learn(self, infos: dict[str, Any], over: Flags) -> None:
        """A model sees the next observations."""


class _Agent:
    """An agent, which takes a seat at an environment and goes by its infos."""

    def __init__(self, agent: Any, env: BaccaratVectorEnv) -> None:
        self.agent, self.env = agent, env

    def open(self, infos: dict[str, Any]) -> None:
        self.seat = self.agent.seat(self.env)
        self.seat.open(infos)

    def actions(self, observations: NDArray[np.float32]) -> Any:  # noqa: ARG002
        return self.seat.action()

    def learn(self, infos: dict[str, Any], over: Flags) -> None:
        self.seat.learn(infos, over)
