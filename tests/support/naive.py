"""The slow twin: the rule sheets once more, written for the eye and for nothing else.

It shares no line with `baccarat_env`. Cards are point values 0 to 9. The rules in force
are an argument, so that every wrong rule seen in public programs can be played here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import permutations

import numpy as np

# --- Who draws, as the sheets say it ----------------------------------------------------


def sheet_player_draws(player: int, banker: int) -> bool:
    """Sheet 000: a natural on either side ends the game; Player draws on 0 through 5."""
    if player in (8, 9) or banker in (8, 9):
        return False
    return player in (0, 1, 2, 3, 4, 5)


def sheet_chart(banker: int, third: int | None) -> bool:
    """Sheet 000: Banker's decision without naturals; `third` is None if Player stood."""
    if third is None:
        return banker <= 5
    if banker <= 2:
        return True
    if banker == 3:
        return third != 8
    if banker == 4:
        return 2 <= third <= 7
    if banker == 5:
        return 4 <= third <= 7
    if banker == 6:
        return third in (6, 7)
    return False


def sheet_banker_draws(player: int, banker: int, third: int | None) -> bool:
    """Sheet 000: a natural on either side ends the game; else the chart."""
    if player in (8, 9) or banker in (8, 9):
        return False
    return sheet_chart(banker, third)


@dataclass(frozen=True)
class Rules:
    """The drawing rules in force: functions of (player, banker) and (player, banker, third)."""

    player_draws: Callable[[int, int], bool] = sheet_player_draws
    banker_draws: Callable[[int, int, int | None], bool] = sheet_banker_draws


SHEETS = Rules()


def flipped(banker: int, third: int | None) -> Rules:
    """The sheets with a single cell of Banker's chart turned over."""

    def banker_draws(player: int, total: int, card: int | None) -> bool:
        right = sheet_banker_draws(player, total, card)
        natural = player >= 8 or total >= 8
        return right if natural or (total, card) != (banker, third) else not right

    return replace(SHEETS, banker_draws=banker_draws)


def _banker(chart: Callable[[int, int, int | None], bool]) -> Rules:
    """Rules with another chart, naturals as on the sheets."""

    def banker_draws(player: int, banker: int, third: int | None) -> bool:
        return player < 8 and banker < 8 and chart(player, banker, third)

    return replace(SHEETS, banker_draws=banker_draws)


def _by_total(player: int, banker: int, third: int | None) -> bool:
    return sheet_chart(banker, None if third is None else (player + third) % 10)


WRONG_RULES = {
    "banker looks at Player's total, not the third card": _banker(_by_total),
    "banker always draws 0-5": _banker(lambda player, banker, third: banker <= 5),
    "banker stands on 4, 5 when Player stands": _banker(
        lambda player, banker, third: (
            sheet_chart(banker, third) and not (third is None and banker in (4, 5))
        )
    ),
    "banker never draws on 6": _banker(
        lambda player, banker, third: sheet_chart(banker, third) and banker != 6
    ),
    "naturals not checked": Rules(
        player_draws=lambda player, banker: player <= 5,
        banker_draws=lambda player, banker, third: sheet_chart(banker, third),
    ),
    "Player draws against a Banker natural": Rules(player_draws=lambda player, banker: player <= 5),
    "banker 3 draws against an 8": flipped(3, 8),
    "ten coded 10: banker 4 draws against a ten": flipped(4, 0),
    "banker 0 stands when Player stands": flipped(0, None),
}
"""The drawing rules in force in public programs that got them wrong."""


# --- A coup -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    """A finished coup: the values of both hands as they were dealt."""

    player: tuple[int, ...]
    banker: tuple[int, ...]

    @property
    def ending(self) -> tuple[bool, bool, int, int]:
        """Whether Player drew, whether Banker drew, Player's and Banker's last digit."""
        return (
            len(self.player) == 3,
            len(self.banker) == 3,
            last_digit(self.player),
            last_digit(self.banker),
        )

    @property
    def used(self) -> int:
        return len(self.player) + len(self.banker)


def last_digit(hand: Sequence[int]) -> int:
    return sum(hand) % 10


def play(values: Sequence[int], rules: Rules = SHEETS) -> Played:
    """Deal alternately from Player; Player is resolved first, then Banker."""
    shoe = [int(value) for value in values]
    player, banker = [], []
    for hand in (player, banker, player, banker):
        hand.append(shoe.pop(0))
    p, b = last_digit(player), last_digit(banker)
    third = None
    if rules.player_draws(p, b):
        third = shoe.pop(0)
        player.append(third)
    if rules.banker_draws(p, b, third):
        banker.append(shoe.pop(0))
    return Played(tuple(player), tuple(banker))


def number(ending: tuple[bool, bool, int, int]) -> int:
    """The number of an ending: the digits (drew, drew, total, total) in bases 2, 2, 10, 10."""
    player_drew, banker_drew, player, banker = ending
    return 200 * player_drew + 100 * banker_drew + 10 * player + banker


