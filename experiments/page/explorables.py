"""What a reader can try on the page: the facts that its script is given.

Two questions have a picture that the script replaces where it runs: cards taken out of the
shoe, and bettors who double or do not. Both use the engine, so the exact odds and the dealing
are those of the lesson.
"""

from __future__ import annotations

from typing import Any

from baccarat_env import odds
from baccarat_env.game import Game
from experiments.page.engine import rules, table
from experiments.shoes.bankrolls import BANKROLL, COUPS, DRAWN, TABLE
from experiments.shoes.usual_table import CARDS, EVERY_BET, TITLES

__all__ = ["BET", "EXPLORABLES", "explorables"]

EXPLORABLES = {"removed_card": "removed", "ruin": "bettors"}
"""The questions whose first picture can be tried, and what it is then."""

BET = "player"
"""What the bettors bet on: it pays 1 to 1."""


def explorables() -> dict[str, Any]:
    """Write all that the page's script needs to know, ready for JSON."""
    usual = table(EVERY_BET)
    for bet in usual["bets"]:
        bet["title"] = TITLES[bet["name"]]
    return {
        "rules": rules(),
        "usual": usual,
        "full": EVERY_BET.full_shoe.tolist(),
        "cards": CARDS,
        "bettors": {
            "game": table(_with_one_bet(TABLE)),
            "chances": _chances(TABLE),
            "bankroll": BANKROLL,
            "drawn": DRAWN,
            "coups": COUPS,
            "edge": -100 * float(odds.expected_value(TABLE.full_shoe, TABLE)[TABLE.index(BET)]),
        },
    }


def _with_one_bet(game: Game) -> Game:
    return game.without(*(bet for bet in game.bets if bet != BET))


def _chances(game: Game) -> tuple[float, float]:
    """Chances that the bet wins and loses on a fresh shoe."""
    ending, net = odds.endings(game.full_shoe).reshape(-1), game.pays[game.index(BET)]
    return float(ending[net > 0].sum()), float(ending[net < 0].sum())
