"""How much to bet: staking plans.

A plan keeps a few registers for each of N tables: `start` fills them, `stake` reads the
stake in units from them, `after` says what they are when a bet is won or lost. A push,
a coup without a bet and a new shoe leave them alone. A plan of one's own is one more
class. No staking plan changes the expected loss of a chip; all of them change how the
results are spread.

Source of the definitions, where none is named: Epstein, "The Theory of Gambling and
Statistical Logic", chapter 3, and the worked examples the tests replay.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from agents.systems.plan import (
    MOST,
    Plan,
    Register,
    Settled,
    State,
    numbers_in,
    up_to_most,
    with_room,
)
from agents.systems.sides import snake
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.checks import check_whole

__all__ = ["PLANS"]


@dataclass(frozen=True)
class Flat(Plan):
    """One unit, always. Also called: level stakes, flat betting."""

    def after(self, coup: Settled, state: State) -> State:  # noqa: ARG002 (nothing moves it)
        """Nothing moves."""
        return state


@dataclass(frozen=True)
class Martingale(Plan):
    """Double after a loss, restart after a win, or after `losses` losses in a row.

    Also called: doubling up; with `losses` a k-step martingale.
    """

    losses: int | None = None
    first: ClassVar = (1, 0)
    over: ClassVar = "reset"

    def __post_init__(self) -> None:
        if self.losses is not None:
            check_whole("losses", self.losses, 1, 104)

    def raised(self, stake: Register, lost: Register) -> Register:  # noqa: ARG002 (see below)
        """The stake after a number of losses in a row, the last stake being given."""
        return 2 * stake

    def after(self, coup: Settled, state: State) -> State:
        """Raise on a loss; restart on a win or when the steps are used up."""
        stake, lost = state
        lost = lost + 1
        back = coup.won | (lost == (self.losses or 0))
        return self.restart(back, (up_to_most(self.raised(stake, lost)), lost))


@dataclass(frozen=True)
class GrandMartingale(Martingale):
    """Double and add one after a loss, restart after a win. Also called: great martingale."""

    def raised(self, stake: Register, lost: Register) -> Register:  # noqa: ARG002
        """2 s + 1."""
        return 2 * stake + 1


@dataclass(frozen=True)
class Piquemouche(Martingale):
    """Double after every third loss in a row, restart after a win. Also called: pique-mouche."""

    def raised(self, stake: Register, lost: Register) -> Register:
        """2 s at every third loss."""
        return np.where(lost % 3 == 0, 2 * stake, stake)


@dataclass(frozen=True)
class Paroli(Plan):
    """Double after a win, restart after a loss or after `wins` wins in a row.

    Also called: parlay, let it ride, three-step paroli.
    """

    wins: int | None = 3
    first: ClassVar = (1, 0)
    over: ClassVar = "reset"

    def __post_init__(self) -> None:
        if self.wins is not None:
            check_whole("wins", self.wins, 1, 104)

    def after(self, coup: Settled, state: State) -> State:
        """Double on a win; restart on a loss or on the last win."""
        stake, won = state
        won = won + 1
        back = ~coup.won | (won == (self.wins or 0))
        return self.restart(back, (up_to_most(2 * stake), won))


@dataclass(frozen=True)
class ReverseMartingale(Paroli):
    """Double after a win until a loss. Also called: anti-martingale."""

    wins: int | None = None


@dataclass(frozen=True)
class Sequence(Plan):
    """Bet the next number after a win; restart after a loss and after the last number.

    Also called: 1-3-2-6, and with `steps=1-3-2-4` the milder one.
    """

    steps: str = "1-3-2-6"
    first: ClassVar = (0,)

    def __post_init__(self) -> None:
        self.numbers  # noqa: B018 (checks the text)

    @cached_property
    def numbers(self) -> Register:
        """The steps as units."""
        return numbers_in("steps", self.steps)

    def stake(self, state: State) -> Register:
        """The number it has come to."""
        return np.asarray(self.numbers[state[0]])

    def after(self, coup: Settled, state: State) -> State:
        """Go on after a win."""
        step = state[0] + 1
        return (np.where(coup.won & (step < len(self.numbers)), step, 0),)


def _fibonacci() -> Register:
    numbers = [1, 1]
    while numbers[-1] < MOST:
        numbers.append(numbers[-1] + numbers[-2])
    return np.array(numbers)


FIBONACCI = _fibonacci()


@dataclass(frozen=True)
class Fibonacci(Plan):
    """Go one number up after a loss and `back` numbers down after a win: 1, 1, 2, 3, 5, 8.

    Also called: Fibonacci two steps back; with `back=1` Fibonacci one step back.
    """

    back: int = 2
    first: ClassVar = (0,)

    def __post_init__(self) -> None:
        check_whole("back", self.back, 1, 104)

    def stake(self, state: State) -> Register:
        """F[i]."""
        return np.asarray(FIBONACCI[state[0]])

    def after(self, coup: Settled, state: State) -> State:
        """One number up, or `back` down."""
        up, down = np.minimum(state[0] + 1, len(FIBONACCI) - 1), np.maximum(state[0] - self.back, 0)
        return (np.where(coup.won, down, up),)


@dataclass(frozen=True)
class Dalembert(Plan):
    """One unit more after a loss, one less after a win. Also called: d'Alembert, the pyramid."""

    def after(self, coup: Settled, state: State) -> State:
        """One up, or one down."""
        return (np.maximum(state[0] + np.where(coup.won, -1, 1), 1),)


