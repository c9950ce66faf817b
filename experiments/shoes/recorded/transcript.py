"""Lines of a file of recorded shoes: decoded, and the results in them.

Whatever cannot be read stops the reader with file, line and column; nothing is guessed.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from baccarat_env.roads import NAMES
from baccarat_env.rules import RESULTS
from experiments import RequestError

__all__ = ["EXPECTED", "LONGEST_LINE", "Kept", "Place", "decoded", "read_results", "shown"]

MOST_COUPS = 5_000_000
"""About sixty thousand shoes: 150 MB when they are laid out."""

LONGEST_LINE = 1 << 16
TOKEN = re.compile(r"[^\s,;|]+")
LETTERS = re.compile("b7|p8|[pbt庄莊闲閒和]")
EXPECTED = "P, B or T, a word for them such as Banker, B7 or P8"


@dataclass
class Place:
    """Where the reader is: every complaint names it."""

    file: str
    line: int = 0

    def wrong(self, sentence: str, column: int | None = None) -> RequestError:
        """Make the error that names file, line and column."""
        at = "" if column is None else f", column {column}"
        return RequestError(f"{self.file}, line {self.line}{at}: {sentence}")


@dataclass
class Kept:
    """Coups kept so far, as bytes and machine words."""

    results: array[int] = field(default_factory=lambda: array("b"))
    lengths: array[int] = field(default_factory=lambda: array("q"))
    cards: array[int] = field(default_factory=lambda: array("b"))

    def add(self, result: int, place: Place, most: int) -> None:
        """Keep one result. Raises RequestError if shoe or file are longer than can be."""
        self.lengths[-1] += 1
        if self.lengths[-1] > most:
            raise place.wrong(
                f"this shoe has more than {most} coups, the most its decks can deal: "
                "write one shoe a line, or blank lines between shoes"
            )
        self.results.append(result)
        if len(self.results) > MOST_COUPS:
            raise place.wrong(f"the file holds more than {MOST_COUPS:,} coups: split it")


def decoded(raw: Iterable[bytes], place: Place) -> Iterator[str]:
    """Decode line by line: comments are cut off, blank lines stay."""
    for number, content in enumerate(raw, start=1):
        place.line = number
        if number == 1 and content[:2] in (b"\xff\xfe", b"\xfe\xff"):
            raise place.wrong("this is UTF-16 text: save the file as UTF-8")
        if len(content) > LONGEST_LINE:
            raise place.wrong(f"this line is longer than {LONGEST_LINE:,} bytes")
        try:
            text = content.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as problem:
            raise place.wrong(
                f"byte 0x{content[problem.start]:02x} is not UTF-8 text: expected {EXPECTED}",
                problem.start + 1,
            ) from None
        kept, comment, _ = text.partition("#")
        if kept.strip() or not comment:
            yield kept.rstrip()


def read_results(line: str, lines: Iterator[str], place: Place, decks: int) -> Kept:
    """Read lines of results, the first of them given; divide them into shoes."""
    kept, numbers, most = Kept(), array("q"), 52 * decks // 4
    blank_after = array("b")
    per_line = Kept(kept.results)
    while True:
        if line:
            per_line.lengths.append(0)
            for result in _results_of(line, place):
                per_line.add(result, place, most)
            if per_line.lengths[-1]:
                numbers.append(place.line)
                blank_after.append(0)
        elif blank_after:
            blank_after[-1] = 1
        try:
            line = next(lines)
        except StopIteration:
            break
    lengths = [length for length in per_line.lengths if length]
    if not (any(blank_after[:-1]) or max(lengths, default=0) == 1):
        kept.lengths.extend(lengths)
        return kept
    kept.lengths.append(0)
    for length, number, closes in zip(lengths, numbers, blank_after, strict=True):
        kept.lengths[-1] += length
        if kept.lengths[-1] > most:
            place.line = number
            raise place.wrong(
                f"this shoe has more than {most} coups, the most its decks can deal: "
                "write one shoe a line, or blank lines between shoes"
            )
        if closes:
            kept.lengths.append(0)
    return kept


def _results_of(line: str, place: Place) -> Iterator[int]:
    for token in TOKEN.finditer(line):
        text = token[0].lower()
        if text in NAMES:
            yield RESULTS.index(NAMES[text])
            continue
        at = 0
        while at < len(text):
            letter = LETTERS.match(text, at)
            if letter is None:
                raise place.wrong(
                    f"{shown(token[0])} is no result: expected {EXPECTED}", token.start() + at + 1
                )
            yield RESULTS.index(NAMES[letter[0]])
            at = letter.end()


def shown(text: str) -> str:
    """Quote what was read, cut short."""
    """Quote what was read, cut short."""
    return repr(text if len(text) <= 20 else text[:20] + "…")
