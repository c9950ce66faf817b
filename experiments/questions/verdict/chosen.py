"""Who was chosen to play a bet, and a bet that is beaten."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from experiments.page.number import Number
from experiments.statistics import Estimate, per_shoe

__all__ = ["Beaten", "Chosen"]


@dataclass(frozen=True)
class Chosen:
    """The bettor chosen, free or forced: its name, its moments on the shoes it is reported on."""

    name: str
    shoes: int
    moments: dict[str, float]

    @property
    def units(self) -> Estimate:
        """Units a shoe by the exact odds, `()`."""
        return per_shoe(self.moments["units"], self.moments["units_squares"], self.shoes)

    @property
    def settled(self) -> Estimate:
        """Units a shoe by settled results, `()`."""
        return per_shoe(self.moments["settled"], self.moments["squares"], self.shoes)

    @property
    def deviation(self) -> float:
        """Standard deviation of the settled result of a shoe."""
        return float(self.settled.error * np.sqrt(self.shoes - 1))

    @property
    def bets(self) -> float:
        """Units bet a shoe."""
        return self.moments["bets"] / self.shoes

    @property
    def per_100(self) -> Estimate:
        """Result per 100 bet, `()`: a ratio of sums over independent shoes."""
        m = self.moments
        ratio = m["units"] / m["bets"]
        rest = m["units_squares"] - 2 * ratio * m["units_bets"] + ratio**2 * m["bets_squares"]
        error = np.sqrt(max(rest, 0) * self.shoes / (self.shoes - 1)) / m["bets"]
        return Estimate(np.asarray(100 * ratio), np.asarray(100 * error))


@dataclass(frozen=True)
class Beaten:
    """A bet that is beaten with some information, one unit on each favourable coup."""

    information: str
    knowledge: str
    """The same as a heading has it."""
    bet: str
    name: str
    """Who was the best of those tried."""
    units: Number
    bets: float
    """Bets a shoe."""
    deviation: float
    """Standard deviation of a shoe."""
    n0: float
    bankroll: float
    money_an_hour: Number

    @property
    def rounded_n0(self) -> float:
        """N0 to one digit, for a headline."""
        return float(f"{self.n0:.1g}")
