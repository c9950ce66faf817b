"""Random damage to every file that is read back: it is refused in a sentence, or does no harm.

python -m tests.damage --tries 2000

Files are cut, or get random bytes; what stands in them is taken apart, one value is replaced, and
all is written again with a hash that fits, so that the damage gets as far in as it can. Each kind
is tried in a process of its own, which must neither crash nor raise anything but a refusal, must
run nothing that a file holds, and must stay below a gigabyte.
"""

from __future__ import annotations

import argparse
import copy
import json
import pickle
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import traceback
import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from agents.play.dealt import Schedule, play
from agents.trained import checkpoint, learned, model_file
from agents.trained.recipe import Recipe, recipe
from baccarat_env import dealer, simulate
from baccarat_env.tables import Tables
from baccarat_env.terms import Terms
from experiments.shoes.recorded import read as read_shoes
from experiments.work import cell, results
from experiments.work.provenance import provenance
from tests import ROOT

__all__ = ["KINDS", "attack"]

MOST_MEMORY = 1 << 30
LONGEST = 600
"""Characters of a refusal, at most, the folder's name not counted."""


# --- One value replaced ---------------------------------------------------------------------

NUMBERS = (
    -1,
    0,
    1,
    7,
    255,
    2**31,
    2**63,
    -(2**63),
    10**30,
    0.5,
    float("nan"),
    float("inf"),
    -1e308,
)
ODD = ("", "x", "\0", "../..", "é" * 300, None, True, [], {}, [[[]]], {"array": 10**9})


class Trap:
    """What an unpickler would run: it leaves a file behind."""

    def __init__(self, place: str) -> None:
        self.place = place

    def __reduce__(self) -> tuple[Any, ...]:
        return open, (self.place, "w")


def another(value: Any, rng: random.Random) -> Any:
    """Make something that does not belong where `value` stands."""
    if isinstance(value, np.ndarray) and value.size and rng.random() < 0.8:
        made = value.copy()
        raw = made.reshape(-1).view(np.uint8)
        some = rng.choice((1, 4, raw.size))
        for at in rng.sample(range(raw.size), min(some, raw.size, 5_000)):
            raw[at] = rng.choice((0, 1, 127, 128, 255, rng.randrange(256)))
        return made
    if isinstance(value, np.ndarray):
        other = value if value.dtype.names else value.astype(np.float32)
        return rng.choice((value[:0], other[:1], value.T.copy(), value[None], 3))
    return rng.choice(NUMBERS if rng.random() < 0.6 else ODD)


def replaced(tree: Any, rng: random.Random) -> Any:
    """Copy a tree of dictionaries, lists and values, with one of them another, or gone."""
    tree = copy.deepcopy(tree)
    inside = tree
    while True:
        keys = list(inside) if isinstance(inside, dict) else list(range(len(inside)))
        key = rng.choice(keys)
        below = inside[key]
        if isinstance(below, dict | list) and below and rng.random() < 0.9:
            inside = below
        elif rng.random() < 0.15:
            del inside[key]
            return tree
        else:
            inside[key] = another(below, rng)
            return tree


def scrambled(content: bytes, rng: random.Random) -> bytes:
    """Cut some bytes, or put random ones in or over others."""
    at, size = rng.randrange(len(content)), rng.choice((1, 3, 40))
    noise = rng.randbytes(size)
    return rng.choice(
        (
            content[:at],
            content[:at] + noise + content[at:],
            content[:at] + noise + content[at + size :],
        )
    )


def scramble_files(folder: Path, rng: random.Random) -> None:
    """Damage one of the files of a folder."""
    place = rng.choice(sorted(file for file in folder.iterdir() if file.is_file()))
    place.write_bytes(scrambled(place.read_bytes(), rng))


# --- The kinds of file ------------------------------------------------------------------------

TRAINED = {"regression": {"n_steps": 8}, "all-bets-gru": {}, "dqn": {"buffer_size": 2_000}}


