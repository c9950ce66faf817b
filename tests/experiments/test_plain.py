"""Names people bring: markup, scripts, formulas and escapes come out as text everywhere."""

from __future__ import annotations

import ast
import csv
import json
import sys
import unicodedata
from io import StringIO
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

import experiments
from experiments.__main__ import main
from experiments.page.page import page, sections
from experiments.page.terminal import Terminal
from experiments.page.text import plain, plain_lines
from experiments.questions import choose, house_edge
from experiments.shoes import ledger
from tests.support.asked import ask

NASTY = "=[red]x[bold] :smile: <script>alert('1')< &\x1b[31m\x07\r\n\x9b2J\u202e\udcff"
"""A name that a file may have: markup, an emoji's name, a script, a formula, escapes."""

SHOWN = "=[red]x[bold] :smile: <script>alert('1')< &␛[31m␇␍␊⟨U+009B⟩2J⟨U+202E⟩⟨U+DCFF⟩"

AGENT = """
from agents import Agent

class Name(Agent):
    information = "none"

    def bet(self, view):
        stakes = view.no_bet()
        stakes[:, 0] = 1
        return stakes
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch) -> Path:
    """Work in a folder with a nasty agent and nasty shoes."""
    monkeypatch.chdir(tmp_path)
    Path(f"{NASTY}.py").write_text(AGENT)
    Path(f"{NASTY}.txt").write_text("P B B T P\nB B P\n")
    return tmp_path


def told(capsys) -> str:
    """Read what was printed; every character is one that is seen, and the name is whole."""
    out, err = capsys.readouterr()
    printed = out + err
    assert plain_lines(printed) == printed
    return printed


def joined(text: str) -> str:
    """Undo the folding of lines: all that is not a blank."""
    return "".join(text.split())


def first_column(printed: str) -> str:
    """Join the cells of the first column, over which a long name is folded."""
    rows = (line.split("│") for line in printed.splitlines())
    return joined("".join(cells[1] for cells in rows if len(cells) > 2))


# --- Characters -------------------------------------------------------------------------


@given(st.text(st.characters(exclude_categories=())))
def test_nothing_but_what_is_seen_is_left(text):
    shown = plain(text)
    assert all(c.isprintable() or unicodedata.category(c) == "Zs" for c in shown)
    assert plain(shown) == shown
    shown.encode()


@given(st.text(st.characters(categories=("L", "N", "P", "S", "Zs"))))
def test_words_stay_as_they_are(text):
    assert plain(text) == text


def test_the_nasty_name_is_shown():
    assert plain(NASTY) == SHOWN


def test_a_terminal_prints_words_as_they_are():
    written = StringIO()
    Terminal(file=written, width=200, force_terminal=True, color_system="truecolor").print(NASTY)
    assert written.getvalue() == SHOWN.replace("␊", "\n") + "\n"


def test_there_is_one_kind_of_console():
    root = Path(experiments.__file__).parent
    makers = {
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "Console"
    }
    assert makers == set()


# --- Commands ---------------------------------------------------------------------------


def test_a_backtest_prints_the_names(capsys):
    words = ["backtest", f"{NASTY}.py:Name", "flat:bet=tie", "--recorded", f"{NASTY}.txt"]
    assert main([*words, "--workers", "1", "--all"]) == 0
    printed = told(capsys)
    assert joined(f"{SHOWN}.py:Name") in first_column(printed)
    assert joined(f"recorded in {SHOWN}.txt") in joined(printed)


@pytest.mark.parametrize("rows", ["shoe", "coup"])
def test_a_ledger_holds_the_names(capsys, rows):
    for suffix in ledger.SUFFIXES:
        words = ["backtest", f"{NASTY}.py:Name", "--sessions", "2", "--workers", "1"]
        assert main([*words, "--ledger", f"kept{suffix}", "--rows", rows]) == 0
    told(capsys)
    with Path("kept.csv").open(encoding="utf-8", newline="") as file:
        first = next(csv.DictReader(file))
    assert first["agent"] == f"'{SHOWN}.py:Name"
    kept = pq.read_table("kept.parquet")
    assert set(kept["agent"].to_pylist()) == {f"{SHOWN}.py:Name", "flat:bet=player"}
    assert ledger.read(Path("kept.csv"))["agent"].to_pylist() == kept["agent"].to_pylist()


def test_shoes_are_named(capsys):
    assert main(["shoes", f"{NASTY}.txt", "--simulated", "1000"]) == 0
    assert f"{SHOWN}.txt, taken as Mini-baccarat from 8 decks" in told(capsys)


@pytest.mark.parametrize("content", [f"1, 1, {NASTY}, 9 4", f"P {NASTY}", "", "\x1b, 1, 2 3, 4 5"])
def test_shoes_that_cannot_be_read_are_named(capsys, content):
    Path(f"{NASTY}.txt").write_text(content, encoding="utf-8", errors="replace", newline="")
    assert main(["shoes", f"{NASTY}.txt"]) == 2
    assert f"{SHOWN}.txt" in told(capsys)


def test_a_person_sits_beside_them(capsys, monkeypatch):
    typed = NASTY.replace("\n", "")
    monkeypatch.setattr(sys, "stdin", StringIO(f"{typed}\npass\n{typed[::-1]}\nquit\n"))
    assert main(["play", "--seat", f"{NASTY}.py:Name", "--seed", "3"]) == 0
    printed = told(capsys)
    assert f"Seat 2, {SHOWN}.py:Name: 1 on Player" in printed


@pytest.mark.parametrize(
    "words",
    [
        ["backtest", NASTY],
        ["backtest", f"{NASTY}.py:{NASTY}"],
        ["backtest", f"no{NASTY}.py:Name"],
        ["backtest", f"flat:{NASTY}=1"],
        ["backtest", f"flat:bet={NASTY}"],
        ["backtest", "flat", "--game", NASTY],
        ["backtest", "flat", "--rows", NASTY],
        ["backtest", "flat", "--ledger", NASTY],
        ["backtest", "flat", "--recorded", f"no{NASTY}"],
        ["shoes", f"no{NASTY}"],
        ["play", "--seat", NASTY],
        ["play", "--game", NASTY],
        ["simulate", "--game", NASTY],
        ["run", NASTY],
        ["run", "house_edge", "--out", f"{NASTY}.txt"],
        ["report", "--out", NASTY],
        [NASTY],
        ["list", NASTY],
        ["list", f"--{NASTY}"],
        ["list", f"--ou{NASTY}=x"],
        ["run", "--seed", NASTY],
    ],
    ids=" ".join,
)
def test_a_complaint_repeats_it_as_text(capsys, words):
    with pytest.raises(SystemExit) as end:
        sys.exit(main(words))  # the parser of the command line exits by itself
    assert end.value.code == 2
    assert told(capsys)


# --- Results ----------------------------------------------------------------------------


@pytest.fixture
def stored(folder) -> Path:
    """Results in a folder with the name, of a run whose profile has been tampered with."""
    out = folder / NASTY
    ask("house_edge", house_edge.Config(players=12, shoes=200, batch=12), 2, out)
    place = out / "house_edge" / "run.json"
    run = json.loads(place.read_text(encoding="utf-8"))
    place.write_text(json.dumps(run | {"profile": NASTY}), encoding="utf-8")
    return out


def test_results_are_listed_and_reported(capsys, stored):
    assert main(["list", "--out", str(stored)]) == 0
    assert "=[red]x[bold] :smile:" in told(capsys)
    assert main(["report", "--out", str(stored)]) == 0
    assert f"{SHOWN}/report.html" in told(capsys)
    written = page(sections(stored, choose(["house_edge"])))
    assert plain_lines(written) == written
    assert "&lt;script&gt;alert(" in written
    assert "<script>alert(" not in written
