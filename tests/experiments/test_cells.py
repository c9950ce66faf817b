"""Cells of work: found again, never half written, whatever ends the run."""

import hashlib
import io
import json
import os
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from agents.writing import UNREADABLE
from baccarat_env import MINI_BACCARAT
from experiments import RequestError
from experiments.__main__ import main
from experiments.questions import questions
from experiments.questions.house_edge import work as prices
from experiments.work import cell as cells
from experiments.work import files as writing
from experiments.work import provenance
from experiments.work.cell import Cell, derived_seed, find
from experiments.work.compute import compute
from experiments.work.executors import Inline
from experiments.work.results import Results, load
from tests import ROOT
from tests.kill import killed_at_random, last_line, leftovers, start, whole
from tests.support import slow


def twice(numbers: list[float]) -> cells.Arrays:
    CALLS.append(numbers)
    return {"twice": 2 * np.array(numbers)}


def broken(numbers: list[float]) -> cells.Arrays:
    raise ZeroDivisionError(numbers)


CALLS: list[list[float]] = []


def stored(work, folder):
    return {
        cell.manifest["spec"]["arguments"]["numbers"][0]: cell
        for cell in compute(work, folder, Inline(), 2)
    }


# --- A cell ----------------------------------------------------------------------------


def test_a_cell_is_named_by_what_it_computes():
    same = Cell.of(twice, numbers=[1, 2])
    assert same.name == Cell.of(twice, numbers=[1, 2]).name
    assert same.name != Cell.of(twice, numbers=[1, 3]).name
    assert same.name != Cell.of(broken, numbers=[1, 2]).name
    assert json.loads(json.dumps(same.spec)) == same.spec


def test_a_cell_is_named_by_its_question_not_by_its_file():
    for question in questions().values():
        for cell in question.cells(question.profiles["full"], 1):
            assert cell.run == f"{question.name}/{cell.part}"
    assert Cell.of(twice, numbers=[]).run == f"{__name__}:twice"


def test_a_cell_knows_the_rules_it_was_computed_under():
    assert Cell.of(prices.exact, game=MINI_BACCARAT, decks=[8]).rules == (
        MINI_BACCARAT.fingerprint,
    )


def test_cells_that_are_stored_are_not_computed_again(tmp_path):
    work = [Cell.of(twice, numbers=[i]) for i in range(3)]
    stored(work[:2], tmp_path)
    CALLS.clear()
    found = stored(work, tmp_path)
    assert CALLS == [[2]]
    assert [found[i].arrays["twice"].tolist() for i in range(3)] == [[0], [2], [4]]


def test_the_manifest_says_where_a_result_comes_from(tmp_path):
    manifest = stored([Cell.of(twice, numbers=[1])], tmp_path)[1].manifest
    assert set(manifest) == {"spec", "outputs", "measured", "provenance", "arguments"}
    assert {"sources", "commit", "dirty", "versions", "machine"} == set(manifest["provenance"])
    assert {"python", "numpy", "numba", "gymnasium"} <= set(manifest["provenance"]["versions"])
    assert {"started", "seconds", "peak_memory"} == set(manifest["measured"])


def test_nothing_but_numbers_is_stored(tmp_path):
    with pytest.raises(TypeError, match="only numbers are stored"):
        cells.save(tmp_path, Cell.of(twice, numbers=[]), {"x": np.array([{}])}, {}, {})


def test_streams_of_random_numbers_are_apart():
    names = [("house_edge", "mini"), ("house_edge", "ez"), ("other",)]
    seeds = {derived_seed(root, *name) for root in range(50) for name in names}
    assert len(seeds) == 150


# --- What is damaged, what another commit computed --------------------------------------


def without(*keys: str) -> Callable[[Path], None]:
    """Take a key out of the manifest."""

    def damage(folder: Path) -> None:
        manifest = json.loads((folder / "manifest.json").read_text())
        inner = manifest
        for key in keys[:-1]:
            inner = inner[key]
        del inner[keys[-1]]
        (folder / "manifest.json").write_text(json.dumps(manifest))

    return damage


def with_argument(folder: Path) -> None:
    place = folder / "manifest.json"
    manifest = json.loads(place.read_text())
    manifest["spec"]["arguments"]["numbers"] = [7]
    place.write_text(json.dumps(manifest))


