"""Policies scored by the exact odds: what they expect a shoe, and what could be expected.

    from baccarat_env import score
    print(score(policy, "baccarat/EZ-v0", shoes=10_000))

The shoes are held out: no environment deals them, whatever its seed. A bet is worth its
stake times its exact expected value, whatever the cards then bring, so that policies differ
by what they do and by nothing else. Results are in units, the largest chip of the table.
S shoes, B bets.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from baccarat_env import simulate
from baccarat_env.actions import kind_of
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.ceilings import Coups, Rung
from baccarat_env.checks import check_whole
from baccarat_env.game import Game
from baccarat_env.policy import seated
from baccarat_env.result import Result
from baccarat_env.shoe import key_of
from baccarat_env.tables import Tables
from baccarat_env.terms import Terms
from baccarat_env.vector_env import BaccaratVectorEnv

__all__ = ["ceiling", "held_out_seed", "score"]

HELD_OUT = 0x5C04E
"""Sets the seeds of held-out shoes apart from all other spawned ones."""

AT_ONCE = 4096
"""Shoes played side by side."""

MAX_SHOES = 10_000_000

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


def score(
    policy: Any,
    env: Any = "baccarat/EZ-v0",
    *,
    shoes: int = 10_000,
    seed: int = 1,
    baseline: Any = None,
    **terms: Any,
) -> Result:
    """Play a policy over held-out shoes and score it by the exact odds, beside the ceiling.

    `policy` is a function of observations `(N, D)` that returns N actions (its `reset(N)`, if
    it has one, is called before N new shoes); a model with `predict`, such as one of
    Stable-Baselines3; or an agent. `env` is an id, a game, or an environment whose terms are
    taken; `terms` are those of `gym.make`. A `baseline`, a policy too, plays the same shoes.

    >>> sitting_out = lambda observations: np.zeros((len(observations), 5), int)
    >>> result = score(sitting_out, "baccarat/EZ-v0", shoes=100)
    >>> result["dragon_7"].units.value, bool(result.regret.value == result.ceiling.value > 0)
    (0.0, True)

    Raises ValueError naming a term out of range, a model of other spaces, or the step in
    which actions have another shape or are not in the action space.
    """
    policies = [policy] if baseline is None else [policy, baseline]
    result, *other = _played(policies, _agreed(env, terms), shoes, seed)
    result.baseline = other[0] if other else None
    return result


def ceiling(
    env: Any = "baccarat/EZ-v0", *, shoes: int = 10_000, seed: int = 1, **terms: Any
) -> Result:
    """Find the most that a policy can expect of held-out shoes for what it may see.

    The result of the first action, which sits out where that is allowed. Its `ceiling` is
    that of what `information` shows; `ceiling_kind` says "exact", "bound" or "estimate".
    """
    agreed = _agreed(env, terms)
    shape = kind_of(agreed).shape
    return _played([lambda seen: np.zeros((len(seen), *shape), np.int64)], agreed, shoes, seed)[0]


def held_out_seed(seed: int) -> int:
    """Give the seed of the shoes that `score` deals: those of `simulate.deal` under it.

    It has 128 bits and is spawned, so that no environment seeded with less deals its shoes.
    """
    key_of(seed)
    spawned = np.random.SeedSequence(int(seed), spawn_key=(HELD_OUT,))
    return int.from_bytes(spawned.generate_state(4, np.uint32).tobytes(), "little")


def _agreed(env: Any, terms: Mapping[str, Any]) -> Terms:
    """Read the terms of an environment; what is rewarded makes no difference to a score."""
    own = getattr(getattr(env, "unwrapped", env), "terms", None)
    game: Any
    if isinstance(own, Terms):
        if terms:
            raise ValueError(
                f"{', '.join(terms)} cannot be set here: an environment brings its own terms"
            )
        game, arguments = own.game, _arguments(own)
        fixed = bool(own.fixed_shoes)
    else:
        game, arguments = _registered(env, terms)
        fixed = arguments.get("shoes") is not None
    if fixed:
        raise ValueError("fixed shoes cannot be scored: a score deals held-out shoes of its own")
    arguments.pop("shoes", None)
    return Terms.read(game, arguments | {"reward": "sampled"})


def _registered(env: Any, terms: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
    if isinstance(env, str) and "baccarat/" in env:
        spec = gym.spec(env.rpartition(":")[2])
        arguments = {**spec.kwargs, **terms}
        return arguments.pop("game", None), arguments
    if isinstance(env, str | Game | Mapping):
        return env, dict(terms)
    raise ValueError(
        f"env={env!r} is no baccarat environment: give an id such as 'baccarat/EZ-v0', a game, "
        "or an environment"
    )


# --- Playing ----------------------------------------------------------------------------


def _played(policies: list[Any], terms: Terms, shoes: int, seed: int) -> list[Result]:
    """Play policies over the same shoes; a result for each."""
    check_whole("shoes", shoes, 1, MAX_SHOES)
    key, rung = key_of(held_out_seed(seed)), Rung(terms)
    results = [Result.empty(terms, shoes, seed, rung.kind) for _ in policies]
    for first in range(0, shoes, AT_ONCE):
        rows = np.arange(first, min(first + AT_ONCE, shoes))
        seats = [_Seat(policy, terms, key, rows) for policy in policies]
        _play(seats, _Dealer(terms, key, rows), rung, results)
    return results


def _play(seats: list[_Seat], dealer: _Dealer, rung: Rung, results: list[Result]) -> None:
    """Play shoes to the end."""
    unit = rung.oracle.high.max()
    step = 0
    while dealer.at.size:
        step += 1
        at, coups = dealer.at, dealer.coups()
        perfect = rung.oracle.stakes(coups.values)
        ceiling = rung.gains(coups) / unit
        for seat, result in zip(seats, results, strict=True):
            stakes, net = (values[at] for values in seat.step(step))
            expected = stakes * coups.values / unit
            regret = perfect * coups.values / unit - expected
            shoes, decks = dealer.shoes[at], coups.undealt // 52
            result.units_by_shoe[shoes] += expected
            result.ceiling_by_shoe[shoes] += ceiling
            result.perfect_by_shoe[shoes] += perfect * coups.values / unit
            result.settled_by_shoe[shoes] += net / BASIS_POINTS / unit
            result.bets_by_shoe[shoes] += stakes > 0
            np.add.at(result.coups_by_decks, decks, 1)
            good = coups.values > 0
            split = np.stack(((regret * good).sum(axis=1), (regret * ~good).sum(axis=1)), axis=1)
            np.add.at(result.regret_by_decks, decks, split)
        dealer.deal()


class _Dealer:
    """Deals shoes of a key to the end, whoever bets, and knows what every coup is worth."""

    def __init__(self, terms: Terms, key: NDArray[np.uint64], shoes: NDArray[np.int64]) -> None:
        self.shoes = shoes
        self.game = terms.game
        self.tables = Tables(Terms(game=terms.game, max_coups=terms.max_coups), len(shoes))
        open_shoes(self.tables, key, shoes)
        self.at = np.arange(len(shoes))

    def coups(self) -> Coups:
        """What is known of the coming coup at the tables `at`, where the shoe is not over."""
        tables = self.tables.records[self.at]
        unseen = tables["unseen"]
        undealt = (tables["length"] - tables["position"]).astype(np.int64)
        return Coups(unseen, undealt, simulate.price(unseen, self.game))

    def deal(self) -> None:
        """Deal a coup at the tables `at`."""
        rows = np.zeros(len(self.shoes), np.bool_)
        rows[self.at] = True
        outcome = self.tables.play(rows, self.tables.nothing().ledger)
        self.at = self.at[~(outcome.done[0] | outcome.done[1])[self.at]]


class _Seat:
    """A policy at tables that deal the same cards, until its own shoes are over."""

    def __init__(
        self, policy: Any, terms: Terms, key: NDArray[np.uint64], shoes: NDArray[np.int64]
    ) -> None:
        self.env = BaccaratVectorEnv(
            len(shoes), terms.game, autoreset_mode="DISABLED", **_arguments(terms)
        )
        self.policy, self.tables = seated(policy, self.env), self.env.tables
        open_shoes(self.tables, key, shoes)
        opened = self.tables.nothing()
        self.seen = self.tables.show(opened)
        self.over = np.zeros(len(shoes), np.bool_)
        self.policy.open(self.tables.info(opened))

    def step(self, number: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Let the policy act; the stakes placed in chips and what they won, `(N, B)` each.

        Raises ValueError naming the step if the actions are none.
        """
        actions = self._actions(number)
        try:
            ledger = self.tables.read(actions)
        except ValueError as problem:
            raise ValueError(f"in step {number} of a shoe, {problem}") from None
        outcome = self.tables.play(~self.over, ledger)
        self.over = self.over | outcome.done.any(axis=0)
        self.seen = self.tables.show(outcome)
        infos = self.tables.info(outcome)
        self.policy.learn(infos, self.over)
        return infos["stakes"], infos["net"]

    def _actions(self, number: int) -> NDArray[Any]:
        """Ask for actions; those at tables whose shoe is over are none."""
        given = self.policy.actions(self.seen.copy())
        if hasattr(given, "detach"):  # a tensor
            given = given.detach().cpu().numpy()
        actions = np.array(given)
        wanted = self.env.action_space.shape
        if actions.shape != wanted:
            raise ValueError(
                f"in step {number} of a shoe, the policy returned shape {actions.shape} for "
                f"{self.env.num_envs} tables: actions have shape {wanted}"
            )
        if actions.dtype == np.bool_:
            raise ValueError(
                f"in step {number} of a shoe, the policy returned True and False: actions are "
                "numbers, so add .astype(int)"
            )
        actions[self.over] = 0
        return actions


def open_shoes(tables: Tables, key: NDArray[np.uint64], shoes: NDArray[np.int64]) -> None:
    """Open the numbered shoes `(N,)` of a key, one a table."""
    tables.records["key"] = key
    tables.records["shoe"] = shoes
    tables.open(np.ones(len(shoes), np.bool_))


def _arguments(terms: Terms) -> dict[str, Any]:
    """The terms as keyword arguments, the game apart."""
    return {name: getattr(terms, name) for name in Terms.names() if hasattr(terms, name)}
