"""Bettors whose bankrolls are followed: their table, what they bring, how long they are drawn."""

from __future__ import annotations

from dataclasses import replace

from baccarat_env.game import MINI_BACCARAT

__all__ = ["BANKROLL", "COUPS", "DRAWN", "TABLE"]

TABLE = replace(MINI_BACCARAT, decks=6)

BANKROLL = 100
"""Units a bettor brings."""

DRAWN = 30
"""Bettors who are drawn one by one."""

COUPS = 600
"""Coups for which they are drawn: about ten shoes of six decks."""
