"""How much to bet: staking plans, and the system that a plan and a selection make.

A plan keeps a few registers for each of N tables: `start` fills them, `stake` reads the
stake in units from them, `after` says what they are when a bet is won or lost. A push,
a coup without a bet and a new shoe leave them alone. A plan of one's own is one more
class. No staking plan changes the expected loss of a chip; all of them change how the
results are spread.

Source of the definitions, where none is named: Epstein, "The Theory of Gambling and
Statistical Logic", chapter 3, and the worked examples the tests replay.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from agents.agent import Agent, Stakes, View
from agents.find import build, options_of
from agents.selection import SELECTIONS, Always, Selection, snake
from baccarat_env.rules import BASIS_POINTS, MAX_STAKE, Game, check_whole

__all__ = [
    "PLANS",
    "ContraDalembert",
    "Dalembert",
    "Fibonacci",
    "Flat",
    "GrandMartingale",
    "Labouchere",
    "Martingale",
    "OscarsGrind",
    "Paroli",
    "Piquemouche",
    "Plan",
    "ReverseLabouchere",
    "ReverseMartingale",
    "Sequence",
    "Settled",
    "System",
]

MOST = 10**12
"""Stakes a plan wants grow no further, in units: far above every limit, far inside 64 bits."""

Register = NDArray[np.int64]
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


def _up_to_most(stake: Register) -> Register:
    return np.minimum(stake, MOST)


# --- The plans ---------------------------------------------------------------------------


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
        return self.restart(back, (_up_to_most(self.raised(stake, lost)), lost))


@dataclass(frozen=True)
class GrandMartingale(Martingale):
    """Double and add one after a loss, restart after a win. Also called: great martingale."""

    def raised(self, stake: Register, lost: Register) -> Register:  # noqa: ARG002
        """2 s + 1."""
        return 2 * stake + 1


@dataclass(frozen=True)
class Piquemouche(Martingale):
    """Double after every third loss in a row, restart after a win. Also called: piquemouche."""

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
        return self.restart(back, (_up_to_most(2 * stake), won))


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
        return _numbers("steps", self.steps)

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
        return _numbers("line", self.line)

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
        return _up_to_most(np.where(ends - begins == 1, first, first + last))

    def after(self, coup: Settled, state: State) -> State:
        """Strike out or append."""
        strikes = coup.won == self.strikes_on_win
        wanted = self.stake(state)
        if self.append == "loss":
            wanted = -(coup.net // (coup.unit * BASIS_POINTS))
        line, begins, ends = _with_room(*state)
        appends = np.flatnonzero(~strikes)
        line[appends, ends[appends]] = wanted[appends]
        begins, ends = begins + strikes, ends + np.where(strikes, -1, 1)
        empty = begins >= ends
        return self.restart(empty, (line, begins, ends)) if empty.any() else (line, begins, ends)


def _with_room(line: Register, begins: Register, ends: Register) -> State:
    """Copy lines so that each has a free place at its end."""
    if ends.max() < line.shape[1]:
        return line.copy(), begins, ends
    longest = int((ends - begins).max())
    columns = begins[:, None] + np.arange(2 * longest)
    moved = np.take_along_axis(line, np.minimum(columns, line.shape[1] - 1), axis=1)
    return moved, np.zeros_like(begins), ends - begins


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


def _numbers(name: str, text: str) -> Register:
    numbers = text.split("-")
    if not all(n.isdecimal() and 1 <= int(n) <= MAX_STAKE for n in numbers):
        raise ValueError(f"{name}={text!r} must be whole numbers, one or above, like 1-2-3")
    return np.array([int(n) for n in numbers])


PLANS: dict[str, type[Plan]] = {
    snake(name): found
    for name, found in list(vars().items())
    if isinstance(found, type) and issubclass(found, Plan) and found is not Plan
}
"""The staking plans of this file by name."""

# --- A plan and a selection --------------------------------------------------------------


class System(Agent):
    """A betting system: a staking plan on a selection.

    `unit` chips make a unit. `minimum` and `limit` are the bettor's own limits in chips
    inside the table's. A stake above the limit leads to `over`: "reset" abandons the
    series, "cap" bets the limit and keeps the state, "stop" leaves; one below the
    minimum is raised to it. A bankroll below the stake leads to `short`: "stop",
    "all_in" or "reset". With `shoe="restart"` a new shoe restarts the plan, with `ahead`
    a series that is ahead does. `events` counts, table by table `(N,)`, the stakes
    "above" the limit, "below" the minimum and "short" of money.
    """

    def __init__(
        self,
        plan: Plan,
        selection: Selection,
        *,
        unit: int = 1,
        minimum: int = 1,
        limit: int = MAX_STAKE,
        over: str | None = None,
        short: str = "stop",
        shoe: str = "keep",
        ahead: bool = False,
    ) -> None:
        self.plan, self.selection = plan, selection
        self.unit, self.minimum, self.limit = unit, minimum, limit
        self.over, self.short = over or plan.over, short
        self.shoe, self.ahead = shoe, ahead
        self.information = selection.information
        for name, legal in (
            ("over", ("reset", "cap", "stop")),
            ("short", ("stop", "all_in", "reset")),
            ("shoe", ("keep", "restart")),
        ):
            if getattr(self, name) not in legal:
                raise ValueError(f"{name}={getattr(self, name)!r} must be {', '.join(legal)}")
        check_whole("limit", limit, 1, MAX_STAKE)
        check_whole("minimum", minimum, 1, limit)
        check_whole("unit", unit, 1, limit)

    def start(self, game: Game, tables: int, first: int = 0) -> None:
        """Sit down at N tables with the plan at its start."""
        super().start(game, tables, first)
        self.selection.start(game, tables, first)
        self.state = self.plan.start(tables)
        self.series = np.zeros(tables, dtype=np.int64)
        self.events = {
            event: np.zeros(tables, dtype=np.int64) for event in ("above", "below", "short")
        }

    def bet(self, view: View) -> Stakes:
        """Bet the plan's stake on the selection's bet."""
        picked = self.selection.pick(view)
        betting = view.active & (picked >= 0) & ~self.stopped
        if self.shoe == "restart":
            self._restart(view.active & (view.coup == 0))
        low = np.maximum(view.low[picked], self.minimum)
        high = np.minimum(view.high[picked], self.limit)
        if (betting & (low > high)).any():
            raise ValueError(
                f"the limits leave no stake: at least {low.max()} and at most {high.min()} chips"
            )
        stake = self._within_limits(betting, low, high)
        stake = self._within_bankroll(betting, low, high, stake, view.bankroll)
        stakes = view.no_bet()
        rows = np.flatnonzero(betting & ~self.stopped)
        stakes[rows, picked[rows]] = stake[rows]
        return stakes

    def learn(self, stakes: Stakes, net: Stakes) -> None:
        """Move the plan where a bet was won or lost."""
        staked, paid = stakes.sum(axis=1), net.sum(axis=1)
        coup = Settled(paid > 0, staked, paid, self.unit)
        self.state = choose(paid != 0, self.plan.after(coup, self.state), self.state)
        self.selection.learn(paid < 0)
        if self.ahead:
            self.series += paid
            self._restart(self.series > 0)

    def _restart(self, rows: NDArray[np.bool_]) -> None:
        if rows.any():
            self.state = self.plan.restart(rows, self.state)
            self.series[rows] = 0

    def _within_limits(
        self, betting: NDArray[np.bool_], low: Register, high: Register
    ) -> NDArray[np.int64]:
        wanted = self.plan.stake(self.state) * self.unit
        above = betting & (wanted > high)
        self.events["above"] += above
        if self.over == "reset" and above.any():
            self._restart(above)
            wanted = self.plan.stake(self.state) * self.unit
        elif self.over == "stop":
            self.stopped |= above
        self.events["below"] += betting & (wanted < low)
        return np.clip(wanted, low, high)

    def _within_bankroll(
        self,
        betting: NDArray[np.bool_],
        low: Register,
        high: Register,
        stake: Register,
        bankroll: NDArray[np.int64] | None,
    ) -> NDArray[np.int64]:
        if bankroll is None:
            return stake
        chips = bankroll // BASIS_POINTS
        short = betting & ~self.stopped & (stake > chips)
        if not short.any():
            return stake
        self.events["short"] += short
        if self.short == "all_in":
            stake = np.where(short, chips, stake)
            self.stopped |= short & (stake < low)
        else:
            if self.short == "reset":
                self._restart(short)
                again = np.clip(self.plan.stake(self.state) * self.unit, low, high)
                stake = np.where(short, again, stake)
            self.stopped |= short & (stake > chips)
        return stake


# --- By name -----------------------------------------------------------------------------


def offers() -> dict[str, Callable[..., Agent]]:
    """Every plan by its name, and every selection by its own with flat stakes."""
    plans: dict[str, Callable[..., Agent]] = {name: partial(system, name) for name in PLANS}
    return plans | {name: partial(system, "flat", name) for name in SELECTIONS}


def system(plan: str, select: str = "always", **options: Any) -> System:
    """Make a system from names: a plan on a selection (`select`), with the options of both.

    >>> system("fibonacci", "majority", n=7, back=1, limit=500).plan
    Fibonacci(back=1)

    Raises ValueError naming an unknown selection or option.
    """
    if select not in SELECTIONS:
        raise ValueError(f"unknown selection {select!r}: choose from {', '.join(SELECTIONS)}")
    makers: dict[str, Callable[..., Any]] = {
        plan: PLANS[plan],
        select: SELECTIONS[select],
        "system": partial(System, Flat(), Always()),
    }
    known = {name: options_of(maker) for name, maker in makers.items()}
    legal = sorted({key for listed in known.values() for key in listed})
    for key in options:
        if key not in legal:
            raise ValueError(
                f"{plan} on {select} has no option {key!r}: choose from select, {', '.join(legal)}"
            )
    own = {
        name: {key: value for key, value in options.items() if key in listed}
        for name, listed in known.items()
    }
    made = build(plan, makers[plan], own[plan]), build(select, makers[select], own[select])
    assembled: System = build("system", partial(System, *made), own["system"])
    return assembled