@dataclass(frozen=True)
class ContraDalembert(Plan):
    """One unit less after a loss, one more after a win. Also called: reverse d'Alembert."""

    def after(self, coup: Settled, state: State) -> State:
        """One down, or one up."""
        return (np.maximum(state[0] + np.where(coup.won, 1, -1), 1),)


@dataclass(frozen=True)
class Labouchere(Plan):
    """Bet first + last of a line; strike them out after a win, append the stake after a loss.

    A lone number is bet alone; an empty line restarts. `append="loss"` writes down what
    was lost, in whole units rounded up, which differs where a limit or the bankroll
    changed the stake. Also called: cancellation, split martingale.
    """

    line: str = "1-2-3"
    append: str = "stake"
    over: ClassVar = "reset"
    strikes_on_win: ClassVar[bool] = True

    def __post_init__(self) -> None:
        self.numbers  # noqa: B018 (checks the text)
        if self.append not in ("stake", "loss"):
            raise ValueError(f"append={self.append!r} must be stake or loss")

    @cached_property
    def numbers(self) -> Register:
        """The line at its start, in units."""
        return numbers_in("line", self.line)

    def start(self, tables: int) -> State:
        """The line `(N, W)`, and where it begins and ends in its row, `(N,)`."""
        begins = np.zeros(tables, dtype=np.int64)
        return np.tile(self.numbers, (tables, 1)), begins, begins + len(self.numbers)

    def restart(self, rows: NDArray[np.bool_], state: State) -> State:
        """Write the line at its start into the marked rows."""
        line, begins, ends = (register.copy() for register in state)
        at = np.flatnonzero(rows)
        line[at, : len(self.numbers)] = self.numbers
        begins[at], ends[at] = 0, len(self.numbers)
        return line, begins, ends

    def stake(self, state: State) -> Register:
        """First + last."""
        line, begins, ends = state
        rows = np.arange(len(line))
        first, last = line[rows, begins], line[rows, ends - 1]
        return up_to_most(np.where(ends - begins == 1, first, first + last))

    def after(self, coup: Settled, state: State) -> State:
        """Strike out or append."""
        strikes = coup.won == self.strikes_on_win
        wanted = self.stake(state)
        if self.append == "loss":
            wanted = -(coup.net // (coup.unit * BASIS_POINTS))
        line, begins, ends = with_room(*state)
        appends = np.flatnonzero(~strikes)
        line[appends, ends[appends]] = wanted[appends]
        begins, ends = begins + strikes, ends + np.where(strikes, -1, 1)
        empty = begins >= ends
        return self.restart(empty, (line, begins, ends)) if empty.any() else (line, begins, ends)


@dataclass(frozen=True)
class ReverseLabouchere(Labouchere):
    """Labouchere with wins and losses exchanged. Also called: Norman Leigh's system."""

    strikes_on_win: ClassVar[bool] = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.append != "stake":
            raise ValueError("a reverse Labouchere appends what it staked: leave append=stake")


@dataclass(frozen=True)
class OscarsGrind(Plan):
    """One unit more after a win, but never more than wins one unit for the series.

    The series ends, and the next starts at one unit, when it is a unit ahead. With a
    payout under even money the stake is the least that would get there at the payout of
    the win before. Also called: Hoyle's press, pluscoup. Source: Wilson, "The Casino
    Gambler's Guide" (1965).
    """

    first: ClassVar = (1, 0)

    def after(self, coup: Settled, state: State) -> State:
        """Registers: stake in units, result of the series in basis points of a chip."""
        stake, result = state[0], state[1] + coup.net
        missing = coup.unit * BASIS_POINTS - result
        payout = np.where(coup.won, coup.net // np.maximum(coup.stake, 1), 1)
        enough = -(-missing // (payout * coup.unit))
        pressed = np.where(coup.won, np.minimum(stake + 1, enough), stake)
        return self.restart(missing <= 0, (pressed, result))


PLANS: dict[str, type[Plan]] = {
    snake(name): found
    for name, found in list(vars().items())
    if isinstance(found, type) and issubclass(found, Plan) and found is not Plan
}
"""The staking plans of this file by name."""
