"""What Hypothesis may try: compositions, shoes, games, pay lines, stakes."""

from __future__ import annotations

from hypothesis import strategies as st

from baccarat_env.bet import MAIN_BETS, MAX_STAKE, Bet, Pays, format_odds
from baccarat_env.game import Game
from baccarat_env.rules import POSSIBLE


def full(decks: int) -> list[int]:
    return [16 * decks] + [4 * decks] * 9


@st.composite
def depleted(draw, at_least: int = 6):
    """What may be left of one to eight decks."""
    shoe = full(draw(st.integers(1, 8)))
    counts = [draw(st.integers(0, held)) for held in shoe]
    return _filled(draw, counts, shoe, at_least)


@st.composite
def lopsided(draw, at_least: int = 6):
    """A few values only, up to every card of eight decks of them."""
    held = draw(st.lists(st.integers(0, 9), min_size=1, max_size=3, unique=True))
    counts = [0] * 10
    for value in held:
        counts[value] = draw(st.integers(1, full(8)[value]))
    return _filled(draw, counts, full(8), at_least)


@st.composite
def small(draw, least: int = 6, most: int = 8):
    """So few cards that every order can be dealt: six to eight."""
    cards = draw(st.lists(st.integers(0, 9), min_size=least, max_size=most))
    return [cards.count(value) for value in range(10)]


def compositions(at_least: int = 6):
    return st.one_of(
        st.integers(1, 8).map(full), depleted(at_least), lopsided(at_least), small(at_least)
    )


def _filled(draw, counts: list[int], shoe: list[int], at_least: int) -> list[int]:
    while sum(counts) < at_least:
        value = draw(st.sampled_from([v for v in range(10) if counts[v] < shoe[v]]))
        counts[value] += 1
    return counts


six_cards = st.lists(st.integers(0, 51), min_size=6, max_size=6)
endings = st.integers(0, 399)
seeds = st.integers(0, 2**64 - 1)
chips = st.integers(0, MAX_STAKE)

payouts = st.integers(-10_000, 1_000_000).map(lambda points: format_odds(points, "for"))


@st.composite
def pay_lines(draw):
    """A line with conditions that a coup in which both hands drew can meet."""
    asked = {
        "winner": draw(st.sampled_from([None, "player", "banker", "tie"])),
        "player_cards": draw(st.sampled_from([None, 3, (2, 3)])),
        "banker_cards": draw(st.sampled_from([None, 3, (2, 3)])),
        "cards": draw(st.sampled_from([None, 6, (4, 6)])),
    }
    if asked["winner"] in (None, "player"):
        asked["player_total"] = draw(st.sampled_from([None, 9, (7, 8, 9)]))
    if asked["winner"] in (None, "banker"):
        asked["banker_total"] = draw(st.sampled_from([None, 7, (6, 7, 8)]))
    return Pays(draw(payouts), **{name: value for name, value in asked.items() if value})


@st.composite
def procedures(draw):
    """Every legal way to deal a shoe: decks, cut, burn and coups after the cut card."""
    decks = draw(st.integers(1, 8))
    cuts = st.one_of(st.integers(6, 52 * decks - 17), st.sampled_from([6, 14, 52 * decks - 17]))
    after_cut = st.one_of(st.integers(0, 3), st.integers(0, 104))
    return {
        "decks": decks,
        "cut": draw(cuts),
        "burn": draw(st.booleans()),
        "after_cut": draw(after_cut),
    }


def _settling(lines: list[Pays]) -> tuple[Pays, ...]:
    """The lines that settle something the lines before them do not."""
    kept, left = [], POSSIBLE.copy()
    for line in lines:
        if (line.endings & left).any():
            kept.append(line)
            left &= ~line.endings
    return tuple(kept)


@st.composite
def games(draw):
    """A game of one to four bets under any procedure."""
    names = draw(
        st.lists(
            st.sampled_from(["player", "banker", "tie", "dragon_7", "small", "lucky_6"]),
            min_size=1,
            max_size=4,
            unique=True,
        )
    )
    layout = tuple(
        Bet(
            name,
            _settling(draw(st.lists(pay_lines(), min_size=1, max_size=3))),
            side=name not in MAIN_BETS and draw(st.booleans()),
        )
        for name in names
    )
    return Game(
        "Own", layout, **draw(procedures()), dealer=draw(st.sampled_from(["house", "passed"]))
    )
