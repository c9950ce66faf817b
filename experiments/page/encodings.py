"""Text on a stream of any encoding: what it cannot show is written in readable ASCII."""

from __future__ import annotations

import codecs
import io
import sys
import unicodedata

__all__ = ["READABLE", "in_encoding", "readable_streams"]

READABLE = "readable"
"""Name of the way in which characters are replaced."""

FORMS = {
    **dict.fromkeys("−–—‐‑", "-"),
    **dict.fromkeys("─━═╌╍╴╶╸╺╼╾", "-"),
    **dict.fromkeys("│┃║╎╏╵╷", "|"),
    **dict.fromkeys("‘’", "'"),
    **dict.fromkeys("“”", '"'),
    **dict.fromkeys("█▇▆▅▄▃▂▁▉▊▋▌▍▎▏▐■●", "#"),
    "±": "+/-",
    "×": "x",
    "÷": "/",
    "·": ".",
    "•": "*",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "≈": "~",
    "√": "sqrt",
    "Σ": "sum",
    "χ": "chi",
    "→": "->",
    "←": "<-",
    "⟨": "<",
    "⟩": ">",
}
BOXES = range(0x2500, 0x2580)


def in_encoding(text: str, encoding: str) -> str:
    """Replace what an encoding cannot show by readable ASCII.

    >>> in_encoding("−1.5 ± 0.2 ≥ é 庄", "ascii")
    '-1.5 +/- 0.2 >= e ?'
    """
    return text.encode(encoding, READABLE).decode(encoding)


def readable_streams() -> None:
    """Let standard output and error never fail on a character, nor input on a byte."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=READABLE)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def _ascii(character: str) -> str:
    if character in FORMS:
        return FORMS[character]
    if ord(character) in BOXES:
        return "+"
    letters = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    return letters or "?"


def _replace(problem: UnicodeError) -> tuple[str, int]:
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    return "".join(map(_ascii, problem.object[problem.start : problem.end])), problem.end


codecs.register_error(READABLE, _replace)
