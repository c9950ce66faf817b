"""Deal any number of shoes, count how the coups end, and hold the counts against the odds."""

from __future__ import annotations

import time
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from typing import Annotated, Any

import numpy as np
import tyro
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from baccarat_env import odds
from baccarat_env import simulate as shoes_in_bulk
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import Game, as_game
from experiments import RequestError
from experiments.page.options import CORES, Cluster, about
from experiments.page.terminal import Terminal, say
from experiments.shoes.procedure import Dealing
from experiments.statistics import CONFIDENCE, Estimate, chi_square
from experiments.work.executors import workers_of

__all__ = ["run_simulation", "simulate"]

Counts = NDArray[np.int64]


def simulate(
    dealing: tyro.conf.OmitArgPrefixes[Dealing] = Dealing("ez"),  # noqa: B008
    shoes: Annotated[int, about("How many shoes.")] = 1_000_000,
    coups: Annotated[int | None, about("Only the first so many of each.", metavar="N")] = None,
    threads: Annotated[int, about("Threads that deal.")] = CORES,
    cluster: Cluster = None,
    seed: Annotated[int, about("The shoes' seed.")] = 1,
) -> None:
    """Deal shoes and hold what every bet comes to against the exact odds.

    Example: python -m experiments simulate --game ez --shoes 1000000 --coups 60
    """
    game = dealing.table
    console = Terminal(stderr=True)
    asked: dict[str, Any] = {"shoes": shoes, "coups": coups, "seed": seed, "threads": threads}
    if cluster is None:
        run_simulation(game, **asked, console=console)
        return
    with workers_of(1, cluster, say) as (executor, ahead):
        run_simulation(game, **asked, console=console, executor=executor, ahead=2 * ahead)


def run_simulation(
    game: Game,
    *,
    shoes: int,
    coups: int | None,
    seed: int,
    threads: int,
    console: Console,
    executor: Executor | None = None,
    ahead: int = 1,
) -> None:
    """Tally shoes with a progress bar and print what every bet came to.

    With an executor, batches of shoes are sent to it, `ahead` at a time, and the threads of this
    process do not deal. Ctrl-C stops it; what was dealt until then is printed, exit code 130.
    Raises RequestError for a number out of range.
    """
    tally, stopped = _Tally(console, shoes), False
    start = time.perf_counter()
    try:
        with tally.bar:
            if executor is None:
                shoes_in_bulk.tally(
                    game, shoes=shoes, seed=seed, threads=threads, coups=coups, watch=tally.watch
                )
            else:
                _send(executor, ahead, game, shoes, coups, seed, tally)
    except KeyboardInterrupt:
        stopped = True
        console.print("stopped: this is what was dealt until then", highlight=False)
    except ValueError as problem:
        raise RequestError(str(problem)) from problem
    if tally.done:
        seconds = time.perf_counter() - start
        _print(game, tally.counts, tally.done, seed, coups, seconds)
    if stopped:
        raise SystemExit(130)


BATCH = 1_000_000
"""Shoes that are sent to a worker at a time: one to two seconds of dealing."""


def tallied(game: dict[str, Any], **shoes: Any) -> Counts:
    """Tally some shoes elsewhere: the same counts, whoever deals them."""
    return shoes_in_bulk.tally(as_game(game), **shoes)


def _send(
    executor: Executor,
    ahead: int,
    game: Game,
    shoes: int,
    coups: int | None,
    seed: int,
    tally: _Tally,
) -> None:
    """Send batches of shoes to workers and add up what they count."""
    first, done, counts = 0, 0, np.zeros((2, 2, 10, 10), dtype=np.int64)
    under_way: dict[Future[Counts], int] = {}
    while done < shoes:
        while first < shoes and len(under_way) < ahead:
            some = min(BATCH, shoes - first)
            told = {"shoes": some, "seed": seed, "first": first, "coups": coups}
            under_way[executor.submit(tallied, game.to_dict(), **told)] = some
            first += some
        for future in wait(under_way, return_when=FIRST_COMPLETED).done:
            done += under_way.pop(future)
            counts += future.result()
            tally.watch(done, counts)


class _Tally:
    """The counts so far, and the bar that shows them grow."""

    def __init__(self, console: Console, shoes: int) -> None:
        columns = (
            TextColumn("shoes"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
        )
        self.bar = Progress(*columns, console=console, transient=True)
        self.task = self.bar.add_task("shoes", total=shoes, rate="")
        self.start = time.perf_counter()
        self.done = 0
        self.counts: Counts = np.zeros((2, 2, 10, 10), dtype=np.int64)

    def watch(self, done: int, counts: Counts) -> None:
        """Keep a copy of the counts and move the bar."""
        self.done, self.counts = done, counts.copy()
        rate = counts.sum() / (time.perf_counter() - self.start) / 1e6
        self.bar.update(self.task, completed=done, rate=f"{rate:.1f} million coups/s")


def _print(
    game: Game, counts: Counts, shoes: int, seed: int, coups: int | None, seconds: float
) -> None:
    dealt = int(counts.sum())
    exact, spread = (f(game.full_shoe, game) for f in (odds.expected_value, odds.variance))
    value = (game.pays @ counts.reshape(-1)) / BASIS_POINTS / dealt
    found = Estimate(value, np.sqrt(spread / dealt))
    grid = Grid(
        "Bet",
        "Result per 100 bet",
        f"± {CONFIDENCE:.0%}",
        "Exact, fresh shoe",
        "Standard errors apart",
        title=f"{game.name}: {dealt:,} coups of {shoes:,} shoes, seed {seed}",
        caption=f"{game.procedure}; {seconds:.1f} s, {dealt / seconds / 1e6:.1f} million coups/s",
    )
    for row in zip(game.layout, value, found.half_width, exact, found.distance(exact), strict=True):
        bet, *numbers, apart = row
        grid.add_row(bet.title, *(f"{100 * number:.4f}" for number in numbers), f"{apart:+.2f}")
    Terminal().print(grid)
    if coups is None or dealt < coups * shoes:
        print(
            "Shoes end at the cut card, rich and poor ones at different times, which shifts the\n"
            "cards a coup by 5 in 100,000; with --coups 60 the coups follow the odds exactly."
        )
        return
    fit = chi_square(counts, odds.endings(game.full_shoe))
    if fit.freedom == 0:
        print(f"First {coups} coups of each shoe: too few for a χ² test of how they end.")
        return
    print(
        f"First {coups} coups of each shoe: χ² = {fit.statistic:.1f} over {fit.freedom + 1} "
        f"endings, the rarest taken together, p = {fit.p_value:.4f}; none was seen that is "
        "impossible."
    )
