"""What is printed on a terminal: words as they are, never markup, escapes or pictures."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import IO, Any, cast

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from experiments.page.encodings import in_encoding
from experiments.page.grids import fitted
from experiments.page.text import plain, plain_lines

__all__ = ["WIDE", "Terminal", "letters_only", "page", "say"]

WIDE = 140
"""Columns where the output is no terminal."""


class Terminal(Console):
    """A console that takes no word for markup, colour or an emoji, and shows escapes as text."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**({"markup": False, "emoji": False, "highlight": False} | options))

    def render_str(self, text: str, **options: Any) -> Text:
        """Make text of a string: every string that is printed comes this way."""
        return super().render_str(in_encoding(plain_lines(text), self.encoding), **options)

    def print(self, *objects: Any, **options: Any) -> None:
        """Print; a table is made to fit the terminal without losing a digit."""
        shown = (fitted(one, self) if isinstance(one, Grid) else one for one in objects)
        super().print(*shown, **options)


def say(sentence: str) -> None:
    """Say something on the way, on the standard error."""
    Terminal(stderr=True).print(plain(sentence), soft_wrap=True)


def page(**options: Any) -> Terminal:
    """Print on the terminal as wide as it is, and wide enough for every column elsewhere."""
    return Terminal(width=None if sys.stdout.isatty() else WIDE, **options)


class _Letters:
    """A stream on which control characters are seen."""

    def __init__(self, stream: IO[str]) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        return self.stream.write(plain_lines(text))

    def isatty(self) -> bool:
        return False

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


@contextmanager
def letters_only(words: list[str]) -> Iterator[None]:
    """Print without colour or escapes if any of the `words` that are repeated holds some."""
    if all(word.isprintable() for word in words):
        yield
        return
    out, errors = (cast(IO[str], _Letters(stream)) for stream in (sys.stdout, sys.stderr))
    with redirect_stdout(out), redirect_stderr(errors):
        yield
