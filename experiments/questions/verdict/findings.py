"""Every bet by what the bettor knows, judged from stored sums.

The best of the bettors of a kind is chosen on the first, third, fifth, … batch of shoes and
reported on the others. The exact player, free to sit out, is nobody's choice: no bettor can do
better, so he is reported on all shoes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.trained.algorithms import ALGORITHMS
from agents.trained.recipe import Recipe
from experiments.questions.verdict.bettors import INFORMATION, LAST_COUP, NAMES, SITS_OUT
from experiments.shoes.seats import FORCED, FREE, MOMENTS, TABLE
from experiments.shoes.usual_table import BEATABLE, CUTS
from experiments.statistics import Estimate, per_shoe
from experiments.theory.blind_bound import SHOWN
from experiments.work.results import Results

__all__ = ["PARTS", "Chosen", "Judged", "judged"]

PARTS = {
    "nothing": "seated",
    "results": "followed",
    "count": "seated",
    "trained": "taught",
    "exact": "seated",
}
"""The function whose cells hold the bettors of each kind."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Chosen:
    """The bettor chosen, free or forced: its name, its moments on the shoes it is reported on."""

    name: str
    shoes: int
    moments: dict[str, float]

    @property
    def units(self) -> Estimate:
        """Units a shoe by the exact odds, `()`."""
        return per_shoe(self.moments["units"], self.moments["units_squares"], self.shoes)

    @property
    def settled(self) -> Estimate:
        """Units a shoe by settled results, `()`."""
        return per_shoe(self.moments["settled"], self.moments["squares"], self.shoes)

    @property
    def deviation(self) -> float:
        """Standard deviation of the settled result of a shoe."""
        return float(self.settled.error * np.sqrt(self.shoes - 1))

    @property
    def bets(self) -> float:
        """Units bet a shoe."""
        return self.moments["bets"] / self.shoes

    @property
    def per_100(self) -> Estimate:
        """Result per 100 bet, `()`: a ratio of sums over independent shoes."""
        m = self.moments
        ratio = m["units"] / m["bets"]
        rest = m["units_squares"] - 2 * ratio * m["units_bets"] + ratio**2 * m["bets_squares"]
        error = np.sqrt(max(rest, 0) * self.shoes / (self.shoes - 1)) / m["bets"]
        return Estimate(np.asarray(100 * ratio), np.asarray(100 * error))


