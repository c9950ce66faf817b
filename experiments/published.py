"""Figures other people have printed, to stand beside ours. Nothing computes with them.

Each is kept as it was printed, so that agreement means every printed digit.

Sources: Wizard of Odds (wizardofodds.com, baccarat pages and appendices);
multiplayerbaccarat.com; Eliot Jacobson (888casino.com blog, advancedadvantageplay.com).
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

__all__ = ["HOUSE_EDGE", "Published", "agrees", "house_edge"]

WIZARD = "Wizard of Odds"
PLAYERS = "multiplayerbaccarat.com"
WIZARD_AND_PLAYERS = f"{WIZARD}; {PLAYERS}"
JACOBSON = "Jacobson"


@dataclass(frozen=True)
class Published:
    """A printed figure and who printed it."""

    printed: str
    source: str


def _rows(*rows: tuple[str, str, int, str, str, str]) -> dict[tuple[str, str, int, str], Published]:
    return {row[:4]: Published(row[4], row[5]) for row in rows}


# fmt: off
HOUSE_EDGE = _rows(
    # bet, payout when it wins, decks, quantity in per cent or (deviation) in units
    ("player",   "1 to 1",    1, "edge",      "1.286372",  WIZARD_AND_PLAYERS),
    ("player",   "1 to 1",    6, "edge",      "1.237415",  WIZARD_AND_PLAYERS),
    ("player",   "1 to 1",    8, "edge",      "1.235081",  WIZARD_AND_PLAYERS),
    ("player",   "1 to 1",    8, "deviation", "0.951153",  WIZARD_AND_PLAYERS),
    ("player",   "1 to 1",    8, "hit",       "44.6247",   WIZARD_AND_PLAYERS),
    ("banker",   "0.95 to 1", 1, "edge",      "1.011748",  WIZARD_AND_PLAYERS),
    ("banker",   "0.95 to 1", 6, "edge",      "1.055849",  WIZARD_AND_PLAYERS),
    ("banker",   "0.95 to 1", 8, "edge",      "1.057906",  WIZARD_AND_PLAYERS),
    ("banker",   "0.95 to 1", 8, "deviation", "0.927372",  WIZARD_AND_PLAYERS),
    ("banker",   "0.95 to 1", 8, "hit",       "45.8597",   WIZARD_AND_PLAYERS),
    ("banker",   "1 to 1",    8, "edge",      "1.0183",    WIZARD),
    ("banker",   "1 to 1",    8, "hit",       "43.6064",   WIZARD),
    ("banker",   "0.96 to 1", 6, "edge",      "0.5972",    PLAYERS),
    ("banker",   "0.96 to 1", 8, "edge",      "0.5993",    PLAYERS),
    ("tie",      "9 to 1",    6, "edge",      "4.9313",    PLAYERS),
    ("tie",      "9 to 1",    8, "edge",      "4.8440",    PLAYERS),
    ("tie",      "9 to 1",    8, "deviation", "2.9343",    PLAYERS),
    ("tie",      "8 to 1",    1, "edge",      "15.746127", WIZARD),
    ("tie",      "8 to 1",    6, "edge",      "14.438160", WIZARD),
    ("tie",      "8 to 1",    8, "edge",      "14.359629", WIZARD),
    ("tie",      "8 to 1",    8, "deviation", "2.6409",    WIZARD),
    ("tie",      "8 to 1",    8, "hit",       "9.5156",    WIZARD),
    ("dragon_7", "40 to 1",   8, "edge",      "7.6113",    JACOBSON),
    ("dragon_7", "40 to 1",   8, "deviation", "6.0849",    JACOBSON),
    ("dragon_7", "40 to 1",   8, "hit",       "2.2534",    JACOBSON),
    ("panda_8",  "25 to 1",   8, "edge",      "10.1876",   WIZARD),
    ("panda_8",  "25 to 1",   8, "hit",       "3.4543",    WIZARD),
)
# fmt: on


def house_edge(bet: str, payout: str, decks: int, quantity: str) -> Published | None:
    """Find the printed figure of a bet, or None where nobody printed one."""
    return HOUSE_EDGE.get((bet, payout, decks, quantity))


def agrees(computed: float, printed: str) -> bool:
    """Say whether a computed value rounds to what was printed.

    >>> agrees(1.0579062, "1.057906"), agrees(1.0579062, "1.06"), agrees(1.0579062, "1.05")
    (True, True, False)
    """
    digits = Decimal(printed)
    return Decimal(computed).quantize(digits) == digits
