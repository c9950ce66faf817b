"""Grids of systems: `martingale:limit=100..1000/100` names ten, `follow_run:k=2..4` three.

An option may be a range, FIRST..LAST or FIRST..LAST/STEP, or words with a bar between them,
`flat:bet=player|banker`. Several such options make every combination.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from itertools import product
from math import prod

from agents.agent import AgentError

__all__ = ["MOST", "Grid", "grid"]

MOST = 1_000
"""Systems of a grid, at most."""

NUMBER = r"-?\d+(?:\.\d+)?"
RANGE = re.compile(rf"({NUMBER})\.\.({NUMBER})(?:/({NUMBER}))?")
MEANT_AS_RANGE = re.compile(r"-?\.?\d[\d.]*?\.\.")


@dataclass(frozen=True)
class Grid:
    """A grid: the name it was written with, its varied options and every system it stands for.

    `axes` are the values of each varied option; `systems` has the last of them vary fastest.
    """

    name: str
    axes: dict[str, tuple[str, ...]]
    systems: tuple[str, ...]

    @property
    def shape(self) -> tuple[int, ...]:
        """How many values each varied option has."""
        return tuple(map(len, self.axes.values()))


def grid(name: str) -> Grid | None:
    """Read a name as a grid; None if no option of it is varied.

    >>> grid("martingale:limit=100..300/100,bet=player").systems[-1]
    'martingale:limit=300,bet=player'

    Raises AgentError naming a range that cannot be read, or a grid of more than `MOST` systems.
    """
    path, file, rest = name.rpartition(".py:")
    head, _, text = rest.partition(":")
    options = [part.partition("=") for part in filter(None, text.split(","))]
    values = {key: _values(key, value) for key, _, value in options}
    axes = {key: listed for key, listed in values.items() if listed is not None}
    if not axes:
        return None
    count = prod(map(len, axes.values()))
    if count > MOST:
        raise AgentError(
            f"{name} stands for {count:,} systems: name at most {MOST:,}, such as with larger steps"
        )
    choices = [values[key] or (value,) for key, _, value in options]
    systems = tuple(
        f"{path}{file}{head}:"
        + ",".join(f"{key}={value}" for (key, *_), value in zip(options, chosen, strict=True))
        for chosen in product(*choices)
    )
    return Grid(name, axes, systems)


def _values(key: str, text: str) -> tuple[str, ...] | None:
    """List the values of a varied option; None for one that is not."""
    if "|" in text:
        words = tuple(word.strip() for word in text.split("|"))
        if "" in words or len(set(words)) < len(words):
            raise AgentError(f"{key}={text}: write different words with | between them")
        return words
    found = RANGE.fullmatch(text)
    if found:
        return _range(key, text, *map(_number, found.groups()))
    if MEANT_AS_RANGE.match(text):
        raise AgentError(f"{key}={text} must be FIRST..LAST/STEP, such as {key}=100..1000/100")
    return None


def _number(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)


def _range(
    key: str, text: str, first: Decimal | None, last: Decimal | None, step: Decimal | None
) -> tuple[str, ...]:
    assert first is not None
    assert last is not None
    whole = first == first.to_integral_value() and last == last.to_integral_value()
    if step is None and not whole:
        raise AgentError(f"{key}={text} needs a step: write {key}={first}..{last}/0.1")
    step = Decimal(1) if step is None else step
    if step <= 0:
        raise AgentError(f"{key}={text} has a step of {step}: it must be above 0")
    if first >= last:
        raise AgentError(
            f"{key}={text} must run upwards: write the smaller number first, or one number alone"
        )
    count = int((last - first) / step) + 1
    if count > MOST:
        raise AgentError(f"{key}={text} has {count:,} values: name at most {MOST:,}")
    return tuple(format((first + i * step).normalize(), "f") for i in range(count))
