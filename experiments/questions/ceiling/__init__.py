"""How much could a perfect player win?

Before every coup the exact expected value of every bet is computed from the unseen cards,
burned ones included. The perfect player stakes one unit on each bet whose value is above
zero and nothing on the rest. Nobody with the same limits can expect more in any shoe: given
all that has been seen, the unseen cards are equally likely in every order, so the odds are
the whole of what can be known.

Units a shoe are the values of the favourable bets added up, averaged over shoes; the
interval comes from the spread between shoes, which are independent. Scoring by exact value
leaves out the luck of the coup itself. N0, the number of shoes after which the expected win
is as large as one standard deviation, takes the deviation of the settled results.

Shoes are dealt down to 6 cards and read at every deeper cut, so all points of a curve come
from the same shoes. A place is called beatable here while it gives more than 0.01 units a
shoe: one unit in a hundred shoes, about a hundred hours. Where no coup of n shoes was
favourable, 3/n is a 95 % upper bound of the favourable coups in a shoe.

Source: Hanley and Lippman-Hand, "If nothing goes wrong, is everything all right?" (1983),
for the bound.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from baccarat_env.rules import MAX_DECKS
from experiments.questions.ceiling.work import perfect
from experiments.shoes.usual_table import CUT, CUTS, EVERY_BET
from experiments.work.cell import Cell, derived_seed

ORDER = 3

PROCEDURES = (
    {"burn": True, "after_cut": 0},
    {"burn": False, "after_cut": 1},
    {"burn": False, "after_cut": 0},
)
"""Other ways to deal, at the usual cut."""


@dataclass(frozen=True)
class Config:
    """Shoes of eight decks, of each smaller size, of each other procedure; shoes a cell."""

    shoes: int
    smaller: int
    other: int
    batch: int


QUICK = Config(shoes=16_000, smaller=4_000, other=4_000, batch=2_000)
FULL = Config(shoes=800_000, smaller=120_000, other=120_000, batch=4_000)


def cells(config: Config, seed: int) -> list[Cell]:
    """List the work: shoes of eight decks, of other sizes, of other procedures, in batches."""
    tables = [(replace(EVERY_BET, decks=MAX_DECKS), CUTS, config.shoes)]
    for decks in range(1, MAX_DECKS):
        cuts = tuple(cut for cut in CUTS if cut <= 52 * decks - 17)
        tables.append((replace(EVERY_BET, decks=decks), cuts, config.smaller))
    for procedure in PROCEDURES:
        tables.append((replace(EVERY_BET, cut=CUT, **procedure), (CUT,), config.other))  # type: ignore[arg-type]
    return [
        Cell.of(
            perfect,
            game=game,
            cuts=list(cuts),
            seed=derived_seed(seed, "ceiling", game.procedure),
            first=first,
            shoes=min(config.batch, shoes - first),
        )
        for game, cuts, shoes in tables
        for first in range(0, shoes, config.batch)
    ]
