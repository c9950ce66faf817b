"""Games as people type them: a table, the bets it offers besides, and those taken off.

"ez+tie_on_7+bad_beat" adds two bets of the catalogue to EZ Baccarat, "ez-panda_8" takes one
off. Case does not matter, and a name may have hyphens where the code has underscores.
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
    for table, changes in _readings(head, tables):
        return tables[table], changes + [one for part in added for one in _added(part, text)]
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
