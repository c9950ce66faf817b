"""Grids of systems, the best of many in sample and out of sample, and shoes coup by coup."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest

from agents import OneTable, make
from agents.agent import Agent, AgentError
from agents.grid import grid
from baccarat_env import simulate
from baccarat_env.game import EZ_BACCARAT, MINI_BACCARAT
from experiments import RequestError, backtest
from experiments.__main__ import main
from experiments.shoes.choice import Record, interval, luck_of_the_best, played
from experiments.shoes.plan import Plan
from experiments.shoes.played import bets_of
from tests.experiments.test_recorded import card_rows

# --- Names ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "shape", "first", "last"),
    [
        ("martingale:limit=100..1000/100", (10,), "martingale:limit=100", "martingale:limit=1000"),
        ("follow_run:k=2..4", (3,), "follow_run:k=2", "follow_run:k=4"),
        (
            "dragon-count:trigger=3.5..5/0.5,unit=1..2",
            (4, 2),
            "dragon-count:trigger=3.5,unit=1",
            "dragon-count:trigger=5,unit=2",
        ),
        ("flat:bet=player|banker", (2,), "flat:bet=player", "flat:bet=banker"),
        (
            "after:BBB=player|banker,unit=2",
            (2,),
            "after:BBB=player,unit=2",
            "after:BBB=banker,unit=2",
        ),
        ("a/my.py:Mine:k=1..2", (2,), "a/my.py:Mine:k=1", "a/my.py:Mine:k=2"),
        ("martingale:losses=3..8/2", (3,), "martingale:losses=3", "martingale:losses=7"),
    ],
)
def test_a_grid_names_every_system(name, shape, first, last):
    found = grid(name)
    assert found.shape == shape
    assert len(found.systems) == len(set(found.systems)) == np.prod(shape)
    assert (found.systems[0], found.systems[-1]) == (first, last)


@pytest.mark.parametrize(
    "name", ["martingale:limit=100", "learned:path=../models/x", "count:tags=0 0 -1", "flat"]
)
def test_other_names_are_no_grid(name):
    assert grid(name) is None


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("martingale:limit=1000..100", "limit=1000..100 must run upwards"),
        ("martingale:limit=100..100", "must run upwards"),
        ("martingale:limit=100..500/0", "has a step of 0: it must be above 0"),
        ("martingale:limit=100..500/-100", "has a step of -100"),
        ("martingale:limit=100..x", "must be FIRST..LAST/STEP, such as limit=100..1000/100"),
        ("martingale:limit=100..500/", "must be FIRST..LAST/STEP"),
        ("martingale:limit=100...500", "must be FIRST..LAST/STEP"),
        ("exact:fraction=0.1..0.5", "needs a step: write fraction=0.1..0.5/0.1"),
        ("martingale:limit=1..5000", "has 5,000 values: name at most 1,000"),
        ("martingale:limit=1..100,unit=1..100", "stands for 10,000 systems: name at most 1,000"),
        ("flat:bet=player|", "write different words"),
        ("flat:bet=player|player", "write different words"),
    ],
)
def test_a_grid_that_cannot_be_is_one_sentence(name, told, capsys):
    with pytest.raises(AgentError) as problem:
        grid(name)
    assert told in str(problem.value)
    assert main(["backtest", name]) == 2
    said = capsys.readouterr().err.strip()
    assert told in said
    assert len(said.splitlines()) == 1


# --- Luck of the best -------------------------------------------------------------------


def test_sums_are_those_of_the_bets_for_any_groups(monkeypatch):
    names = ("flat:bet=player", "follow", "martingale:limit=20", "exact")
    plan = Plan(names, EZ_BACCARAT, sessions=12, length=2, seed=5)
    record = played(plan)
    monkeypatch.setattr("experiments.shoes.choice.GROUP", 3)
    heard = []
    again = played(plan, watch=heard.append)
    assert heard[-1] == 12 * 4
    for a, bets in enumerate(bets_of(plan, 0, 12)):
        np.testing.assert_allclose(record.won[a], bets.sums.of("net") / 10_000)
        np.testing.assert_allclose(record.worth[a], bets.sums.scored[:, 0])
        np.testing.assert_array_equal(record.staked[a], bets.sums.of("staked"))
    np.testing.assert_array_equal(again.won, record.won)


def test_the_best_of_many_by_luck_follows_its_law():
    rng = np.random.default_rng(1)
    won = rng.normal(size=(30, 400)) + 5.0
    apart = luck_of_the_best(Record(won, np.zeros_like(won), np.ones_like(won)), 1)
    means = 100 * rng.normal(size=(4_000, 30)) / 20
    assert apart.mean() == pytest.approx(means.max(axis=1).mean(), rel=0.1)
    alike = np.repeat(won[:1], 30, axis=0)
    together = luck_of_the_best(Record(alike, np.zeros_like(won), np.ones_like(won)), 1)
    assert together.mean() == pytest.approx(0, abs=0.5)
    assert together.std() == pytest.approx(100 / 20, rel=0.15)
    low, high = interval(together)
    assert low < -8
    assert high > 8


def test_systems_that_never_bet_or_are_not_settled_are_never_best():
    won = np.array([[1.0, -3.0], [0.0, 0.0], [np.nan, 2.0]])
    record = Record(won, np.zeros_like(won), np.array([[1.0, 1.0], [0.0, 0.0], [1.0, 1.0]]))
    assert record.best == 0
    assert np.isfinite(luck_of_the_best(record, 1)).all()
    with pytest.raises(RequestError, match="no system made a bet"):
        _ = Record(won[1:], won[1:], np.zeros((2, 2))).best


class Seer(Agent):
    """Bets on what is about to win at the first `share` of the tables: skill that cannot exist."""

    def __init__(self, name, until):
        self.name, self.until = name, until

    def start(self, game, tables, first=0):
        super().start(game, tables, first)
        deal = simulate.deal(game, shoes=tables, seed=6, first=first)
        self.coming = np.full((tables, int(deal.coup.max()) + 1), 2)
        self.coming[deal.shoe - deal.shoe[0], deal.coup] = game.pays[0][deal.endings] <= 0

    def bet(self, view):
        stakes = view.no_bet()
        rows = np.flatnonzero(view.active & (view.coup < self.until))
        stakes[rows, self.coming[rows, view.coup[rows]]] = 1
        return stakes


def test_luck_and_skill_are_told_apart():
    by_luck = backtest(["after:BBB=player|banker", "follow_run:k=2..5"], sessions=120, seed=6)
    assert by_luck.p_value > 0.01
    assert "choosing the best of many explains its result" in by_luck.sentences[1]
    seer = backtest([Seer("seer", 20), "follow_run:k=2..5"], sessions=120, seed=6, train=0.5)
    assert seer.best == "seer"
    assert seer.p_value < 0.01
    assert "its result is better than luck explains" in seer.sentences[1]


# --- In Python, on the screen, in files ---------------------------------------------------


@pytest.fixture(scope="module")
def choice():
    return backtest(["martingale:limit=10..40/10,bet=player|tie", "follow"], sessions=80, seed=3)


def test_a_grid_is_chosen_on_one_half_and_judged_on_the_other(choice):
    assert (choice.plan.sessions, choice.judged.sessions) == (40, 40)
    assert choice.plan.seed != choice.judged.seed
    table = choice.table
    assert len(table["agent"]) == 9
    at = choice.chosen.best
    assert table["rank_when_chosen"][at] == 1
    assert table["chosen_result_per_100_bet"][at] == max(table["chosen_result_per_100_bet"])
    said = " ".join(choice.sentences)
    assert f"{choice.best} was the best of 9 on the first 40 sessions: it " in said
    assert "On the other 40 it " in said
    assert "By luck alone the best of these 9 comes to between" in said
    name, first, _ = choice.flat
    assert name.startswith("flat:bet=")
    alone = played(Plan((name,), MINI_BACCARAT, sessions=40, seed=3))
    assert first == pytest.approx(alone.rates[0])
    assert max(map(len, repr(choice).splitlines())) <= 80


def test_a_choice_goes_out_as_csv_json_page_and_picture(choice, tmp_path):
    choice.csv(tmp_path / "a.csv")
    choice.json(tmp_path / "a.json")
    choice.page(tmp_path / "a.html")
    choice.plot().savefig(tmp_path / "a.png")
    with (tmp_path / "a.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    told = json.loads((tmp_path / "a.json").read_text())["systems"]
    for row, other, rate in zip(rows, told, choice.chosen.rates, strict=True):
        assert float(row["chosen_result_per_100_bet"]) == pytest.approx(rate, rel=1e-11)
        assert other["chosen_result_per_100_bet"] == rate
    text = (tmp_path / "a.html").read_text()
    assert choice.sentences[0] in text.replace("\N{NO-BREAK SPACE}", " ")
    assert text.count("<svg") == 2
    assert text.count("<script") == 1


def test_one_option_is_bars_and_three_are_averaged(tmp_path):
    for name in ("follow_run:k=2..4", "martingale:limit=5..6,unit=1..2,losses=2..3"):
        backtest(name, sessions=10).page(tmp_path / "a.html")
        text = (tmp_path / "a.html").read_text()
        assert ("Each cell is the mean over losses" in text) == ("losses" in name)


def test_recorded_shoes_are_chosen_on_the_first_half(tmp_path, capsys):
    path = tmp_path / "shoes.txt"
    path.write_text(card_rows(simulate.deal(MINI_BACCARAT, shoes=20, seed=8)))
    words = ["follow_run:k=2..5", "--recorded", str(path), "--workers", "1"]
    assert main(["backtest", *words, "--page", f"{tmp_path}/a.html", "--all"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "was the best of 4 on the first 10 sessions" in said
    assert "page written to" in said
    assert "judged on the other 10" in (tmp_path / "a.html").read_text()


# --- Coup by coup -----------------------------------------------------------------------


class Chaser(OneTable):
    def bet(self, shoe):
        self.reason = f"coup {shoe.coup} is even" if shoe.coup % 2 == 0 else "waits"
        return {"player": 2} if shoe.coup % 2 == 0 else {}


def lines_of(text):
    return [line for line in text.splitlines() if line[:5].strip().isdigit()]


@pytest.mark.parametrize("length", [1, 2])
def test_a_replay_is_the_ledger_of_its_shoe(capsys, length, monkeypatch):
    monkeypatch.setattr("experiments.page.terminal.WIDE", 80)
    words = ["martingale:bet=player", "--sessions", "4", "--length", str(length), "--workers", "1"]
    assert main(["backtest", *words, "--replay", "4", "--bankroll", "500"]) == 0
    said = capsys.readouterr().out
    plan = Plan(("martingale:bet=player",), MINI_BACCARAT, sessions=4, length=length, bankroll=500)
    (bets,) = bets_of(plan, 0, 4)
    here = bets.coups.shoe == 3
    net = bets.done.net[:, 0] / 10_000
    start = 500 + net[~here & (bets.session == 3 // length) & (bets.coups.shoe < 3)].sum()
    assert len(lines_of(said)) == here.sum()
    assert max(map(len, said.splitlines())) <= 80
    stakes, chips = bets.done.stakes[here, 0], start + net[here].cumsum()
    for line, stake, left, worth in zip(
        lines_of(said), stakes, chips, bets.expected[here], strict=True
    ):
        cells = line.replace(",", "").replace("−", "-").split()
        assert cells[3] == str(stake)
        assert float(cells[-2]) == left
        assert float(cells[-1]) == pytest.approx(worth, abs=6e-4)
    assert "always player; martingale" in said


@pytest.mark.parametrize(
    ("name", "reasons"),
    [
        ("after:BBB=player", ("after BBB", "no bet: after")),
        ("follow", ("follow after",)),
        ("dragon-count:trigger=1", ("true count", "bets dragon_7 from 1")),
        ("exact", ("best: ",)),
        ("flat:bet=tie,stop_loss=3", ("always tie", "has left the table")),
        ("template", ("template",)),
        ("martingale:bet=player,limit=4,over=cap", ("martingale asks for",)),
        ("dragon-count:errors=0.1", ("true count",)),
    ],
)
def test_every_kind_of_agent_says_why(capsys, name, reasons):
    assert main(["backtest", name, "--game", "ez", "--replay", "2"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    for reason in reasons:
        assert reason in said
    assert f"{name} " in said
    assert "is luck." in said


def test_a_class_of_ones_own_says_why_itself():
    said = backtest(Chaser(), sessions=3).replay(2)
    assert "coup 2 is even" in said
    assert "waits" in said
    assert max(map(len, said.splitlines())) <= 80


def test_several_systems_stand_side_by_side():
    result = backtest(["follow", "martingale", Chaser(), make("exact")], sessions=3)
    said = result.replay(3)
    assert said.count("so far") == 4
    assert "Name one system alone to read its reasons." in said


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("flat --replay 0", "replay=0 must be the number of a shoe, from 1 to 1,000"),
        ("flat --replay 7 --sessions 3 --length 2", "replay=7 must be the number of a shoe, from"),
        ("flat --replay 1 --all", "--all has no effect here, since --replay shows one shoe"),
        ("flat --replay 1 --csv {tmp}/a", "has no effect here, since --replay shows one shoe"),
        ("flat --replay 1 --ledger {tmp}/a.csv", "has no effect here, since --replay shows"),
        ("flat follow --replay 1 --train .5", "--replay 1 has no effect beside --train"),
        ("flat:unit=1..3 --replay 1", "--replay 1 has no effect beside a grid"),
        ("flat:unit=1..3 --ledger {tmp}/a.csv", "since a grid keeps no ledger"),
        ("flat:unit=1..3 --sessions 1", "a single session cannot be divided"),
        ("flat:unit=1..3 --train 1", "leaves one part empty"),
        ("flat:unit=1..3,nit=2", "no option 'nit'"),
        ("flat:unit=499..501", "unit=501 is above the largest stake"),
        ("flat:unit=1..3 flat:unit=2", "two agents are called flat:unit=2"),
        ("dragon-count:trigger=3..6 --game mini", "offers no bet 'dragon_7'"),
        ("flat:unit=1..3 --page {tmp}", "cannot be written: it is a folder"),
        ("flat:unit=1..400 --sessions 200000", "are too many to choose from"),
    ],
)
def test_what_has_no_effect_or_cannot_be_is_one_sentence(tmp_path, capsys, words, told):
    assert main(["backtest", *words.format(tmp=tmp_path).split()]) == 2
    said = capsys.readouterr().err.strip()
    assert len(said.splitlines()) == 1
    assert told in said
    assert not list(tmp_path.iterdir())
