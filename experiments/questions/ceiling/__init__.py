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

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.counts.made_to_measure import by_trigger
from baccarat_env.game import Game, as_game
from baccarat_env.rules import MAX_DECKS
from experiments import published
from experiments.page.number import MISSING, Number, estimated, in_figures
from experiments.page.table import Entry, Row, Table
from experiments.page.words import Answer
from experiments.questions.ceiling.figures import plot
from experiments.questions.ceiling.findings import (
    BEATABLE,
    BINS,
    DEPTH_STEP,
    DRAWN,
    LINES,
    WIDTH,
    Perfect,
    by_decks,
    index_of,
    last_beatable,
    tables_played,
)
from experiments.shoes.priced import CUT, CUTS, EVERY_BET, TITLES, price
from experiments.work.cell import Arrays, Cell, derived_seed
from experiments.work.results import Results

__all__ = ["FULL", "ORDER", "QUICK", "Config", "answer", "cells", "plot", "tables"]

ORDER = 3

WITHIN, FAR = 1.96, 4
"""Standard errors within which a figure agrees with a printed one, and beyond which it differs."""

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


# --- Compute ---------------------------------------------------------------------------


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


def perfect(game: dict[str, Any], cuts: list[int], seed: int, first: int, shoes: int) -> Arrays:
    """Play the perfect player over shoes `first` to `first + shoes` - 1.

    Sums over the shoes at each of T cuts for each of L `LINES`: `units` and `settled` `(L, T)`
    and their squares, `favourable` `(L, T)` and all `coups` `(T,)`. `edges` `(B, D, 800)` counts
    coups by cards undealt, in steps of 13, and by edge, in steps of 2 `WIDTH` / 800.
    """
    rules = as_game(game)
    priced = price(rules, shoes=shoes, seed=seed, first=first)
    good, net = priced.worth > 0, priced.net
    found: dict[str, list[Any]] = {name: [] for name in SUMS}
    levels = np.asarray(cuts, np.float64)
    for bets in LINES.values():
        b = [rules.index(bet) for bet in bets]
        chosen = good[:, b]
        for name, result in (
            ("units", (priced.worth[:, b] * chosen).sum(axis=1)),
            ("settled", (net[:, b] * chosen).sum(axis=1)),
            ("favourable", chosen.sum(axis=1).astype(np.float64)),
        ):
            summed = by_trigger(priced.deepest.astype(float), result, priced.coups.shoe, levels)
            found[name].append(summed.total)
            if name != "favourable":
                found[f"{name}_squares"].append(summed.squares)
    return {
        **{name: np.array(rows) for name, rows in found.items()},
        "coups": summed.bets * shoes,
        "edges": _edges(priced.worth, priced.undealt, rules),
    }


SUMS = ("units", "units_squares", "settled", "settled_squares", "favourable")


