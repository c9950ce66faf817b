"""Shoes are dealt in batches, by as many threads as are asked for, and come back in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from baccarat_env.checks import check_whole

__all__ = ["BATCH", "MAX_SHOES", "MAX_THREADS", "in_batches"]

BATCH = 1 << 14
"""Shoes a task deals: about 20 milliseconds of work."""

MAX_SHOES = 1 << 40
MAX_THREADS = 256

T = TypeVar("T")


def in_batches(
    task: Callable[[int, int], T], shoes: int, first: int, threads: int
) -> Iterator[tuple[tuple[int, int], T]]:
    """Run `task(start, end)` over shoes `first` to `first + shoes` - 1 batch by batch, in order.

    Yields ((start, end), what the task returned). Raises ValueError naming a number of shoes
    or threads that is out of range.
    """
    check_whole("shoes", shoes, 1, MAX_SHOES)
    check_whole("first", first, 0, MAX_SHOES)
    check_whole("threads", threads, 1, MAX_THREADS)
    last = first + shoes
    batches = ((start, min(start + BATCH, last)) for start in range(first, last, BATCH))
    if threads == 1:
        yield from ((batch, task(*batch)) for batch in batches)
        return
    with ThreadPoolExecutor(threads) as pool:
        running: deque[tuple[tuple[int, int], Future[T]]] = deque()
        for batch in batches:
            running.append((batch, pool.submit(task, *batch)))
            if len(running) == 2 * threads:
                batch, result = running.popleft()
                yield batch, result.result()
        for batch, result in running:
            yield batch, result.result()