@dataclass(frozen=True)
class Judged:
    """All that was found: the bettors' moments by kind of information, batch by batch."""

    names: Mapping[str, Sequence[str]]
    shoes: dict[str, NDArray[np.int64]]
    """`(P,)` shoes of each batch."""
    moments: dict[str, Floats]
    """`(P, K, 2, 7, B)`."""
    by_cut: Estimate
    """`(B, T)` units a shoe of the exact player at every cut."""
    most: dict[str, Floats]
    """`(B,)` upper bound of units a shoe without card information."""
    distance: dict[str, Floats]
    """`(B,)` standard deviations to a favourable bet."""
    coups: float
    """Coups a shoe."""

    def free(self, information: str, bet: str) -> Chosen:
        """The bettor that earned most when free to sit out."""
        if information == "exact":
            return self._taken(information, bet, FREE, 0, slice(None))
        units = self._summed(information, bet, FREE, slice(0, None, 2))[:, MOMENTS.index("units")]
        return self._taken(information, bet, FREE, int(units.argmax()), slice(1, None, 2))

    def forced(self, information: str, bet: str) -> Chosen:
        """The bettor with the best result per 100 bet when it has to bet in every shoe."""
        sums = self._summed(information, bet, FORCED, slice(0, None, 2))
        ratio = sums[:, MOMENTS.index("units")] / sums[:, MOMENTS.index("bets")]
        taken = self._taken(information, bet, FORCED, int(ratio.argmax()), slice(1, None, 2))
        return replace(taken, name=LAST_COUP) if taken.name == SITS_OUT else taken

    def _summed(self, information: str, bet: str, line: int, batches: slice) -> Floats:
        found = self.moments[information][batches, :, line, :, TABLE.index(bet)]
        return np.asarray(found.sum(axis=0))

    def _taken(self, information: str, bet: str, line: int, k: int, batches: slice) -> Chosen:
        sums = self._summed(information, bet, line, batches)[k]
        shoes = int(self.shoes[information][batches].sum())
        return Chosen(
            self.names[information][k], shoes, dict(zip(MOMENTS, map(float, sums), strict=True))
        )

    def ceiling(self, information: str, bet: str) -> float:
        """Upper bound of the units a shoe that anyone with this information can expect."""
        if information in SHOWN:
            return float(self.most[information][TABLE.index(bet)])
        best = self.free("exact", bet).units
        return float(best.value + best.half_width)

    def mark(self, information: str, bet: str) -> str:
        """Say whether the bet is beatable, unbeatable or undecided with this information."""
        units = self.free(information, bet).units
        if units.value - units.half_width > BEATABLE:
            return "beatable"
        return "unbeatable" if self.ceiling(information, bet) < BEATABLE else "undecided"

    def marked(self, mark: str) -> list[tuple[str, str]]:
        """Information and bet of everything that bears a mark."""
        return [(i, bet) for i in INFORMATION for bet in TABLE.bets if self.mark(i, bet) == mark]

    @cached_property
    def beatable_to(self) -> list[int | None]:
        """The deepest cut at which the exact player beats each bet, if there is one."""
        low = self.by_cut.value - self.by_cut.half_width
        return [_last(np.array(CUTS)[good]) for good in low > BEATABLE]

    @cached_property
    def unbeatable_from(self) -> list[int | None]:
        """The cut from which nobody beats each bet: a deeper one only takes coups away."""
        high = self.by_cut.value + self.by_cut.half_width
        return [_first(np.array(CUTS)[bad]) for bad in high < BEATABLE]


def _last(cuts: NDArray[Any]) -> int | None:
    return int(cuts[-1]) if cuts.size else None


def _first(cuts: NDArray[Any]) -> int | None:
    return int(cuts[0]) if cuts.size else None


def judged(results: Results) -> Judged:
    """Put the cells together."""
    seated, (told,) = results.of("seated"), results.of("foretold")
    shoes = np.array([cell.arguments["shoes"] for cell in seated])
    total, squares = (
        np.sum([cell.arrays[name] for cell in seated], axis=0)
        for name in ("by_cut", "by_cut_squares")
    )
    lessons = results.of("taught")
    return Judged(
        names=NAMES
        | {"trained": (SITS_OUT, *(_lesson(cell.arguments["recipe"]) for cell in lessons))},
        shoes={i: _shoes_of(results, i) for i in INFORMATION},
        moments={i: _moments_of(results, i) for i in INFORMATION},
        by_cut=per_shoe(total, squares, int(shoes.sum())),
        most=dict(zip(SHOWN, told.arrays["most"], strict=True)),
        distance=dict(zip(SHOWN, told.arrays["distance"], strict=True)),
        coups=float(sum(cell.arrays["coups"] for cell in seated) / shoes.sum()),
    )


def _moments_of(results: Results, information: str) -> Floats:
    found = [cell.arrays[information] for cell in results.of(PARTS[information])]
    if information == "trained":  # all sat out alike
        return np.concatenate([found[0][:, :1], *(one[:, 1:] for one in found)], axis=1)
    return np.stack(found)


def _shoes_of(results: Results, information: str) -> NDArray[np.int64]:
    cells = results.of(PARTS[information])
    if information == "trained":
        return np.array(cells[0].arguments["shoes"])
    return np.array([cell.arguments["shoes"] for cell in cells])


def _lesson(told: dict[str, Any]) -> str:
    made = Recipe.from_dict(told)
    return (
        f"{ALGORITHMS[made.algorithm].title}, {made.game.name}, {made.terms['reward']} rewards, "
        f"{made.coups / 1e6:g} million coups"
    )
