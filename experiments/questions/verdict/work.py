"""The work of the verdict's cells. S shoes, K bettors, 2 lines, 7 moments, B bets, T cuts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.counts.made_to_measure import by_trigger
from agents.play.dealt import Schedule, play
from agents.trained import learned
from agents.trained.recipe import Recipe
from baccarat_env import simulate
from experiments.questions.verdict.bettors import blind, by_count, by_odds, by_results, on_every_bet
from experiments.shoes.priced import PricedShoes, price
from experiments.shoes.seats import TABLE, Seats, at_the_cut, seats
from experiments.shoes.usual_table import CUTS, EVERY_BET
from experiments.theory import blind_bound
from experiments.work.cell import Arrays

__all__ = ["followed", "foretold", "seated", "taught"]


def seated(seed: int, first: int, shoes: int) -> Arrays:
    """Seat the blind, the counters and the exact player at shoes `first` to `first + shoes` - 1.

    `nothing`, `count` and `exact` `(K, 2, 7, B)` are their moments, free and forced; `coups`
    those dealt; `by_cut` and `by_cut_squares` `(B, T)` what the exact player earns at every cut.
    """
    priced = price(EVERY_BET, seed=seed, first=first, shoes=shoes)
    at = at_the_cut(priced)
    return {
        "nothing": at.sums(blind(at)),
        "count": at.sums(by_count(at)),
        "exact": at.sums(by_odds(at)),
        "coups": np.array(len(at.worth)),
        **_by_cut(priced),
    }


def _by_cut(priced: PricedShoes) -> Arrays:
    deepest, levels = priced.deepest.astype(float), np.asarray(CUTS, np.float64)
    summed = [
        by_trigger(deepest, column, priced.coups.shoe, levels)
        for column in np.maximum(priced.worth, 0).T
    ]
    return {
        "by_cut": np.array([bet.total for bet in summed]),
        "by_cut_squares": np.array([bet.squares for bet in summed]),
    }


def foretold(seed: int, shoes: int) -> Arrays:
    """Bound what past results can foretell; see `blind_bound.foretold`."""
    return blind_bound.foretold(seed=seed, shoes=shoes)


def followed(seed: int, first: int, shoes: int) -> Arrays:
    """Seat all who go by past results at shoes; `results` `(K, 2, 7, B)` are their moments."""
    at = seats(seed=seed, first=first, shoes=shoes)
    return {"results": at.sums(by_results(at))}


def taught(recipe: dict[str, Any], seed: int, firsts: list[int], shoes: list[int]) -> Arrays:
    """Train by a recipe, on shoes of its own, and seat the agent at batches of shoes.

    `trained` `(P, 2, 2, 7, B)` are the moments of sitting out and its own, batch by batch.
    """
    made = Recipe.from_dict(recipe)
    agent = learned.train(made)
    own = replace(made.game, cut=TABLE.cut, burn=TABLE.burn, after_cut=TABLE.after_cut)
    batches = []
    for first, count in zip(firsts, shoes, strict=True):
        coups = simulate.deal(TABLE, seed=seed, first=first, shoes=count)
        chosen = play(agent, Schedule.lay_out(own, coups, count)).stakes > 0
        schedule = Schedule.lay_out(TABLE, coups, count)
        stakes = on_every_bet(chosen, own)
        at = Seats(schedule, _worth_where(stakes.any(axis=1) | schedule.last, coups.unseen))
        batches.append(at.sums([np.zeros_like(stakes), stakes]))
    return {"trained": np.array(batches)}


def _worth_where(rows: NDArray[np.bool_], unseen: NDArray[Any]) -> NDArray[np.float64]:
    """Price the marked coups alone, `(M, B)`: on the others nothing is staked."""
    found = np.zeros((len(rows), len(TABLE.bets)))
    found[rows] = simulate.price(unseen[rows], TABLE)
    return found
