"""Trained agents: train, save, load and play.

    agent = train(recipe("ppo", "ez", reward="expected", coups=1_000_000))
    agent.save(Path("dragon"))
    make("learned:path=dragon")            # an agent like any other

A trained agent declares the information it was trained with, and sees no more of a table
than it saw then. It was trained for a layout and a number of decks; where the cut card
lies it may find another.
"""

from __future__ import annotations

import platform
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from agents.agent import Agent, Stakes, View
from agents.exact.exact import affordable
from agents.installed import versions
from agents.trained import checkpoint, model_file
from agents.trained.algorithms import ALGORITHMS
from agents.trained.all_bets import AllBets, Bettor
from agents.trained.deep import Deep, Net
from agents.trained.observation import legal, observe, stakes_of
from agents.trained.recipe import Recipe, recipe
from agents.trained.regression import Linear, Regression
from agents.writing import why
from baccarat_env.checks import check_whole
from baccarat_env.game import Game
from baccarat_env.names import counted

__all__ = [
    "ALGORITHMS",
    "Learned",
    "Learner",
    "load",
    "load_zip",
    "recipe",
    "start",
    "stored_recipe",
    "train",
]

CHECKPOINT_EVERY = 1_000_000

PACKAGES = ("baccarat-env", "gymnasium", "numpy", "sb3_contrib", "stable_baselines3", "torch")


Policy = Net | Linear | Bettor


class Learner(Protocol):
    """What is in training: `learn` goes on, `state` and `restore` let it go on elsewhere."""

    @property
    def coups(self) -> int:
        """Coups dealt so far, over all tables."""

    def learn(self, coups: int, rest: Callable[[], None]) -> None:
        """Go on until so many coups; `rest` is called wherever it could be stopped."""

    def policy(self) -> Policy:
        """The policy as it is now."""

    def notes(self) -> dict[str, float]:
        """What is worth logging."""

    def state(self) -> dict[str, Any]:
        """All that it takes to go on."""

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from such a state."""


class Learned(Agent):
    """A trained agent: a policy, and what it was trained on."""

    def __init__(self, recipe: Recipe, policy: Policy, coups: int) -> None:
        self.recipe, self.policy, self.coups = recipe, policy, coups
        self.terms = recipe.read_terms()
        self.information = self.terms.information
        if self.information == "count":
            self.tags = self.terms.tag_array()[None]

    def start(self, game: Game, tables: int, first: int = 0) -> None:
        """Sit down; raises ValueError at a game it was not trained for."""
        own = self.recipe.game
        same = own.bets == game.bets and np.array_equal(own.pays, game.pays)
        low, high = self.terms.spans.decks
        if not same or not low <= game.decks <= high:
            raise ValueError(f"this agent was trained for {_layout(own)}, not for {_layout(game)}")
        super().start(game, tables, first)
        self.memory = np.zeros((tables, self.policy.remembers), np.float32)

    def bet(self, view: View) -> Stakes:
        """Observe, act, and stake what the action says."""
        rows = np.flatnonzero(view.active & ~self.stopped)
        stakes = view.no_bet()
        if rows.size:
            seen = observe(view, self.terms)[rows]
            masked = self.terms.actions != "continuous"
            allowed = legal(view, self.terms)[rows] if masked else np.ones((rows.size, 1), np.bool_)
            stakes[rows] = stakes_of(
                self._act(seen, allowed, view.coup[rows] == 0, rows), self.terms
            )
        return affordable(stakes, view)

    def _act(
        self,
        seen: NDArray[np.float32],
        allowed: NDArray[np.bool_],
        opened: NDArray[np.bool_],
        rows: NDArray[np.int64],
    ) -> NDArray[Any]:
        """Act at some tables, with what is remembered of them where the policy has a memory."""
        if isinstance(self.policy, Linear) or not self.policy.remembers:
            return self.policy.act(seen, allowed)
        found, self.memory[rows] = self.policy.recall(seen, allowed, opened, self.memory[rows])
        return found

    def save(self, folder: Path) -> None:
        """Save as weights and a description; see `model_file`."""
        told = {
            "recipe": self.recipe.to_dict(),
            "coups": self.coups,
            "spaces": _spaces(self.recipe),
            "versions": {"python": platform.python_version()} | versions(PACKAGES),
        }
        model_file.write_model(folder, told, self.policy.weights())


def _layout(game: Game) -> str:
    return f"{game.name} ({', '.join(game.bets)}; {counted(game.decks, 'deck')})"


def _spaces(recipe: Recipe) -> dict[str, str]:
    """The spaces in words, to be held against those of another version."""
    terms = recipe.read_terms()
    return {"observation": str(terms.observation_space()), "action": str(terms.action_space())}


# --- Train ------------------------------------------------------------------------------


def start(recipe: Recipe) -> Learner:
    """Seat a learner that has seen nothing yet."""
    if recipe.row.library:
        return Deep(recipe)
    return AllBets(recipe) if recipe.row.fits == "net" else Regression(recipe)


def train(
    recipe: Recipe,
    *,
    folder: Path | None = None,
    every: int = CHECKPOINT_EVERY,
    resume: bool = False,
    watch: Callable[[Learner], None] | None = None,
) -> Learned:
    """Train to the end of the budget and return the agent.

    With a `folder` a checkpoint is kept there every so many coups, and with `resume` the
    training goes on from it: what that promises is `recipe.row.resumes`. `watch` is called
    wherever the training could be stopped.
    """
    learner = start(recipe)
    if resume:
        if folder is None:
            raise ValueError("resume=True needs the folder of the training")
        try:
            learner.restore(_kept(recipe, folder))
        except (TypeError, LookupError, AttributeError, OverflowError, RuntimeError) as problem:
            raise ValueError(
                f"the checkpoint in {folder} is damaged ({why(problem)}): remove it and train anew"
            ) from None
    kept = learner.coups

    def rest() -> None:
        nonlocal kept
        if folder is not None and (learner.coups >= kept + every or learner.coups == 0):
            checkpoint.save(folder, {"recipe": recipe.to_dict(), "learner": learner.state()})
            kept = learner.coups
        if watch is not None:
            watch(learner)

    learner.learn(recipe.coups, rest)
    agent = Learned(recipe, learner.policy(), learner.coups)
    if folder is not None:
        agent.save(folder)
    if watch is not None:
        watch(learner)
    return agent


def stored_recipe(folder: Path) -> Recipe:
    """What the training in a folder is told. Raises ValueError if none can be read there."""
    return Recipe.from_dict(_checkpoint(folder)["recipe"])


def _checkpoint(folder: Path) -> dict[str, Any]:
    state = checkpoint.load(folder)
    if not isinstance(state, dict) or not all(
        isinstance(state.get(part), dict) for part in ("recipe", "learner")
    ):
        raise ValueError(f"{folder / checkpoint.CHECKPOINT} is damaged: remove it and train anew")
    return state


def _kept(recipe: Recipe, folder: Path) -> dict[str, Any]:
    """The learner's state in a checkpoint. Raises ValueError if that is of another training."""
    state = _checkpoint(folder)
    for name, value in recipe.to_dict().items():
        if state["recipe"].get(name) != value:
            raise ValueError(
                f"the checkpoint in {folder} is of another training: its {name} is "
                f"{_brief(state['recipe'].get(name))}, not {_brief(value)}"
            )
    return dict(state["learner"])


