"""Betting systems, session by session: what they won, read from stored results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents.systems.staking import PLANS
from baccarat_env import odds
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import Game, as_game
from experiments.statistics import Estimate, corrected, luck_z, mean_of, proportion
from experiments.work.cell import Arrays, Stored
from experiments.work.results import Results

__all__ = [
    "DRAWN",
    "LENGTH",
    "STOP_LOSS",
    "STOP_WIN",
    "Sessions",
    "p_values",
    "played",
    "title",
]

LENGTH = 10
"""Shoes in a session."""

STOP_WIN, STOP_LOSS = 20, 100
"""Units ahead, and units behind, at which the second kind of session ends."""

DRAWN = ("flat", "martingale", "labouchere", "dalembert", "oscars_grind", "paroli")
"""Systems on Player whose sessions are drawn."""

WRITTEN = {
    "dalembert": "d'Alembert",
    "fibonacci": "Fibonacci",
    "labouchere": "Labouchere",
    "oscars": "Oscar's",
    "sequence": "1-3-2-6",
}

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


def played(results: Results) -> list[Sessions]:
    """Put the cells together: table by table, without and with leaving early."""
    found: dict[tuple[str, bool], list[Stored]] = {}
    for cell in results.of("sessions"):
        key = as_game(cell.arguments["game"]).name, bool(cell.arguments["stops"])
        found.setdefault(key, []).append(cell)
    return [_together(cells, stops) for (_, stops), cells in found.items()]


def _together(cells: Sequence[Stored], stops: bool) -> Sessions:
    first = cells[0]
    arrays = {
        name: np.concatenate([cell.arrays[name] for cell in cells], axis=1) for name in BY_SESSION
    }
    arrays["largest"] = np.max([cell.arrays["largest"] for cell in cells], axis=0)
    arrays["marks"] = first.arrays["marks"]
    return Sessions(as_game(first.arguments["game"]), stops, first.arguments["systems"], arrays)


def title(system: str) -> str:
    """Write a system as a sentence has it.

    >>> title("martingale:select=follow"), title("flat:bet=player"), title("follow")
    ('martingale, follow', 'flat, Player', 'flat, follow')
    """
    name, _, options = system.partition(":")
    extra = [option.partition("=")[2] for option in options.split(",") if option]
    extra = [word.title() if word in ("player", "banker") else word for word in extra]
    words = [name, *extra] if name in PLANS else ["flat", name, *extra]
    told = ", ".join(words).replace("_", " ")
    for typed, written in WRITTEN.items():
        told = told.replace(typed, written)
    return told


def p_values(found: Sequence[Sessions]) -> NDArray[np.float64]:
    """P-values of luck after Holm's correction over all kinds of sessions, `(K, A)`."""
    return corrected(np.array([one.z_score for one in found]))
