"""What does each bet cost?

Exact part: all ways to deal the first coup of a fresh shoe are counted; what a bet
keeps is minus its expected value. No chance is involved. The fair payout is the one at
which the expected value would be zero.

Simulated part, a check on the exact one: many players sit through many shoes and bet
one unit on every bet of every coup. Their shoes are independent, so each player is one
observation and the standard errors come from the spread between players. The exact
value is that of the first coup of a fresh shoe; the simulation averages over all coups
of the shoes up to the cut card.
"""

from __future__ import annotations

from dataclasses import dataclass

from baccarat_env.bet import Bet, Pays
from baccarat_env.game import GAMES, Game
from baccarat_env.rules import MAX_DECKS
from experiments.questions.house_edge.work import exact, simulated
from experiments.work.cell import Cell, derived_seed

ORDER = 1

SIMULATED = ("mini", "ez")

ELSEWHERE = Game(
    "Seen elsewhere",
    (
        Bet("banker", (Pays("1 to 1 less 4%", winner="banker"), Pays("push", winner="tie"))),
        Bet("tie", (Pays("9 to 1", winner="tie"),)),
    ),
)
"""Pay tables of other houses, for comparison; they are on none of the rule sheets."""


@dataclass(frozen=True)
class Config:
    """How much is simulated: `players` sit through `shoes` shoes each, `batch` players a cell."""

    players: int
    shoes: int
    batch: int


QUICK = Config(players=200, shoes=5_000, batch=20)
FULL = Config(players=1_000, shoes=50_000, batch=10)


def cells(config: Config, seed: int) -> list[Cell]:
    """List the work: one exact cell a pay table, and the players in batches."""
    work = [
        Cell.of(exact, game=game, decks=list(range(1, MAX_DECKS + 1)))
        for game in (*GAMES.values(), ELSEWHERE)
    ]
    for name in SIMULATED:
        game, own = GAMES[name], derived_seed(seed, "house_edge", name)
        for first in range(0, config.players, config.batch):
            players = min(config.batch, config.players - first)
            work.append(
                Cell.of(
                    simulated, game=game, seed=own, first=first, players=players, shoes=config.shoes
                )
            )
    return work
