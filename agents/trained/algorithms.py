"""The algorithms that can be taught, with every default and the reason beside it.

Another algorithm of Stable-Baselines3 is one more row of `ALGORITHMS`.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, get_args

from agents.installed import is_installed
from baccarat_env.install import to_install

__all__ = ["ACTIVATIONS", "ALGORITHMS", "EVERY_NET", "QUANTILES", "Algorithm"]


@dataclass(frozen=True)
class Algorithm:
    """An algorithm: the class, the actions it takes, what it is given unless told otherwise."""

    title: str
    actions: tuple[str, ...]
    """Those it can take, its usual ones first."""
    tables: int
    settings: Mapping[str, Any]
    library: str = ""
    """ "module:Class" of Stable-Baselines3; nothing for our own."""
    noiseless: Mapping[str, Any] = field(default_factory=dict)
    """Settings that differ where rewards are exact expected values."""
    terms: Mapping[str, Any] = field(default_factory=dict)
    masks: bool = False
    """Whether its policy is told the legal actions."""
    replays: bool = False
    """Whether it learns from a buffer of old coups."""

    @property
    def resumes(self) -> str:
        """Say what training that was stopped and taken up again promises."""
        if self.replays:
            return (
                "it goes on with its buffer, counters and generators; that the weights are those "
                "of an uninterrupted run is not promised"
            )
        return "with one thread on the same machine the weights are those of an uninterrupted run"

    def load(self) -> Any:
        """Import the class. Raises ValueError with what to install if it is missing."""
        module, _, name = self.library.partition(":")
        self.check_installed()
        try:
            return getattr(importlib.import_module(module), name)
        except ImportError as problem:
            raise ValueError(f"{self.title} cannot be imported ({problem})") from None

    def check_installed(self) -> None:
        """Raise ValueError with what to install if its library is missing; import nothing."""
        for package in (self.library.partition(":")[0], "torch") if self.library else ():
            if not is_installed(package):
                raise ValueError(f"{self.title}: {to_install(package, 'sb3', 'lab')}")

    def legal_settings(self) -> tuple[str, ...]:
        """Name the settings that may be given."""
        if not self.library:
            return tuple(self.settings)
        named = inspect.signature(self.load()).parameters
        own = [QUANTILES] if QUANTILES in self.settings else []
        return (*(name for name in named if name not in OURS), *EVERY_NET, *own)

    def takes_words(self, setting: str) -> bool:
        """Say whether the library takes a word for a setting, as "auto" for SAC's `ent_coef`."""
        if not self.library or setting in EVERY_NET:
            return False
        parameter = inspect.signature(self.load()).parameters.get(setting)
        return parameter is not None and str in get_args(parameter.annotation)


ANY = ("combination", "single", "continuous")
DISCRETE = ("combination", "single")

OURS = {
    "policy", "env", "seed", "device", "verbose", "tensorboard_log", "_init_setup_model",
    "policy_kwargs", "stats_window_size", "action_noise", "replay_buffer_class",
    "replay_buffer_kwargs", "rollout_buffer_class", "rollout_buffer_kwargs",
}  # fmt: skip
"""Arguments of Stable-Baselines3's classes that are not settings here."""

EVERY_NET = {
    "net_arch": [32],  # the edge is nearly linear in the shares of the values left
    "activation": "tanh",  # or relu
    "products": False,  # show the net the products of every two observed numbers too
    "decay": True,  # the rate falls to zero: late coups average noise away
}

ON_POLICY = EVERY_NET | {
    "gamma": 0.0,  # bets do not move the cards: a bet earns in its own coup or never
    "learning_rate": 0.005,  # large, as batches are large; decays to zero
    "n_steps": 64,  # 2 048 tables × 64 coups a rollout: the winner of a 40-to-1 bet is seen often
    "batch_size": 32_768,  # a Dragon 7 edge of 5 % hides in noise of 640 %: average much of it
    "n_epochs": 1,  # fresh coups are cheap, old ones only repeat their luck
    "ent_coef": 0.01,  # goes on trying bets near zero edge, and where the edge is zero stays even
}

