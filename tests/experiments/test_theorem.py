"""Systems change the shape, never the mean: exactly, and over shoes; ruin and survival."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import islice, product
from math import lcm, perm, prod, sqrt

import numpy as np
import pytest

from agents import Limits, make
from agents.play.dealt import Schedule, play
from agents.systems.selection import SELECTIONS
from agents.systems.staking import PLANS
from baccarat_env import odds, simulate
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import EZ_BACCARAT, GAMES, MINI_BACCARAT
from baccarat_env.rules import full_shoe
from baccarat_env.simulate import Coups
from experiments.commands.theorem import PLAN_SPECS, cells_of, largest_by_chance, system, z_score
from tests.support import naive
from tests.support.scripted import ENDING, PLAYER, independent

# --- Exactly, over every order of twelve cards -----------------------------------------------

TWELVE = (0, 0, 0, 0, 4, 4, 4, 7, 7, 8, 8, 8)
BEFORE = [ENDING[letter] for letter in "BBPTBPPBB"]
GAMES_OF_TWO = {"mini": MINI_BACCARAT, "ez": EZ_BACCARAT}


@cache
def first_coups() -> Counter:
    """Ways of (ending, composition left) of the first coup, out of `perm(12, 6)`."""
    held, found = Counter(TWELVE), Counter()
    for values in product(sorted(held), repeat=6):
        ways = prod(perm(held[v], k) for v, k in Counter(values).items())
        if ways > 0:
            coup = naive.play(values)
            left = held.copy()
            left.subtract(values[: coup.used])
            found[naive.number(coup.ending), tuple(left[v] for v in range(10))] += ways
    return found


@cache
def chances_of(counts: tuple[int, ...]) -> list[Fraction]:
    return naive.probabilities(counts)


START = tuple(TWELVE.count(v) for v in range(10))


@cache
def every_path(name: str) -> tuple[Schedule, np.ndarray, np.ndarray]:
    """All ways that twelve cards make two coups, each at a table of its own, after a scripted shoe.

    Their probabilities in whole numbers `(N,)`, and for both coups what every bet pays
    above its mean, in whole numbers `(N, 2, B)`: both times one common factor.
    """
    pays = GAMES_OF_TWO[name].pays.tolist()
    lefts = {left for _, left in first_coups()}
    mean = {
        counts: [sum(p * x for p, x in zip(chances_of(counts), bet, strict=True)) for bet in pays]
        for counts in lefts | {START}
    }
    orders = lcm(*(perm(sum(left), 6) for left in lefts | {START}))
    endings, weights, above = [], [], []
    for (first, left), ways in first_coups().items():
        for second, chance in enumerate(chances_of(left)):
            if chance:
                endings.append([*BEFORE, first, second])
                weights.append(int(ways * chance * orders))
                above.append([
                    [int((bet[ending] - mean[counts][b]) * orders) for b, bet in enumerate(pays)]
                    for ending, counts in ((first, START), (second, left))
                ])  # fmt: skip
    shape = (len(endings), len(endings[0]))
    index = np.arange(len(endings) * shape[1]).reshape(shape)
    coups = Coups(
        np.array(endings, np.int16).reshape(-1),
        np.full((index.size, 6), -1, np.int8),
        np.full((index.size, 10), 30, np.uint8),
        index.reshape(-1) // shape[1],
        np.tile([*range(len(BEFORE)), 0, 1], len(endings)).astype(np.uint8),
    )
    schedule = Schedule(GAMES_OF_TWO[name], coups, index.T)
    return schedule, np.array(weights, dtype=object), np.array(above, dtype=object)


def test_every_order_is_counted_once():
    assert first_coups().total() == perm(12, 6)
    for code, chance in enumerate(chances_of(START)):
        ways = sum(ways for (first, _), ways in first_coups().items() if first == code)
        assert Fraction(ways, perm(12, 6)) == chance


@pytest.mark.parametrize("name", GAMES_OF_TWO)
@pytest.mark.parametrize("plan", PLAN_SPECS)
def test_the_mean_is_exactly_that_of_the_odds(plan, name):
    schedule, weights, above = every_path(name)
    for selection in ("always,bet=player", "always,bet=tie", "opposite", "template"):
        session = play(system(plan, selection), schedule, limits=Limits(high=6), bankroll=60)
        stakes = session.stakes.reshape(len(weights), len(BEFORE) + 2, -1)[:, -2:]
        assert (stakes.sum(axis=(1, 2)) > 0).any()
        assert (weights * (stakes * above).sum(axis=(1, 2))).sum() == 0


# --- Over shoes ------------------------------------------------------------------------------

COUPS, SEED = 50_000, 20_260_111
LONG = {"piquemouche": 2 * COUPS}
"""Its stakes grow so far that in fewer coups one of them would be more than 1 % of the variance."""


def test_the_four_tables_deal_the_same_shoes_and_pay_player_and_banker_in_two_ways():
    """So that P and B systems need to be played in two games only, and over the same shoes."""
    for plain, other in (("mini", "mini-passed"), ("ez", "ez-dragon")):
        assert np.array_equal(GAMES[plain].pays[:2], GAMES[other].pays[:2])
    procedures = {(game.decks, game.cut, game.burn, game.after_cut) for game in GAMES.values()}
    assert len(procedures) == 1


@pytest.mark.parametrize("plan", PLAN_SPECS)
def test_no_system_changes_the_mean(plan):
    scores = {cell: z_score(cell, LONG.get(plan, COUPS), SEED) for cell in cells_of(plan)}
    largest = max(scores, key=lambda cell: abs(scores[cell]))
    print(f"{plan}: {len(scores)} systems, largest |z| {abs(scores[largest]):.2f}")
    assert abs(scores[largest]) < largest_by_chance(), largest


def test_every_system_is_tested():
    cells = [cell for plan in PLAN_SPECS for cell in cells_of(plan)]
    assert len(set(cells)) == len(cells)
    assert {selection.partition(",")[0] for _, _, selection in cells} == set(SELECTIONS)
    assert {plan.partition(",")[0] for _, plan, _ in cells} == set(PLANS)
    paid = {
        tuple(GAMES[game].pays[GAMES[game].index(selection.partition("bet=")[2])])
        for game, _, selection in cells
        if selection.startswith("always")
    }
    assert paid == {tuple(row) for game in GAMES.values() for row in game.pays}


def test_a_bettor_who_sees_the_coup_coming_fails_the_theorem():
    """The test has teeth: a bet chosen after the deal is dozens of standard errors off."""
    shoes = simulate.deal(MINI_BACCARAT, shoes=1240, seed=SEED)
    session = play(make("flat:bet=player"), Schedule.lay_out(MINI_BACCARAT, shoes, 620))
    won = np.where(session.net[:, PLAYER] >= 0, 1, 0)
    mean = odds.expected_value(shoes.unseen, MINI_BACCARAT)[:, PLAYER]
    variance = odds.variance(shoes.unseen, MINI_BACCARAT)[:, PLAYER]
    excess = (won * session.net[:, PLAYER]).sum() / BASIS_POINTS - (won * mean).sum()
    assert excess / sqrt((won * variance).sum()) > 100


# --- Ruin and survival -------------------------------------------------------------------------

SIX_DECKS = replace(MINI_BACCARAT, decks=6)
CHANCES = odds.endings(full_shoe(6)).reshape(400)
WIN, LOSE = (float(CHANCES[SIX_DECKS.pays[PLAYER] == x].sum()) for x in (10_000, -10_000))


def martingale_survival(bankroll: int, coups: int) -> np.ndarray:
    """P(the n-th stake can still be covered) for n = 1 to `coups`, by dynamic programming."""
    steps = (bankroll + coups).bit_length() + 1
    chance = np.zeros((steps, bankroll + coups + 1))
    chance[0, bankroll] = 1.0
    playing = np.empty(coups)
    for n in range(coups):
        after = np.zeros_like(chance)
        for lost in range(steps):
            stake = 2**lost
            row = chance[lost].copy()
            row[:stake] = 0.0  # the stake cannot be covered: out
            chance[lost] = row
            after[lost] += (1 - WIN - LOSE) * row
            if stake < row.size:
                after[0, stake:] += WIN * row[:-stake]
                if lost + 1 < steps:
                    after[lost + 1, :-stake] += LOSE * row[stake:]
        playing[n] = chance.sum()
        chance = after
    return playing


def test_martingale_survival_against_dynamic_programming():
    """$1000 and $10 units on Player, six decks, independent coups, no limit."""
    tables, coups = 4000, 1000
    exact = martingale_survival(100, coups)
    agent = make("martingale:bet=player")
    play_on = independent(agent, SIX_DECKS, CHANCES, tables=tables, bankroll=100, seed=354)
    alive = np.array([(placed > 0).any(axis=1).mean() for placed in islice(play_on, coups)])
    for n in (50, 100, 200, 354, 500, 1000):
        error = sqrt(exact[n - 1] * (1 - exact[n - 1]) / tables)
        z = (alive[n - 1] - exact[n - 1]) / error
        print(f"P(T >= {n}) exact {exact[n - 1]:.4f}, played {alive[n - 1]:.4f}, z {z:+.2f}")
        assert abs(z) < 4


def test_time_to_ruin_flat_on_player_is_walds():
    """B / edge coups on average: 8 081 for 100 units, SD 6 910."""
    bankroll, tables = 100, 80
    edge = LOSE - WIN
    mean = bankroll / edge
    deviation = sqrt(bankroll * (WIN + LOSE - edge**2) / edge**3)
    assert (round(mean), round(deviation)) == (8081, 6910)
    coups = np.zeros(tables)
    agent = make("flat:bet=player")
    for placed in independent(
        agent, SIX_DECKS, CHANCES, tables=tables, bankroll=bankroll, seed=8081
    ):
        playing = placed[:, PLAYER] > 0
        if not playing.any():
            break
        coups += playing
    z = (coups.mean() - mean) / (deviation / sqrt(tables))
    print(f"{bankroll} units: {coups.mean():.0f} coups, exact {mean:.0f}, z {z:+.2f}")
    assert abs(z) < 4
    assert agent.stopped.all()


def test_a_seven_step_martingale_fails_as_often_as_it_should():
    """One series in 116.4 (eight decks, pushes left out): P(loss | decided) ** 7."""
    chances = odds.endings(full_shoe(8)).reshape(400)
    win, lose = (chances[MINI_BACCARAT.pays[PLAYER] == x].sum() for x in (10_000, -10_000))
    assert round((lose / (win + lose)) ** -7, 1) == 116.4
