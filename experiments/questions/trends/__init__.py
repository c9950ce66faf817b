"""Do past results foretell the next?

Runs: over many shoes, how often Banker wins after k Bankers in a row, ties left out. The
share is held against the overall one and against what would make the bet on Banker, or on
Player, break even. Nothing is ever found to be zero: a share is resolved to ± its interval,
and the interval comes from the spread between groups of shoes.

Roads and selections: every way of choosing a side, and the three derived roads followed and
faded, with level stakes over the same shoes. Result less exact worth has mean zero; Holm's
correction covers all of them.

A fitted predictor: for each bet, its result is regressed (ridge, least squares) on the last
12 results and the share of each kind so far, over some shoes; over other shoes it bets one
unit on whatever it rates highest, and another bettor only where it rates a bet above zero.

The ceiling: what results reveal about the cards is computed exactly for a fresh shoe. To
first order the expected value of a bet given all past results is that of a fresh shoe plus
Σ move(result) / (1 − share dealt × share of variance that results explain). Its standard
deviation says how far off a favourable bet is, and a simulation with exact odds before
every coup checks the formula: their regression on it should have slope 1.

Source: Thorp, "The Mathematics of Gambling" (1984), chapter 3, for counting cards at
baccarat; Hastie, Tibshirani and Friedman, "The Elements of Statistical Learning" (2009),
section 3.4, for ridge regression.
"""

from __future__ import annotations

from dataclasses import dataclass

from baccarat_env.game import EZ_BACCARAT, MINI_BACCARAT
from experiments.questions.trends.work import ceiling, fitted, foreseen, played, runs
from experiments.work.cell import Cell, derived_seed

ORDER = 6


@dataclass(frozen=True)
class Config:
    """Shoes whose runs are counted, that selections play, to fit and judge on, with exact odds;
    cells of each kind but the fitted one.
    """

    runs: int
    played: int
    fitted: int
    judged: int
    foreseen: int
    cells: int


QUICK = Config(runs=200_000, played=4_000, fitted=20_000, judged=20_000, foreseen=2_000, cells=4)
FULL = Config(
    runs=20_000_000, played=200_000, fitted=200_000, judged=200_000, foreseen=100_000, cells=40
)


def cells(config: Config, seed: int) -> list[Cell]:
    """List the work: runs, selections, the fitted predictor, the ceiling and its check."""
    work = [Cell.of(ceiling, game=game) for game in (EZ_BACCARAT, MINI_BACCARAT)]
    for part in range(config.cells):
        for run, shoes, game in (
            (runs, config.runs, MINI_BACCARAT),
            (played, config.played, MINI_BACCARAT),
            (foreseen, config.foreseen, EZ_BACCARAT),
        ):
            own = derived_seed(seed, "trends", run.__name__)
            some = shoes // config.cells
            work.append(Cell.of(run, game=game, seed=own, first=part * some, shoes=some))
    for game in (MINI_BACCARAT, EZ_BACCARAT):
        own = derived_seed(seed, "trends", "fitted", game.name)
        work.append(Cell.of(fitted, game=game, seed=own, shoes=config.fitted, judged=config.judged))
    return work
