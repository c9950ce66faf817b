"""Whoever computes the cells, the arrays are the same; who is lost is named in one sentence."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path

import pytest

from baccarat_env import EZ_BACCARAT
from experiments import RequestError
from experiments.__main__ import main
from experiments.commands import simulate
from experiments.page.terminal import Terminal
from experiments.work import executors, provenance
from experiments.work.compute import compute
from experiments.work.executors import Inline, LostWorkersError, cluster, local_pool
from tests import ROOT
from tests.kill import last_line, same, start, whole
from tests.support import slow

CONFIG = slow.Config(cells=10, seconds=0.15, numbers=1000)
SETTINGS = {"cells": 10, "seconds": 0.15, "numbers": 1000}
SEED = 1
KEPT = "finished cells are kept, and the same command goes on from them"


@pytest.fixture(scope="module")
def one(tmp_path_factory) -> Path:
    """What one worker stores."""
    folder = tmp_path_factory.mktemp("one")
    list(compute(slow.cells(CONFIG, SEED), folder, Inline(), 1))
    return folder


# --- On this machine -------------------------------------------------------------------


@pytest.mark.parametrize("workers", [2, 7])
def test_any_number_of_workers_stores_the_same_arrays(workers, one, tmp_path):
    with local_pool(workers) as pool:
        list(compute(slow.cells(CONFIG, SEED), tmp_path, pool, 2 * workers))
    assert same(tmp_path, one) == 10


def test_a_simulation_counts_alike_whoever_deals(monkeypatch, capsys):
    monkeypatch.setattr(simulate, "BATCH", 700)
    told = {"shoes": 3_000, "coups": 60, "seed": 5, "threads": 1, "console": Terminal(stderr=True)}
    tables = []
    for executor in (None, ThreadPoolExecutor(2), Inline()):
        simulate.run_simulation(EZ_BACCARAT, **told, executor=executor, ahead=3)
        rows = capsys.readouterr().out.splitlines()
        tables.append([row for row in rows if "coups/s" not in row and "after" not in row])
    assert tables[0] == tables[1] == tables[2]
    assert any("Dragon 7" in row for row in tables[0])


def test_a_lost_worker_is_one_sentence_and_the_rerun_completes(tmp_path):
    out, trap = tmp_path / "out", tmp_path / "trap"
    running = start(out, "--workers", "2", **SETTINGS, trap=trap)
    assert last_line(running) == f"a worker was lost: {KEPT}"
    assert running.returncode == 1
    assert 1 <= whole(out) < 10
    running = start(out, "--workers", "2", **SETTINGS, trap=trap)
    running.communicate(timeout=60)
    assert running.returncode == 0
    assert whole(out) == 11


class Broken(Inline):
    """An executor that breaks when it is given the third piece of work."""

    given = 0

    def submit(self, run, /, *arguments, **named):
        self.given += 1
        if self.given >= 3:
            raise BrokenProcessPool
        return super().submit(run, *arguments, **named)


def test_what_is_finished_when_the_workers_go_is_stored(tmp_path):
    work = slow.cells(slow.Config(cells=5, seconds=0, numbers=3), 1)
    with pytest.raises(BrokenProcessPool):
        list(compute(work, tmp_path, Broken(), 5))
    assert len(list(tmp_path.glob("*/manifest.json"))) == 2


def test_work_is_done_by_one_thread():
    names = [f"{library}_NUM_THREADS" for library in ("OMP", "OPENBLAS", "MKL", "NUMBA")]
    asked = f"import experiments, os; print(*map(os.environ.get, {names}))"
    told = subprocess.run(
        [sys.executable, "-c", asked],
        cwd=ROOT,
        env=os.environ | {"OMP_NUM_THREADS": "8"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.split() == ["1"] * 4


# --- A cluster -------------------------------------------------------------------------


@contextmanager
def local_cluster(**options) -> Iterator:
    distributed = pytest.importorskip("distributed")
    settings = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": ":0", **options}
    with distributed.LocalCluster(**settings) as running:
        provenance.provenance.cache_clear()  # what the workers will look up too
        yield running


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A scheduler with two worker processes on this machine."""
    with local_cluster(processes=True) as running, cluster(running.scheduler_address):
        yield running.scheduler_address


def run_slow(out, monkeypatch, *words) -> int:
    """Run the slow question by the command line in this process."""
    known = slow.question()
    monkeypatch.setattr(slow, "QUICK", CONFIG)
    monkeypatch.setattr("experiments.questions.questions", lambda: {"slow": known})
    return main(["run", "slow", "--out", str(out), *words])


def test_a_worker_killed_in_mid_run_changes_nothing(address, one, tmp_path):
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        victim, other = client.run(os.getpid).values()
    assert victim != other
    with cluster(address) as executor:
        for done, _ in enumerate(compute(slow.cells(CONFIG, SEED), tmp_path, executor, 512)):
            if done == 2:
                os.kill(victim, signal.SIGKILL)
    assert same(tmp_path, one) == 10