DAMAGES: dict[str, Callable[[Path], object]] = {
    "cut-short": lambda at: (at / "manifest.json").write_text('{"spec": '),
    "empty": lambda at: (at / "manifest.json").write_bytes(b""),
    "no-json": lambda at: (at / "manifest.json").write_bytes(b"\xff\xfe\x00"),
    "a-list": lambda at: (at / "manifest.json").write_text("[1]"),
    "no-outputs": without("outputs"),
    "no-function": without("spec", "run"),
    "no-arguments": without("spec", "arguments"),
    "no-commit": without("provenance", "commit"),
    "no-versions": without("provenance", "versions"),
    "no-time": without("measured", "seconds"),
    "other-arguments": with_argument,
    "arrays-cut-short": lambda at: os.truncate(at / "arrays.npz", 100),
    "other-arrays": lambda at: (at / "arrays.npz").write_bytes(b"nothing"),
    "no-arrays": lambda at: (at / "arrays.npz").unlink(),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_cell_is_refused_and_computed_again(damage, tmp_path):
    work = [Cell.of(twice, numbers=[1])]
    folder = stored(work, tmp_path)[1].folder
    damage(folder)
    with pytest.raises(RequestError, match="run its question again") as told:
        find(folder)
    assert str(folder) in str(told.value)
    assert len(str(told.value).splitlines()) == 1
    sentence, again = compute(work, tmp_path, Inline(), 1)
    assert "computed again" in str(sentence)
    assert not isinstance(again, str)
    assert again.arrays["twice"].tolist() == [2]


@pytest.fixture
def ran(tmp_path, monkeypatch) -> Path:
    """A folder in which the slow question was run."""
    monkeypatch.setattr(slow, "QUICK", slow.Config(cells=2, seconds=0, numbers=3))
    known = slow.question()
    monkeypatch.setattr("experiments.questions.questions", lambda: {"slow": known})
    assert main(["run", "slow", "--workers", "1", "--out", str(tmp_path)]) == 0
    return tmp_path


@pytest.mark.parametrize("command", ["report", "list"])
def test_a_damaged_result_is_one_sentence(command, ran, capsys):
    capsys.readouterr()
    place = next(ran.glob("slow/*/manifest.json"))
    place.write_text("{")
    assert main([command, "--out", str(ran)]) == 2
    told = capsys.readouterr().err
    assert f"{place} is damaged" in told
    assert len(told.splitlines()) == 1


@pytest.mark.parametrize("words", [["report"], ["run", "slow", "--workers", "1"]])
def test_results_of_another_commit_are_named_and_used(words, ran, capsys, monkeypatch):
    ours = provenance.provenance()
    versions = ours["versions"] | {"baccarat-env": "9.9"}
    there = ours | {"sources": 64 * "a", "commit": "feedbee" + 33 * "0", "dirty": False}
    there |= {"versions": versions}
    place = next(ran.glob("slow/*/manifest.json"))
    manifest = json.loads(place.read_text()) | {"provenance": there}
    place.write_text(json.dumps(manifest))
    capsys.readouterr()
    assert main([*words, "--out", str(ran)]) == 0
    told = " ".join(capsys.readouterr().err.split())
    now = provenance.code(ours)
    version = ours["versions"]["baccarat-env"]
    sentence = (
        "slow: 1 of 2 stored cells came from commit feedbee (sources aaaaaaaa), "
        f"baccarat-env 9.9, and this is commit {now}, baccarat-env {version}."
    )
    assert told.count(sentence) == 1


# --- A run that ends early --------------------------------------------------------------


def procedures(numbers: list[float], **games: object) -> cells.Arrays:
    """A cell that is told of games."""
    return {"numbers": np.asarray(numbers)}


@pytest.mark.parametrize("wrap", [lambda g: g, lambda g: [g], lambda g: {"of": [[g]]}])
def test_the_procedure_of_a_game_is_found_however_deep_it_stands(wrap, tmp_path):
    own = replace(MINI_BACCARAT, decks=6, cut=30)
    cell = Cell.of(procedures, numbers=[1.0], told=wrap(own.to_dict()))
    (stored,) = compute([cell], tmp_path, Inline(), 1)
    assert Results("own", {}, (stored,)).procedures == [own.procedure]


def archive(**members: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in members.items():
            made.writestr(f"{name}.npy", content)
    return buffer.getvalue()


def head(shape: tuple[int, ...], dtype: str = "<f8") -> bytes:
    """The beginning of an array file, whose numbers are missing."""
    buffer = io.BytesIO()
    told = {"descr": dtype, "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(buffer, told)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (archive(a=head((2**28 + 1,))), "larger than any cell is"),
        (archive(a=head((2**27,)), b=head((2**27, 1)), c=head((1,))), "'?c.npy'? is larger"),
        (archive(a=head((3,), "|O")), "holds objects, not numbers"),
        (archive(), "there are no arrays in it"),
        (archive(a=b"\x93NUMPY\x09\x00"), "array format of version 9|version"),
    ],
)
def test_arrays_that_no_cell_wrote_are_refused_by_their_heads(content, told, tmp_path):
    """Nothing is unpacked: the largest would take more than two gigabytes."""
    path = tmp_path / "arrays.npz"
    path.write_bytes(content)
    with pytest.raises(UNREADABLE, match=told):
        cells.check_arrays(path)
    path.write_bytes(archive(a=head((2**27,)), b=head((2**27,))))
    cells.check_arrays(path)


def test_a_cell_that_fails_keeps_the_others(tmp_path):
    work = [Cell.of(twice, numbers=[1]), Cell.of(broken, numbers=[2])]
    with pytest.raises(ZeroDivisionError):
        list(compute(work, tmp_path, Inline(), 1))
    assert find(tmp_path / work[0].name) is not None
    assert find(tmp_path / work[1].name) is None


def test_a_file_holds_the_old_content_or_the_new(tmp_path, monkeypatch):
    place = tmp_path / "file"
    writing.write(place, b"old")

    def fail(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match=r"No space left on device: .*file"):
        writing.write(place, b"new")
    assert [file.name for file in tmp_path.iterdir()] == ["file"]
    assert place.read_bytes() == b"old"


KILL_AT = """
import os, signal, sys
from pathlib import Path
from experiments.work.executors import Inline
from tests.support import slow
from experiments.work.compute import compute

steps, calls = int(sys.argv[2]), 0

def counted(real):
    def step(*arguments):
        global calls
        calls += 1
        if calls == steps:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*arguments)
    return step

os.fsync, os.replace = counted(os.fsync), counted(os.replace)
Path.replace = lambda here, there: os.replace(here, there)
list(compute(slow.cells(slow.Config(1, 0, 9), 1), Path(sys.argv[1]), Inline(), 1))
"""


@pytest.mark.parametrize(
    ("step", "left"),
    [(1, set()), (2, set()), (3, {"arrays.npz"}), (4, {"arrays.npz"})],
    ids=["arrays-written", "arrays-flushed", "manifest-written", "manifest-flushed"],
)
def test_killed_at_a_step_of_writing(step, left, tmp_path):
    command = [sys.executable, "-c", KILL_AT, str(tmp_path)]
    killed = subprocess.run([*command, str(step)], cwd=ROOT, timeout=60)
    assert killed.returncode == -signal.SIGKILL
    (folder,) = tmp_path.iterdir()
    assert len(leftovers(tmp_path)) == 1
    assert {place.name for place in folder.iterdir()} - {leftovers(tmp_path)[0].name} == left
    assert find(folder) is None
    (again,) = compute(slow.cells(slow.Config(1, 0, 9), 1), tmp_path, Inline(), 1)
    assert not isinstance(again, str)
    assert again.arrays["drawn"].size == 9
    assert {place.name for place in folder.iterdir()} == {"arrays.npz", "manifest.json"}


def test_killed_at_random_instants(tmp_path):
    config = slow.Config(cells=12, seconds=0.1, numbers=200_000)
    toll = killed_at_random(tmp_path, 6, seed=8, config=config)
    assert toll["kills"] == 6
    assert toll["cells compared"] == 12 * toll["runs"]


def test_ctrl_c_keeps_what_is_done(tmp_path):
    running = start(tmp_path, "--workers", "2", cells=40, seconds=0.2)
    deadline = time.monotonic() + 60
    while not whole(tmp_path) and time.monotonic() < deadline:
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    assert last_line(running).startswith("stopped: finished cells are kept")
    assert running.returncode == 130
    assert 1 <= whole(tmp_path) < 40
    assert load(tmp_path, "slow") is None


# --- Disks that are full or read-only ---------------------------------------------------


@pytest.fixture
def small_disk(tmp_path) -> Iterator[Callable[[str], None]]:
    """A file system of 4 MiB mounted on `tmp_path`; call it to mount it another way."""

    def mount(options: str) -> None:
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", tmp_path], check=True)

    try:
        mount("size=4m")
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no file system can be mounted here")
    try:
        yield lambda options: mount(f"remount,{options}")
    finally:
        subprocess.run(["umount", tmp_path], check=True)


def test_a_full_disk_is_one_sentence_and_the_rerun_completes(tmp_path, small_disk):
    settings = {"cells": 4, "seconds": 0, "numbers": 200_000}
    running = start(tmp_path, "--workers", "1", **settings)
    assert last_line(running).endswith("arrays.npz: No space left on device")
    assert running.returncode == 1
    assert 1 <= whole(tmp_path) < 4
    assert not leftovers(tmp_path)
    small_disk("size=64m")
    running = start(tmp_path, "--workers", "1", **settings)
    running.communicate(timeout=60)
    assert running.returncode == 0
    assert whole(tmp_path) == 4


def test_a_read_only_folder_is_one_sentence(small_disk, ran, capsys):
    small_disk("ro")
    capsys.readouterr()
    assert main(["run", "slow", "--out", str(ran)]) == 2
    told = capsys.readouterr().err
    assert told == f"out={str(ran)!r} cannot be written to: choose another folder\n"
    assert main(["report", "--out", str(ran)]) == 1
    assert capsys.readouterr().err.endswith("report.html: Read-only file system\n")
    assert whole(ran) == 2


@pytest.mark.parametrize("command", ["run", "list", "report"])
def test_a_file_in_place_of_a_folder_is_one_sentence(command, tmp_path, capsys):
    (tmp_path / "file").touch()
    assert main([command, "--out", str(tmp_path / "file")]) == 2
    assert capsys.readouterr().err.endswith("file' is a file: it must be a folder\n")
    assert main([command, "--out", str(tmp_path / "file" / "below")]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"{str(tmp_path / 'file')!r} in out=")
    assert len(told.splitlines()) == 1


# --- Damaged on purpose -------------------------------------------------------------------


def _forged(folder, content):
    """Put other bytes beside a manifest, whose hash is made to fit."""
    (folder / "arrays.npz").write_bytes(content)
    place = folder / "manifest.json"
    told = json.loads(place.read_text())
    told["outputs"]["arrays.npz"] = hashlib.sha256(content).hexdigest()
    place.write_text(json.dumps(told))


def _archive(**members):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as kept:
        for name, content in members.items():
            kept.writestr(name + ".npy", content)
    return buffer.getvalue()


def _array(shape="(3,)", dtype="<f8"):
    head = f"{{'descr': '{dtype}', 'fortran_order': False, 'shape': {shape}, }}".ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head.encode()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no archive",
        _archive(),
        _archive(a=b"text"),
        _archive(a=_array(shape=f"({10**12},)")),
        _archive(a=_array(dtype="|O")),
        _archive(a=b"\x93NUMPY\x09\x00" + bytes(50)),
    ],
)
def test_arrays_that_no_cell_wrote_are_refused_and_computed_again(tmp_path, content):
    cell = Cell.of(twice, numbers=[3])
    (first,) = compute([cell], tmp_path, Inline(), 1)
    _forged(first.folder, content)
    with pytest.raises(RequestError, match=r"is damaged"):
        find(first.folder)
    said, again = compute([cell], tmp_path, Inline(), 1)
    assert "kept as" in said
    assert again.fresh
    assert (tmp_path / f"{cell.name}.damaged" / "arrays.npz").read_bytes() == content


@pytest.mark.parametrize("damage", ["nested", "folder", "numbers"])
def test_a_manifest_that_is_none_is_refused(tmp_path, damage):
    cell = Cell.of(twice, numbers=[3])
    (first,) = compute([cell], tmp_path, Inline(), 1)
    place = first.folder / "manifest.json"
    place.unlink()
    if damage == "folder":
        place.mkdir()
    else:
        place.write_text("[" * 100_000 if damage == "nested" else "3")
    with pytest.raises(RequestError, match=r"is damaged"):
        find(first.folder)
    _, again = compute([cell], tmp_path, Inline(), 1)
    assert again.fresh
