"""Which bets do casinos offer, what do they keep, and which can be beaten?

The bets are those of the catalogue: every bet that was found in print and that the totals and
the numbers of cards decide. House edge, hit rate, standard deviation and the value of a removed
card are exact. The fair payout is the one payout for every win at which nobody is ahead.

The perfect player knows the exact value of every bet before every coup and stakes one unit
where it is above zero. Nobody with the same limits can expect more. Shoes are dealt down to 6
cards and read at every deeper cut, so all cuts come from the same shoes.

The count has the best balanced tags from -4 to 4. Its trigger is the one that earned most on
one half of the shoes, and it is scored on the other half, each half in turn, so that choosing
the trigger does not bias the result. Perfect player and count are scored by exact value, which
leaves out the luck of the coup. N0, the number of shoes after which the expected win is as
large as one standard deviation, takes the deviation of the settled results.

Pairs and colours need ranks and suits, which an ending does not keep. Their exact values come
from the unseen cards by card code, and their perfect play from other shoes.

A bet is called beatable while it gives more than 0.01 units a shoe: one unit in a hundred
shoes, about a hundred hours.

Source: Griffin, "The Theory of Blackjack" (1979), for the value of a removed card.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from experiments.questions.market.work import EVERY_OFFER, exact, paired, played
from experiments.shoes.usual_table import CUT, CUTS
from experiments.work.cell import Cell, derived_seed

ORDER = 4


@dataclass(frozen=True)
class Config:
    """Shoes of eight decks, shoes for bets on pairs, and shoes a cell."""

    shoes: int
    pairs: int
    batch: int


QUICK = Config(shoes=8_000, pairs=4_000, batch=1_000)
FULL = Config(shoes=200_000, pairs=100_000, batch=5_000)


def cells(config: Config, seed: int) -> list[Cell]:
    """List the work: one exact cell, and shoes in batches, two at least."""
    batch = min(config.batch, -(-config.shoes // 2))
    pairs_table = replace(EVERY_OFFER, cut=CUT)
    return [
        Cell.of(exact, game=EVERY_OFFER, decks=[8, 6]),
        *(
            Cell.of(
                played,
                game=EVERY_OFFER,
                cuts=list(CUTS),
                seed=derived_seed(seed, "market", EVERY_OFFER.procedure),
                first=first,
                shoes=min(batch, config.shoes - first),
            )
            for first in range(0, config.shoes, batch)
        ),
        *(
            Cell.of(
                paired,
                game=pairs_table,
                seed=derived_seed(seed, "market", "pairs"),
                first=first,
                shoes=min(config.batch, config.pairs - first),
            )
            for first in range(0, config.pairs, config.batch)
        ),
    ]
