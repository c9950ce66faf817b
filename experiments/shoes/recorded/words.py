"""Results as people write them: one table of words, ASCII case folded and nothing else."""

from __future__ import annotations

import re

from baccarat_env.roads import NAMES
from baccarat_env.rules import RESULTS

__all__ = ["EXPECTED", "result_of", "run_together"]

EXPECTED = "P, B or T, a word for them such as Banker, B7 (Dragon) or P8 (Panda)"

MORE = {
    "dragon": "B7", "dragon 7": "B7", "dragon7": "B7", "d7": "B7",
    "panda": "P8", "panda 8": "P8", "panda8": "P8",
    "player wins": "P", "banker wins": "B", "player win": "P", "banker win": "B",
}  # fmt: skip
WORDS = {**NAMES, **MORE}
LETTERS = re.compile("b7|p8|d7|[pbt庄莊闲閒和]")
UPPER = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")


def _folded(text: str) -> str:
    """Fold the case of ASCII letters alone: no other sign becomes one of ours."""
    return " ".join(text.translate(UPPER).split())


def result_of(text: str) -> int | None:
    """Read one result, an index into `rules.RESULTS`; None if it is none."""
    name = WORDS.get(_folded(text)) or WORDS.get(text.strip().lower() if "É" in text else "")
    return None if name is None else RESULTS.index(name)


def run_together(text: str) -> list[int] | int:
    """Read results written without anything between; where that stops, if it does."""
    folded, at, found = text.translate(UPPER), 0, []
    while at < len(folded):
        letter = LETTERS.match(folded, at)
        if letter is None:
            return at
        found.append(RESULTS.index(WORDS[letter[0]]))
        at = letter.end()
    return found
