"""The sheet of a backtest: its own numbers agree with the table, and it stands by itself."""

from __future__ import annotations

import base64
import csv
import io
import re
from html import unescape

import numpy as np
import pytest

from agents import OneTable
from experiments import RequestError, backtest
from experiments.__main__ import main
from experiments.commands.backtest.figures import bins, per_bin
from experiments.page.policy import policy
from experiments.shoes.summary import QUANTILES
from tests.support.browser import CHROMIUM, open_browser

SYSTEMS = ["martingale:bet=player,limit=100", "exact"]


class Evil(OneTable):
    name = "<script>alert(1)</script>$x$"

    def bet(self, shoe):
        return {"player": 1} if shoe.coup % 3 else {"tie": 1}


@pytest.fixture(scope="module")
def result():
    return backtest([*SYSTEMS, Evil()], game="ez", sessions=60, length=2, seed=4)


@pytest.fixture(scope="module")
def place(result, tmp_path_factory):
    path = tmp_path_factory.mktemp("sheet") / "sheet.html"
    result.page(path)
    return path


@pytest.fixture(scope="module")
def text(place):
    return place.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def tables(text):
    """Every table of the page by its caption: rows of its own CSV."""
    found = {}
    for caption, packed in re.findall(
        r"<caption><span>(.*?)</span>.*?base64,([^\"]*)\"", text, re.DOTALL
    ):
        rows = csv.DictReader(io.StringIO(base64.b64decode(packed).decode("utf-8-sig")))
        found.setdefault(unescape(caption).replace("\N{NO-BREAK SPACE}", " "), []).append(
            list(rows)
        )
    return found


def near(text, value):
    return f"{float(value):.12g}" == f"{float(text):.12g}"


def test_the_first_table_is_the_table(result, tables):
    table = result.table
    (rows,) = tables["A session: 2 shoes"]
    assert len(rows) == len(table["agent"])
    for i, row in enumerate(rows):
        assert near(row["result per 100 bet"], table["result_per_100_bet"][i])
        assert near(row["by exact odds"], table["exact_per_100_bet"][i])
        assert near(row["ended ahead %"], table["ended_ahead_percent"][i])
        assert near(row["largest fall, chips"], table["largest_fall_chips"][i])
        assert near(row["longest losing streak"], table["longest_losing_streak_bets"][i])


def test_curves_falls_and_streaks_agree_with_the_table(result, tables):
    table, names = result.table, list(result.table["agent"])
    for rows in tables["Chips won after the last coup, by share of sessions"]:
        for row in rows:
            i = names.index(row["System"].removesuffix(" (added)"))
            assert near(row["mean"], 2 * table["result_chips_per_shoe"][i])
            assert near(row["exact value"], 2 * table["exact_chips_per_shoe"][i])
            ends = result.tally.by_session[i]
            assert [row[f"{100 * q:.0f} %"] for q in QUANTILES] == [
                f"{ends.quantile(q) / 10_000:.12g}" for q in QUANTILES
            ]
    for rows in tables["The largest fall and the longest losing streak of a session"]:
        for row in rows:
            i = names.index(row["System"].removesuffix(" (added)"))
            assert near(row["largest fall, mean"], table["largest_fall_chips"][i])
            assert near(row["95 % fall at most"], table["largest_fall_95_chips"][i])
            assert near(row["losing streak, mean"], table["longest_losing_streak_bets"][i])


def test_the_deepest_fall_is_the_largest_of_the_tally(result, tables):
    names = list(result.table["agent"])
    for rows in tables["The deepest falls; – where the session ended first"]:
        for row in rows:
            i = names.index(row["System"].removesuffix(" (added)"))
            if row["fall"] == "1":
                assert near(row["chips"], result.tally.drawdown[i].values[-1] / 10_000)
            assert int(row["from coup"]) <= int(row["deepest at coup"])
            assert not row["back at coup"] or int(row["deepest at coup"]) < int(row["back at coup"])


def test_the_histogram_agrees_with_the_table(result, tables):
    names = list(result.table["agent"])
    for i, name in enumerate(names):
        label = name + " (added)" * (i >= len(names) - result.plan.added)
        for rows in tables.get(f"Sessions of {label} by result", []):
            assert sum(int(row["sessions"]) for row in rows) == 60
            assert sum(int(row["same stakes by chance"]) for row in rows) == 60
            ahead = sum(int(row["sessions"]) for row in rows if float(row["chips won, over"]) >= 0)
            assert near(100 * ahead / 60, result.table["ended_ahead_percent"][i])
        for rows in tables.get(f"Sessions of {label} by losing streak", []):
            mean = sum(int(r["bets lost in a row, at most"]) * int(r["sessions"]) for r in rows)
            assert near(mean / 60, result.table["longest_losing_streak_bets"][i])


