"""How large a bankroll a bettor with an advantage needs.

Two closed forms and a simulation. A bet that wins `pays` units or loses one can only fall
step by step, so the risk of ruin of a bankroll of B units is exactly xᴮ for independent
bets, x being the root below 1 of win · x^(pays + 1) + 1 − win = x. The other takes the
results of shoes for normal: exp(−2 B mean / deviation²), with mean above zero.

Source: Feller, "An Introduction to Probability Theory and Its Applications" I (1968),
chapter XIV, for the root; Schlesinger, "Blackjack Attack" (2004), for the other form.
"""

from __future__ import annotations

import numpy as np
import scipy
from numpy.typing import ArrayLike, NDArray

__all__ = ["bankroll_for", "lowest_points", "ruin_by_deviation", "ruin_root"]


def ruin_root(win: float, pays: float) -> float:
    """Find x, where xᴮ is the risk of ruin of B units on independent bets of one unit.

    1 where the bet has no advantage.

    >>> round(ruin_root(0.6, 1), 6)
    0.666667

    Raises ValueError if `win` is no probability between 0 and 1.
    """
    if not 0 < win < 1:
        raise ValueError(f"win={win!r} must be a probability between 0 and 1")
    if win * pays <= 1 - win:
        return 1.0
    top = ((1 / win) / (pays + 1)) ** (1 / pays)  # where the curve is lowest, above the root
    root = scipy.optimize.brentq(
        lambda x: win * x ** (pays + 1) + 1 - win - x, 0.0, top, xtol=1e-15
    )
    return float(root)


def ruin_by_deviation(bankroll: ArrayLike, mean: float, deviation: float) -> NDArray[np.float64]:
    """Risk of ruin of a bankroll by the normal form; 1 where there is no advantage."""
    if mean <= 0:
        return np.ones_like(np.asarray(bankroll, np.float64))
    return np.asarray(np.exp(-2 * np.asarray(bankroll) * mean / deviation**2))


def bankroll_for(risk: float, mean: float, deviation: float) -> float:
    """Units at which the risk of ruin is `risk` by the normal form; infinite with no advantage."""
    if mean <= 0:
        return float("inf")
    return float(np.log(1 / risk) * deviation**2 / (2 * mean))


def lowest_points(
    net: NDArray[np.int64],
    low: NDArray[np.int64],
    *,
    gamblers: int,
    shoes: int,
    random: np.random.Generator,
) -> NDArray[np.int64]:
    """Send gamblers through shoes drawn from a pool; find each one's lowest point, `(gamblers,)`.

    `net` and `low` `(P,)` are the result of each shoe in the pool and the lowest point within
    it, both from zero at its start. A bankroll of B units is ruined where the lowest is ≤ −B.
    """
    money, lowest = np.zeros(gamblers, np.int64), np.zeros(gamblers, np.int64)
    for _ in range(shoes):
        shoe = random.integers(net.size, size=gamblers)
        np.minimum(lowest, money + low[shoe], out=lowest)
        money += net[shoe]
    return lowest
