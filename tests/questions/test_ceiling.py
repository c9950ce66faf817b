"""The ceiling in bulk, read at every cut, and the questions that ask for it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from baccarat_env import odds, simulate
from baccarat_env.game import EZ_BACCARAT
from experiments.page.section import tell
from experiments.questions import questions
from experiments.questions.counters.work import PLAYERS, ruined
from experiments.shoes.priced import price
from experiments.shoes.usual_table import CUTS, EVERY_BET
from experiments.statistics import per_shoe
from experiments.theory.bankroll import (
    bankroll_for,
    lowest_points,
    ruin_by_deviation,
    ruin_root,
)
from experiments.work.cell import derived_seed
from experiments.work.compute import compute
from experiments.work.executors import Inline
from experiments.work.results import Results
from tests.support.priced import apart, perfect, shoes

# --- In bulk ---------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_the_bulk_price_is_the_exact_one(threads):
    unseen = simulate.deal(EZ_BACCARAT, shoes=120, seed=3).unseen
    found = simulate.price(unseen, EZ_BACCARAT, threads=threads)
    assert (found == simulate.price(unseen, EZ_BACCARAT)).all()
    assert found == pytest.approx(odds.expected_value(unseen, EZ_BACCARAT), abs=1e-13)


@pytest.mark.parametrize("cut", CUTS)
def test_one_run_holds_the_coups_of_every_cut(cut):
    dealt = simulate.deal(replace(EVERY_BET, cut=cut), shoes=60, seed=4)
    deep = price(EVERY_BET, shoes=60, seed=4)
    kept = deep.deepest >= cut
    assert (deep.coups.unseen[kept] == dealt.unseen).all()
    assert (deep.coups.endings[kept] == dealt.endings).all()


def test_two_main_bets_are_never_favourable_together():
    player, banker, ez = (EVERY_BET.index(bet) for bet in ("player", "banker", "ez_banker"))
    good = shoes().worth > 0
    assert not (good[:, player] & (good[:, banker] | good[:, ez])).any()


# --- Figures ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bets", "units"),
    [
        (("player", "banker"), 0.0014),
        (("player", "ez_banker"), 0.0025),
        (("tie",), 0.008),
        (("panda_8",), 0.298),
        (("dragon_7",), 0.697),
    ],
    ids=lambda value: "+".join(value) if isinstance(value, tuple) else str(value),
)
def test_what_perfect_play_earns(bets, units):
    """First card burned by value, 14 cards behind the cut card, one more coup."""
    assert abs(apart(perfect(*bets), units)) < 4


def test_dragon_7_is_beatable_with_half_the_shoe_behind_the_cut():
    """Above 0.01 units a shoe by more than four standard errors: 12 000 shoes, seed 5006."""
    half = price(replace(EVERY_BET, cut=208), shoes=12_000, seed=5006)
    worth = np.maximum(half.worth[:, EVERY_BET.index("dragon_7")], 0)
    assert apart(np.bincount(half.coups.shoe, worth, 12_000), 0.01) > 4


def test_exact_values_of_a_bet_made_every_coup_add_up_to_its_cost():
    """The expected value of a coup does not depend on how deep in the shoe it stands."""
    first = odds.expected_value(EVERY_BET.full_shoe, EVERY_BET)
    kept = shoes().undealt > 60
    for b in range(len(EVERY_BET.bets)):
        by_shoe = np.bincount(shoes().coups.shoe[kept], (shoes().worth[:, b] - first[b])[kept])
        assert abs(apart(by_shoe, 0)) < 4.5


def test_the_mean_of_shoes_and_its_error():
    values = np.random.Generator(np.random.PCG64(5)).normal(2, 3, 500)
    found = per_shoe(values.sum(), (values**2).sum(), 500)
    assert found.value == pytest.approx(values.mean())
    assert found.error == pytest.approx(values.std(ddof=1) / np.sqrt(500))


# --- Ruin ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("win", "pays"), [(0.55, 1), (0.03, 40), (0.05, 25)])
def test_the_risk_of_ruin_is_that_of_independent_bets(win, pays):
    """Seed 6: one bet a shoe, 4000 gamblers, until the rest of the risk is below one in 10⁴."""
    root = ruin_root(win, pays)
    pool = np.repeat([pays, -1], [round(10_000 * win), 10_000 - round(10_000 * win)])
    random = np.random.Generator(np.random.PCG64(6))
    lowest = lowest_points(pool, np.minimum(pool, 0), gamblers=4000, shoes=8000, random=random)
    for risk in (0.5, 0.2, 0.05):
        units = int(np.ceil(np.log(risk) / np.log(root)))
        exact = root**units
        error = np.sqrt(exact * (1 - exact) / 4000)
        assert abs((lowest <= -units).mean() - exact) < 4 * error


def test_the_lowest_point_within_a_shoe_counts():
    pool, low = np.array([5]), np.array([-3])
    random = np.random.Generator(np.random.PCG64(7))
    found = lowest_points(pool, low, gamblers=2, shoes=4, random=random)
    assert found.tolist() == [-3, -3]


def test_the_bankroll_for_a_risk_has_that_risk():
    units = bankroll_for(0.05, 0.6, 18.0)
    assert ruin_by_deviation(units, 0.6, 18.0) == pytest.approx(0.05)
    assert ruin_by_deviation([10.0, 20.0], -0.1, 18.0).tolist() == [1, 1]
    assert bankroll_for(0.05, -0.1, 18.0) == np.inf


def test_no_advantage_is_ruin():
    assert ruin_root(0.4931, 1) == 1
    with pytest.raises(ValueError, match=r"win=1\.2 must be a probability between 0 and 1"):
        ruin_root(1.2, 1)


def test_a_counter_is_ruined_as_independent_bets_are():
    """Seed 9: 4000 shoes in the pool, 1500 gamblers; the hit rate is that of the pool."""
    game = replace(EVERY_BET, cut=14).to_dict()
    found = ruined(game, "dragon-count", seed=9, pool=4000, gamblers=1500, shoes=6000)
    root = ruin_root(float(found["wins"] / found["bets"]), 40.0)
    units = int(np.log(0.3) / np.log(root))
    error = np.sqrt(0.3 * 0.7 / 1500)
    assert abs((found["lowest"] <= -units).mean() - root**units) < 4 * error


# --- Questions -------------------------------------------------------------------------------

SMALL = {
    "removed_card": {"most": 2},
    "ceiling": {"shoes": 60, "smaller": 40, "other": 40, "batch": 30},
    "counters": {
        "shoes": 80, "other": 40, "batch": 40, "pool": 200, "gamblers": 20, "horizon": 200,
    },
}  # fmt: skip


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    found = {}
    for name, settings in SMALL.items():
        question = questions()[name]
        config = type(question.profiles["quick"])(**settings)
        cells = question.cells(config, 1)
        folder = tmp_path_factory.mktemp(name)
        stored = {s.folder.name: s for s in compute(cells, folder, Inline(), 2)}
        found[name] = Results(name, {}, tuple(stored[cell.name] for cell in cells))
    return found


@pytest.mark.parametrize("name", SMALL)
def test_a_question_is_answered_from_what_is_stored(results, name):
    question = questions()[name]
    told = tell(question, results[name])
    assert told.answer.sentence.endswith(".")
    assert all(sentence.endswith(".") for sentence in told.answer.details)
    assert all(figure.title and figure.alt and figure.reading for figure in told.figures)
    for table in told.tables:
        assert table.rows


def test_the_ceiling_is_the_sum_of_its_coups(results):
    cells = [
        cell for cell in results["ceiling"].of("perfect") if cell.arguments["game"]["decks"] == 8
    ][:2]
    priced = price(EVERY_BET, shoes=60, seed=cells[0].arguments["seed"])
    kept = priced.deepest >= 14
    t = cells[0].arguments["cuts"].index(14)
    good = np.maximum(priced.worth[kept], 0)
    dragon, pair = good[:, 4].sum(), good[:, [0, 2]].sum()
    assert sum(cell.arrays["units"][6, t] for cell in cells) == pytest.approx(dragon)
    assert sum(cell.arrays["units"][4, t] for cell in cells) == pytest.approx(pair)
    assert sum(cell.arrays["favourable"][6, t] for cell in cells) == (good[:, 4] > 0).sum()
    assert sum(cell.arrays["edges"].sum() for cell in cells) == 6 * len(priced.coups.endings)


def test_no_counter_passed_the_ceiling(results):
    for cell in results["counters"].of("counted"):
        assert cell.arrays["passed"].tolist() == [0] * len(PLAYERS)


def test_no_two_tables_share_a_shoe(results):
    seeds = {
        (cell.arguments["seed"], str(cell.arguments["game"]))
        for name in ("ceiling", "counters")
        for cell in results[name].cells
    }
    assert len({seed for seed, _ in seeds}) == len(seeds)
    assert derived_seed(1, "ceiling") != derived_seed(1, "counters")
