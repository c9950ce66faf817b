"""Rates that were measured, and how long to measure them."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Clock", "Rate"]


@dataclass(frozen=True)
class Rate:
    """One measured rate and how many times its reference's it is."""

    what: str
    rate: float
    unit: str
    reference: str = ""
    ratio: float | None = None

    def beside(self, reference: Rate) -> Rate:
        """Put the rate beside a reference in the same unit."""
        return Rate(self.what, self.rate, self.unit, reference.what, self.rate / reference.rate)


@dataclass(frozen=True)
class Clock:
    """How long to measure: each repetition goes on for about `seconds`."""

    repetitions: int
    seconds: float

    def rate(self, what: str, unit: str, task: Callable[[], int]) -> Rate:
        """Run a task, which returns how much it did, and take the median rate per second."""
        task()
        rates = []
        for _ in range(self.repetitions):
            done, start = 0, time.perf_counter()
            while (passed := time.perf_counter() - start) < self.seconds or not done:
                done += task()
            rates.append(done / passed)
        return Rate(what, statistics.median(rates), unit)
