"""How fast a bankroll grows: the expected logarithm of its factor, and the best stakes.

Given the unseen cards the chances of all endings are known, so the expectation is a sum over
them and no luck is left in it.

Source: Kelly, "A new interpretation of information rate" (1956); Breiman, "Optimal
gambling systems for favorable games" (1961).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from baccarat_env import odds
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.compiled import compiled
from baccarat_env.game import Game
from baccarat_env.rules import POSSIBLE

__all__ = ["Outcomes", "growth", "kelly"]

Floats = NDArray[np.float64]


class Outcomes:
    """The endings of a game told apart by what its bets pay: C kinds, `net` `(B, C)` a unit."""

    def __init__(self, game: Game) -> None:
        pays, kind = np.unique(game.pays[:, POSSIBLE], axis=1, return_inverse=True)
        self.net = pays / BASIS_POINTS
        self._pays = np.ascontiguousarray(pays.T)
        self._kind = np.zeros(POSSIBLE.size, np.int64)
        self._kind[POSSIBLE] = kind.ravel()
        self._of_kind = np.zeros((POSSIBLE.size, pays.shape[1]))
        self._of_kind[np.flatnonzero(POSSIBLE), kind.ravel()] = 1.0

    def chances(self, unseen: NDArray[Any]) -> Floats:
        """Probability of each kind, `(M, 10)` → `(M, C)`."""
        endings = odds.endings(unseen).reshape(-1, POSSIBLE.size)
        return np.asarray(endings @ self._of_kind)

    def expected_log(
        self, unseen: NDArray[Any], stakes: NDArray[np.int64], before: NDArray[np.int64]
    ) -> Floats:
        """Expected logarithm of the bankroll after over `before` `(M,)`, `(M,)`.

        `unseen` `(M, 10)`; `stakes` `(M, B)` in chips, bankrolls in basis points of a chip; one
        that would be empty counts as 1. The same bits row by row as all at once.
        """
        found = np.empty(len(before))
        endings = odds.endings(unseen).reshape(len(before), POSSIBLE.size)
        _expected_log(endings, self._kind, self._pays, stakes, before, found)
        return found


@compiled(nogil=True, error_model="numpy")
def _expected_log(endings, kinds, pays, stakes, before, found):
    """Sum over the kinds of outcome, `pays` `(C, B)`, for `endings` `(M, 400)`."""
    chances = np.empty(pays.shape[0])
    for m in range(before.size):
        chances[:] = 0.0
        for ending in range(kinds.size):
            chances[kinds[ending]] += endings[m, ending]
        found[m] = 0.0
        for c in range(pays.shape[0]):
            won = np.int64(0)
            for b in range(pays.shape[1]):
                won += stakes[m, b] * pays[c, b]
            found[m] += chances[c] * np.log1p(max(won, 1 - before[m]) / before[m])


def growth(chances: Floats, net: Floats, shares: Floats) -> Floats:
    """Expected logarithm of the bankroll after a coup over before, `(M,)`.

    `chances` `(M, C)`, `net` `(B, C)` and `shares` of the bankroll staked, `(M, B)`.
    """
    return np.asarray((chances * np.log1p(shares @ net)).sum(axis=1))


def kelly(chances: Floats, net: Floats, most: Floats) -> Floats:
    """Find the shares of the bankroll that make it grow fastest, `(M, B)`, all bets at once.

    Maximises `growth` over shares from 0 to `most` `(M, B)` that add up to at most 1, given
    `chances` `(M, C)` of the outcomes and their `net` `(B, C)` per unit staked, pushes
    included. The function is concave; Newton's method with a logarithmic barrier comes
    within 10⁻¹¹ of its maximum. A losing bet may be part of the answer where it insures
    a winning one.

    >>> kelly(np.array([[0.6, 0.4]]), np.array([[1.0, -1.0]]), np.ones((1, 1))).round(6)
    array([[0.2]])

    Source: Boyd and Vandenberghe, "Convex Optimization" (2004), section 11.3.
    """
    bets = len(net)
    top = np.minimum(most, 1.0)
    shares = top / (2 * bets)
    for barrier in (1e-3, 1e-7, 1e-11, 1e-13):
        for _ in range(50):
            step, gain = _newton(chances, net, top, shares, barrier)
            if gain.max(initial=0.0) < 0.1 * barrier:
                break
            shares = _advance(chances, net, top, shares, barrier, step, gain)
    shares[shares < NOTHING] = 0.0
    return shares


NOTHING = 1e-8
"""A smaller share is none: the barrier keeps shares off zero by less than that."""


def _objective(chances: Floats, net: Floats, top: Floats, shares: Floats, barrier: float) -> Floats:
    room = np.log(shares) + np.log(top - shares)
    spare = np.log1p(-shares.sum(axis=1))
    return np.asarray(growth(chances, net, shares) + barrier * (room.sum(axis=1) + spare))


def _newton(
    chances: Floats, net: Floats, top: Floats, shares: Floats, barrier: float
) -> tuple[Floats, Floats]:
    """Newton's step `(M, B)` and the gain its quadratic model promises, twice over, `(M,)`."""
    wealth = 1 + shares @ net
    spare = 1 - shares.sum(axis=1)
    slope = (chances / wealth) @ net.T
    slope += barrier * (1 / shares - 1 / (top - shares) - 1 / spare[:, None])
    bend = np.einsum("mc,bc,dc->mbd", chances / wealth**2, net, net, optimize=True)
    bend += barrier / spare[:, None, None] ** 2
    bend += barrier * np.eye(len(net)) * (1 / shares**2 + 1 / (top - shares) ** 2)[:, None, :]
    step = np.linalg.solve(bend, slope[..., None])[..., 0]
    return step, np.asarray((step * slope).sum(axis=1))


def _advance(
    chances: Floats,
    net: Floats,
    top: Floats,
    shares: Floats,
    barrier: float,
    step: Floats,
    gain: Floats,
) -> Floats:
    """Go as far along the step as stays inside and gains enough, halving it until then."""
    limits = np.where(step < 0, -shares, top - shares)
    with np.errstate(divide="ignore", invalid="ignore"):
        reach = np.where(step == 0, np.inf, limits / step).min(axis=1)
        total = step.sum(axis=1)
        reach = np.minimum(reach, np.where(total > 0, (1 - shares.sum(axis=1)) / total, np.inf))
    length = np.minimum(1.0, 0.99 * reach)
    here = _objective(chances, net, top, shares, barrier)
    for _ in range(40):
        there = shares + length[:, None] * step
        short = _objective(chances, net, top, there, barrier) < here + 0.1 * length * gain
        short &= gain > 0.1 * barrier
        if not short.any():
            break
        length = np.where(short, length / 2, length)
    return np.asarray(shares + length[:, None] * step)
