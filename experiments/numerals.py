"""Numbers as tables write them, read back: "−1.06", "12,345", "0.6971 ± 0.0023", "< 3e−6"."""

from __future__ import annotations

import re

__all__ = ["first_number", "whole_number"]

SIGN = r"[+\-−]?"
DIGITS = r"(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)"
NUMBER = rf"{SIGN}(?:{DIGITS}(?:\.\d*)?|\.\d+)(?:e{SIGN}\d+)?"
FIRST = re.compile(NUMBER)
WHOLE = re.compile(rf"(?:(?:<|>|under|over) )?{NUMBER} ?%?")


def first_number(text: str) -> str | None:
    """Find the number that a text begins with or comes to first, as a program reads it.

    >>> first_number("−1,234.5 ± 0.3"), first_number("< 3e−6"), first_number("–")
    ('-1234.5', '3e-6', None)
    """
    found = FIRST.search(text)
    return _ascii(found[0]) if found else None


def whole_number(text: str) -> str | None:
    """Write a text that is one number, or a bound or a percentage, as a program reads it.

    >>> whole_number("+2,345"), whole_number("< 3e−6"), whole_number("−5 %"), whole_number("1 to 1")
    ('+2345', '< 3e-6', '-5 %', None)
    """
    return _ascii(text) if WHOLE.fullmatch(text) else None


def _ascii(number: str) -> str:
    return number.replace("−", "-").replace(",", "")
