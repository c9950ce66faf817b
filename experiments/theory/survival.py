"""How long a bankroll lasts, exactly, for independent coups that win, lose or push.

Write Q(z) = Σ P(T > n) zⁿ for the coup T after which the next stake cannot be covered.
For level stakes and for a martingale Q has a closed form, and its coefficients are read
off a circle by one Fourier transform. The circle lies inside the unit circle, so that what
wraps around is damped by a factor of 10⁻¹² before it is scaled back.

Sources: Feller, "An Introduction to Probability Theory and Its Applications" I (1968),
chapter XIV, for first passage and the ruin of a gambler; Wald, "On cumulative sums of
random variables" (1944), for the mean; Abate and Whitt, "Numerical inversion of probability
generating functions" (1992), for the inversion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baccarat_env import odds
from baccarat_env.game import Game

__all__ = ["Coup", "coup_of", "flat_survival", "martingale_mean", "martingale_survival", "reach"]

DAMPING = 1e-12
Complex = NDArray[np.complex128]


@dataclass(frozen=True)
class Coup:
    """Chances of a bet that pays even money."""

    win: float
    lose: float

    @property
    def push(self) -> float:
        """Chance that nothing moves."""
        return 1 - self.win - self.lose

    @property
    def edge(self) -> float:
        """What it costs per unit on average."""
        return self.lose - self.win

    def ruin_mean(self, bankroll: int) -> float:
        """Mean number of coups until so many units are lost at one a coup."""
        return bankroll / self.edge

    def ruin_deviation(self, bankroll: int) -> float:
        """Standard deviation of that number."""
        variance = self.win + self.lose - self.edge**2
        return float(np.sqrt(bankroll * variance / self.edge**3))


def coup_of(game: Game, bet: str = "player") -> Coup:
    """Chances of a bet on the first coup of a fresh shoe."""
    endings = odds.endings(game.full_shoe).reshape(-1)
    pays = game.pays[game.index(bet)]
    return Coup(float(endings[pays > 0].sum()), float(endings[pays < 0].sum()))


def flat_survival(coup: Coup, bankroll: int, coups: int) -> NDArray[np.float64]:
    """P(T > n) for n = 0 … `coups`, one unit a coup from a bankroll in units."""

    def transform(z: Complex) -> Complex:
        stay = 1 - coup.push * z
        root = np.sqrt(stay**2 - 4 * coup.win * coup.lose * z**2)
        down = 2 * coup.lose * z / (stay + root)  # the first time one unit lower
        return np.asarray((1 - down**bankroll) / (1 - z))

    return _coefficients(transform, coups)


def martingale_survival(coup: Coup, bankroll: int, coups: int) -> NDArray[np.float64]:
    """P(T > n) for n = 0 … `coups`: doubling from one unit after a loss, no table limit.

    A series that starts with b units is lost after m = ⌊log₂ (b + 1)⌋ losses, whose stakes
    can be covered; a series that is won leaves b + 1.
    """

    def transform(z: Complex) -> Complex:
        return _martingale(z, coup, bankroll, bankroll + coups)

    return _coefficients(transform, coups)


def martingale_mean(coup: Coup, bankroll: int) -> float:
    """E[T] = Q(1); its standard deviation is more than ten times as large."""
    total, reached = 0.0, 1.0
    decided = coup.win + coup.lose
    lose = coup.lose / decided
    for steps, series in _octaves(bankroll, 1 << 100):
        log_won = np.log1p(-(lose**steps))
        coups = (1 - lose**steps) / (1 - lose) / decided
        total += reached * coups * -np.expm1(series * log_won) / lose**steps
        reached *= np.exp(series * log_won)
    return float(total)


def _octaves(bankroll: int, most: int) -> Iterator[tuple[int, int]]:
    """Losses that can be covered, and how many bankrolls in a row can cover just so many."""
    while bankroll <= most:
        steps = (bankroll + 1).bit_length() - 1
        last = min((1 << (steps + 1)) - 2, most)
        yield steps, last - bankroll + 1
        bankroll = last + 1


def _martingale(z: Complex, coup: Coup, bankroll: int, most: int) -> Complex:
    """Q(z), from the bankroll to at most `most` units, taking equal series together."""
    stay = 1 - coup.push * z
    lose, win = coup.lose * z / stay, coup.win * z / stay
    total, reached = np.zeros_like(z), np.ones_like(z)
    for steps, series in _octaves(bankroll, most):
        going = (1 - lose**steps) / (1 - lose)
        won = win * going
        all_won = won**series
        total += reached * going / stay * (1 - all_won) / (1 - won)
        reached = reached * all_won
    return total


def _coefficients(transform: Callable[[Complex], Complex], n: int) -> NDArray[np.float64]:
    """Coefficients 0 … n of a power series that is given on circles."""
    size = 1 << (2 * n + 1).bit_length()
    radius = DAMPING ** (1 / size)
    points = radius * np.exp(2j * np.pi * np.arange(size // 2 + 1) / size)
    found = np.fft.irfft(np.conj(transform(points)), size)[: n + 1]
    return np.asarray(found / radius ** np.arange(n + 1))


def reach(coup: Coup, win: int, loss: int) -> float:
    """P(ahead by `win` units before behind by `loss`) at one unit a coup, no horizon.

    >>> round(reach(Coup(0.446247, 0.458597), 10, 10), 3)
    0.432
    """
    ratio = coup.lose / coup.win
    return float((ratio**loss - 1) / (ratio ** (loss + win) - 1))
