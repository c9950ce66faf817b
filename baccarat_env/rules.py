"""The rules on the sheets: what cards count, who draws a third card, how a coup can end.

Everything else reads these tables: the bets, the compiled dealer, the exact odds, the
environments and the report.

Sources: the three rule sheets this project implements. Sheet 000 is the casino
leaflet "Mini Baccarat / EZ Baccarat" (Dragon 7 and Panda 8), sheet 001 the
leaflet of mini-baccarat dealt round the table ("9 for 1" on Tie), sheet 002 the
"EZ Baccarat" rules with Dragon 7 alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from baccarat_env.checks import check_whole

__all__ = [
    "BANKER_CHART",
    "CARD_VALUE",
    "DECK",
    "ENDINGS",
    "FACTS",
    "MAX_DECKS",
    "NO_ENDING",
    "POSSIBLE",
    "RESULTS",
    "RESULT_OF",
    "THIRD_CARD_STANDS",
    "banker_draws",
    "chart_draws",
    "full_shoe",
    "player_draws",
]

# --- The cards -------------------------------------------------------------------------

CARD_VALUE: NDArray[np.uint8] = np.array(
    [(1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0)[code % 13] for code in range(52)], dtype=np.uint8
)
"""Point value of each card code: ace 1, 2 to 9 at face value, ten and court cards 0."""

DECK: NDArray[np.int64] = np.bincount(CARD_VALUE, minlength=10).astype(np.int64)
"""Cards of each point value in one deck, `(10,)`: sixteen zeros, four of each other value."""

MAX_DECKS = 8


def full_shoe(decks: int) -> NDArray[np.int64]:
    """Count the cards of a fresh shoe by point value, `(10,)`.

    >>> full_shoe(8)
    array([128,  32,  32,  32,  32,  32,  32,  32,  32,  32])
    """
    check_whole("decks", decks, 1, MAX_DECKS)
    return DECK * decks


# --- Who draws -------------------------------------------------------------------------

THIRD_CARD_STANDS = 10
"""Column of the banker's chart that is used when Player took no third card."""

BANKER_CHART = {
    # Banker's   Player's third card    Player
    # total      0 1 2 3 4 5 6 7 8 9    stood
    0: "         D D D D D D D D D D    D",
    1: "         D D D D D D D D D D    D",
    2: "         D D D D D D D D D D    D",
    3: "         D D D D D D D D . D    D",
    4: "         . . D D D D D D . .    D",
    5: "         . . . . D D D D . .    D",
    6: "         . . . . . . D D . .    .",
    7: "         . . . . . . . . . .    .",
}
"""When Banker draws (D) and stands (.), by his two-card total and the value of Player's third card.

Source: sheet 000, "Third Card Rule"; rows 3 to 7 also on sheet 001. 8 and 9 are naturals.
"""

chart_draws: NDArray[np.bool_] = np.array(
    [[cell == "D" for cell in row.split()] for row in BANKER_CHART.values()]
)
"""`BANKER_CHART` as an array, `(8, 11)`: Banker's total, then Player's third card or stood."""

NATURAL = 8
PLAYER_DRAWS_TO = 5


def player_draws(player: int, banker: int) -> bool:
    """Say whether Player takes a third card, from both two-card totals.

    Source: sheet 000. A natural on either side ends the coup; Player draws on 0 to 5.
    """
    return player < NATURAL and banker < NATURAL and player <= PLAYER_DRAWS_TO


def banker_draws(player: int, banker: int, third_card: int) -> bool:
    """Say whether Banker takes a third card, from both two-card totals.

    `third_card` is the point value of Player's third card, or `THIRD_CARD_STANDS`.
    Source: sheet 000. A natural on either side ends the coup; else the chart decides.
    """
    return player < NATURAL and banker < NATURAL and bool(chart_draws[banker, third_card])


# --- How a coup can end ----------------------------------------------------------------

ENDINGS = 400
"""An ending is ((player drew × 2 + banker drew) × 10 + player total) × 10 + banker total."""

NO_ENDING = 400
"""What stands in for an ending before the first coup of a shoe."""

_drew_p, _drew_b, _total_p, _total_b = np.indices((2, 2, 10, 10)).reshape(4, ENDINGS)

NEVER = -1
"""What a fact about the winning hand is where there is none: no bet can ask for it."""

_tie = _total_p == _total_b
_player_natural = (_drew_p == 0) & (_total_p >= NATURAL)
_banker_natural = (_drew_b == 0) & (_total_b >= NATURAL)

FACTS: dict[str, NDArray[Any]] = {
    "winner": np.where(_tie, "tie", np.where(_total_p > _total_b, "player", "banker")),
    "player_total": _total_p,
    "banker_total": _total_b,
    "player_cards": 2 + _drew_p,
    "banker_cards": 2 + _drew_b,
    "cards": 4 + _drew_p + _drew_b,
    "margin": abs(_total_p - _total_b),
    "sum": _total_p + _total_b,
    "winning_total": np.where(_tie, NEVER, np.maximum(_total_p, _total_b)),
    "losing_total": np.where(_tie, NEVER, np.minimum(_total_p, _total_b)),
    "winner_cards": np.where(_tie, NEVER, 2 + np.where(_total_p > _total_b, _drew_p, _drew_b)),
    "natural": np.select(
        [_player_natural & _banker_natural, _player_natural, _banker_natural],
        ["both", "player", "banker"],
        "none",
    ),
}
"""What a bet may ask about an ending: name to `(400,)`."""


def _possible_endings() -> NDArray[np.bool_]:
    possible = np.zeros((2, 2, 10, 10), dtype=np.bool_)
    for player, banker in np.ndindex(10, 10):
        thirds = range(10) if player_draws(player, banker) else (THIRD_CARD_STANDS,)
        for third in thirds:
            drew_p = third != THIRD_CARD_STANDS
            drew_b = banker_draws(player, banker, third)
            total_p = (player + third) % 10 if drew_p else player
            total_b = range(10) if drew_b else banker
            possible[int(drew_p), int(drew_b), total_p, total_b] = True
    return possible.reshape(ENDINGS)


POSSIBLE: NDArray[np.bool_] = _possible_endings()
"""The 205 endings the drawing rules allow, `(400,)`: 40 where nobody drew, 20 where only
Banker did, 45 where only Player did, 100 where both did."""

RESULTS = ("P", "B", "T", "B7", "P8")
"""What a scoreboard shows: Player, Banker, Tie, and the wins marked Dragon 7 and Panda 8."""

_DRAGON = (FACTS["winner"] == "banker") & (_total_b == 7) & (_drew_b == 1)
_PANDA = (FACTS["winner"] == "player") & (_total_p == 8) & (_drew_p == 1)

RESULT_OF: NDArray[np.int8] = np.select(
    [_DRAGON, _PANDA, FACTS["winner"] == "player", FACTS["winner"] == "banker"], [3, 4, 0, 1], 2
).astype(np.int8)
"""Index into `RESULTS` of each ending, `(400,)`."""


for _table in (CARD_VALUE, chart_draws, POSSIBLE, RESULT_OF, *FACTS.values()):
    _table.setflags(write=False)  # one changed cell would change all exact odds
