"""Who computes: this process, a pool of processes, or a Dask cluster of several machines.

Work is given to any `concurrent.futures.Executor`. For more than one machine, in the root
of clones of the same commit, with the extras `lab` and `cluster` installed in each:

    python -m dask scheduler --host HOST      # on one machine of a trusted network
    python -m dask worker tcp://HOST:8786 --nthreads 1 --nworkers 4         # on each machine
    python -m experiments run --full --cluster tcp://HOST:8786
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import connection
from typing import Any
from urllib.parse import urlsplit

from baccarat_env.install import to_install
from experiments import RequestError
from experiments.work import interrupts
from experiments.work.interrupts import LostWorkersError
from experiments.work.provenance import Provenance, provenance, unlike

__all__ = ["Inline", "LostWorkersError", "cluster", "local_pool", "workers_of"]

REACHED_WITHIN = 8
"""Seconds in which a scheduler has to answer, and a first worker has to be there."""

CELLS_ON_A_CLUSTER = 512
"""Cells a cluster is given at a time: more than it has workers, for it may grow."""

Say = Callable[[str], object]
"""What is handed a sentence for people."""

START_A_WORKER = "start workers in a clone: python -m dask worker {} --nthreads 1"


@contextmanager
def workers_of(processes: int, address: str | None, say: Say) -> Iterator[tuple[Executor, int]]:
    """Open the cluster at an address, or so many processes here; tell how many work at a time.

    `say` is told of a worker of the cluster that was sent away.
    """
    if address is None:
        with local_pool(processes) as pool:
            yield pool, processes
    else:
        with cluster(address, say) as executor:
            yield executor, CELLS_ON_A_CLUSTER


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


class _SameCode(Executor):
    """Hands work to another executor, to be refused where the code is not this one."""

    def __init__(self, executor: Executor, ours: Provenance) -> None:
        self.executor, self.ours = executor, ours

    def submit(self, run: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Submit `run(*arguments, **named)`."""
        return self.executor.submit(_as_here, self.ours, run, *arguments, **named)


