"""How long does a bankroll last?

A bettor brings 100 units to a table and bets on Player, one unit a coup or doubling after
each loss without a table limit. T is the number of coups after which the next stake cannot
be covered; a risk of ruin always names its horizon, the number of coups it looks at.

Exact part: for independent coups with the chances of a fresh shoe, P(T > n) for every n
from its generating function. Wald's mean for level stakes is bankroll / edge.

Simulated part: the same bettors, each at a table that deals whole shoes, for as long as the
bankroll lasts or to the horizon. Cards leave the shoe, so the exact values are an
approximation there; the tables show the difference.

Thirty bettors are drawn coup by coup, doubling and with level stakes on the same shoes.
Then bettors with one unit a coup leave at a win or a loss that is fixed before, or after
10 shoes. Every interval comes from the spread between bettors.

Source: Wald, "On cumulative sums of random variables" (1944); Feller, "An Introduction to
Probability Theory and Its Applications" I (1968), chapter XIV.
"""

from __future__ import annotations

from dataclasses import dataclass

from experiments.questions.ruin.work import HORIZONS, PLANS, bankrolls, exact, leaving, lines
from experiments.shoes.bankrolls import BANKROLL, DRAWN
from experiments.shoes.bankrolls import TABLE as GAME
from experiments.work.cell import Cell, derived_seed

ORDER = 7


@dataclass(frozen=True)
class Config:
    """Bettors with level stakes, bettors who double, bettors who leave; bettors a cell."""

    flat: int
    martingale: int
    leaving: int
    cells: int


QUICK = Config(flat=4_000, martingale=10_000, leaving=20_000, cells=4)
FULL = Config(flat=40_000, martingale=1_000_000, leaving=1_000_000, cells=40)


def cells(config: Config, seed: int) -> list[Cell]:
    """List the work: the exact curves, and bettors in batches."""
    work = [
        Cell.of(exact, game=GAME, plan=plan, bankroll=BANKROLL, coups=HORIZONS[plan])
        for plan in PLANS
    ]
    for part in range(config.cells):
        for plan in PLANS:
            bettors = getattr(config, plan) // config.cells
            own = derived_seed(seed, "ruin", plan)
            work.append(
                Cell.of(
                    bankrolls,
                    game=GAME,
                    plan=plan,
                    bankroll=BANKROLL,
                    horizon=HORIZONS[plan],
                    seed=own,
                    first=part * bettors,
                    bettors=bettors,
                )
            )
        bettors = config.leaving // config.cells
        own = derived_seed(seed, "ruin", "leaving")
        work.append(Cell.of(leaving, game=GAME, seed=own, first=part * bettors, bettors=bettors))
    own = derived_seed(seed, "ruin", "lines")
    work.append(Cell.of(lines, game=GAME, bankroll=BANKROLL, seed=own, bettors=DRAWN))
    return work
