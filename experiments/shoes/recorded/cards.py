"""Cards of a coup as people write them, held against the drawing rules and the decks."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from baccarat_env.coup import RANKS, SUITS
from baccarat_env.names import counted
from baccarat_env.rules import (
    CARD_VALUE,
    NATURAL,
    THIRD_CARD_STANDS,
    banker_draws,
    player_draws,
)
from experiments.shoes.recorded.lines import Place, quoted

__all__ = ["Hands", "Held", "breaks_rules", "hand"]

CARD = re.compile(r"(10|[A2-9TJQKa2-9tjqk])([CDHScdhs♣♦♥♠]?)")
RANK = {name: rank for rank, name in enumerate(RANKS)} | {"T": 9}
SUIT = {
    letter: suit for suit, pair in enumerate(zip("CDHS", SUITS, strict=True)) for letter in pair
}
Hands = tuple[tuple[int, ...], tuple[int, ...]]


def hand(text: str, place: Place, column: int, side: str) -> tuple[tuple[int, ...], list[bool]]:
    """Read two or three cards; say of each whether its suit is known."""
    cards, suited, at = [], [], 0
    while at < len(text):
        if text[at] in ' \t-/"':
            at += 1
            continue
        found = CARD.match(text, at)
        if found is None:
            raise place.wrong(
                f"{quoted(text[at:])} is no card: expected A, 2 to 10, T, J, Q or K, "
                "with or without a suit",
                column + at,
            )
        rank, suit = found[1].upper(), found[2].upper()
        cards.append(RANK[rank] + 13 * SUIT.get(suit, 0))
        suited.append(bool(suit))
        at = found.end()
    if len(cards) not in (2, 3):
        raise place.wrong(
            f"{side} has {counted(len(cards), 'card')}: expected two or three", column
        )
    return tuple(cards), suited


def breaks_rules(hands: Hands) -> str:
    """Say which drawing rule two hands break, "" if none."""
    player, banker = (int(sum(CARD_VALUE[list(cards[:2])]) % 10) for cards in hands)
    third = int(CARD_VALUE[hands[0][2]]) if len(hands[0]) == 3 else THIRD_CARD_STANDS
    drew = [len(cards) == 3 for cards in hands]
    for name, total, side in (("Player", player, 0), ("Banker", banker, 1)):
        if drew[side] and max(player, banker) >= NATURAL:
            owner = "Player" if player >= NATURAL else "Banker"
            natural = max(player, banker)
            return f"{name} drew on {total} although {owner} has a natural {natural}"
        wanted = player_draws(player, banker) if side == 0 else banker_draws(player, banker, third)
        if drew[side] != wanted:
            against = f" against a Player third card of {third}" if drew[0] else ""
            if side == 1 and not drew[0]:
                against = " after Player stood"
            does = "drew" if drew[side] else "stood"
            return f"{name} {does} on {total}" + (against if side == 1 else "")
    return ""


@dataclass
class Held:
    """Cards that one shoe has shown, by rank, and by face where the suit is known."""

    ranks: NDArray[np.int64] = field(default_factory=lambda: np.zeros(13, np.int64))
    faces: NDArray[np.int64] = field(default_factory=lambda: np.zeros(52, np.int64))

    def add(self, hands: Hands, suited: list[bool], decks: int) -> str:
        """Take the cards of a coup; name the first that comes too often for the decks."""
        shoe = f"in a shoe of {counted(decks, 'deck')}"
        for card, known in zip((*hands[0], *hands[1]), suited, strict=True):
            self.ranks[card % 13] += 1
            self.faces[card] += known
            name, times = RANKS[card % 13], self.ranks[card % 13]
            if times > 4 * decks:
                return f"card {name} comes {times} times {shoe}: at most {4 * decks}"
            if self.faces[card] > decks:
                face, times = name + SUITS[card // 13], self.faces[card]
                return f"card {face} comes {times} times {shoe}: at most {decks}"
        return ""

    @property
    def fewest_decks(self) -> int:
        """Fewest decks that hold these cards."""
        most = (
            -(-int(self.ranks.max()) // 4),
            int(self.faces.max()),
            -(-int(self.ranks.sum()) // 52),
        )
        return max(1, *most)
