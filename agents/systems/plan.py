"""What a staking plan is: registers for each of N tables, and how a settled coup moves them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from baccarat_env.bet import MAX_STAKE

__all__ = [
    "MOST",
    "Plan",
    "Register",
    "Settled",
    "State",
    "choose",
    "numbers_in",
    "up_to_most",
    "with_room",
]

MOST = 10**12
"""Stakes a plan wants grow no further, in units: far above every limit, far inside 64 bits."""

Register = NDArray[np.int64]
"""`(N,)`, a number a table; a Labouchere also keeps a line `(N, W)` a table."""
State = tuple[Register, ...]


@dataclass(frozen=True)
class Settled:
    """A coup as a plan hears of it, at N tables."""

    won: NDArray[np.bool_]
    """`(N,)` whether the bet won; where it did not, it lost."""
    stake: NDArray[np.int64]
    """`(N,)` chips placed."""
    net: NDArray[np.int64]
    """`(N,)` basis points of a chip paid."""
    unit: int
    """Chips in a unit."""


class Plan:
    """A staking plan: what its registers start at, what they say, how they move."""

    first: ClassVar[tuple[int, ...]] = (1,)
    over: ClassVar[str] = "cap"
    """What a stake above the limit leads to if nobody says otherwise."""

    def start(self, tables: int) -> State:
        """Fill the registers of N tables, `(N,)` each."""
        return tuple(np.full(tables, value) for value in self.first)

    def stake(self, state: State) -> Register:
        """Read the stake in units, `(N,)`."""
        return state[0]

    def after(self, coup: Settled, state: State) -> State:
        """Say what the registers are after a win or a loss."""
        raise NotImplementedError(f"{type(self).__name__} has no after()")

    def restart(self, rows: NDArray[np.bool_], state: State) -> State:
        """Put the registers of the marked tables back to the start."""
        return choose(rows, self.start(len(rows)), state)


def choose(rows: NDArray[np.bool_], new: State, old: State) -> State:
    """Take the registers `new` where `rows` `(N,)` is marked and `old` elsewhere."""
    return tuple(_choose(rows, a, b) for a, b in zip(new, old, strict=True))


def _choose(rows: NDArray[np.bool_], new: Register, old: Register) -> Register:
    if new.ndim == 1:
        return np.where(rows, new, old)
    if new.shape != old.shape:
        width = max(new.shape[1], old.shape[1])
        new, old = (np.pad(x, ((0, 0), (0, width - x.shape[1]))) for x in (new, old))
    return np.where(rows[:, None], new, old)


def up_to_most(stake: Register) -> Register:
    """Keep stakes at `MOST` units, so that no plan counts beyond what a register holds."""
    return np.minimum(stake, MOST)


def numbers_in(name: str, text: str) -> Register:
    """Read units such as "1-2-3". Raises ValueError naming the option."""
    numbers = text.split("-")
    if not all(n.isdecimal() and 1 <= int(n) <= MAX_STAKE for n in numbers):
        raise ValueError(f"{name}={text!r} must be whole numbers, one or above, like 1-2-3")
    return np.array([int(n) for n in numbers])


def with_room(line: Register, begins: Register, ends: Register) -> State:
    """Copy lines so that each has a free place at its end."""
    if ends.max() < line.shape[1]:
        return line.copy(), begins, ends
    longest = int((ends - begins).max())
    columns = begins[:, None] + np.arange(2 * longest)
    moved = np.take_along_axis(line, np.minimum(columns, line.shape[1] - 1), axis=1)
    return moved, np.zeros_like(begins), ends - begins
