"""Rows of shoe, coup, Player's cards and Banker's cards, held against the drawing rules.

A row is `1, 12, K 5 3, 9♥ 4♠`: cards with or without a suit, between blanks, dashes or
nothing at all. The coups of a shoe follow one another, so that its cards are all known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from baccarat_env.coup import RANKS, SUITS, Coup
from baccarat_env.rules import (
    CARD_VALUE,
    NATURAL,
    RESULT_OF,
    THIRD_CARD_STANDS,
    banker_draws,
    player_draws,
)
from experiments.shoes.recorded.transcript import Kept, Place, shown

__all__ = ["read_cards"]

CARD = re.compile(r"(10|[A2-9TJQK])([CDHS♣♦♥♠]?)")
RANK = {name: rank for rank, name in enumerate(RANKS)} | {"T": 9}
SUIT = {
    letter: suit for suit, pair in enumerate(zip("CDHS", SUITS, strict=True)) for letter in pair
}
CARD_COLUMNS = ("shoe", "coup", "player cards", "banker cards")


def read_cards(line: str, lines: Iterator[str], place: Place, decks: int) -> Kept:
    """Read rows of cards, the first of them given, and check every coup and shoe."""
    kept, label, number = Kept(), None, 0
    done: set[str] = set()
    ranks, faces = np.zeros(13, np.int64), np.zeros(52, np.int64)
    if line.lower().startswith("shoe"):
        line = ""
    while True:
        if line:
            shoe, coup, hands, suited = _row(line, place)
            if shoe != label:
                if shoe in done:
                    raise place.wrong(f"shoe {shoe} goes on after another shoe began", 1)
                done.add(shoe)
                kept.lengths.append(0)
                label, number, ranks[:], faces[:] = shoe, coup - 1, 0, 0
            if coup != number + 1:
                raise place.wrong(
                    f"coup {coup} of shoe {shoe} follows coup {number}: expected {number + 1}"
                )
            number = coup
            _check_rules(hands, place)
            _check_decks(hands, suited, ranks, faces, decks, place)
            cards = [*hands[0], *[-1] * (3 - len(hands[0])), *hands[1], *[-1] * (3 - len(hands[1]))]
            kept.add(int(RESULT_OF[Coup(*hands).ending]), place, 52 * decks // 4)
            kept.cards.extend(cards)
        try:
            line = next(lines)
        except StopIteration:
            return kept


Hands = tuple[tuple[int, ...], tuple[int, ...]]


def _row(line: str, place: Place) -> tuple[str, int, Hands, list[bool]]:
    fields = line.split(",")
    if len(fields) != 4:
        raise place.wrong(
            f"{shown(line)} has {len(fields)} fields: expected {', '.join(CARD_COLUMNS)}"
        )
    if not fields[1].strip().isdecimal():
        raise place.wrong(f"{shown(fields[1].strip())} is no coup number", len(fields[0]) + 2)
    start = len(fields[0]) + len(fields[1]) + 3
    player, marks = _hand(fields[2], place, start, "Player")
    banker, more = _hand(fields[3], place, start + len(fields[2]) + 1, "Banker")
    return fields[0].strip(), int(fields[1]), (player, banker), marks + more


def _hand(text: str, place: Place, column: int, side: str) -> tuple[tuple[int, ...], list[bool]]:
    cards, suited, at = [], [], 0
    while at < len(text):
        if text[at] in ' \t-/"':
            at += 1
            continue
        found = CARD.match(text.upper(), at)
        if found is None:
            raise place.wrong(
                f"{shown(text[at:])} is no card: expected A, 2 to 10, T, J, Q or K, "
                "with or without a suit",
                column + at,
            )
        cards.append(RANK[found[1]] + 13 * SUIT.get(found[2], 0))
        suited.append(bool(found[2]))
        at = found.end()
    if len(cards) not in (2, 3):
        raise place.wrong(f"{side} has {len(cards)} cards: expected two or three", column)
    return tuple(cards), suited


def _check_rules(hands: Hands, place: Place) -> None:
    player, banker = (int(sum(CARD_VALUE[list(hand[:2])]) % 10) for hand in hands)
    third = int(CARD_VALUE[hands[0][2]]) if len(hands[0]) == 3 else THIRD_CARD_STANDS
    drew = [len(hand) == 3 for hand in hands]
    for name, total, side in (("Player", player, 0), ("Banker", banker, 1)):
        if drew[side] and max(player, banker) >= NATURAL:
            owner = "Player" if player >= NATURAL else "Banker"
            raise place.wrong(
                f"{name} drew on {total} although {owner} has a natural {max(player, banker)}"
            )
        wanted = player_draws(player, banker) if side == 0 else banker_draws(player, banker, third)
        if drew[side] != wanted:
            against = f" against a Player third card of {third}" if drew[0] else ""
            if side == 1 and not drew[0]:
                against = " after Player stood"
            raise place.wrong(
                f"{name} {'drew' if drew[side] else 'stood'} on {total}"
                + (against if side == 1 else "")
            )


def _check_decks(
    hands: Hands,
    suited: list[bool],
    ranks: NDArray[np.int64],
    faces: NDArray[np.int64],
    decks: int,
    place: Place,
) -> None:
    held = f"in a shoe of {decks} deck{'s' * (decks > 1)}"
    for card, known in zip((*hands[0], *hands[1]), suited, strict=True):
        ranks[card % 13] += 1
        faces[card] += known
        name = RANKS[card % 13]
        if ranks[card % 13] > 4 * decks:
            raise place.wrong(
                f"card {name} comes {ranks[card % 13]} times {held}: at most {4 * decks}"
            )
        if faces[card] > decks:
            raise place.wrong(
                f"card {name}{SUITS[card // 13]} comes {faces[card]} times {held}: at most {decks}"
            )
