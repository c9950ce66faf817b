"""How long bankrolls lasted and how bettors left: named numbers from stored results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baccarat_env.game import as_game
from experiments.page.number import Number, estimated
from experiments.questions.ruin.work import BET, EXITS, PLANS, SHOES
from experiments.shoes.bankrolls import BANKROLL, COUPS
from experiments.statistics import Estimate, mean_of, proportion
from experiments.theory.survival import Coup, coup_of, martingale_mean
from experiments.work.results import Results

__all__ = ["Drawn", "Exits", "Findings", "Lasting", "findings"]

TITLES = {"flat": "level stakes", "martingale": "doubling"}


@dataclass(frozen=True)
class Lasting:
    """How long one plan's bankrolls lasted, T coups."""

    plan: str
    n: NDArray[np.int64]
    """`(M,)` numbers of coups."""
    survival: NDArray[np.float64]
    """`(M,)` exact P(T > n) of independent coups."""
    coups: NDArray[np.int64]
    """`(N,)` of the simulated bettors; more than the horizon where the bankroll lasted."""
    exact_mean: float
    """Mean of T for independent coups."""

    @property
    def title(self) -> str:
        """Name of the plan."""
        return TITLES[self.plan]

    @property
    def bettors(self) -> int:
        """How many were simulated."""
        return self.coups.size

    @property
    def horizon(self) -> int:
        """Coups watched at most."""
        return int(self.n[-1])

    @property
    def mean(self) -> Estimate:
        """Coups that a bankroll lasted, those beyond the horizon counted as the horizon."""
        return mean_of(np.minimum(self.coups, self.horizon))

    @property
    def simulated_mean(self) -> Number:
        """The same as it is written."""
        return Number(float(self.mean.value), float(self.mean.half_width), ",.0f")

    @property
    def errors_apart(self) -> Number:
        """Standard errors between the simulated mean and the exact one."""
        return Number(abs(float(self.mean.distance(self.exact_mean))), form=".1f")

    @property
    def outlived(self) -> int:
        """Bettors still playing at the horizon."""
        return int((self.coups > self.horizon).sum())

    def simulated(self, n: Any) -> Estimate:
        """P(T > n) of the simulated bettors."""
        outlived = self.coups.size - np.searchsorted(np.sort(self.coups), n, side="right")
        return proportion(outlived, self.coups.size)

    def exactly(self, n: int) -> float:
        """P(T > n) of independent coups."""
        return float(self.survival[np.searchsorted(self.n, n)])

    def ruined_by(self, n: int) -> float:
        """Share of bankrolls that cannot cover a stake within n independent coups."""
        return 1 - self.exactly(n)


@dataclass(frozen=True)
class Exits:
    """Bettors who leave at a stop-win or a stop-loss, `(W, L)` pairs."""

    bettors: int
    reached: NDArray[np.int64]
    result: Estimate

    @property
    def won(self) -> Estimate:
        """Share that left at the stop-win."""
        return proportion(self.reached[:, :, 0], self.bettors)

    @property
    def _best(self) -> tuple[int, int]:
        w, i = np.unravel_index(int(self.won.value.argmax()), self.won.value.shape)
        return int(w), int(i)

    @property
    def best_win(self) -> int:
        """Stop-win of the pair that sends most bettors home ahead."""
        return EXITS[self._best[0]]

    @property
    def best_loss(self) -> int:
        """Stop-loss of that pair."""
        return EXITS[self._best[1]]

    @property
    def best_share(self) -> Number:
        """Per cent of bettors who left ahead with it."""
        return Number(100 * float(self.won.value[self._best]), form=".0f")

    @property
    def best_result(self) -> Number:
        """Mean result of all of them, in units."""
        return estimated(self.result, self._best)


@dataclass(frozen=True)
class Drawn:
    """Bettors of one plan, drawn one by one."""

    plan: str
    units: NDArray[np.int64]
    """`(N, T)` coup by coup, the bankroll first."""
    coups: NDArray[np.int64]
    """`(N,)` after which a stake could not be covered; more than were played where all were."""

    @property
    def title(self) -> str:
        """Name of the plan."""
        return TITLES[self.plan]

    @property
    def bettors(self) -> int:
        """How many they are."""
        return len(self.units)

    @property
    def failed(self) -> int:
        """Bettors who could not cover a stake."""
        return int((self.coups <= COUPS).sum())

    @property
    def ahead(self) -> int:
        """Bettors who end with more than they brought."""
        return int((self.units[:, -1] > self.units[:, 0]).sum())


@dataclass(frozen=True)
class Findings:
    """Everything the page says of bankrolls."""

    bankroll: int
    shoes: int
    """Shoes after which a bettor with stops leaves in any case."""
    coup: Coup
    flat: Lasting
    doubling: Lasting
    left: Exits
    drawn: list[Drawn]
    """Both plans; none in results from before bettors were drawn."""

    @property
    def plans(self) -> tuple[Lasting, Lasting]:
        """Both plans."""
        return self.flat, self.doubling


def findings(results: Results) -> Findings:
    """Read both plans and the bettors who leave."""
    coup = coup_of(as_game(results.of("exact")[0].arguments["game"]), BET)
    means = {"flat": coup.ruin_mean(BANKROLL), "martingale": martingale_mean(coup, BANKROLL)}
    plans = {}
    for plan in PLANS:
        curve = next(c.arrays for c in results.of("exact") if c.arguments["plan"] == plan)
        played = [c.arrays["coups"] for c in results.of("bankrolls") if c.arguments["plan"] == plan]
        coups = np.concatenate(played)
        plans[plan] = Lasting(plan, curve["n"], curve["survival"], coups, means[plan])
    return Findings(
        BANKROLL, SHOES, coup, plans["flat"], plans["martingale"], _exits(results), _drawn(results)
    )


def _drawn(results: Results) -> list[Drawn]:
    return [
        Drawn(plan, cell.arrays["units"][k], cell.arrays["coups"][k])
        for cell in results.of("lines")
        for k, plan in enumerate(PLANS)
    ]


def _exits(results: Results) -> Exits:
    played = results.of("leaving")
    bettors = sum(cell.arguments["bettors"] for cell in played)
    reached, net, squares = (
        np.sum([cell.arrays[name] for cell in played], axis=0)
        for name in ("reached", "net", "squares")
    )
    mean = net / bettors
    error = np.sqrt((squares - bettors * mean**2) / (bettors - 1) / bettors)
    return Exits(bettors, reached, Estimate(mean, error))
