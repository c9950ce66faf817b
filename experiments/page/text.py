"""Text from outside, as text: nothing in a name acts on a terminal, a page or a spreadsheet."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["FORMULA", "QUOTE", "plain", "plain_lines"]

QUOTE = "'"
FORMULA = re.compile(rf"^[=+\-@\t\r{QUOTE}]")
"""What a spreadsheet would take for a formula. It is set behind a `QUOTE`, and so is a text
that begins with one, so that the text can be had back.

Source: OWASP, "CSV Injection".
"""


def plain(text: str) -> str:
    r"""Show every character that would act instead of being seen.

    Control characters become their pictures. What turns the direction of writing, has no
    width, or is no text at all is named by its number.

    >>> plain("x\x1b[31m"), plain("a\u202eb"), plain("shoe\udcff")
    ('x␛[31m', 'a⟨U+202E⟩b', 'shoe⟨U+DCFF⟩')
    """
    return text if text.isprintable() else "".join(map(_seen, text))


def plain_lines(text: str) -> str:
    """Do as `plain` does and keep the ends of lines."""
    return "\n".join(map(plain, text.split("\n")))


def _seen(character: str) -> str:
    code = ord(character)
    if character.isprintable() or unicodedata.category(character) == "Zs":
        return character
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else f"⟨U+{code:04X}⟩"
