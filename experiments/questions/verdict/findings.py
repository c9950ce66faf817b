"""Every bet by what the bettor knows: named numbers from stored sums.

The best of the bettors of a kind is chosen on the first, third, fifth, … batch of shoes and
reported on the others. The exact player, free to sit out, is no choice: no bettor can do
better, so it is reported on all shoes.
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
from baccarat_env.revealed import SHOWN
from experiments.page.number import Number, estimated, of_one_training
from experiments.questions.verdict.bettors import INFORMATION, LAST_COUP, NAMES, SITS_OUT
from experiments.questions.verdict.chosen import Beaten, Chosen
from experiments.shoes.seats import FORCED, FREE, MOMENTS, TABLE
from experiments.shoes.usual_table import BEATABLE, CUTS, TITLES
from experiments.statistics import Estimate, per_shoe
from experiments.theory.bankroll import bankroll_for
from experiments.work.results import Results

__all__ = ["PARTS", "Beaten", "Chosen", "Findings", "findings", "of_kind"]

PARTS = {
    "nothing": "seated",
    "results": "followed",
    "count": "seated",
    "trained": "taught",
    "exact": "seated",
}
"""The function whose cells hold the bettors of each kind."""

RISK = 0.05
"""Risk of ruin that bankrolls are told for."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Findings:
    """Everything the page says: the bettors' moments by kind of information, batch by batch."""

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
    coups_an_hour: int
    stake: int
    """What a unit is in money."""

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

    @property
    def procedure(self) -> str:
        """How the table is dealt."""
        return TABLE.procedure

    @property
    def beatable(self) -> float:
        """Units a shoe above which a bet counts as beaten."""
        return BEATABLE

    @property
    def unbeatable(self) -> list[str]:
        """Titles of the bets that nobody beats, not even with exact odds."""
        return [_short(b) for b in TABLE.bets if self.mark("exact", b) == "unbeatable"]

    @property
    def undecided(self) -> list[str]:
        """Titles of the bets for which exact odds leave it open."""
        return [_short(b) for b in TABLE.bets if self.mark("exact", b) == "undecided"]

    @property
    def blind_beaten(self) -> list[str]:
        """Titles of the bets that are beaten without watching the cards: none, if all is right."""
        marks = {b: [self.mark(i, b) for i in SHOWN] for b in TABLE.bets}
        return [_short(b) for b, some in marks.items() if "beatable" in some]

    @property
    def blind_settled(self) -> bool:
        """Whether every bet is shown to be unbeatable without watching the cards."""
        return all(self.mark(i, b) == "unbeatable" for i in SHOWN for b in TABLE.bets)

    @property
    def beaten(self) -> list[Beaten]:
        """Bets that are beaten with card information, and what that means in practice."""
        return [self._beaten(i, bet) for i, bet in self.marked("beatable")]

    @property
    def counted(self) -> list[Beaten]:
        """Those that a card counter beats."""
        return [one for one in self.beaten if one.information == "count"]

    def _beaten(self, information: str, bet: str) -> Beaten:
        taken = self.free(information, bet)
        mean, spread = float(taken.units.value), taken.deviation
        an_hour = self.coups_an_hour / self.coups * self.stake
        money = estimated(taken.units, digits=2, scale=an_hour)
        return Beaten(
            information,
            INFORMATION[information],
            TITLES[bet],
            taken.name,
            of_kind(information, estimated(taken.units)),
            taken.bets,
            spread,
            (spread / mean) ** 2,
            float(bankroll_for(RISK, mean, spread)),
            of_kind(information, money),
        )

    @property
    def risk(self) -> float:
        """Risk of ruin that bankrolls are told for."""
        return RISK

    @property
    def above_zero(self) -> list[tuple[str, Number]]:
        """Bets that exact odds win a little on, below the line."""
        found = []
        for bet in TABLE.bets:
            units = self.free("exact", bet).units
            if self.mark("exact", bet) != "beatable" and units.value > units.half_width:
                found.append((_short(bet), estimated(units)))
        return found

    @property
    def reach(self) -> list[tuple[str, int | None, int | None]]:
        """Bets: beatable up to, and unbeatable from, so many cards behind the cut card."""
        columns = zip(TABLE.bets, self.beatable_to, self.unbeatable_from, strict=True)
        return [(TITLES[bet], to, since) for bet, to, since in columns]

    @property
    def nearest(self) -> float:
        """Standard deviations to a favourable bet without card information, where fewest."""
        return min(float(values.min()) for values in self.distance.values())

    @property
    def most_blind(self) -> float:
        """The largest upper bound of units a shoe without card information."""
        return max(float(values.max()) for values in self.most.values())

    @property
    def most_unbeatable(self) -> float:
        """Upper end of what exact odds win on any bet that nobody beats."""
        bets = [b for b in TABLE.bets if self.mark("exact", b) == "unbeatable"]
        return max((self.ceiling("exact", bet) for bet in bets), default=0.0)

    @property
    def forced_by_results(self) -> list[tuple[str, Number, str]]:
        """Bets: the best result per 100 by past results where a bet is compulsory, and by whom."""
        found = ((TITLES[b], self.forced("results", b)) for b in TABLE.bets)
        return [(title, estimated(taken.per_100), taken.name) for title, taken in found]

    @property
    def ways(self) -> int:
        """Ways to bet by past results or a staking plan that were tried."""
        return len(self.names["results"])

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


def of_kind(information: str, number: Number) -> Number:
    """Mark a number of a trained agent: it is not to be compared with another seed's."""
    return of_one_training(number) if information == "trained" else number


def _short(bet: str) -> str:
    """Title of a bet without its payout."""
    return TITLES[bet].partition(",")[0]


def findings(results: Results) -> Findings:
    """Put the cells together."""
    seated, (bound,) = results.of("seated"), results.of("foretold")
    shoes = np.array([cell.arguments["shoes"] for cell in seated])
    total, squares = (
        np.sum([cell.arrays[name] for cell in seated], axis=0)
        for name in ("by_cut", "by_cut_squares")
    )
    lessons = results.of("taught")
    config = results.run["config"]
    return Findings(
        names=NAMES
        | {"trained": (SITS_OUT, *(_lesson(cell.arguments["recipe"]) for cell in lessons))},
        shoes={i: _shoes_of(results, i) for i in INFORMATION},
        moments={i: _moments_of(results, i) for i in INFORMATION},
        by_cut=per_shoe(total, squares, int(shoes.sum())),
        most=dict(zip(SHOWN, bound.arrays["most"], strict=True)),
        distance=dict(zip(SHOWN, bound.arrays["distance"], strict=True)),
        coups=float(sum(cell.arrays["coups"] for cell in seated) / shoes.sum()),
        coups_an_hour=config["coups_an_hour"],
        stake=config["stake"],
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


def _lesson(given: dict[str, Any]) -> str:
    made = Recipe.from_dict(given)
    return (
        f"{ALGORITHMS[made.algorithm].title}, {made.game.name}, {made.terms['reward']} rewards, "
        f"{made.coups / 1e6:g} million coups"
    )
