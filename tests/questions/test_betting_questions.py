"""The questions about bettors: exact survival, what results reveal, and stored results read.

Statistical checks allow four standard errors, and every seed is named.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from agents import make
from agents.play.dealt import Schedule, play
from baccarat_env import odds, simulate
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import EZ_BACCARAT, MINI_BACCARAT
from baccarat_env.revealed import mean_cards, revealed
from baccarat_env.rules import FACTS, POSSIBLE, RESULT_OF, RESULTS, full_shoe
from experiments.page.section import section, tell
from experiments.questions import betting_systems, choose, ruin, trends
from experiments.questions.ruin import work
from experiments.questions.trends.predictor import features
from experiments.questions.trends.work import count_runs
from experiments.theory.survival import (
    Coup,
    coup_of,
    flat_survival,
    martingale_mean,
    martingale_survival,
    reach,
)
from experiments.work.results import load
from tests.support.asked import ask

SIX_DECKS = replace(MINI_BACCARAT, decks=6)
COUP = coup_of(SIX_DECKS)


# --- How long a bankroll lasts ----------------------------------------------------------


def test_published_times_to_ruin():
    assert round(COUP.ruin_mean(100)) == 8081
    assert round(COUP.ruin_deviation(100)) == 6910
    assert round(martingale_mean(COUP, 100), 1) == 354.5


@pytest.mark.parametrize(
    ("units", "chance"), [(10, 0.4322), (20, 0.3668), (50, 0.2034), (100, 0.0612)]
)
def test_published_chances_to_double_before_ruin(units, chance):
    assert round(reach(coup_of(MINI_BACCARAT), units, units), 4) == chance


def test_the_mean_is_the_sum_of_the_survival_curve():
    survival = flat_survival(COUP, 100, 250_000)
    assert survival.sum() == pytest.approx(COUP.ruin_mean(100), rel=1e-6)
    second = (2 * np.arange(survival.size) + 1) @ survival
    assert np.sqrt(second - survival.sum() ** 2) == pytest.approx(
        COUP.ruin_deviation(100), rel=1e-4
    )


COIN = Coup(win=0.4, lose=0.45)


def chain(doubles, bankroll, coups):
    """P(T > n) step by step over all (bankroll, stake)."""
    alive, curve = {(bankroll, 1): 1.0}, [1.0]
    for _ in range(coups):
        after: dict[tuple[int, int], float] = {}
        for (money, stake), chance in alive.items():
            for part, step in ((COIN.win, 1), (COIN.lose, -1), (COIN.push, 0)):
                left = money + step * stake
                bet = stake if step == 0 or not doubles else (2 * stake if step < 0 else 1)
                if bet <= left:
                    after[left, bet] = after.get((left, bet), 0) + chance * part
        alive = after
        curve.append(sum(alive.values()))
    return curve


@pytest.mark.parametrize("bankroll", [1, 2, 3, 6, 7, 20])
@pytest.mark.parametrize("doubles", [True, False])
def test_survival_step_by_step(bankroll, doubles):
    exact = (martingale_survival if doubles else flat_survival)(COIN, bankroll, 60)
    np.testing.assert_allclose(exact, chain(doubles, bankroll, 60), atol=1e-9)


def independent(seed, bettors, horizon, doubles):
    """Bettors of independent coups until ruin or the horizon."""
    draw = np.random.Generator(np.random.PCG64(seed))
    coups = np.empty(bettors, np.int64)
    for i in range(bettors):
        state = np.array([100, 1, 0, 0])
        while not state[3] and state[2] < horizon:
            chance = draw.random(2_000)
            results = (chance < COUP.win).astype(np.int64) - (chance > 1 - COUP.lose)
            work.bet_on(results, doubles, horizon, state)
        coups[i] = state[2]
    return coups


def test_level_stakes_on_player_last_as_wald_says():
    coups = independent(201, 1_500, 10**7, doubles=False)
    assert abs(coups.mean() - 8_081) < 4 * coups.std(ddof=1) / np.sqrt(coups.size)


def test_a_martingale_survives_as_often_as_the_exact_curve_says():
    coups = independent(202, 4_000, 2_000, doubles=True)
    exact = martingale_survival(COUP, 100, 2_000)
    for n in (10, 100, 300, 1_000):
        error = np.sqrt(exact[n] * (1 - exact[n]) / coups.size)
        assert abs((coups > n).mean() - exact[n]) < 4 * error


@pytest.mark.parametrize("plan", work.PLANS)
def test_the_bettors_of_this_question_bet_as_the_agents_do(plan):
    found = work.bankrolls(SIX_DECKS.to_dict(), plan, 20, 5_000, seed=203, first=0, bettors=10)
    for i in range(10):
        shoes = simulate.deal(SIX_DECKS, shoes=60, seed=203, first=i * work.MOST_SHOES)
        agent = make(f"{plan}:bet=player")
        session = play(agent, Schedule.lay_out(SIX_DECKS, shoes, 1), bankroll=20)
        if agent.stopped[0]:
            last = np.flatnonzero(session.stakes.any(axis=1))[-1]
            pushes = found.coups[i] - 1 - last
            assert pushes == 0
        else:
            assert found.coups[i] > len(shoes.endings)


def test_bettors_who_leave_by_hand():
    results = np.array([1, 1, -1, -1, -1, 0, 1, -1, -1, -1, -1])
    bettor = np.array([0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1])
    exits, reached = np.array([2, 3]), np.zeros((2, 2, 2), np.int64)
    sums = np.zeros((2, 2, 2), np.int64)
    work.leave(results, bettor, exits, reached, sums)
    assert reached.tolist() == [[[1, 1], [1, 1]], [[0, 1], [0, 1]]]
    assert sums[0].tolist() == [[0, -1], [-2, -3]]


# --- What results reveal ----------------------------------------------------------------


@pytest.mark.parametrize("decks", [1, 8])
def test_a_coup_has_used_the_cards_its_ending_says(decks):
    used = mean_cards(full_shoe(decks))
    np.testing.assert_allclose(used.sum(axis=1)[POSSIBLE], FACTS["cards"][POSSIBLE], rtol=1e-9)
    chances = odds.endings(full_shoe(decks)).reshape(-1)
    full, cards = full_shoe(decks), 52 * decks
    left = (full - used) / (cards - FACTS["cards"])[:, None]  # a martingale, coup by coup
    np.testing.assert_allclose(chances @ left, full / cards, rtol=1e-9)


def test_cards_used_by_each_result_as_dealt():
    shoes = simulate.deal(EZ_BACCARAT, shoes=3_000, seed=204)
    used = mean_cards(full_shoe(8))
    chances = odds.endings(full_shoe(8)).reshape(-1)
    gone = shoes.unseen[:-1].astype(int) - shoes.unseen[1:]
    inside = shoes.coup[1:] > 0
    for result in range(len(RESULTS)):
        rows = inside & (RESULT_OF[shoes.endings[:-1]] == result)
        weights = chances * (result == RESULT_OF)
        exact = weights @ used / weights.sum()
        error = gone[rows].std(axis=0) / np.sqrt(rows.sum())
        assert (abs(gone[rows].mean(axis=0) - exact) < 4.5 * error).all()


def test_moves_average_out_and_one_banker_win_hardly_moves_banker():
    told = revealed(MINI_BACCARAT)
    np.testing.assert_allclose(told.chances @ told.move, 0, atol=1e-5)
    assert abs(told.move[RESULTS.index("B"), 1]) < 5e-6
    assert (told.distance(0.96) > 12).all()
    assert (revealed(EZ_BACCARAT).distance(0.96) > 12).all()
    assert (told.explained < 0.02).all()


def test_what_follows_runs_by_hand():
    results = np.array(
        [RESULTS.index(r) for r in ["B", "B7", "T", "B", "P8", "B", "B", "P"]], np.int8
    )
    coup = np.array([0, 1, 2, 3, 4, 5, 0, 1], np.uint8)
    counted = np.zeros((3, 2), np.int64)
    count_runs(results, coup, counted)
    assert counted.tolist() == [[7, 5], [4, 2], [2, 1]]


def test_the_predictor_sees_the_past_of_its_shoe_alone():
    shoes = simulate.deal(EZ_BACCARAT, shoes=3, seed=205)
    results = RESULT_OF[shoes.endings]
    seen = features(results, shoes.coup)
    opens = int(np.flatnonzero(shoes.coup == 0)[1])
    later = results.copy()
    later[opens + 20 :] = 2
    changed = features(later, shoes.coup)
    np.testing.assert_array_equal(seen[: opens + 21], changed[: opens + 21])
    earlier = results.copy()
    earlier[:opens] = 2
    np.testing.assert_array_equal(seen[opens:], features(earlier, shoes.coup)[opens:])


# --- The questions from end to end ------------------------------------------------------

SMALL = {
    "betting_systems": betting_systems.Config(sessions=30, batch=30, paths=30),
    "ruin": replace(ruin.QUICK, flat=20, martingale=40, leaving=400, cells=2),
    "trends": trends.Config(
        runs=1_000, played=200, fitted=300, judged=1_000, foreseen=100, cells=2
    ),
}


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    out, patch = tmp_path_factory.mktemp("results"), pytest.MonkeyPatch()
    patch.setitem(work.HORIZONS, "martingale", 20_000)
    patch.setattr("experiments.questions.betting_systems.work.LENGTH", 3)
    found = {}
    for name, config in SMALL.items():
        small = ask(name, config, 206, out)
        results = load(out, name)
        found[name] = section(small, results), results
    patch.undo()
    return found


def test_bettors_drawn_one_by_one_follow_their_plans_on_the_same_shoes(asked):
    doubling, level = choose(["ruin"])[0].findings(asked["ruin"][1]).drawn[::-1]
    for i in range(ruin.DRAWN):
        steps = np.diff(level.units[i, : level.coups[i] + 1])
        assert set(steps) <= {-1, 0, 1}
        assert level.units[i, 0] == doubling.units[i, 0] == ruin.BANKROLL
        stake = 1
        for n, result in enumerate(steps[: doubling.coups[i]]):
            assert doubling.units[i, n + 1] - doubling.units[i, n] == stake * result
            stake = 2 * stake if result < 0 else 1 if result > 0 else stake
        failed = doubling.coups[i] < doubling.units[i].size
        assert failed == (stake > doubling.units[i, -1])
    assert 15 <= doubling.failed <= 30
    assert level.failed == 0
    assert doubling.ahead == sum(doubling.units[:, -1] > ruin.BANKROLL)


@pytest.mark.parametrize("name", SMALL)
def test_a_question_answers_draws_and_tabulates_stored_results(asked, name):
    told, _ = asked[name]
    assert told.title.endswith("?")
    assert told.answer.sentence.endswith(".")
    assert all(figure.alt and figure.reading and figure.title for figure in told.figures)
    assert told.tables
    words = " ".join([told.answer.sentence, *told.answer.details])
    assert "nan" not in words


def test_systems_change_the_shape_and_never_the_mean(asked):
    for one in choose(["betting_systems"])[0].findings(asked["betting_systems"][1]).kinds:
        assert (abs(one.z_score) < 4.5).all()  # 124 tests, p = 1e-5 each
        assert one.net.shape == (len(betting_systems.SYSTEMS), 30)
        np.testing.assert_allclose(one.price.value, one.worth.value, rtol=0.1)


def test_the_answer_would_say_so_if_a_system_did_change_it(asked):
    results = asked["betting_systems"][1]
    for cell in results.cells:
        cell.arrays["net"] += 100 * BASIS_POINTS
    answer = tell(choose(["betting_systems"])[0], results).answer
    assert "tests say that a betting system changes the expected loss" in answer.sentence
    for cell in results.cells:
        cell.arrays["net"] -= 100 * BASIS_POINTS
