"""Ctrl-C once or twice at random instants: every command ends in time and says what is true.

python -m tests.interrupt --instants 10
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from agents.trained.checkpoint import CHECKPOINT
from tests import ROOT

__all__ = ["COMMANDS", "press"]

ENDS_WITHIN = 10
CELLS, START = "finished cells are kept", "begins again from the start"

COMMANDS = {
    "run": ("run ruin --full --workers 2", CELLS),
    "backtest": ("backtest martingale follow --sessions 2000000 --workers 2", START),
    "theorem": ("theorem --coups 20000000 --workers 2", START),
    "train": ("train ppo --coups 900000000 --every 20000", "checkpoint"),
    "simulate": ("simulate --shoes 900000000 --threads 2", "what was dealt until then"),
    "throughput": ("throughput", START),
}
"""Words of each command, longer than it is let run, and what it says when it is stopped."""

READY = (
    "import sys; from experiments.work import interrupts; interrupts.begin(); print(flush=True);"
)
RUN = READY + "from experiments.__main__ import main; interrupts.leave(main())"


def press(command: str, times: int, seconds: float, out: Path) -> str:
    """Press Ctrl-C `times` times after so many seconds; return the last line that was said."""
    words, sentence = COMMANDS[command]
    words += f" --out {out}" * (command in ("run", "train"))
    with (out.parent / "said").open("w+") as said:
        running = subprocess.Popen(
            [sys.executable, "-c", RUN, *words.split()],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=said,
            start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        assert running.stdout is not None
        running.stdout.readline()
        time.sleep(seconds)
        began = time.monotonic()
        for _ in range(times):
            os.killpg(running.pid, signal.SIGINT)
            time.sleep(0.3)
        try:
            running.communicate(timeout=ENDS_WITHIN)
            _check_gone(running.pid, began + ENDS_WITHIN)
        finally:
            _kill(running.pid)
        said.seek(0)
        told = said.read()
    assert running.returncode == 130, (command, running.returncode, told)
    assert "Traceback" not in told, told
    last = told.strip().splitlines()[-1]
    begun = (out / CHECKPOINT).exists()
    assert sentence in told or START in last or last == "stopped", (command, told)
    assert ("--resume" in last) <= begun, last
    return last


def _check_gone(group: int, deadline: float) -> None:
    """Wait until no process of the group is left."""
    while True:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        assert time.monotonic() < deadline, f"group {group} is still there"
        time.sleep(0.05)


def _kill(group: int) -> None:
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        return


def main() -> None:
    """Press at as many random instants as asked, for every command, once and twice."""
    asked = argparse.ArgumentParser(prog="python -m tests.interrupt", description=__doc__)
    asked.add_argument("--instants", type=int, default=10)
    asked.add_argument("--longest", type=float, default=12.0, help="seconds to the last instant")
    asked.add_argument("--seed", type=int, default=1, help="of the instants")
    asked.add_argument("--commands", nargs="*", default=list(COMMANDS))
    given = asked.parse_args()
    chance = random.Random(given.seed)
    for command in given.commands:
        for number in range(given.instants):
            seconds, times = chance.uniform(0, given.longest), 1 + number % 2
            with tempfile.TemporaryDirectory() as folder:
                last = press(command, times, seconds, Path(folder) / "out")
            print(f"{command}, {times} × after {seconds:.1f} s: {last}", flush=True)


if __name__ == "__main__":
    main()