def _as_here(ours: Provenance, run: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    different = _different(provenance(), ours)
    if different:
        raise RequestError(f"a worker that started later {different}")
    return run(*arguments, **named)


def _different(theirs: Provenance, ours: Provenance) -> str | None:
    """Say what a worker runs that this process does not; None if nothing."""
    found = unlike(theirs, ours)
    if found is None:
        return None
    return f"runs {found[0]}, and this is {found[1]}: they must be the same"


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
def cluster(address: str, say: Say = print) -> Iterator[Executor]:
    """Open the executor of a running Dask scheduler, "tcp://HOST:PORT" or "tls://HOST:PORT".

    Certificates for TLS are those of Dask's own configuration, `distributed.comm.tls`. The
    workers must run this commit and these versions, one thread each. One that joins later and
    does not is sent away, which `say` is told, and others do its work; as they do where a
    worker is lost.
    Raises RequestError if there is no such scheduler or worker, LostWorkersError when they go.
    """
    try:
        from distributed import Client, KilledWorker
        from distributed.comm.core import CommClosedError
    except ImportError:
        raise RequestError(to_install("distributed", "lab", "cluster")) from None
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is said once, here
    client = _connected(Client, address)
    try:
        _check_workers(client, address)
        yield _Cluster(client, address, say)
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
    if not all(where) or address not in (f"tcp://{parts.netloc}", f"tls://{parts.netloc}"):
        raise RequestError(
            f"cluster={address!r} must be tcp://HOST:PORT or tls://HOST:PORT, the address of a "
            "Dask scheduler"
        )
    context = _certificates(address) if parts.scheme == "tls" else None
    try:
        with (
            socket.create_connection(where, REACHED_WITHIN / 2) as probe,
            context.wrap_socket(probe) if context else probe as heard,
        ):
            if not heard.recv(1):
                raise ConnectionResetError
        return connect(address, timeout=REACHED_WITHIN / 2, set_as_default=False)
    except ssl.SSLError as problem:
        raise RequestError(
            f"cluster={address!r}: what answers there does not take the certificates of Dask's "
            f"configuration ({problem.reason or problem})"
        ) from None
    except Exception:  # what is no scheduler may answer anything
        raise RequestError(f"cluster={address!r}: no Dask scheduler answers there") from None


def _certificates(address: str) -> ssl.SSLContext:
    """Read the certificates of Dask's configuration. Raises RequestError if there are none."""
    from distributed.security import Security

    try:
        configured: Any = Security()  # type: ignore[no-untyped-call]
        context = configured.get_connection_args("client")["ssl_context"]
    except (OSError, ValueError, TypeError) as problem:
        raise RequestError(
            f"cluster={address!r}: the certificates of Dask's configuration cannot be read "
            f"({problem})"
        ) from None
    if not isinstance(context, ssl.SSLContext):
        raise RequestError(
            f"cluster={address!r} needs certificates: write ca-file, client.cert and client.key "
            "under distributed.comm.tls in Dask's configuration"
        )
    return context


def _check_workers(client: Any, address: str) -> None:
    """Refuse a cluster without workers, or with one that does not fit."""
    try:
        client.wait_for_workers(1, timeout=REACHED_WITHIN)
    except TimeoutError:
        start = START_A_WORKER.format(address)
        raise RequestError(f"the scheduler {address} has no workers: {start}") from None
    for worker, problem in _unfit(client, address):
        raise RequestError(f"the worker {worker} {problem}")


def _unfit(client: Any, address: str) -> Iterator[tuple[str, str]]:
    """Name the workers of many threads, of other code or of none, and say what is wrong."""
    threads = client.nthreads()
    for worker, theirs in client.run(provenance, on_error="return").items():
        if threads.get(worker, 1) != 1:
            yield (
                worker,
                (
                    f"has {threads[worker]} threads and must have 1: start it with "
                    "--nthreads 1, and more of them by --nworkers"
                ),
            )
        elif isinstance(theirs, BaseException):
            yield worker, f"cannot import the project: {START_A_WORKER.format(address)}"
        elif different := _different(theirs, provenance()):
            yield worker, different


class _Cluster(Executor):
    """The workers of a scheduler; one that does not fit is sent away, and its work done again."""

    def __init__(self, client: Any, address: str, say: Say) -> None:
        self.client, self.address, self.say = client, address, say
        self.executor = _SameCode(client.get_executor(pure=False), provenance())
        self.sent_away = 0
        self.lock = threading.Lock()

    def submit(self, run: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Submit `run(*arguments, **named)`."""
        outcome: Future[Any] = Future()
        self._try(outcome, partial(self.executor.submit, run, *arguments, **named))
        return outcome

    def _try(self, outcome: Future[Any], submit: Callable[[], Future[Any]]) -> None:
        before = self.sent_away

        def screen(problem: BaseException) -> None:
            if self._screened(before):
                self._try(outcome, submit)
            else:
                outcome.set_exception(problem)

        def settle(attempt: Future[Any]) -> None:
            problem = CancelledError() if attempt.cancelled() else attempt.exception()
            if problem is None:
                outcome.set_result(attempt.result())
            elif isinstance(problem, CancelledError):
                outcome.set_exception(problem)
            else:  # the thread that settles is the client's own, which screening waits for
                threading.Thread(target=screen, args=(problem,), daemon=True).start()

        submit().add_done_callback(settle)

    def _screened(self, before: int) -> bool:
        """Send away the workers that do not fit; say whether any was since `before`."""
        with self.lock, suppress(Exception):  # where the scheduler is lost, nobody is
            if self.sent_away == before:
                for worker, problem in list(_unfit(self.client, self.address)):
                    self.client.retire_workers([worker])
                    self.sent_away += 1
                    self.say(f"the worker {worker} {problem}. It is sent away, the others go on.")
        return self.sent_away > before
