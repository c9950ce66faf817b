"""Names as people type and as layouts print them; what was meant; texts that only show."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches

__all__ = ["did_you_mean", "plain", "title_of", "typed"]

LITTLE_WORDS = ("a", "an", "and", "at", "by", "for", "in", "of", "on", "or", "over", "the", "to")
"""Words that a title writes small unless they open it."""

FEW, MOST = 8, 12
"""Names that are listed in any case, and at most."""


def typed(name: str) -> str:
    """Write a name as the code has it.

    >>> typed("Dragon-7")
    'dragon_7'
    """
    return name.strip().lower().replace("-", "_")


def title_of(name: str) -> str:
    """Write a name of the code as it is printed; two numbers in a row are a decimal.

    >>> title_of("tie_on_7"), title_of("over_9_5"), title_of("small_at_1_45")
    ('Tie on 7', 'Over 9.5', 'Small at 1.45')
    """
    words = re.sub(r"(?<=_)(\d+)_(?=\d)", r"\1.", name).split("_")
    return " ".join(
        word if i and word in LITTLE_WORDS else word.capitalize() for i, word in enumerate(words)
    )


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Say which known name is near; where none is, or there are few, what to choose from.

    >>> did_you_mean("martingal", [*"abcdefghi", "martingale"])
    "did you mean 'martingale'?"
    >>> did_you_mean("x", ["flat", "martingale"])
    'choose from flat, martingale'
    """
    names = list(known)
    if not names:
        return "there are none"
    near = get_close_matches(typed(name), [typed(one) for one in names], n=1, cutoff=0.6)
    said = [f"did you mean {next(o for o in names if typed(o) == near[0])!r}?"] if near else []
    if not near or len(names) <= FEW:
        more = ", …" if len(names) > MOST else ""
        said.append(f"{'C' if near else 'c'}hoose from {', '.join(names[:MOST])}{more}")
    return " ".join(said)


def plain(text: str) -> str:
    r"""Show every character that would act instead of being seen.

    Control characters become their pictures. What turns the direction of writing, has no
    width, or is no text at all is named by its number.

    >>> plain("x\x1b[31m"), plain("a\u202eb"), plain("shoe\udcff")
    ('x␛[31m', 'a⟨U+202E⟩b', 'shoe⟨U+DCFF⟩')
    """
    return text if text.isprintable() else "".join(map(_seen, text))


def _seen(character: str) -> str:
    code = ord(character)
    if character.isprintable() or unicodedata.category(character) == "Zs":
        return character
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else f"⟨U+{code:04X}⟩"
