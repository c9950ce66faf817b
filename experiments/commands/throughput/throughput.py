"""How fast the library is, beside references measured in the same run.

Machines are noisy: a rate is the median of several repetitions, and only the ratios,
both sides of which were measured here and now, are worth quoting.
"""

from __future__ import annotations

import importlib.util
import json
import statistics
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray
from rich.table import Table as Grid

from baccarat_env import odds, simulate
from baccarat_env.game import EZ_BACCARAT, Game
from baccarat_env.rules import THIRD_CARD_STANDS, banker_draws, full_shoe, player_draws
from baccarat_env.shoe import Shoe, key_of, order
from experiments.commands.throughput.clock import Clock, Rate
from experiments.commands.throughput.many_tables import learning, through_gymnasium, through_sb3
from experiments.commands.throughput.scaling import Grown
from experiments.page.terminal import Terminal
from experiments.questions.market.work import EVERY_OFFER
from experiments.work.provenance import usable_cores

__all__ = ["as_json", "measure", "naive_endings", "show"]

BATCH = 20_000
TITLE = "Rates; each ratio is to the first row of its group"
NOTE = "Machines are noisy: each rate is a median; quote the ratios, measured in one run."


# --- The rows --------------------------------------------------------------------------


def measure(*, quick: bool = False) -> list[Rate]:
    """Measure everything, reference first in each group."""
    groups = [exact_odds, every_bet, whole_shoes, single_environment, through_gymnasium]
    if importlib.util.find_spec("stable_baselines3"):
        groups += [through_sb3, learning]
    clock = Clock(repetitions=3 if quick else 7, seconds=0.1 if quick else 0.5)
    return [rate for group in groups for rate in group(clock)] + [import_time(clock)]


def exact_odds(clock: Clock) -> Iterator[Rate]:
    """Time all 400 endings of a composition: naive, one call, and in a batch."""
    whole, unit = full_shoe(8), "compositions/s"
    batch = depleted(BATCH)
    plain = [int(count) for count in whole]

    def naive() -> int:
        naive_endings(plain)
        return 1

    def single() -> int:
        odds.endings(whole)
        return 1

    def many() -> int:
        odds.endings(batch)
        return BATCH

    reference = clock.rate("naive enumeration", unit, naive)
    yield reference
    yield clock.rate("exact odds, a single call", unit, single).beside(reference)
    yield clock.rate(f"exact odds, batch of {BATCH:,}", unit, many).beside(reference)


def every_bet(clock: Clock) -> Iterator[Rate]:
    """Time the exact values of five bets, then those of every bet of the catalogue."""
    batch = depleted(BATCH)

    def price(game: Game) -> Rate:
        name = f"values of {len(game.bets)} bets, batch of {BATCH:,}"
        return clock.rate(name, "compositions/s", lambda: len(odds.expected_value(batch, game)))

    reference = price(EZ_BACCARAT)
    yield reference
    yield price(EVERY_OFFER).beside(reference)


def whole_shoes(clock: Clock) -> Iterator[Rate]:
    """Time whole shoes: a plain Python dealer, then one and two threads."""
    unit, key = "coups/s", key_of(1)
    cards = order(key, 0)

    def plain() -> int:
        return sum(1 for _ in Shoe(EZ_BACCARAT, cards))

    def tally(threads: int) -> Callable[[], int]:
        return lambda: int(
            simulate.tally(EZ_BACCARAT, shoes=50_000 * threads, seed=1, threads=threads).sum()
        )

    reference = clock.rate("plain Python dealer", unit, plain)
    yield reference
    for threads in (1, 2):
        name = f"simulation, {threads} thread{'s' * (threads > 1)}"
        yield clock.rate(name, unit, tally(threads)).beside(reference)


