"""How learners are judged: scores, curves, the question, the command."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from agents import make
from agents.play.dealt import play
from agents.trained.recipe import recipe
from baccarat_env import EZ_BACCARAT, odds
from experiments.__main__ import main
from experiments.bootstrap import bootstrap_mean, bootstrap_ratio, iqm, iqm_band
from experiments.page.section import tell
from experiments.questions import choose, learners
from experiments.questions.learners.figures import _drawn
from experiments.questions.learners.findings import Taught, coups_for, findings
from experiments.questions.learners.growing import grown, kelly_grown
from experiments.questions.learners.work import ERRORS, Beside, beside, trained
from experiments.shoes.scoring import held_out, score
from experiments.statistics import ratio
from experiments.training_plan import Lesson
from experiments.work.cell import Cell, Stored, work
from experiments.work.results import Results
from tests import GOLDEN, ROOT

ONES = np.ones(5, np.int64)
STORED = GOLDEN / "learned"


# --- Scores -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def held():
    return held_out(EZ_BACCARAT, 300, 77)


def test_the_exact_player_scores_the_ceiling(held):
    found = score(make("exact"), held, ONES)
    np.testing.assert_allclose(found["units"], found["ceiling"], atol=1e-12)
    assert found["made"][0].sum() == 0
    np.testing.assert_array_equal(found["made"][1], found["favourable"])


def test_who_sits_out_scores_nothing(held):
    found = score(make("count:bet=dragon_7,trigger=99,tags=0 0 0 0 -1 -1 -1 -1 2 2"), held, ONES)
    assert not found["units"].any()
    assert not found["staked"].any()


@pytest.mark.parametrize("name", ["dragon-count", f"learned:path={STORED}"])
def test_nobody_passes_the_ceiling_in_any_group_of_shoes(held, name):
    found = score(make(name), held, ONES)
    assert (found["units"] <= found["ceiling"] + 1e-12).all()
    assert found["units"].sum() > 0


def test_classes_of_counts_add_up_to_the_whole(held):
    found = score(make("dragon-count"), held, ONES)
    coups = len(held.worth)
    np.testing.assert_array_equal(found["count_coups"].sum(axis=0), coups)
    np.testing.assert_allclose(found["count_bets"].sum(axis=0), found["staked"].sum(axis=0))
    np.testing.assert_allclose(found["count_worth"].sum(axis=0), held.worth.sum(axis=0))
    b = EZ_BACCARAT.index("dragon_7")
    below = found["count_bets"][: int((40 + 4) / 0.5), b]
    assert not below.any(), "the Dragon count bets from a true count of 4"


def test_stakes_count_in_units_of_the_largest_chip(held):
    once = score(make("dragon-count"), held, ONES)
    five = score(make("dragon-count:unit=5"), held, 5 * ONES)
    np.testing.assert_allclose(once["units"], five["units"])


# --- Curves and intervals ---------------------------------------------------------------


@pytest.mark.parametrize("size", [4, 8, 12, 40])
def test_the_interquartile_mean_is_the_trimmed_mean(size):
    values = np.random.default_rng(size).normal(size=(3, size))
    np.testing.assert_allclose(iqm(values), stats.trim_mean(values, 0.25, axis=1))


def test_the_interquartile_mean_of_few_weighs_in_parts():
    assert iqm([7.0]) == 7.0
    assert iqm([0.0, 10.0]) == 5.0
    assert iqm([0.0, 3.0, 100.0]) == pytest.approx((0 + 4 * 3 + 100) / 6)
    assert iqm([-1e9, 3.0, 3.0, 1e9]) == 3.0


def test_bootstrap_intervals_agree_with_the_standard_error():
    rng = np.random.default_rng(3)
    wholes = rng.uniform(5, 10, 400)
    parts = wholes * 0.6 + rng.normal(0, 1, 400)
    exact = ratio(parts, wholes)
    low, high = bootstrap_ratio(parts, wholes)
    assert low < exact.value < high
    assert (high - low) / 2 == pytest.approx(float(exact.half_width), rel=0.1)
    low, high = bootstrap_mean(parts, 4_000)
    error = parts.std(ddof=1) * np.sqrt(400) / 4_000
    assert (high - low) / 2 == pytest.approx(1.96 * error, rel=0.1)


def test_the_band_resamples_seeds_within_strata():
    same = np.zeros((2, 2, 5))
    same[:, 1] = 10.0  # strata differ, seeds do not: the IQM is 5 however they are drawn
    low, high = iqm_band(same)
    np.testing.assert_allclose(low, 5.0)
    np.testing.assert_allclose(high, 5.0)
    wide = np.random.default_rng(1).normal(size=(1, 1, 10))
    low, high = iqm_band(wide)
    assert low < iqm(wide.reshape(1, -1)) < high


def test_theory_needs_more_coups_for_more_numbers_and_larger_shares():
    found = beside(EZ_BACCARAT.to_dict(), 100, 76)
    b = EZ_BACCARAT.index("dragon_7")
    captured = found.units_by_estimation_error[:, b]
    assert captured[0] == pytest.approx(found.ceiling[:, b].sum() / 100, rel=1e-3)
    assert captured[-1] < 0, "who knows nothing bets on half of all coups"
    assert len(captured) == len(ERRORS)
    few, many, better = (
        coups_for(share, found, b, numbers) for share, numbers in ((0.8, 10), (0.8, 20), (0.9, 10))
    )
    assert many == pytest.approx(2 * few)
    assert better > few
    assert 1e4 < few < 1e7


# --- The question -----------------------------------------------------------------------

TINY = learners.Config(
    lessons=(
        Lesson(
            "ppo", "composition", "expected", 40_000, seeds=3,
            settings={"n_steps": 2, "batch_size": 512, "net_arch": [8]},
        ),
        Lesson("regression", "composition", "sampled", 400_000),
        Lesson("regression", "count", "sampled", 400_000),
        Lesson("regression", "results", "sampled", 300_000, game="mini"),
        Lesson("regression", "none", "expected", 200_000),
        Lesson("regression", "none", "expected", 200_000, sit_out=False),
        Lesson("dqn", "none", "sampled", 30_000, settings={"buffer_size": 20_000}),
    ),
    curve_shoes=50,
    shoes=200,
    blind_shoes=100,
)  # fmt: skip


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    cells = []
    for cell in learners.cells(TINY, seed=1):
        arrays, measured, _ = work(cell.spec)
        stored = Stored(tmp_path_factory.mktemp("cell"), {"spec": cell.spec, "measured": measured})
        stored.__dict__["arrays"] = arrays
        cells.append(stored)
    return Results("learners", {}, tuple(cells))


def test_the_question_answers_draws_and_tabulates(results):
    told = tell(choose(["learners"])[0], results)
    answer = told.answer
    found = findings(results)
    assert answer.sentence.startswith("Yes, if it sees the cards")
    assert answer.sentence.endswith("2 of 2 learners learned to sit out.")
    assert found.quiet_replaying == 0, "so small a buffer tells nothing"
    words = " ".join((answer.sentence, *answer.details))
    for part in ("Full information", "published count", "least bad bet", "replay a buffer"):
        assert part in words
    assert "nan" not in words
    assert all(figure.alt for figure in told.figures)
    assert len(told.tables) == 5
    assert all(table.rows for table in told.tables)


def test_work_begins_with_the_learners_that_see_cards():
    cells = learners.cells(TINY, seed=1)
    seen = [cell.arguments["recipe"]["terms"]["information"] for cell in cells[1:]]
    assert cells[0].name.startswith("beside-")
    assert seen == ["composition"] * 2 + ["count"] + ["composition"] * 2 + [
        "results", "none", "none", "none",
    ]  # fmt: skip


def test_curves_are_those_of_most_seeds_and_the_longest():
    def taught_for(coups, seeds):
        made = recipe("ppo", "ez", coups=coups, information="composition", reward="expected")
        return Taught(made, (None,) * seeds)

    short, long, many = taught_for(1_000, 1), taught_for(9_000, 1), taught_for(5_000, 3)
    assert [one.recipe.coups for one in _drawn([short, long, many])] == [5_000, 9_000]


def test_shares_in_the_table_are_those_of_the_arrays(results):
    lessons = findings(results).lessons
    assert [len(one.cells) for one in lessons] == [3, 1, 1, 1, 1, 1, 1]
    one = lessons[1]
    arrays = one.cells[0].arrays
    b = EZ_BACCARAT.index("dragon_7")
    share = arrays["units"][:, b].sum() / arrays["ceiling"][:, b].sum()
    row = next(
        row for row in tell(choose(["learners"])[0], results).tables[0].rows
        if row[0] == one.title and row[1] == "composition" and row[3] == "Dragon 7"
    )  # fmt: skip
    assert row[5].value == pytest.approx(100 * share)
    assert row[4].value == pytest.approx(arrays["units"][:, b].sum() / one.shoes)
    assert not row[5].comparable, "another seed trains another agent"


def test_learners_without_card_information_sit_out_and_forced_ones_make_the_least_bad_bet(results):
    from experiments.questions.learners.findings import shortfall

    lessons = findings(results).lessons
    for one in lessons[3:5]:
        assert abs(one.mean("units").sum()) / one.shoes < 0.02
    assert abs(shortfall(lessons[5])) < 0.02


def test_what_a_buffer_and_quantiles_can_tell(results):
    from experiments.questions.learners.findings import quantile_step, smallest_edge

    one = findings(results).lessons[-1]
    assert one.recipe.settings["buffer_size"] == 20_000
    spreads = np.sqrt(odds.variance(EZ_BACCARAT.full_shoe, EZ_BACCARAT))
    wanted = 2 * spreads * np.sqrt(6 / 20_000)  # five bets and sitting out
    assert smallest_edge(one) == pytest.approx(wanted.min())
    assert smallest_edge(one, widest=True) == pytest.approx(wanted.max())
    quantiles = Taught(recipe("qr-dqn", settings={"n_quantiles": 10}), one.cells)
    assert quantile_step(quantiles) == pytest.approx(4.1)


def test_lessons_differ_in_their_seeds_and_share_their_shoes():
    cells = learners.cells(learners.FULL, seed=1)
    seeds = [cell.arguments["recipe"]["seed"] for cell in cells if "recipe" in cell.arguments]
    assert len(set(seeds)) == len(seeds)
    assert len({cell.arguments["held_seed"] for cell in cells}) == 1
    assert len({cell.name for cell in cells}) == len(cells)


def test_a_cell_scores_its_learner_where_it_says(tmp_path):
    made = recipe("regression", coups=60_000, tables=64, settings={"n_steps": 16})
    found = trained(made.to_dict(), [20_000, 60_000], 30, 60, 5)
    assert found["curve_coups"].tolist() == [20_480, 60_416]
    assert found["curve_units"].shape == (2, 5)
    assert found["coups"] == 60_416
    assert Cell.of(trained, recipe=made.to_dict()).name.startswith("trained-")


# --- The command ------------------------------------------------------------------------


def train(tmp_path, *words):
    place = str(tmp_path / "agent")
    return main(["train", "--out", place, "--shoes", "100", "--every", "10000", *words])


def test_train_writes_an_agent_a_log_and_a_checkpoint(tmp_path, capsys):
    assert train(tmp_path, "regression", "--coups", "30000", "--set", "n_steps=2") == 0
    told = capsys.readouterr().out
    assert "held-out shoes" in told
    folder = tmp_path / "agent"
    with (folder / "progress.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(float(row["coups"])) for row in rows] == [0, 12288, 24576, 32768]
    assert "exact/dragon_7_share_of_ceiling" in rows[0]
    assert {path.name for path in folder.iterdir()} >= {
        "agent.json",
        "weights.safetensors",
        "checkpoint.npz",
    }
    assert main(["backtest", f"learned:path={folder}", "--game", "ez", "--sessions", "20"]) == 0


def test_train_does_not_write_over_another_training(tmp_path, capsys):
    assert train(tmp_path, "regression", "--coups", "1000") == 0
    before = {path: path.read_bytes() for path in (tmp_path / "agent").iterdir()}
    capsys.readouterr()
    assert train(tmp_path, "regression", "--coups", "1000") == 2
    assert "holds a training already" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in (tmp_path / "agent").iterdir()} == before


BEGUN = ("regression", "--coups", "1000", "--cut", "20", "--reward", "expected", "--tables", "64")


@pytest.fixture(scope="module")
def begun(tmp_path_factory) -> Path:
    """A folder with a training that came to its end."""
    folder = tmp_path_factory.mktemp("begun")
    assert train(folder, *BEGUN) == 0
    return folder


@pytest.mark.parametrize(
    ("words", "match"),
    [
        (["ppo"], "ALGORITHM is 'ppo', and the training in {out} has 'regression'"),
        (["--game", "mini"], "--game is 'Mini-baccarat', and the training in {out} has 'EZ"),
        (["--coups", "2000"], "--coups is 2000, and the training in {out} has 1000"),
        (["--seed", "2"], "--seed is 2, and the training in {out} has 1"),
        (["--tables", "32"], "--tables is 32, and the training in {out} has 64"),
        (["--cut", "14"], "--cut is 14, and the training in {out} has 20"),
        (["--reward", "sampled"], "--reward is 'sampled', and the training in {out} has 'exp"),
        (["--information", "none"], "--information is 'none', and the training in {out} has "),
        (["--term", "history=5"], "--term history is 5, and the training in {out} has None"),
        (["--set", "n_steps=3"], "--set n_steps is 3, and the training in {out} has "),
    ],
)
def test_a_training_is_not_taken_up_with_other_options(begun, capsys, words, match):
    before = {path: path.read_bytes() for path in (begun / "agent").iterdir()}
    assert train(begun, "--resume", *words) == 2
    (told,) = capsys.readouterr().err.splitlines()
    assert told.startswith(match.format(out=begun / "agent"))
    assert {path: path.read_bytes() for path in (begun / "agent").iterdir()} == before


@pytest.mark.parametrize("words", [[], BEGUN, ["--game", "ez", "--cut", "20"]])
def test_a_training_is_taken_up_with_its_own_options_or_none(begun, capsys, words):
    assert train(begun, "--resume", *words) == 0
    assert "held-out shoes" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "match"),
    [
        (["a3c"], "unknown algorithm 'a3c'"),
        (["ppo", "--set", "learning_rte=1"], "ppo has no setting 'learning_rte'"),
        (["ppo", "--set", "learning_rate"], "set='learning_rate' must be name=value"),
        (["ppo", "--set", "activation=tnah"], "activation='tnah' must be tanh or relu"),
        (["ppo", "--set", "ent_coef=auto"], "ent_coef='auto' must be a number"),
        (["ppo", "--set", "activatoin=tanh"], "did you mean 'activation'?"),
        (["ppo", "--term", "histroy=5"], "did you mean 'history'?"),
        (["ppo", "--device", "cuda:99"], "torch finds no such device here"),
        (["ppo", "--device", "gpu"], "device='gpu' must be cpu, or cuda where there is one"),
        (["ppo", "--chips", "5"], "chips=[5] must be whole numbers rising from 0"),
        (["ppo", "--cut", "20", "--term", "cut=30"], "cut is given twice"),
        (["ppo", "--set", "learning_rate=fast"], "must be a number"),
        (["ppo", "--game", "faro"], "faro"),
        (["ppo", "--coups", "0"], "coups=0"),
        (["ppo", "--every", "0"], "every=0"),
        (["ppo", "--shoes", "5"], "shoes=5"),
        (["--resume"], "there is no"),
    ],
)
def test_bad_words_are_one_sentence_and_leave_nothing(tmp_path, capsys, words, match):
    assert train(tmp_path, *words) == 2
    told = capsys.readouterr().err.strip()
    assert match in told
    assert "Traceback" not in told
    assert not (tmp_path / "agent").exists()


def test_help_has_an_example():
    told = subprocess.run(
        [sys.executable, "-m", "experiments", "train", "--help"], capture_output=True, text=True,
        cwd=ROOT, check=True,
    ).stdout  # fmt: skip
    assert "Example: python -m experiments train ppo" in told


# --- Growth -----------------------------------------------------------------------------


def test_growth_is_that_of_the_definition_and_kelly_has_most():
    held = held_out(EZ_BACCARAT, 20, 78)
    bankroll, unit = 10_000, 50
    found = grown(make(f"exact:bets=dragon_7,unit={unit}"), held, bankroll, 1_000)
    session = play(make(f"exact:bets=dragon_7,unit={unit}"), held.schedule, bankroll=bankroll)
    b, total, chips, shoe = EZ_BACCARAT.index("dragon_7"), 0.0, 0.0, -1
    coups = held.schedule.coups
    for row, (unseen, stake) in enumerate(zip(coups.unseen, session.stakes[:, b], strict=True)):
        if coups.shoe[row] != shoe:
            shoe, chips = coups.shoe[row], float(bankroll)
        if stake:
            win = odds.endings(unseen).reshape(-1)[EZ_BACCARAT.pays[b] > 0].sum()
            total += win * np.log1p(40 * stake / chips) + (1 - win) * np.log1p(-stake / chips)
        chips += session.net[row].sum() / 10_000
    assert found == pytest.approx(total / 20, rel=1e-9)
    assert kelly_grown(held, bankroll, 1_000) > max(found, 0)


def test_train_says_how_fast_a_bankroll_grows(tmp_path, capsys):
    words = ("sac", "--coups", "3000", "--tables", "32", "--set", "learning_starts=500")
    assert train(tmp_path, *words) == 0
    told = capsys.readouterr().out
    assert "with Kelly's stakes by" in told


def test_theory_takes_the_error_that_still_captures_the_share():
    captured = np.where(np.arange(len(ERRORS)) <= 30, 1.0, 0.5)
    found = Beside(None, None, captured[:, None], np.array([41.0]))
    assert coups_for(0.9, found, 0, 7) == pytest.approx(41 * 7 / ERRORS[30] ** 2)
    assert coups_for(0.4, found, 0, 7) == pytest.approx(41 * 7 / ERRORS[-1] ** 2)


def test_train_takes_words_and_every_term(tmp_path, monkeypatch):
    from experiments.commands.train import command as command

    made = []
    monkeypatch.setattr(command, "_run", lambda recipe, *_, **__: made.append(recipe))
    out = ["--out", str(tmp_path / "new")]
    ppo = ["ppo", "--reward", "log", "--bankroll", "10000", "--chips", "0,5,25"]
    assert main(["train", *ppo, "--set", "activation=relu", "net_arch=16", *out]) == 0
    sac = ["sac", "--set", "ent_coef=auto", "--term", "history=5", "--term", "burn=false"]
    assert main(["train", *sac, *out]) == 0
    assert made[0].terms["bankroll"] == 10_000
    assert made[0].terms["chips"] == [0, 5, 25]
    assert (made[0].settings["activation"], made[0].settings["net_arch"]) == ("relu", [16])
    assert made[1].settings["ent_coef"] == "auto"
    assert (made[1].terms["history"], made[1].game.burn) == (5, False)


def test_exact_rewards_are_learned_with_the_default_settings():
    made = recipe("ppo", reward="expected")
    chosen = {name: made.settings[name] for name in ("net_arch", "activation", "batch_size")}
    assert chosen == {"net_arch": [64, 64], "activation": "tanh", "batch_size": 2_048}
    assert made.terms["reward_scale"] == 1.0
