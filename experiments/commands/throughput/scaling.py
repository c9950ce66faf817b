"""How the cost grows with tables, threads and shoes: rates and memory, a fresh process a row."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

import gymnasium as gym
import psutil
from rich.table import Table as Grid

from baccarat_env import simulate
from baccarat_env.game import EZ_BACCARAT
from baccarat_env.names import counted
from experiments.commands.throughput.clock import Clock
from experiments.commands.throughput.many_tables import ID, vector_steps
from experiments.page.terminal import Terminal
from experiments.work.provenance import usable_cores

__all__ = ["Grown", "grow", "show"]

TABLES = (1, 16, 256, 1024, 16_384)
SHOES = (10**4, 10**5, 10**6, 10**7)
THREADS = (1, 2)


@dataclass(frozen=True)
class Grown:
    """One size of work: its rate, and the memory it took above the imports."""

    what: str
    rate: float
    unit: str
    megabytes: float


def grow(*, quick: bool = False) -> Iterator[Grown]:
    """Measure every size, each in a process of its own."""
    clock = Clock(repetitions=1 if quick else 3, seconds=0.1 if quick else 0.5)
    for tables in TABLES:
        yield _apart(_tables, tables, clock)
    for threads in THREADS:
        for shoes in SHOES[: 3 if quick else None]:
            yield _apart(_shoes, shoes, threads)


def _apart(task: Callable[..., Grown], *arguments: object) -> Grown:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        return pool.submit(task, *arguments).result()


def _tables(tables: int, clock: Clock) -> Grown:
    vector_steps(gym.make_vec(ID, num_envs=1))()
    before = _held()
    env = gym.make_vec(ID, num_envs=tables)
    rate = clock.rate(counted(tables, "table"), "steps/s", vector_steps(env))
    return Grown(rate.what, rate.rate, rate.unit, _held() - before)


def _shoes(shoes: int, threads: int) -> Grown:
    simulate.tally(EZ_BACCARAT, shoes=100, seed=1)
    before = _held()
    clock = Clock(repetitions=1, seconds=0.0)

    def task() -> int:
        return int(simulate.tally(EZ_BACCARAT, shoes=shoes, seed=1, threads=threads).sum())

    name = f"{counted(shoes, 'shoe')}, {counted(threads, 'thread')}"
    rate = clock.rate(name, "coups/s", task)
    return Grown(rate.what, rate.rate, rate.unit, _held() - before)


def _held() -> float:
    """Memory this process holds, in megabytes."""
    return float(psutil.Process().memory_info().rss / 1e6)


def show(rows: list[Grown]) -> None:
    """Print the rows as a table."""
    grid = Grid(
        "Size",
        "Rate",
        "Memory above the imports",
        title="How the cost grows",
        caption=f"{usable_cores()} cores here; each row in a process of its own",
    )
    for row in rows:
        grid.add_row(row.what, f"{row.rate:,.0f} {row.unit}", f"{row.megabytes:.1f} MB")
    Terminal().print(grid)
