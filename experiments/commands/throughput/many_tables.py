"""How fast many tables are, beside what one would use instead; part of `throughput`."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

import gymnasium as gym
import numpy as np

import baccarat_env  # noqa: F401 (registers the tables)
from experiments.commands.throughput.clock import Clock, Rate

__all__ = ["learning", "through_gymnasium", "through_sb3"]

ID = "baccarat/EZ-v0"
TABLES = 1024
FEW = 64
UNIT = "steps/s"


def through_gymnasium(clock: Clock) -> Iterator[Rate]:
    """Time vector environments: Gymnasium's Blackjack side by side, then our tables."""
    blackjack = gym.make_vec("Blackjack-v1", num_envs=FEW, vectorization_mode="sync")
    reference = clock.rate(f"{FEW} Blackjack-v1, SyncVectorEnv", UNIT, vector_steps(blackjack))
    yield reference
    variants: dict[str, dict[str, Any]] = {
        "sampled reward": {},
        "SAME_STEP": {"autoreset_mode": "SAME_STEP"},
        "expected reward": {"reward": "expected"},
    }
    for name, arguments in variants.items():
        tables = gym.make_vec(ID, num_envs=TABLES, **arguments)
        rate = clock.rate(f"{TABLES:,} tables, {name}", UNIT, vector_steps(tables))
        yield rate.beside(reference)


def through_sb3(clock: Clock) -> Iterator[Rate]:
    """Time Stable-Baselines3's own vectoriser over our single table, then the adapter."""
    from stable_baselines3.common.vec_env import DummyVecEnv

    from baccarat_env.sb3 import as_vec_env

    dummy = DummyVecEnv([lambda: gym.make(ID)] * FEW)
    reference = clock.rate(f"{FEW} tables, DummyVecEnv", UNIT, sb3_steps(dummy))
    yield reference
    adapted = as_vec_env(ID, num_envs=TABLES, seed=1)
    yield clock.rate(f"{TABLES:,} tables, adapter", UNIT, sb3_steps(adapted)).beside(reference)
    every = as_vec_env(ID, num_envs=TABLES, seed=1, every_info=True)
    name = f"{TABLES:,} tables, every info"
    yield clock.rate(name, UNIT, sb3_steps(every)).beside(reference)


def learning(clock: Clock) -> Iterator[Rate]:
    """Time PPO on an environment that does nothing and on our tables, turn by turn."""
    from baccarat_env.sb3 import as_vec_env

    tables = as_vec_env(ID, num_envs=TABLES, seed=1, reward_scale=1 / 40)
    learners = [_learner(_nothing_like(tables)), _learner(tables)]
    rates: list[list[float]] = [[], []]
    for repetition in range(clock.repetitions + 1):
        for learner, found in zip(learners, rates, strict=True):
            before, start = learner.num_timesteps, time.perf_counter()
            learner.learn(2 * TABLES * learner.n_steps, reset_num_timesteps=False)
            if repetition:
                found.append((learner.num_timesteps - before) / (time.perf_counter() - start))
    names = "PPO, an environment doing nothing", f"PPO, {TABLES:,} tables"
    reference, ours = (
        Rate(name, statistics.median(found), UNIT) for name, found in zip(names, rates, strict=True)
    )
    yield reference
    yield ours.beside(reference)


def _learner(env: Any) -> Any:
    """PPO as it suits this game: large batches, few passes, one torch thread."""
    import torch
    from stable_baselines3 import PPO

    torch.set_num_threads(1)
    return PPO(
        "MlpPolicy", env, n_steps=32, batch_size=8192, n_epochs=2, gamma=0.0, seed=1, device="cpu"
    )


def _nothing_like(env: Any) -> Any:
    """Make a VecEnv with the same spaces whose steps cost nothing."""
    from stable_baselines3.common.vec_env import VecEnv

    class Nothing(VecEnv):
        def __init__(self) -> None:
            super().__init__(env.num_envs, env.observation_space, env.action_space)
            self.seen = np.zeros((env.num_envs, *env.observation_space.shape), np.float32)
            self.rewards = np.zeros(env.num_envs, np.float32)
            self.done = np.zeros(env.num_envs, np.bool_)
            self.infos: list[dict[str, Any]] = [{} for _ in range(env.num_envs)]

        def reset(self) -> Any:
            return self.seen

        def step_async(self, actions: Any) -> None:
            pass

        def step_wait(self) -> Any:
            return self.seen, self.rewards, self.done, self.infos

        def close(self) -> None:
            pass

        def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
            return [getattr(self, attr_name, None) for _ in self._get_indices(indices)]

        def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
            setattr(self, attr_name, value)

        def env_method(
            self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any
        ) -> list[Any]:
            return []

        def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
            return [False for _ in self._get_indices(indices)]

    return Nothing()


def vector_steps(env: gym.vector.VectorEnv[Any, Any, Any]) -> Callable[[], int]:
    """Make a task that steps a vector environment with actions drawn beforehand."""
    env.action_space.seed(1)
    actions = [env.action_space.sample() for _ in range(16)]
    env.reset(seed=1)

    def task() -> int:
        for action in actions:
            env.step(action)
        return len(actions) * int(env.num_envs)

    return task


def sb3_steps(env: Any) -> Callable[[], int]:
    """Make a task that steps a VecEnv with actions drawn beforehand."""
    env.action_space.seed(1)
    actions = [
        np.array([env.action_space.sample() for _ in range(env.num_envs)]) for _ in range(16)
    ]
    env.reset()

    def task() -> int:
        for action in actions:
            env.step(action)
        return len(actions) * int(env.num_envs)

    return task
