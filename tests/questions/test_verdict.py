"""Can it be beaten: bettors by what they know, chosen and reported apart, marked by the ceiling."""

from __future__ import annotations

import re
from dataclasses import replace
from math import comb

import numpy as np
import pytest

from agents import make
from agents.counts.in_print import SHEET_COUNTS
from agents.exact.exact import ExactPlayer
from agents.play.dealt import play
from baccarat_env import odds, simulate
from baccarat_env.revealed import SHOWN, passed, revealed, variance_of
from baccarat_env.rules import FACTS
from experiments.commands.readme import readme
from experiments.page.markdown import BEGIN, END
from experiments.page.number import estimated
from experiments.page.section import section
from experiments.page.words import Words
from experiments.questions import choose, verdict
from experiments.questions.verdict import bettors
from experiments.questions.verdict.bettors import (
    INFORMATION,
    NAMES,
    SITS_OUT,
    offered,
    on_every_bet,
)
from experiments.questions.verdict.findings import PARTS, Findings, findings
from experiments.questions.verdict.work import seated
from experiments.shoes.dealt import so_far
from experiments.shoes.seats import FORCED, FREE, MOMENTS, TABLE, at_the_cut, seats
from experiments.shoes.usual_table import BEATABLE, CUT, CUTS, TITLES
from experiments.statistics import WIDTH, Estimate, ratio
from experiments.theory.blind_bound import foretold
from experiments.training_plan import Lesson
from experiments.work.results import load
from tests.support.asked import ask
from tests.support.priced import shoes

BETS = TABLE.bets

SEATED = {
    "nothing": bettors.blind,
    "results": bettors.by_results,
    "count": bettors.by_count,
    "exact": bettors.by_odds,
}


@pytest.fixture(scope="module")
def at():
    return seats(seed=31, first=3, shoes=40)


@pytest.fixture(scope="module")
def stakes(at):
    return {information: list(sit(at)) for information, sit in SEATED.items()}


# --- Seats -----------------------------------------------------------------------------------


def test_one_coup_of_every_shoe_is_known_to_be_the_last(at):
    assert (at.by_shoe(at.schedule.last[:, None]) == 1).all()


def test_the_usual_table_is_read_from_deeper_shoes():
    found = at_the_cut(shoes())
    dealt = simulate.deal(TABLE, shoes=60, seed=5005)
    some = slice(len(dealt.endings))
    assert (found.schedule.coups.unseen[some] == dealt.unseen).all()
    assert found.schedule.game.cut == CUT
    np.testing.assert_allclose(
        found.worth[some], odds.expected_value(dealt.unseen, TABLE), rtol=0, atol=1e-12
    )


def test_moments_are_those_of_shoes_taken_one_by_one(at):
    """Random stakes in a few coups: many shoes without a bet."""
    random = np.random.Generator(np.random.PCG64(32))
    some = random.random(at.worth.shape) * (random.random(at.worth.shape) < 0.01)
    (found,) = at.sums([some])
    coups = at.schedule.coups
    for line, b in np.ndindex(2, len(BETS)):
        by_hand = np.zeros(len(MOMENTS))
        for shoe in np.unique(coups.shoe):
            rows = np.flatnonzero(coups.shoe == shoe)
            placed = some[rows, b].copy()
            if line == FORCED and not placed.any():
                placed[-1] = 1
            u, n = placed @ at.worth[rows, b], placed.sum()
            x = sum(
                p * TABLE.pays[b, coups.endings[row]] / 10_000
                for p, row in zip(placed, rows, strict=True)
            )
            by_hand += (u, n, x, u * u, n * n, u * n, x * x)
        assert found[line, :, b] == pytest.approx(by_hand, abs=1e-12)


# --- Bettors ---------------------------------------------------------------------------------


@pytest.mark.parametrize("information", SEATED)
def test_every_bettor_has_a_name_and_at_most_one_unit(stakes, information):
    assert len(stakes[information]) == len(NAMES[information]) == len(set(NAMES[information]))
    for placed in stakes[information]:
        assert placed.shape[1] == len(BETS)
        assert placed.min() >= 0
        assert placed.max() <= 1


@pytest.mark.parametrize("information", ["nothing", "results", "count"])
def test_sitting_out_comes_first(stakes, information):
    assert NAMES[information][0] == SITS_OUT
    assert not stakes[information][0].any()


