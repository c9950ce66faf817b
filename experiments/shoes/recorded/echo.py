"""What was understood of a file of recorded shoes, in sentences, and what is doubtful in it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from baccarat_env.game import Game
from baccarat_env.names import counted
from baccarat_env.rules import RESULTS
from experiments.shoes.recorded.decks import doubtful_decks
from experiments.shoes.recorded.marks import MARKS, expected_marks
from experiments.shoes.recorded.shoes import Recorded

__all__ = ["SHORT", "understood"]

SHORT = 40
"""A recorded shoe of fewer coups may be a piece of one."""

FIRST = 5
MARK_NAMES = {"B7": "Dragon 7", "P8": "Panda 8"}


def understood(recorded: Recorded, game: Game) -> list[str]:
    """Say back what was read, then every doubt: one sentence each.

    Examples: "12 shoes of 66 to 80 coups, results only, no Dragon 7 marks, no Panda 8 marks;
    the first begins B B P T B." and "Shoe 3 has only 12 coups: …".
    """
    return [
        _summary(recorded),
        *_doubtful_marks(recorded, game),
        *_ungraded(recorded, game),
        *_short(recorded),
        *_copies(recorded),
        *doubtful_decks(recorded, game),
    ]


def _summary(recorded: Recorded) -> str:
    lengths = np.diff(recorded.opens)
    low, high = int(lengths.min()), int(lengths.max())
    coups = f"{low} to {high} coups" if low != high else counted(low, "coup")
    kind = f"results only, {_marks(recorded)}" if recorded.cards is None else "card by card"
    first = recorded.results[: min(FIRST, int(lengths[0]))]
    begins = " ".join(RESULTS[result] for result in first)
    shoes = counted(recorded.shoes, "shoe")
    opening = "the first begins" if recorded.shoes > 1 else "it begins"
    return f"{shoes} of {coups}, {kind}; {opening} {begins}."


def _marks(recorded: Recorded) -> str:
    counts = {mark: _count(recorded, mark) for mark in MARKS}
    return ", ".join(
        f"{counts[mark] or 'no'} {MARK_NAMES[mark]} mark{'s' * (counts[mark] != 1)}"
        for mark in MARKS
    )


def _count(recorded: Recorded, mark: str) -> int:
    return int((recorded.results == RESULTS.index(mark)).sum())


def _doubtful_marks(recorded: Recorded, game: Game) -> list[str]:
    doubts = []
    for mark in MARKS:
        count = _count(recorded, mark)
        if recorded.cards is not None or not count or mark in recorded.marked:
            continue
        expected = expected_marks(mark, len(recorded.results), game.decks)
        doubts.append(
            f"{MARK_NAMES[mark]}: {count} marked where {expected:.0f} are expected, so the "
            f"marks are not all there and each {mark} counts as a {MARKS[mark]}."
        )
    return doubts


def _ungraded(recorded: Recorded, game: Game) -> list[str]:
    settled = recorded.gradable(game)
    titles = [bet.title for bet, ok in zip(game.layout, settled, strict=True) if not ok]
    return [f"Not gradable from these records: {', '.join(titles)}."] if titles else []


def _short(recorded: Recorded) -> list[str]:
    lengths = np.diff(recorded.opens)
    short = np.flatnonzero(lengths < SHORT)
    if not short.size:
        return []
    if short.size == 1:
        coups = int(lengths[short[0]])
        opening = f"Shoe {short[0] + 1} has only {counted(coups, 'coup')}"
    else:
        opening = f"{short.size:,} shoes have fewer than {SHORT} coups ({_listed(short + 1)})"
    return [f"{opening}: if a shoe was cut in pieces, write it on one line or under one heading."]


def _copies(recorded: Recorded) -> list[str]:
    seen: dict[bytes, int] = {}
    copies = []
    for shoe, (start, stop) in enumerate(zip(recorded.opens, recorded.opens[1:], strict=False)):
        first = seen.setdefault(recorded.results[start:stop].tobytes(), shoe)
        if first != shoe and stop - start >= 20:
            copies.append(shoe)
    return [f"Copies of an earlier shoe, coup by coup: {_listed(np.array(copies) + 1)}."] * bool(
        copies
    )


def _listed(shoes: NDArray[np.int64]) -> str:
    more = ", …" if shoes.size > 5 else ""
    return f"shoe{'s' * (shoes.size > 1)} {', '.join(map(str, shoes[:5]))}{more}"