def ending(code: int) -> tuple[bool, bool, int, int]:
    """The ending of a number."""
    return bool(code // 200), bool(code // 100 % 2), code // 10 % 10, code % 10


@cache
def every_coup(rules: Rules = SHEETS) -> np.ndarray:
    """Ending number by both two-card totals and the fifth and sixth card, each coup played."""
    table = np.empty((10, 10, 10, 10), dtype=np.int64)
    for p, b, fifth, sixth in np.ndindex(table.shape):
        table[p, b, fifth, sixth] = number(play((p, b, 0, 0, fifth, sixth), rules).ending)
    return table


def coups_for_the_dealer(rules: Rules) -> np.ndarray:
    """`every_coup` as the compiled dealer takes it: ending and number of cards in one."""
    endings = every_coup(rules).reshape(-1)
    used = 4 + endings // 200 + endings // 100 % 2
    return (endings + 512 * used).astype(np.int16)


# --- Exact odds -------------------------------------------------------------------------


@cache
def _six_cards() -> tuple[np.ndarray, np.ndarray]:
    """All six-card sequences of values, and how many earlier cards equal each card."""
    cards = np.indices((10,) * 6, dtype=np.int8).reshape(6, -1)
    repeats = np.array([(cards[:i] == cards[i]).sum(axis=0) for i in range(6)], dtype=np.int64)
    return cards, repeats


def ways_by_totals(counts: Sequence[int]) -> np.ndarray:
    """Ordered six-card sequences by both two-card totals and the fifth and sixth card.

    Each of the million value sequences has a weight: the first card can be any of its
    kind, a second of the same kind any but one, and so on. Whole numbers below 2^63.
    """
    counts = np.array([int(count) for count in counts])
    cards, repeats = _six_cards()
    weight = np.ones(10**6, dtype=np.int64)
    for card, already in zip(cards, repeats, strict=True):
        weight *= counts[card] - already
    weight = weight.reshape((10,) * 6)
    by_totals = np.zeros((10, 10, 10, 10), dtype=np.int64)
    for first, second, third, fourth in np.ndindex(10, 10, 10, 10):
        by_totals[(first + third) % 10, (second + fourth) % 10] += weight[
            first, second, third, fourth
        ]
    return by_totals


@cache
def _cached_ways(counts: tuple[int, ...]) -> np.ndarray:
    return ways_by_totals(counts)


def combinations(counts: Sequence[int], rules: Rules = SHEETS) -> list[int]:
    """Ordered six-card sequences of each of the 400 endings."""
    ways = _cached_ways(tuple(int(count) for count in counts))
    total = np.zeros(400, dtype=np.int64)
    np.add.at(total, every_coup(rules).reshape(-1), ways.reshape(-1))
    return [int(count) for count in total]


def combinations_one_by_one(counts: Sequence[int], rules: Rules = SHEETS) -> list[int]:
    """The same with every ordering of real cards dealt: for shoes of up to eight cards."""
    cards = [value for value, count in enumerate(counts) for _ in range(count)]
    total = [0] * 400
    for six in permutations(cards, 6):
        total[number(play(six, rules).ending)] += 1
    return total


def probabilities(counts: Sequence[int], rules: Rules = SHEETS) -> list[Fraction]:
    """The probability of each ending."""
    ways = combinations(counts, rules)
    return [Fraction(way, sum(ways)) for way in ways]


def deck(decks: int) -> list[int]:
    """A fresh shoe: ten, jack, queen and king count nothing."""
    return [16 * decks] + [4 * decks] * 9


# --- Money ------------------------------------------------------------------------------

Settle = Callable[[str, tuple[bool, bool, int, int], int], Fraction]
"""A settlement: (bet, ending, stake in chips) to the net result in chips."""


def settle(bet: str, how: tuple[bool, bool, int, int], stake: int) -> Fraction:
    """What the sheets pay, in chips. Bets: player, banker (less 5 %), ez_banker, tie,
    dragon_7, panda_8.
    """
    player_drew, banker_drew, player, banker = how
    if bet == "player":
        return Fraction(stake * ((player > banker) - (player < banker)))
    if bet == "banker":
        won = (banker > player) - (banker < player)
        return Fraction(stake * 19, 20) if won == 1 else Fraction(stake * won)
    if bet == "ez_banker":
        if banker_drew and banker == 7 and player < 7:
            return Fraction(0)
        return Fraction(stake * ((banker > player) - (banker < player)))
    if bet == "tie":
        return Fraction(8 * stake if player == banker else -stake)
    if bet == "dragon_7":
        return Fraction(40 * stake if banker_drew and banker == 7 and player < 7 else -stake)
    if bet == "panda_8":
        return Fraction(25 * stake if player_drew and player == 8 and banker < 8 else -stake)
    raise KeyError(bet)


BETS = ("player", "banker", "ez_banker", "tie", "dragon_7", "panda_8")


def _ties_lose(bet: str, how: tuple[bool, bool, int, int], stake: int) -> Fraction:
    tie = how[2] == how[3] and bet in ("player", "banker", "ez_banker")
    return Fraction(-stake) if tie else settle(bet, how, stake)


def _push_wins(bet: str, how: tuple[bool, bool, int, int], stake: int) -> Fraction:
    right = settle(bet, how, stake)
    return right or Fraction(stake)


def _losing_tie_returned(bet: str, how: tuple[bool, bool, int, int], stake: int) -> Fraction:
    right = settle(bet, how, stake)
    return Fraction(0) if bet == "tie" and right < 0 else right


def _nine_to_one(bet: str, how: tuple[bool, bool, int, int], stake: int) -> Fraction:
    right = settle(bet, how, stake)
    return right + stake if bet == "tie" and right > 0 else right


def _whole_chips(bet: str, how: tuple[bool, bool, int, int], stake: int) -> Fraction:
    right = settle(bet, how, stake)
    return Fraction(int(right)) if right > 0 else right


def _stake_returned_on_top(bet: str, how: tuple[bool, bool, int, int], stake: int) -> Fraction:
    right = settle(bet, how, stake)
    return right + stake if right > 0 else right


WRONG_SETTLEMENTS: dict[str, Settle] = {
    "ties lose Player and Banker": _ties_lose,
    "a push is paid as a win": _push_wins,
    "a losing tie bet returns 0": _losing_tie_returned,
    "9 for 1 is paid 9 to 1": _nine_to_one,
    "commission is truncated": _whole_chips,
    "the stake is returned on top": _stake_returned_on_top,
}

Total = Callable[[dict[str, int], tuple[bool, bool, int, int]], Fraction]
"""What all stakes of a coup come to together."""


def total(stakes: dict[str, int], how: tuple[bool, bool, int, int]) -> Fraction:
    """Every bet is settled, once."""
    return sum((settle(bet, how, stake) for bet, stake in stakes.items()), Fraction(0))


def total_overwritten(stakes: dict[str, int], how: tuple[bool, bool, int, int]) -> Fraction:
    """Wrong: the result of a second side bet takes the place of the first."""
    main = Fraction(0)
    side = Fraction(0)
    for bet, stake in stakes.items():
        if bet in ("dragon_7", "panda_8"):
            side = settle(bet, how, stake)
        else:
            main += settle(bet, how, stake)
    return main + side


# --- A shoe -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Procedure:
    """How a shoe is dealt, and the ways public programs get it wrong."""

    cut: int = 14
    after_cut: int = 1
    burn: bool = True
    ten_burns: int = 10
    cut_from_the_front: bool = False
    exposed_card_is_unseen: bool = False
    burned_cards_are_seen: bool = False


def deal_shoe(values: Sequence[int], procedure: Procedure) -> Iterator[tuple[list[int], Played]]:
    """Deal a whole shoe: before each coup the counts of the unseen cards, and the coup."""
    rest = [int(value) for value in values]
    size = len(rest)
    seen: list[int] = []
    if procedure.burn:
        exposed = rest.pop(0)
        seen += [] if procedure.exposed_card_is_unseen else [exposed]
        burned = procedure.ten_burns if exposed == 0 else exposed
        seen += rest[:burned] if procedure.burned_cards_are_seen else []
        rest = rest[burned:]
    after = 0
    while len(rest) >= 6:
        left = size - len(rest) if procedure.cut_from_the_front else len(rest)
        cut_card_is_out = left <= procedure.cut
        if cut_card_is_out and after == procedure.after_cut:
            return
        after += cut_card_is_out
        unseen = [list(values).count(v) - seen.count(v) for v in range(10)]
        coup = play(rest[:6])
        yield unseen, coup
        seen += rest[: coup.used]
        rest = rest[coup.used :]


# --- Chance -----------------------------------------------------------------------------


def batched_draw(word: int, bounds: Sequence[int], bits: int = 64) -> list[int] | None:
    """One number below each bound from a single word, or None if the word is thrown away.

    Brackett-Rozinsky and Lemire: multiply, keep the high part, go on with the low part.
    What is left at the end must not be below 2^bits modulo the product of the bounds.
    """
    drawn, product = [], 1
    for bound in bounds:
        high, word = divmod(word * bound, 2**bits)
        drawn.append(high)
        product *= bound
    return None if word < 2**bits % product else drawn


def shuffle(cards: Sequence[int], words: Iterator[int]) -> list[int]:
    """Fisher and Yates from the front, four cards to a word."""
    order = list(cards)
    i = 0
    while i < len(order):
        left = len(order) - i
        drawn = batched_draw(next(words), [left, left - 1, left - 2, left - 3])
        if drawn is None:
            continue
        for j in drawn:
            order[i], order[i + j] = order[i + j], order[i]
            i += 1
    return order


def numpy_words(key: Sequence[int], shoe: int) -> Iterator[int]:
    """Numpy's Philox under a 128-bit key, its 256-bit counter starting at shoe × 2^64."""
    generator = np.random.Philox(key=np.array(key, np.uint64), counter=shoe * 2**64)
    while True:
        yield int(generator.random_raw())
