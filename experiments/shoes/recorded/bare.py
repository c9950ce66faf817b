"""Bare results: a shoe a line, or a coup a line with shoes apart. One grammar a file.

What can be read in two ways is refused, and both readings are named.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from baccarat_env.names import counted
from experiments.shoes.recorded.columns import is_header
from experiments.shoes.recorded.lines import HEADING, Line, Place, numbered, quoted
from experiments.shoes.recorded.words import EXPECTED, result_of, run_together

__all__ = ["comment_hides_data", "read_bare"]

COMMAS = ",，、"
DELIMITERS = {**dict.fromkeys(COMMAS, "comma"), ";": "semicolon", "|": "bar", "\t": "tab"}
LABEL = re.compile(rf"\s*(?:{HEADING.pattern})\s+(?=\S)", re.ASCII | re.IGNORECASE)
TWO_WORDS = re.compile(r"(dragon|panda|player|banker) +(7|8|wins?)\b", re.ASCII | re.IGNORECASE)
SHORT, WRAPPED = 40, 13
"""Coups below which a line may be a piece of a shoe; coups a deck deals at most, about."""


@dataclass
class Row:
    """One line of results."""

    line: int
    results: list[int] = field(default_factory=list)
    apart: bool = False
    """Whether a blank line or a heading stands before it."""
    headed: bool = False
    label: str = ""
    """What stands before the results on their own line: a number, a date or "Shoe 3"."""


@dataclass
class Headings:
    """The headings so far: each opens a shoe, and those with a number count up by one."""

    open: str = ""
    """Kind of the last one while nothing stands under it."""
    last: int = 0

    def add(self, line: Line, rows: Sequence[Row], place: Place) -> None:
        """Take a heading. Raises RequestError where shoes would be lost or joined."""
        text = line.text.strip() or line.comment or ""
        number = numbered(text.removeprefix("#").strip())
        kind = "date" if number is None else "number"
        if self.open == kind:
            raise place.wrong("the heading before this one has no results under it", 1)
        if rows and not any(row.headed for row in rows):
            raise place.wrong(
                "results stand before this, the first heading: put a heading there too", 1
            )
        if number is not None:
            if self.last and number != self.last + 1:
                raise place.wrong(
                    f"{quoted(text)} follows number {self.last}: expected {self.last + 1}", 1
                )
            self.last = number
        self.open = kind


def comment_hides_data(comment: str) -> bool:
    """Whether a comment reads as results or as a row of a table: something may be lost in it."""
    words = [word for word in re.split(rf"[\s{COMMAS};|]+", comment) if word]
    if not words or comment.strip().isdecimal() or HEADING.fullmatch(comment.strip()):
        return False
    every = all(
        result_of(word) is not None or isinstance(run_together(word), list) for word in words
    )
    cells = [cell.strip().strip('"') for cell in re.split(rf"[{COMMAS};\t|]", comment)]
    numbers = sum(cell.isdecimal() for cell in cells)
    return every or (len(cells) > 2 and numbers > 1) or (len(cells) > 1 and is_header(cells))


def read_bare(lines: Sequence[Line], place: Place) -> list[list[int]]:
    """Read shoes of bare results, each a list of indices into `rules.RESULTS`."""
    delimiter = _delimiter(lines, place)
    rows: list[Row] = []
    headings = Headings()
    apart = headed = False
    for line in lines:
        place.line = line.number
        text, column = line.text, 0
        if line.heading:
            headings.add(line, rows, place)
            apart = headed = True
            continue
        if line.is_blank:
            apart = True
            continue
        if not text.strip():
            if rows and all(len(row.results) == 1 for row in rows) and len(rows) > 1:
                raise place.wrong(
                    "a comment between results: if a shoe begins here, write 'Shoe 2' or leave "
                    "a blank line; if none does, remove it", 1,
                )  # fmt: skip
            continue
        label = LABEL.match(text)
        if label:
            column, text, apart, headed = label.end(), text[label.end() :], True, True
        headings.open = ""
        cells = _cells(text, column, delimiter, place)
        before = label[0].strip() if label else ""
        rows.append(Row(line.number, cells, apart and bool(rows), headed, before))
        apart = headed = False
    return _shoes(rows, delimiter, place)


def _delimiter(lines: Sequence[Line], place: Place) -> str:
    """Find the one kind of delimiter that a file uses besides blanks, "" for none."""
    kind, letter = "", ""
    for line in lines:
        text = line.text.strip().rstrip("".join(DELIMITERS)).rstrip()
        if line.heading:
            continue
        for at, one in enumerate(text):
            if one in DELIMITERS and DELIMITERS[one] != kind:
                if kind:
                    place.line = line.number
                    raise place.wrong(
                        f"{quoted(one)} and {quoted(letter)} both stand between results: use one",
                        line.text.index(text) + at + 1,
                    )
                kind, letter = DELIMITERS[one], one
    return kind


def _cells(text: str, column: int, delimiter: str, place: Place) -> list[int]:
    """Read the results of one line; `column` characters stand before it."""
    if delimiter:
        letters = [one for one, kind in DELIMITERS.items() if kind == delimiter]
        parts = re.split(f"[{re.escape(''.join(letters))}]", text)
        while parts and not parts[-1].strip():
            parts.pop()
        return [_one(part, column + at, place) for part, at in _placed(parts)]
    joined = TWO_WORDS.sub(lambda found: found[0].replace(" ", "\0"), text)
    tokens = [(found[0].replace("\0", " "), found.start()) for found in re.finditer(r"\S+", joined)]
    if len(tokens) == 1 and result_of(tokens[0][0]) is None:
        found = run_together(tokens[0][0])
        if isinstance(found, list):
            return found
        raise place.wrong(_no_result(tokens[0][0], found), column + tokens[0][1] + found + 1)
    return [_one(token, column + at, place) for token, at in tokens]


def _placed(parts: Sequence[str]) -> list[tuple[str, int]]:
    found, at = [], 0
    for part in parts:
        found.append((part, at))
        at += len(part) + 1
    return found


def _one(text: str, column: int, place: Place) -> int:
    """Read one result between delimiters."""
    at = column + len(text) - len(text.lstrip()) + 1
    if not text.strip():
        raise place.wrong(
            "an empty cell between results: write the result, or remove the delimiter", column + 1
        )
    result = result_of(text)
    if result is None:
        word = text.strip()
        if len(word.split()) > 1 and all(result_of(one) is not None for one in word.split()):
            raise place.wrong(
                f"blanks in {quoted(word)}, and other delimiters in this file: use one kind", at
            )
        if isinstance(run_together(word), list):
            raise place.wrong(
                f"{quoted(word)} among single results: write one result between delimiters, or "
                "a whole shoe run together on each line", at,
            )  # fmt: skip
        stopped = run_together(word)
        assert isinstance(stopped, int)
        raise place.wrong(_no_result(word, stopped), at + stopped)
    return result


def _no_result(word: str, at: int) -> str:
    if word[at : at + 1] == "#":
        return "'#' inside data: a comment starts a line or follows a blank"
    return f"{quoted(word)} is no result: expected {EXPECTED}"


# --- Lines into shoes -------------------------------------------------------------------


def _shoes(rows: list[Row], delimiter: str, place: Place) -> list[list[int]]:
    if not rows:
        return []
    _check_headed(rows, place)
    if all(len(row.results) == 1 for row in rows):
        _check_numbered(rows, place)
        return _coup_a_line(rows)
    _check_mixed(rows, delimiter, place)
    divided = any(row.apart for row in rows)
    for before, row in itertools.pairwise(rows):
        if divided and not row.apart:
            place.line = row.line
            raise place.wrong(
                f"this line follows line {before.line} without a blank line or a heading, and "
                "others stand apart: is it a shoe of its own, or does it go on? Write one shoe a "
                "line, or a heading before each shoe"
            )
    _check_wrapped(rows, delimiter, place)
    return [row.results for row in rows]


def _check_headed(rows: list[Row], place: Place) -> None:
    """Where headings open shoes, a blank line opens none, and may hide a lost heading."""
    for row in rows[1:]:
        if rows[0].headed and row.apart and not row.headed:
            place.line = row.line
            raise place.wrong(
                "a blank line before these results, and other shoes have headings: if a shoe "
                "begins here, give it a heading; if none does, remove the blank line"
            )


def _check_numbered(rows: list[Row], place: Place) -> None:
    """One result behind each number may be a coup of one shoe, or a shoe of one coup."""
    for row in rows:
        if len(rows) > 1 and row.label[:1].isdigit():
            place.line = row.line
            raise place.wrong(
                f"one result behind {quoted(row.label)}, as in every line: are these coups of one "
                "shoe, or shoes of one coup? Leave the numbers out, or write one shoe a line", 1,
            )  # fmt: skip


def _coup_a_line(rows: list[Row]) -> list[list[int]]:
    shoes: list[list[int]] = [[]]
    for row in rows:
        if row.apart:
            shoes.append([])
        shoes[-1] += row.results
    return shoes


def _check_mixed(rows: list[Row], delimiter: str, place: Place) -> None:
    """A line of one result among lines of many may be a shoe, or a piece of one."""
    for row in rows:
        if len(row.results) == 1 and len(rows) > 1 and (delimiter or max(map(_size, rows)) > 2):
            place.line = row.line
            raise place.wrong(
                "one result among lines of many: write one shoe a line, or one coup a line "
                "with blank lines between shoes"
            )


def _size(row: Row) -> int:
    return len(row.results)


def _check_wrapped(rows: list[Row], delimiter: str, place: Place) -> None:
    """Lines of one width with a shorter last one may be one shoe, wrapped."""
    if len(rows) < 2:
        return
    widths = [len(row.results) for row in rows]
    full, last = widths[:-1], widths[-1]
    even = len(set(full)) == 1 and full[0] < SHORT
    shorter = last < full[0] if delimiter or len(rows) > 2 else last <= full[0]
    if even and shorter and SHORT <= sum(widths) <= 104 and not any(row.apart for row in rows):
        place.line = rows[-1].line
        raise place.wrong(
            f"{len(rows)} lines of {full[0]} and at last {counted(last, 'result')}: are they "
            f"{len(rows)} shoes, or one of {sum(widths)} coups? Put a heading such as 'Shoe 1' "
            "before each shoe, or write it on one line"
        )
