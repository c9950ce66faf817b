"""What the README shows works as it stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_every_python_block_runs_in_turn(capsys):
    pytest.importorskip("stable_baselines3")
    names: dict[str, object] = {}
    for block in BLOCKS:
        shorter = block.replace("learn(1_000_000)", "learn(32_768)")
        exec(compile(shorter, "README.md", "exec"), names)
    assert "Small | cards 4 | 1.5 to 1" in capsys.readouterr().out


def test_every_make_target_named_exists():
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for named in re.findall(r"make (\w+)", README):
        assert named in targets


def test_every_command_named_exists():
    from experiments.__main__ import COMMANDS

    for named in re.findall(r"python -m experiments (\w+)", README):
        assert named in COMMANDS


def test_every_file_named_exists():
    for named in re.findall(r"`((?:baccarat_env|agents|experiments|tests)/[\w./]*)`", README):
        assert (ROOT / named).exists(), named
