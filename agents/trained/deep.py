"""Learners of Stable-Baselines3 at many tables; torch is imported only where it is needed.

The library's own `learn` runs; between rollouts it calls back, and there the whole state
of a training can be told and, in another process, put back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.trained.algorithms import EVERY_NET, QUANTILES
from agents.trained.checkpoint import draws, set_draws, set_tables, tables_of
from agents.trained.fitting import check_array, check_like
from agents.trained.recipe import Recipe
from agents.trained.tensors import numbers_of, tensors_of
from agents.writing import why
from baccarat_env.terms import Terms
from baccarat_env.vector_env import BaccaratVectorEnv

__all__ = ["Deep", "Net"]

ROWS = 1 << 15
"""Observations that go through a net at a time."""

COUNTERS = (
    "num_timesteps",
    "_n_updates",
    "_n_calls",
    "_episode_num",
    "_current_progress_remaining",
    "exploration_rate",
)
"""Where an algorithm has got to; none has all of them."""

BUFFER = ("observations", "next_observations", "actions", "rewards", "dones", "timeouts")


class Net:
    """A policy of Stable-Baselines3, played greedily."""

    def __init__(self, net: Any, masks: bool) -> None:
        self.net, self.masks = net, masks

    @property
    def remembers(self) -> int:
        """How many numbers it remembers of a table; 0 if it needs no memory."""
        shape = getattr(self.net, "lstm_hidden_state_shape", None)
        return 0 if shape is None else 2 * int(shape[0] * shape[2])

    def recall(
        self,
        seen: NDArray[np.float32],
        _: NDArray[np.bool_],
        opened: NDArray[np.bool_],
        memory: NDArray[np.float32],
    ) -> tuple[NDArray[Any], NDArray[np.float32]]:
        """Act with a memory `(N, S)`, empty where a shoe opened; and the memory after."""
        layers, _, cells = self.net.lstm_hidden_state_shape
        hidden, cell = memory.reshape(-1, 2, layers, cells).transpose(1, 2, 0, 3)
        found, after = self.net.predict(
            seen, state=(hidden, cell), episode_start=opened, deterministic=True
        )
        return found, np.stack(after).transpose(2, 0, 1, 3).reshape(memory.shape)

    def act(self, seen: NDArray[np.float32], legal: NDArray[np.bool_]) -> NDArray[Any]:
        """Act on what each table shows, one action a table."""
        found = []
        for start in range(0, len(seen), ROWS):
            rows = slice(start, start + ROWS)
            masks = {"action_masks": legal[rows]} if self.masks else {}
            found.append(self.net.predict(seen[rows], deterministic=True, **masks)[0])
        return np.concatenate(found)

    def weights(self) -> dict[str, NDArray[Any]]:
        """Its numbers by name."""
        return {name: tensor.cpu().numpy().copy() for name, tensor in self.net.state_dict().items()}

    @classmethod
    def load(cls, recipe: Recipe, terms: Terms, weights: Mapping[str, NDArray[Any]]) -> Net:
        """Build the net of a recipe around weights. Raises ValueError if they do not fit it."""
        algorithm = recipe.row.load()
        import torch

        made = algorithm.policy_aliases[recipe.row.policy](
            terms.observation_space(),
            terms.action_space(),
            lambda _: 0.0,
            **_net_arguments(recipe.settings),
        )
        try:
            made.load_state_dict({name: torch.as_tensor(array) for name, array in weights.items()})
        except RuntimeError as problem:
            raise ValueError(
                f"the weights do not fit the net of their description ({why(problem)})"
            ) from None
        made.set_training_mode(False)
        return cls(made, recipe.row.masks)


def _net_arguments(settings: Mapping[str, Any]) -> dict[str, Any]:
    from torch import nn

    activations = {"tanh": nn.Tanh, "relu": nn.ReLU}
    if settings["activation"] not in activations:
        raise ValueError(
            f"activation={settings['activation']!r} must be {' or '.join(activations)}"
        )
    told = {
        "net_arch": list(settings["net_arch"]),
        "activation_fn": activations[settings["activation"]],
    }
    if QUANTILES in settings:
        told[QUANTILES] = settings[QUANTILES]
    return told | ({"features_extractor_class": _products()} if settings["products"] else {})


@cache
def _products() -> Any:
    """Make the layer that adds the products of every two observed numbers to them."""
    import torch
    from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

    class Products(BaseFeaturesExtractor):
        def __init__(self, space: Any) -> None:
            width = space.shape[0]
            super().__init__(space, width + width * (width + 1) // 2)
            self.pairs = torch.triu_indices(width, width)

        def forward(self, seen: Any) -> Any:
            first, second = self.pairs
            return torch.cat((seen, seen[:, first] * seen[:, second]), dim=1)

    return Products


def _schedule(rate: float, decay: bool) -> Callable[[float], float]:
    """The learning rate by the part of the training that is left."""
    return lambda left: rate * (left if decay else 1.0)


class Deep:
    """An algorithm of Stable-Baselines3 in training."""

    def __init__(self, recipe: Recipe) -> None:
        algorithm = recipe.row.load()
        import torch
        from stable_baselines3.common.logger import Logger

        from baccarat_env.sb3 import as_vec_env

        torch.set_num_threads(1)  # nets this small are slower on more, and no longer repeatable
        terms = recipe.read_terms()
        self.recipe = recipe
        self.tables = BaccaratVectorEnv(
            recipe.tables, terms.game, autoreset_mode="SAME_STEP", **recipe.terms
        )
        own = {k: v for k, v in recipe.settings.items() if k not in (*EVERY_NET, QUANTILES)}
        own["learning_rate"] = _schedule(own["learning_rate"], bool(recipe.settings["decay"]))
        own["policy_kwargs"] = _net_arguments(recipe.settings)
        try:
            self.model = algorithm(
                recipe.row.policy,
                as_vec_env(self.tables),
                seed=recipe.seed % 2**32,
                device=recipe.device,
                **own,
            )
        except (TypeError, ValueError, RuntimeError, AssertionError) as problem:
            raise ValueError(f"{recipe.row.title} refuses its settings: {problem}") from None
        self.model.get_env().seed(recipe.seed)  # all of it: the library takes 32 bits
        self.model.set_logger(Logger(None, []))
        self._going_on = False

    @property
    def coups(self) -> int:
        """Coups dealt so far, over all tables."""
        return int(self.model.num_timesteps)

    def learn(self, coups: int, rest: Callable[[], None]) -> None:
        """Train until so many coups were dealt, in whole rollouts; `rest` is called before each."""
        from stable_baselines3.common.callbacks import BaseCallback

        class Between(BaseCallback):
            def _on_rollout_start(self) -> None:
                rest()

            def _on_step(self) -> bool:
                return True

        if self.coups < coups:
            self.model.learn(
                coups - self.coups,
                callback=Between(),
                log_interval=None,
                reset_num_timesteps=not self._going_on,
            )
            self._going_on = True

    def policy(self) -> Net:
        """The policy as it is now."""
        return Net(self.model.policy, self.recipe.row.masks)

    def notes(self) -> dict[str, float]:
        """What the library recorded of its last update."""
        return {
            name: float(value)
            for name, value in self.model.logger.name_to_value.items()
            if isinstance(value, int | float | np.number)
        }

    # --- To be stopped and taken up again -------------------------------------------------

    def state(self) -> dict[str, Any]:
        """All that it takes to go on: nets, optimisers, counters, generators, tables, buffer."""
        import torch

        model = self.model
        nets, tensors = model._get_torch_save_params()
        told = {
            "nets": {name: numbers_of(_part(model, name).state_dict()) for name in nets},
            "tensors": {name: numbers_of(_part(model, name)) for name in tensors},
            "counters": {k: getattr(model, k) for k in COUNTERS if hasattr(model, k)},
            "seen": model._last_obs,
            "starts": model._last_episode_starts,
            "tables": tables_of(self.tables),
            "draws": draws(),
            "torch": torch.get_rng_state().numpy(),
            "actions": model.action_space.np_random.bit_generator.state,
        }
        if hasattr(model, "_last_lstm_states"):
            told["memory"] = numbers_of(model._last_lstm_states)
        buffer = getattr(model, "replay_buffer", None)
        if buffer is not None:
            told["buffer"] = {name: getattr(buffer, name) for name in BUFFER}
            told["filled"] = [int(buffer.pos), bool(buffer.full)]
        return told

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from such a state. Raises ValueError if it cannot be one of this learner."""
        import torch

        model = self.model
        model.get_env().reset()
        self._check(state)
        set_tables(self.tables, state["tables"])
        for name, numbers in state["nets"].items():
            _part(model, name).load_state_dict(tensors_of(numbers))
        for name, numbers in state["tensors"].items():
            _part(model, name).data.copy_(tensors_of(numbers))
        for name, value in state["counters"].items():
            setattr(model, name, value)
        model._last_obs, model._last_episode_starts = state["seen"], state["starts"]
        if "memory" in state:
            actor, critic = ((tensors_of(h), tensors_of(c)) for h, c in state["memory"])
            model._last_lstm_states = type(model._last_lstm_states)(actor, critic)
        if "buffer" in state:
            for name, numbers in state["buffer"].items():
                getattr(model.replay_buffer, name)[:] = numbers
            model.replay_buffer.pos, model.replay_buffer.full = state["filled"]
        set_draws(state["draws"])
        torch.set_rng_state(torch.as_tensor(state["torch"]))
        model.action_space.np_random.bit_generator.state = state["actions"]
        self._going_on = True

    def _check(self, state: dict[str, Any]) -> None:
        """Hold a state against that of this learner; where it stands in the buffer is bounded."""
        apart = dict.fromkeys(("seen", "starts", "tables", "draws", "actions"))
        check_like({**state, **apart}, {**self.state(), **apart}, "state")
        seen = self.model.observation_space.shape or ()
        tables = self.recipe.tables
        check_array(state["seen"], (tables, *seen), np.float32, "state.seen")
        check_array(state["starts"], (tables,), np.bool_, "state.starts")
        if "filled" in state and not 0 <= state["filled"][0] < self.model.replay_buffer.buffer_size:
            raise ValueError("the checkpoint does not fit: it stands outside its replay buffer")


def _part(model: Any, name: str) -> Any:
    """Find "actor.optimizer" in a model."""
    for step in name.split("."):
        model = getattr(model, step)
    return model
