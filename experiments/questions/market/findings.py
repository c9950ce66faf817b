"""What the market offers: named numbers from stored results, bet by bet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from baccarat_env import catalogue
from baccarat_env.rules import MAX_DECKS
from experiments.questions.market.bet_findings import Bet, bet_found
from experiments.questions.market.in_print import (
    CountInPrint,
    WrongPrint,
    counts_in_print,
    wrong_prints,
)
from experiments.questions.market.pair_findings import Pair, pairs_found
from experiments.questions.market.work import EVERY_OFFER, Exact, MarketSums
from experiments.shoes.usual_table import BEATABLE, CUT
from experiments.work.cell import Arrays
from experiments.work.results import Results

__all__ = ["Findings", "findings"]


@dataclass(frozen=True)
class Findings:
    """Everything the page says of the market."""

    decks: int
    cut: int
    shoes: int
    beatable: float
    bets: list[Bet]
    counts: list[CountInPrint]
    pairs: list[Pair]
    pair_shoes: int
    wrong: list[WrongPrint]

    @property
    def procedure(self) -> str:
        """How the shoes are dealt."""
        return EVERY_OFFER.procedure.replace(f"{EVERY_OFFER.cut} cards", f"{self.cut} cards")

    @property
    def families(self) -> tuple[str, ...]:
        """The families in order."""
        return catalogue.families()

    @property
    def dear(self) -> list[Bet]:
        """Bets of which the house keeps more than a twentieth."""
        return [bet for bet in self.bets if bet.is_dear]

    @property
    def beaten(self) -> list[Bet]:
        """Bets that the count beats."""
        return [bet for bet in self.bets if bet.is_beaten]

    @property
    def gifts(self) -> list[Bet]:
        """Bets on which the bettor is ahead from the first coup on."""
        return [bet for bet in self.bets if bet.is_gift]

    @cached_property
    def ranked(self) -> list[Bet]:
        """The bets that cost something, by what perfect play earns, the most first."""
        costly = (bet for bet in self.bets if not bet.is_gift)
        return sorted(costly, key=lambda bet: -bet.units.value)

    @property
    def printed(self) -> list[Bet]:
        """Bets with a printed edge."""
        return [bet for bet in self.bets if bet.prints_agree is not None]


def findings(results: Results) -> Findings:
    """Lay the exact figures and the sums of all shoes together, bet by bet."""
    exact = Exact(**results.of("exact")[0].arrays)
    cells = results.of("played")
    halves = [_together([cell.arrays for cell in cells[half::2]]) for half in (0, 1)]
    sums = MarketSums(*(first + second for first, second in zip(*halves, strict=True)))
    shoes = sum(int(cell.arguments["shoes"]) for cell in cells)
    bets = [bet_found(b, exact, sums, halves, shoes) for b in range(len(EVERY_OFFER.bets))]
    counts = counts_in_print(exact, sums, shoes, bets)
    pair_shoes = sum(int(cell.arguments["shoes"]) for cell in results.of("paired"))
    two_cards = pairs_found([cell.arrays for cell in results.of("paired")], pair_shoes)
    wrong = wrong_prints(bets, two_cards)
    return Findings(MAX_DECKS, CUT, shoes, BEATABLE, bets, counts, two_cards, pair_shoes, wrong)


def _together(cells: Sequence[Arrays]) -> MarketSums:
    names = MarketSums._fields
    return MarketSums(*(np.sum([arrays[name] for arrays in cells], axis=0) for name in names))
