"""One table with nine seats: who bets, who holds the shoe, who exposes, what the house books.

Money is whole basis points of a chip and nothing is lost of it: what the house has won and
what lies before the seats is always what was brought to the table.

Where the shoe goes round (`game.dealer` is "passed"), it follows sheet 001: it is dealt "by
those wagering on the game", goes "one person to the right each time Player wins or if the
person dealing elects to pass it", and the Player hand goes face down "to the person with
the largest wager on Player", else the house dealer turns it up. The sheet leaves open, and
here holds: seats are numbered so that the one to the right has the next number, and 9 is
followed by 1; empty seats, and seats without a wager on the coup, are passed over; the
first shoe is offered to the lowest occupied seat; after a tie or a Banker win it stays; a
new shoe opens where the last one ended; of equal wagers on Player that of the holder comes
first, then those to the right of it in turn; with no wager at all the house deals. On the other
sheets the house always deals and exposes.

B bets, 9 seats.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from baccarat_env import dealer
from baccarat_env.bet import BASIS_POINTS, MAX_STAKE
from baccarat_env.bettor import Bettor, Sight
from baccarat_env.coup import Coup, check_stakes
from baccarat_env.game import Game
from baccarat_env.house import Books, Chips, House, commission
from baccarat_env.rules import CARD_VALUE, RESULT_OF
from baccarat_env.shoe import Shoe, key_of, order

__all__ = [
    "SEATS",
    "Played",
    "Seat",
    "Table",
]

SEATS = 9
MAX_BANKROLL = 10**11


@dataclass
class Seat:
    """A seat that is taken."""

    bettor: Bettor
    brought: int
    """Basis points of a chip, as `bankroll`."""
    bankroll: int
    unseen: Chips = field(repr=False)


@dataclass(frozen=True)
class Played:
    """A coup at the table: its cards, who dealt and exposed, what was staked and won."""

    coup: Coup
    holder: int | None
    """The seat that dealt it, None for the house."""
    exposes: int | None
    """The seat that exposed the Player hand, None for the house dealer."""
    stakes: dict[int, Chips]
    """Chips placed by seat, `(B,)`."""
    net: dict[int, Chips]
    """Basis points won by seat, `(B,)`."""


class Table:
    """A table that is open: sit down, play coups, leave.

    >>> from baccarat_env.game import MINI_BACCARAT_PASSED_SHOE
    >>> class Loyal:
    ...     def bet(self, sight): return [1, 0, 0]
    ...     def learn(self, stakes, net): pass
    ...     def passes(self, sight): return False
    >>> table = Table(MINI_BACCARAT_PASSED_SHOE, seed=1)
    >>> table.sit(3, Loyal(), 100)
    >>> played = table.play()
    >>> played.holder, played.exposes, str(played.coup).rpartition(": ")[2]
    (3, 3, 'Player wins')
    >>> table.seats[3].bankroll + table.books.result
    1000000
    """

    def __init__(self, game: Game, *, house: House | None = None, seed: int = 0) -> None:
        self.game, self.house, self.seed = game, house or House(), seed
        self.key = key_of(seed)
        apart = np.random.SeedSequence(seed).spawn(1)[0]
        self.cut_key = np.asarray(apart.generate_state(2, np.uint64), np.uint64)
        self.low, self.high = self.house.limits(game)
        self.commission = commission(game)
        self.seats: dict[int, Seat] = {}
        self.books = Books()
        self.holder: int | None = None
        for cut in self.house.cut or ():
            replace(game, cut=cut)
        self.shoes = 0
        self._open()

    # --- Coming and going ----------------------------------------------------------------

    def sit(self, seat: int, bettor: Bettor, bankroll: int) -> None:
        """Take a free seat, 1 to 9, with whole chips; between coups, in mid-shoe too.

        Raises ValueError if there is no such seat, it is taken, or the chips are too few.
        """
        if isinstance(seat, bool) or seat not in range(1, SEATS + 1):
            raise ValueError(f"seat={seat!r} must be from 1 to {SEATS}")
        if seat in self.seats:
            raise ValueError(f"seat {seat} is taken")
        least = int(self.low.min())
        whole = isinstance(bankroll, int) and not isinstance(bankroll, bool)
        if not whole or not least <= bankroll <= MAX_BANKROLL:
            raise ValueError(
                f"bankroll={bankroll!r} must be whole chips from {least} to {MAX_BANKROLL}"
            )
        seen = self._opening if self.coups == 0 else self.game.full_shoe
        money = bankroll * BASIS_POINTS
        self.seats[seat] = Seat(bettor, money, money, seen.copy())

    def leave(self, seat: int) -> int:
        """Leave with what is left and the rebate, in basis points; the shoe moves right."""
        left = self._seat(seat)
        rebate = max(left.brought - left.bankroll, 0) * self.house.rebate // BASIS_POINTS
        self.books.rebates += rebate
        del self.seats[seat]
        if self.holder == seat:
            self.holder = self._next(seat, self.seats)
        return left.bankroll + rebate

    def _seat(self, seat: int) -> Seat:
        if seat not in self.seats:
            raise ValueError(f"seat {seat!r} is empty: choose from {sorted(self.seats)}")
        return self.seats[seat]

    # --- Playing -------------------------------------------------------------------------

    def play(self) -> Played:
        """Take the wagers, deal a coup and settle it; a new shoe is opened when one is over.

        Raises ValueError naming the seat and a stake that cannot be placed; then nothing
        has been dealt.
        """
        if self.shoe.over:
            self._open()
        stakes = {n: self._wagers(n) for n in sorted(self.seats)}
        holder = self._dealing(stakes)
        exposes = self._exposing(stakes, holder)
        coup = self.shoe.deal()
        net = {n: self._settle(n, stakes[n], coup.ending) for n in stakes}
        for n, seat in self.seats.items():
            np.subtract.at(seat.unseen, CARD_VALUE[list(coup.cards)], 1)
            seat.bettor.learn(stakes[n], net[n])
        self.results.append(int(RESULT_OF[coup.ending]))
        if holder is not None and coup.winner == "player":
            self.holder = self._next(holder, self.seats)
        return Played(coup, holder, exposes, stakes, net)

    @property
    def coups(self) -> int:
        """Coups dealt from the shoe on the table."""
        return len(self.results)

    def sight(self, seat: int) -> Sight:
        """Look at the table from a seat."""
        own = self._seat(seat)
        return Sight(
            seat=seat,
            game=self.shoe.game,
            low=self.low,
            high=self.high,
            bankroll=own.bankroll,
            coup=self.coups,
            undealt=self.shoe.undealt,
            last=self.shoe.last_coup,
            results=tuple(self.results),
            unseen=own.unseen.copy(),
            holder=self.holder,
        )

    def _open(self) -> None:
        game, k = self.game, self.shoes
        if self.house.cut is not None:
            least, most = self.house.cut
            game = replace(game, cut=least + _evenly(self.cut_key, k, most - least + 1))
        self.shoe = Shoe(game, order(self.key, k, game.decks))
        self.results: list[int] = []
        self._opening = self.shoe.unseen.copy()
        for seat in self.seats.values():
            seat.unseen = self._opening.copy()
        self.shoes += 1

    def _wagers(self, seat: int) -> Chips:
        wanted = np.asarray(self.seats[seat].bettor.bet(self.sight(seat)))
        try:
            check_stakes(wanted, self.game, MAX_STAKE)
        except ValueError as problem:
            raise ValueError(f"seat {seat}: {problem}") from None
        stakes = wanted.astype(np.int64)
        if self.house.side_requires_main and not stakes[self.game.main].any():
            stakes[self.game.side] = 0
        wrong = (stakes != 0) & ((stakes < self.low) | (stakes > self.high))
        if wrong.any():
            b = int(wrong.argmax())
            raise ValueError(
                f"seat {seat}: a stake of {stakes[b]} on {self.game.bets[b]} is outside the "
                f"limits, {self.low[b]} to {self.high[b]} chips"
            )
        if stakes.sum() * BASIS_POINTS > self.seats[seat].bankroll:
            raise ValueError(
                f"seat {seat}: stakes of {stakes.sum()} chips with "
                f"{self.seats[seat].bankroll / BASIS_POINTS:g} in hand"
            )
        return stakes

    def _settle(self, seat: int, stakes: Chips, ending: int) -> Chips:
        net = stakes * self.game.pays[:, ending]
        taken = int(stakes @ self.commission[:, ending])
        self.books.won -= int(net[net < 0].sum())
        self.books.paid += int(net[net > 0].sum()) + taken
        self.books.commission += taken
        self.seats[seat].bankroll += int(net.sum())
        return np.asarray(net)

    # --- The shoe goes round -------------------------------------------------------------

    def _dealing(self, stakes: dict[int, Chips]) -> int | None:
        """Say which seat deals the coup, passing the shoe on where it must be."""
        if self.game.dealer != "passed":
            return None
        wagering = [n for n, placed in stakes.items() if placed.any()]
        if not wagering:
            return None
        if self.holder is None:
            self.holder = min(wagering)
        elif self.holder not in wagering or (
            self.seats[self.holder].bettor.passes(self.sight(self.holder))
        ):
            self.holder = self._next(self.holder, wagering)
        return self.holder

    def _exposing(self, stakes: dict[int, Chips], holder: int | None) -> int | None:
        """Say which seat exposes the Player hand: the largest wager on it; None: the dealer."""
        if holder is None or "player" not in self.game.bets:
            return None
        wagers = {n: int(placed[self.game.index("player")]) for n, placed in stakes.items()}
        largest = max(wagers.values())
        if largest == 0:
            return None
        return min(
            (n for n, wager in wagers.items() if wager == largest),
            key=lambda n: (n - holder) % SEATS,
        )

    @staticmethod
    def _next(seat: int, seats: Iterable[int]) -> int | None:
        """The first of `seats` to the right of `seat`; itself if it is alone; None if none."""
        return min(seats, key=lambda n: (n - seat - 1) % SEATS, default=None)


def _evenly(key: NDArray[np.uint64], k: int, n: int) -> int:
    """Draw from 0 to n - 1, all equally likely, for shoe k of a key that deals no shoes.

    Source: Lemire (2019), as in `dealer`.
    """
    for word in dealer.words(key[0], key[1], k, WORDS):
        high, low = divmod(int(word) * n, 1 << 64)
        if low >= (1 << 64) % n:
            return high
    return 0  # after WORDS rejections: less likely than 1 in 2 to the power 800


WORDS = 16
