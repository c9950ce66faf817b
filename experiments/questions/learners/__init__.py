"""Does a learner find what the exact player knows?

A learner is trained at many tables and judged by the exact odds: on held-out shoes, which no
learner sees in training and all share, every stake is worth its exact expected value. The
ceiling is the exact player on the same shoes; no learner can pass it in any shoe, and the
share of it that a learner captures is a paired ratio, bet by bet. The main bets and the Tie
have ceilings too small to take a share of: there the units a shoe stand alone.

Learners see nothing, past results, the cards of the last coup, a published count or the
composition of the unseen cards. Who sees the cards of the last coup alone has to remember the
shoe: its optimum is the exact player's too.
They are rewarded with the settled result of their bets (the real game) or with its exact
expected value, which takes the luck of the cards out of the reward and leaves everything else.
Bets do not move the cards, so γ = 0; rewards are scaled so that none is above 1. The settings
of every algorithm, with the reason for each, stand in `agents/trained/algorithms.py`. The
full-information regression learns from what every bet paid, placed or not.

A learner without card information ought to learn not to bet: that is the negative control, and
with no choice but to bet, to make the least bad bet. With the composition and expected rewards
it ought to find the exact player's bets: the positive control. Nothing was tuned on the
held-out shoes.

Intervals of units and shares resample groups of held-out shoes; bands of learning curves
resample the seeds of the training.

Sources: Efron and Tibshirani, "An Introduction to the Bootstrap" (1993); Agarwal et al., "Deep
reinforcement learning at the edge of the statistical precipice" (2021), interquartile means.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest

from agents.trained.algorithms import ALGORITHMS
from baccarat_env.game import EZ_BACCARAT
from experiments import RequestError
from experiments.questions.learners.work import MARKS, beside, trained
from experiments.training_plan import Lesson
from experiments.work.cell import Cell, derived_seed

ORDER = 8


@dataclass(frozen=True)
class Config:
    """The lessons; held-out shoes for curves, for the last score, for that of the blind."""

    lessons: tuple[Lesson, ...]
    curve_shoes: int
    shoes: int
    blind_shoes: int


MILLION = 1_000_000

LONG = {"ent_coef": 0.003}
"""For a hundred million coups: to try hopeless bets less often takes their noise out of the reward
that all bets share, and averages over longer.
"""

QUICK = Config(
    lessons=(
        Lesson("ppo", "composition", "expected", MILLION, seeds=2),
        Lesson("all-bets", "composition", "expected", MILLION),
        Lesson("all-bets-linear", "cards", "expected", MILLION),
        Lesson("regression", "composition", "sampled", MILLION),
        Lesson("regression", "count", "sampled", MILLION),
        Lesson("ppo", "none", "expected", MILLION // 2),
        Lesson("regression", "results", "sampled", MILLION),
    ),
    curve_shoes=500,
    shoes=4_000,
    blind_shoes=2_000,
)

REPLAYING = ("dqn", "qr-dqn", "sac")
ON_POLICY = ("ppo", "maskable-ppo")
ALL = (*ON_POLICY, *REPLAYING, "regression")


def _blind(algorithm: str, information: str, reward: str, game: str) -> Lesson:
    """A negative control; settled results as reward take the on-policy learners longer."""
    long = algorithm in ON_POLICY and reward == "sampled"
    coups = {"none": 5, "results": 10}[information] if long else 1
    return Lesson(algorithm, information, reward, coups * MILLION, game=game)


FULL = Config(
    lessons=(
        Lesson("ppo", "composition", "sampled", 100 * MILLION, settings=LONG),
        Lesson("ppo", "composition", "expected", 3 * MILLION, seeds=10),
        Lesson("ppo", "composition", "expected", 10 * MILLION, seeds=2),
        Lesson("ppo", "composition", "sampled", 40 * MILLION, seeds=3),
        Lesson("regression", "composition", "sampled", MILLION, seeds=10),
        Lesson("regression", "composition", "sampled", 20 * MILLION, seeds=3),
        Lesson("ppo", "count", "expected", 2 * MILLION, seeds=3),
        Lesson("all-bets", "composition", "expected", 3 * MILLION, seeds=10),
        Lesson("all-bets-linear", "cards", "expected", 10 * MILLION, seeds=3),
        Lesson("all-bets-gru", "cards", "expected", 4 * MILLION, seeds=3),
        Lesson("recurrent-ppo", "cards", "expected", 4 * MILLION, seeds=2),
        Lesson("ppo", "cards", "expected", 2 * MILLION),
        Lesson("maskable-ppo", "composition", "expected", MILLION, seeds=3),
        Lesson("maskable-ppo", "composition", "sampled", 5 * MILLION, seeds=3),
        Lesson("regression", "count", "sampled", 5 * MILLION, seeds=3),
        *(
            Lesson(algorithm, "composition", reward, MILLION, seeds=3)
            for algorithm in REPLAYING
            for reward in ("expected", "sampled")
        ),
        *(
            _blind(algorithm, information, reward, game)
            for reward in ("expected", "sampled")
            for game in ("ez", "mini")
            for information in ("none", "results")
            for algorithm in ALL
        ),
        *(
            Lesson(algorithm, "none", "expected", MILLION, game=game, sit_out=False)
            for game in ("ez", "mini")
            for algorithm in ALL
            if algorithm != "sac"
        ),
    ),
    curve_shoes=2_000,
    shoes=50_000,
    blind_shoes=10_000,
)


def cells(config: Config, seed: int) -> list[Cell]:
    """List the work: what stands beside the lessons, and these, those that see cards first.

    The first seed of every lesson comes first, then the second, …
    """
    held_seed = derived_seed(seed, "learners", "held-out")
    work = [Cell.of(beside, game=EZ_BACCARAT, shoes=config.shoes, held_seed=held_seed)]
    for blind, shoes in ((False, config.shoes), (True, config.blind_shoes)):
        taught = [
            _trainings(lesson, seed, config.curve_shoes, shoes)
            for lesson in config.lessons
            if lesson.blind is blind
        ]
        work += [cell for seeds in zip_longest(*taught) for cell in seeds if cell is not None]
    return work


def _trainings(lesson: Lesson, seed: int, curve_shoes: int, shoes: int) -> list[Cell]:
    """List a training a seed, all scored on the same held-out shoes."""
    try:
        ALGORITHMS[lesson.algorithm].check_installed()
    except ValueError as problem:
        raise RequestError(str(problem)) from None
    marks = [round(lesson.coups * part) for part in MARKS]
    return [
        Cell.of(
            trained,
            recipe=lesson.recipe(derived_seed(seed, "learners", lesson.name, str(i))).to_dict(),
            marks=marks,
            curve_shoes=curve_shoes,
            shoes=shoes,
            held_seed=derived_seed(seed, "learners", "held-out"),
        )
        for i in range(lesson.seeds)
    ]
