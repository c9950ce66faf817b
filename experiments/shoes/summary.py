"""The statistics of a backtest, each with its interval.

A standard error comes from the spread between sessions; a share is of independent sessions.
Where a session is several shoes, the standard deviation and quantiles of a shoe describe
shoes that follow one another under one staking plan, and are not a sample by themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import special

from baccarat_env.bet import BASIS_POINTS
from experiments.shoes.tallies import SUMS, Distribution, Tally
from experiments.statistics import (
    CONFIDENCE,
    WIDTH,
    Estimate,
    Share,
    holm,
    share_of,
    two_sided,
)

__all__ = ["QUANTILES", "Paired", "Summary", "paired", "summaries"]

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
TOO_HEAVY = 0.01
"""The z-score is usable while no single coup holds more than this share of the variance."""

TOO_CALM = 0.7
"""Least ratio of the variance of luck seen in the sessions to its exact variance.

Where rare large stakes carry most of the variance, sessions look calmer than they are, and an
interval from their spread is too narrow. `python -m tests.coverage` tries both bounds.
"""

FEWEST = 30
"""Sessions from which the mean of their differences is taken as normal."""


@dataclass(frozen=True)
class Summary:
    """What an agent's sessions came to; money in chips. `None`: the records cannot settle it."""

    agent: str
    sessions: int
    shoes: int
    coups: int
    bets: int
    placed: tuple[int, ...]
    """How often each bet of the game was placed, `(B,)`."""
    staked: int
    resolved: int
    win_rate: Estimate
    per_100: Estimate
    """Result per 100 staked, pushes included."""
    per_100_resolved: Estimate
    """Result per 100 staked on bets that did not push."""
    per_shoe: Estimate
    deviation: float
    """Standard deviation of a shoe's settled result."""
    quantiles: tuple[float, ...]
    shoe_ahead: Share
    shoe_even: Share
    shoe_behind: Share
    worth: Estimate
    """Exact expected value of the stakes, a shoe: skill."""
    luck: Estimate
    """Result less worth, a shoe; expected to be zero for everyone."""
    z_score: float
    heaviest: float
    """Share of the z-score's variance that one coup holds at most."""
    calm: float
    """Variance of luck between the sessions over its exact variance; near 1 if they are many."""
    p_value: float
    corrected: float
    """The p-value times what the number of agents asks for (Holm)."""
    drawdown: Estimate
    drawdown_95: float
    short: Share
    """Sessions in which a stake could not be covered."""
    broke: Share
    """Sessions at whose end less was left than the smallest stake."""
    ended_ahead: Share
    ever_ahead: Share
    streak: Estimate

    @property
    def usable(self) -> bool:
        """Say whether the z-score may be read as one."""
        return self.heaviest <= TOO_HEAVY

    @property
    def has_interval(self) -> bool:
        """Say whether the sessions are many enough for the intervals of money to hold."""
        return self.sessions > 1 and (self.usable or self.calm >= TOO_CALM)

    @property
    def reach(self) -> float:
        """How much wider intervals are for few sessions: Student's t over the normal quantile."""
        return float(special.stdtrit(max(self.sessions - 1, 1), (1 + CONFIDENCE) / 2)) / WIDTH

    @property
    def n0(self) -> float:
        """Shoes after which an expected win is one standard deviation; nan for a loss.

        From the spread of settled results, not of exact ones.
        """
        mean = float(self.per_shoe.value)
        return (self.deviation / mean) ** 2 if mean > 0 else float("nan")


def summaries(names: Sequence[str], tally: Tally) -> list[Summary | None]:
    """Summarise every agent; None for one whose bets the records cannot settle."""
    z_scores = _z_scores(tally)
    graded = np.flatnonzero(~tally.ungradable)
    p_values = two_sided(z_scores)
    corrected = np.full(len(names), np.nan)
    corrected[graded] = holm(p_values[graded])
    return [
        None if tally.ungradable[a] else _summary(name, a, tally, z_scores[a], corrected[a])
        for a, name in enumerate(names)
    ]


def _z_scores(tally: Tally) -> NDArray[np.float64]:
    """Luck over its own standard deviation, `(A,)`: Σ s (X − μ) / √Σ s² σ²."""
    net, expected, variance = (_of(tally, name) for name in ("net", "expected", "variance"))
    spread = np.sqrt(np.where(variance > 0, variance, np.nan))
    return np.nan_to_num((net - expected) / spread)


def _of(tally: Tally, name: str) -> NDArray[np.float64]:
    return tally.total[:, SUMS.index(name)]


