"""Lines of a file of recorded shoes, with their comments and headings told apart.

Whatever cannot be read stops the reader with file, line and column; nothing is guessed.
"""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from baccarat_env.names import plain
from experiments import RequestError

__all__ = ["Line", "Place", "lines_of", "numbered", "quoted"]

LONGEST_LINE = 1 << 16
MOST_LINES = 10_000_000
CHUNK = 1 << 16

LINE_END = re.compile(rb"\r\n|\n|\r")
NO_LINE_ENDS = {
    "\x0b": "a vertical tab", "\x0c": "a form feed", "\x1c": "U+001C", "\x1d": "U+001D",
    "\x1e": "U+001E", "\x85": "U+0085", "\u2028": "U+2028", "\u2029": "U+2029",
}  # fmt: skip
BLANKS = str.maketrans({"\xa0": " ", "\u3000": " ", "\u2007": " ", "\u202f": " "})
COMMENT = re.compile(r"(?:^|(?<=[ \t]))#")
MONTH = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?"
DATE = (
    r"(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}"
    rf"|\d{{1,2}}\.?\s+{MONTH}(?:\s+\d{{4}})?|{MONTH}\s+\d{{1,2}}(?:,?\s+\d{{4}})?)"
)
HEADING = re.compile(
    r"(?:shoe|game|table|靴)\s*(?:no\.?\s*)?(?P<number>\d+)"
    rf"(?:\s*[-–,.:]?\s+{DATE})?\s*[.:)\-]?|\d{{1,6}}\s*[.:)]|{DATE}[.:]?",
    re.ASCII | re.IGNORECASE,
)
"""What opens a shoe: "Shoe 3", "3.", a date, or "Shoe 3 - 10 May"."""


def numbered(heading: str) -> int | None:
    """The number that a heading gives its shoe; None for a date.

    >>> numbered("Shoe 3 - 10 May"), numbered("3."), numbered("10 May")
    (3, 3, None)
    """
    found = HEADING.fullmatch(heading)
    if found and found["number"]:
        return int(found["number"])
    alone = re.fullmatch(r"(\d+)\s*[.:)]?", heading, re.ASCII)
    return int(alone[1]) if alone else None


@dataclass
class Place:
    """Where the reader is: every complaint names it."""

    file: str
    line: int = 0

    def wrong(self, sentence: str, column: int | None = None) -> RequestError:
        """Make the error that names file, line and column."""
        at = "" if column is None else f", column {column}"
        return RequestError(f"{self.file}, line {self.line}{at}: {sentence}")


@dataclass(frozen=True)
class Line:
    """A line: its number from 1, its text, and the comment behind it, if there is one."""

    number: int
    text: str
    comment: str | None = None

    @property
    def is_blank(self) -> bool:
        """Whether nothing stands on it, not even a comment."""
        return not self.text.strip() and self.comment is None

    @property
    def heading(self) -> bool:
        """Whether it opens a shoe and says nothing else."""
        told = self.text.strip() or (self.comment or "").strip().removeprefix("#").strip()
        number = not self.text.strip() and told.isdecimal()
        return bool(HEADING.fullmatch(told)) or number


def quoted(text: str) -> str:
    """Quote what was read, cut short."""
    return repr(text if len(text) <= 20 else text[:20] + "…")


def lines_of(path: Path, place: Place) -> Iterator[Line]:
    """Read a text file line by line; only a regular file is opened.

    Raises RequestError naming what is no text.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            what = "is a directory" if path.is_dir() else "is no regular file"
            raise RequestError(f"{place.file}: {what}: expected a text file of recorded shoes")
        with path.open("rb") as file:
            for number, raw in enumerate(_raw_lines(file, place), start=1):
                place.line = number
                if number > MOST_LINES:
                    raise place.wrong(f"the file has more than {MOST_LINES:,} lines: split it")
                text = _decoded(raw, number, place)
                found = COMMENT.search(text)
                if found is None:
                    yield Line(number, text.rstrip())
                else:
                    at = found.start()
                    yield Line(number, text[:at].rstrip(), text[at + 1 :].strip())
    except (OSError, ValueError) as problem:
        if isinstance(problem, RequestError):
            raise
        told = getattr(problem, "strerror", None) or str(problem)
        raise RequestError(
            f"{place.file}: {told.lower()}: expected a text file of recorded shoes"
        ) from None


def _raw_lines(file: object, place: Place) -> Iterator[bytes]:
    """Divide bytes at every kind of line end: LF, CR LF, or CR alone."""
    rest, number = b"", 1
    while chunk := file.read(CHUNK):  # type: ignore[attr-defined]
        rest += chunk
        start = 0
        for end in LINE_END.finditer(rest):
            if end.end() == len(rest) and end[0] == b"\r":
                break  # the line feed may come with the next chunk
            yield rest[start : end.start()]
            start, number = end.end(), number + 1
        rest = rest[start:]
        if len(rest) > LONGEST_LINE:
            place.line = number
            raise place.wrong(f"this line is longer than {LONGEST_LINE:,} bytes")
    if rest:
        yield from (rest[:-1],) if rest.endswith(b"\r") else (rest,)


def _decoded(raw: bytes, number: int, place: Place) -> str:
    if number == 1 and raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise place.wrong("this is UTF-16 text: save the file as UTF-8")
    if len(raw) > LONGEST_LINE:
        raise place.wrong(f"this line is longer than {LONGEST_LINE:,} bytes")
    try:
        text = raw.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as problem:
        raise place.wrong(
            f"byte 0x{raw[problem.start]:02x} is not UTF-8 text: save the file as UTF-8",
            problem.start + 1,
        ) from None
    for column, letter in enumerate(text, start=1):
        if letter in NO_LINE_ENDS:
            raise place.wrong(
                f"{NO_LINE_ENDS[letter]} ends no line here: end lines with Return", column
            )
        if letter == "\ufeff" or (
            not letter.isprintable() and letter not in "\t\xa0\u3000\u2007\u202f"
        ):
            raise place.wrong(f"{plain(letter)} is no text: remove it", column)
    return text.translate(BLANKS)
