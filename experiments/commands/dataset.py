"""Datasets for offline learners: what players did at a table whose every coup has a known worth.

An episode is a shoe. Beside what Minari keeps of it stand, in its infos, the exact value of a
chip on each bet before every coup and the unseen cards; the scores that Minari normalises by
are exact: sitting out, and the ceiling on these very shoes.
"""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any
from unittest.mock import patch

import gymnasium as gym
import numpy as np
import tyro
from numpy.typing import NDArray

from agents import make
from agents.play.environment import Seat
from agents.trained.learned import train
from agents.trained.recipe import recipe
from baccarat_env import odds
from baccarat_env.env import BaccaratEnv
from baccarat_env.install import to_install
from baccarat_env.vector_env import BaccaratVectorEnv
from experiments import RequestError
from experiments.page.number import minus
from experiments.page.options import about, within
from experiments.shoes.procedure import GAME_NAMES, game_named
from experiments.work.cell import derived_seed
from experiments.work.files import writable

__all__ = ["PLAYERS", "dataset"]

PLAYERS = ("random", "dragon-count", "exact", "half-trained")
HALF_TRAINED_COUPS = 200_000
"""Settled coups that the half-trained player, a regression, has seen."""

MOST_SHOES = 100_000
TABLES = 1_000
"""Shoes that are played side by side."""


@dataclass(frozen=True)
class Episode:
    """One shoe of T coups: what was shown, done and won, and what every bet was worth."""

    seed: int
    observations: NDArray[np.float32]
    """`(T + 1, D)`."""
    actions: NDArray[Any]
    """`(T, B)` levels of stakes."""
    rewards: NDArray[np.float64]
    """`(T,)`."""
    unseen: NDArray[np.int64]
    """`(T + 1, 10)`."""
    values: NDArray[np.float64]
    """`(T + 1, B)` of a chip on the coming coup; zeros once the shoe is over."""

    @property
    def expected(self) -> float:
        """What the stakes were worth, in chips."""
        return float((self.actions * self.values[:-1]).sum())

    @property
    def ceiling(self) -> float:
        """What the exact player's are worth."""
        return float(np.maximum(self.values, 0.0).sum())


def dataset(
    players: Annotated[
        tuple[str, ...],
        tyro.conf.Positional,
        about("random, half-trained, or any agent of backtest.", metavar="[PLAYER ...]"),
    ] = PLAYERS,
    game: Annotated[str, about(f"{GAME_NAMES}.")] = "ez",
    information: Annotated[
        str, about("What is observed: none, results, cards, count or composition.")
    ] = "composition",
    reward: Annotated[str, about("sampled or expected.")] = "sampled",
    shoes: Annotated[int, about("Episodes of each player.")] = 1_000,
    seed: Annotated[int, about("The seed of the first shoe; each next one has the next.")] = 1,
    out: Annotated[Path, about("Folder of the datasets.")] = Path("datasets"),
) -> None:
    """Write Minari datasets of players, with the exact value of every bet.

    Example: python -m experiments dataset random exact --shoes 200 --out datasets
    """
    if find_spec("minari") is None or find_spec("h5py") is None:
        raise RequestError(to_install("minari", "offline"))
    within("shoes", shoes, 1, MOST_SHOES)
    within("seed", seed, 0, 2**62 - 1)
    if reward not in ("sampled", "expected"):
        raise RequestError(f"reward={reward!r} must be sampled or expected")
    table = game_named(game)
    terms: dict[str, Any] = {"game": table.to_dict(), "information": information, "reward": reward}
    try:
        spec = gym.make("baccarat_env:baccarat/Game-v0", **terms).spec
        for player in players:
            _place(out, game, information, player)
            _try(player, BaccaratVectorEnv(1, **terms), seed)
    except ValueError as problem:
        raise RequestError(str(problem)) from None
    writable(out)
    for player in players:
        episodes = list(_played(player, terms, shoes, seed))
        _write(out, spec, _name(game, information, player), player, episodes)
        units = np.mean([one.expected for one in episodes])
        best = np.mean([one.ceiling for one in episodes])
        told = minus(f"{units:+.3f} units a shoe by the exact odds, ceiling {best:.3f}")
        print(f"{_name(game, information, player)}: {shoes:,} shoes, {told}")


def _name(game: str, information: str, player: str) -> str:
    words = [re.sub(r"[^A-Za-z0-9]+", "-", word).strip("-") for word in (game, information, player)]
    return "baccarat/{}-{}/{}-v0".format(*words)


def _place(out: Path, game: str, information: str, player: str) -> None:
    name = _name(game, information, player)
    if (out / name).exists():
        raise ValueError(f"{out / name} is there already: remove it, or name another --out")


