"""Runs are killed at random instants; what is left on disk is whole, and the rerun completes it.

python -m tests.kill --kills 50 --seconds 2
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import numpy as np

from experiments.work.cell import find
from experiments.work.compute import compute
from experiments.work.executors import local_pool
from experiments.work.results import load
from tests import ROOT
from tests.support import slow

__all__ = ["killed_at_random", "last_line", "leftovers", "same", "start", "uninterrupted", "whole"]

CELLS = 12


def start(out: Path, *words: str, **settings: object) -> subprocess.Popen[str]:
    """Start `run slow` in a process group of its own; settings are those of `slow.Config`."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests", "run", "slow", "--out", str(out), *words],
        cwd=ROOT,
        env=os.environ | {f"SLOW_{name.upper()}": str(value) for name, value in settings.items()},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def last_line(running: subprocess.Popen[str]) -> str:
    """The sentence a run ends with, below its progress bar; no traceback."""
    told = running.communicate(timeout=60)[1]
    assert "Traceback" not in told, told
    return told.splitlines()[-1]


def whole(out: Path) -> int:
    """Hold every file that is not a leftover to be complete; count the complete cells.

    A manifest fits its arrays, arrays without one can be read, and what `run.json` names is there.
    """
    complete = 0
    for place in out.glob("slow/*/arrays.npz"):
        with np.load(place) as kept:
            assert all(kept[name].size for name in ("drawn", "seed"))
        complete += find(place.parent) is not None
    for place in out.glob("slow/*/manifest.json"):
        assert find(place.parent) is not None
    load(out, "slow")
    for page in out.glob("report.html"):
        assert page.read_text(encoding="utf-8").rstrip().endswith("</html>")
    return complete


def leftovers(out: Path) -> list[Path]:
    """Find what killed runs left half written."""
    return [place for place in out.rglob(".*") if place.is_file()]


def uninterrupted(config: slow.Config, seeds: list[int], folder: Path, workers: int = 2) -> None:
    """Compute what runs from these seeds compute, without a kill."""
    with local_pool(workers) as pool:
        for seed in seeds:
            list(compute(slow.cells(config, seed), folder, pool, 2 * workers))


def same(one: Path, other: Path) -> int:
    """Hold the cells of two folders to be equal bit for bit; count them."""
    places = sorted(place.name for place in other.iterdir() if place.is_dir())
    assert sorted(place.name for place in one.iterdir() if place.is_dir()) == places
    for name in places:
        ours, theirs = find(one / name), find(other / name)
        assert ours is not None
        assert theirs is not None
        assert ours.arrays.keys() == theirs.arrays.keys()
        for key, array in theirs.arrays.items():
            assert ours.arrays[key].dtype == array.dtype
            assert ours.arrays[key].tobytes() == array.tobytes()
    return len(places)


def _wait_and_kill(
    running: subprocess.Popen[str], out: Path, chance: random.Random, seconds: float
) -> bool:
    """Kill the group after a random time: from its start, or from its first write."""
    before = len(list(out.rglob("*")))
    if chance.random() < 0.2:
        limit = chance.uniform(0, 2)
    else:
        while running.poll() is None and len(list(out.rglob("*"))) == before:
            time.sleep(0.01)
        limit = chance.uniform(0, seconds)
    try:
        running.communicate(timeout=limit)
        return False
    except subprocess.TimeoutExpired:
        os.killpg(running.pid, signal.SIGKILL)
        running.communicate()
        return True


def killed_at_random(out: Path, kills: int, seed: int, config: slow.Config) -> Counter[str]:
    """Kill `run slow --workers 2` so often, complete what was killed, hold it to be the same.

    A run that ends before it is killed is followed by one from the next seed. The count: kills,
    complete cells and leftovers found after a kill, runs completed, cells compared.
    """
    chance, toll, root = random.Random(seed), Counter[str](), 1
    settings = {"cells": config.cells, "seconds": config.seconds, "numbers": config.numbers}
    while toll["kills"] < kills:
        running = start(out, "--workers", "2", "--seed", str(root), **settings)
        if _wait_and_kill(running, out, chance, config.cells * config.seconds / 2):
            toll["kills"] += 1
            toll["leftovers"] += len(leftovers(out))
            toll["complete cells seen"] += whole(out)
        else:
            toll["runs"] += 1
            root += 1
    last = start(out, "--workers", "2", "--seed", str(root), **settings)
    _, told = last.communicate()
    assert last.returncode == 0, told
    assert json.loads((out / "slow/run.json").read_text())["seed"] == root
    assert not leftovers(out)
    toll["runs"] += 1
    with tempfile.TemporaryDirectory() as beside:
        uninterrupted(config, list(range(1, root + 1)), Path(beside))
        toll["cells compared"] = same(out / "slow", Path(beside))
    return toll


def main() -> None:
    """Kill as often as asked and print the count."""
    asked = argparse.ArgumentParser(prog="python -m tests.kill", description=__doc__)
    asked.add_argument("--kills", type=int, default=50)
    asked.add_argument("--seconds", type=float, default=2.0, help="length of a cell")
    asked.add_argument("--seed", type=int, default=1, help="of the instants")
    given = asked.parse_args()
    config = slow.Config(cells=CELLS, seconds=given.seconds, numbers=200_000)
    with tempfile.TemporaryDirectory() as out:
        toll = killed_at_random(Path(out), given.kills, given.seed, config)
    print(", ".join(f"{count} {name}" for name, count in toll.items()) + ": all whole, all equal")


if __name__ == "__main__":
    main()
