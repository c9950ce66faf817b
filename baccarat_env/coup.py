"""One coup told card by card, its ending, its settlement.

This is the clear version. The compiled dealer looks the same coup up in
`coup_table`, which is filled from here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from baccarat_env.bet import MAX_STAKE
from baccarat_env.checks import check_whole, numbers_of
from baccarat_env.dealer import ENDING_BITS
from baccarat_env.game import Game, as_game
from baccarat_env.rules import (
    CARD_VALUE,
    ENDINGS,
    FACTS,
    NATURAL,
    THIRD_CARD_STANDS,
    banker_draws,
    player_draws,
)

__all__ = ["Coup", "card_name", "coup_table", "deal_coup", "ending_code", "settle"]

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("♣", "♦", "♥", "♠")


def card_name(code: int) -> str:
    """Name a card code. Raises ValueError if it is not 0 to 51.

    >>> card_name(0), card_name(51)
    ('A♣', 'K♠')
    """
    check_whole("code", code, 0, 51)
    return RANKS[code % 13] + SUITS[code // 13]


def ending_code(player_drew: bool, banker_drew: bool, player: int, banker: int) -> int:
    """Number an ending, 0 to 399, from who drew and both final totals."""
    return ((player_drew * 2 + banker_drew) * 10 + player) * 10 + banker


@dataclass(frozen=True)
class Coup:
    """A finished coup: the card codes of both hands in the order they were dealt."""

    player: tuple[int, ...]
    banker: tuple[int, ...]

    @property
    def player_total(self) -> int:
        """Player's final total."""
        return _total(self.player)

    @property
    def banker_total(self) -> int:
        """Banker's final total."""
        return _total(self.banker)

    @property
    def ending(self) -> int:
        """Number of the ending, 0 to 399."""
        return ending_code(
            len(self.player) == 3, len(self.banker) == 3, self.player_total, self.banker_total
        )

    @property
    def winner(self) -> str:
        """Winning hand: "player", "banker" or "tie"."""
        return str(FACTS["winner"][self.ending])

    @property
    def natural(self) -> bool:
        """Say whether either hand is an 8 or 9 in two cards."""
        return any(
            len(hand) == 2 and _total(hand) >= NATURAL for hand in (self.player, self.banker)
        )

    @property
    def cards(self) -> tuple[int, ...]:
        """All cards in the order they left the shoe, 4 to 6."""
        dealt = [
            card for pair in zip(self.player[:2], self.banker[:2], strict=True) for card in pair
        ]
        return (*dealt, *self.player[2:], *self.banker[2:])

    def __str__(self) -> str:
        hands = (
            ("Player", self.player, self.player_total),
            ("Banker", self.banker, self.banker_total),
        )
        told = "; ".join(
            f"{side} {' '.join(map(card_name, hand))} = {total}" for side, hand, total in hands
        )
        outcome = "tie" if self.winner == "tie" else f"{self.winner.title()} wins"
        return f"{told}: {outcome}{', natural' if self.natural else ''}"


def _total(hand: Sequence[int]) -> int:
    return int(sum(int(CARD_VALUE[card]) for card in hand) % 10)


def deal_coup(cards: Sequence[int]) -> Coup:
    """Deal a coup from the front of `cards`, at least six card codes.

    Alternately from Player, who is resolved first. Source: sheets 000 and 002.

    >>> print(deal_coup([8, 3, 9, 2, 0, 0]))
    Player 9♣ 10♣ = 9; Banker 4♣ 3♣ = 7: Player wins, natural

    Raises ValueError if there are fewer than six cards or a code is not 0 to 51.
    """
    if len(cards) < 6:
        raise ValueError(f"{len(cards)} cards are too few to start a coup: it takes at least six")
    for card in cards[:6]:
        check_whole("card", card, 0, 51)
    rest = iter(cards[4:6])
    player, banker = [cards[0], cards[2]], [cards[1], cards[3]]
    totals = _total(player), _total(banker)
    third = THIRD_CARD_STANDS
    if player_draws(*totals):
        player.append(next(rest))
        third = int(CARD_VALUE[player[2]])
    if banker_draws(*totals, third):
        banker.append(next(rest))
    return Coup(tuple(player), tuple(banker))


def settle(
    ending: ArrayLike, stakes: ArrayLike, game: Game | str, limit: int = MAX_STAKE
) -> NDArray[np.int64]:
    """Settle stakes: the net result of each bet in basis points of a chip.

    `ending` `(...)` and `stakes` `(..., B)` in whole chips give `(..., B)`, exactly.

    >>> from baccarat_env.game import EZ_BACCARAT
    >>> dragon_7 = ending_code(False, True, 6, 7)
    >>> settle(dragon_7, [5, 5, 5, 1, 1], EZ_BACCARAT)
    array([-50000,      0, -50000, 400000, -10000])

    Raises ValueError if an ending is not 0 to 399, or a stake is negative, no whole
    number of chips or above `limit`.
    """
    game = as_game(game)
    check_whole("limit", limit, 0, MAX_STAKE)
    endings, wagers = numbers_of("ending", ending), numbers_of("stakes", stakes)
    endings = endings if endings.size else endings.astype(np.int64)
    if not np.issubdtype(endings.dtype, np.integer) or ((endings < 0) | (endings >= ENDINGS)).any():
        raise ValueError(f"ending={ending!r} must be a whole number from 0 to {ENDINGS - 1}")
    check_stakes(wagers, game, limit)
    if wagers.ndim > 1 and endings.ndim and endings.shape != wagers.shape[:-1]:
        raise ValueError(
            f"endings of shape {endings.shape} do not fit stakes of shape {wagers.shape}: "
            "one ending for each row of stakes"
        )
    return np.asarray(wagers.astype(np.int64) * np.moveaxis(game.pays[:, endings], 0, -1))


def check_stakes(stakes: NDArray[np.generic], game: Game, limit: int = MAX_STAKE) -> None:
    """Raise ValueError naming the first stake that is no whole number from 0 to `limit`."""
    bets = len(game.bets)
    if stakes.shape[-1:] != (bets,):
        raise ValueError(
            f"stakes of shape {stakes.shape} do not fit {game.name}: "
            f"the last axis must be its {bets} bets"
        )
    if stakes.dtype.kind not in "iuf":
        raise ValueError(f"stakes must be whole numbers of chips, not {stakes.dtype}")
    values = stakes.astype(np.float64)
    wrong = ~((values >= 0) & (values <= limit) & (values == np.floor(values)))
    if wrong.any():
        where = tuple(np.argwhere(wrong)[0])
        raise ValueError(
            f"stake {stakes[where]} on {game.bets[where[-1]]} must be a whole number of chips "
            f"from 0 to {limit}"
        )


@cache
def coup_table() -> NDArray[np.int16]:
    """Play every coup once: ending | cards << 9 by Player's and Banker's two-card totals and
    the values of the fifth and sixth card, `(10 000,)`.
    """
    table = np.empty((10, 10, 10, 10), dtype=np.int16)
    for player, banker, fifth, sixth in np.ndindex(table.shape):
        drew_p = player_draws(player, banker)
        drew_b = banker_draws(player, banker, fifth if drew_p else THIRD_CARD_STANDS)
        total_p = (player + fifth) % 10 if drew_p else player
        total_b = (banker + (sixth if drew_p else fifth)) % 10 if drew_b else banker
        ending = ending_code(drew_p, drew_b, total_p, total_b)
        table[player, banker, fifth, sixth] = ending | (4 + drew_p + drew_b) << ENDING_BITS
    table.setflags(write=False)
    return table.reshape(-1)