# Measured by exact odds on 3 000 other shoes, share of the ceiling on Dragon 7 and Panda 8: after
# 1 million coups .930 to .939 and .861 to .877 (six seeds), after 3 million .970 and .941 (two).
ON_POLICY_NOISELESS = {
    "net_arch": [64, 64],  # without noise the bends of the edge can be learned too
    "activation": "tanh",  # smooth, as the edge is
    "learning_rate": 0.003,  # more steps, so smaller ones
    "n_steps": 8,  # nothing to average away: many short rollouts
    "batch_size": 2_048,  # and many steps
    "n_epochs": 2,  # pricing a coup costs more than learning from it: use it twice
    "ent_coef": 0.05,  # advantages near zero edge are large against so little noise
}

ACTIVATIONS = ("tanh", "relu")

QUANTILES = "n_quantiles"
"""A setting of the net that QR-DQN has besides."""

OFF_POLICY = EVERY_NET | {
    "gamma": 0.0,  # as above; so target networks play no part
    "learning_rate": 0.003,  # large, as batches are large; decays to zero
    "buffer_size": 1_000_000,  # what it can resolve grows with the root of this
    "batch_size": 1_024,  # as large as a gradient step of a few milliseconds allows
    "learning_starts": 20_000,  # a full batch several times over before the first step
    "train_freq": 4,  # coups at every table between gradient steps
    "gradient_steps": 16,  # four for every coup at all tables
}

ALGORITHMS: dict[str, Algorithm] = {
    "ppo": Algorithm(
        "PPO", ANY, tables=2_048, settings=ON_POLICY, noiseless=ON_POLICY_NOISELESS,
        library="stable_baselines3:PPO",
    ),
    "maskable-ppo": Algorithm(
        "MaskablePPO", DISCRETE, tables=2_048, settings=ON_POLICY,
        noiseless=ON_POLICY_NOISELESS, library="sb3_contrib:MaskablePPO", masks=True,
    ),
    "dqn": Algorithm(
        "DQN", ("single",), tables=1_024, library="stable_baselines3:DQN", replays=True,
        settings=OFF_POLICY | {
            "exploration_fraction": 0.5,  # half of the run looks at every bet alike
            "exploration_final_eps": 0.1,  # and a tenth of it to the end
        },
    ),
    "qr-dqn": Algorithm(
        "QR-DQN", ("single",), tables=1_024, library="sb3_contrib:QRDQN", replays=True,
        settings=OFF_POLICY | {
            "gradient_steps": 4,  # each costs several of DQN's
            "n_quantiles": 25,  # a payoff has few values; each pair of quantiles is compared
            "exploration_fraction": 0.5,  # this and the next as for DQN
            "exploration_final_eps": 0.1,
        },
    ),
    "sac": Algorithm(
        "SAC", ("continuous",), tables=1_024, library="stable_baselines3:SAC", replays=True,
        settings=OFF_POLICY | {
            "batch_size": 256,  # five networks learn from each
            "ent_coef": 0.0001,  # a hundredth of the least bad edge, or noise is worth more
        },
        terms={
            "chips": (0, 1_000),  # stakes from nothing to a thousand, in whole chips
            "bankroll": 100_000,  # the largest stake is one part in a hundred of it
            "reward": "log",  # growth: what continuous stakes are for
        },
    ),
    "regression": Algorithm(
        "Full-information regression", DISCRETE, tables=2_048,
        settings={
            "n_steps": 64,  # coups at every table between checkpoints
            "products": True,  # of every two observed numbers: the edge bends
        },
    ),
}  # fmt: skip
"""Algorithms by name. One more: `"a2c": Algorithm("A2C", ANY, tables=2_048,
settings=..., library="stable_baselines3:A2C")`."""
