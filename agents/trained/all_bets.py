"""Nets that learn from every bet of a coup at once, placed or not.

Bets do not move the cards, so after a coup one knows what every bet paid, or, where exact
values are the reward, what it was worth. Whether to make a bet is then a classification whose
mistakes cost what the bet would have brought: a logistic loss with that for a weight. Its
best answer is above zero just where the bet is worth more than zero, for settled results as
for exact values.

With `information="cards"` the shoe has to be remembered: nets with a memory are trained
through whole stretches of coups at each table.

Source: Zadrozny, Langford and Abe, "Cost-sensitive learning by cost-proportionate example
weighting" (2003).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from agents.trained.checkpoint import set_tables, tables_of
from agents.trained.fitting import check_like
from agents.trained.recipe import Recipe
from agents.trained.tensors import numbers_of, tensors_of
from agents.writing import why
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.checks import check_whole
from baccarat_env.shoe import spawned_seeds
from baccarat_env.terms import Terms
from baccarat_env.vector_env import BaccaratVectorEnv

if TYPE_CHECKING:
    from agents.trained.nets import BetNet

__all__ = ["AllBets", "Bettor"]

ROWS = 1 << 15
"""Observations that go through a net at a time."""

FASTEST = 10.0


class Bettor:
    """A policy: the largest chip on each bet that the net puts above zero."""

    def __init__(self, net: BetNet, terms: Terms) -> None:
        self.net, self.most = net, np.array([len(chips) - 1 for chips in terms.denominations])

    @property
    def remembers(self) -> int:
        """How many numbers it remembers of a table; 0 if it needs no memory."""
        return self.net.cells

    def act(self, seen: NDArray[np.float32], legal: NDArray[np.bool_]) -> NDArray[Any]:
        """Act on what each table shows, where nothing is remembered."""
        empty = np.zeros((len(seen), self.remembers), np.float32)
        return self.recall(seen, legal, np.ones(len(seen), np.bool_), empty)[0]

    def recall(
        self,
        seen: NDArray[np.float32],
        _: NDArray[np.bool_],
        opened: NDArray[np.bool_],
        memory: NDArray[np.float32],
    ) -> tuple[NDArray[Any], NDArray[np.float32]]:
        """Act with a memory `(N, S)`, empty where a shoe opened; and the memory after."""
        import torch

        levels, after = [], []
        with torch.no_grad():
            for start in range(0, len(seen), ROWS):
                rows = slice(start, start + ROWS)
                fresh = opened[rows].astype(np.float32)
                given = (
                    torch.as_tensor(one) for one in (seen[None, rows], fresh[None], memory[rows])
                )
                chosen, kept = self.net(*given)
                levels.append(np.where(chosen[0].numpy() > 0, self.most, 0))
                after.append(kept.numpy())
        return np.concatenate(levels), np.concatenate(after)

    def weights(self) -> dict[str, NDArray[Any]]:
        """Its numbers by name."""
        return {name: tensor.numpy().copy() for name, tensor in self.net.state_dict().items()}

    @classmethod
    def load(cls, recipe: Recipe, terms: Terms, weights: Mapping[str, NDArray[Any]]) -> Bettor:
        """Build the net of a recipe around weights. Raises ValueError if they do not fit it."""
        net = _net(recipe, terms)
        try:
            net.load_state_dict(tensors_of(dict(weights)))
        except RuntimeError as problem:
            raise ValueError(
                f"the weights do not fit the net of their description ({why(problem)})"
            ) from None
        return cls(net, terms)


def _net(recipe: Recipe, terms: Terms) -> BetNet:
    """Make the net of a recipe, its first weights drawn from the seed."""
    import torch

    from agents.trained.nets import BetNet

    told = recipe.settings
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(recipe.seed)
        return BetNet(
            terms.observation_space().shape[0], len(terms.game.bets), told["net_arch"],
            told["activation"], recipe.row.memory, int(told.get("cells", 0)),
        )  # fmt: skip


class AllBets:
    """The learner: it plays no bet, watches all of them, and fits rollout by rollout."""

    def __init__(self, recipe: Recipe) -> None:
        recipe.row.check_installed()
        import torch

        _check(recipe.settings)
        torch.set_num_threads(1)
        terms = recipe.read_terms()
        self.recipe, self.terms = recipe, terms
        self.env = BaccaratVectorEnv(
            recipe.tables, terms.game, autoreset_mode="SAME_STEP", **recipe.terms
        )
        self.env.reset(seed=spawned_seeds(recipe.seed, recipe.tables))
        self.pays = terms.game.pays.T / BASIS_POINTS
        self.net = _net(recipe, terms)
        self.optimizer = torch.optim.Adam(self.net.parameters())
        self.memory = np.zeros((recipe.tables, self.net.cells), np.float32)
        self.coups, self.loss = 0, 0.0

    def learn(self, coups: int, rest: Callable[[], None]) -> None:
        """See coups until there were so many, in whole rollouts; `rest` is called before each."""
        while self.coups < coups:
            rest()
            self._fit(*self._look(int(self.recipe.settings["n_steps"])))

    def _look(self, steps: int) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Look at some coups of every table: what was seen, which opened a shoe, what bets paid."""
        tables, everywhere = self.env.tables, np.ones(self.recipe.tables, np.bool_)
        action = np.zeros(self.env.action_space.shape or (), np.int64)
        seen, opened, paid = [], [], []
        for _ in range(steps):
            seen.append(tables.show(self.env.outcome))
            opened.append((tables.records["coups"] == 0).astype(np.float32))
            outcome = tables.play(everywhere, tables.read(action))
            exact = self.terms.reward == "expected"
            paid.append(outcome.worth if exact else self.pays[tables.records["ending"]])
            done = np.asarray(outcome.done.any(axis=0))
            self.env.outcome = tables.reopen(done, outcome) if done.any() else outcome
        return np.stack(seen), np.stack(opened), np.stack(paid).astype(np.float32)

    def _fit(self, seen: NDArray[Any], opened: NDArray[Any], paid: NDArray[Any]) -> None:
        """Go over a rollout `(T, N, …)` some times, a batch at a time."""
        import torch
        from torch.nn import functional

        told = self.recipe.settings
        left = 1 - self.coups / self.recipe.coups if told["decay"] else 1.0
        for group in self.optimizer.param_groups:
            group["lr"] = told["learning_rate"] * max(left, 0.0)
        weight = np.abs(paid) / np.maximum(np.abs(paid).mean(axis=(0, 1)), 1e-9)
        data = (seen, opened, (paid > 0).astype(np.float32), weight)
        after = self.memory.copy()
        for rows, batch in self._batches(data):
            look, fresh, good, cost = (torch.as_tensor(one) for one in batch)
            logits, kept = self.net(look, fresh, torch.as_tensor(self.memory[rows]))
            loss = functional.binary_cross_entropy_with_logits(logits, good, weight=cost)
            self.optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
            self.optimizer.step()
            after[rows] = kept.detach().numpy()
        self.memory, self.loss = after, float(loss.detach())
        self.coups += opened.size

    def _batches(self, data: tuple[NDArray[Any], ...]) -> Iterator[tuple[Any, list[Any]]]:
        """Batches of whole tables where there is a memory to be trained, else of coups."""
        steps, tables = data[1].shape
        told, drawn = self.recipe.settings, np.random.default_rng((self.recipe.seed, self.coups))
        if self.net.cells:
            size = max(int(told["batch_size"]) // steps, 1)
        else:
            size, tables = int(told["batch_size"]), steps * tables
            data = tuple(one.reshape(1, tables, *one.shape[2:]) for one in data)
        for _ in range(int(told["n_epochs"])):
            shuffled = drawn.permutation(tables)
            for start in range(0, tables, size):
                rows = shuffled[start : start + size]
                yield rows if self.net.cells else slice(0), [one[:, rows] for one in data]

    def policy(self) -> Bettor:
        """The policy as it is now."""
        return Bettor(self.net, self.terms)

    def notes(self) -> dict[str, float]:
        """The loss of the last batch."""
        return {"train/loss": self.loss}

    def state(self) -> dict[str, Any]:
        """All that it takes to go on."""
        return {
            "coups": self.coups,
            "net": numbers_of(self.net.state_dict()),
            "optimizer": numbers_of(self.optimizer.state_dict()),
            "memory": self.memory,
            "tables": tables_of(self.env),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from such a state. Raises ValueError if it cannot be one of this learner."""
        check_like({**state, "tables": None}, {**self.state(), "tables": None}, "state")
        set_tables(self.env, state["tables"])
        self.net.load_state_dict(tensors_of(state["net"]))
        self.optimizer.load_state_dict(tensors_of(state["optimizer"]))
        self.memory, self.coups = state["memory"], state["coups"]


def _check(settings: Mapping[str, Any]) -> None:
    """Raise ValueError for a setting that no training can have."""
    for name in ("n_steps", "batch_size", "n_epochs", *(["cells"] if "cells" in settings else [])):
        check_whole(name, settings[name], 1, 1 << 24 if name == "batch_size" else 4_096)
    rate = settings["learning_rate"]
    if not isinstance(rate, int | float) or isinstance(rate, bool) or not 0 < rate <= FASTEST:
        raise ValueError(f"learning_rate={rate!r} must be a number above 0, at most {FASTEST:g}")
