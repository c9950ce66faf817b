"""Rows under a header: shoe, coup, and a result or cards. A header is read by its names."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from baccarat_env.coup import Coup
from baccarat_env.names import counted, did_you_mean
from baccarat_env.rules import RESULT_OF, RESULTS
from experiments.shoes.recorded.cards import Hands, Held, breaks_rules, hand
from experiments.shoes.recorded.lines import Line, Place, quoted
from experiments.shoes.recorded.words import EXPECTED, result_of

__all__ = ["Rows", "is_header", "looks_like_rows", "read_rows"]

NAMES = {
    "shoe": ("shoe", "shoe no", "shoe number", "shoe id", "靴"),
    "coup": ("coup", "hand", "round", "coup no", "hand no", "round no", "no", "#", "coup number",
             "hand number", "局"),
    "result": ("result", "winner", "outcome", "results", "结果", "結果"),
    "player": ("player cards", "player", "player hand", "player's cards", "闲", "閒"),
    "banker": ("banker cards", "banker", "banker hand", "banker's cards", "庄", "莊"),
}  # fmt: skip
COLUMN_OF = {name: column for column, names in NAMES.items() for name in names}
DELIMITERS = {",": ",", ";": ";", "\t": "\t", "|": "|", "，": ",", "、": ","}
BARE = ("shoe", "coup", "player", "banker")
"""Columns of rows without a header."""


@dataclass
class Rows:
    """Shoes read from rows: results, and card codes where there are cards."""

    shoes: list[list[int]] = field(default_factory=list)
    cards: list[list[int]] | None = None
    fewest_decks: int = 1
    notes: list[str] = field(default_factory=list)


def looks_like_rows(line: str) -> bool:
    """Whether the first line is a header, or a row that begins with numbers."""
    try:
        cells = [_name(cell) for cell in _split(line, _delimiter(line))]
    except csv.Error:  # a quotation mark that is not closed
        return False
    known = sum(cell in COLUMN_OF for cell in cells)
    numbers = len(cells) > 2 and cells[0].isdecimal() and cells[1].isdecimal()
    return (len(cells) > 1 and known > 0 and any(c in ("shoe", "coup", "result") for c in
            (COLUMN_OF.get(cell, "") for cell in cells))) or numbers  # fmt: skip


def is_header(cells: Sequence[str]) -> bool:
    """Whether every cell names a column."""
    return all(_name(cell) in COLUMN_OF for cell in cells)


def _delimiter(line: str) -> str:
    """The delimiter that comes most often; a comma where none does."""
    counts = {letter: line.count(letter) for letter in DELIMITERS}
    return max(counts, key=lambda letter: counts[letter])


def _split(line: str, letter: str) -> list[str]:
    parts = next(csv.reader([line], delimiter=letter, strict=True), [])
    while len(parts) > 1 and not parts[-1].strip():
        parts.pop()
    return [part.strip() for part in parts]


def _name(cell: str) -> str:
    return " ".join(cell.strip().strip('"').lower().replace("_", " ").replace(".", "").split())


def read_rows(lines: Iterator[Line], place: Place, decks: int) -> Rows:
    """Read rows of shoe, coup and result or cards; check every coup against those before it."""
    table = [line for line in lines if line.text.strip()]
    place.line = table[0].number
    letter = _delimiter(table[0].text)
    first = _cells(table[0], letter, place)
    headed = not (first[0].isdecimal() or first[0] == "")
    columns = _header(first, place) if headed else _without_header(first, place)
    reader = _Reader(columns, decks, place)
    swapped = False
    for line in table[headed:]:
        place.line = line.number
        cells = _cells(line, letter, place)
        if len(cells) != len(columns):
            under = f"{counted(len(columns), 'column')} ({', '.join(columns)})"
            told = f"{counted(len(cells), 'cell')} under {under}"
            raise place.wrong(f"{quoted(line.text)} has {told}")
        hands = reader.take(dict(zip(columns, cells, strict=True)), line)
        swapped |= hands is not None and bool(breaks_rules((hands[1], hands[0])))
    if not headed and not swapped:
        raise place.wrong(
            "without a header, the first hand may be Player's or Banker's, and both obey the "
            "rules: write a first line such as shoe,coup,player cards,banker cards"
        )
    return reader.rows


def _cells(line: Line, letter: str, place: Place) -> list[str]:
    others = [one for one in DELIMITERS if one != letter and one in line.text and one not in " "]
    try:
        cells = _split(line.text, letter)
    except csv.Error as problem:
        raise place.wrong(f"a quotation mark is not closed ({problem})") from None
    if len(cells) == 1 and others:
        raise place.wrong(f"{quoted(others[0])} stands where the first line has {quoted(letter)}")
    return cells


def _header(cells: Sequence[str], place: Place) -> list[str]:
    columns = []
    for cell in cells:
        name = _name(cell)
        if name not in COLUMN_OF:
            near = did_you_mean(name, ("shoe", "coup", "result", "player cards", "banker cards"))
            raise place.wrong(f"there is no column {quoted(cell)}: {near}")
        columns.append(COLUMN_OF[name])
    for column in columns:
        if columns.count(column) > 1:
            raise place.wrong(f"two columns are the {column}: name each once")
    if ("player" in columns) != ("banker" in columns):
        raise place.wrong("cards of one side alone: both player cards and banker cards are needed")
    if "result" not in columns and "player" not in columns:
        raise place.wrong("a header without results: add a column result, or both hands' cards")
    if "coup" not in columns:
        raise place.wrong("a header without a column coup: number the coups of each shoe from 1")
    return columns


def _without_header(cells: Sequence[str], place: Place) -> list[str]:
    if len(cells) == 4:
        return list(BARE)
    raise place.wrong(
        f"{counted(len(cells), 'cell')} and no header: write a first line that names the columns, "
        "such as shoe,coup,result or shoe,coup,player cards,banker cards"
    )


class _Reader:
    """Takes row after row; the coups of a shoe follow one another."""

    def __init__(self, columns: Sequence[str], decks: int, place: Place) -> None:
        self.columns, self.decks, self.place = columns, decks, place
        self.rows = Rows(cards=[] if "player" in columns else None)
        self.label: str | None = None
        self.done: set[str] = set()
        self.coup = 0
        self.goes_on: bool | None = None
        self.held = Held()

    def take(self, cells: dict[str, str], line: Line) -> Hands | None:
        """Read one row; return its hands, if it has any."""
        coup = self._number(cells["coup"])
        self._shoe(cells.get("shoe"), coup)
        hands = self._hands(cells, line) if "player" in self.columns else None
        result = None if hands is None else int(RESULT_OF[Coup(*hands).ending])
        if "result" in self.columns:
            result = self._result(cells["result"], result)
        assert result is not None
        self.rows.shoes[-1].append(result)
        most = 52 * self.decks // 4
        if len(self.rows.shoes[-1]) > most:
            raise self.place.wrong(
                f"this shoe has more than {counted(most, 'coup')}, the most its decks can deal"
            )
        return hands

    def _number(self, text: str) -> int:
        if not (text.isascii() and text.isdecimal()) or len(text) > 6:
            raise self.place.wrong(f"{quoted(text)} is no coup number: write 1, 2, 3, …")
        return int(text)

    def _shoe(self, label: str | None, coup: int) -> None:
        if label == "":
            raise self.place.wrong("the shoe cell is empty: write the shoe in every row")
        opens = label != self.label if label is not None else coup == 1 and self.coup != 0
        if self.rows.shoes and not opens:
            if coup != self.coup + 1:
                raise self.place.wrong(
                    f"coup {coup} of shoe {label or len(self.rows.shoes)} follows coup "
                    f"{self.coup}: expected {self.coup + 1}"
                )
            self.coup = coup
            return
        self._check_opening(label, coup)
        self.label, self.coup, self.held = label, coup, Held()
        self.rows.shoes.append([])

    def _check_opening(self, label: str | None, coup: int) -> None:
        if label is not None:
            if label in self.done:
                raise self.place.wrong(f"shoe {label} goes on after another shoe began", 1)
            before = self.label or ""
            numbers = label.isdecimal() and before.isdecimal()
            if before and label.isdecimal() != before.isdecimal():
                raise self.place.wrong(
                    f"shoe {quoted(label)} follows shoe {quoted(before)}: expected numbers "
                    "everywhere, or names everywhere", 1,
                )  # fmt: skip
            if numbers and int(label) != int(before) + 1:
                raise self.place.wrong(
                    f"shoe {label} follows shoe {before}: expected {int(before) + 1}", 1
                )
            self.done.add(label)
        goes_on = bool(self.rows.shoes) and coup == self.coup + 1 != 1
        if coup != 1 and not (goes_on and self.goes_on is not False):
            expected = "1" if self.goes_on is not True else f"{self.coup + 1}"
            raise self.place.wrong(
                f"shoe {label or len(self.rows.shoes) + 1} begins with coup {coup}: expected "
                f"{expected}; rows before it are missing"
            )
        if self.rows.shoes:
            if coup == 1 and self.goes_on:
                raise self.place.wrong(
                    f"coups went on from shoe to shoe before: expected {self.coup + 1}, not 1"
                )
            self.goes_on = coup != 1

    def _hands(self, cells: dict[str, str], line: Line) -> Hands:
        marks: list[bool] = []
        both = []
        for column, side in (("player", "Player"), ("banker", "Banker")):
            at = line.text.find(cells[column]) + 1
            cards, suited = hand(cells[column], self.place, max(at, 1), side)
            both.append(cards)
            marks += suited
        hands = both[0], both[1]
        wrong = breaks_rules(hands) or self.held.add(hands, marks, self.decks)
        if wrong:
            raise self.place.wrong(wrong)
        self.rows.fewest_decks = max(self.rows.fewest_decks, self.held.fewest_decks)
        assert self.rows.cards is not None
        padded = [[*cards, *[-1] * (3 - len(cards))] for cards in hands]
        self.rows.cards.append([*padded[0], *padded[1]])
        return hands

    def _result(self, text: str, by_cards: int | None) -> int:
        result = result_of(text)
        if result is None:
            raise self.place.wrong(f"{quoted(text)} is no result: expected {EXPECTED}")
        if by_cards is None:
            return result
        bare = {"B7": "B", "P8": "P"}
        said, dealt = RESULTS[result], RESULTS[by_cards]
        if said not in (dealt, bare.get(dealt)):
            raise self.place.wrong(f"the result says {said} and the cards say {dealt}")
        return by_cards