def _brief(value: Any) -> str:
    told = repr(value)
    return told if len(told) <= 60 else f"{told[:60]}…"


# --- Load -------------------------------------------------------------------------------


def load(path: str) -> Learned:
    """Load a trained agent from its folder.

    Raises ValueError, in one sentence, for anything that is not one; no pickle is read.
    """
    told, weights = model_file.read(Path(path))
    try:
        made = Recipe.from_dict(told["recipe"])
        spaces, coups = told["spaces"], told["coups"]
        check_whole("coups", coups, 0, 10**15)
    except (KeyError, TypeError, ValueError) as problem:
        raise ValueError(f"{path} does not describe a trained agent ({why(problem)})") from None
    if spaces != _spaces(made):
        raise ValueError(
            f"{path} was trained on other spaces ({_brief(spaces)}) than this version has for its "
            f"terms ({_brief(_spaces(made))})"
        )
    return Learned(made, _policy(made, weights, path), coups)


def _policy(made: Recipe, weights: dict[str, NDArray[Any]], path: str) -> Policy:
    terms = made.read_terms()
    if made.row.library:
        return Net.load(made, terms, weights)
    if made.row.fits == "net":
        return Bettor.load(made, terms, weights)
    products = bool(made.settings["products"])
    try:
        linear = Linear(terms, products, weights)
        linear.act(
            np.zeros((1, terms.observation_space().shape[0]), np.float32), np.ones((1, 1), np.bool_)
        )
    except (KeyError, ValueError) as problem:
        raise ValueError(
            f"the weights in {path} do not fit their description ({why(problem)})"
        ) from None
    return linear


def load_zip(path: str, made: Recipe, *, run_whatever_is_in_it: bool = False) -> Learned:
    """Load an agent from Stable-Baselines3's own zip, trained under the recipe `made`.

    Such a file holds pickled objects: reading it runs whatever its maker put there, with
    your rights. So it takes the flag. Raises ValueError without it, nothing being read.
    """
    if not run_whatever_is_in_it:
        raise ValueError(
            f"{path} can run code when it is read: if you trust its maker, say "
            "run_whatever_is_in_it=True"
        )
    model = made.row.load().load(path, device=made.device)
    terms = made.read_terms()
    ours = terms.observation_space(), terms.action_space()
    if (model.observation_space, model.action_space) != ours:
        raise ValueError(
            f"{path} was trained on {model.observation_space} and {model.action_space}, "
            f"not on {ours[0]} and {ours[1]}"
        )
    return Learned(made, Net(model.policy, made.row.masks), model.num_timesteps)


def offers() -> dict[str, Callable[..., Agent]]:
    """An agent that was trained and saved: `learned:path=FOLDER`."""
    return {"learned": load}
