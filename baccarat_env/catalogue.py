"""The catalogue: the bets that casinos offer and an ending decides, by name.

Each row is an `Offer`: a bet with its pay table, where it stands, who printed it and the
house edge they print. Bets that need ranks or suits, such as pairs, are not among them.
"""

from __future__ import annotations

from baccarat_env.bet import Bet
from baccarat_env.coup_bets import ON_BOTH_HANDS
from baccarat_env.hand_bets import ON_A_HAND
from baccarat_env.names import did_you_mean, typed
from baccarat_env.offer import Offer

__all__ = ["OFFERS", "bet", "families", "names", "offer", "unknown"]

OFFERS: dict[str, Offer] = {row.name: row for row in (*ON_A_HAND, *ON_BOTH_HANDS)}
"""Every row by its name, family by family."""


def offer(name: str) -> Offer:
    """Find a row by its name, in any case, with hyphens or underscores.

    >>> offer("Tie-on-7").title
    'Tie on 7'

    Raises ValueError that names the nearest row.
    """
    known = typed(name) if isinstance(name, str) else ""
    if known not in OFFERS:
        raise ValueError(unknown(name))
    return OFFERS[known]


def unknown(name: object) -> str:
    """Say that no row has this name, and which may have been meant."""
    if "pair" in str(name).lower():
        return (
            f"bet {name!r} needs the ranks of cards, and what stands on a layout is paid by "
            "totals and numbers of cards alone"
        )
    return f"unknown bet {name!r}: {did_you_mean(str(name), OFFERS)}"


def bet(name: str) -> Bet:
    """Find a bet by the name of its row, as it stands on a layout.

    >>> bet("tie_on_7").lines[0].describe()
    'tie, player total 7'
    >>> bet("ez_banker").name
    'banker'

    Raises ValueError as `offer` does.
    """
    return offer(name).bet


def names(family: str | None = None) -> tuple[str, ...]:
    """List the names of all rows, or of those of a family.

    >>> names("Golden Frog")
    ('eight_over_6', 'three_card_9_over_1', 'three_card_9_over_7')

    Raises ValueError that names the nearest family.
    """
    if family is not None and family not in families():
        raise ValueError(f"unknown family {family!r}: {did_you_mean(str(family), families())}")
    return tuple(name for name, row in OFFERS.items() if family in (None, row.family))


def families() -> tuple[str, ...]:
    """List the families in order."""
    return tuple(dict.fromkeys(row.family for row in OFFERS.values()))
