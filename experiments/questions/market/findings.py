"""What the market offers: named numbers from stored results, bet by bet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from agents.counts.counting import Count
from baccarat_env import catalogue, pairs
from baccarat_env.offer import Offer
from baccarat_env.rules import MAX_DECKS
from experiments import published
from experiments.page.number import MISSING, Number
from experiments.questions.market.pair_findings import Pair, pairs_found
from experiments.questions.market.work import (
    EVERY_OFFER,
    TRIGGERS,
    Exact,
    MarketSums,
    counts_of,
)
from experiments.shoes.usual_table import BEATABLE, CUT, CUTS
from experiments.statistics import WIDTH, Estimate, per_shoe
from experiments.work.cell import Arrays
from experiments.work.results import Results

__all__ = ["Bet", "CountInPrint", "Findings", "findings"]

HIGH_EDGE = 0.05
"""House edge above which a bet is called dear."""

WITHIN = 4
"""Standard errors within which a printed count and ours agree."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Bet:
    """A row of the catalogue with all that was found of it."""

    offer: Offer
    edge: float
    edge_six: float
    hit: float
    push: float
    deviation: float
    removed: Floats
    """`(10,)` change per unit staked when one card of a value leaves."""
    tags: tuple[int, ...]
    correlation: float
    by_cut: Estimate
    """Units a shoe of the perfect player, `(C,)`."""
    n0: float
    count: Number
    """Units a shoe of the count."""
    trigger: float
    """The count from which it bets; infinite if it had better never bet."""

    @property
    def title(self) -> str:
        """Its name as it is printed."""
        return self.offer.title

    @property
    def units(self) -> Number:
        """Units a shoe of the perfect player at the usual cut."""
        at = CUTS.index(CUT)
        return Number(float(self.by_cut.value[at]), float(self.by_cut.half_width[at]))

    @property
    def fair(self) -> float:
        """The one payout to 1 for every win at which nobody is ahead."""
        return (1 - self.hit - self.push) / self.hit

    @property
    def deepest(self) -> int | None:
        """The deepest cut under which perfect play gives more than `BEATABLE`."""
        good = np.flatnonzero(self.by_cut.value > BEATABLE)
        return CUTS[good.max()] if good.size else None

    @property
    def share(self) -> Number:
        """What the count gets of perfect play, in per cent."""
        units = self.units.value
        return Number(100 * self.count.value / units, form=".0f") if units > 0 else MISSING

    @property
    def is_gift(self) -> bool:
        """Whether the bettor is ahead from the first coup on."""
        return self.edge < 0

    @property
    def is_dear(self) -> bool:
        """Whether the house keeps more than a twentieth."""
        return self.edge > HIGH_EDGE

    @property
    def is_beaten(self) -> bool:
        """Whether the count wins more than `BEATABLE`."""
        return self.count.value > BEATABLE

    @property
    def prints_agree(self) -> bool | None:
        """Whether every digit of the printed edge is ours; None if none is printed."""
        printed = self.offer.printed
        return published.agrees(100 * self.edge, printed) if printed else None


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
    printed: str
    source: str
    ours: Number
    why: str


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
    bets = [_bet(b, exact, sums, halves, shoes) for b in range(len(EVERY_OFFER.bets))]
    counts = _in_print(exact, sums, shoes, bets)
    pair_shoes = sum(int(cell.arguments["shoes"]) for cell in results.of("paired"))
    two_cards = pairs_found([cell.arrays for cell in results.of("paired")], pair_shoes)
    wrong = _wrong(bets, two_cards)
    return Findings(MAX_DECKS, CUT, shoes, BEATABLE, bets, counts, two_cards, pair_shoes, wrong)


def _together(cells: Sequence[Arrays]) -> MarketSums:
    names = MarketSums._fields
    return MarketSums(*(np.sum([arrays[name] for arrays in cells], axis=0) for name in names))


def _bet(b: int, exact: Exact, sums: MarketSums, halves: Sequence[MarketSums], shoes: int) -> Bet:
    by_cut = per_shoe(sums.units[b], sums.units_squares[b], shoes)
    settled = per_shoe(sums.settled[b], sums.settled_squares[b], shoes)
    at = CUTS.index(CUT)
    units, deviation = by_cut.value[at], settled.error[at] * np.sqrt(shoes - 1)
    earned, square = (
        sum(
            getattr(mine, name)[b, int(other.counted[b].argmax())]
            for mine, other in _paired(halves)
        )
        for name in ("counted", "counted_squares")
    )
    count = per_shoe(earned, square, shoes)
    return Bet(
        offer=catalogue.offer(EVERY_OFFER.bets[b]),
        edge=float(exact.edge[0, b]),
        edge_six=float(exact.edge[1, b]),
        hit=float(exact.hit[b]),
        push=float(exact.push[b]),
        deviation=float(exact.deviation[b]),
        removed=exact.removed[:, b],
        tags=tuple(map(int, exact.tags[b])),
        correlation=float(exact.correlation[b]),
        by_cut=by_cut,
        n0=float((deviation / units) ** 2) if units > 0 else np.inf,
        count=Number(float(count.value), float(count.half_width)),
        trigger=float(TRIGGERS[sums.counted[b].argmax()]),
    )


def _paired(halves: Sequence[MarketSums]) -> list[tuple[MarketSums, MarketSums]]:
    """Each half with the other, on which its trigger is chosen."""
    return [(halves[0], halves[1]), (halves[1], halves[0])]


def _in_print(
    exact: Exact, sums: MarketSums, shoes: int, bets: Sequence[Bet]
) -> list[CountInPrint]:
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


def _wrong(bets: Sequence[Bet], two_cards: Sequence[Pair]) -> list[WrongPrint]:
    edges = {bet.offer.name: (bet.title, bet.edge) for bet in bets}
    edges |= dict(zip(pairs.BETS, ((pair.title, pair.edge) for pair in two_cards), strict=True))
    return [
        WrongPrint(edges[name][0], printed, by, Number(100 * edges[name][1], form=".4f"), why)
        for name, printed, by, why in published.WRONG
    ]
