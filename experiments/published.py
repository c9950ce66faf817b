"""Figures other people have printed, to stand beside ours. Nothing computes with them.

Each is kept as it was printed, so that agreement means every printed digit.

Sources: Wizard of Odds (wizardofodds.com, baccarat pages and appendices);
multiplayerbaccarat.com; Eliot Jacobson (888casino.com blog, advancedadvantageplay.com).
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from experiments.page.number import Number

__all__ = [
    "CEILINGS",
    "COUNTS",
    "COUPS_IN_PRINT",
    "HOUSE_EDGE",
    "REMOVED_CARD",
    "WRONG",
    "Published",
    "agrees",
    "count_in_print",
    "house_edge",
    "removed_card",
]

WIZARD = "Wizard of Odds"
PLAYERS = "multiplayerbaccarat.com"
WIZARD_AND_PLAYERS = f"{WIZARD}; {PLAYERS}"
JACOBSON = "Jacobson"


@dataclass(frozen=True)
class Published:
    """A printed figure and who printed it."""

    printed: str
    source: str

    @property
    def number(self) -> Number:
        """The printed figure, to its printed digits."""
        decimals = len(self.printed.partition(".")[2])
        sign = "+" * self.printed.startswith("+")
        return Number(float(self.printed), form=f"{sign}.{decimals}f")


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


STANDARD = "standard table"
RIDE_FREE = "github.com/mrwatts88/ride-free-sim"
HOW = "How, discountgambling.net"

# fmt: off
REMOVED_CARD = {
    # bet and what it pays when it wins: in per cent of the stake, eight decks, values 0 to 9
    ("player", "1 to 1"): (100, STANDARD,
     "-.00178 -.00448 -.00543 -.00672 -.01195 +.00841 +.01128 +.00817 +.00533 +.00249"),
    ("banker", "0.95 to 1"): (100, STANDARD,
     "+.00188 +.00440 +.00522 +.00649 +.01157 -.00827 -.01132 -.00827 -.00502 -.00231"),
    ("tie", "8 to 1"): (100, STANDARD,
     "+.05129 +.01293 -.02392 -.02141 -.02924 -.02644 -.11595 -.10914 +.06543 +.04260"),
    # in thousandths of the stake
    ("dragon_7", "40 to 1"): (1000, f"{RIDE_FREE}; {JACOBSON}",
     "+0.9 +0.5 -0.9 -1.1 -2.7 -2.6 -3.2 -3.6 +5.4 +4.8"),
    ("panda_8", "25 to 1"): (1000, RIDE_FREE,
     "+1.2 +1.3 +1.4 -2.9 -2.5 -2.7 -0.9 -0.9 -2.2 +4.5"),
}
"""What one removed card is worth: scale, source and ten printed figures."""

COUNTS = {
    # units a shoe of eight decks, first card burned by value, one coup after the cut card
    ("dragon-count", 14): Published("0.597", JACOBSON),
    ("dragon-running", 16): Published("0.52", HOW),
    ("panda-count", 14): Published("0.238", f"{WIZARD}; {JACOBSON}"),
    ("dragon-and-panda-count", 14): Published("0.834", JACOBSON),
}
"""What counts earn in print, by count and cards behind the cut card."""

OTHER_COUNTS = {
    # eight decks, 14 cards behind the cut card: units, and what they are for
    "tie-on-7-count": (Published("2.65", JACOBSON), "100 coups"),
    "bad-beat-count": (Published("1.51", JACOBSON), "100 coups"),
    "nine-over-7-count": (Published("1.56", JACOBSON), "100 coups"),
    "eight-nine-count": (Published("1.213", JACOBSON), "100 coups"),
    "big-tiger-count": (Published("0.256", JACOBSON), "100 coups"),
    "lucky-6-count": (Published("0.155", WIZARD), "shoe"),
}
"""What counts for other bets of the catalogue earn in print."""

COUPS_IN_PRINT = {"lucky-6-count": "80.1"}
"""Coups a shoe, where the source of a count states them."""

WRONG = (
    # bet of the catalogue or of pairs, what is printed, by whom, why it is wrong
    ("suited_pair", "4.20", "vegasfreedom.com",
     "58.3 to 1 would be fair, and no reading of the words gives the printed edge"),
    ("small", "5.27", "vegasfreedom.com", "it is the edge with six decks"),
    ("dragon_bonus_banker", "9.7", "aresponsiblegambler.com", "no pay table in print gives it"),
    ("bad_beat", "8.459", JACOBSON, "8.4585 was rounded a second time"),
    ("over_9_5", "1.66 to 1", "morganconsulting.co",
     "the price includes the stake: to 1, the bettor would be far ahead"),
    ("under_9_5", "2.23 to 1", "morganconsulting.co",
     "the price includes the stake: to 1, the bettor would be far ahead"),
)
"""Printed edges in per cent for eight decks, and prices, that cannot be right."""

CEILINGS = {
    # units a shoe of eight decks at 14 cards behind the cut card, no burn, no coup after it
    "dragon_7": Published("0.690", RIDE_FREE),
    "panda_8": Published("0.303", RIDE_FREE),
}
"""What the exact player earns in print."""
# fmt: on


def removed_card(bet: str, payout: str) -> tuple[float, tuple[Published, ...]] | None:
    """Find the scale and the ten printed values of a removed card; None if nobody printed them."""
    if (bet, payout) not in REMOVED_CARD:
        return None
    scale, source, figures = REMOVED_CARD[bet, payout]
    return scale, tuple(Published(figure, source) for figure in figures.split())


def count_in_print(count: str, coups: float) -> tuple[Published, float] | None:
    """Find what a count earns in print, 14 cards behind the cut card, and its unit in shoes.

    A figure for a hundred coups is taken for a shoe of so many `coups`. None if none is printed.
    """
    if (count, 14) in COUNTS:
        return COUNTS[count, 14], 1.0
    if count not in OTHER_COUNTS:
        return None
    printed, what = OTHER_COUNTS[count]
    return printed, 1.0 if what == "shoe" else coups / 100


def agrees(computed: float, printed: str) -> bool:
    """Say whether a computed value rounds to what was printed.

    >>> agrees(1.0579062, "1.057906"), agrees(1.0579062, "1.06"), agrees(1.0579062, "1.05")
    (True, True, False)
    """
    digits = Decimal(printed)
    return Decimal(computed).quantize(digits) == digits
