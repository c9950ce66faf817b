"""Counts for the bets of the usual table: those in print, and those made to measure."""

from __future__ import annotations

from dataclasses import replace

from agents.counts.in_print import SHEET_COUNTS, Count
from agents.counts.made_to_measure import best_tags
from experiments.shoes.usual_table import EVERY_BET

__all__ = ["COUNTS"]

MOST_TAG = 4
COUNTS: dict[str, Count] = {
    **SHEET_COUNTS,
    "panda-by-dragon-count": replace(
        SHEET_COUNTS["dragon-count"], name="panda-by-dragon-count", bet="panda_8"
    ),
    **{
        f"measured-{bet}": Count(
            f"measured-{bet}", bet, best_tags(EVERY_BET, bet, most=MOST_TAG), 0.0
        )
        for bet in EVERY_BET.bets
    },
}
"""Those in print, the Dragon count misused for Panda 8, and those made to measure."""
