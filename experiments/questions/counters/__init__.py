"""How near do card counters come to that?

Every counter sits at the same shoes. Each coup is priced exactly, so a counter is scored
by stake × exact expected value, and luck is excluded; the settled results stand beside
it. The ceiling is the perfect player on the same shoes: no counter can pass it in any
shoe. Shoes are dealt down to 6 cards and read at every deeper cut; where none is named,
at 14 cards behind the cut card. The counts in print bet as printed. The trigger of a
count made to measure is chosen on every second batch of shoes and what it earns is taken
from the others, so that choosing the trigger does not bias the result.

Deviation, N0 (the number of shoes after which the expected win is one standard deviation)
and bankrolls take the deviation of settled results. The risk of ruin is simulated by sending
gamblers through shoes drawn from a pool of dealt ones, and stands beside the closed form for
independent bets.

A counter who misreads takes a card, with the chance given, for a random rank. Where the
table asks for a main bet every coup, that bet costs what it costs: the counter is ahead only
while the side stake is large enough beside it.

The growth of a bankroll is the expected logarithm of its factor a shoe. The best stake of the
perfect player follows from the exact odds (Kelly), that of a counter from the average odds at
each count in every second batch, played in the others.

Sources: the counts in print name theirs; Kelly, "A new interpretation of information rate"
(1956).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from experiments.questions.counters.work import GAMBLING, counted, ruined
from experiments.shoes.usual_table import CUT, CUTS, EVERY_BET
from experiments.work.cell import Cell, derived_seed

ORDER = 4

PROCEDURES = (
    {"cut": 16, "after_cut": 0},
    {"cut": CUT, "after_cut": 0},
    {"cut": CUT, "after_cut": 0, "burn": False},
)
"""Other ways to deal that sources use, or may have used."""


@dataclass(frozen=True)
class Config:
    """Shoes at the usual table, at each other one, a cell; gamblers and shoes each, their pool."""

    shoes: int
    other: int
    batch: int
    pool: int
    gamblers: int
    horizon: int


QUICK = Config(shoes=12_000, other=2_000, batch=1_000, pool=12_000, gamblers=1_000, horizon=10_000)
FULL = Config(
    shoes=320_000, other=60_000, batch=4_000, pool=400_000, gamblers=10_000, horizon=20_000
)


def cells(config: Config, seed: int) -> list[Cell]:
    """List the work: everyone at the same shoes in batches, and the gamblers."""
    tables = [(EVERY_BET, CUTS, CUT, config.shoes)]
    for procedure in PROCEDURES:
        game = replace(EVERY_BET, **procedure)  # type: ignore[arg-type]
        tables.append((game, (game.cut,), game.cut, config.other))
    work = [
        Cell.of(
            counted,
            game=game,
            cuts=list(cuts),
            cut=cut,
            seed=derived_seed(seed, "counters", game.procedure),
            first=first,
            shoes=min(config.batch, shoes - first),
        )
        for game, cuts, cut, shoes in tables
        for first in range(0, shoes, config.batch)
    ]
    return work + [
        Cell.of(
            ruined,
            game=replace(EVERY_BET, cut=CUT),
            player=player,
            seed=derived_seed(seed, "counters", "ruin", player),
            pool=config.pool,
            gamblers=config.gamblers,
            shoes=config.horizon,
        )
        for player in GAMBLING
    ]
