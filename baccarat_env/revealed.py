"""What a coup's result reveals about the cards, exactly, and what that is worth to each bet.

W(n) counts the six-card sequences with a given ending from a composition n. Those with a
given card of value v in them number W(n) less W(n - e_v), so that the six cards hold
n_v (1 - W(n - e_v) / W(n)) cards of value v on average; the ones a coup of four or five
cards did not use are like any others of the shoe, and are taken off again.

To first order in the cards removed, the expected value of a bet given all past results is
that of a fresh shoe plus the sum of their moves over (1 - share dealt × share explained).
R results, B bets.

The moves of a shoe add up to a martingale with known variance v whose steps are at most b.
By how much it passes the house's edge h on average, and so what a favourable coup is worth,
is then at most

    exp(-g(h)) / g'(h)    with    g(h) = h² / (2 (v + b h / 3)).

Sources: Griffin, "The Theory of Blackjack" (1979), for the worth of removed cards; Freedman,
"On tail probabilities for martingales" (1975), for the tail exp(-g), which is convex in g, so
that its integral from h on is at most what stands above.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from baccarat_env import odds
from baccarat_env.game import Game
from baccarat_env.odds import six_card_sequences
from baccarat_env.rules import ENDINGS, FACTS, POSSIBLE, RESULT_OF

__all__ = [
    "SHOWN",
    "Revealed",
    "mean_cards",
    "passed",
    "results_bound",
    "revealed",
    "step_of",
    "variance_of",
]

Floats = NDArray[np.float64]

SHOWN = {
    "nothing": np.where(POSSIBLE, FACTS["cards"], 4),
    "results": np.where(POSSIBLE, 10 * RESULT_OF.astype(np.int64) + FACTS["cards"], 4),
}
"""What a bettor sees of a coup who sees no card, by ending `(400,)`: everyone sees how many cards
are left. Impossible endings stand with 4.
"""


def mean_cards(unseen: ArrayLike) -> NDArray[np.float64]:
    """Average cards of each value that a coup with a given ending has used, `(400, 10)`.

    Zeros for an ending that cannot be.

    >>> from baccarat_env.rules import full_shoe
    >>> natural_nine_to_zero = 90
    >>> mean_cards(full_shoe(8))[natural_nine_to_zero].sum().round(9)
    np.float64(4.0)
    """
    n = np.asarray(unseen, dtype=np.float64)
    cards = int(n.sum())
    ways = odds.endings(n).reshape(ENDINGS) * six_card_sequences(cards)
    held = np.flatnonzero(n)
    fewer = odds.endings(n - np.eye(10)[held]).reshape(-1, ENDINGS) * six_card_sequences(cards - 1)
    in_six = np.zeros((ENDINGS, 10))
    possible = ways > 0
    in_six[possible[:, None] & (n > 0)] = (
        n[held] * (1 - fewer[:, possible].T / ways[possible, None])
    ).ravel()
    unused = (6 - FACTS["cards"])[:, None]
    share = unused / (cards - FACTS["cards"])[:, None]
    return np.where(possible[:, None], (in_six - share * n) / (1 - share), 0)


@dataclass(frozen=True)
class Revealed:
    """What results reveal in a fresh shoe: R results, B bets; per unit staked."""

    chances: NDArray[np.float64]
    """`(R,)` probability of each result."""
    move: NDArray[np.float64]
    """`(R, B)` what one such result adds to the expected value of the next coup's bets."""
    fresh: NDArray[np.float64]
    """`(B,)` expected value in a fresh shoe."""
    explained: NDArray[np.float64]
    """`(B,)` share of the variance of a coup's effect that its result explains."""
    cards_a_coup: float
    cards: int

    def weight(self, dealt: ArrayLike) -> NDArray[np.float64]:
        """What the moves of the coups so far add up with, `(..., B)`, by share of the shoe dealt.

        Cards that are gone weigh 1 / (1 - dealt). But a shoe is finite: what one coup took the
        others did not, so that of what results seem to say only the part
        (1 - dealt) / (1 - dealt × explained) is to be believed.
        """
        return np.asarray(1 / (1 - np.multiply.outer(np.asarray(dealt), self.explained)))

    def deviation(self, dealt: float) -> NDArray[np.float64]:
        """Standard deviation, given the results alone, of the expected value, `(B,)`."""
        coups = dealt * self.cards / self.cards_a_coup
        one = self.chances @ self.move**2
        return np.asarray(np.sqrt(coups * one * self.weight(dealt)))

    def distance(self, dealt: float) -> NDArray[np.float64]:
        """How many standard deviations a favourable bet is away, `(B,)`."""
        return np.asarray(-self.fresh / self.deviation(dealt))

    def ceiling(self, dealt: float) -> NDArray[np.float64]:
        """The most past results are worth, per unit and coup, taken for normal, `(B,)`."""
        deviation, z = self.deviation(dealt), self.distance(dealt)
        density = np.exp(-(z**2) / 2) / math.sqrt(2 * math.pi)
        tail = np.array([math.erfc(x / math.sqrt(2)) / 2 for x in z])
        return np.asarray(deviation * (density - z * tail))


