"""What every bet of the catalogue pays, once more, written from the words of its pay table.

A bet is a function of both totals and both numbers of cards, and says what one chip wins:
0 is a push, -1 a loss. It shares no line with `baccarat_env`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

Settles = Callable[[int, int, int, int], object]
"""(Player's total, Banker's total, Player's cards, Banker's cards) to the net result."""


def net(bet: str, how: tuple[bool, bool, int, int]) -> Fraction:
    """What one chip on a bet wins on an ending of `tests.support.naive`."""
    player_drew, banker_drew, player, banker = how
    paid = BETS[bet](player, banker, 2 + player_drew, 2 + banker_drew)
    return Fraction(str(paid)) if paid is not None else Fraction(-1)


def _main(side: str, win: object = 1, **by_total: object) -> Settles:
    """Even money but for some winning totals; ties push."""

    def settles(p: int, b: int, *_: int) -> object:
        own, other = (p, b) if side == "player" else (b, p)
        if own == other:
            return 0
        return by_total.get(f"on_{own}", win) if own > other else None

    return settles


def _on(pays: object, happens: Callable[[int, int, int, int], bool]) -> Settles:
    """One payout for one event."""
    return lambda *how: pays if happens(*how) else None


def _first(*cases: tuple[object, Callable[[int, int, int, int], bool]]) -> Settles:
    """The first case that happens pays."""
    return lambda *how: next((pays for pays, happens in cases if happens(*how)), None)


def _tie(pays: object, *totals: int) -> Settles:
    return _on(pays, lambda p, b, pc, bc: p == b and p in totals)


def _banker_ez(p: int, b: int, pc: int, bc: int) -> object:
    if b > p:
        return 0 if b == 7 and bc == 3 else 1
    return 0 if p == b else None


def _dragon_bonus(side: str, margins: dict[int, int]) -> Settles:
    def settles(p: int, b: int, pc: int, bc: int) -> object:
        own, other, cards, others = (p, b, pc, bc) if side == "player" else (b, p, bc, pc)
        if own > other and cards == 2 and own >= 8:
            return 1
        if own == other and own >= 8 and cards == others == 2:
            return 0
        return margins.get(own - other)

    return settles


def _char_siu(side: str) -> Settles:
    def settles(p: int, b: int, pc: int, bc: int) -> object:
        own, other = (p, b) if side == "player" else (b, p)
        return {4: 10, 5: 15, 6: 50}[pc + bc] if own - other == 1 and own in (7, 8, 9) else None

    return settles


def _natural(side: str, every_tie_pushes: bool) -> Settles:
    def settles(p: int, b: int, pc: int, bc: int) -> object:
        own, other, cards = (p, b, pc) if side == "player" else (b, p, bc)
        if own == other:
            return 0 if every_tie_pushes or (own >= 8 and pc == bc == 2) else None
        return 4 if own > other and own >= 8 and cards == 2 else None

    return settles


def _five_treasures(p: int, b: int, pc: int, bc: int) -> bool:
    dragon = b > p and b == 7 and bc == 3
    panda = p > b and p == 8 and pc == 3
    heavenly = (p == 9 and pc == 3) or (b == 9 and bc == 3)
    return dragon or panda or heavenly or (p == b == 7 and pc == bc)


def _both_or_one(both: int, one: int, total: int) -> Settles:
    """A hand has this total with three cards, whether it wins or not."""

    def settles(p: int, b: int, pc: int, bc: int) -> object:
        hands = [hand == (total, 3) for hand in ((p, pc), (b, bc))]
        return both if all(hands) else one if any(hands) else None

    return settles


def _sevens(three: int, two: int) -> Settles:
    return lambda p, b, pc, bc: (
        None if not p == b == 7 else three if pc == bc == 3 else two if pc == bc else None
    )


def _kills(p: int, b: int, pc: int, bc: int) -> bool:
    return (p == 6 and pc == 3 and p <= b) or (b == 7 and bc == 3 and b <= p)


def _lucky_99(p: int, b: int, pc: int, bc: int) -> object:
    player, banker = (p, pc) == (9, 2), (b, bc) == (9, 2)
    return 24 if player and banker else 4 if banker else 1 if player else None


def _winning(pays: object, *totals: int) -> Settles:
    """Knockout: the winner's total, and ties push."""
    return lambda p, b, pc, bc: 0 if p == b else pays if max(p, b) in totals else None


def _six_wins(p: int, b: int, pc: int, bc: int) -> bool:
    return p != b and max(p, b) == 6


