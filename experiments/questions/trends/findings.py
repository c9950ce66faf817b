"""What past results were good for: named numbers from stored results."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import MINI_BACCARAT, Game, as_game
from baccarat_env.revealed import Revealed
from baccarat_env.rules import RESULTS
from experiments.page.number import Number, estimated
from experiments.questions.trends.work import RUNS, SYSTEMS
from experiments.statistics import SIGNIFICANT, Estimate, corrected, luck_z, ratio
from experiments.work.cell import Arrays, Stored
from experiments.work.results import Results

__all__ = ["DEPTHS", "Findings", "Judged", "findings"]

DEPTHS = (0.25, 0.5, 0.75, 0.9, 0.96)
"""Shares of a shoe dealt at which the ceiling is told."""


def _break_even(bet: str) -> float:
    """Share of decisions that Banker would have to win for a bet to be worth nothing."""
    game = MINI_BACCARAT
    pays = game.pays[game.index(bet)]
    win = int(pays.max()) / BASIS_POINTS
    wins = 1 / (1 + win)
    return wins if bet == "banker" else 1 - wins


@dataclass(frozen=True)
class Selected:
    """Selections with level stakes: A systems over S shoes."""

    arrays: Arrays

    @property
    def per_100(self) -> list[Estimate]:
        """Result per 100 staked."""
        net = 100 * self.arrays["net"] / BASIS_POINTS
        return [ratio(n, s) for n, s in zip(net, self.arrays["staked"], strict=True)]

    @property
    def worth(self) -> NDArray[np.float64]:
        """Exact worth per 100 staked, `(A,)`."""
        staked = self.arrays["staked"].sum(axis=1)
        return np.asarray(100 * self.arrays["expected"].sum(axis=1) / staked)

    @property
    def won(self) -> list[Estimate]:
        """Share of the decided bets that were won."""
        pairs = zip(self.arrays["won"], self.arrays["resolved"], strict=True)
        return [ratio(won, decided) for won, decided in pairs]

    @property
    def z_score(self) -> NDArray[np.float64]:
        """Luck over its standard deviation, `(A,)`."""
        return luck_z(self.arrays)

    @property
    def corrected(self) -> NDArray[np.float64]:
        """P-values after Holm's correction, `(A,)`."""
        return corrected(self.z_score)


@dataclass(frozen=True)
class Check:
    """The ceiling's check: B bets."""

    slope: list[Estimate]
    highest: NDArray[np.float64]
    favourable: NDArray[np.int64]
    coups: int


@dataclass(frozen=True)
class Judged:
    """A fitted predictor on shoes that it had not seen."""

    game: str
    fitted: int
    judged: int
    highest: Number
    """Result per 100 bet on whatever it rates highest."""
    constant: Number
    """Result per 100 bet of the best single bet."""
    waited: int
    """Bets that it rated above zero."""
    outcome: Number | None
    """Result per 100 bet of those."""
    explained: Number
    """Per cent of a bet's variance that it explains at most."""