def test_a_worker_of_another_commit_is_refused(address, tmp_path, monkeypatch, capsys):
    ours = provenance.provenance()
    now = re.escape(provenance.code(ours))
    monkeypatch.setitem(ours, "sources", 64 * "a")
    monkeypatch.setitem(ours, "commit", "feedbee" + 33 * "0")
    monkeypatch.setitem(ours, "dirty", False)
    assert run_slow(tmp_path, monkeypatch, "--cluster", address) == 2
    (told,) = capsys.readouterr().err.splitlines()
    assert re.fullmatch(
        rf"the worker tcp://\S+ runs commit {now}, "
        r"and this is commit feedbee \(sources aaaaaaaa\): they must be the same",
        told,
    )


def test_a_worker_that_starts_later_is_held_to_it_too():
    ours = provenance.provenance()
    other = ours | {"versions": ours["versions"] | {"baccarat-env": "9.9"}}
    held = executors._SameCode(Inline(), other).submit(abs, -1)
    with pytest.raises(RequestError, match=r"started later runs baccarat-env .* is baccarat-env"):
        held.result()


def test_a_worker_of_many_threads_is_refused(tmp_path, monkeypatch, capsys):
    with local_cluster(
        n_workers=1, threads_per_worker=2, processes=False, protocol="tcp://"
    ) as running:
        assert run_slow(tmp_path, monkeypatch, "--cluster", running.scheduler_address) == 2
    told = capsys.readouterr().err
    assert "has 2 threads and must have 1: start it with --nthreads 1" in told


