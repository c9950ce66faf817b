"""Bets on the first two cards: named numbers from stored sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from baccarat_env import pairs
from baccarat_env.pairs import PairBet
from baccarat_env.rules import MAX_DECKS
from experiments import published
from experiments.page.number import Number
from experiments.questions.market.work import PairSums
from experiments.statistics import per_shoe
from experiments.work.cell import Arrays

__all__ = ["Pair", "pairs_found"]


@dataclass(frozen=True)
class Pair:
    """A bet on the first two cards of the hands."""

    bet: PairBet
    edge: float
    edge_six: float
    hit: float
    units: Number
    n0: float

    @property
    def title(self) -> str:
        """Its name as it is printed."""
        return self.bet.title

    @property
    def prints_agree(self) -> bool | None:
        """Whether every digit of the printed edge is ours; None if none is printed."""
        return published.agrees(100 * self.edge, self.bet.printed) if self.bet.printed else None


def pairs_found(cells: Sequence[Arrays], shoes: int) -> list[Pair]:
    """Put the exact figures and the sums of all shoes together, bet by bet."""
    sums = PairSums(*(np.sum([one[name] for one in cells], axis=0) for name in PairSums._fields))
    units = per_shoe(sums.units, sums.units_squares, shoes)
    settled = per_shoe(sums.settled, sums.settled_squares, shoes)
    deviation = settled.error * np.sqrt(shoes - 1)
    eight, six = (pairs.probabilities(np.full(52, decks)) for decks in (MAX_DECKS, 6))
    found = []
    for p, bet in enumerate(pairs.BETS.values()):
        value = float(units.value[p])
        found.append(
            Pair(
                bet,
                -float(bet.value(eight)),
                -float(bet.value(six)),
                float(sum(chance for _, chance in bet.cases(eight))),
                Number(value, float(units.half_width[p])),
                float((deviation[p] / value) ** 2) if value > 0 else np.inf,
            )
        )
    return found
