"""Ctrl-C ends a command within seconds, whatever it is doing; more of it changes nothing."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import active_children
from types import FrameType, TracebackType
from typing import Any, NoReturn

__all__ = [
    "FROM_THE_START",
    "LostWorkersError",
    "begin",
    "held",
    "keeping",
    "kill_children",
    "leave",
    "stopped",
]

EXIT_CODE = 130
ENDS_WITHIN = 6
"""Seconds from Ctrl-C to the end of the process, should it not end by itself before."""

FROM_THE_START = "the same command begins again from the start"

_pressed = threading.Event()


class LostWorkersError(RuntimeError):
    """The workers are gone, in one sentence."""


def begin() -> None:
    """Let the first Ctrl-C raise KeyboardInterrupt once, and see to it that the process ends.

    A process for which Ctrl-C is switched off, as in the background of a script, keeps it off.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        return
    waiting, waking = os.pipe()
    os.set_blocking(waking, False)
    signal.set_wakeup_fd(waking, warn_on_full_buffer=False)
    threading.Thread(target=_end_in_time, args=(waiting,), daemon=True).start()
    sys.excepthook, sys.unraisablehook = _uncaught, _unraisable
    signal.signal(signal.SIGINT, _press)


def stopped() -> bool:
    """Say whether Ctrl-C was pressed: what is raised from then on comes of it."""
    return _pressed.is_set()


def leave(code: int) -> NoReturn:
    """End the process with an exit code; Ctrl-C comes too late now."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(code)


@contextmanager
def keeping(kept: Callable[[], str]) -> Iterator[None]:
    """Note on what ends the work too early what is kept of it, in words."""
    try:
        yield
    except (KeyboardInterrupt, LostWorkersError) as end:
        end.add_note(kept())
        raise


@contextmanager
def held() -> Iterator[None]:
    """Hold Ctrl-C back for a moment; processes that are started in it never see any."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def kill_children() -> None:
    """Kill the processes that compute for this one."""
    for child in active_children():
        child.kill()


def _press(number: int, frame: FrameType | None) -> NoReturn:  # noqa: ARG001 (a handler's form)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _pressed.set()
    raise KeyboardInterrupt


def _end_in_time(waiting: int) -> None:
    """Wait for the first Ctrl-C; end the process if it is still there some seconds later.

    The signal is noted in the pipe even while compiled code keeps the main thread busy.
    """
    while signal.SIGINT not in os.read(waiting, 1):
        pass
    time.sleep(ENDS_WITHIN)
    _end("stopped")


def _end(sentence: str) -> NoReturn:
    """End the process here and now."""
    with suppress(Exception):
        kill_children()
        sys.stdout.flush()
        print(sentence, file=sys.stderr, flush=True)
    os._exit(EXIT_CODE)


def _uncaught(
    kind: type[BaseException], problem: BaseException, trace: TracebackType | None
) -> None:
    """Say in a sentence that it was stopped, while modules are imported too."""
    if stopped():
        _end(f"stopped: {FROM_THE_START}")
    sys.__excepthook__(kind, problem, trace)


def _unraisable(problem: Any) -> None:
    """End where Ctrl-C was raised in a place that raises nothing, and would be lost."""
    if isinstance(problem.exc_value, KeyboardInterrupt):
        _end("stopped")
    sys.__unraisablehook__(problem)
