"""Values written with half their 95 % interval, and texts that remember the values they show."""

from __future__ import annotations

from typing import Any

import numpy as np

from experiments.statistics import Estimate
from experiments.tables import minus

__all__ = ["Measured", "in_figures", "of_one_training", "stacked", "with_interval"]


class Measured(str):
    """Text that shows values: each is kept in full, with half its 95 % interval.

    `comparable` says whether two runs may be held against each other by these intervals.
    """

    __slots__ = ("comparable", "values")
    values: tuple[tuple[float, float], ...]
    comparable: bool

    @classmethod
    def of(cls, text: str, *values: tuple[float, float]) -> Measured:
        """Make the text that shows these values."""
        made = cls(text)
        made.values = values
        made.comparable = True
        return made


def with_interval(value: float, half: float, digits: int | None = None) -> Measured:
    """Write a value with half its interval, to the digits that the interval bears.

    >>> with_interval(0.69712, 0.0023), with_interval(1.2e-7, 0.6e-7), with_interval(0, 0)
    ('0.6971 ± 0.0023', '1.2e−07 ± 6.0e−08', '0')
    >>> with_interval(-0.5, 0.196, digits=1), with_interval(-0.5, np.nan), with_interval(np.nan, 1)
    ('−0.5 ± 0.2', '−0.50', '–')
    """
    if np.isnan(value):
        return Measured.of("–")
    if half == 0 and digits is None:
        return Measured.of(minus(f"{value:g}"), (float(value), 0.0))
    places = _places(half) if digits is None else digits
    form = f".{places}f" if digits is not None or places <= 7 else ".1e"
    if np.isnan(half):
        return Measured.of(minus(f"{value:{form}}"))
    return Measured.of(minus(f"{value:{form}} ± {half:{form}}"), (float(value), float(half)))


def _places(half: float) -> int:
    """Decimal places that show two digits of half an interval, two at least."""
    return max(1 - int(np.floor(np.log10(half))), 2) if half > 0 else 2


def in_figures(
    estimate: Estimate, where: Any = (), *, digits: int | None = None, scale: float = 1
) -> Measured:
    """Write one of the estimated values, times `scale`, as `with_interval` does."""
    value, half = estimate.value[where], estimate.half_width[where]
    return with_interval(scale * float(value), scale * float(half), digits)


def of_one_training(text: Measured) -> Measured:
    """Mark a text whose intervals hold for the agents trained in this run alone.

    Another seed trains other agents, so that two runs are not to be compared by it.
    """
    marked = Measured.of(str(text), *text.values)
    marked.comparable = False
    return marked


def stacked(*texts: str) -> Measured:
    """Set texts one below the other; the values of all are kept.

    >>> stacked(with_interval(1, 0.5), "of 9").values
    ((1.0, 0.5),)
    """
    shown = [value for text in texts if isinstance(text, Measured) for value in text.values]
    return Measured.of("\n".join(texts), *shown)
