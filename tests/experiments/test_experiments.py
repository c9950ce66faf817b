"""Questions, cells of work and the command line."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from baccarat_env import EZ_BACCARAT, odds, simulate
from baccarat_env.game import as_game
from baccarat_env.rules import full_shoe
from experiments import RequestError, published
from experiments.__main__ import main
from experiments.page.section import tell
from experiments.questions import choose, house_edge, questions
from experiments.questions.house_edge.findings import findings as house_edge_of
from experiments.questions.house_edge.work import simulated
from experiments.statistics import chi_square, proportion, ratio
from experiments.work import cell as cells
from experiments.work.results import Results, load
from tests import ROOT

TINY = house_edge.Config(players=12, shoes=200, batch=5)


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which `house_edge` was run with a tiny profile."""
    folder = tmp_path_factory.mktemp("results")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(house_edge, "QUICK", TINY)
        assert main(["run", "house_edge", "--workers", "1", "--out", str(folder)]) == 0
    return folder


@pytest.fixture(scope="module")
def results(out: Path) -> Results:
    found = load(out, "house_edge")
    assert found is not None
    return found


def in_a_shell(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "experiments", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)


# --- The command line ------------------------------------------------------------------


def test_list_shows_every_question_and_what_is_stored(out):
    told = in_a_shell("list", "--out", str(out))
    assert told.returncode == 0
    assert "house_edge" in told.stdout
    assert "quick, seed 1" in told.stdout