def test_nobody_passes_the_exact_player_in_any_shoe(at, stakes):
    best = at.by_shoe(stakes["exact"][0] * at.worth)
    for placed in (one for some in stakes.values() for one in some):
        assert (at.by_shoe(placed * at.worth) <= best + 1e-12).all()


def test_the_exact_player_is_the_agent(at, stakes):
    agent = play(ExactPlayer(), at.schedule)
    np.testing.assert_array_equal(agent.stakes > 0, stakes["exact"][0])


@pytest.mark.parametrize("name", SHEET_COUNTS)
def test_a_count_in_print_is_the_agent_on_its_own_bet(at, stakes, name):
    agent = play(make(name), at.schedule)
    k = 1 + list(SHEET_COUNTS).index(name)
    np.testing.assert_array_equal(agent.stakes > 0, stakes["count"][k] > 0)


def test_a_selection_is_played_on_any_bet(at, stakes):
    agent = play(make("follow"), at.schedule).stakes
    names = list(NAMES["results"])
    for side in ("player", "banker"):
        k = names.index(f"level stakes where follow says {side.title()}")
        for b in range(len(BETS)):
            np.testing.assert_array_equal(
                stakes["results"][k][:, b], agent[:, TABLE.index(side)] > 0
            )


def test_a_staking_plan_bets_on_every_bet_by_itself(at, stakes):
    k = NAMES["results"].index("martingale, every coup")
    for b, bet in enumerate(BETS):
        agent = play(make("martingale", bet=bet, limit=bettors.LIMIT), at.schedule)
        np.testing.assert_array_equal(
            stakes["results"][k][:, b] * bettors.LIMIT, agent.stakes[:, b]
        )


def test_bets_are_offered_where_their_pay_table_is():
    assert {bet: offered(bet) for bet in BETS} == {
        "player": ["mini", "EZ"],
        "banker": ["mini"],
        "ez_banker": ["EZ"],
        "tie": ["mini", "EZ"],
        "dragon_7": ["EZ"],
        "panda_8": ["EZ"],
    }
    laid_out = on_every_bet(np.eye(5)[[1, 4]], bettors.EZ_BACCARAT)
    assert [BETS[b] for b in laid_out.argmax(axis=1)] == ["ez_banker", "panda_8"]
    assert laid_out.sum() == 2


# --- The upper bound -------------------------------------------------------------------------


def test_the_bound_holds_for_coins():
    """A hundred tosses of ±1/100: the mean of what lies above h is known exactly."""
    n = 100
    ways = np.array([comb(n, k) / 2**n for k in range(n + 1)])
    sums = (2 * np.arange(n + 1) - n) / n
    for h in (0.1, 0.2, 0.3):
        above = ways @ np.maximum(sums - h, 0)
        bound = float(passed(np.array(h), np.array(1 / n), np.array(1 / n)))
        assert above <= bound <= 60 * above


@pytest.mark.parametrize("shown", SHOWN)
def test_what_is_shown_foretells_the_exact_value(shown):
    """Seed 5005: the exact value follows what is foretold, whose variance is as computed."""
    at = at_the_cut(shoes())
    coups = at.schedule.coups
    told = revealed(TABLE, np.unique(SHOWN[shown], return_inverse=True)[1])
    kind = np.unique(SHOWN[shown], return_inverse=True)[1][coups.endings]
    dealt = 1 - coups.unseen.sum(axis=1, dtype=np.int64) / told.cards
    burned = (TABLE.full_shoe - coups.unseen[at.opens]).argmax(axis=1)
    card = odds.removed_card(TABLE.full_shoe, TABLE)[burned]
    each = np.diff(np.append(at.opens, len(kind)))
    foreseen = so_far(told.move[kind], coups.coup) * told.weight(dealt) + np.repeat(card, each, 0)
    exact = at.worth - odds.expected_value(TABLE.full_shoe, TABLE)
    slope = ratio(at.by_shoe(foreseen * exact), np.ones(len(at.opens)))
    square = ratio(at.by_shoe(foreseen**2), np.ones(len(at.opens)))
    computed = at.by_shoe(variance_of(told, dealt, TABLE)).mean(axis=0)
    assert square.value == pytest.approx(computed, rel=0.1)
    joint = np.hypot(slope.error, square.error)
    assert (np.abs(slope.value - square.value) < 4.5 * joint).all()