def test_bins_hold_every_session_once(result):
    for sessions in result.sessions.values():
        edges = bins(sessions)
        ours, chance = per_bin(sessions, edges)
        assert ours.sum() == chance.sum() == 60
        assert 0 in edges
        assert edges[0] < sessions.results.min()
        assert sessions.results.max() <= edges[-1]


def test_falls_by_hand(result):
    rows = result.bets
    agent = np.array(rows["agent"].to_pylist()) == SYSTEMS[0]
    net = sum(rows[c].to_numpy() for c in rows.column_names if c.startswith("net_"))[agent]
    session = rows["session"].to_numpy()[agent]
    fall = result.curves[SYSTEMS[0]].worst[0]
    level = np.append(0, net[session == fall.session].cumsum())
    assert level[: fall.peak + 1].max() == level[fall.peak]
    assert level[fall.peak] - level[fall.bottom] == pytest.approx(fall.chips)
    if fall.back is not None:
        assert level[fall.back] >= level[fall.peak] > level[fall.back - 1]


def test_by_chance_the_stakes_are_worth_what_the_exact_odds_say():
    result = backtest("martingale:bet=player,limit=20", sessions=400, seed=9)
    name = result.plan.names[0]
    chance = result.sessions[name].by_chance
    worth = result.table["exact_chips_per_shoe"][0]
    assert abs(chance.mean() - worth) < 4 * chance.std() / np.sqrt(chance.size)


def test_the_sentence_has_a_direction(result, text):
    one, flat = result.summaries[:2]
    (said,) = re.findall(r'<section id="result".*?<p class="finding">(.*?)</p>', text, re.DOTALL)
    better = one.per_100.value > flat.per_100.value
    assert (": better than the same bet" in said) == better
    assert (": worse than the same bet" in said) != better


def test_it_stands_by_itself_and_escapes_names(text):
    outside = re.sub(r'"data:[^"]*"', '""', text)
    assert not re.search(r"https?:|@import|url\((?!#)", outside)
    assert text.count("<script") == 1
    assert "&lt;script&gt;alert(1)" in text
    style, script = (
        re.findall(f"<{tag}>(.*?)</{tag}>", text, re.DOTALL)[-1] for tag in ("style", "script")
    )
    assert unescape(re.findall(r'Policy" content="(.*?)"', text)[0]) == policy(
        style, script, "img-src data:"
    )


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium")
def test_it_fits_every_screen(place, tmp_path):
    with open_browser(tmp_path) as page:
        for width in (390, 1280, 1920):
            page.show(place, width)
            wide, room = page.run(
                "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
            )
            assert wide <= room
            assert not page.of("Log.entryAdded", "Runtime.exceptionThrown")
            assert not page.of("Network.requestWillBeSent")[1:]


def test_a_long_backtest_says_which_sessions_are_drawn(monkeypatch, tmp_path):
    monkeypatch.setattr("experiments.commands.backtest.sessions.DRAWN", 20)
    monkeypatch.setattr("experiments.commands.backtest.content.DRAWN", 20)
    result = backtest("flat", sessions=30)
    assert result.sessions["flat"].results.size == 20
    result.page(tmp_path / "a.html")
    assert "Figures show the first 20 of 30 sessions" in (tmp_path / "a.html").read_text()


def test_the_command_writes_the_page(tmp_path, capsys):
    path = tmp_path / "shoes.txt"
    path.write_text("PBTPBBPPBB" * 6 + "\n" + "BBPPTPPBBP" * 6)
    words = ["backtest", "flat:bet=tie", "--recorded", str(path), "--workers", "1"]
    assert main([*words, "--page", f"{tmp_path}/a.html"]) == 0
    assert f"page written to {tmp_path}/a.html" in capsys.readouterr().out
    assert "Shoes were recorded in" in (tmp_path / "a.html").read_text()
    many = [f"flat:unit={n}" for n in range(1, 14)]
    assert main(["backtest", *many, "--page", f"{tmp_path}/b.html"]) == 2
    assert "a page of 13 systems is too long: name at most 12" in capsys.readouterr().err
    assert not (tmp_path / "b.html").exists()


def test_two_agents_of_one_name_are_refused():
    with pytest.raises(RequestError, match="two agents are called"):
        backtest([Evil(), Evil()], sessions=2)
