"""What a person types at the table: chips in words."""

from __future__ import annotations

import re

import numpy as np

from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import Game
from baccarat_env.house import Chips
from baccarat_env.names import counted, did_you_mean
from experiments.commands.play.wishes import WORDS

__all__ = ["in_words", "read_stakes"]

NUMBER = re.compile(r"[+-]?[\d.]*\d[\d.]*")
FILLING = {"on", "and", "chip", "chips", "bet", "at"}
SIGNS = {"闲": "player", "閒": "player", "庄": "banker", "莊": "banker", "和": "tie"}
LONGEST = 20
"""Characters of an unknown word that are repeated."""


def read_stakes(line: str, game: Game, low: Chips, high: Chips, bankroll: int) -> Chips:
    """Read stakes in chips on each bet, `(B,)`: pairs of a bet and a number, either first.

    A bet may be shortened to its first letters. `low` and `high` `(B,)` are the limits in
    chips, `bankroll` is in basis points of a chip.

    >>> from baccarat_env.game import EZ_BACCARAT
    >>> low, high = np.ones(5, dtype=np.int64), np.full(5, 500)
    >>> read_stakes("player 5, dragon 1", EZ_BACCARAT, low, high, 10**7)
    array([5, 0, 0, 1, 0])
    >>> read_stakes("10 on b and 2 on Panda 8", EZ_BACCARAT, low, high, 10**7)
    array([ 0, 10,  0,  0,  2])

    Raises ValueError, one sentence, if it is not clear what is meant or a stake is
    outside the limits or the bankroll.
    """
    stakes: Chips = np.zeros(len(game.bets), dtype=np.int64)
    words = _split(line, game)
    if not words:
        near = did_you_mean(_cut(line.strip()), (*game.bets, *WORDS))
        raise ValueError(f"{_cut(line.strip())!r} names no bet: {near}")
    for first, second in zip(words[::2], [*words[1::2], ""], strict=False):
        name, number = (second, first) if NUMBER.fullmatch(first) else (first, second)
        b = _bet(name, number, game)
        if not NUMBER.fullmatch(number):
            raise ValueError(_no_stake(b, game))
        stakes[b] += _whole(number, b, game, low, high)
        _check(str(stakes[b]), int(stakes[b]), b, game, low, high)
    if stakes.sum() * BASIS_POINTS > bankroll:
        in_hand = bankroll // BASIS_POINTS
        raise ValueError(
            f"you bet {counted(int(stakes.sum()), 'chip')} with {in_hand:,} in hand: "
            f"bet {in_hand:,} at most"
        )
    return stakes


def _split(line: str, game: Game) -> list[str]:
    """Split a line into words: a bet's number belongs to its name, "1,000" is one number."""
    text = re.sub(r"(?<=\d),(?=\d{3}(\D|$))", "", line.casefold())
    for bet in game.layout:
        word, _, digits = bet.name.rpartition("_")
        if digits.isdigit():
            text = re.sub(rf"\b{word}[ _-]?{digits}\b(?!\.)", bet.name, text)
    text = re.sub(r"([^\W\d_])(?=\d)", r"\1 ", text)
    for sign, name in SIGNS.items():
        text = text.replace(sign, f" {name} ")
    return [word for word in re.split(r"[\s,;:=]+", text) if word and word not in FILLING]


def _bet(name: str, number: str, game: Game) -> int:
    for b, bet in enumerate(game.bets):
        if name and bet.startswith(name):
            return b
    legal = ", ".join(game.bets)
    if not name or NUMBER.fullmatch(name):
        raise ValueError(f"{_cut(number or name)} chips on which bet? Choose from {legal}")
    near = did_you_mean(_cut(name), (*game.bets, *WORDS))
    raise ValueError(f"there is no bet {_cut(name)!r}: {near}")


def _no_stake(b: int, game: Game) -> str:
    word, _, digits = game.bets[b].rpartition("_")
    if not digits.isdigit():
        return f"how many chips on {game.layout[b].title}? Write for example '{game.bets[b]} 1'"
    return (
        f"how many chips on {game.layout[b].title}? Write for example '{word} 1', "
        f"or '{word} {digits} {digits}' for {digits} chips"
    )


def _whole(number: str, b: int, game: Game, low: Chips, high: Chips) -> int:
    whole = number.isdigit() and len(number) < LONGEST
    return _check(number, int(number) if whole else 0, b, game, low, high)


def _check(told: str, stake: int, b: int, game: Game, low: Chips, high: Chips) -> int:
    if not low[b] <= stake <= high[b]:
        raise ValueError(
            f"a stake of {_cut(told)} on {game.layout[b].title} must be whole chips "
            f"from {low[b]:,} to {high[b]:,}"
        )
    return stake


def _cut(word: str) -> str:
    return word if len(word) <= LONGEST else word[:LONGEST] + "…"


def in_words(stakes: Chips, game: Game) -> str:
    """Say what is staked.

    >>> from baccarat_env.game import EZ_BACCARAT
    >>> in_words(np.array([5, 0, 0, 1, 0]), EZ_BACCARAT), in_words(np.zeros(5), EZ_BACCARAT)
    ('5 on Player, 1 on Dragon 7', 'no bet')
    """
    placed = zip(stakes, game.layout, strict=True)
    return ", ".join(f"{stake:,} on {bet.title}" for stake, bet in placed if stake) or "no bet"
