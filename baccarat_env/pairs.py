"""Bets on the first two cards of the hands: pairs, identical cards, colours.

An ending does not keep ranks and suits, so these bets stand on no layout. They need the unseen
cards by card code, 52 counts, and nothing else: the first four cards decide them. Codes are
those of the dealer, rank = code % 13, suit = code // 13. With n cards of a kind among N, two
given cards are both of it in n (n - 1) of N (N - 1) ways, four in n (n - 1) (n - 2) (n - 3).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from baccarat_env.checks import numbers_of
from baccarat_env.names import did_you_mean, typed

__all__ = ["BETS", "PairBet", "bet", "expected_value", "happens", "probabilities", "settle"]

Chances = Mapping[str, NDArray[np.float64]]

RED = np.repeat([False, True, True, False], 13)
"""The red suits among clubs, diamonds, hearts and spades, by card code, `(52,)`."""


SHORTEST = 4
"""Cards that these bets are settled by."""


def probabilities(unseen: ArrayLike) -> dict[str, NDArray[np.float64]]:
    """Find the probability of every event of the first four cards, `(..., 52)` → `(...)` each.

    >>> eight_decks = np.full(52, 8)
    >>> print(f"{probabilities(eight_decks)['player_pair']:.6f}")
    0.074699

    In a batch a row of fewer than four cards is nan. Raises ValueError if there are not 52
    counts, one is negative or fractional, or a single composition has fewer than four cards.
    """
    cards = _counts(unseen)
    ranks = cards.reshape(*cards.shape[:-1], 4, 13).sum(axis=-2)
    suits = cards.reshape(*cards.shape[:-1], 4, 13).sum(axis=-1)
    red = (cards * RED).sum(axis=-1, keepdims=True)
    held = cards.sum(axis=-1)
    size = np.where(held < SHORTEST, np.nan, held)
    two, four = size * (size - 1), size * (size - 1) * (size - 2) * (size - 3)

    def one(kinds: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray((kinds * (kinds - 1)).sum(axis=-1) / two)

    def same(kinds: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray((kinds * (kinds - 1) * (kinds - 2) * (kinds - 3)).sum(axis=-1) / four)

    def both(kinds: NDArray[np.float64]) -> NDArray[np.float64]:
        pairs = kinds * (kinds - 1)
        unlike = pairs.sum(axis=-1) ** 2 - (pairs**2).sum(axis=-1)
        return np.asarray(unlike / four) + same(kinds)

    return {
        "player_pair": one(ranks),
        "banker_pair": one(ranks),
        "either_pair": 2 * one(ranks) - both(ranks),
        "both_pairs": both(ranks),
        "one_rank": same(ranks),
        "player_perfect": one(cards),
        "banker_perfect": one(cards),
        "either_perfect": 2 * one(cards) - both(cards),
        "both_perfect": both(cards),
        "player_suited": one(suits),
        "player_red": one(red),
    }


def happens(cards: ArrayLike) -> dict[str, NDArray[np.float64]]:
    """Say which events of `probabilities` dealt coups are, `(M, 6)` card codes → `(M,)` of 0 and 1.

    Cards stand as `simulate.deal` gives them: Player's three, then Banker's three.
    """
    dealt = np.asarray(cards)
    first, second, third, fourth = (dealt[..., column] for column in (0, 1, 3, 4))
    player, banker = first % 13 == second % 13, third % 13 == fourth % 13
    twins, other_twins = first == second, third == fourth
    found = {
        "player_pair": player,
        "banker_pair": banker,
        "either_pair": player | banker,
        "both_pairs": player & banker,
        "one_rank": player & banker & (first % 13 == third % 13),
        "player_perfect": twins,
        "banker_perfect": other_twins,
        "either_perfect": twins | other_twins,
        "both_perfect": twins & other_twins,
        "player_suited": first // 13 == second // 13,
        "player_red": RED[first] & RED[second],
    }
    return {name: np.asarray(event, np.float64) for name, event in found.items()}


@dataclass(frozen=True)
class PairBet:
    """A bet on the first cards: its title, who printed it, the printed edge, its cases.

    `cases` takes events and gives what each case pays to 1 and how likely it is; no two cases
    happen together.
    """

    title: str
    source: str
    printed: str
    """The house edge in per cent printed for eight decks; "" if none is."""
    cases: Callable[[Chances], tuple[tuple[float, NDArray[np.float64]], ...]]

    def value(self, events: Chances) -> NDArray[np.float64]:
        """Net result per unit staked: expected from chances, settled from what happened."""
        cases = self.cases(events)
        return np.asarray(sum((pays + 1) * chance for pays, chance in cases) - 1.0)


WIZARD = "wizardofodds.com"

# fmt: off
BETS: dict[str, PairBet] = {
    "player_pair": PairBet("Player Pair", WIZARD, "10.3614",
        lambda e: ((11, e["player_pair"]),)),
    "banker_pair": PairBet("Banker Pair", WIZARD, "10.3614",
        lambda e: ((11, e["banker_pair"]),)),
    "player_pair_at_10": PairBet("Player Pair, 10 to 1", WIZARD, "17.83",
        lambda e: ((10, e["player_pair"]),)),
    "player_pair_at_12": PairBet("Player Pair, 12 to 1", WIZARD, "2.89",
        lambda e: ((12, e["player_pair"]),)),
    "either_pair": PairBet("Either Pair", "github.com/xsgu/baccaratsim", "13.7099",
        lambda e: ((5, e["either_pair"]),)),
    "tiger_pair": PairBet("Tiger Pair", "github.com/SabienNguyen/baccarat-sim", "16.1217",
        lambda e: ((4, e["either_pair"] - e["both_pairs"]),
                   (20, e["both_pairs"] - e["one_rank"]),
                   (100, e["one_rank"]))),
    "perfect_pair": PairBet("Perfect Pair", "wordstreetjournal.com", "13.03",
        lambda e: ((25, e["either_perfect"]),)),
    "perfect_pair_at_200": PairBet("Perfect Pair, 25 and 200 to 1", "a solver", "8.05",
        lambda e: ((25, e["either_perfect"] - e["both_perfect"]),
                   (200, e["both_perfect"]))),
    "fabulous_pair": PairBet("Player Fabulous Pair", WIZARD, "",
        lambda e: ((7, e["player_perfect"]),
                   (4, e["player_pair"] - e["player_perfect"]),
                   (1, e["player_suited"] - e["player_perfect"]))),
    "suited_pair": PairBet("Suited pair, Player, 28.7 to 1", "vegasfreedom.com", "4.20",
        lambda e: ((28.7, e["player_perfect"]),)),
    "red": PairBet("Red, Player", "github.com/zeekrs/baccarat-calculator", "",
        lambda e: ((2, e["player_red"]),)),
}
# fmt: on
"""The bets, by name."""


def bet(name: str) -> PairBet:
    """Find a bet by name, in any case, with hyphens or underscores.

    Raises ValueError that names the nearest bet.
    """
    known = typed(name) if isinstance(name, str) else ""
    if known not in BETS:
        raise ValueError(f"unknown bet {name!r}: {did_you_mean(str(name), BETS)}")
    return BETS[known]


def expected_value(unseen: ArrayLike, name: str) -> NDArray[np.float64]:
    """Find the expected net result of a bet, `(..., 52)` → `(...)` per unit staked.

    >>> print(f"{expected_value(np.full(52, 8), 'either-pair'):.6f}")
    -0.137099

    Raises ValueError as `probabilities` and `bet` do.
    """
    return bet(name).value(probabilities(unseen))


def settle(cards: ArrayLike, name: str) -> NDArray[np.float64]:
    """Settle a bet on dealt coups, `(M, 6)` card codes → `(M,)` per unit staked.

    Raises ValueError as `bet` does.
    """
    return bet(name).value(happens(cards))


def _counts(unseen: ArrayLike) -> NDArray[np.float64]:
    counts: NDArray[Any] = numbers_of("unseen", unseen)
    if counts.dtype.kind not in "iuf" or counts.shape[-1:] != (52,):
        raise ValueError(f"unseen of shape {counts.shape} must end in 52 counts, by card code")
    counts = counts.astype(np.float64)
    if not ((counts >= 0) & (counts == np.floor(counts)) & np.isfinite(counts)).all():
        raise ValueError("unseen must hold whole numbers of cards, none below 0")
    if counts.ndim == 1 and counts.sum() < SHORTEST:
        raise ValueError(f"unseen holds {counts.sum():g} cards: it takes at least {SHORTEST}")
    return counts
