"""What a bettor's coups come to, added up shoe by shoe and session by session.

A session is one table from its first coup to its last, through one shoe or several;
sessions are independent, and every standard error comes from the spread between them.
Sums, cross products and the values that occurred are kept, not the sessions themselves,
so that memory does not grow with their number. M coups, S shoes, N sessions, A agents,
B bets; money in whole basis points of a chip until it is shown.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baccarat_env.compiled import compiled

__all__ = ["SESSION", "SHOE", "Distribution", "Tally", "score", "walk"]

SHOE = ("coups", "bets", "staked", "resolved", "won", "lost", "pushed", "net")
"""Whole numbers kept of a shoe: coups dealt, bets placed, chips staked, chips staked on bets
that did not push, bets won, lost and pushed, net result in basis points."""

SESSION = ("drawdown", "peak", "streak")
"""Whole numbers kept of a session besides: the largest fall from an earlier peak and the
highest peak, both in basis points, the start counting as zero; and the longest run of lost
bets, which pushes neither extend nor end."""


@compiled(nogil=True)
def walk(
    stakes: NDArray[np.int64],
    net: NDArray[np.int64],
    shoe: NDArray[np.int64],
    session: NDArray[np.int64],
    shoes: NDArray[np.int64],
    sessions: NDArray[np.int64],
) -> None:
    """Add the coups up into `shoes` `(S, 8)` and `sessions` `(N, 3)`, named above.

    `stakes` in chips and `net` in basis points `(M, B)`; `shoe` and `session` `(M,)` say
    where each coup belongs.
    """
    level: Any = 0
    high: Any = 0
    streak: Any = 0
    last: Any = -1
    for m in range(stakes.shape[0]):
        row, own = shoes[shoe[m]], sessions[session[m]]
        if session[m] != last:
            level, high, streak, last = 0, 0, 0, session[m]
        row[0] += 1
        result: Any = 0
        placed = False
        for b in range(stakes.shape[1]):
            stake, paid = stakes[m, b], net[m, b]
            if stake == 0:
                continue
            placed = True
            result += paid
            row[1] += 1
            row[2] += stake
            row[3] += stake if paid != 0 else 0
            row[4] += paid > 0
            row[5] += paid < 0
            row[6] += paid == 0
        if not placed:
            continue
        row[7] += result
        level += result
        high = max(high, level)
        own[0] = max(own[0], high - level)
        own[1] = high
        streak = 0 if result > 0 else streak + (result < 0)
        own[2] = max(own[2], streak)


@compiled(nogil=True)
def score(
    stakes: NDArray[np.int64],
    worth: NDArray[np.float64],
    spread: NDArray[np.float64],
    row: NDArray[np.int64],
    session: NDArray[np.int64],
    sessions: NDArray[np.float64],
    expected: NDArray[np.float64],
) -> None:
    """Add what the stakes were worth, and their variance, to `sessions` `(N, 3)`, in chips;
    write what each coup's stakes were worth into `expected` `(M,)`.

    The third number is the largest variance of a single coup. `worth` `(R, B)` is the exact
    expected value of a chip before the coup and `spread` `(R, B, B)` the covariance of the
    bets; coup m finds both in row `row[m]`.
    """
    bets = stakes.shape[1]
    for m in range(stakes.shape[0]):
        own, at = sessions[session[m]], row[m]
        variance: Any = 0.0
        for b in range(bets):
            stake = stakes[m, b]
            if stake == 0:
                continue
            expected[m] += stake * worth[at, b]
            for other in range(bets):
                variance += stake * stakes[m, other] * spread[at, b, other]
        own[0] += expected[m]
        own[1] += variance
        own[2] = max(own[2], variance)


@dataclass(frozen=True)
class Distribution:
    """The values that occurred, ascending, and how often each did."""

    values: NDArray[np.int64]
    counts: NDArray[np.int64]

    @classmethod
    def of(cls, sample: NDArray[np.int64]) -> Distribution:
        """Count the values of a sample."""
        return cls(*np.unique(sample, return_counts=True))

    def __add__(self, other: Distribution) -> Distribution:
        values = np.concatenate([self.values, other.values])
        counts = np.concatenate([self.counts, other.counts])
        distinct, where = np.unique(values, return_inverse=True)
        return Distribution(distinct, np.bincount(where, counts).astype(np.int64))

    @property
    def size(self) -> int:
        """How many there are."""
        return int(self.counts.sum())

    @property
    def mean(self) -> float:
        """Their mean."""
        return float(self.values @ self.counts / self.size)

    @property
    def deviation(self) -> float:
        """Their standard deviation; nan for one alone."""
        if self.size < 2:
            return float("nan")
        return float(np.sqrt((self.values - self.mean) ** 2 @ self.counts / (self.size - 1)))

    def quantile(self, share: float) -> int:
        """The smallest value that at least this share does not exceed."""
        reached = np.cumsum(self.counts) >= share * self.size
        return int(self.values[reached.argmax()])

    def share(self, which: NDArray[np.bool_]) -> float:
        """The share of the values marked `which`, beside `values`."""
        return float(self.counts[which].sum() / self.size)


SUMS = ("shoes", *SHOE, "expected", "variance")
"""What is summed over sessions, with all products, per agent; net, expected and variance in
chips here."""


@dataclass(frozen=True)
class Tally:
    """Sessions of A agents over the same shoes, summed; two of them add up."""

    sessions: int
    total: NDArray[np.float64]
    """`(A, K)` sums over sessions of the K `SUMS`."""
    products: NDArray[np.float64]
    """`(A, K, K)` sums over sessions of their products."""
    between: NDArray[np.float64]
    """`(A, A)` sums over sessions of the products of the agents' net results, in chips²."""
    short: NDArray[np.int64]
    """`(A,)` sessions in which a stake could not be covered."""
    broke: NDArray[np.int64]
    """`(A,)` sessions at whose end less was left than the smallest stake."""
    largest: NDArray[np.float64]
    """`(A,)` the largest variance of a single coup, in chips²."""
    placed: NDArray[np.int64]
    """`(A, B)` how often each bet was placed."""
    ungradable: NDArray[np.bool_]
    """`(A,)` whether a bet was made that the records cannot settle."""
    by_shoe: tuple[Distribution, ...]
    """Net result of each shoe, agent by agent, in basis points."""
    by_session: tuple[Distribution, ...]
    """Net result of each session."""
    drawdown: tuple[Distribution, ...]
    peak: tuple[Distribution, ...]
    streak: tuple[Distribution, ...]

    def __add__(self, other: Tally) -> Tally:
        merged: dict[str, Any] = {}
        for field in fields(self):
            mine, theirs = getattr(self, field.name), getattr(other, field.name)
            if isinstance(mine, tuple):
                merged[field.name] = tuple(a + b for a, b in zip(mine, theirs, strict=True))
            elif field.name == "ungradable":
                merged[field.name] = mine | theirs
            elif field.name == "largest":
                merged[field.name] = np.maximum(mine, theirs)
            else:
                merged[field.name] = mine + theirs
        return Tally(**merged)