def test_more_information_bounds_less_tightly():
    found = foretold(seed=33, shoes=50)
    assert (found["most"][0] <= found["most"][1]).all()
    assert (found["most"] > 0).any()
    assert (found["distance"][0] >= found["distance"][1]).all()


def test_kinds_of_ending_are_told_apart():
    drew = np.unique(SHOWN["nothing"])
    assert drew.tolist() == sorted(set(FACTS["cards"].tolist()))
    assert (
        len(np.unique(SHOWN["results"])) == 3 * 3 + 2 * 2
    )  # Dragon 7 and Panda 8 take five or six


# --- Judged ----------------------------------------------------------------------------------


def crafted(units, *, most=1.0, ceiling=0.5):
    """Two batches of 100 shoes; `units` `(2, K)` a shoe in each, deviating by a tenth."""
    units = np.asarray(units, float)
    moments = np.zeros((2, units.shape[1], 2, len(MOMENTS), len(BETS)))
    for name, values in (
        ("units", units),
        ("bets", np.ones_like(units)),
        ("settled", units),
        ("units_squares", units**2 + 0.01),
        ("bets_squares", np.ones_like(units)),
        ("units_bets", units),
        ("squares", units**2 + 4),
    ):
        moments[:, :, :, MOMENTS.index(name)] = 100 * values[:, :, None, None]
    exact = np.zeros((2, 1, 2, len(MOMENTS), len(BETS)))
    exact[:, :, :, MOMENTS.index("units")] = 100 * ceiling
    exact[:, :, :, MOMENTS.index("bets")] = 100
    exact[:, :, :, MOMENTS.index("units_squares")] = 100 * ceiling**2
    return Findings(
        names=dict.fromkeys(INFORMATION, ("first", "second")),
        shoes={i: np.array([100, 100]) for i in INFORMATION},
        moments=dict.fromkeys(INFORMATION, moments) | {"exact": exact},
        by_cut=Estimate(np.zeros((6, len(CUTS))), np.zeros((6, len(CUTS)))),
        most={i: np.full(6, most) for i in SHOWN},
        distance={i: np.full(6, 9.0) for i in SHOWN},
        coups=80.0,
        coups_an_hour=80,
        stake=100,
    )


def test_the_best_is_chosen_on_some_shoes_and_reported_on_the_others():
    found = crafted([[0.2, 0.5], [0.3, -0.4]])
    for line in (found.free, found.forced):
        taken = line("count", "tie")
        assert taken.name == "second"
        assert taken.shoes == 100
        assert taken.units.value == pytest.approx(-0.4)
        assert taken.units.half_width == pytest.approx(WIDTH * 0.1 / np.sqrt(99))
        assert taken.per_100.value == pytest.approx(-40)
        assert taken.deviation == pytest.approx(2)


@pytest.mark.parametrize(
    ("information", "units", "most", "ceiling", "mark"),
    [
        ("count", 0.04, 1, 0.5, "beatable"),
        ("count", 0.02, 1, 0.5, "undecided"),
        ("count", 0.0, 1, 0.011, "undecided"),
        ("count", 0.0, 1, 0.009, "unbeatable"),
        ("trained", -1.0, 1, 0.009, "unbeatable"),
        ("results", 0.0, 1e-6, 0.5, "unbeatable"),
        ("results", 0.0, 0.02, 0.009, "undecided"),
        ("nothing", 0.04, 1e-6, 0.5, "beatable"),
    ],
)
def test_marks(information, units, most, ceiling, mark):
    assert BEATABLE == 0.01
    found = crafted([[units], [units]], most=most, ceiling=ceiling)
    assert found.mark(information, "tie") == mark


def test_a_bet_is_unbeatable_from_the_first_cut_whose_upper_end_is_below():
    value, error = np.zeros((6, len(CUTS))), np.zeros((6, len(CUTS)))
    value[0, :3], error[0, :3] = (0.5, 0.02, 0.009), (0.01, 0.01, 0.001)
    value[1], error[1] = 0.02, 0.001
    found = replace(crafted([[0], [0]]), by_cut=Estimate(value, error))
    assert found.beatable_to[:3] == [CUTS[0], CUTS[-1], None]
    assert found.unbeatable_from[:3] == [CUTS[3], None, CUTS[0]]


