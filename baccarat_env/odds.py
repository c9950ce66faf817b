"""Exact odds of the next coup from the cards nobody has seen.

A composition is ten counts, cards by point value 0 to 9. Every function takes one
`(10,)` or a batch `(..., 10)`. `enumeration` says how it is counted.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from baccarat_env.bet import BASIS_POINTS
from baccarat_env.checks import numbers_of
from baccarat_env.enumeration import CHART, count_endings, expected_values
from baccarat_env.game import Game, as_game
from baccarat_env.rules import ENDINGS, chart_draws

__all__ = ["combinations", "covariance", "endings", "expected_value", "removed_card", "variance"]

MAX_COUNT = 1_000_000

SHORTEST = 6
"""Cards from which a coup can always be dealt to its end."""


def endings(unseen: ArrayLike) -> NDArray[np.float64]:
    """Find the probability of every ending of the next coup, `(..., 10)` → `(..., 2, 2, 10, 10)`.

    Axes: Player drew, Banker drew, Player's total, Banker's total. Exact to rounding.

    >>> from baccarat_env.rules import full_shoe
    >>> tie = np.trace(endings(full_shoe(8)).sum(axis=(0, 1)))
    >>> print(f"{tie:.12f}")
    0.095155968024

    In a batch a row of fewer than six cards, which no coup can be dealt from, is nan.
    Raises ValueError if there are not ten counts, a count is negative, fractional or
    not finite, or a single composition has fewer than six cards.
    """
    counts = _compositions(unseen)
    chances = np.empty((*counts.shape[:-1], 2, 2, 10, 10))
    count_endings(counts.reshape(-1, 10), CHART, chances.reshape(-1, ENDINGS))
    return _without_short(chances, counts)


def expected_value(unseen: ArrayLike, game: Game | str) -> NDArray[np.float64]:
    """Find the expected net result of every bet, `(..., 10)` → `(..., B)` per unit staked.

    A row is nan, or ValueError is raised, as `endings` says.
    """
    return _expected(_compositions(unseen), _net(game))


def variance(unseen: ArrayLike, game: Game | str) -> NDArray[np.float64]:
    """Find the variance of every bet's net result per unit staked, `(..., 10)` → `(..., B)`.

    A row is nan, or ValueError is raised, as `endings` says.
    """
    counts, net = _compositions(unseen), _net(game)
    return _expected(counts, net**2) - _expected(counts, net) ** 2


def covariance(unseen: ArrayLike, game: Game | str) -> NDArray[np.float64]:
    """Find the covariance of the bets' net results on one coup, `(..., 10)` → `(..., B, B)`.

    Per unit staked on each. Stakes s have variance s · covariance · s.
    A row is nan, or ValueError is raised, as `endings` says.
    """
    counts, net = _compositions(unseen), _net(game)
    mean = _expected(counts, net)
    products = (net[:, None, :] * net).reshape(-1, ENDINGS)
    second = _expected(counts, products).reshape(*mean.shape, len(net))
    return np.asarray(second - mean[..., :, None] * mean[..., None, :])


def removed_card(unseen: ArrayLike, game: Game | str) -> NDArray[np.float64]:
    """Find how each bet's expected value changes when one card of a value leaves, `(10, B)`.

    Per unit staked; nan where no card of that value is left.
    Source: Griffin, "The Theory of Blackjack" (1979), for the method of one card removed.

    Raises ValueError as `endings` does, for one composition of at least seven cards.
    """
    counts = _compositions(unseen, at_least=7)
    if counts.ndim != 1:
        raise ValueError(
            f"removed_card takes one composition of ten counts, not shape {counts.shape}"
        )
    change = np.full((10, len(_net(game))), np.nan)
    held = np.flatnonzero(counts)
    change[held] = expected_value(counts - np.eye(10)[held], game) - expected_value(counts, game)
    return change


def combinations(unseen: ArrayLike) -> NDArray[Any]:
    """Count the ordered six-card sequences of every ending: Python integers, `(2, 2, 10, 10)`.

    Their sum is n (n - 1) … (n - 5) for n cards, whatever the size of the shoe.

    >>> from baccarat_env.rules import full_shoe
    >>> int(combinations(full_shoe(8)).sum())
    4998398275503360

    Raises ValueError as `endings` does, for one composition.
    """
    counts = _compositions(unseen)
    if counts.ndim != 1:
        raise ValueError(
            f"combinations takes one composition of ten counts, not shape {counts.shape}"
        )
    n = np.array([int(count) for count in counts], dtype=object)
    cards = sum(n)
    ways = np.zeros((2, 2, 10, 10), dtype=object)
    none_drawn = _four_cards(n) * (cards - 4) * (cards - 5)
    for p, b in np.ndindex(10, 10):
        if max(p, b) >= 8 or min(p, b) >= 6:
            ways[0, 0, p, b] = none_drawn[p, b]
    for y in np.flatnonzero(n):
        without_y = n.copy()
        without_y[y] -= 1
        one_drawn = _four_cards(without_y) * n[y] * (cards - 5)
        ways[0, 1, 6:8, (np.arange(6) + y) % 10] += one_drawn[6:8, :6].T
        for b in np.flatnonzero(~chart_draws[:, y]):
            ways[1, 0, (np.arange(6) + y) % 10, b] += one_drawn[:6, b]
        for z in np.flatnonzero(without_y):
            without_yz = without_y.copy()
            without_yz[z] -= 1
            both_drawn = _four_cards(without_yz) * n[y] * without_y[z]
            for b in np.flatnonzero(chart_draws[:, y]):
                ways[1, 1, (np.arange(6) + y) % 10, (b + z) % 10] += both_drawn[:6, b]
    return ways


def _four_cards(n: NDArray[Any]) -> NDArray[Any]:
    """W of the module's docstring in Python integers, `(10, 10)`."""
    value, total = np.indices((10, 10))
    partners = n[(total - value) % 10] - (2 * value % 10 == total)
    pairs = n @ partners
    return np.asarray(
        np.multiply.outer(pairs, pairs)
        - 4 * (partners.T @ (n[:, None] * partners))
        + 2 * np.diag(pairs)
    )


