"""Betting systems: a staking plan on a selection, under limits and with a bankroll."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.agent import Agent, AgentError, Stakes, View
from agents.by_name import build, options_of
from agents.systems.selection import SELECTIONS, After, Always, Selection
from agents.systems.staking import PLANS, Flat, Plan, Register, Settled, choose
from baccarat_env.bet import BASIS_POINTS, MAX_STAKE
from baccarat_env.checks import check_whole
from baccarat_env.game import Game
from baccarat_env.names import did_you_mean, typed

__all__ = ["System", "offers", "system"]


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
    selections = {name: partial(system, "flat", name) for name in SELECTIONS}
    return plans | selections | {"after": after}


def after(plan: str = "flat", **options: Any) -> System:
    """Bet after patterns of decisions, `after:BBB=player,PPB=banker`, with a staking plan.

    Also called: trigger betting, wait for three in a row.
    """
    if typed(plan) not in PLANS:
        raise AgentError(f"there is no staking plan {plan!r}: {did_you_mean(plan, PLANS)}")
    patterns = {key: told for key, told in options.items() if not set(key) - set("pbPB")}
    rest = {key: told for key, told in options.items() if key not in patterns}
    made = system(typed(plan), **rest)
    made.selection = After(**patterns)
    made.information = made.selection.information
    return made


def system(plan: str, select: str = "always", **options: Any) -> System:
    """Make a system from names: a plan on a selection (`select`), with the options of both.

    >>> system("fibonacci", "majority", n=7, back=1, limit=500).plan
    Fibonacci(back=1)

    Raises ValueError naming an unknown selection or option.
    """
    select = typed(str(select))
    if select not in SELECTIONS:
        raise AgentError(f"there is no selection {select!r}: {did_you_mean(select, SELECTIONS)}")
    makers: dict[str, Callable[..., Any]] = {
        plan: PLANS[plan],
        select: SELECTIONS[select],
        "system": partial(System, Flat(), Always()),
    }
    known = {name: options_of(maker) for name, maker in makers.items()}
    legal = sorted({key for listed in known.values() for key in listed})
    for key in options:
        if key not in legal:
            near = did_you_mean(key, ("select", *legal))
            raise AgentError(f"{plan} on {select} has no option {key!r}: {near}")
    own = {
        name: {key: value for key, value in options.items() if key in listed}
        for name, listed in known.items()
    }
    made = build(plan, makers[plan], own[plan]), build(select, makers[select], own[select])
    assembled: System = build("system", partial(System, *made), own["system"])
    return assembled