@dataclass(frozen=True)
class Findings:
    """Everything the page says of past results."""

    followed: NDArray[np.int64]
    """`(G, K, 2)` decisions after at least k Bankers, and those that Banker won."""
    selected: Selected
    tables: list[tuple[Game, Revealed]]
    """What results reveal at EZ Baccarat and at mini-baccarat."""
    check: Check
    judged: list[Judged]

    @cached_property
    def share(self) -> Estimate:
        """Share of decisions that Banker wins after at least k Bankers, `(K,)`."""
        columns = [ratio(self.followed[:, k, 1], self.followed[:, k, 0]) for k in range(RUNS + 1)]
        value, error = np.array([(float(one.value), float(one.error)) for one in columns]).T
        return Estimate(value, error)

    @property
    def decided(self) -> int:
        """All decisions."""
        return int(self.followed[:, 0, 0].sum())

    @property
    def after_five(self) -> float:
        """Banker's share after five Bankers in a row or more."""
        return float(self.share.value[5])

    @property
    def banker_needs(self) -> float:
        """Banker's share of decisions at which the bet on Banker breaks even."""
        return _break_even("banker")

    @property
    def player_needs(self) -> float:
        """Banker's share of decisions at which the bet on Player breaks even."""
        return _break_even("player")

    @property
    def reached(self) -> str:
        """Whether the share reaches what Banker needs after one to five Bankers."""
        first = slice(1, 6)
        low = float((self.share.value - self.share.half_width)[first].max())
        high = float((self.share.value + self.share.half_width)[first].max())
        if high < self.banker_needs:
            return "never"
        return "perhaps" if low < self.banker_needs else "yes"

    @property
    def resolved(self) -> float:
        """Half the widest of those intervals."""
        return float(self.share.half_width[1:6].max())

    @property
    def significant(self) -> int:
        """Ways of choosing a side that luck alone does not explain."""
        return int((self.selected.corrected < SIGNIFICANT).sum())

    @property
    def ways(self) -> int:
        """Ways of choosing a side."""
        return len(SYSTEMS)

    @property
    def largest_z(self) -> float:
        """Their result farthest from the exact value of their bets."""
        return float(abs(self.selected.z_score).max())

    @property
    def smallest_p(self) -> float:
        """The smallest p-value after correction."""
        return float(self.selected.corrected.min())

    @property
    def favourable(self) -> int:
        """Bets that past results alone called favourable."""
        return int(self.check.favourable.sum())

    @property
    def bets_checked(self) -> int:
        """Bets that were looked at."""
        return len(self.tables[0][0].bets) * self.check.coups

    @property
    def moves(self) -> list[tuple[str, float]]:
        """Table, and what one Banker win moves the next bet on Banker, per 100 bet."""
        return [
            (game.name, 100 * float(told.move[RESULTS.index("B"), game.index("banker")]))
            for game, told in reversed(self.tables)
        ]

    @property
    def deepest(self) -> float:
        """The largest share dealt that is told."""
        return DEPTHS[-1]

    @property
    def distances(self) -> list[tuple[str, float]]:
        """Bet, and standard deviations to a favourable one when most of an EZ shoe is dealt."""
        game, told = self.tables[0]
        far = told.distance(DEPTHS[-1])
        return [(bet.title, float(z)) for bet, z in zip(game.layout, far, strict=True)]

    @property
    def nearest(self) -> float:
        """The smallest of those distances."""
        return min(distance for _, distance in self.distances)


def findings(results: Results) -> Findings:
    """Put runs, selections, the ceiling, its check and the predictors together."""
    parts = [cell.arrays for cell in results.of("played")]
    selected = {name: np.concatenate([p[name] for p in parts], axis=1) for name in parts[0]}
    return Findings(
        np.concatenate([cell.arrays["followed"] for cell in results.of("runs")]),
        Selected(selected),
        [_revealed(cell) for cell in results.of("ceiling")],
        _check([cell.arrays for cell in results.of("foreseen")]),
        [_judged(cell) for cell in results.of("fitted")],
    )


def _revealed(cell: Stored) -> tuple[Game, Revealed]:
    values: dict[str, Any] = {k: v if v.ndim else v.item() for k, v in cell.arrays.items()}
    return as_game(cell.arguments["game"]), Revealed(**values)


def _check(parts: list[Arrays]) -> Check:
    products = np.concatenate([part["products"] for part in parts])
    return Check(
        [ratio(products[:, b, 0], products[:, b, 1]) for b in range(products.shape[1])],
        np.max([part["highest"] for part in parts], axis=0),
        np.sum([part["favourable"] for part in parts], axis=0),
        int(sum(part["coups"] for part in parts)),
    )


def _judged(cell: Stored) -> Judged:
    a = cell.arrays
    highest, constant = (
        estimated(ratio(100 * a[name], a["coups"]), digits=3) for name in ("net", "best")
    )
    won = ratio(100 * a["chosen"], a["bets"]) if (a["bets"] > 0).sum() > 1 else None
    better = 100 * (1 - a["error"] / a["plain"])
    return Judged(
        as_game(cell.arguments["game"]).name,
        cell.arguments["shoes"],
        cell.arguments["judged"],
        highest,
        constant,
        int(a["bets"].sum()),
        estimated(won, digits=3) if won else None,
        Number(float(better.max()), form=".4f"),
    )
