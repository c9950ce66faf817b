"""The exact price of every bet on the first coup of a fresh shoe."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baccarat_env import odds
from baccarat_env.bet import BASIS_POINTS, Bet, format_odds
from baccarat_env.game import GAMES, as_game
from experiments.work.cell import Arrays
from experiments.work.results import Results

__all__ = ["Priced", "exact", "priced"]

FIGURES = ("edge", "deviation", "hit", "push", "factor")


def exact(game: dict[str, Any], decks: list[int]) -> Arrays:
    """Find the exact figures of every bet, D sizes of shoe and B bets, all per unit staked.

    `edge`, `deviation`, `hit`, `push` and `factor` are `(D, B)`. `factor` is what the winning
    payouts would have to be multiplied by for a fair bet. `endings` `(D, 400)`.
    """
    rules = as_game(game)
    unseen = np.array([replace(rules, decks=size, cut=6).full_shoe for size in decks])
    endings = odds.endings(unseen).reshape(len(decks), -1)
    net = rules.pays.T / BASIS_POINTS
    return {
        "edge": -odds.expected_value(unseen, rules),
        "deviation": np.sqrt(odds.variance(unseen, rules)),
        "hit": endings @ (net > 0),
        "push": endings @ (net == 0),
        "factor": (endings @ -np.minimum(net, 0)) / (endings @ np.maximum(net, 0)),
        "endings": endings,
    }


@dataclass(frozen=True)
class Priced:
    """A bet and its exact figures: `figures[name][decks - 1]`."""

    bet: Bet
    tables: tuple[str, ...]
    figures: dict[str, NDArray[np.float64]]

    @property
    def wins(self) -> list[int]:
        """The payouts that win, in basis points, each once."""
        return sorted({int(points) for points in self.bet.pays if points > 0})

    @property
    def payout(self) -> str:
        """What it pays: "8 to 1"; several payouts are listed."""
        return " or ".join(format_odds(points) for points in self.wins)

    @property
    def title(self) -> str:
        """Name and payout: two tables may offer a bet of one name at different prices."""
        return f"{self.bet.title} ({self.payout})"

    @property
    def place(self) -> str:
        """Name, and where it is offered if that is not everywhere."""
        return self.bet.title if self.everywhere else f"{self.bet.title} at {self.tables[0]}"

    @property
    def everywhere(self) -> bool:
        """Say whether all four tables of the rule sheets offer it."""
        return len(self.tables) == len(GAMES)

    def fair(self, decks: int) -> str:
        """Say what it would have to pay to be fair."""
        factor = float(self.figures["factor"][decks - 1])
        if len(self.wins) > 1:
            return f"its payouts × {factor:.4f}"
        pays = self.wins[0] / BASIS_POINTS * factor
        digits = 2 if pays >= 2 else 5
        return f"{pays:.{digits}f} to 1" if pays >= 1 else f"1 to 1 less {100 * (1 - pays):.3f} %"


def priced(results: Results) -> list[Priced]:
    """Read the exact figures of every bet; bets that pay the same are one."""
    found: dict[bytes, Priced] = {}
    for cell in results.of("exact"):
        game = as_game(cell.arguments["game"])
        for i, bet in enumerate(game.layout):
            key = bet.name.encode() + bet.pays.tobytes()
            tables = found[key].tables if key in found else ()
            figures = {name: cell.arrays[name][:, i] for name in FIGURES}
            found[key] = Priced(bet, (*tables, game.name), figures)
    return list(found.values())
