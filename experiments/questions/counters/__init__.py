"""How near do card counters come to that?

Every counter sits at the same shoes. Each coup is priced exactly, so a counter earns his
stake times the exact expected value, with the luck of the coup left out; the settled
results stand beside it. The ceiling is the perfect player on the same shoes: no counter can
pass him in any shoe. Shoes are dealt down to 6 cards and read at every deeper cut; where none
is named, at 14 cards behind the cut card. The counts in print bet as printed. The trigger of
a count made to measure is chosen on every second batch of shoes and what it earns is taken
from the others, so that it is not flattered by its own choice.

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

import numpy as np

from experiments.page.number import in_figures, minus
from experiments.page.words import Answer
from experiments.questions.counters.figures import plot
from experiments.questions.counters.findings import (
    COUNTERS,
    GAMBLING,
    RISKS,
    Counted,
    break_even,
    count_for,
    depth_in_words,
    name_of,
    ruin_in_words,
    tables_played,
)
from experiments.questions.counters.tables import tables
from experiments.questions.counters.work import (
    COUNTS,
    FACTORS,
    GROWING,
    MAIN_BET,
    PLAYERS,
    TRIGGERS,
    counted,
    ruined,
)
from experiments.shoes.usual_table import CUT, CUTS, EVERY_BET, TITLES
from experiments.statistics import Estimate
from experiments.theory.bankroll import bankroll_for
from experiments.work.cell import Cell, derived_seed
from experiments.work.results import Results

__all__ = ["FULL", "ORDER", "QUICK", "Config", "answer", "cells", "plot", "tables"]

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


# --- Compute ---------------------------------------------------------------------------


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


# --- Answer ----------------------------------------------------------------------------


def answer(results: Results) -> Answer:
    """Say what counters earn, what part of the ceiling that is, and what takes it away."""
    usual = tables_played(results)[0]
    sentence = (
        f"Near, on the side bets: with {usual.game.decks} decks and {CUT} cards behind the cut "
        f"card {' and '.join(_captured(usual, name) for name in GAMBLING)}. {_main_bets(usual)}"
    )
    details = (
        _never_passed(usual),
        _settled(usual),
        *(_bankrolls(usual, name) for name in GAMBLING),
        *(ruin_in_words(cell) for cell in results.of("ruined")),
        _misread(usual),
        _compulsory(usual),
        *(_kelly(usual, bet) for bet in GROWING),
        _misused(usual),
        depth_in_words(usual),
    )
    shares = " and ".join(f"{usual.share(name):.0%}" for name in GAMBLING)
    names = " and ".join(f"the {name_of(name)}" for name in GAMBLING)
    return Answer(sentence, details, f"Of that, {names} catch {shares}.")


def _captured(usual: Counted, player: str) -> str:
    return (
        f"the {name_of(player)} earns {in_figures(usual.earned(player), 0)} units a shoe, "
        f"{usual.share(player):.0%} of what perfect play would"
    )


def _main_bets(usual: Counted) -> str:
    best = max(("player", "banker", "ez_banker"), key=lambda bet: usual.measured(bet)[1].value)
    _, units, _ = usual.measured(best)
    small = ", which is nothing a person could notice" if units.value < 0.01 else ""
    return (
        f"The best count for a main bet, on {TITLES[best]}, earns {in_figures(units)} units "
        f"a shoe{small}."
    )


def _never_passed(usual: Counted) -> str:
    passed = int(usual.sums["passed"].sum())
    return (
        f"In {usual.shoes:,} shoes no counter ever expected more than the perfect player did."
        if passed == 0
        else f"{passed} times a counter expected more than the perfect player: an error."
    )


def _settled(usual: Counted) -> str:
    far = int(np.abs(usual.apart).argmax())
    verdict = "agree" if abs(usual.apart[far]) <= 4 else "do not agree"
    return (
        f"Settled and exact results {verdict} over {int(usual.sums['coups']):,} coups: the "
        f"player farthest off, {name_of(PLAYERS[far])}, is {abs(usual.apart[far]):.1f} standard "
        "errors away, and 4 are allowed."
    )


def _bankrolls(usual: Counted, player: str) -> str:
    mean, spread = float(usual.earned(player).value[0]), usual.deviation(player)
    needed = " and ".join(
        f"{bankroll_for(risk, mean, spread):,.0f} units for a risk of {risk:.0%}" for risk in RISKS
    )
    return (
        f"{name_of(player)}: the result of a shoe has a standard deviation of {spread:.1f} units, "
        f"so N0 is {(spread / mean) ** 2:,.0f} shoes, and a bettor who never stops needs "
        f"{needed} of ruin."
    )


def _misread(usual: Counted) -> str:
    right = float(usual.earned("dragon-count").value[0])
    told = [
        f"{name_of(player).rpartition(', ')[2].removesuffix(' misread')} of the cards costs "
        f"{1 - usual.earned(player).value[0] / right:.0%}"
        for player in COUNTERS
        if ":errors=" in player
    ]
    return f"Misreading takes its share of what the Dragon count earns: {', '.join(told)}."


def _compulsory(usual: Counted) -> str:
    main = usual.earned(MAIN_BET)
    cost = Estimate(-main.value, main.error)
    return (
        f"Where a main bet is compulsory every coup, the cheapest, EZ Banker, costs "
        f"{in_figures(cost, 0)} units a shoe: the Dragon count then wins only while its stake is "
        f"above {in_figures(break_even(usual, 'dragon-count'))} times the main stake."
    )


def _kelly(usual: Counted, bet: str) -> str:
    grown, short = usual.growth(bet)
    parts = ", ".join(
        f"{factor:g} times the stake gives up {in_figures(short, (f, 0))}"
        for f, factor in enumerate(FACTORS)
        if factor != 1
    )
    return (
        f"{TITLES[bet]}, Kelly stakes of the perfect player: the logarithm of the bankroll grows "
        f"by {in_figures(grown, (FACTORS.index(1.0), 0))} a shoe; {parts}. A counter who stakes by "
        f"his count reaches {usual.counter_growth(count_for(bet)):.6f}."
    )


def _misused(usual: Counted) -> str:
    k = list(COUNTS).index("panda-by-dragon-count")
    g = int(np.flatnonzero(COUNTS["panda-by-dragon-count"].trigger == TRIGGERS)[0])
    bets, units = (usual.sums[f"trigger_{name}"][k, g] for name in ("bets", "units"))
    return minus(
        f"The Dragon count says nothing about Panda 8: betting Panda 8 by it wins "
        f"{100 * units / bets:.1f} of every 100 bet."
    )
