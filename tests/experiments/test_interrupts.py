"""Ctrl-C at an instant or two; a folder or file is written by one command at a time."""

import os
import signal
import subprocess
import sys

import pytest

from experiments import RequestError
from experiments.shoes.ledger import opened
from experiments.work.files import locked
from tests import ROOT
from tests.interrupt import press


@pytest.mark.parametrize(("command", "times", "seconds"), [("backtest", 2, 4), ("run", 1, 0.5)])
def test_ctrl_c_ends_a_command_and_its_workers(command, times, seconds, tmp_path):
    press(command, times, seconds, tmp_path / "out")


@pytest.mark.parametrize("kind", ["folder", "file"])
def test_a_place_is_written_by_one_command_at_a_time(kind, tmp_path):
    place = tmp_path / "place"
    if kind == "folder":
        place.mkdir()
    with (
        locked(place),
        pytest.raises(RequestError, match="written by another command"),
        locked(place),
    ):
        pass
    with locked(place):
        pass
    assert not list(tmp_path.rglob("*.lock"))


def test_the_lock_of_a_process_that_died_holds_nobody_up(tmp_path):
    code = (
        "import os, sys; from pathlib import Path; from experiments.work.files import locked\n"
        "with locked(Path(sys.argv[1])): os.kill(os.getpid(), 9)"
    )
    killed = subprocess.run([sys.executable, "-c", code, str(tmp_path)], cwd=ROOT)
    assert killed.returncode == -signal.SIGKILL
    assert list(tmp_path.iterdir())
    with locked(tmp_path):
        pass


def test_a_pipe_is_no_ledger(tmp_path):
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    with pytest.raises(RequestError, match="no regular file"), opened(pipe):
        pass