def _recipe(algorithm: str) -> Recipe:
    information = {"all-bets-gru": "cards"}.get(algorithm, "composition")
    reward = "expected" if algorithm.startswith("all-bets") else "sampled"
    return recipe(
        algorithm, "ez", coups=600, tables=8, information=information, reward=reward,
        settings=TRAINED[algorithm],
    )  # fmt: skip


def _training(algorithm: str) -> Callable[[Path, random.Random], None]:
    """Damage a checkpoint; then the training goes on from it."""

    def attempt(folder: Path, rng: random.Random) -> None:
        made, kept = _recipe(algorithm), folder / checkpoint.CHECKPOINT
        if not kept.exists():
            learned.train(made, folder=folder, every=200)
            (folder / "whole").mkdir()
            shutil.copy(kept, folder / "whole")
        state = checkpoint.load(folder / "whole")
        if rng.random() < 0.75:
            try:
                checkpoint.save(folder, replaced(state, rng))
            except (TypeError, ValueError):  # no checkpoint can hold that
                return
        else:
            kept.write_bytes(scrambled((folder / "whole" / kept.name).read_bytes(), rng))
        learned.train(made, folder=folder, resume=True)

    return attempt


def _model(folder: Path, rng: random.Random) -> None:
    """Damage the folder of a trained agent; then it plays."""
    whole, part = folder / "whole", folder / "part"
    if not whole.exists():
        learned.train(_recipe("regression"), folder=whole)
        (whole / checkpoint.CHECKPOINT).unlink()
    shutil.rmtree(part, ignore_errors=True)
    shutil.copytree(whole, part)
    told, weights = model_file.read(whole)
    chance = rng.random()
    if chance < 0.3:
        scramble_files(part, rng)
    else:
        tree = replaced({"told": told, "weights": weights}, rng)
        try:
            model_file.write_model(part, tree["told"], tree["weights"])
        except (TypeError, ValueError, KeyError, AttributeError):  # no model can hold that
            return
    agent = learned.load(str(part))
    coups = simulate.deal(agent.recipe.game, shoes=2, seed=1)
    play(agent, Schedule.lay_out(agent.recipe.game, coups, 2))


def _environment(_folder: Path, rng: random.Random) -> None:
    """Damage the state of pickled tables; then they are played on."""
    terms = Terms.read("ez", {"bankroll": rng.choice((None, 1_000)), "oracle": rng.random() < 0.3})
    tables = Tables(terms, 4)
    rows = np.ones(4, np.bool_)
    for n in range(4):
        tables.seed(n, 5 + n)
    tables.open(rows)
    state = pickle.loads(pickle.dumps(tables)).__getstate__()
    records = state["records"]
    if rng.random() < 0.8:
        field = rng.choice(dealer.TABLE.names)
        records[field] = another(np.array(records[field]), rng)
    else:
        state = {"terms": terms} | replaced({k: v for k, v in state.items() if k != "terms"}, rng)
    again = Tables.__new__(Tables)
    again.__setstate__(state)
    for _ in range(90):
        outcome = again.play(rows[: len(again.records)], again.read(np.zeros((4, 5), int)))
        again.show(outcome)
        if outcome.done.any():
            again.next_shoe(outcome.done.any(axis=0))


def _deal(seed: int) -> dict[str, Any]:
    return {"dealt": np.arange(seed, seed + 500), "mean": np.array(0.5)}


