"""Flat betting stands beside every system; the table goes out as CSV and JSON, or not at all."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest

from agents import OneTable, make
from agents.agent import Agent
from baccarat_env.game import EZ_BACCARAT, MINI_BACCARAT
from experiments import RequestError, backtest
from experiments.__main__ import main
from experiments.shoes.flat import beside_flat
from experiments.shoes.plan import Plan
from experiments.shoes.recorded import read


class Never(Agent):
    def bet(self, view):
        return view.no_bet()


class FiveOnTie(OneTable):
    def bet(self, shoe):
        return {"tie": 5 + 20 * (shoe.coup > 3), "player": 1} if shoe.coup < 9 else {"tie": 5}


@pytest.mark.parametrize(
    ("agents", "added"),
    [
        (["martingale:bet=player"], ["flat:bet=player"]),
        (["martingale:bet=player,unit=10", "labouchere:bet=player"], ["flat:bet=player,unit=10"]),
        (["martingale:bet=player", "Flat:bet=Player"], []),
        (["martingale", "flat"], []),
        (["flat:bet=tie,stop_win=5"], ["flat:bet=tie"]),
        (["dragon-count", "after:BBB=player"], ["flat:bet=dragon_7", "flat:bet=player"]),
        ([FiveOnTie()], ["flat:bet=tie,unit=5"]),
        ([make("martingale:bet=player"), make("flat:bet=player")], []),
        ([Never()], []),
    ],
)
def test_the_same_bet_is_added_flat_unless_it_plays(agents, added):
    plan = beside_flat(Plan(tuple(agents), EZ_BACCARAT, sessions=60))
    assert list(plan.agents[len(agents) :]) == added
    assert plan.added == len(added)


def test_on_recorded_shoes_too(tmp_path):
    path = tmp_path / "shoes.txt"
    path.write_text("PBTPBBPPBB" * 6 + "\n" + "BBPPTPPBBP" * 6 + "\n" + "BPPBBBPPBP" * 6)
    plan = Plan(("martingale:bet=tie",), MINI_BACCARAT, length=2, recorded=read(path))
    assert beside_flat(plan).agents[1:] == ("flat:bet=tie",)
    result = backtest("follow", recorded=path, length=3)
    assert result.table["agent"][1] in ("flat:bet=player", "flat:bet=banker")


@pytest.fixture(scope="module")
def result():
    return backtest(["martingale:limit=50", "exact", "dragon-count"], game="ez", sessions=60)


def test_the_screen_names_bets_and_what_was_added(result):
    said = " ".join(repr(result).split())
    assert " worst % of " in said
    assert "Added for comparison, the same bet on every coup of the same shoes: flat:bet=" in said
    assert "dragon_7 +" in said
    assert max(map(len, repr(result).splitlines())) <= 80
    table = result.table
    at = list(table["agent"]).index("exact")
    assert table["percent_of_exact"][at] == 100
    share = table["exact_chips_per_shoe"][2] / table["exact_chips_per_shoe"][at]
    assert table["percent_of_exact"][2] == pytest.approx(100 * share)
    assert "percent_of_exact" not in backtest("flat", sessions=2).table


def test_who_never_bets_is_named():
    said = " ".join(backtest([Never()], sessions=3).sentences)
    assert "No bet was placed by agent." in said
    assert "does not differ" not in said


def test_csv_and_json_hold_the_table(result, tmp_path):
    result.csv(tmp_path / "a.csv")
    result.json(tmp_path / "a.json")
    with (tmp_path / "a.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    told = json.loads((tmp_path / "a.json").read_text())
    table = result.table
    assert list(rows[0]) == list(told["agents"][0]) == list(table)
    for i, (row, other) in enumerate(zip(rows, told["agents"], strict=True)):
        for name, values in table.items():
            if values.dtype.kind not in "if":
                continue
            if np.isnan(values[i]):
                assert row[name] == ""
                assert other[name] is None
            else:
                assert float(row[name]) == pytest.approx(values[i], rel=1e-11)
                assert other[name] == values[i]
    assert [row["added"] for row in rows] == ["false"] * 3 + ["true"] * (len(rows) - 3)
    assert told["plan"]["procedure"] == EZ_BACCARAT.procedure
    assert told["plan"]["seed"] == 1
    assert told["sentences"] == result.sentences


def test_the_command_writes_them(tmp_path, capsys):
    words = ["backtest", "flat:bet=tie", "--sessions", "5", "--workers", "1"]
    assert main([*words, "--csv", f"{tmp_path}/a.csv", "--json", f"{tmp_path}/a.json"]) == 0
    assert f"csv written to {tmp_path}/a.csv" in capsys.readouterr().out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.csv", "a.json"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--csv {tmp}", "--csv {tmp} cannot be written: it is a folder"),
        ("--json {tmp}/no/a.json", "cannot be written: there is no folder {tmp}/no"),
        ("--csv {tmp}/file/a.csv", "cannot be written: there is no folder"),
        ("--csv {tmp}/a --json {tmp}/a", "name the same file"),
    ],
)
def test_what_cannot_be_written_is_refused_before_anything_is_played(
    tmp_path, capsys, monkeypatch, words, told
):
    monkeypatch.setattr("experiments.commands.backtest.command._play", None)
    (tmp_path / "file").write_text("")
    assert main(["backtest", "flat", *words.format(tmp=tmp_path).split()]) == 2
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1
    assert told.format(tmp=tmp_path) in said
    with pytest.raises(RequestError, match="cannot be written: it is a folder"):
        backtest("flat", sessions=2).csv(tmp_path)
