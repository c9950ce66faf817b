"""Adapter from N tables to Stable-Baselines3's VecEnv.

Stable-Baselines3 takes single Gymnasium environments, which it steps one by one, and no
native vector environment; this adapter lets it train on thousands of tables at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from baccarat_env.install import to_install

try:
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:
    raise gym.error.DependencyNotInstalled(to_install("stable-baselines3", "sb3")) from error

from baccarat_env.arguments import FixedArguments
from baccarat_env.env import check_render_mode, read_options
from baccarat_env.outcome import Outcome
from baccarat_env.shoe import spawned_seeds
from baccarat_env.tables import Tables
from baccarat_env.vector_env import BaccaratVectorEnv

__all__ = ["BaccaratVecEnv", "as_vec_env", "spawned_seeds"]


def as_vec_env(
    env: str | BaccaratVectorEnv = "baccarat/EZ-v0",
    num_envs: int = 256,
    seed: int | None = None,
    *,
    every_info: bool = False,
    **arguments: Any,
) -> BaccaratVecEnv:
    """Make a Stable-Baselines3 VecEnv of `num_envs` tables.

    `env` is an id, whose environment takes `arguments` as in `gym.make`, or a
    `BaccaratVectorEnv` in mode SAME_STEP, which brings its own number of tables. `seed`
    is spread as `spawned_seeds` says. With `every_info` each step tells everything about
    each table, as `DummyVecEnv` does, at a tenth of the speed; without it only tables
    whose shoe ended do, and the other infos are empty.

    >>> from stable_baselines3 import PPO  # doctest: +SKIP
    >>> PPO("MlpPolicy", as_vec_env(num_envs=1024), gamma=0.0, seed=1)  # doctest: +SKIP
    """
    tables: Any = env
    if "autoreset_mode" in arguments or (arguments and not isinstance(env, str)):
        raise ValueError(
            f"{', '.join(arguments)} cannot be set here: the mode is SAME_STEP, and a vector "
            "environment brings its own terms"
        )
    if isinstance(env, str) and env.rpartition(":")[2].startswith("baccarat/"):
        mode = AutoresetMode.SAME_STEP
        tables = gym.make_vec(env, num_envs=num_envs, autoreset_mode=mode, **arguments).unwrapped
    if not isinstance(tables, BaccaratVectorEnv):
        raise ValueError(
            f"env={env!r} is no baccarat environment: give an id or a BaccaratVectorEnv"
        )
    if tables.autoreset_mode != AutoresetMode.SAME_STEP:
        raise ValueError(
            f"autoreset_mode={tables.autoreset_mode.name} does not fit: "
            "Stable-Baselines3 needs SAME_STEP"
        )
    adapted = BaccaratVecEnv(tables, every_info=every_info)
    if seed is not None:
        adapted.seed(seed)
    return adapted


class BaccaratVecEnv(FixedArguments, VecEnv):
    """N tables as Stable-Baselines3 sees them: the next shoe is opened in the step that ends one.

    The info of a table whose shoe ended holds all about its last coup, the
    `terminal_observation` and `TimeLimit.truncated`.
    """

    made_by = "as_vec_env"

    def __init__(self, env: BaccaratVectorEnv, *, every_info: bool = False) -> None:
        self.env = env
        self.every_info = every_info
        self.metadata = env.metadata
        self._all = np.ones(env.num_envs, np.bool_)
        self._actions: Any = None
        super().__init__(env.num_envs, env.single_observation_space, env.single_action_space)

    @property
    def tables(self) -> Tables:
        """The tables."""
        return self.env.tables

    @property
    def render_mode(self) -> str | None:
        """How tables are drawn."""
        return self.env.render_mode

    @render_mode.setter
    def render_mode(self, mode: str | None) -> None:
        self.env.render_mode = check_render_mode(mode)

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Set the seeds of the next reset, by `spawned_seeds`; None draws one."""
        if seed is None:
            seed = int(np.random.SeedSequence().entropy)  # type: ignore[arg-type]
        self._seeds = list(spawned_seeds(seed, self.num_envs))
        return self._seeds

    def reset(self) -> NDArray[np.float32]:
        """Open a shoe at every table, under the seeds and options set before, if any."""
        env, tables = self.env, self.env.tables
        shoes = [read_options(options, env.terms) for options in self._options]
        env.reset(seed=self._seeds)
        for n, shoe in enumerate(shoes):
            if shoe is not None:
                tables.open(np.arange(self.num_envs) == n, shoe)
        seen = tables.show(env.outcome)
        self.reset_infos = [self._told(n, env.outcome) for n in range(self.num_envs)]
        self._reset_seeds()
        self._reset_options()
        return seen

    def step_async(self, actions: NDArray[Any]) -> None:
        """Take the actions, one a table."""
        self._actions = actions

    def step_wait(
        self,
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Deal a coup at every table. Raises ResetNeeded before the first reset."""
        if not self.reset_infos[0]:
            raise gym.error.ResetNeeded("call reset() before step()")
        tables = self.env.tables
        outcome = tables.play(self._all, tables.read(self._actions), all_told=self.every_info)
        self._actions = None
        seen = tables.show(outcome)
        terminated, truncated = outcome.done
        done = terminated | truncated
        infos: list[dict[str, Any]] = (
            [self._info(n, outcome, truncated) for n in range(self.num_envs)]
            if self.every_info
            else [{} for _ in range(self.num_envs)]
        )
        if done.any():
            for n in np.flatnonzero(done).tolist():
                infos[n] = self._info(n, outcome, truncated)
                infos[n]["terminal_observation"] = seen[n].copy()
            outcome = tables.reopen(done, outcome)
            seen = tables.show(outcome)
            if self.every_info:
                for n in np.flatnonzero(done).tolist():
                    self.reset_infos[n] = self._told(n, outcome)
        self.env.outcome = outcome
        return seen, outcome.rewards.astype(np.float32), done, infos

    def _info(self, n: int, outcome: Outcome, truncated: NDArray[np.bool_]) -> dict[str, Any]:
        return {**self._told(n, outcome), "TimeLimit.truncated": bool(truncated[n])}

    def _told(self, n: int, outcome: Outcome) -> dict[str, Any]:
        return {
            key: value.copy() if isinstance(value, np.ndarray) else value
            for key, value in self.env.tables.info(outcome, n).items()
        }

    def close(self) -> None:
        """Close the tables; closing twice is fine."""
        self.env.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Give an attribute of the environment, once for each table asked for."""
        single = f"single_{attr_name}"  # the spaces of one table
        value = getattr(self.env, single if hasattr(self.env, single) else attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set the render mode of all tables; all else is fixed when the tables are made.

        Raises AttributeError for anything else, ValueError for some of the tables only.
        """
        if attr_name != "render_mode":
            if hasattr(type(self), attr_name):
                setattr(self, attr_name, value)
            raise AttributeError(f"{attr_name!r} cannot be set: only 'render_mode' can")
        if len(list(self._get_indices(indices))) != self.num_envs:
            raise ValueError(f"{attr_name} can only be set for all {self.num_envs} tables at once")
        self.render_mode = value

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """Call "action_masks" or "render" of all tables and give the rows asked for, copied."""
        if method_name not in ("action_masks", "render"):
            raise AttributeError(
                f"{method_name!r} is no method of a table here: choose action_masks or render"
            )
        rows = getattr(self.env, method_name)(*method_args, **method_kwargs)
        return [copy(rows[n]) for n in self._get_indices(indices)]

    def env_is_wrapped(
        self,
        wrapper_class: type[gym.Wrapper[Any, Any, Any, Any]],  # noqa: ARG002 (the interface's)
        indices: Any = None,
    ) -> list[bool]:
        """Say that no table is wrapped."""
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        """Draw every table, `(H, W, 3)` each, if the render mode is "rgb_array"."""
        if self.render_mode != "rgb_array":
            return [None for _ in range(self.num_envs)]
        return list(self.env.render() or ())
