"""Is a file of recorded shoes ever misread without a word? `python -m tests.misread` tries many.

Shoes are written in a format people use, undamaged or with one damage. What is undamaged must
be read as it is. What is damaged must be refused, or be read as the damaged text says: where a
damage leaves a text that somebody may have meant, that meaning stands beside it.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import tyro

from baccarat_env import simulate
from baccarat_env.coup import RANKS, SUITS
from baccarat_env.game import EZ_BACCARAT
from baccarat_env.rules import RESULT_OF, RESULTS
from experiments import RequestError
from experiments.shoes.recorded import read

Shoes = list[list[str]]


def dealt(seed: int, shoes: int = 40) -> tuple[Shoes, list[np.ndarray]]:
    """Deal shoes: their results, and their cards."""
    coups = simulate.deal(EZ_BACCARAT, shoes=shoes, seed=seed)
    opens = np.flatnonzero(coups.coup == 0)[1:]
    results = [[RESULTS[r] for r in row] for row in np.split(RESULT_OF[coups.endings], opens)]
    return results, np.split(coups.cards, opens)


# --- Written as people do -----------------------------------------------------------------

WORDS = (
    {"P": "P", "B": "B", "T": "T", "B7": "B7", "P8": "P8"},
    {"P": "p", "B": "b", "T": "t", "B7": "b7", "P8": "p8"},
    {"P": "Player", "B": "Banker", "T": "Tie", "B7": "Dragon", "P8": "Panda"},
    {"P": "Punto", "B": "Banco", "T": "Egalité", "B7": "D7", "P8": "Panda8"},
    {"P": "闲", "B": "庄", "T": "和", "B7": "B7", "P8": "P8"},
)


def run_together(shoes: Shoes, rng: random.Random) -> list[str]:
    words = rng.choice((WORDS[0], WORDS[1], WORDS[4]))
    return ["".join(words[r] for r in shoe) for shoe in shoes]


def delimited(shoes: Shoes, rng: random.Random) -> list[str]:
    words, between = rng.choice(WORDS), rng.choice([" ", ",", ", ", ";", "\t", "|", "，", "、"])
    return [between.join(words[r] for r in shoe) for shoe in shoes]


def headed(shoes: Shoes, rng: random.Random) -> list[str]:
    first = rng.choice([1, 7])
    lines = delimited(shoes, rng)
    style = rng.choice(["Shoe {}", "{}.", "# Shoe {}"])
    return [part for n, line in enumerate(lines, first) for part in (style.format(n), line)]


def a_coup_a_line(shoes: Shoes, rng: random.Random) -> list[str]:
    words, gap = rng.choice(WORDS), rng.choice(["", "Shoe"])
    lines: list[str] = []
    for n, shoe in enumerate(shoes, 1):
        lines += [f"Shoe {n}"] if gap else [""] * (n > 1)
        lines += [words[r] for r in shoe]
    return lines


def rows(shoes: Shoes, rng: random.Random) -> list[str]:
    columns = rng.sample(["shoe", "coup", "result"], 3)
    between, words = rng.choice([",", ";", "\t"]), rng.choice(WORDS)
    quote = rng.choice(["", '"'])
    lines = [between.join(quote + name.title() + quote for name in columns)]
    for n, shoe in enumerate(shoes, 1):
        for c, result in enumerate(shoe, 1):
            cells = {"shoe": str(n), "coup": str(c), "result": words[result]}
            lines.append(between.join(quote + cells[name] + quote for name in columns))
    return lines


def by_cards(cards: list[np.ndarray], rng: random.Random) -> list[str]:
    suits, between = rng.random() < 0.5, rng.choice([",", ";", "\t"])
    names = ["shoe", "coup", "player cards", "banker cards"]
    columns = names if rng.random() < 0.5 else rng.sample(names, 4)
    lines = [between.join(columns)]
    for n, shoe in enumerate(cards, 1):
        for c, row in enumerate(shoe, 1):
            hands = [
                " ".join(RANKS[k % 13] + (SUITS[k // 13] if suits else "") for k in hand if k >= 0)
                for hand in (row[:3], row[3:])
            ]
            cells = dict(zip(names, (str(n), str(c), *hands), strict=True))
            lines.append(between.join(cells[name] for name in columns))
    return lines


FORMATS: dict[str, Callable[..., list[str]]] = {
    "run together": run_together,
    "delimited": delimited,
    "headed": headed,
    "a coup a line": a_coup_a_line,
    "rows": rows,
    "cards": by_cards,
}

# --- Damaged ------------------------------------------------------------------------------


@dataclass
class Damage:
    """Lines after a damage, and the shoes that may have been meant; () where none can be."""

    lines: list[str]
    meant: tuple[Shoes, ...] = ()


def _blank(lines: list[str], shoes: Shoes, rng: random.Random, style: str) -> Damage:
    at = rng.randrange(1, len(lines) + 1)
    kept = [*lines[:at], "", *lines[at:]]
    if style == "a coup a line" and not any("Shoe" in line for line in lines):
        return Damage(kept, tuple(_split_at(lines, at, shoes)))
    if (
        style == "a coup a line"
        and at < len(lines)
        and not {lines[at - 1], lines[at]} & {line for line in lines if "Shoe" in line}
    ):
        return Damage(kept)
    return Damage(kept, (shoes,))


def _split_at(lines: list[str], at: int, shoes: Shoes) -> list[Shoes]:
    """A blank line between coups opens a shoe: that is what it says."""
    coups = sum(1 for line in lines[:at] if line)
    found: Shoes = []
    for shoe in shoes:
        if 0 < coups < len(shoe):
            found += [shoe[:coups], shoe[coups:]]
        else:
            found.append(shoe)
        coups -= len(shoe)
    return [found]


def _comment(lines: list[str], _shoes: Shoes, rng: random.Random, _style: str) -> Damage:
    at = rng.choice([n for n, line in enumerate(lines) if line.strip() and "Shoe" not in line
                     and not line.rstrip(".").isdecimal()])  # fmt: skip
    return Damage([*lines[:at], "#" + lines[at], *lines[at + 1 :]])


def _odd_word(lines: list[str], shoes: Shoes, rng: random.Random, _style: str) -> Damage:
    at = rng.choice([n for n, line in enumerate(lines) if line.strip()])
    place = rng.randrange(len(lines[at]) + 1)
    odd = lines[at][:place] + rng.choice("xßé?ſ") + lines[at][place:]
    kept = [*lines[:at], odd, *lines[at + 1 :]]
    return Damage(kept, (shoes,) if odd.startswith("#") else ())


def _emptied(lines: list[str], _shoes: Shoes, rng: random.Random, style: str) -> Damage:
    letters = ",;\t|，、"
    between = next((one for one in letters if any(one in line for line in lines)), None)
    wanted = [n for n, line in enumerate(lines) if between and line.count(between) > 1 and n]
    if not wanted or style in ("run together", "a coup a line"):
        return _odd_word(lines, _shoes, rng, style)
    at = rng.choice(wanted)
    cells = lines[at].split(between)
    cells[rng.randrange(len(cells) - 1)] = " "
    return Damage([*lines[:at], str(between).join(cells), *lines[at + 1 :]])


def _wrapped(lines: list[str], shoes: Shoes, rng: random.Random, style: str) -> Damage:
    if style not in ("run together", "delimited"):
        return _comment(lines, shoes, rng, style)
    if len(shoes) > 1 or "B7" in lines[0].upper() or "P8" in lines[0].upper():
        return _odd_word(lines, shoes, rng, style)
    if style == "run together":
        width = rng.choice([10, 13, 20])
        return Damage([lines[0][i : i + width] for i in range(0, len(lines[0]), width)])
    return _odd_word(lines, shoes, rng, style)


def _lost_row(lines: list[str], shoes: Shoes, rng: random.Random, style: str) -> Damage:
    if style not in ("rows", "cards"):
        return _emptied(lines, shoes, rng, style)
    starts = np.cumsum([1, *(len(shoe) for shoe in shoes)])
    last = {int(start) - 1 for start in starts[1:]}  # a lost last row cannot be noticed
    at = rng.choice([n for n in range(1, len(lines)) if n not in last])
    return Damage([*lines[:at], *lines[at + 1 :]])


DAMAGES: dict[str, Callable[[list[str], Shoes, random.Random, str], Damage]] = {
    "none": lambda lines, shoes, _rng, _style: Damage(lines, (shoes,)),
    "blank line": _blank,
    "commented out": _comment,
    "odd letter": _odd_word,
    "emptied cell": _emptied,
    "wrapped": _wrapped,
    "lost row": _lost_row,
}

# --- Tried --------------------------------------------------------------------------------


def read_back(path: Path) -> Shoes:
    """Read shoes as names of results."""
    found = read(path)
    names = [RESULTS[r] for r in found.results]
    return [names[a:b] for a, b in zip(found.opens, found.opens[1:], strict=False)]


def tried(cases: int, seed: int) -> tuple[Counter[tuple[str, str, str]], list[str]]:
    """Try so many files; count (format, damage, outcome), and quote what was misread."""
    rng = random.Random(seed)
    results, cards = dealt(seed)
    counts: Counter[tuple[str, str, str]] = Counter()
    misread: list[str] = []
    with TemporaryDirectory() as folder:
        path = Path(folder) / "shoes.txt"
        for _ in range(cases):
            style, damage = rng.choice(list(FORMATS)), rng.choice(list(DAMAGES))
            first, count = rng.randrange(30), rng.randrange(1, 5)
            shoes = results[first : first + count]
            source = cards[first : first + count] if style == "cards" else shoes
            made = DAMAGES[damage](FORMATS[style](source, rng), shoes, rng, style)
            ends = rng.choice(["\n", "\r\n", "\r"])
            mark = "\ufeff" if rng.random() < 0.2 else ""
            path.write_bytes((mark + ends.join(made.lines) + ends).encode())
            outcome = _outcome(path, made.meant)
            counts[style, damage, outcome] += 1
            if outcome == "MISREAD" or (damage == "none" and outcome == "refused"):
                misread.append(f"{style}, {damage}, {outcome}: {path.read_bytes()[:160]!r}")
    return counts, misread


def _outcome(path: Path, meant: tuple[Shoes, ...]) -> str:
    try:
        found = read_back(path)
    except RequestError as problem:
        told = str(problem)
        return "refused" if told.startswith(str(path)) and "\n" not in told else "MISREAD"
    return "read" if found in meant else "MISREAD"


def fuzzed(cases: int, seed: int) -> int:
    """Read files of bytes at random, and true ones with bytes changed; how many were refused."""
    rng = random.Random(seed)
    shoes, _ = dealt(seed)
    refused = 0
    with TemporaryDirectory() as folder:
        path = Path(folder) / "shoes.txt"
        for case in range(cases):
            if case % 2:
                content = bytearray("\n".join(delimited(shoes[:3], rng)).encode())
                for _ in range(rng.randrange(1, 6)):
                    content[rng.randrange(len(content))] = rng.randrange(256)
            else:
                content = bytearray(rng.randbytes(rng.randrange(200)))
            path.write_bytes(bytes(content))
            try:
                read(path)
            except RequestError:
                refused += 1
    return refused


def main(cases: int = 20_000, seed: int = 1) -> None:
    """Print what became of the files, and every one that was misread."""
    counts, misread = tried(cases, seed)
    for (style, damage, outcome), number in sorted(counts.items()):
        print(f"{style:14} {damage:14} {outcome:8} {number:6,}")
    for line in misread[:20]:
        print(line)
    bytes_tried = cases // 10
    print(f"{fuzzed(bytes_tried, seed):,} of {bytes_tried:,} files of damaged bytes were refused")
    print(f"{cases:,} files, {len(misread)} misread or wrongly refused, seed {seed}")
    sys.exit(bool(misread))


if __name__ == "__main__":
    tyro.cli(main)
