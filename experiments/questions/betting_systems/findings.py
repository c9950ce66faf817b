"""What betting systems won: named numbers from stored sessions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents.titles import system_title as title
from baccarat_env import odds
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import Game, as_game
from experiments.page.number import Number, estimated
from experiments.questions.betting_systems.work import LENGTH, STOP_LOSS, STOP_WIN
from experiments.statistics import (
    SIGNIFICANT,
    Estimate,
    corrected,
    luck_z,
    mean_of,
    proportion,
    ratio,
)
from experiments.work.cell import Arrays, Stored
from experiments.work.results import Results

__all__ = ["Findings", "Sessions", "findings"]

BY_SESSION = ("net", "staked", "expected", "variance", "peak", "paths")
"""Arrays whose second axis are sessions."""


@dataclass(frozen=True)
class Sessions:
    """All sessions of one kind at one table: A systems, N sessions."""

    game: Game
    stops: bool
    systems: list[str]
    arrays: Arrays

    @property
    def net(self) -> NDArray[np.float64]:
        """Results in chips, `(A, N)`."""
        return np.asarray(self.arrays["net"] / BASIS_POINTS)

    @property
    def result(self) -> Estimate:
        """Mean result of a session, `(A,)`."""
        return mean_of(self.net)

    @property
    def worth(self) -> Estimate:
        """Exact worth of a session's stakes, `(A,)`."""
        return mean_of(self.arrays["expected"])

    @property
    def luck(self) -> Estimate:
        """Result less worth, `(A,)`."""
        return mean_of(self.net - self.arrays["expected"])

    @property
    def price(self) -> Estimate:
        """Amount bet times the edge of a fresh shoe, as a result, `(A,)`."""
        return mean_of(self.arrays["staked"] @ odds.expected_value(self.game.full_shoe, self.game))

    @property
    def staked(self) -> NDArray[np.float64]:
        """Mean amount bet in a session, `(A,)`."""
        return np.asarray(self.arrays["staked"].sum(axis=2).mean(axis=1))

    @property
    def ahead(self) -> Estimate:
        """Share of sessions that end ahead, `(A,)`."""
        return proportion((self.net > 0).sum(axis=1), self.net.shape[1])

    @property
    def ever_ahead(self) -> Estimate:
        """Share of sessions that were ever ahead, `(A,)`."""
        return proportion((self.arrays["peak"] > 0).sum(axis=1), self.net.shape[1])

    @property
    def z_score(self) -> NDArray[np.float64]:
        """Luck over its own standard deviation, `(A,)`."""
        return luck_z(self.arrays)

    @property
    def heaviest(self) -> NDArray[np.float64]:
        """The most that one coup holds of that variance, `(A,)`."""
        return np.asarray(self.arrays["largest"] / self.arrays["variance"].sum(axis=1))

    @property
    def per_100(self) -> Estimate:
        """Exact expected value of 100 staked, `(A,)`."""
        staked = self.arrays["staked"].sum(axis=2)
        found = [ratio(e, s) for e, s in zip(self.arrays["expected"], staked, strict=True)]
        value, error = np.array([(one.value, one.error) for one in found]).T
        return Estimate(100 * value, 100 * error)

    def told(self, a: int) -> System:
        """One system in words."""
        return System(
            title(self.systems[a]),
            estimated(self.ahead, a, digits=1, scale=100),
            estimated(self.result, a),
            Number(self.staked[a], form=",.0f"),
        )

    @property
    def most_ahead(self) -> System:
        """The system that ends most sessions ahead."""
        return self.told(int(self.ahead.value.argmax()))

    @property
    def least_ahead(self) -> System:
        """The system that ends fewest sessions ahead."""
        return self.told(int(self.ahead.value.argmin()))


@dataclass(frozen=True)
class System:
    """One system over its sessions."""

    name: str
    ahead: Number
    """Per cent of sessions that end ahead."""
    result: Number
    staked: Number


@dataclass(frozen=True)
class Findings:
    """Everything the page says of betting systems."""

    length: int
    win: int
    loss: int
    kinds: list[Sessions]
    """Table by table, without and with leaving early."""
    corrected: NDArray[np.float64]
    """`(K, A)` p-values of luck after Holm's correction over all of them."""

    @property
    def systems(self) -> int:
        """Systems that played."""
        return len(self.kinds[0].systems)

    @property
    def tests(self) -> int:
        """Tests of luck."""
        return self.corrected.size

    @property
    def significant(self) -> int:
        """Tests that luck alone does not explain, at 5 % over all of them."""
        return int((self.corrected < SIGNIFICANT).sum())

    @property
    def smallest_p(self) -> Number:
        """The smallest corrected p-value."""
        return Number(float(self.corrected.min()), form=".2g")

    @property
    def largest_z(self) -> Number:
        """Luck that is farthest from zero, in standard deviations."""
        return Number(max(float(abs(one.z_score).max()) for one in self.kinds), form=".2f")

    @property
    def usual(self) -> list[Sessions]:
        """Sessions without leaving early, a table each."""
        return [one for one in self.kinds if not one.stops]


def findings(results: Results) -> Findings:
    """Put the cells together: table by table, without and with leaving early."""
    cells: dict[tuple[str, bool], list[Stored]] = {}
    for cell in results.of("sessions"):
        key = as_game(cell.arguments["game"]).name, bool(cell.arguments["stops"])
        cells.setdefault(key, []).append(cell)
    kinds = [_together(some, stops) for (_, stops), some in cells.items()]
    p_values = corrected(np.array([one.z_score for one in kinds]))
    return Findings(LENGTH, STOP_WIN, STOP_LOSS, kinds, p_values)


def _together(cells: Sequence[Stored], stops: bool) -> Sessions:
    first = cells[0]
    arrays = {
        name: np.concatenate([cell.arrays[name] for cell in cells], axis=1) for name in BY_SESSION
    }
    arrays["largest"] = np.max([cell.arrays["largest"] for cell in cells], axis=0)
    arrays["marks"] = first.arrays["marks"]
    return Sessions(as_game(first.arguments["game"]), stops, first.arguments["systems"], arrays)
