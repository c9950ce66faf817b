"""Can it be beaten?

Every bet of both games is played alone, with at most one unit, by bettors who know nothing but
how many cards are left, past results, a count, what training found, or the exact odds. Scored
is what the stakes are worth by the exact expected value of the unseen cards before the coup;
the settled results give deviations. All sit at the same shoes, bettors who go by results and
trained agents at fewer of them.

A cell tells two results. Free to sit out: units a shoe. Having to bet at least once a shoe:
the result per 100 bet; who has not bet by the last coup stakes one unit on it. For each, the
best of all bettors of that kind is chosen on every second batch of shoes and reported on the
other batches. Sitting out always is one of them. Free to sit out, the exact player is measured
on all shoes, as no choice is made. When a bet is compulsory the best of several thresholds is
reported; a better rule may exist.

Past results stand for all selections, on the bet when they name Player and when they name
Banker, and all staking plans, their largest stake counting one unit. Counts are those in print
for the bet; where there is none, the one made to measure, at several triggers. Agents are
trained on shoes of their own, and judged bet by bet; their intervals are over shoes and hold for
the agents trained here, not for those that another seed would make.

A bet is beatable with some information if the lower end of the 95 % interval is above 0.01
units a shoe. It is unbeatable if a ceiling is below: with card information the upper end of
the exact player's interval, without it an upper bound. To first order in the cards removed,
the expected value of a bet given the burned card, the number of cards of every coup and, with
past results, its result too is a martingale with known variance and bounded steps, and Freedman's
inequality bounds how much of it lies above zero. Otherwise it is undecided.

Shoes are dealt down to 6 cards and the exact player is read at every deeper cut. A deeper cut
only takes coups away from a shoe, so a bet that is unbeatable at one cut is so at all deeper.

Sources: Griffin, "The Theory of Blackjack" (1979), for the worth of cards removed; Freedman, "On
tail probabilities for martingales" (1975).
"""

from __future__ import annotations

from dataclasses import dataclass

from experiments.questions.verdict.work import followed, foretold, seated, taught
from experiments.training_plan import Lesson
from experiments.work.cell import Cell, derived_seed

ORDER = 9


@dataclass(frozen=True)
class Config:
    """Shoes of the blind, the counters and the exact player; of those who go by results, of the
    trained agents; shoes a cell; what is trained; coups an hour and what a unit is in money.
    """

    shoes: int
    followed: int
    judged: int
    batch: int
    lessons: tuple[Lesson, ...]
    coups_an_hour: int = 80
    stake: int = 100


MILLION = 1_000_000


def _lessons(regression: int, ppo: dict[str, int]) -> tuple[Lesson, ...]:
    """Trainings with the composition before them: coups of each regression, of each PPO."""
    return (
        *(
            Lesson("regression", "composition", "sampled", regression, game=game)
            for game in ("ez", "mini")
        ),
        *(
            Lesson("ppo", "composition", "expected", coups, game=game)
            for game, coups in ppo.items()
        ),
    )


QUICK = Config(
    shoes=12_000,
    followed=1_600,
    judged=4_000,
    batch=400,
    lessons=_lessons(MILLION, {"ez": MILLION}),
)
FULL = Config(
    shoes=200_000,
    followed=40_000,
    judged=60_000,
    batch=2_000,
    lessons=_lessons(20 * MILLION, {"ez": 4 * MILLION, "mini": 4 * MILLION}),
)


def cells(config: Config, seed: int) -> list[Cell]:
    """List the work: trainings, everyone else in batches of the same shoes, the upper bound."""
    shoes = derived_seed(seed, "verdict", "shoes")
    judged = _batches(config.judged, config.batch)
    return [
        *(
            Cell.of(
                taught,
                recipe=lesson.recipe(derived_seed(seed, "verdict", lesson.name)).to_dict(),
                seed=shoes,
                firsts=[first for first, _ in judged],
                shoes=[count for _, count in judged],
            )
            for lesson in config.lessons
        ),
        *(
            Cell.of(run, seed=shoes, first=first, shoes=count)
            for run, number in ((followed, config.followed), (seated, config.shoes))
            for first, count in _batches(number, config.batch)
        ),
        Cell.of(foretold, seed=shoes, shoes=min(config.batch, config.shoes)),
    ]


def _batches(shoes: int, batch: int) -> list[tuple[int, int]]:
    """First shoe and number of shoes of each batch."""
    return [(first, min(batch, shoes - first)) for first in range(0, shoes, batch)]
