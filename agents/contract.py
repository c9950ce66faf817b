"""What an agent returns, held against its contract: whole chips within the limits."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.agent import Agent, AgentError, Stakes, View
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.names import counted

__all__ = ["check_bet", "check_stopped"]


def check_bet(stakes: Any, view: View, agent: Agent) -> Stakes:
    """Check what an agent asks for: whole chips within the limits and the bankroll, `(N, B)`.

    What it asks for where no coup is coming is not placed.
    Raises AgentError that names the agent, the table, the coup and the first stake that
    cannot be placed.
    """
    wagers = _whole_chips(stakes, view, agent)
    wagers = np.where(view.active[:, None], wagers, 0)
    wrong = (wagers != 0) & ((wagers < view.low) | (wagers > view.high))
    if wrong.any():
        n, b = np.argwhere(wrong)[0]
        raise AgentError(
            f"{_where(view, agent, n)} it bet {wagers[n, b]} on {view.game.bets[b]}: "
            f"the limits are {view.low[b]} to {view.high[b]} chips"
        )
    total = wagers.sum(axis=1, dtype=np.int64)
    if view.bankroll is not None and (total * BASIS_POINTS > view.bankroll).any():
        n = int(np.argmax(total * BASIS_POINTS > view.bankroll))
        raise AgentError(
            f"{_where(view, agent, n)} it bet {counted(int(total[n]), 'chip')} "
            f"with {view.bankroll[n] / BASIS_POINTS:g} in hand"
        )
    return wagers.astype(np.int64)


def check_stopped(agent: Agent, tables: int) -> None:
    """Check where an agent says that it has left. Raises AgentError that names the agent."""
    stopped = agent.stopped
    if not (
        isinstance(stopped, np.ndarray) and stopped.dtype == np.bool_ and stopped.shape == (tables,)
    ):
        raise AgentError(
            f"{agent.name} set stopped to {type(stopped).__name__} {str(stopped)[:40]!r}: it is an "
            f"array of True and False, one a table, such as self.stopped |= view.coup > 9"
        )


def _whole_chips(stakes: Any, view: View, agent: Agent) -> NDArray[Any]:
    shape = (view.tables, len(view.game.bets))
    try:
        wagers = np.asarray(stakes)
    except ValueError:
        wagers = np.empty(0, dtype=object)
    if wagers.shape != shape:
        told = "None" if stakes is None else f"shape {wagers.shape}"
        raise AgentError(
            f"{agent.name} returned {told} from bet(): stakes have shape {shape}, "
            "a row a table and a column a bet; start from view.no_bet()"
        )
    if wagers.dtype.kind not in "iu":
        odd = wagers[np.nonzero(wagers != np.floor(wagers))] if wagers.dtype.kind == "f" else ()
        told = f"{float(np.ravel(odd)[0]):g} chips" if len(odd) else f"{wagers.dtype} numbers"
        raise AgentError(
            f"{agent.name} returned {told} from bet(): stakes are whole chips, "
            "so round them and use .astype(int)"
        )
    return wagers


def _where(view: View, agent: Agent, table: int) -> str:
    """Say who, at which table and in which coup of the shoe, counted from 1."""
    return f"{agent.name}, table {table + 1}, coup {int(view.coup[table]) + 1}:"
