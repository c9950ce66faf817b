"""What others printed of the market, beside what was found: counts, and figures that are wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from agents.counts.in_print import Count
from baccarat_env import pairs
from experiments import published
from experiments.page.number import Number
from experiments.questions.market.bet_findings import Bet
from experiments.questions.market.pair_findings import Pair
from experiments.questions.market.work import (
    EVERY_OFFER,
    TRIGGERS,
    Exact,
    MarketSums,
    counts_of,
)
from experiments.shoes.usual_table import CUT, CUTS
from experiments.statistics import WIDTH, per_shoe

__all__ = ["CountInPrint", "WrongPrint", "counts_in_print", "wrong_prints"]

WITHIN = 4
"""Standard errors within which a printed count and ours agree."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class DealtInPrint:
    """How deep a printed figure deals, by its coups a shoe, and perfect play there."""

    coups: str
    cut: int
    """The cut at which our shoes have most nearly as many coups."""
    perfect: float
    """Units a shoe of perfect play at that cut."""


@dataclass(frozen=True)
class CountInPrint:
    """A count in print, its trigger as printed, beside what it earns here."""

    count: Count
    title: str
    correlation: float
    units: Number
    ceiling: float
    printed: published.Published | None
    unit: float
    """Units a shoe that one printed unit is."""
    dealt: DealtInPrint | None
    """How deep the print deals, where it says so."""

    @property
    def printed_units(self) -> float:
        """What is printed, in units a shoe; nan if nothing is."""
        return self.unit * float(self.printed.printed) if self.printed else np.nan

    @property
    def agrees(self) -> bool | None:
        """Whether it earns here what is printed, to the printed digits; None if none is."""
        if self.printed is None:
            return None
        last_digit = self.unit * 10.0 ** -len(self.printed.printed.partition(".")[2])
        apart = abs(self.units.value - self.printed_units) - last_digit / 2
        return apart <= WITHIN * self.units.half_width / WIDTH


@dataclass(frozen=True)
class WrongPrint:
    """A printed figure that cannot be right, beside ours."""

    title: str
    quantity: str
    """What is printed, in per cent."""
    printed: str
    source: str
    ours: Number
    why: str


def counts_in_print(
    exact: Exact, sums: MarketSums, shoes: int, bets: Sequence[Bet]
) -> list[CountInPrint]:
    """Hold every count in print against what it earned at its printed trigger."""
    found = []
    by_cut = sums.coups / shoes
    coups = float(by_cut[CUTS.index(CUT)])
    for k, count in enumerate(counts_of(EVERY_OFFER)[len(bets) :], start=len(bets)):
        t = int(np.searchsorted(TRIGGERS, count.trigger))
        units = per_shoe(sums.counted[k, t], sums.counted_squares[k, t], shoes)
        bet = bets[EVERY_OFFER.index(count.bet)]
        printed, unit = published.count_in_print(count.name, coups) or (None, np.nan)
        found.append(
            CountInPrint(
                count,
                bet.title,
                float(exact.correlation[k]),
                Number(float(units.value), float(units.half_width)),
                bet.units.value,
                printed,
                unit,
                _dealt_in_print(count.name, by_cut, bet),
            )
        )
    return found


def _dealt_in_print(count: str, coups: Floats, bet: Bet) -> DealtInPrint | None:
    """Find the cut with the printed coups a shoe; None where the print does not state them."""
    stated = published.COUPS_IN_PRINT.get(count)
    if stated is None:
        return None
    c = int(np.abs(coups - float(stated)).argmin())
    return DealtInPrint(stated, CUTS[c], float(bet.by_cut.value[c]))


def wrong_prints(bets: Sequence[Bet], two_cards: Sequence[Pair]) -> list[WrongPrint]:
    """Put every wrong print beside the figure that was found."""
    known: dict[str, Bet | Pair] = {bet.offer.name: bet for bet in bets}
    known |= dict(zip(pairs.BETS, two_cards, strict=True))
    quantities = (
        (published.WRONG, "house edge", attrgetter("edge"), ".4f"),
        (published.WRONG_HITS, "wins", attrgetter("hit"), ".5f"),
    )
    return [
        WrongPrint(
            known[name].title,
            quantity,
            printed,
            by,
            Number(100 * value(known[name]), form=form),
            why,
        )
        for prints, quantity, value, form in quantities
        for name, printed, by, why in prints
    ]