@pytest.mark.parametrize(
    ("units", "most", "ceiling", "told"),
    [
        (0.0, 1e-6, 0.009, ("No bet pays", "Panda 8 cannot be beaten by anybody", "Nobody")),
        (0.0, 1.0, 0.02, ("No bet was beaten", "Panda 8 can be beaten with exact odds")),
        (0.5, 1e-6, 0.5, ("can be beaten without watching", "can be beaten: a card counter")),
        (0.0, 1e-6, 0.01, ("No bet pays a player", "Nobody who was tried")),
    ],
)
def test_the_sentences_follow_the_marks(units, most, ceiling, told):
    found = crafted([[units], [units]], most=most, ceiling=ceiling)
    answer = Words(choose(["verdict"])[0].folder / "words.jinja", found).answer
    sentences = re.split(r"(?<=\.) (?=[A-Z])", answer.sentence)
    for sentence, words in zip(sentences, told, strict=True):
        assert words in sentence
    assert any("Panda 8 are undecided" in detail for detail in answer.details) == (ceiling == 0.01)


# --- The question from end to end ------------------------------------------------------------

SMALL = verdict.Config(
    shoes=90,
    followed=60,
    judged=60,
    batch=30,
    lessons=tuple(
        Lesson("regression", "composition", "sampled", 131_072, game=game)
        for game in ("ez", "mini")
    ),
)


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return tmp_path_factory.mktemp("results")


@pytest.fixture(scope="module")
def asked(place):
    small = ask("verdict", SMALL, 34, place)
    results = load(place, "verdict")
    return section(small, results), results


def test_the_verdict_is_written_into_a_page(asked, place, tmp_path, capsys):
    part, _ = asked
    page = tmp_path / "page.md"
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n", encoding="utf-8")
    readme(place, page)
    assert "page.md: the verdict of the quick profile is in it." in capsys.readouterr().out
    before, shown, after = re.split(f"{BEGIN}|{END}", page.read_text(encoding="utf-8"))
    assert (before, after) == ("before\n", "\nafter\n")
    assert shown.split("\n\n")[0].strip() == part.answer.sentence
    assert shown.count("\n| ") == len(part.tables[0].rows) + 2
    assert "from the quick profile, seed 34, commit " in shown


def test_an_interval_that_rounds_to_nothing_is_left_out_of_the_text_alone():
    narrow = Estimate(np.array(0.00081), np.array(0.00002))
    found = estimated(narrow).at_most(4)
    assert str(found) == "0.0008"
    assert (found.value, found.half_width) == (0.00081, pytest.approx(WIDTH * 0.00002))
    wide = estimated(Estimate(np.array(0.5), np.array(0.001)))
    assert str(wide.at_most(4)) == "0.5000 ± 0.0020"


def test_settings_within_settings_are_counted(asked):
    part, results = asked
    assert "2 lessons (each in run.json)" in part.settings
    assert len(results.run["config"]["lessons"]) == 2
    assert "{" not in part.settings


def test_three_sentences(asked):
    part, _ = asked
    assert len(re.findall(r"\.(?= [A-Z]|$)", part.answer.sentence)) == 3
    assert all(detail.endswith(".") for detail in part.answer.details)
    assert len(part.figures) == 1