def _summary(name: str, a: int, tally: Tally, z_score: float, corrected: float) -> Summary:
    total = dict(zip(SUMS, tally.total[a], strict=True))
    shoe, session = tally.by_shoe[a], tally.by_session[a]

    def over(top: str, bottom: str, scale: float = 1.0) -> Estimate:
        return _ratio(tally, a, _weights(top), _weights(bottom), scale)

    heaviest = tally.largest[a] / total["variance"] if total["variance"] else 0.0
    return Summary(
        agent=name,
        sessions=tally.sessions,
        shoes=shoe.size,
        coups=int(total["coups"]),
        bets=int(total["bets"]),
        placed=tuple(tally.placed[a].tolist()),
        staked=int(total["staked"]),
        resolved=int(total["resolved"]),
        win_rate=over("won", "won lost"),
        per_100=over("net", "staked", 100),
        per_100_resolved=over("net", "resolved", 100),
        per_shoe=over("net", "shoes"),
        deviation=shoe.deviation / BASIS_POINTS,
        quantiles=tuple(shoe.quantile(q) / BASIS_POINTS for q in QUANTILES),
        shoe_ahead=_share(shoe, shoe.values > 0),
        shoe_even=_share(shoe, shoe.values == 0),
        shoe_behind=_share(shoe, shoe.values < 0),
        worth=over("expected", "shoes"),
        luck=over("net -expected", "shoes"),
        z_score=float(z_score),
        heaviest=float(heaviest),
        calm=_calm(tally, a),
        p_value=float(two_sided(z_score)),
        corrected=float(corrected),
        drawdown=_mean(tally.drawdown[a], BASIS_POINTS),
        drawdown_95=tally.drawdown[a].quantile(0.95) / BASIS_POINTS,
        short=share_of(int(tally.short[a]), tally.sessions),
        broke=share_of(int(tally.broke[a]), tally.sessions),
        ended_ahead=_share(session, session.values > 0),
        ever_ahead=_share(tally.peak[a], tally.peak[a].values > 0),
        streak=_mean(tally.streak[a], 1),
    )


def _weights(names: str) -> NDArray[np.float64]:
    """Read "net -expected" as weights of the sums, `(K,)`."""
    weights = np.zeros(len(SUMS))
    for name in names.split():
        weights[SUMS.index(name.removeprefix("-"))] = -1 if name[0] == "-" else 1
    return weights


def _ratio(
    tally: Tally, a: int, top: NDArray[np.float64], bottom: NDArray[np.float64], scale: float
) -> Estimate:
    """Estimate a ratio of sums as `statistics.ratio` does, from sums of products."""
    size = bottom @ tally.total[a]
    if size == 0:
        return _estimate(np.nan, np.nan)
    value = top @ tally.total[a] / size
    rest = top - value * bottom
    square = max(float(rest @ tally.products[a] @ rest), 0.0)
    return _estimate(scale * value, scale * _error(square, tally.sessions) / size)


def _error(square: float, groups: int) -> float:
    return float(np.sqrt(square * groups / (groups - 1))) if groups > 1 else float("nan")


def _estimate(value: float, error: float) -> Estimate:
    return Estimate(np.asarray(value), np.asarray(error))


def _calm(tally: Tally, a: int) -> float:
    luck = _weights("net -expected")
    exact = tally.total[a, SUMS.index("variance")]
    return float(luck @ tally.products[a] @ luck / exact) if exact else 1.0


def _share(found: Distribution, which: NDArray[np.bool_]) -> Share:
    return share_of(int(found.counts[which].sum()), found.size)


def _mean(found: Distribution, unit: int) -> Estimate:
    return _estimate(found.mean / unit, found.deviation / unit / np.sqrt(found.size))


@dataclass(frozen=True)
class Paired:
    """How much more one agent won than another in a session of the same shoes, in chips."""

    agent: str
    other: str
    difference: Estimate
    p_value: float
    corrected: float


def paired(names: Sequence[str], tally: Tally, other: int = 0) -> list[Paired]:
    """Compare every agent with `names[other]`, session by session, with Holm's correction."""
    net, n = _of(tally, "net"), tally.sessions
    compared = [
        a for a in range(len(names)) if a != other and not tally.ungradable[[a, other]].any()
    ]
    found = []
    for a in compared:
        mean = (net[a] - net[other]) / n
        square = tally.between[a, a] - 2 * tally.between[a, other] + tally.between[other, other]
        error = _error(max(float(square - n * mean**2), 0.0), n) / n
        found.append(_estimate(float(mean), error))
    p_values = [
        float(two_sided(d.value / d.error)) if d.error > 0 and n >= FEWEST else 1.0 for d in found
    ]
    return [
        Paired(names[a], names[other], difference, p, float(c))
        for a, difference, p, c in zip(compared, found, p_values, holm(p_values), strict=True)
    ]