def single_environment(clock: Clock) -> Iterator[Rate]:
    """Time the steps of one table beside Gymnasium's Blackjack, resets included."""
    unit = "steps/s"
    blackjack = gym.make("Blackjack-v1")
    reference = clock.rate("Blackjack-v1, gym.make", unit, steps(blackjack))
    yield reference
    table = gym.make("baccarat/EZ-v0")
    yield clock.rate("baccarat/EZ-v0, gym.make", unit, steps(table)).beside(reference)
    yield clock.rate("baccarat/EZ-v0, unwrapped", unit, steps(table.unwrapped)).beside(reference)


def import_time(clock: Clock) -> Rate:
    """Time `import baccarat_env` in a fresh process, the interpreter's own start taken off."""
    code = "import time; t = time.perf_counter(); import baccarat_env; print(time.perf_counter()-t)"
    seconds = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
        for _ in range(clock.repetitions)
    ]
    return Rate("import baccarat_env", statistics.median(seconds), "seconds")


def depleted(size: int) -> NDArray[np.int64]:
    """Draw compositions from everywhere in a shoe of eight decks, `(size, 10)`."""
    coups = simulate.deal(EZ_BACCARAT, shoes=size // 80 + 2, seed=1)
    return coups.unseen[:size].astype(np.int64)


def steps(env: gym.Env[Any, Any]) -> Callable[[], int]:
    """Make a task that takes a thousand steps with actions drawn beforehand."""
    env.action_space.seed(1)
    actions = [env.action_space.sample() for _ in range(1000)]
    env.reset(seed=1)

    def task() -> int:
        for action in actions:
            _, _, terminated, truncated, _ = env.step(action)
            if terminated or truncated:
                env.reset()
        return len(actions)

    return task


def naive_endings(counts: list[int]) -> Counter[tuple[bool, bool, int, int]]:
    """Enumerate every six-card sequence by value and count how the coup ends.

    The obvious program, without one thought of speed: six nested loops over ten values.
    """
    ways: Counter[tuple[bool, bool, int, int]] = Counter()
    left = list(counts)

    def take(dealt: tuple[int, ...], weight: int) -> None:
        if len(dealt) == 4:
            player, banker = (dealt[0] + dealt[2]) % 10, (dealt[1] + dealt[3]) % 10
            if not player_draws(player, banker) and not banker_draws(
                player, banker, THIRD_CARD_STANDS
            ):
                rest = sum(left)
                ways[False, False, player, banker] += weight * rest * (rest - 1)
                return
        if len(dealt) == 6:
            player, banker = (dealt[0] + dealt[2]) % 10, (dealt[1] + dealt[3]) % 10
            drew_p = player_draws(player, banker)
            third = dealt[4] if drew_p else THIRD_CARD_STANDS
            drew_b = banker_draws(player, banker, third)
            if drew_p:
                player = (player + dealt[4]) % 10
            if drew_b:
                banker = (banker + dealt[5 if drew_p else 4]) % 10
            ways[drew_p, drew_b, player, banker] += weight
            return
        for value in range(10):
            if left[value]:
                held = left[value]
                left[value] -= 1
                take((*dealt, value), weight * held)
                left[value] += 1

    take((), 1)
    return ways


# --- Printing --------------------------------------------------------------------------


def as_json(rates: list[Rate], grown: list[Grown]) -> str:
    """Write everything measured as JSON."""
    told = {
        "note": NOTE,
        "cores": usable_cores(),
        "rates": [asdict(rate) for rate in rates],
        "growth": [asdict(row) for row in grown],
    }
    return json.dumps(told, indent=1)


def show(rates: list[Rate]) -> None:
    """Print the rates as a table."""
    grid = Grid("What", "Rate", "One takes", "Ratio", title=TITLE, caption=NOTE)
    for rate in rates:
        seconds = rate.unit == "seconds"
        if not rate.reference:
            grid.add_section()
        grid.add_row(
            rate.what,
            f"{rate.rate:.2f} s" if seconds else f"{rate.rate:,.0f} {rate.unit}",
            "" if seconds else _duration(1 / rate.rate),
            "" if rate.ratio is None else f"{rate.ratio:,.{1 if rate.ratio >= 10 else 2}f} ×",
        )
    Terminal().print(grid)


def _duration(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"