def test_every_figure_of_the_verdict_is_what_is_stored(asked):
    """Read again from the arrays, bet by bet, without the code that made the table."""
    part, results = asked
    table = part.tables[0]
    assert [row[0].partition(" (")[0] for row in table.rows] == [TITLES[bet] for bet in BETS]
    for b, row in enumerate(table.rows):
        for information, cell in zip(INFORMATION, row[1:], strict=True):
            batches = arrays_of(results, information)
            chosen, others = (
                sum(of for of, _ in batches[i::2]) for i in range(2)
            )  # (K, 2, 7, B) each
            count = sum(s for _, s in batches[1::2])
            every = sum(s for _, s in batches)
            k = int((chosen[:, FREE, 0, b]).argmax())
            free, of = (others[k, FREE, :, b], count)
            if information == "exact":
                free, of = (chosen + others)[0, FREE, :, b], every
            j = int((chosen[:, FORCED, 0, b] / chosen[:, FORCED, 1, b]).argmax())
            forced = others[j, FORCED, :, b]
            mean = free[0] / of
            half = WIDTH * np.sqrt(max(free[3] / of - mean**2, 0) / (of - 1))
            share = forced[0] / forced[1]
            rest = forced[3] - 2 * share * forced[5] + share**2 * forced[4]
            ratio_half = WIDTH * np.sqrt(max(rest, 0) * count / (count - 1)) / forced[1]
            shown = [value for one in cell for value in (one.value, one.half_width)]
            assert shown == pytest.approx([mean, half, 100 * share, 100 * ratio_half], abs=1e-9)
            for line, value in zip(map(str, cell), (mean, 100 * share), strict=True):
                text = line.partition(" ± ")[0].replace("−", "-")
                digits = len(text.partition(".")[2])
                assert abs(float(text) - value) <= 0.51 * 10.0**-digits


def arrays_of(results, information):
    """Moments `(K, 2, 7, B)` and shoes of every batch."""
    cells = results.of(PARTS[information])
    if information != "trained":
        return [(cell.arrays[information], cell.arguments["shoes"]) for cell in cells]
    first, second = (cell.arrays["trained"] for cell in cells)
    assert (first[:, 0] == second[:, 0]).all()
    both = np.concatenate([first, second[:, 1:]], axis=1)
    return list(zip(both, cells[0].arguments["shoes"], strict=True))


def test_marks_follow_from_the_figures_shown(asked):
    part, results = asked
    (told,) = results.of("foretold")
    table = part.tables[0]
    for b, (row, marks) in enumerate(zip(table.rows, table.marks, strict=True)):
        value, half = row[-1][0].value, row[-1][0].half_width
        tops = [*told.arrays["most"][:, b], *[value + half] * 3]
        for cell, mark, top in zip(row[1:], marks[1:], tops, strict=True):
            value, half = cell[0].value, cell[0].half_width
            if value - half > 0.01:
                assert mark == "beatable"
            else:
                assert mark == ("unbeatable" if top < 0.01 else "undecided")


def test_all_sit_at_the_same_shoes(asked):
    """A trained agent that sits out has to bet the last coup, as all who sit out do."""
    _, results = asked
    of = {name: arrays_of(results, name) for name in ("nothing", "results", "count", "trained")}
    for batch in range(2):
        sits = [found[batch][0][0, FORCED] for found in of.values()]
        for other in sits[1:]:
            np.testing.assert_allclose(other, sits[0], rtol=0, atol=1e-10)


def test_the_exact_player_at_the_usual_cut_is_the_one_of_the_verdict(asked):
    part, _ = asked
    for cut, row in zip(part.tables[2].rows, part.tables[0].rows, strict=True):
        assert cut[1].value == pytest.approx(row[-1][0].value)
        assert cut[1].half_width == pytest.approx(row[-1][0].half_width)


def test_practice_follows_from_what_is_beatable(asked):
    part, results = asked
    found = findings(results)
    practice = part.tables[1]
    for (information, bet), row in zip(found.marked("beatable"), practice.rows, strict=True):
        mean = row[1].value
        deviation = found.free(information, bet).deviation
        assert str(row[4]) == f"{(deviation / mean) ** 2:,.0f}"
        assert str(row[5]) == f"{np.log(20) * deviation**2 / (2 * mean):,.0f}"
        coups = sum(cell.arrays["coups"] for cell in results.of("seated")) / SMALL.shoes
        assert row[6].value == pytest.approx(mean * 80 / coups * 100)
    for setting in ("80 coups an hour", "a unit of 100"):
        assert setting in practice.caption


def test_the_exact_player_wins_what_he_is_known_to():
    """Seed 35, 1 200 shoes: Dragon 7 and Panda 8 as measured elsewhere."""
    found = seated(seed=35, first=0, shoes=1_200)["exact"][0, FREE]
    for bet, units in (("dragon_7", 0.697), ("panda_8", 0.298)):
        total, squares = (found[MOMENTS.index(m), TABLE.index(bet)] for m in MOMENTS[:4:3])
        error = np.sqrt((squares / 1_200 - (total / 1_200) ** 2) / 1_199)
        assert abs(total / 1_200 - units) < 4 * error
