"""What was found of one bet: exact figures, perfect play by cut, its best count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baccarat_env import catalogue
from baccarat_env.offer import Offer
from experiments import published
from experiments.page.number import MISSING, Number
from experiments.questions.market.work import EVERY_OFFER, TRIGGERS, Exact, MarketSums
from experiments.shoes.usual_table import BEATABLE, CUT, CUTS
from experiments.statistics import Estimate, per_shoe

__all__ = ["Bet", "bet_found"]

HIGH_EDGE = 0.05
"""House edge above which a bet is called dear."""

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


def bet_found(
    b: int, exact: Exact, sums: MarketSums, halves: Sequence[MarketSums], shoes: int
) -> Bet:
    """Put together what was found of bet `b`; `halves` choose the count's trigger in turn."""
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
