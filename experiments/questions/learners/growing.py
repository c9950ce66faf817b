"""How fast a bankroll grows: an agent's stakes by the exact odds, beside Kelly's.

The expected logarithm of the bankroll's factor is added up over the coups of a shoe, so that
the luck of the cards is left out as it is for units a shoe.

Source: Kelly, "A new interpretation of information rate" (1956).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from agents import make
from agents.agent import Agent, Limits
from agents.play.dealt import play
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.growth import Outcomes, growth
from experiments.shoes.scoring import HeldOut

__all__ = ["grown", "kelly_grown"]


def grown(agent: Agent, held: HeldOut, bankroll: int, largest: int) -> float:
    """Growth of the logarithm of a bankroll a shoe, which starts anew at every shoe."""
    limits = Limits(1, largest)
    session = play(agent, held.schedule, bankroll=bankroll, limits=limits)
    rows = np.flatnonzero(session.stakes.any(axis=1))
    before = bankroll + _won_before(session.net.sum(axis=1), held.schedule.coups.coup)
    outcomes = Outcomes(held.game)
    chances = outcomes.chances(held.schedule.coups.unseen[rows])
    shares = session.stakes[rows] / before[rows, None]
    return float(growth(chances, outcomes.net, shares).sum() / held.shoes)


def kelly_grown(held: HeldOut, bankroll: int, largest: int) -> float:
    """The same of the exact player with the stakes that make a bankroll grow fastest."""
    return grown(make("exact-kelly"), held, bankroll, largest)


def _won_before(net: NDArray[np.int64], coup: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Chips won in the shoe before each coup, `(M,)`."""
    before = np.cumsum(net) - net
    opens = np.maximum.accumulate(np.where(coup == 0, np.arange(len(net)), 0))
    return np.asarray((before - before[opens]) / BASIS_POINTS)
