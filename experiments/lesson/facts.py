"""What the lesson's page is given: the rules, the pay tables, and every number it says."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.counts.in_print import PUBLISHED, Count
from baccarat_env import odds, simulate
from baccarat_env.game import EZ_BACCARAT, Game
from baccarat_env.rules import FACTS, RESULT_OF
from experiments.page.engine import rules, table

__all__ = ["LEAST_GAIN", "SHOES", "TRAINED", "banker_share", "data", "house_edges", "tiles"]

SHOES, SHOES_SEED = 400, 2
"""The shoes on which counters and the exact player are scored, and their seed."""

LEAST_GAIN = 0.1
"""Units a shoe from which on a bet counts as one that can win."""

TRAINED = "dragon-count"
"""The count that the trainer teaches."""

# fmt: off
PUPILS = (
    "Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gia", "Hugo", "Ida", "Jan",
    "Kim", "Leo", "Mia", "Noah", "Ola", "Pia", "Quin", "Rosa", "Sam", "Tara",
    "Uma", "Vito", "Wen", "Xia", "Yan", "Zoe", "Abel", "Bea", "Carl", "Dora",
)
# fmt: on

Floats = NDArray[np.float64]


def data(game: Game, seed: int) -> dict[str, Any]:
    """Write all that the page's script needs to know, ready for JSON."""
    return {
        "seed": seed,
        "rules": rules(),
        "game": table(game),
        "counting": table(EZ_BACCARAT),
        "count": _count(PUBLISHED[TRAINED]),
        "bankerShare": banker_share(game),
        "pupils": PUPILS,
        "chips": 100,
        "stake": 10,
        "stops": [120, 150, 200],
        "shoes": 10,
        "many": 2000,
        "guesses": 20,
        "guessedShoes": 1000,
    }


def house_edges(game: Game) -> dict[str, float]:
    """What the house keeps of every 100 chips bet on a fresh shoe, exact."""
    expected = -100 * odds.expected_value(game.full_shoe, game)
    return dict(zip(game.bets, map(float, expected), strict=True))


def banker_share(game: Game) -> float:
    """Chance of Banker in percent where the coup is no tie, exact, on a fresh shoe."""
    chances = odds.endings(game.full_shoe).reshape(-1)
    player, banker = (float(chances[FACTS["winner"] == who].sum()) for who in ("player", "banker"))
    return 100 * banker / (player + banker)


def tiles(game: Game) -> list[dict[str, Any]]:
    """Score every bet for a player who knows nothing, results, a count, or every card."""
    dealt = simulate.deal(game, shoes=SHOES, seed=SHOES_SEED)
    expected = odds.expected_value(dealt.unseen, game)
    edges = house_edges(game)
    rows = []
    for i, bet in enumerate(game.layout):
        count = _printed(bet.name)
        favourable = expected[:, i] > 0
        rows.append(
            {
                "title": bet.title,
                "edge": edges[bet.name],
                "after": edges[bet.name] - 100 * _best_gain_after(expected[:, i], dealt),
                "count": count and _gain(expected[_triggered(count, game, dealt), i]),
                "perfect": _gain(expected[favourable, i]),
            }
        )
    return rows


def _gain(placed: Floats) -> dict[str, Any]:
    """Units a shoe that bets of these exact values gain, and whether that is enough to win."""
    units = float(placed.sum() / SHOES)
    return {"units": units, "wins": units >= LEAST_GAIN}


def _best_gain_after(expected: Floats, dealt: simulate.Coups) -> float:
    """How far the mean value after the best of Player, Banker and tie is above the mean of all."""
    before = RESULT_OF[dealt.endings][:-1]
    later = dealt.coup[1:] > 0
    value = expected[1:]
    best = max(float(value[later & (before == result)].mean()) for result in range(3))
    return best - float(value[later].mean())


def _printed(bet: str) -> Count | None:
    """The first count in print for a bet, if there is one."""
    return next((count for count in PUBLISHED.values() if count.bet == bet), None)


def _triggered(count: Count, game: Game, dealt: simulate.Coups) -> NDArray[np.bool_]:
    """Mark the coups before which a count says to bet."""
    gone = game.full_shoe - dealt.unseen.astype(np.int64)
    value = count.value(gone @ np.array(count.tags), dealt.unseen.sum(axis=1, dtype=np.int64))
    return np.asarray(value >= count.trigger)


def _count(count: Count) -> dict[str, Any]:
    return {"bet": count.bet, "tags": list(count.tags), "trigger": count.trigger}
