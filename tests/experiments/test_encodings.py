"""Commands run under any encoding of the terminal and any backend of a notebook."""

import io
import os
import subprocess
import sys

import pytest

from experiments.__main__ import main
from experiments.commands import commands
from tests import ROOT

ENCODINGS = ("cp1252", "gbk", "cp932", "ascii")
NOTEBOOK = "module://matplotlib_inline.backend_inline"


def streams(monkeypatch, encoding: str) -> io.TextIOWrapper:
    """Standard output and error in an encoding that cannot show every character."""
    found = io.TextIOWrapper(io.BytesIO(), encoding=encoding, write_through=True)
    monkeypatch.setattr(sys, "stdout", found)
    monkeypatch.setattr(sys, "stderr", found)
    return found


def shown(stream: io.TextIOWrapper) -> str:
    return stream.buffer.getvalue().decode(stream.encoding)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("command", commands())
def test_every_help_is_shown_in_any_encoding(command, encoding, monkeypatch):
    stream = streams(monkeypatch, encoding)
    with pytest.raises(SystemExit) as end:
        main([command, "--help"])
    assert end.value.code == 0
    assert f"experiments {command}" in shown(stream)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(
    "words",
    [
        "backtest flat follow --sessions 20 --workers 1",
        "simulate --shoes 500 --coups 5 --threads 1",
        "list",
        "report --out no-庄",
    ],
)
def test_what_cannot_be_shown_is_replaced(words, encoding, tmp_path, monkeypatch):
    stream = streams(monkeypatch, encoding)
    monkeypatch.chdir(tmp_path)
    assert main(words.split()) == (2 if "庄" in words else 0)
    if words.startswith("backtest"):
        assert ("±" if stream.encoding in ("cp1252", "gbk", "cp932") else "+/-") in shown(stream)
    if "庄" in words:
        assert ("庄" if stream.encoding in ("gbk", "cp932") else "no-?") in shown(stream)


def test_a_notebooks_backend_hinders_nothing():
    code = (
        "import sys; from experiments.__main__ import main;"
        "assert main(['list']) == 0;"
        "assert main(['backtest', 'flat:bet=player', '--sessions', '2']) == 0;"
        "assert not {'matplotlib', 'torch', 'scipy.stats'} & set(sys.modules);"
        "from experiments.page.figure import Drawing, draw;"
        "draw(Drawing('', lambda c, t: None, 1), '', '', '')"
    )
    subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=ROOT,
        env=os.environ | {"MPLBACKEND": NOTEBOOK},
        check=True,
        capture_output=True,
    )