def _edges(worth: NDArray[np.float64], undealt: NDArray[np.int64], game: Game) -> NDArray[np.int64]:
    """Count coups by cards undealt and by edge, `(B, D, 800)`."""
    depths = 52 * game.decks // DEPTH_STEP + 1
    place = np.floor((worth / WIDTH + 1) * BINS / 2).astype(np.int64).clip(0, BINS - 1)
    cell = (undealt // DEPTH_STEP)[:, None] * BINS + place
    counts = [np.bincount(column, minlength=depths * BINS) for column in cell.T]
    return np.array(counts).reshape(-1, depths, BINS)


# --- Answer ----------------------------------------------------------------------------


def answer(results: Results) -> Answer:
    """Say what perfect play earns at the usual cut, and down to which cut it is worth it."""
    eight = tables_played(results)[0]
    t = eight.at()
    best = {line: eight.units.value[index_of(line), t] for line in DRAWN}
    beaten = [line for line in DRAWN if best[line] > BEATABLE]
    rest = [line for line in DRAWN if line not in beaten]
    sentence = (
        f"With {MAX_DECKS} decks and {CUT} cards behind the cut card, a player who knows the "
        f"exact odds of every coup wins {_earned(eight, beaten)} a shoe, "
        f"but only {_earned(eight, rest)}: nobody with the same limits can expect more."
    )
    verdict = (
        f"But with {replace(eight.game, cut=CUT).procedure}, a player who knows the exact odds "
        f"wins {_earned(eight, beaten)} a shoe (± half a 95 % interval), late in the shoe; "
        f"on every other bet it is under {BEATABLE:g} there."
        if beaten
        else f"Even a player who knows the exact odds wins under {BEATABLE:g} units a shoe with "
        f"{replace(eight.game, cut=CUT).procedure}."
    )
    details = *(_reach(eight, line) for line in DRAWN), *_printed_lines(results)
    return Answer(sentence, details, verdict)


def _earned(eight: Perfect, lines: Sequence[str]) -> str:
    t = eight.at()
    told = [f"{in_figures(eight.units, (index_of(line), t))} units on {line}" for line in lines]
    return " and ".join([", ".join(told[:-1]), told[-1]] if len(told) > 1 else told) or "nothing"


def _reach(eight: Perfect, line: str) -> str:
    i, t, last = index_of(line), eight.at(), last_beatable(eight, line)
    coups = eight.sums["favourable"][i, t]
    n0 = (eight.deviation[i, t] / eight.units.value[i, t]) ** 2 if coups else np.inf
    reach = (
        f"more than {BEATABLE} units a shoe up to {last} cards behind the cut card"
        if last is not None
        else f"less than {BEATABLE} units a shoe wherever the cut card lies"
    )
    return (
        f"{line}: {eight.favourable(i, t)} favourable coups a shoe with an average edge of "
        f"{eight.edge(i, t)} %; N0 is {n0:,.0f} shoes; {reach}."
    )


def _printed_lines(results: Results) -> list[str]:
    found = []
    for table in tables_played(results):
        if table.game.burn or table.game.after_cut:
            continue
        for bet, printed in published.CEILINGS.items():
            line = TITLES[bet]
            apart = abs(float(table.units.value[index_of(line), 0]) - float(printed.printed))
            error = float(table.units.error[index_of(line), 0])
            verdict = _beside(apart / error)
            found.append(
                f"{line} dealt as {printed.source} deals it ({table.game.procedure}): "
                f"{in_figures(table.units, (index_of(line), 0))} units a shoe, which {verdict} "
                f"the {printed.printed} printed there, {apart / error:.1f} standard errors away."
            )
    return found


def _beside(errors_apart: float) -> str:
    """Say how a simulated figure stands to a printed one, by the standard errors between them."""
    if errors_apart <= WITHIN:
        return "agrees with"
    return "this run cannot tell from" if errors_apart <= FAR else "does not reproduce"


# --- Tables ----------------------------------------------------------------------------


def tables(results: Results) -> list[Table]:
    """Lay out the ceiling at the usual cut, by cut, by decks and by procedure."""
    played = tables_played(results)
    eight = played[0]
    cuts = [(f"{cut}", eight, t) for t, cut in enumerate(eight.cuts)]
    decks = [(f"{table.game.decks}", table, table.at()) for table in by_decks(played)]
    dealt = [
        (replace(table.game, cut=CUT).procedure, table, table.at())
        for table in (eight, *(table for table in played if table.cuts.size == 1))
    ]
    return [
        _at_the_cut(eight),
        *_of_every_line("cards behind the cut card", f"{MAX_DECKS} decks", cuts),
        *_of_every_line("decks", f"{CUT} cards behind the cut card", decks),
        *_of_every_line("procedure", f"{CUT} cards behind the cut card", dealt),
    ]


def _of_every_line(by: str, where: str, rows: Sequence[tuple[str, Perfect, int]]) -> list[Table]:
    """Units, favourable coups and average edge of every line, each in a table of its own."""
    quantities: dict[str, Callable[[Perfect, int, int], Entry]] = {
        "Units a shoe": lambda table, i, t: estimated(table.units, (i, t)),
        "Favourable coups a shoe": Perfect.favourable,
        "Average edge of the favourable coups, %,": Perfect.edge,
    }
    return [
        Table(
            f"{title} by {by}, {where}",
            (by.capitalize(), "Shoes dealt", "Coups a shoe", *LINES),
            tuple(
                (
                    label,
                    Number(table.shoes, form=",.0f"),
                    Number(table.sums["coups"][t] / table.shoes, form=".2f"),
                    *(told(table, i, t) for i in range(len(LINES))),
                )
                for label, table, t in rows
            ),
        )
        for title, told in quantities.items()
    ]


def _at_the_cut(eight: Perfect) -> Table:
    t = eight.at()
    rows: list[Row] = []
    for i, line in enumerate(LINES):
        units = float(eight.units.value[i, t])
        rows.append(
            (
                line,
                estimated(eight.units, (i, t)),
                estimated(eight.settled, (i, t)),
                eight.favourable(i, t),
                eight.edge(i, t),
                Number(eight.deviation[i, t], form=".4f"),
                Number((eight.deviation[i, t] / units) ** 2, form=",.0f") if units else MISSING,
            )
        )
    return Table(
        f"Perfect play, {MAX_DECKS} decks, {CUT} cards behind the cut card, {eight.shoes:,} shoes; "
        "± is half a 95 % interval",
        (
            "Bet",
            "Units a shoe",
            "Settled",
            "Favourable coups a shoe",
            "Average edge %",
            "Standard deviation of a shoe",
            "N0, shoes",
        ),
        tuple(rows),
    )