# --- Playing ----------------------------------------------------------------------------


class Random:
    """Takes any action, all equally likely, whatever is seen."""

    def __init__(self, env: BaccaratVectorEnv, seed: int) -> None:
        self.space = env.action_space
        self.space.seed(derived_seed(seed, "dataset", "random") % 2**32)

    def open(self, info: dict[str, Any]) -> None:
        """See nothing."""

    def action(self) -> Any:
        """Draw one."""
        return self.space.sample()

    def learn(self, info: dict[str, Any], done: Any) -> None:
        """Learn nothing."""


def _try(player: str, env: BaccaratVectorEnv, seed: int) -> None:
    """Let a player bet once. Raises ValueError if there is none, or it cannot play here."""
    seat = _seat(player, env, seed, 0)
    seat.open(env.reset(seed=seed)[1])
    seat.action()


def _seat(player: str, env: BaccaratVectorEnv, seed: int, first: int) -> Random | Seat:
    """Seat a player at the shoes from `first` on."""
    if player == "random":
        return Random(env, seed + first)
    if player == "half-trained":
        shown: dict[str, Any] = {"information": env.terms.information}
        own = derived_seed(seed, "dataset", "half-trained") % 2**62
        taught = recipe("regression", env.game, coups=HALF_TRAINED_COUPS, seed=own, **shown)
        return Seat(train(taught), env)
    return Seat(make(player), env)


def _played(player: str, terms: dict[str, Any], shoes: int, seed: int) -> Iterator[Episode]:
    """Play the shoes, some side by side, each to its end."""
    for first in range(0, shoes, TABLES):
        tables = min(TABLES, shoes - first)
        env = BaccaratVectorEnv(tables, autoreset_mode="SAME_STEP", **terms)
        yield from _side_by_side(_seat(player, env, seed, first), env, seed + first)


def _side_by_side(seat: Random | Seat, env: BaccaratVectorEnv, seed: int) -> Iterator[Episode]:
    tables = env.num_envs
    seen, info = env.reset(seed=seed)
    seat.open(info)
    rows: list[list[Any]] = [[] for _ in range(tables)]
    last: dict[int, tuple[Any, Any]] = {}
    while len(last) < tables:
        action = seat.action()
        before, unseen = seen, info["unseen"]
        seen, reward, terminated, truncated, info = env.step(action)
        done = terminated | truncated
        seat.learn(info, done)
        for n in range(tables):
            if n not in last:
                rows[n].append((before[n], action[n], reward[n], unseen[n]))
                if done[n]:
                    last[n] = info["final_obs"][n], info["final_info"]["unseen"][n]
    for n in range(tables):
        yield _episode(seed + n, rows[n], *last[n], env)


def _episode(
    seed: int, rows: Sequence[Any], seen: Any, unseen: Any, env: BaccaratVectorEnv
) -> Episode:
    shown, actions, rewards, left = (np.array(column) for column in zip(*rows, strict=True))
    values = odds.expected_value(left, env.game)
    return Episode(
        seed=seed,
        observations=np.concatenate((shown, seen[None])),
        actions=actions,
        rewards=rewards,
        unseen=np.concatenate((left, unseen[None])),
        values=np.concatenate((values, np.zeros((1, values.shape[1])))),
    )


# --- Writing ----------------------------------------------------------------------------


def _write(out: Path, spec: Any, name: str, player: str, episodes: Sequence[Episode]) -> None:
    """Write a dataset with Minari, which finds its folder in the environment's variables."""
    import minari
    from minari.data_collector import EpisodeBuffer

    buffers = [
        EpisodeBuffer(
            id=n,
            seed=one.seed,
            observations=one.observations,
            actions=one.actions,
            rewards=one.rewards,
            terminations=np.arange(len(one.rewards)) == len(one.rewards) - 1,
            truncations=np.zeros(len(one.rewards), np.bool_),
            infos={"expected_value": one.values, "unseen": one.unseen},
        )
        for n, one in enumerate(episodes)
    ]
    with warnings.catch_warnings(), patch.dict(os.environ, MINARI_DATASETS_PATH=str(out.resolve())):
        warnings.simplefilter("ignore")
        minari.create_dataset_from_buffers(
            name,
            buffers,
            env=spec,
            algorithm_name=player,
            ref_min_score=0.0,
            ref_max_score=float(np.mean([one.ceiling for one in episodes])),
            description=(
                f"{BaccaratEnv.__name__} played by {player}; infos hold the exact expected "
                "value of a chip on each bet before every coup, and the unseen cards."
            ),
            requirements=["baccarat-env"],
        )
