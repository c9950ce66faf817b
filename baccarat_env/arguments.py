"""What an environment was made with: read as its attributes, never set, and kept as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from enum import Enum
from typing import Any, Generic, NoReturn, TypeVar, cast

import numpy as np
from gymnasium.envs.registration import EnvSpec

from baccarat_env.game import Game
from baccarat_env.terms import PROCEDURE, Terms

__all__ = ["Fixed", "FixedArguments"]

T = TypeVar("T")


class Fixed(Generic[T]):
    """An attribute that is settled when the environment is made."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, env: Any, kind: type | None = None) -> T:
        if env is None:
            return self  # type: ignore[return-value]
        terms: Any = env.tables.terms
        if self.name in terms.spans.drawn:
            return cast(T, getattr(terms.spans, self.name))
        if self.name in ("terms", "num_envs", "shoes"):
            special = {
                "terms": terms,
                "num_envs": len(env.tables.records),
                "shoes": terms.fixed_shoes,
            }
            return cast(T, special[self.name])
        return cast(T, getattr(terms.game if self.name in PROCEDURE else terms, self.name))

    def __set__(self, env: Any, value: Any) -> NoReturn:
        told = f"{self.name}={value!r}"
        argument = "..." if self.name == "terms" or len(told) > LONGEST else told
        raise AttributeError(
            f"{self.name!r} is fixed when the environment is made: "
            f"{env.made_by}(..., {argument}); only 'render_mode' can be set later"
        )


LONGEST = 80
"""Characters of an argument that are repeated."""


class FixedArguments:
    """An environment tells its terms as attributes, refuses to change them and keeps its spec."""

    made_by = "gym.make"
    terms = Fixed[Terms]("terms")
    game = Fixed[Game]("game")
    _spec: EnvSpec | None = None

    @property
    def spec(self) -> EnvSpec | None:
        """What makes this environment again: its arguments as data that JSON can hold."""
        return self._spec

    @spec.setter
    def spec(self, spec: EnvSpec | None) -> None:
        self._spec = copy(spec)
        if self._spec is not None:
            self._spec.kwargs = _plain(self._spec.kwargs)


for _name in Terms.names():
    setattr(FixedArguments, _name, Fixed(_name))


def _plain(value: Any) -> Any:
    """Turn games, arrays, numpy's numbers and modes, however deep, into JSON-ready data."""
    if isinstance(value, Game):
        return value.to_dict()
    if isinstance(value, Mapping):
        return {name: _plain(one) for name, one in value.items()}
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, Enum):
        return value.value
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value
