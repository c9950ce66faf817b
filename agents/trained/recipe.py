"""What is trained: an algorithm at some tables, its settings, a budget and a seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from agents.trained.algorithms import ACTIVATIONS, ALGORITHMS, QUANTILES, Algorithm
from agents.writing import why
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.checks import check_whole
from baccarat_env.game import Game, as_game
from baccarat_env.spans import is_range
from baccarat_env.terms import GROWING, PROCEDURE, Terms

__all__ = ["Recipe", "recipe"]

MOST_COUPS, MOST_TABLES, MOST_SEED = 10**12, 1 << 16, 2**63 - 1
MOST_LAYERS, MOST_WIDTH = 8, 4_096


@dataclass(frozen=True)
class Recipe:
    """All that a training is told; JSON-able but for the game and the terms, which `to_dict` is."""

    algorithm: str
    game: Game
    terms: Mapping[str, Any]
    settings: Mapping[str, Any]
    coups: int
    tables: int
    seed: int
    device: str = "cpu"

    @property
    def row(self) -> Algorithm:
        """What is known of the algorithm."""
        return ALGORITHMS[self.algorithm]

    def read_terms(self) -> Terms:
        """Read the terms of play; raises ValueError naming one that is amiss."""
        return Terms.read(self.game, self.terms)

    def to_dict(self) -> dict[str, Any]:
        """Write it as JSON-ready data."""
        told = {**self.__dict__, "game": self.game.to_dict()}
        told["terms"], told["settings"] = _plain(self.terms), _plain(self.settings)
        return told

    @classmethod
    def from_dict(cls, told: Mapping[str, Any]) -> Recipe:
        """Read what `to_dict` wrote. Raises ValueError where it could not have."""
        try:
            known = {**told, "game": Game.from_dict(told["game"])}
            made = cls(**known)
            return recipe(
                made.algorithm, made.game, coups=made.coups, seed=made.seed, tables=made.tables,
                settings=made.settings, device=made.device, **made.terms,
            )  # fmt: skip
        except (TypeError, KeyError, AttributeError) as problem:
            raise ValueError(f"this is no description of a training ({why(problem)})") from None


def _plain(value: Any) -> Any:
    """Turn tuples and arrays, however deep, into lists."""
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    if hasattr(value, "tolist"):
        return value.tolist()
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value


def recipe(
    algorithm: str = "ppo",
    game: Game | str | Mapping[str, Any] = "ez",
    *,
    coups: int = 1_000_000,
    seed: int = 1,
    tables: int | None = None,
    settings: Mapping[str, Any] | None = None,
    device: str = "cpu",
    **terms: Any,
) -> Recipe:
    """Say what is to be trained; what is not said is the algorithm's own default.

    `terms` are the environment's arguments. Settled rewards are scaled by 1 / (1 + largest
    payoff) of the game, so that none is above 1: Stable-Baselines3's DQN bends larger errors.
    Raises ValueError naming what is unknown or out of range, and the legal values.
    """
    if algorithm not in ALGORITHMS:
        raise ValueError(f"unknown algorithm {algorithm!r}: choose from {', '.join(ALGORITHMS)}")
    row, table = ALGORITHMS[algorithm], as_game(game)
    seats = row.tables if tables is None else tables
    check_whole("coups", coups, 1, MOST_COUPS)
    check_whole("seed", seed, 0, MOST_SEED)
    check_whole("tables", seats, 1, MOST_TABLES)
    _check_settings(algorithm, row, settings or {})
    told, read = _terms(algorithm, row, table, terms)
    chosen = _settings(row, read, settings or {}, int(seats))
    return Recipe(algorithm, read.game, told, chosen, int(coups), int(seats), int(seed), device)


def _terms(
    algorithm: str, row: Algorithm, table: Game, given: Mapping[str, Any]
) -> tuple[dict[str, Any], Terms]:
    """Fill up the terms of play with the algorithm's usual ones; procedure goes into the game."""
    usual = dict(row.terms)
    if given.get("reward", usual.get("reward")) not in GROWING:
        usual.pop("bankroll", None)  # only growth needs one
    told = {"actions": row.actions[0]} | usual | dict(given)
    if told["actions"] not in row.actions:
        legal = " or ".join(row.actions)
        raise ValueError(f"actions={told['actions']!r} do not fit {algorithm}: it takes {legal}")
    read = Terms.read(table, told)
    told = {n: value for n, value in told.items() if n not in PROCEDURE or is_range(value)}
    told.setdefault("reward_scale", _scale(read))
    return told, read


def _settings(row: Algorithm, read: Terms, given: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Fill up the settings with the algorithm's usual ones."""
    noiseless = row.noiseless if read.reward in ("expected", "growth") else {}
    chosen = {**row.settings, **noiseless, **given}
    if "n_steps" in chosen and "batch_size" in chosen:  # no batch is larger than a rollout
        chosen["batch_size"] = min(chosen["batch_size"], chosen["n_steps"] * seats)
    return chosen


def _check_settings(algorithm: str, row: Algorithm, given: Mapping[str, Any]) -> None:
    """Raise ValueError for a setting that there is not, or a net that would fill the memory."""
    for name in given:
        if name not in row.settings and name not in row.legal_settings():
            legal = sorted(row.legal_settings())
            close = get_close_matches(name, legal, n=1)
            raise ValueError(
                f"{algorithm} has no setting {name!r}: "
                + (f"did you mean {close[0]!r}? " if close else "")
                + f"choose from {', '.join(legal)}"
            )
    for name, value in given.items():
        if (
            isinstance(value, str)
            and name not in ("activation", "net_arch")
            and not row.takes_words(name)
        ):
            raise ValueError(f"{name}={value!r} must be a number, true, false or a list as 64,64")
    if given.get("activation", "tanh") not in ACTIVATIONS:
        legal_ones = " or ".join(ACTIVATIONS)
        raise ValueError(f"activation={given['activation']!r} must be {legal_ones}")
    _check_net(given)


def _check_net(settings: Mapping[str, Any]) -> None:
    """Raise ValueError for a net larger than any game of ten numbers needs."""
    widths = settings.get("net_arch", [])
    small = isinstance(widths, list | tuple) and len(widths) <= MOST_LAYERS
    if not small or not all(type(width) is int and 1 <= width <= MOST_WIDTH for width in widths):
        raise ValueError(
            f"net_arch={widths!r} must be at most {MOST_LAYERS} whole numbers, "
            f"each from 1 to {MOST_WIDTH}"
        )
    if QUANTILES in settings:
        check_whole(QUANTILES, settings[QUANTILES], 1, 1_000)


def _scale(terms: Terms) -> float:
    """Scale rewards so that the largest stands below 1.

    Exact expected values are small already: in units of the largest chip, edges of a
    hundredth are learned soonest. Log growth is brought to the size of settled results.
    """
    payoff = float(terms.game.pays.max()) / BASIS_POINTS + 1
    most = max(chips[-1] for chips in terms.denominations)
    if terms.reward in GROWING:
        assert terms.bankroll is not None
        return float(terms.bankroll / (most if terms.reward == "growth" else payoff * most))
    return 1 / most if terms.reward == "expected" else 1 / (payoff * most)
