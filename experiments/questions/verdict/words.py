"""The verdict in words: for whom it can be beaten, for whom not, and what proves it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from experiments.page.figure import plain_tick
from experiments.page.number import in_figures, minus
from experiments.page.words import Answer
from experiments.questions.verdict.bettors import INFORMATION
from experiments.questions.verdict.findings import Judged, judged
from experiments.questions.verdict.tables import RISK, money_an_hour
from experiments.shoes.seats import TABLE
from experiments.shoes.usual_table import BEATABLE, CUTS, TITLES
from experiments.theory.bankroll import bankroll_for
from experiments.theory.blind_bound import SHOWN
from experiments.work.results import Results

__all__ = ["answer"]

WHO = {
    "nothing": "a bettor who sees nothing",
    "results": "one who goes by past results or a betting system",
    "count": "a card counter",
    "trained": "a trained agent",
    "exact": "a player who knows the exact odds",
}


def answer(results: Results) -> Answer:
    """Say in three sentences who beats which bet, who none, and what the ceiling of the rest is."""
    found, config = judged(results), results.run["config"]
    sentence = " ".join((_beaten(found), _unbeaten(found), _ceiling(found)))
    details = (
        *_practice(found, config["coups_an_hour"], config["stake"]),
        _threshold(found),
        _reach(found),
        _blind(found),
        _systems(found),
    )
    return Answer(sentence, details)


def _named(bet: str) -> str:
    """Name a bet as a sentence has it."""
    return TITLES[bet].replace(", ", " at ")


def _listed(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


# --- The three sentences ----------------------------------------------------------------


def _beaten(found: Judged) -> str:
    """For whom it can be beaten, and by how much."""
    beaten = found.marked("beatable")
    if not beaten:
        return f"Not by anyone who was tried: nobody won more than {BEATABLE:g} units a shoe."
    bets = [_named(bet) for bet in TABLE.bets if bet in {b for _, b in beaten}]
    told = []
    for information in dict.fromkeys(i for i, _ in beaten):
        won = [
            f"{in_figures(found.free(i, bet).units, digits=3)} on {_named(bet)}"
            for i, bet in beaten
            if i == information
        ]
        told.append(f"{WHO[information]} wins {_listed(won)}")
    watching = ", but only by watching the cards" if not set(SHOWN) & {i for i, _ in beaten} else ""
    return (
        f"Yes{watching}: in units a shoe, with one unit a bet on {_listed(bets)} "
        f"({TABLE.procedure}), {'; '.join(told)}."
    )


def _unbeaten(found: Judged) -> str:
    """For whom it cannot be beaten."""
    never = [
        i for i in INFORMATION if all(found.mark(i, bet) == "unbeatable" for bet in TABLE.bets)
    ]
    if not never:
        return "No kind of bettor is shown to be unable to beat any bet."
    ends = {bet: float(found.forced(never[-1], bet).per_100.value) for bet in TABLE.bets}
    best, worst = max(ends, key=ends.__getitem__), min(ends, key=ends.__getitem__)
    return (
        f"No bet can be beaten by {' or by '.join(WHO[i] for i in never)}: "
        f"{'the best is to sit out, and ' if ends[best] < 0 else ''}whoever has to bet ends from "
        f"{minus(f'{ends[worst]:+.2f}')} ({_named(worst)}) to {minus(f'{ends[best]:+.2f}')} "
        f"({_named(best)}) for every 100 bet."
    )


def _ceiling(found: Judged) -> str:
    """On what bets nobody wins, and how little the exact player does."""
    lost, unsure = (
        [bet for bet in TABLE.bets if found.mark("exact", bet) == mark]
        for mark in ("unbeatable", "undecided")
    )
    told = []
    if lost:
        most = max(found.ceiling("exact", bet) for bet in lost)
        told.append(
            f"on {_listed([_named(bet) for bet in lost])} even a player who knows the exact odds "
            f"of every coup wins at most {most:.4f} units a shoe, and nobody can do better"
        )
    for bet in unsure:
        won = in_figures(found.free("exact", bet).units)
        told.append(f"{_named(bet)} is undecided, where he wins {won} units a shoe")
    if not told:
        return "On every bet the exact odds are enough to win."
    sentence = "; ".join(told)
    return f"{sentence[0].upper()}{sentence[1:]}."


# --- What it means in practice ------------------------------------------------------------


def _practice(found: Judged, coups_an_hour: int, stake: int) -> list[str]:
    """Say what counters get for their pains."""
    told = []
    for bet in [bet for information, bet in found.marked("beatable") if information == "count"]:
        taken = found.free("count", bet)
        mean, spread = float(taken.units.value), taken.deviation
        told.append(
            f"{_named(bet)}, {WHO['count']} ({taken.name}): {taken.bets:.1f} bets a shoe, with a "
            f"deviation of {spread:.1f} units, so that the expected win is one deviation only "
            f"after {(spread / mean) ** 2:,.0f} shoes, and it takes "
            f"{bankroll_for(RISK, mean, spread):,.0f} units of bankroll for a risk of ruin of "
            f"{100 * RISK:g} %; at {coups_an_hour} coups an hour and {stake} a unit it comes to "
            f"{money_an_hour(found, taken, coups_an_hour, stake)} an hour."
        )
    return told


def _threshold(found: Judged) -> str:
    small = []
    for bet in TABLE.bets:
        units = found.free("exact", bet).units
        if found.mark("exact", bet) != "beatable" and units.value > units.half_width:
            small.append(f"{_named(bet)} {in_figures(units)}")
    if not small:
        return f"Nothing lies between zero and the line of {BEATABLE:g} units a shoe."
    return (
        f"Above zero, but not above the line of {BEATABLE:g} units a shoe (one unit in "
        f"{1 / BEATABLE:.0f} shoes), for a perfect computer alone: {_listed(small)}."
    )


def _reach(found: Judged) -> str:
    reached = list(zip(TABLE.bets, found.beatable_to, found.unbeatable_from, strict=True))
    never = [_named(bet) for bet, _, first in reached if first == CUTS[0]]
    told = [f"{_listed(never)} unbeatable at all of them"] if never else []
    for bet, last, first in reached:
        if first != CUTS[0]:
            beatable = f"beatable up to {last}" if last is not None else "never shown beatable"
            beyond = f"unbeatable from {first}" if first is not None else "not shown unbeatable"
            told.append(f"{_named(bet)} {beatable}, {beyond}")
    return (
        f"By the cards behind the cut card ({CUTS[0]} to {CUTS[-1]} were read), with the exact "
        f"odds: {'; '.join(told)}."
    )


def _blind(found: Judged) -> str:
    most = max(float(values.max()) for values in found.most.values())
    near = min(float(values.min()) for values in found.distance.values())
    below = plain_tick(float(10 ** np.ceil(np.log10(most))))
    return (
        f"Without card information a favourable coup is never closer than {near:.1f} standard "
        f"deviations of what can be foretold, and less than {below} units a shoe can be expected "
        "on any bet, to first order in the cards removed."
    )


def _systems(found: Judged) -> str:
    tried = len(found.names["results"])
    told = [
        f"{_named(bet)} {in_figures(found.forced('results', bet).per_100)} "
        f"({found.forced('results', bet).name})"
        for bet in TABLE.bets
    ]
    return (
        f"The best of {tried} ways to bet by past results or a staking plan that has to bet, per "
        f"100 bet: {'; '.join(told)}."
    )
