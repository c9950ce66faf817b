"""Bettors who go by past results: what they came to, read from stored results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.systems.selection import SELECTIONS
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import MINI_BACCARAT, Game, as_game
from experiments.page.number import in_figures, minus
from experiments.statistics import Estimate, corrected, luck_z, ratio
from experiments.theory.information_in_results import Revealed
from experiments.work.cell import Arrays, Stored
from experiments.work.results import Results

__all__ = [
    "DEPTHS",
    "RUNS",
    "SYSTEMS",
    "Foreseen",
    "Selected",
    "after_runs",
    "break_even",
    "checked",
    "decisions",
    "judged_in_words",
    "name_of",
    "revealed_by",
    "selected",
]

RUNS = 10
"""Longest run that is looked at; it holds longer ones too."""

SIDES = (*(name for name in SELECTIONS if name not in ("always", "derived_road")),)
SYSTEMS = (
    "flat:bet=player",
    "flat:bet=banker",
    *SIDES,
    *(f"derived_road:road={road}{fade}" for road in (1, 2, 3) for fade in ("", ",fade=true")),
)
DERIVED = ("big eye boy", "small road", "cockroach pig")
DEPTHS = (0.25, 0.5, 0.75, 0.9, 0.96)
"""Shares of a shoe dealt at which the ceiling is told."""


def decisions(results: Results) -> NDArray[np.int64]:
    """Decisions after at least k Bankers and those that Banker won, `(G, K, 2)`, k from 0."""
    return np.concatenate([cell.arrays["followed"] for cell in results.of("runs")])


def after_runs(results: Results) -> Estimate:
    """Share of decisions that Banker wins after at least k Bankers, `(K,)`."""
    followed = decisions(results)
    columns = [ratio(followed[:, k, 1], followed[:, k, 0]) for k in range(RUNS + 1)]
    return Estimate(*(np.array([getattr(c, name) for c in columns]) for name in ("value", "error")))


def break_even(bet: str) -> float:
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


def selected(results: Results) -> Selected:
    """Put the selections' shoes together."""
    parts = [cell.arrays for cell in results.of("played")]
    return Selected({name: np.concatenate([p[name] for p in parts], axis=1) for name in parts[0]})


def revealed_by(results: Results, which: int = 0) -> tuple[Game, Revealed]:
    """Read what results reveal at one of the tables: EZ Baccarat, then mini-baccarat."""
    cell = results.of("ceiling")[which]
    values: dict[str, Any] = {k: v if v.ndim else v.item() for k, v in cell.arrays.items()}
    return as_game(cell.arguments["game"]), Revealed(**values)


@dataclass(frozen=True)
class Foreseen:
    """The ceiling's check: B bets."""

    slope: list[Estimate]
    highest: NDArray[np.float64]
    favourable: NDArray[np.int64]
    coups: int


def checked(results: Results) -> Foreseen:
    """Regress exact odds on what results say of them."""
    parts = [cell.arrays for cell in results.of("foreseen")]
    products = np.concatenate([part["products"] for part in parts])
    return Foreseen(
        [ratio(products[:, b, 0], products[:, b, 1]) for b in range(products.shape[1])],
        np.max([part["highest"] for part in parts], axis=0),
        np.sum([part["favourable"] for part in parts], axis=0),
        int(sum(part["coups"] for part in parts)),
    )


def name_of(system: str) -> str:
    """Name a system as people would."""
    name, _, options = system.partition(":")
    if name == "derived_road":
        road = DERIVED[int(options[5]) - 1]
        return f"{road}, {'faded' if 'fade' in options else 'followed'}"
    told = options.partition("=")[2].title()
    return f"always {told}" if name == "flat" else name.replace("_", " ")


def judged_in_words(cell: Stored) -> str:
    """Say what a fitted predictor was good for on shoes it had not seen."""
    a, game = cell.arrays, as_game(cell.arguments["game"])
    highest, constant = (
        in_figures(ratio(100 * a[name], a["coups"]), digits=3) for name in ("net", "best")
    )
    waited = f"{int(a['bets'].sum()):,} times"
    won = ratio(100 * a["chosen"], a["bets"]) if (a["bets"] > 0).sum() > 1 else None
    outcome = f", for {in_figures(won, digits=3)} per 100 bet" if won else ""
    better = 100 * (1 - a["error"] / a["plain"])
    return (
        f"{game.name}: fitted on {cell.arguments['shoes']:,} shoes and judged on "
        f"{cell.arguments['judged']:,} others, the predictor's favourite bet earns "
        f"{highest} per 100 bet, and the best single bet {constant}; it rates a bet above "
        f"zero {waited}{outcome}. It explains {minus(f'{better.max():.4f}')} % of a bet's variance "
        "at most (below zero: less than the mean does)."
    )
