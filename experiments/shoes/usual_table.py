"""The usual table: every bet of the rule sheets on one layout, its cuts, the line."""

from __future__ import annotations

from dataclasses import replace

from baccarat_env.game import BANKER, DRAGON_7, EZ_BANKER, PANDA_8, PLAYER, TIE, Game

__all__ = ["BEATABLE", "CARDS", "CUT", "CUTS", "EVERY_BET", "TITLES"]

EVERY_BET = Game(
    "Every bet of the rule sheets",
    (PLAYER, BANKER, replace(EZ_BANKER, name="ez_banker"), TIE, DRAGON_7, PANDA_8),
    cut=6,
)
"""One layout with both Banker bets, dealt as deep as can be."""

TITLES = {
    "player": "Player",
    "banker": "Banker, 5 %",
    "ez_banker": "EZ Banker",
    "tie": "Tie",
    "dragon_7": "Dragon 7",
    "panda_8": "Panda 8",
}

CARDS = ("10", "A", "2", "3", "4", "5", "6", "7", "8", "9")
"""Cards by point value; tens and court cards are one."""

CUT = 14
"""Cards behind the cut card wherever none are named: the usual cut, and that of most sources."""

CUTS = (6, 8, 10, 12, CUT, 16, 20, 26, 32, 39, 46, *range(52, 301, 13))
"""Cards behind the cut card at which shoes are read."""

BEATABLE = 0.01
"""Units a shoe above which a bet is called beatable: one unit in a hundred shoes."""
