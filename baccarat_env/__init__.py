"""Mini-baccarat and EZ Baccarat: rules, exact odds, simulation and Gymnasium environments."""

from baccarat_env import odds, simulate
from baccarat_env.rules import (
    EZ_BACCARAT,
    EZ_BACCARAT_DRAGON_ONLY,
    MINI_BACCARAT,
    MINI_BACCARAT_PASSED_SHOE,
    Bet,
    Game,
    Pays,
)

__all__ = [
    "EZ_BACCARAT",
    "EZ_BACCARAT_DRAGON_ONLY",
    "MINI_BACCARAT",
    "MINI_BACCARAT_PASSED_SHOE",
    "Bet",
    "Game",
    "Pays",
    "odds",
    "simulate",
]