def _net(game: Game | str) -> NDArray[np.float64]:
    return as_game(game).pays / BASIS_POINTS


def _compositions(unseen: ArrayLike, at_least: int = SHORTEST) -> NDArray[np.float64]:
    counts = numbers_of("unseen", unseen)
    if counts.dtype.kind not in "iuf":
        raise ValueError(f"unseen must hold numbers, not {counts.dtype}")
    if counts.shape[-1:] != (10,):
        raise ValueError(f"unseen of shape {counts.shape} must end in ten counts, values 0 to 9")
    counts = counts.astype(np.float64)
    wrong = ~((counts >= 0) & (counts <= MAX_COUNT) & (counts == np.floor(counts)))
    if wrong.any():
        raise ValueError(
            f"unseen holds {counts[wrong][0]:.15g}: "
            f"counts must be whole numbers from 0 to {MAX_COUNT}"
        )
    if counts.ndim == 1 and counts.sum() < at_least:
        raise ValueError(f"unseen holds {counts.sum():g} cards: it takes at least {at_least}")
    return counts


def _without_short(found: NDArray[np.float64], counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Write nan where fewer than six cards are left, in place; `found` has the rows of `counts`."""
    if counts.ndim > 1:
        found[counts.sum(axis=-1) < SHORTEST] = np.nan
    return found


def _expected(counts: NDArray[np.float64], payoffs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Expected value of each payoff `(K, 400)`, `(..., 10)` → `(..., K)`, of counts in order."""
    worth = np.empty((*counts.shape[:-1], len(payoffs)))
    expected_values(counts.reshape(-1, 10), CHART, payoffs, worth.reshape(-1, len(payoffs)))
    return _without_short(worth, counts)


def six_card_sequences(cards: int) -> int:
    """Count the ordered six-card sequences from so many cards, n (n - 1) … (n - 5)."""
    return math.perm(cards, 6)