def _cell(folder: Path, rng: random.Random) -> None:
    """Damage a stored cell or the list of a question's cells; then its arrays are read."""
    shutil.rmtree(folder / "ruin", ignore_errors=True)
    one = cell.Cell("tests.damage:_deal", {"seed": 3})
    place = folder / "ruin" / one.name
    cell.save(place, one, _deal(3), {"seconds": 1.0, "peak_memory": 1}, provenance())
    run = {"command": "run", "profile": "quick", "seed": 1, "provenance": provenance()}
    run |= {"cells": [one.name]}
    (folder / "ruin" / results.RUN).write_text(json.dumps(run))
    if rng.random() < 0.4:
        scramble_files(rng.choice((place, folder / "ruin")), rng)
    elif rng.random() < 0.3:
        arrays = {"dealt": np.array([Trap(str(folder / "run"))], object)}
        np.savez(place / cell.ARRAYS, **arrays)
        _sign(place)
    else:
        target = rng.choice((place / cell.MANIFEST, folder / "ruin" / results.RUN))
        target.write_text(json.dumps(replaced(json.loads(target.read_text()), rng), default=str))
    found = results.load(folder, "ruin")
    assert found is not None
    assert found.procedures
    assert isinstance(found.seeds, list)
    assert found.seconds is not None
    results.of_other_code("ruin", found.cells)
    for stored in found.cells:
        assert stored.arrays
        assert stored.part
        assert isinstance(stored.arguments, dict)


def _sign(place: Path) -> None:
    manifest = json.loads((place / cell.MANIFEST).read_text())
    manifest["outputs"][cell.ARRAYS] = cell._sha256((place / cell.ARRAYS).read_bytes())
    (place / cell.MANIFEST).write_text(json.dumps(manifest))


def _recorded(folder: Path, rng: random.Random) -> None:
    """Damage a file of recorded shoes by bytes; what is read then is for `tests.misread`."""
    whole = (ROOT / "experiments/shoes/recorded/example.txt").read_bytes()
    (folder / "shoes.txt").write_bytes(scrambled(whole, rng))
    read_shoes(folder / "shoes.txt")


KINDS: dict[str, Callable[[Path, random.Random], None]] = {
    "environment": _environment,
    "cell": _cell,
    "model": _model,
    "recorded": _recorded,
    **{f"checkpoint of {name}": _training(name) for name in TRAINED},
}


# --- Trying ---------------------------------------------------------------------------------


def attack(kind: str, tries: int, seed: int, folder: Path) -> Counter[str]:
    """Try one kind so many times in this process: how often it was refused, and how often taken.

    Raises AssertionError for anything but a refusal in one line, and if a file's content ran.
    """
    folder.mkdir(parents=True, exist_ok=True)
    counts: Counter[str] = Counter()
    for k in range(tries):
        rng = random.Random(f"{kind} {seed} {k}")
        try:
            KINDS[kind](folder, rng)
        except ValueError as refused:
            said = str(refused).replace(str(folder), "")
            assert said, f"{kind}, try {k} of seed {seed}: refused without a word"
            assert len(said) < LONGEST, f"{kind}, try {k} of seed {seed}: {said}"
            counts["refused"] += 1
        except Exception as problem:
            told = "".join(traceback.format_exception(problem)[-3:])
            raise AssertionError(f"{kind}, try {k} of seed {seed}: {told}") from problem
        else:
            counts["taken"] += 1
        assert not (folder / "run").exists(), f"{kind}, try {k}: the file was run"
    return counts


def _child(kind: str, tries: int, seed: int, folder: Path) -> None:
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    counts = attack(kind, tries, seed, folder)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    assert peak < MOST_MEMORY, f"{kind}: {peak / 1e6:,.0f} MB"
    print(f"{kind}: {counts['refused']} refused, {counts['taken']} taken, {peak / 1e6:,.0f} MB")


def main() -> int:
    """Try every kind in a process of its own; say what came of it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--tries", type=int, default=2_000, help="of all kinds together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=KINDS, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    each = -(-asked.tries // len(KINDS))
    with tempfile.TemporaryDirectory() as folder:
        if asked.kind:
            _child(asked.kind, asked.tries, asked.seed, Path(folder))
            return 0
        codes = {}
        for kind in KINDS:
            words = ["--kind", kind, "--tries", str(each), "--seed", str(asked.seed)]
            done = subprocess.run([sys.executable, "-m", "tests.damage", *words], cwd=ROOT)
            codes[kind] = done.returncode
    bad = {kind: code for kind, code in codes.items() if code}
    print(f"{each * len(KINDS)} tries: " + (f"failed: {bad}" if bad else "no crash, nothing run"))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
