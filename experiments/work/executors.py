"""Who computes: this process, a pool of processes, or a Dask cluster of several machines.

Work is given to any `concurrent.futures.Executor`. For more than one machine, in the root
of clones of the same commit, with `pip install -e ".[lab,cluster]"` in each:

    python -m dask scheduler --host HOST                   # on one machine; it says its address
    python -m dask worker tcp://HOST:8786 --nthreads 1 --nworkers 4         # on each machine
    python -m experiments run --full --cluster tcp://HOST:8786
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import connection
from typing import Any
from urllib.parse import urlsplit

from experiments import RequestError
from experiments.work import interrupts
from experiments.work.interrupts import LostWorkersError
from experiments.work.provenance import Provenance, provenance, unlike

__all__ = ["Inline", "LostWorkersError", "cluster", "local_pool", "workers_of"]

REACHED_WITHIN = 8
"""Seconds in which a scheduler has to answer, and a first worker has to be there."""

CELLS_ON_A_CLUSTER = 512
"""Cells a cluster is given at a time: more than it has workers, for it may grow."""

START_A_WORKER = "start workers in a clone: python -m dask worker {} --nthreads 1"


@contextmanager
def workers_of(processes: int, address: str | None) -> Iterator[tuple[Executor, int]]:
    """Open the cluster at an address, or so many processes here; tell how many work at a time."""
    if address is None:
        with local_pool(processes) as pool:
            yield pool, processes
    else:
        with cluster(address) as executor:
            yield executor, CELLS_ON_A_CLUSTER


# --- On this machine -------------------------------------------------------------------


class Inline(Executor):
    """The executor of one worker: it computes at once, in this process."""

    def submit(self, run: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Compute now and return the finished future."""
        future: Future[Any] = Future()
        try:
            future.set_result(run(*arguments, **named))
        except Exception as problem:
            future.set_exception(problem)
        return future


@contextmanager
def local_pool(workers: int) -> Iterator[Executor]:
    """Open an executor of so many processes; one worker is this process itself.

    Raises LostWorkersError when one of them ends before its work does.
    """
    if workers == 1:
        yield Inline()
        return
    spawn = multiprocessing.get_context("spawn")
    pool = _Pool(workers, mp_context=spawn, initializer=_begin_worker)
    try:
        yield _SameCode(pool, provenance())
    except BaseException as problem:
        pool.shutdown(wait=False, cancel_futures=True)
        interrupts.kill_children()
        if isinstance(problem, BrokenProcessPool):
            raise LostWorkersError("a worker was lost") from None
        raise
    pool.shutdown()


class _Pool(ProcessPoolExecutor):
    """A pool whose processes start with the first work, and leave Ctrl-C to this one."""

    def submit(self, run: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Submit `run(*arguments, **named)`."""
        with interrupts.held():
            return super().submit(run, *arguments, **named)


def _begin_worker() -> None:
    """Do not outlive the coordinator."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        sentinel = parent.sentinel

        def follow() -> None:
            connection.wait([sentinel])
            os._exit(1)

        threading.Thread(target=follow, daemon=True).start()


# --- On several machines ---------------------------------------------------------------


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """Open the executor of a running Dask scheduler, "tcp://HOST:PORT".

    Its workers must run this commit and these versions, one thread each; those that join
    later are held to it too. What a lost worker was computing is given to another one.
    Raises RequestError if there is no such scheduler or worker, LostWorkersError when they go.
    """
    try:
        from distributed import Client, KilledWorker
        from distributed.comm.core import CommClosedError
    except ImportError:
        raise RequestError(
            'distributed is not installed, run `pip install -e ".[lab,cluster]"`'
        ) from None
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is said once, here
    client = _connected(Client, address)
    try:
        _check_workers(client, address)
        yield _SameCode(client.get_executor(pure=False), provenance())
    except KilledWorker:
        raise LostWorkersError("one cell took down worker after worker") from None
    except (CancelledError, CommClosedError, TimeoutError):
        raise LostWorkersError(f"the scheduler {address} was lost") from None
    finally:
        client.close(timeout=2)


def _connected(connect: Callable[..., Any], address: str) -> Any:
    """Connect to a scheduler; one speaks first, and a port that stays silent is none."""
    try:
        parts = urlsplit(address)
        where = parts.hostname or "", parts.port or 0
    except ValueError:
        where = "", 0
    if not all(where) or address != f"tcp://{parts.netloc}":
        raise RequestError(
            f"cluster={address!r} must be tcp://HOST:PORT, the address of a Dask scheduler"
        )
    try:
        with socket.create_connection(where, REACHED_WITHIN / 2) as probe:
            if not probe.recv(1):
                raise ConnectionResetError
        return connect(address, timeout=REACHED_WITHIN / 2, set_as_default=False)
    except Exception:  # whoever is no scheduler may answer anything
        raise RequestError(f"cluster={address!r}: no Dask scheduler answers there") from None


def _check_workers(client: Any, address: str) -> None:
    """Refuse a cluster without workers, with one that differs, or with one of many threads."""
    try:
        client.wait_for_workers(1, timeout=REACHED_WITHIN)
    except TimeoutError:
        start = START_A_WORKER.format(address)
        raise RequestError(f"the scheduler {address} has no workers: {start}") from None
    for worker, threads in client.nthreads().items():
        if threads != 1:
            raise RequestError(
                f"the worker {worker} has {threads} threads and must have 1: start it with "
                "--nthreads 1, and more of them by --nworkers"
            )
    for worker, theirs in client.run(provenance, on_error="return").items():
        if isinstance(theirs, BaseException):
            start = START_A_WORKER.format(address)
            raise RequestError(f"the worker {worker} cannot import the project: {start}")
        _check_code(theirs, provenance(), f"the worker {worker}")


def _check_code(theirs: Provenance, ours: Provenance, who: str) -> None:
    found = unlike(theirs, ours)
    if found:
        raise RequestError(f"{who} runs {found[0]}, and this is {found[1]}: they must be the same")


class _SameCode(Executor):
    """Hands work to another executor, to be refused where the code is not this one."""

    def __init__(self, executor: Executor, ours: Provenance) -> None:
        self.executor, self.ours = executor, ours

    def submit(self, run: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Submit `run(*arguments, **named)`."""
        return self.executor.submit(_as_here, self.ours, run, *arguments, **named)


def _as_here(ours: Provenance, run: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    _check_code(provenance(), ours, "a worker that started later")
    return run(*arguments, **named)