def test_a_scheduler_without_workers_is_one_sentence(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(executors, "REACHED_WITHIN", 1)
    with local_cluster(n_workers=0, processes=False, protocol="tcp://") as running:
        assert run_slow(tmp_path, monkeypatch, "--cluster", running.scheduler_address) == 2
    (told,) = capsys.readouterr().err.splitlines()
    assert "has no workers: start workers in a clone: python -m dask worker tcp://" in told


@pytest.mark.parametrize(
    "wrong", ["10.0.0.1:8786", "http://host:1", "tcp://host", "tcp://host:x", "tcp://:1", ""]
)
def test_an_address_of_another_form_is_one_sentence(wrong, tmp_path, monkeypatch, capsys):
    assert run_slow(tmp_path, monkeypatch, "--cluster", wrong) == 2
    (told,) = capsys.readouterr().err.splitlines()
    assert told.startswith(f"cluster={wrong!r} must be tcp://HOST:PORT")


@pytest.mark.parametrize("listening", [False, True], ids=["nothing-there", "silent"])
def test_a_scheduler_that_does_not_answer_is_one_sentence_in_time(
    listening, tmp_path, monkeypatch, capsys
):
    pytest.importorskip("distributed")
    began = time.monotonic()
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        if not listening:
            server.close()
        assert run_slow(tmp_path, monkeypatch, "--cluster", address) == 2
    assert time.monotonic() - began < 10
    told = capsys.readouterr().err
    assert told == f"cluster={address!r}: no Dask scheduler answers there\n"


def test_without_distributed_it_says_what_to_install(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert run_slow(tmp_path, monkeypatch, "--cluster", "tcp://127.0.0.1:1") == 2
    (told,) = capsys.readouterr().err.splitlines()
    assert told == (
        "distributed is not installed: run "
        f"`pip install -c constraints.txt -e '.[lab,cluster]'` in {ROOT}"
    )


def changed_copy(folder: Path) -> Path:
    """A copy of the project in which one source file is another."""
    for package in ("baccarat_env", "agents", "experiments", "tests"):
        hidden = shutil.ignore_patterns("__pycache__", ".*")
        shutil.copytree(ROOT / package, folder / package, ignore=hidden)
    with (folder / "experiments" / "published.py").open("a", encoding="utf-8") as file:
        file.write("\nCHANGED = True\n")
    return folder


@pytest.mark.parametrize("wrong", ["other sources", "no project"])
def test_a_wrong_worker_that_joins_late_is_sent_away_alone(wrong, one, tmp_path):
    """The run goes on with the others, and what was given to it is done again."""
    told: list[str] = []
    place = tmp_path / "elsewhere"
    place.mkdir()
    if wrong == "other sources":
        changed_copy(place / "copy")
        place = place / "copy"
    with local_cluster(n_workers=1, processes=True) as running:
        address = running.scheduler_address
        with cluster(address, told.append) as executor:
            cells = compute(slow.cells(CONFIG, SEED), tmp_path / "out", executor, 2)
            next(cells)
            worker = dask_process("worker", address, "--nthreads", "1", "--no-dashboard", cwd=place)
            try:
                executor.client.wait_for_workers(2, timeout=30)
                list(cells)
                assert worker.wait(timeout=20) == 0
            finally:
                worker.kill()
                worker.communicate()
    assert same(tmp_path / "out", one) == 10
    if wrong == "no project":  # it ends by itself when it is handed what it cannot read
        assert told == []
        return
    (sentence,) = told
    assert re.fullmatch(
        r"the worker tcp://\S+ runs .*, and this is .*: they must be the same. "
        r"It is sent away, the others go on.",
        sentence,
    )


# --- A cluster with certificates ---------------------------------------------------------


@pytest.fixture(scope="module")
def certificates(tmp_path_factory) -> dict[str, str]:
    """Dask's configuration with a certificate of its own authority."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl makes the certificate")
    folder = tmp_path_factory.mktemp("certificates")
    made, key = str(folder / "made.pem"), str(folder / "key.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=table",
         "-days", "2", "-keyout", key, "-out", made],
        check=True, capture_output=True,
    )  # fmt: skip
    roles = {
        f"distributed.comm.tls.{role}.{part}": path
        for role in ("client", "scheduler", "worker")
        for part, path in (("cert", made), ("key", key))
    }
    return roles | {"distributed.comm.tls.ca-file": made}


def test_a_cluster_with_certificates_computes_the_same(certificates, one, tmp_path):
    dask = pytest.importorskip("dask")
    security = pytest.importorskip("distributed").Security
    with (
        dask.config.set(certificates),
        local_cluster(
            n_workers=1, processes=True, protocol="tls://", security=security()
        ) as running,
    ):
        address = running.scheduler_address
        assert address.startswith("tls://")
        with cluster(address) as executor:
            list(compute(slow.cells(CONFIG, SEED), tmp_path, executor, 512))
        assert same(tmp_path, one) == 10
        with pytest.raises(RequestError, match="no Dask scheduler answers there"):
            cluster(address.replace("tls", "tcp")).__enter__()


def test_without_certificates_one_sentence_names_them(certificates, tmp_path):
    dask = pytest.importorskip("dask")
    address = "tls://127.0.0.1:8786"
    with pytest.raises(RequestError, match=r"needs certificates: write ca-file, client\.cert"):
        cluster(address).__enter__()
    absent = {"distributed.comm.tls.ca-file": str(tmp_path / "absent.pem")}
    with (
        dask.config.set(certificates | absent),
        pytest.raises(RequestError, match=r"configuration cannot be read .*No such file"),
    ):
        cluster(address).__enter__()


def test_who_does_not_take_the_certificates_is_named(certificates):
    dask = pytest.importorskip("dask")
    with (
        local_cluster(n_workers=1, processes=False, protocol="tcp://") as running,
        dask.config.set(certificates),
    ):
        address = running.scheduler_address.replace("tcp", "tls")
        with pytest.raises(RequestError, match=r"does not take the certificates .*"):
            cluster(address).__enter__()


# --- The three commands of the README ----------------------------------------------------


def dask_process(*words: str, cwd: Path = ROOT) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *words],
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


@pytest.fixture
def three_commands(tmp_path) -> Iterator[tuple[str, list[subprocess.Popen[str]]]]:
    """A scheduler and two workers, each a process started in the root of the clone."""
    pytest.importorskip("distributed")
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
    worker = ("worker", address, "--nthreads", "1", "--no-dashboard")
    port = address.rpartition(":")[2]
    started = [
        dask_process("scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard"),
        dask_process(*worker),
        dask_process(*worker),
    ]
    yield address, started
    for process in started:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def test_the_three_commands_and_the_loss_of_everyone(three_commands, tmp_path, one):
    """A worker is killed, and its work goes to the other; then the scheduler is."""
    address, (scheduler, worker, _) = three_commands
    running = start(tmp_path, "--cluster", address, **SETTINGS)
    while not whole(tmp_path) and running.poll() is None:
        time.sleep(0.01)
    os.killpg(worker.pid, signal.SIGKILL)
    told = running.communicate(timeout=60)[1]
    assert running.returncode == 0, told
    assert same(tmp_path / "slow", one) == 10

    running = start(tmp_path, "--cluster", address, "--seed", "2", **SETTINGS)
    while whole(tmp_path) == 10 and running.poll() is None:
        time.sleep(0.01)
    os.killpg(scheduler.pid, signal.SIGKILL)
    assert last_line(running) == f"the scheduler {address} was lost: {KEPT}"
    assert running.returncode == 1
    assert 11 <= whole(tmp_path) < 20


def test_a_cell_that_takes_its_workers_down_is_one_sentence(tmp_path):
    dask = pytest.importorskip("dask")
    work = slow.cells(slow.Config(4, 0.1, 10, str(tmp_path / "trap")), 1)
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        local_cluster(n_workers=1, processes=True) as running,
    ):
        with (
            pytest.raises(LostWorkersError, match="took down worker after worker"),
            cluster(running.scheduler_address) as executor,
        ):
            list(compute(work, tmp_path / "out", executor, 512))
        kept = len(list(tmp_path.glob("out/*/manifest.json")))
        with cluster(running.scheduler_address) as executor:
            assert len(list(compute(work, tmp_path / "out", executor, 512))) == 5
    assert 1 <= kept < 5
