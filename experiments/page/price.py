"""What each bet costs: the house edge on the first coup of a fresh shoe, exact."""

from __future__ import annotations

from dataclasses import dataclass

from baccarat_env import odds
from experiments.page.number import Number
from experiments.shoes.usual_table import EVERY_BET, TITLES

__all__ = ["Price", "house_edges"]


@dataclass(frozen=True)
class Price:
    """A bet, what the house keeps of every 100 bet on it, and that as a share of the dearest."""

    bet: str
    per_100: Number
    share: str


def house_edges() -> list[Price]:
    """Find the house edge of every bet, the cheapest first.

    >>> [(price.bet, str(price.per_100)) for price in house_edges()][:2]
    [('EZ Banker', '1.02'), ('Banker, 5 %', '1.06')]
    """
    values = -100 * odds.expected_value(EVERY_BET.full_shoe, EVERY_BET)
    kept = dict(zip((TITLES[bet] for bet in EVERY_BET.bets), values.tolist(), strict=True))
    dearest = max(kept.values())
    return [
        Price(bet, Number(value, form=".2f"), f"{100 * value / dearest:.1f}")
        for bet, value in sorted(kept.items(), key=lambda item: item[1])
    ]
