"""What the README shows works as it stands there."""

from __future__ import annotations

import re

import pytest

from tests import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


SHORTER = {
    "learn(1_000_000)": "learn(16_384)",
    "2048, seed": "256, seed",
    "steps = 1500": "steps = 500",
    '"baccarat/EZ-v0"))': '"baccarat/EZ-v0", shoes=500))',
    '"baccarat/EZ-v0", baseline': '"baccarat/EZ-v0", shoes=100, baseline',
}


def test_every_python_block_runs_in_turn(capsys):
    pytest.importorskip("stable_baselines3")
    names: dict[str, object] = {}
    for block in BLOCKS:
        shorter = block.replace("learn(1_000_000)", "learn(16_384)").replace(
            "2048, seed", "256, seed"
        )
        exec(compile(shorter, "README.md", "exec"), names)
    assert "200 sessions" in capsys.readouterr().out


def test_it_is_short_and_leads_to_the_documentation():
    assert len(README.splitlines()) <= 150
    for page in (ROOT / "docs").rglob("*.md"):
        name = page.relative_to(ROOT).as_posix()
        assert name.startswith(("docs/api", "docs/index")) or f"({name}" in README, name


def test_every_make_target_named_exists():
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for named in re.findall(r"make (\w+)", README):
        assert named in targets


def test_every_command_named_exists():
    from experiments.commands import commands

    for named in re.findall(r"python -m experiments (\w+)", README):
        assert named in commands()


def test_every_file_named_exists():
    for named in re.findall(r"`((?:baccarat_env|agents|experiments|tests)/[\w./]*)`", README):
        assert (ROOT / named).exists(), named


def test_the_verdict_is_written_between_its_marks(tmp_path, capsys):
    from experiments.__main__ import main
    from experiments.page.markdown import BEGIN, END, in_markdown
    from experiments.page.number import Number
    from experiments.page.table import Table

    page = tmp_path / "page.md"
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n")
    assert main(["readme", "--out", str(tmp_path), "--file", str(page)]) == 2
    assert "there is no verdict in" in capsys.readouterr().err
    assert "old" in page.read_text()
    both = (Number(1, form="d"), Number(2, form="d"))
    rows, marks = (("<b>|x</b>", both),), (("", "beatable"),)
    marked = Table("", ("Bet", "x"), rows, lines=("a", "b"), marks=marks)
    assert in_markdown(marked).splitlines()[2] == r"| \<b\>\|x\</b\> | ▲ 1 |"
    assert README.count(BEGIN) == README.count(END) == 1


def test_the_long_id_needs_no_import():
    import subprocess
    import sys

    assert 'gym.make("baccarat_env:baccarat/EZ-v0")' in README
    code = 'import gymnasium as gym; gym.make("baccarat_env:baccarat/EZ-v0").reset(seed=1)'
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_the_lesson_shows_its_point(monkeypatch, capsys):
    import io
    import shlex

    from experiments.__main__ import main

    line = re.search(r"^python -m experiments (play .*)$", README, re.MULTILINE)
    assert line
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 100))
    assert main(shlex.split(line[1])) == 0
    told = capsys.readouterr().out
    assert re.search(r"Seat 2, martingale:bet=player +142 +−54 ", told)
    found = re.search(r"Of 1,000 players .*?: (\d+) ended ahead, (\d+) could not cover", told)
    assert found
    assert int(found[2]) > 300
    assert "exact value of their bets: −1.2" in told
