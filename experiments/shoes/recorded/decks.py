"""How many decks can recorded shoes come from? What is seen of their cards bounds it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from baccarat_env import odds
from baccarat_env.game import Game
from baccarat_env.names import counted
from baccarat_env.rules import FACTS, MAX_DECKS, full_shoe

if TYPE_CHECKING:
    from experiments.shoes.recorded.shoes import Recorded

__all__ = ["doubtful_decks"]

FEW = 3
"""Shoes from which their length says something about the decks."""

FAR_FEWER = 0.87
"""Longest recorded shoe over a usual one, below which another number of decks is likelier."""


def usual_coups(game: Game) -> float:
    """How many coups a shoe of this procedure lasts on average, to about one."""
    shoe = full_shoe(game.decks)
    cards = float(odds.endings(shoe).reshape(-1) @ FACTS["cards"])
    values = np.append(10, np.arange(1, 10))
    burned = 1 + float(shoe @ values / shoe.sum()) if game.burn else 0.0
    return (52 * game.decks - game.cut - burned) / cards + 0.5 + game.after_cut - 1


def doubtful_decks(recorded: Recorded, game: Game) -> list[str]:
    """Warn where every shoe ends long before this procedure ends one."""
    lengths = np.diff(recorded.opens)
    usual, longest = usual_coups(game), int(lengths.max())
    if recorded.shoes < FEW or longest >= FAR_FEWER * usual:
        return []
    fits = [
        decks
        for decks in range(1, MAX_DECKS + 1)
        if decks >= recorded.fewest_decks and game.cut <= 52 * decks - 17
    ]
    likely = min(fits, key=lambda d: abs(usual_coups(replace(game, decks=d)) - longest))
    dealt = counted(game.decks, "deck")
    if likely == game.decks:
        return []
    return [
        f"No shoe has more than {counted(longest, 'coup')}, and {dealt} with {game.cut} cards "
        f"behind the cut card last about {usual:.0f}: this looks like {counted(likely, 'deck')} "
        "or a deeper cut card."
    ]
