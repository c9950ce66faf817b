"""Games as people type them: a table, and the bets that are added to it and taken off.

"ez+tie_on_7+bad_beat" adds two bets of the catalogue to EZ Baccarat. A bet behind a hyphen
is taken off where the game offers it, as in "ez-panda_8"; a bet that the game does not offer
cannot be taken off, so it is added, as in "mini-lucky_6". No bet is named twice. Case does
not matter, and a name may have hyphens where the code has underscores.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from baccarat_env.catalogue import OFFERS, unknown
from baccarat_env.names import did_you_mean, typed

__all__ = ["Change", "read_game_name"]

Change = tuple[str, str]
"""A sign, "+" or "-", and the name of a bet."""


def read_game_name(text: str, games: Iterable[str]) -> tuple[str, list[Change]]:
    """Take the name of a game apart into a table of `games` and the changes of its layout.

    >>> read_game_name("Mini-Banker+EZ-banker", ["mini", "mini-passed"])
    ('mini', [('-', 'banker'), ('+', 'ez_banker')])

    Raises ValueError that names what is unknown, and what is near it.
    """
    tables = {typed(name): name for name in games}
    head, *added = (part.strip().split("-") for part in text.lower().split("+"))
    for table, first in _readings(head, tables):
        changes = first + [one for part in added for one in _added(part, text)]
        return tables[table], _each_once(changes, text)
    raise ValueError(_unknown_game(text, head, tables))


def _added(pieces: list[str], text: str) -> list[Change]:
    for name, changes in _readings(pieces, OFFERS):
        return [("+", name), *changes]
    raise ValueError(_unknown_bet(pieces[_known(pieces, OFFERS) :], text))


def _readings(pieces: list[str], first: Container[str]) -> Iterator[tuple[str, list[Change]]]:
    """Read a name of `first` and the bets taken off behind it, all joined by hyphens.

    A name may have hyphens of its own, so the longest is tried first.
    """
    for end in range(len(pieces), 0, -1):
        name, rest = "_".join(pieces[:end]), pieces[end:]
        if name in first and not rest:
            yield name, []
        elif name in first:
            for bet, others in _readings(rest, OFFERS):
                yield name, [("-", bet), *others]


def _each_once(changes: list[Change], text: str) -> list[Change]:
    named = [bet for _, bet in changes]
    for bet in named:
        if named.count(bet) > 1:
            raise ValueError(f"game {text!r} names {bet} twice: name it once")
    return changes


def _known(pieces: list[str], first: Container[str]) -> int:
    """How many pieces make the longest known name that the text opens with."""
    ends = range(len(pieces), 0, -1)
    return next((end for end in ends if "_".join(pieces[:end]) in first), 0)


def _unknown_game(text: str, head: list[str], tables: dict[str, str]) -> str:
    near = did_you_mean("-".join(head), tables.values())
    known = _known(head, tables)
    if known and not near.startswith("did you mean"):
        return _unknown_bet(head[known:], text)
    table = f", for {'-'.join(head)!r} is none" * ("+" in text)
    return f"unknown game {text!r}{table}: {near}"


def _unknown_bet(pieces: list[str], text: str) -> str:
    if not any(pieces):
        return (
            f"game {text!r} has a sign without a bet behind it: write it as 'ez+tie_on_7-panda_8'"
        )
    return f"game {text!r}: {unknown('-'.join(pieces))}"
