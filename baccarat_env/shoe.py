"""A shoe and its procedure: key, burn, cut card, what is unseen.

`order` is the pure function behind every shuffle of the project; `Shoe` deals one
shoe coup by coup, written for the eye. The compiled dealer does the same for N tables.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray

from baccarat_env import dealer
from baccarat_env.checks import check_whole, numbers_of
from baccarat_env.coup import Coup, deal_coup
from baccarat_env.game import Game, as_game
from baccarat_env.names import counted
from baccarat_env.rules import CARD_VALUE, full_shoe

__all__ = ["Shoe", "check_cards", "fresh_cards", "key_of", "order", "spawned_seeds"]


def key_of(seed: int) -> NDArray[np.uint64]:
    """Turn a seed into the 128-bit key of a sequence of shoes, `(2,)`.

    Raises ValueError if the seed is negative or no whole number.
    """
    if not isinstance(seed, int | np.integer) or isinstance(seed, bool) or seed < 0:
        raise ValueError(f"seed={seed!r} must be a whole number, zero or above")
    return np.asarray(np.random.SeedSequence(int(seed)).generate_state(2, np.uint64), np.uint64)


def spawned_seeds(seed: int, tables: int) -> list[int]:
    """Spread a seed over tables: `tables` seeds of 128 bits, different for every seed.

    Unlike s + i, no two tables, runs or evaluation sets then share a shoe.
    Raises ValueError if the seed is negative or no whole number.
    """
    key_of(seed)
    spawned = np.random.SeedSequence(int(seed)).spawn(tables)
    return [int.from_bytes(one.generate_state(4, np.uint32).tobytes(), "little") for one in spawned]


def fresh_cards(decks: int) -> NDArray[np.uint8]:
    """List the card codes of a new shoe before it is shuffled, `(52 × decks,)`."""
    full_shoe(decks)
    return np.tile(np.arange(52, dtype=np.uint8), decks)


def order(key: NDArray[np.uint64], k: int, decks: int = 8) -> NDArray[np.uint8]:
    """Shuffle shoe `k` of a key: card codes in dealing order, `(52 × decks,)`.

    A pure function: no state, the same on every machine. See `baccarat_env.dealer`.

    >>> order(key_of(1), 0, decks=1)[:5]
    array([ 3, 25,  9, 49,  7], dtype=uint8)
    """
    check_whole("k", k, 0, 2**63 - 1)
    cards = fresh_cards(decks)
    dealer.shuffle(cards, np.uint64(key[0]), np.uint64(key[1]), np.int64(k))
    return cards


def check_cards(cards: ArrayLike, game: Game) -> NDArray[np.uint8]:
    """Check a shoe given card by card, in dealing order with the burned cards, `(n,)`.

    It may be the front of a shoe only; the cards left out count as unseen. The cut
    card then lies `game.cut` cards before the end of what was given.

    Raises ValueError naming a code that is not 0 to 51, a card there are too many of,
    or a length that leaves no coup.
    """
    given = numbers_of("shoe", cards)
    if given.ndim != 1 or given.dtype.kind not in "iu":
        raise ValueError("a shoe must be a list of card codes from 0 to 51")
    wrong = given[(given < 0) | (given > 51)]
    if wrong.size:
        raise ValueError(f"card code {wrong[0]} in a shoe must be from 0 to 51")
    held = np.bincount(given, minlength=52)
    if held.max(initial=0) > game.decks:
        code = int(held.argmax())
        raise ValueError(
            f"card {code} stands {held[code]} times in a shoe of {counted(game.decks, 'deck')}: "
            f"at most {game.decks}"
        )
    shortest = game.cut + 17
    if given.size < shortest:
        raise ValueError(
            f"a shoe of {counted(given.size, 'card')} leaves no coup before the cut: "
            f"it needs at least {shortest}"
        )
    return given.astype(np.uint8)


class Shoe:
    """A shoe on the table. Iterating deals its coups to the end.

    >>> from baccarat_env.game import MINI_BACCARAT
    >>> shoe = Shoe(MINI_BACCARAT, order(key_of(1), 0))
    >>> len(list(shoe)), shoe.undealt
    (80, 7)

    `position` counts the cards that have left the shoe; `late` the coups that started
    behind the cut card.
    """

    def __init__(self, game: Game | str, cards: ArrayLike) -> None:
        game = self.game = as_game(game)
        self.cards = [int(card) for card in check_cards(cards, game)]
        self.position = 0
        self.late = 0
        self.unseen = game.full_shoe
        if game.burn:
            exposed = int(CARD_VALUE[self.cards[0]])
            self.unseen[exposed] -= 1
            self.position = 1 + (exposed or 10)

    @property
    def undealt(self) -> int:
        """Cards still in the shoe."""
        return len(self.cards) - self.position

    @property
    def behind_cut(self) -> bool:
        """Say whether the cut card is out: at most `cut` cards are undealt."""
        return self.undealt <= self.game.cut

    @property
    def over(self) -> bool:
        """Say whether no further coup starts."""
        return bool(dealer.over(self.undealt, self.late, self.game.cut, self.game.after_cut))

    @property
    def last_coup(self) -> bool:
        """Say whether the next coup is known to be the last; it takes at least four cards."""
        return bool(dealer.known_last(self.undealt, self.late, self.game.cut, self.game.after_cut))

    def deal(self) -> Coup:
        """Deal the next coup. Raises ValueError if the shoe is over."""
        if self.over:
            raise ValueError(f"the shoe is over with {self.undealt} cards left: open a new one")
        self.late += self.behind_cut
        coup = deal_coup(self.cards[self.position : self.position + 6])
        self.position += len(coup.cards)
        np.subtract.at(self.unseen, CARD_VALUE[list(coup.cards)], 1)
        return coup

    def __iter__(self) -> Iterator[Coup]:
        while not self.over:
            yield self.deal()