def test_report_ends_with_the_verdict_and_the_path(out):
    told = in_a_shell("report", "--out", str(out))
    assert told.returncode == 0, told.stderr
    verdict, path = told.stdout.splitlines()[-2:]
    assert verdict.startswith("Verdict: Every bet loses")
    assert path == f"Report: {out / 'report.html'}"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["run", "house_age"], "unknown question 'house_age': choose from house_edge"),
        (["run", "--workers", "0"], "workers=0 must be a whole number from 1 to 1024"),
        (["run", "--seed=-1"], "seed=-1 must be a whole number from 0 to"),
        (["report", "--out", "nowhere"], "nowhere holds no finished question"),
        (["run", "--out", "Makefile"], "out='Makefile' is a file: it must be a folder"),
    ],
)
def test_a_wrong_request_is_one_sentence_and_exit_code_2(words, sentence, capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert main(words) == 2
    told = capsys.readouterr().err
    assert sentence in told
    assert len(told.splitlines()) == 1


def test_a_wrong_request_in_a_shell_shows_no_traceback():
    told = in_a_shell("run", "nothing")
    assert told.returncode == 2
    assert len(told.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", ["run", "report", "list", "compare", "throughput"])
def test_help_has_an_example(command, capsys):
    with pytest.raises(SystemExit, match="0"):
        main([command, "--help"])
    assert f"Example: python -m experiments {command}" in capsys.readouterr().out


# --- Questions -------------------------------------------------------------------------


def test_questions_are_found_by_looking():
    folders = {file.parent.name for file in (ROOT / "experiments/questions").glob("*/__init__.py")}
    assert set(questions()) == folders
    assert [q.name for q in choose(["house_edge"])] == ["house_edge"]


@pytest.mark.parametrize("question", questions().values(), ids=questions())
def test_a_question_opens_with_a_question_and_has_two_profiles(question):
    assert question.title.endswith("?")
    assert question.method
    for config in question.profiles.values():
        work = question.cells(config, 1)
        assert len({cell.name for cell in work}) == len(work)
        assert all(json.loads(json.dumps(cell.spec)) == cell.spec for cell in work)


def test_results_that_lost_a_cell_are_refused(tmp_path, out):
    record = json.loads((out / "house_edge" / "run.json").read_text())
    (tmp_path / "house_edge").mkdir()
    cells.write_json(tmp_path / "house_edge" / "run.json", record)
    with pytest.raises(RequestError, match="is missing: run house_edge again"):
        load(tmp_path, "house_edge")
    (tmp_path / "house_edge" / "run.json").write_text("[]")
    with pytest.raises(RequestError, match="is damaged"):
        load(tmp_path, "house_edge")


# --- What does each bet cost? ----------------------------------------------------------


@pytest.fixture(scope="module")
def bets(results):
    found = house_edge_of(results)
    return {(bet.bet.name, bet.payout): bet for bet in found.bets}


@pytest.mark.parametrize(("key", "figure"), published.HOUSE_EDGE.items(), ids=str)
def test_house_edge_has_the_printed_digits(key, figure, bets):
    bet, payout, decks, quantity = key
    scale = 1 if quantity == "deviation" else 100
    value = scale * bets[bet, payout].figures[quantity][decks - 1]
    assert published.agrees(value, figure.printed)


@pytest.mark.parametrize(
    ("bet", "payout", "fair"),
    [
        ("dragon_7", "40 to 1", "43.38 to 1"),
        ("panda_8", "25 to 1", "27.95 to 1"),
        ("tie", "8 to 1", "9.51 to 1"),
        ("banker", "0.95 to 1", "1 to 1 less 2.693 %"),
    ],
)
def test_fair_payouts(bet, payout, fair, bets):
    assert bets[bet, payout].fair(8) == fair


def test_the_fair_payout_is_fair(bets):
    for bet in bets.values():
        net = bet.bet.pays / 10_000
        fair = np.where(net > 0, net * bet.figures["factor"][7], net)
        assert odds.endings(full_shoe(8)).ravel() @ fair == pytest.approx(0, abs=1e-12)


def test_the_answer_prices_every_bet(results):
    sentence = tell(choose(["house_edge"])[0], results).answer.sentence
    assert sentence.startswith("Every bet loses")
    assert "keeps 1.02 and the dearest (Tie) keeps 14.36." in sentence


def test_the_simulation_ends_within_four_standard_errors(results):
    checks = house_edge_of(results).checked
    assert [check.game.name for check in checks] == ["Mini-baccarat", "EZ Baccarat"]
    for check in checks:
        assert np.abs(check.edge.distance(check.exact["edge"])).max() < 4
        assert chi_square(check.endings, check.exact["endings"]).p_value > 1e-4


def test_the_players_and_the_tally_saw_the_same_coups(results):
    for check in house_edge_of(results).checked:
        played = [c for c in results.of("simulated") if check.game == as_game(c.arguments["game"])]
        net = sum(cell.arrays["net"][:, -1].sum(axis=0) for cell in played)
        assert (net == check.game.pays @ check.endings).all()
        assert sum(len(cell.arrays["net"]) for cell in played) == TINY.players


def test_players_have_their_own_shoes():
    game = EZ_BACCARAT.to_dict()
    both = simulated(game, seed=3, first=0, players=2, shoes=20)
    second = simulated(game, seed=3, first=1, players=1, shoes=20)
    assert (both.net[1] == second.net[0]).all()
    shoes = simulate.flat(EZ_BACCARAT, shoes=20, seed=3, first=20)
    assert (second.net[0, -1] == shoes.net.sum(axis=0)).all()


# --- Statistics ------------------------------------------------------------------------


def test_the_ratio_and_its_error():
    rng = np.random.default_rng(1)
    size = rng.integers(50, 100, (2000, 30))
    total = 0.3 * size + rng.normal(size=(2000, 30)) * np.sqrt(size)
    estimates = [ratio(t, s) for t, s in zip(total, size, strict=True)]
    covered = [abs(e.distance(0.3)) < 1.96 for e in estimates]
    assert np.mean(covered) == pytest.approx(0.94, abs=0.02)


def test_a_ratio_needs_two_groups():
    with pytest.raises(ValueError, match="at least two"):
        ratio([1.0], [2.0])


def test_proportion():
    estimate = proportion(25, 100)
    assert (estimate.value, estimate.error) == (0.25, pytest.approx(0.0433, abs=1e-4))


def test_chi_square():
    fit = chi_square([10, 20, 30, 0], [1 / 6, 1 / 3, 1 / 2, 0])
    assert (fit.statistic, fit.freedom, fit.p_value) == (pytest.approx(0), 2, pytest.approx(1))
    assert chi_square([50, 10], [0.5, 0.5]).p_value < 1e-6
    rare = chi_square([30, 60, 5, 3, 2], [0.3, 0.6, 0.04, 0.03, 0.03])
    together = chi_square([30, 60, 10], [0.3, 0.6, 0.1])
    assert (rare.statistic, rare.freedom) == (pytest.approx(together.statistic), 2)
    alone = chi_square([1, 0, 0], [0.2, 0.4, 0.4])
    assert alone.freedom == 0
    assert np.isnan(alone.p_value)
    with pytest.raises(ValueError, match="probability is zero"):
        chi_square([1, 1], [1, 0])


def test_the_naive_enumeration_of_the_benchmark_is_right():
    from experiments.commands.throughput.throughput import naive_endings

    counts = [4, 1, 2, 1, 1, 2, 1, 1, 1, 1]
    exact = odds.combinations(counts)
    ways = naive_endings(counts)
    assert sum(ways.values()) == exact.sum()
    for (drew_p, drew_b, p, b), number in ways.items():
        assert exact[int(drew_p), int(drew_b), p, b] == number
