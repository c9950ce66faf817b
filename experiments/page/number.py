"""A number as it is shown: its value in full, half its 95 % interval, and how it is written."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from experiments.statistics import Estimate

__all__ = [
    "MISSING",
    "Number",
    "estimated",
    "fixed",
    "in_figures",
    "minus",
    "of_one_training",
    "rough",
]

MOST_DECIMALS = 7
"""Intervals that are narrower are written with an exponent."""


@dataclass(frozen=True)
class Number:
    """A number with half its 95 % interval, which stays a number until it is written.

    `half_width` is 0 for an exact value and nan where no interval is known. `form` is the format
    of Python for value and half width; without one both are written to the digits that the
    interval bears. `unit` stands behind, `bound` ("under", "over") before, `note` last.
    `comparable` says whether two runs may be held against each other by their intervals.

    >>> print(Number(0.69712, 0.0023), Number(1.2e-7, 0.6e-7), Number(0, 0), Number(-0.04, form=".1f"))
    0.6971 ± 0.0023 1.2e−07 ± 6.0e−08 0 0.0
    >>> print(Number(-0.5, 0.196, ".1f"), Number(-0.5), Number(float("nan")), Number(3e-7, 0, "g", bound="under"))
    −0.5 ± 0.2 −0.50 – under 3e−07
    """  # noqa: E501

    value: float
    half_width: float = np.nan
    form: str = ""
    unit: str = ""
    bound: str = ""
    note: str = ""
    comparable: bool = True

    @property
    def is_missing(self) -> bool:
        """Whether there is no value."""
        return bool(np.isnan(self.value))

    def __str__(self) -> str:
        """Write it as people read it, with a true minus and no sign before zero."""
        if self.is_missing:
            return "–"
        form = self._form()
        text = _signed(self.value, form)
        if self.half_width > 0:
            half = _signed(self.half_width, form.replace("+", ""))
            text += f" ± {half}" * (float(half.replace("−", "-").replace(",", "")) > 0)
        return " ".join(part for part in (self.bound, text, self.unit) if part) + self.note

    def at_most(self, decimals: int) -> Number:
        """Write it to the digits that its interval bears, but at most so many decimals."""
        return self if _places(self.half_width) <= decimals else replace(self, form=f".{decimals}f")

    def _form(self) -> str:
        if self.form:
            return self.form
        if self.half_width == 0:
            return "g"
        places = _places(self.half_width)
        return f".{places}f" if places <= MOST_DECIMALS else ".1e"


def rough(number: Number) -> str:
    """Write a number for a first look: one decimal, or one digit where that would be nothing.

    >>> rough(Number(0.609, 0.027)), rough(Number(0.0361)), rough(Number(0)), rough(Number(-1.0))
    ('0.6', '0.04', '0', '−1')
    """
    text = _signed(number.value, ".1f")
    return (_signed(number.value, ".1g") if text == "0.0" else text).removesuffix(".0")


MISSING = Number(float("nan"))
"""A cell without a value."""


def minus(text: str) -> str:
    """Set a true minus sign.

    >>> minus("-1.06")
    '−1.06'
    """
    return text.replace("-", "−")


def fixed(value: float, decimals: int) -> str:
    """Write a number to so many decimals.

    >>> fixed(-1.06, 1), fixed(-0.04, 1)
    ('−1.1', '0.0')
    """
    return str(Number(value, form=f".{decimals}f"))


def _signed(value: float, form: str) -> str:
    """Format a number; a value that rounds to zero bears no sign."""
    text = format(value, form)
    return minus(text) if any(digit in text for digit in "123456789") else text.lstrip("-")


def _places(half: float) -> int:
    """Decimal places that show two digits of half an interval, two at least."""
    return max(1 - int(np.floor(np.log10(half))), 2) if half > 0 else 2


def estimated(
    estimate: Estimate, where: Any = (), *, digits: int | None = None, scale: float = 1
) -> Number:
    """Take one of the estimated values, times `scale`, to so many `digits` behind the point."""
    value, half = (scale * float(part[where]) for part in (estimate.value, estimate.half_width))
    return Number(value, half, "" if digits is None else f".{digits}f")


def in_figures(estimate: Estimate, where: Any = (), **options: Any) -> str:
    """Write one of the estimated values as `estimated` takes it."""
    return str(estimated(estimate, where, **options))


def of_one_training(number: Number) -> Number:
    """Mark a number whose interval holds for the agents trained in this run alone.

    Another seed trains other agents, so that two runs are not to be compared by it.
    """
    return replace(number, comparable=False)
