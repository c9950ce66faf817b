"""BaccaratVectorEnv: N tables side by side, the same deal, settle and observe as one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from baccarat_env.arguments import Fixed, FixedArguments
from baccarat_env.env import BaccaratEnv, check_render_mode, draw, read_options
from baccarat_env.game import Game
from baccarat_env.outcome import Outcome
from baccarat_env.seeds import seeds_of
from baccarat_env.tables import Tables
from baccarat_env.terms import Terms

__all__ = ["BaccaratVectorEnv"]

MAX_TABLES = 1 << 20

Observations = NDArray[np.float32]
Flags = NDArray[np.bool_]


class BaccaratVectorEnv(FixedArguments, VectorEnv[Observations, Any, NDArray[Any]]):
    """N tables of mini-baccarat or EZ Baccarat as one native Gymnasium vector environment.

    What stands in `gym.make_vec("baccarat/EZ-v0", num_envs=1024)`. Every table is the
    scalar environment `BaccaratEnv`: the same spaces, rewards, infos and arguments (see
    there), row by row and step by step as `SyncVectorEnv` would give them, only faster.

    ## Arguments
    | argument | default | meaning |
    | --- | --- | --- |
    | `num_envs` | 1 | number of tables N, 1 to 1 048 576 |
    | `autoreset_mode` | NEXT_STEP | an `AutoresetMode` or its string |
    | all others | | as for `BaccaratEnv` |

    ## Seeds
    `reset(seed=s)` gives table i the seed s + i, Gymnasium's convention, so that runs
    seeded s and s + 1 share all shoes but one table's. Give a list of seeds of your own,
    or use `baccarat_env.sb3.as_vec_env`, to keep runs apart. None in the list, or no seed,
    goes on to the table's next shoe.

    ## Autoreset
    | mode | the step after the last coup of a shoe |
    | --- | --- |
    | `NEXT_STEP` | opens the next shoe: the action is ignored, reward 0, info of a reset |
    | `SAME_STEP` | the step of the last coup opens it; its observation and info are in `infos["final_obs"]` and `infos["final_info"]` |
    | `DISABLED` | raises `gymnasium.error.ResetNeeded`, with nothing dealt, until `reset(options={"reset_mask": mask})` |

    ## Information
    The scalar infos with one row a table, and Gymnasium's masks: `infos["_cards"]` marks
    the rows that `infos["cards"]` holds. All arrays are new in every step.
    """

    made_by = "gym.make_vec"
    num_envs = Fixed[int]("num_envs")

    def __init__(
        self,
        num_envs: int = 1,
        game: Game | str | Mapping[str, Any] | None = None,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        **terms: Any,
    ) -> None:
        whole = isinstance(num_envs, int | np.integer) and not isinstance(num_envs, bool)
        if not whole or not 1 <= num_envs <= MAX_TABLES:
            raise ValueError(f"num_envs={num_envs!r} must be a whole number from 1 to {MAX_TABLES}")
        self.autoreset_mode = _read_mode(autoreset_mode)
        self.metadata = {**BaccaratEnv.metadata, "autoreset_mode": self.autoreset_mode}
        self.render_mode = check_render_mode(render_mode)
        self.tables = Tables(Terms.read(game, terms), int(num_envs))
        self.single_action_space = self.terms.action_space()
        self.single_observation_space = self.terms.observation_space()
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.outcome = self.tables.nothing()
        self._waiting = np.zeros(self.num_envs, np.bool_)
        self._opened = np.zeros(self.num_envs, np.bool_)

    @property
    def np_random_seed(self) -> tuple[int | None, ...]:  # type: ignore[override]
        """Seed of every table's shoes, None before the first reset."""
        return tuple(self.tables.seeds)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.num_envs:,} tables, {self.terms.in_words}>"

    __str__ = __repr__

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observations, dict[str, Any]]:
        """Open the next shoe at every table, or with seeds the first of each.

        `options` may hold "shoe", a shoe for all tables, and "reset_mask", a boolean array
        `(N,)` of the tables to reset; the caller's dictionary is left as it is.
        Raises ValueError or TypeError, with nothing opened, if either is amiss.
        """
        seeds = seeds_of(seed, self.num_envs)
        if options is not None and not isinstance(options, Mapping):
            raise ValueError(f"options={options!r} must be a dictionary or None")
        rest = dict(options or {})
        rows = self._read_rows(rest.pop("reset_mask", None))
        shoe = read_options(rest, self.terms)
        for n in np.flatnonzero(rows):
            self.tables.seed(int(n), seeds[n])
        self.tables.open(rows, shoe)
        self._opened |= rows
        self._waiting &= ~rows
        outcome = self.tables.nothing()
        outcome.ledger[~rows] = self.outcome.ledger[~rows]
        self._keep(outcome)
        seen = self.tables.show(outcome)
        told = self.tables.info(outcome)
        infos = _with_masks(told, rows)
        if "action_mask" in told:  # what is legal is legal, reset or not
            infos["action_mask"] = told["action_mask"]
        return seen, infos

    def _read_rows(self, mask: Any) -> Flags:
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            what = mask.dtype if isinstance(mask, np.ndarray) else type(mask).__name__
            raise TypeError(
                f"reset_mask must be a boolean array of shape ({self.num_envs},), not {what}"
            )
        if mask.shape != (self.num_envs,) or not mask.any():
            raise ValueError(
                f"reset_mask of shape {mask.shape} with {mask.sum()} marks must have shape "
                f"({self.num_envs},) and at least one mark"
            )
        return mask.copy()

    def step(
        self, actions: Any
    ) -> tuple[Observations, NDArray[np.float64], Flags, Flags, dict[str, Any]]:
        """Place the stakes, deal a coup and settle, at every table that is not between shoes.

        Raises ValueError, with nothing dealt, if an action is not in the action space, and
        `gymnasium.error.ResetNeeded` before the first reset or, in mode DISABLED, when a
        table's shoe is over.
        """
        ledger = self.tables.read(actions)
        if not self._opened.all():
            raise gym.error.ResetNeeded("call reset() before step()")
        if self.autoreset_mode == AutoresetMode.DISABLED and self._waiting.any():
            over = int(np.flatnonzero(self._waiting)[0])
            raise gym.error.ResetNeeded(
                f"the shoe at table {over} is over: call reset(options={{'reset_mask': ...}}) first"
            )
        reopened = self._waiting
        outcome = self.tables.play(~reopened, ledger)
        self._keep(outcome)
        terminated, truncated = outcome.done
        done = terminated | truncated
        if self.autoreset_mode == AutoresetMode.NEXT_STEP:
            if reopened.any():
                self.tables.next_shoe(reopened)
            self._waiting = done
        elif self.autoreset_mode == AutoresetMode.SAME_STEP:
            if done.any():
                return self._reopen(outcome, done)
        else:
            self._waiting = done
        seen = self.tables.show(outcome)
        infos = _with_masks(self.tables.info(outcome), None)
        return seen, outcome.rewards, terminated, truncated, infos

    def _keep(self, outcome: Outcome) -> None:
        """Keep an outcome for `render`, apart from the arrays that the caller gets."""
        self.outcome = outcome if self.render_mode is None else outcome.copy()

    def _reopen(
        self, outcome: Outcome, done: Flags
    ) -> tuple[Observations, NDArray[np.float64], Flags, Flags, dict[str, Any]]:
        """Finish a step in mode SAME_STEP in which some shoes ended."""
        last_seen = self.tables.show(outcome)
        last_info = self.tables.info(outcome)
        final_obs = np.full(self.num_envs, None, dtype=object)
        for n in np.flatnonzero(done):
            final_obs[n] = last_seen[n].copy()
        final_info = _with_masks(last_info, done)
        fresh = self.tables.reopen(done, outcome)
        self._keep(fresh)
        seen = self.tables.show(fresh)
        infos = _with_masks(self.tables.info(fresh), None)
        infos |= {"final_obs": final_obs, "_final_obs": done.copy()}
        infos |= {"final_info": final_info, "_final_info": done.copy()}
        terminated, truncated = outcome.done
        return seen, outcome.rewards, terminated, truncated, infos

    def action_masks(self) -> Flags:
        """Mark the legal actions of every table, flat in Stable-Baselines3's order, `(N, A)`.

        Raises ValueError for continuous actions, which have no mask.
        """
        return self.tables.masks()

    def render(self) -> tuple[Any, ...] | None:
        """Show every table by `render_mode`, one entry a table."""
        if self.render_mode is None:
            gym.logger.warn("render() was called without a render_mode: name one in gym.make_vec()")
            return None
        return tuple(
            draw(self.render_mode, self.tables.view(n, self.outcome)) for n in range(self.num_envs)
        )


def _read_mode(mode: AutoresetMode | str) -> AutoresetMode:
    for known in AutoresetMode:
        if mode in (known, known.value, known.name):
            return known
    legal = ", ".join(known.name for known in AutoresetMode)
    raise ValueError(f"autoreset_mode={mode!r} is unknown: choose from {legal}")


def _with_masks(told: dict[str, NDArray[Any]], rows: Flags | None) -> dict[str, Any]:
    """Add Gymnasium's masks: which rows each array holds, all of them where `rows` is None."""
    size = len(next(iter(told.values())))
    marks = np.empty((len(told), size), np.bool_)
    marks[:] = True if rows is None else rows
    infos: dict[str, Any] = {}
    for mark, (key, values) in zip(marks, told.items(), strict=True):
        infos[key] = values
        infos[f"_{key}"] = mark
        if rows is not None and not rows.all():
            infos[key] = np.zeros(values.shape, values.dtype)
            infos[key][rows] = values[rows]
    return infos
