"""Text from outside, as text: nothing in a name acts on a terminal, a page or a spreadsheet."""

from __future__ import annotations

import re

from baccarat_env.names import plain

__all__ = ["FORMULA", "QUOTE", "plain", "plain_lines"]

QUOTE = "'"
FORMULA = re.compile(rf"^[=+\-@\t\r{QUOTE}]")
"""What a spreadsheet would take for a formula. It is set behind a `QUOTE`, and so is a text
that begins with one, so that the text can be had back.

Source: OWASP, "CSV Injection".
"""


def plain_lines(text: str) -> str:
    """Do as `plain` does and keep the ends of lines."""
    return "\n".join(map(plain, text.split("\n")))