def revealed(game: Game, kind_of: NDArray[np.integer[Any]] = RESULT_OF) -> Revealed:
    """Find what a result reveals in a fresh shoe of a game: each of `rules.RESULTS`, or the
    kinds of ending that `kind_of` `(400,)` numbers.
    """
    full = game.full_shoe
    chances = odds.endings(full).reshape(ENDINGS)
    worth = odds.removed_card(full, game)
    effect = mean_cards(full) @ worth
    kinds = np.eye(int(kind_of.max()) + 1)[kind_of]
    of_result = chances @ kinds
    move = (kinds * chances[:, None]).T @ effect / of_result[:, None]
    cards_a_coup = float(chances @ FACTS["cards"])
    # a card more or less in a coup moves nothing on average: n @ worth is zero
    each = full @ worth**2 / full.sum() * cards_a_coup
    return Revealed(
        of_result,
        move,
        odds.expected_value(full, game),
        of_result @ move**2 / each,
        cards_a_coup,
        int(full.sum()),
    )


# --- The bound --------------------------------------------------------------------------


def results_bound(game: Game, dealt: Floats, shown: str = "results") -> Floats:
    """Bound what one free unit on each bet expects of a coup at most, `(M, B)`.

    `dealt` `(M,)` is the share of the shoe that is out, burned cards left in; `shown` one of
    `SHOWN`. Where a bet is favourable in a fresh shoe, so much comes on top. The bound is at
    most (√(v + h²) - h) / 2, which holds for any distribution (Scarf, 1958).
    """
    told = revealed(game, np.unique(SHOWN[shown], return_inverse=True)[1])
    variance, edge = variance_of(told, dealt, game), np.abs(told.fresh)
    any_shape = (np.sqrt(variance + edge**2) - edge) / 2
    with np.errstate(divide="ignore"):
        tail = passed(edge, variance, step_of(told, dealt, game))
    return np.asarray(np.minimum(tail, any_shape) + np.maximum(told.fresh, 0))


def variance_of(told: Revealed, dealt: Floats, game: Game) -> Floats:
    """Variance of the expected value given all that was shown, the burned card's included."""
    worth = odds.removed_card(game.full_shoe, game)
    card = game.full_shoe @ worth**2 / game.full_shoe.sum()
    coups = dealt * told.cards / told.cards_a_coup
    one = told.chances @ told.move**2
    return np.asarray(np.multiply.outer(coups, one) * told.weight(dealt) + card)


def step_of(told: Revealed, dealt: Floats, game: Game) -> Floats:
    """The most that one coup, or the burned card, moves it by, `(M, B)`."""
    moves = np.concatenate([told.move, odds.removed_card(game.full_shoe, game)])
    return np.asarray(np.abs(moves).max(axis=0) * told.weight(dealt))


def passed(edge: Floats, variance: Floats, step: Floats) -> Floats:
    """Bound the mean of what lies above `edge`, `(M, B)`."""
    spread = variance + step * edge / 3
    slope = edge * (variance + step * edge / 6) / spread**2
    return np.asarray(np.exp(-(edge**2) / (2 * spread)) / slope)
