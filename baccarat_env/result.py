"""What a score finds: units a shoe, the ceiling, the share of it, and where the rest is lost.

S shoes, B bets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from baccarat_env.rules import MAX_DECKS
from baccarat_env.terms import Terms

__all__ = ["Estimate", "Line", "Result"]

WIDTH = NormalDist().inv_cdf(0.975)
"""Standard errors in half a 95 % interval."""

SHOWN = 0.01
"""Units a shoe: a share is shown of ceilings above it, one unit in a hundred shoes."""

Floats = NDArray[np.float64]


class Estimate(NamedTuple):
    """A mean over shoes and half its 95 % interval."""

    value: float
    half_width: float

    def __str__(self) -> str:
        return f"{self.value:+.4f} ± {self.half_width:.4f}"


class Line(NamedTuple):
    """What stands in a row of the table: one bet, or all of them."""

    units: Estimate
    """Exact expected value of the stakes, units a shoe."""
    ceiling: Estimate
    """The most that can be expected for what may be seen, units a shoe."""
    share: Estimate
    """Units over ceiling, a paired ratio; nan where the ceiling is not above zero."""
    settled: Estimate
    """What the stakes won, units a shoe."""
    bets: Estimate
    """Stakes placed a shoe."""


@dataclass(repr=False, eq=False)
class Result:
    """A score. `result["dragon_7"]` is the `Line` of a bet, `result.total` that of all bets."""

    terms: Terms
    seed: int
    ceiling_kind: str
    """Whether the ceiling is "exact", a "bound" or an "estimate"."""
    units_by_shoe: Floats
    """`(S, B)` exact expected value of the stakes."""
    ceiling_by_shoe: Floats
    """`(S, B)` the most that can be expected for what may be seen."""
    perfect_by_shoe: Floats
    """`(S, B)` what the exact player expects."""
    settled_by_shoe: Floats
    """`(S, B)` what the stakes won."""
    bets_by_shoe: Floats
    """`(S, B)` stakes placed."""
    coups_by_decks: Floats
    """`(8,)` coups dealt with 0 to 1, 1 to 2, … 7 to 8 decks undealt."""
    regret_by_decks: Floats
    """`(8, 2)` units that the exact player expects more, at the same depths: on bets with a
    positive expected value (missed bets), and on all others (wrong bets)."""
    baseline: Result | None = None

    @classmethod
    def empty(cls, terms: Terms, shoes: int, seed: int, kind: str) -> Result:
        """Make the result of no coup."""
        units, top, perfect, settled, bets = np.zeros((5, shoes, len(terms.game.bets)))
        depths = np.zeros(MAX_DECKS), np.zeros((MAX_DECKS, 2))
        return cls(terms, seed, kind, units, top, perfect, settled, bets, *depths)

    @property
    def bets(self) -> tuple[str, ...]:
        """The bets, in the order of the columns."""
        return self.terms.game.bets

    @property
    def shoes(self) -> int:
        """Shoes played."""
        return len(self.units_by_shoe)

    def __getitem__(self, bet: str) -> Line:
        """Find the line of a bet. Raises ValueError if the game does not offer it."""
        return self._line([self.terms.game.index(bet)])

    def __iter__(self) -> Iterator[str]:
        return iter(self.bets)

    @property
    def total(self) -> Line:
        """The line of all bets together."""
        return self._line(slice(None))

    @property
    def units(self) -> Estimate:
        """Exact expected value of all stakes, units a shoe."""
        return self.total.units

    @property
    def ceiling(self) -> Estimate:
        """The most that can be expected of all bets for what may be seen, units a shoe."""
        return self.total.ceiling

    @property
    def share(self) -> Estimate:
        """Units over ceiling, all bets together."""
        return self.total.share

    @property
    def regret(self) -> Estimate:
        """Units a shoe that the exact player expects more."""
        return _mean((self.perfect_by_shoe - self.units_by_shoe).sum(axis=1))

    @property
    def n0(self) -> float:
        """Shoes after which the expected win is one standard deviation; infinite without one."""
        settled = self.settled_by_shoe.sum(axis=1)
        units = self.units.value
        return float(settled.var(ddof=1)) / units**2 if units > 0 and self.shoes > 1 else np.inf

    def against(self, other: Result) -> dict[str, Estimate]:
        """Find how many units a shoe this is above another result of the same shoes, bet by bet.

        The entry "all" is for all bets together. Raises ValueError for other shoes.
        """
        ours, theirs = self._dealt, other._dealt
        if ours != theirs:
            raise ValueError(f"results of {ours} and of {theirs} are not of the same shoes")
        gap = self.units_by_shoe - other.units_by_shoe
        found = {bet: _mean(gap[:, b]) for b, bet in enumerate(self.bets)}
        return found | {"all": _mean(gap.sum(axis=1))}

    @property
    def _dealt(self) -> str:
        game = self.terms.game
        return f"{self.shoes:,} shoes of seed {self.seed}, {game.name}, {game.procedure}"

    def _line(self, columns: Any) -> Line:
        units, top, settled, bets = (
            rows[:, columns].sum(axis=1)
            for rows in (
                self.units_by_shoe,
                self.ceiling_by_shoe,
                self.settled_by_shoe,
                self.bets_by_shoe,
            )
        )
        return Line(_mean(units), _mean(top), _ratio(units, top), _mean(settled), _mean(bets))

    # --- As a table -------------------------------------------------------------------------

    def __repr__(self) -> str:
        heads = ["", "units a shoe", _KINDS[self.ceiling_kind], "share", "bets a shoe"]
        lines = {bet: self[bet] for bet in self.bets} | {"all": self.total}
        rows = [[name, *_cells(line)] for name, line in lines.items()]
        if self.baseline is not None:
            heads.append("above the baseline")
            for row, gap in zip(rows, self.against(self.baseline).values(), strict=True):
                row.append(str(gap))
        parts = [
            f"{self.terms.game.name}, sees {self.terms.information}, {self.terms.game.procedure}",
            f"{self.shoes:,} held-out shoes (seed {self.seed}), scored by the exact odds",
            "",
            *_aligned([heads, *rows]),
            "",
            *_aligned([["regret a coup", "missed bets", "wrong bets"], *self._regret_rows()]),
        ]
        if np.isfinite(self.n0):
            parts += ["", f"N0: {self.n0:,.0f} shoes until skill is as large as luck"]
        return "\n".join(parts)

    def _regret_rows(self) -> list[list[str]]:
        rows = []
        for decks in reversed(np.flatnonzero(self.coups_by_decks).tolist()):
            missed, wrong = self.regret_by_decks[decks] / self.coups_by_decks[decks]
            rows.append([f"{decks} to {decks + 1} decks left", f"{missed:.6f}", f"{wrong:.6f}"])
        missed, wrong = self.regret_by_decks.sum(axis=0) / self.coups_by_decks.sum()
        return [*rows, ["all coups", f"{missed:.6f}", f"{wrong:.6f}"]]


_KINDS = {"exact": "ceiling", "bound": "ceiling below", "estimate": "ceiling about"}


def _cells(line: Line) -> list[str]:
    share = f"{line.share.value:.3f} ± {line.share.half_width:.3f}"
    shown = line.ceiling.value > SHOWN
    return [
        str(line.units),
        f"{line.ceiling.value:.4f}".replace("-0.0000", "0.0000"),
        share if shown else "–",
        f"{line.bets.value:.2f}",
    ]


def _aligned(rows: list[list[str]]) -> list[str]:
    """Pad the first column to the left and all others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *rest in rows:
        padded = [cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True)]
        lines.append("  ".join([first.ljust(widths[0]), *padded]))
    return lines


def _mean(values: Floats) -> Estimate:
    return _estimate(float(values.mean()), values - values.mean())


def _ratio(total: Floats, size: Floats) -> Estimate:
    """Estimate Σ total / Σ size. Source: Cochran, "Sampling Techniques" (1977), section 2.11."""
    if not size.sum() > 0:
        return Estimate(np.nan, np.nan)
    value = float(total.sum() / size.sum())
    return _estimate(value, (total - value * size) / size.mean())


def _estimate(value: float, rest: Floats) -> Estimate:
    shoes = len(rest)
    if shoes < 2:
        return Estimate(value, np.nan)
    return Estimate(value, WIDTH * float(np.sqrt((rest**2).sum() / (shoes - 1) / shoes)))