def _quik(p: int, b: int, pc: int, bc: int) -> object:
    pays = {0: 50, 18: 25} | dict.fromkeys((1, 2, 3, 15, 16, 17), 1)
    return pays.get(p + b)


LONG, SHORT = {9: 30, 8: 10, 7: 6, 6: 4, 5: 2, 4: 1}, {9: 30, 8: 10, 7: 4, 6: 4, 5: 2, 4: 2}

BETS: dict[str, Settles] = {
    "player": _main("player"),
    "banker": _main("banker", "0.95"),
    "banker_4_percent": _main("banker", "0.96"),
    "ez_banker": _banker_ez,
    "banker_half_on_6": _main("banker", on_6="0.5"),
    "banker_half_on_5": _main("banker", on_5="0.5"),
    "banker_half_on_7": _main("banker", on_7="0.5"),
    "banker_half_on_8": _main("banker", on_8="0.5"),
    "banker_half_on_9": _main("banker", on_9="0.5"),
    "fabulous_player": _main("player", on_1=2, on_4="0.5"),
    "fabulous_banker": _main("banker", on_1=2, on_4=0),
    "tie": _tie(8, *range(10)),
    "tie_at_9": _tie(9, *range(10)),
    "dragon_7": _on(40, lambda p, b, pc, bc: b > p and b == 7 and bc == 3),
    "panda_8": _on(25, lambda p, b, pc, bc: p > b and p == 8 and pc == 3),
    "heavenly_9": _both_or_one(75, 10, 9),
    "heaven_9": _both_or_one(60, 8, 9),
    "blazing_7s": _sevens(200, 50),
    "flame_7s": _sevens(150, 40),
    "cover_all": _on(6, _five_treasures),
    "treasure_all": _on(5, _five_treasures),
    "ox_6": _on(40, lambda p, b, pc, bc: p > b and p == 6 and pc == 3),
    "kill_the_ox_tiger": _on(30, _kills),
    "super_6_at_12": _on(12, lambda p, b, pc, bc: b > p and b == 6),
    "super_6_at_15": _on(15, lambda p, b, pc, bc: b > p and b == 6),
    "lucky_bonus": _on(18, lambda p, b, pc, bc: b > p and b == 6),
    "lucky_6": lambda p, b, pc, bc: {2: 12, 3: 23}[bc] if b == 6 > p else None,
    "lucky_6_at_20": lambda p, b, pc, bc: {2: 12, 3: 20}[bc] if b == 6 > p else None,
    "super_6_plus": lambda p, b, pc, bc: {2: 12, 3: 18}[bc] if b == 6 > p else None,
    "small_tiger": _on(22, lambda p, b, pc, bc: b == 6 > p and bc == 2),
    "big_tiger": _on(50, lambda p, b, pc, bc: b == 6 > p and bc == 3),
    "tiger_tie_at_35": _tie(35, 6),
    "tiger_tie": _tie(45, 6),
    "small_bull": _on(20, lambda p, b, pc, bc: p == 6 > b and pc == 2),
    "big_bull": _on(35, lambda p, b, pc, bc: p == 6 > b and pc == 3),
    "tiger_bull": _on(4, _six_wins),
    "invincible_6": _on(4, lambda p, b, pc, bc: max(p, b) == 6),
    "easy_six": _on(6, lambda p, b, pc, bc: max(p, b) == 6),
    "three_card_six": _both_or_one(100, 8, 6),
    "lucky_7": lambda p, b, pc, bc: {2: 6, 3: 15}[pc] if p == 7 > b else None,
    "super_lucky_7": lambda p, b, pc, bc: (
        {4: 30, 5: 40, 6: 100}[pc + bc] if (p, b) == (7, 6) else None
    ),
    "small_lucky_7": _on(15, lambda p, b, pc, bc: p == 7 > b and pc == 2),
    "big_lucky_7": _on(30, lambda p, b, pc, bc: p == 7 > b and pc == 3),
    "tie_on_7": _tie(45, 7),
    "player_fabulous_4": _on(50, lambda p, b, pc, bc: p == 4 > b),
    "player_fortune_4": _on(35, lambda p, b, pc, bc: p == 4 > b),
    "banker_fabulous_4": _on(25, lambda p, b, pc, bc: b == 4 > p),
    "banker_fortune_4": _on(20, lambda p, b, pc, bc: b == 4 > p),
    "wu_da_lang": _on(150, lambda p, b, pc, bc: p == 1 > b),
    "dragon_bonus_player": _dragon_bonus("player", LONG),
    "dragon_bonus_player_short": _dragon_bonus("player", SHORT),
    "dragon_bonus_banker": _dragon_bonus("banker", LONG),
    "dragon_bonus_banker_short": _dragon_bonus("banker", SHORT),
    "char_siu_player": _char_siu("player"),
    "char_siu_banker": _char_siu("banker"),
    "player_natural": _natural("player", every_tie_pushes=False),
    "player_natural_knockout": _natural("player", every_tie_pushes=True),
    "player_natural_9": _on(9, lambda p, b, pc, bc: (p, pc) == (9, 2)),
    "player_natural_9_at_8": _on(8, lambda p, b, pc, bc: (p, pc) == (9, 2)),
    "player_natural_8": _on(9, lambda p, b, pc, bc: (p, pc) == (8, 2)),
    "player_natural_8_at_8": _on(8, lambda p, b, pc, bc: (p, pc) == (8, 2)),
    "banker_natural": _natural("banker", every_tie_pushes=False),
    "banker_natural_knockout": _natural("banker", every_tie_pushes=True),
    "banker_natural_9": _on(9, lambda p, b, pc, bc: (b, bc) == (9, 2)),
    "banker_natural_9_at_8": _on(8, lambda p, b, pc, bc: (b, bc) == (9, 2)),
    "banker_natural_8": _on(9, lambda p, b, pc, bc: (b, bc) == (8, 2)),
    "banker_natural_8_at_8": _on(8, lambda p, b, pc, bc: (b, bc) == (8, 2)),
    "lucky_99": _lucky_99,
    "bad_beat": _on(50, lambda p, b, pc, bc: pc == bc == 2 and {p, b} == {8, 9}),
    "nine_over_7": _on(50, lambda p, b, pc, bc: {(p, pc), (b, bc)} == {(9, 2), (7, 2)}),
    "both_8_or_9": _on(20, lambda p, b, pc, bc: min(p, b) >= 8),
    "natural_tie": _on(50, lambda p, b, pc, bc: p == b >= 8 and pc == bc == 2),
    "eight_over_6": _on(25, lambda p, b, pc, bc: {p, b} == {8, 6}),
    "three_card_9_over_1": _on(150, lambda p, b, pc, bc: {p, b} == {9, 1} and pc == bc == 3),
    "three_card_9_over_7": _on(200, lambda p, b, pc, bc: {p, b} == {9, 7} and pc == bc == 3),
    "egalite_0": _tie(150, 0),
    "egalite_1": _tie(215, 1),
    "egalite_2": _tie(225, 2),
    "egalite_3": _tie(200, 3),
    "egalite_4": _tie(120, 4),
    "egalite_5": _tie(110, 5),
    "egalite_6": _tie(45, 6),
    "egalite_7": _tie(45, 7),
    "egalite_8": _tie(80, 8),
    "egalite_9": _tie(80, 9),
    "egalite_0_at_160": _tie(160, 0),
    "super_tie_2": _tie(220, 2),
    "egalite_1_to_3": _tie(70, 1, 2, 3),
    "egalite_4_to_5": _tie(60, 4, 5),
    "egalite_6_to_7": _tie(22, 6, 7),
    "egalite_8_to_9": _tie(40, 8, 9),
    "small": _on("1.5", lambda p, b, pc, bc: pc + bc == 4),
    "small_at_1_45": _on("1.45", lambda p, b, pc, bc: pc + bc == 4),
    "big": _on("0.54", lambda p, b, pc, bc: pc + bc > 4),
    "big_at_0_53": _on("0.53", lambda p, b, pc, bc: pc + bc > 4),
    "big_at_0_5": _on("0.5", lambda p, b, pc, bc: pc + bc > 4),
    "five_cards": _on(2, lambda p, b, pc, bc: pc != bc),
    "six_cards": _on(2, lambda p, b, pc, bc: pc == bc == 3),
    "player_3_card_win": _on(4, lambda p, b, pc, bc: p > b and pc == 3),
    "banker_3_card_win": _on(5, lambda p, b, pc, bc: b > p and bc == 3),
    "quik": _quik,
    "knockout_1_to_4": _winning(7, 1, 2, 3, 4),
    "knockout_5_to_6": _winning("3.5", 5, 6),
    "knockout_7": _winning("4.5", 7),
    "knockout_8": _winning(3, 8),
    "knockout_9": _winning("2.5", 9),
    "over_9_5": _on("0.66", lambda p, b, pc, bc: p + b > 9),
    "under_9_5": _on("1.23", lambda p, b, pc, bc: p + b < 10),
}
