"""What every bet costs, exactly and simulated: named numbers from stored results."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from baccarat_env.bet import BASIS_POINTS, Bet, format_odds
from baccarat_env.game import GAMES, Game, as_game
from baccarat_env.rules import MAX_DECKS
from experiments.page.number import Number
from experiments.questions.house_edge import ELSEWHERE
from experiments.questions.house_edge.work import EARLY
from experiments.statistics import Estimate, Fit, chi_square, proportion, ratio
from experiments.work.cell import Arrays, Stored
from experiments.work.results import Results

__all__ = ["Checked", "Findings", "Priced", "findings"]

WITHIN = 4
"""Standard errors that a simulated figure may lie away from the exact one."""

UNLIKELY = 0.001
"""A joint test with a smaller p-value says that simulation and odds disagree."""

FIGURES = ("edge", "deviation", "hit", "push", "factor")


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
    def edge(self) -> float:
        """House edge: what the house keeps of one unit bet, in the largest shoe."""
        return float(self.figures["edge"][MAX_DECKS - 1])

    @property
    def per_100(self) -> Number:
        """House edge of 100 bet."""
        return Number(100 * self.edge, form=".2f")

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


@dataclass(frozen=True)
class Checked:
    """The simulation of one game: M marks, G players, B bets."""

    game: Game
    marks: NDArray[np.int64]
    running: NDArray[np.float64]
    """`(G, M, B)` result so far per 100 bet."""
    edge: Estimate
    hit: Estimate
    exact: Arrays
    endings: NDArray[np.int64]
    early: NDArray[np.int64]

    @property
    def coups(self) -> int:
        """Coups dealt."""
        return int(self.endings.sum())

    @property
    def distance(self) -> NDArray[np.float64]:
        """Standard errors from the exact house edge, `(B,)`."""
        return self.edge.distance(self.exact["edge"])

    @property
    def farthest(self) -> str:
        """The bet that is farthest from its exact house edge."""
        return self.game.layout[int(np.abs(self.distance).argmax())].title

    @property
    def largest_distance(self) -> float:
        """How many standard errors that is."""
        return float(np.abs(self.distance).max())

    @property
    def agrees(self) -> bool:
        """Whether every simulated house edge is near enough to the exact one."""
        return self.largest_distance <= WITHIN

    @cached_property
    def fit(self) -> Fit:
        """Joint test of how the early coups ended."""
        return chi_square(self.early, self.exact["endings"])

    @property
    def ends_as_expected(self) -> bool:
        """Whether that test finds nothing."""
        return self.fit.p_value > UNLIKELY


@dataclass(frozen=True)
class Findings:
    """Everything the page says of prices."""

    decks: int
    early: int
    within: int
    bets: list[Priced]
    """Every bet; those that pay the same at several tables are one."""
    checked: list[Checked]
    procedures: list[str]
    tables: list[Game]
    """The tables whose bets were priced."""

    @property
    def offered(self) -> list[Priced]:
        """Bets of the rule sheets alone, the cheapest first."""
        ours = (bet for bet in self.bets if bet.tables != (ELSEWHERE.name,))
        return sorted(ours, key=lambda bet: bet.edge)

    @property
    def cheapest(self) -> Priced:
        """The bet with the smallest house edge."""
        return self.offered[0]

    @property
    def dearest(self) -> Priced:
        """The bet with the largest house edge."""
        return self.offered[-1]

    @property
    def losing(self) -> int:
        """Bets that lose on average."""
        return sum(bet.edge > 0 for bet in self.offered)


def findings(results: Results) -> Findings:
    """Read prices and the simulated games beside them."""
    exact = results.of("exact")
    played = [_beside(one, results.of("simulated")) for one in exact]
    return Findings(
        MAX_DECKS,
        EARLY,
        WITHIN,
        _priced(exact),
        [one for one in played if one is not None],
        results.procedures,
        [as_game(cell.arguments["game"]) for cell in exact],
    )


def _priced(cells: list[Stored]) -> list[Priced]:
    found: dict[bytes, Priced] = {}
    for cell in cells:
        game = as_game(cell.arguments["game"])
        for i, bet in enumerate(game.layout):
            key = bet.name.encode() + bet.pays.tobytes()
            tables = found[key].tables if key in found else ()
            figures = {name: cell.arrays[name][:, i] for name in FIGURES}
            found[key] = Priced(bet, (*tables, game.name), figures)
    return list(found.values())


def _beside(exact: Stored, simulated: list[Stored]) -> Checked | None:
    given = exact.arguments["game"]
    played = [cell.arrays for cell in simulated if cell.arguments["game"] == given]
    if not played:
        return None
    game = as_game(exact.arguments["game"])
    row = exact.arguments["decks"].index(game.decks)
    net, coups = (np.concatenate([arrays[n] for arrays in played]) for n in ("net", "coups"))
    endings, early = (
        np.sum([arrays[n] for arrays in played], axis=0) for n in ("endings", "early")
    )
    return Checked(
        game=game,
        marks=played[0]["marks"],
        running=100 * net / BASIS_POINTS / coups[..., None],
        edge=ratio(-net[:, -1] / BASIS_POINTS, coups[:, -1]),
        hit=proportion((game.pays > 0) @ endings, int(endings.sum())),
        exact={name: values[row] for name, values in exact.arrays.items()},
        endings=endings,
        early=early,
    )
