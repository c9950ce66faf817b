"""What one card is worth: named numbers from stored results."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baccarat_env.bet import format_odds
from baccarat_env.rules import MAX_DECKS
from experiments import published
from experiments.page.number import Number
from experiments.questions.removed_card.work import Removed
from experiments.shoes.usual_table import CARDS, EVERY_BET, TITLES
from experiments.work.results import Results

__all__ = ["BetValues", "Findings", "Printed", "findings"]


@dataclass(frozen=True)
class BetValues:
    """What each card is worth to one bet in the largest shoe."""

    title: str
    edge: float
    values: NDArray[np.float64]
    """`(10,)` change per unit staked when one card of a value leaves."""

    @property
    def best_card(self) -> str:
        """The card whose loss helps most."""
        return CARDS[int(self.values.argmax())]

    @property
    def best_card_with_article(self) -> str:
        """The same as a sentence has it."""
        return f"{'an' if self.best_card in ('A', '8') else 'a'} {self.best_card}"

    @property
    def gain(self) -> float:
        """How much that is, per unit staked."""
        return float(self.values.max())

    @property
    def part(self) -> float:
        """How many times the house edge is as large."""
        return self.edge / self.gain


@dataclass(frozen=True)
class Printed:
    """A value in print beside ours."""

    bet: str
    card: str
    source: str
    scale: float
    """100 or 1 000: the value is per so many units bet."""
    ours: float
    figure: published.Published

    @property
    def same(self) -> bool:
        """Whether every printed digit is ours."""
        return published.agrees(self.ours, self.figure.printed)


@dataclass(frozen=True)
class Findings:
    """Everything the page says of removed cards."""

    decks: int
    computed: Removed
    bets: list[BetValues]
    printed: list[Printed]

    @property
    def most_helped(self) -> BetValues:
        """The bet that one card changes most."""
        return max(self.bets, key=lambda bet: bet.gain)

    @property
    def printed_same(self) -> int:
        """Printed values that agree in every digit."""
        return sum(one.same for one in self.printed)

    @property
    def largest_sum(self) -> Number:
        """The largest sum of counts times values, which should be zero."""
        return Number(float(np.abs(self.computed.sum).max()), form=".0e")


def findings(results: Results) -> Findings:
    """Read the values, and lay the printed ones beside them."""
    computed = Removed(**results.of("removed")[0].arrays)
    values, edges = computed.value[-1], computed.edge[-1]
    bets = [
        BetValues(TITLES[bet], float(edges[b]), values[:, b])
        for b, bet in enumerate(EVERY_BET.bets)
    ]
    return Findings(MAX_DECKS, computed, bets, _printed(values))


def _printed(values: NDArray[np.float64]) -> list[Printed]:
    found = []
    for b, bet in enumerate(EVERY_BET.layout):
        printed = published.removed_card(bet.name, format_odds(int(bet.pays.max())))
        if printed is None:
            continue
        scale, figures = printed
        found += [
            Printed(
                TITLES[bet.name], CARDS[card], figure.source, scale,
                scale * float(values[card, b]), figure,
            )
            for card, figure in enumerate(figures)
        ]  # fmt: skip
    return found
