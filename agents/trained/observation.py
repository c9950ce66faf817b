"""What a trained agent sees and does: the environment's observation and action, from a view.

A learner is trained on the environment's observations and gives the environment's actions.
Played as an agent it gets a `View`; here the one is turned into the other, so that it sees
at any table just what it saw in training. N tables, B bets, D numbers observed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.agent import NO_DECISION, Stakes, View
from baccarat_env import dealer
from baccarat_env.actions import kind_of
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.rules import RESULTS
from baccarat_env.terms import Terms

__all__ = ["legal", "observe", "stakes_of"]

Floats = NDArray[np.float64]


def observe(view: View, terms: Terms) -> NDArray[np.float32]:
    """Observe every table as an environment under these terms does, `(N, D)`.

    The view must hold what `terms.information` reads; a count is its first running sum.
    """
    see = {
        "none": _nothing,
        "results": _results,
        "cards": _cards,
        "count": _count,
        "composition": _composition,
    }[terms.information]
    seen = see(view, terms)
    if terms.bankroll is not None:
        seen = np.column_stack((seen, _purse(view, terms.bankroll)))
    return np.ascontiguousarray(seen, dtype=np.float32)


def _nothing(view: View, terms: Terms) -> Floats:
    return np.zeros(
        (view.tables, terms.observation_space().shape[0] - (terms.bankroll is not None))
    )


def _results(view: View, terms: Terms) -> Floats:
    seen = np.zeros((view.tables, terms.history, len(RESULTS)))
    rows = np.arange(view.tables)
    for back in range(min(terms.history, view.results.shape[1])):
        at = view.coup - 1 - back
        result = np.where(at >= 0, view.results[rows, np.maximum(at, 0)], NO_DECISION)
        known = np.flatnonzero(result >= 0)
        seen[known, back, result[known]] = 1.0
    return seen.reshape(view.tables, -1)


def _cards(view: View, terms: Terms) -> Floats:
    share = view.undealt / terms.game.full_shoe.sum()
    return np.column_stack((view.cards, share, view.coup == 0)).astype(np.float64)


def _count(view: View, terms: Terms) -> Floats:
    cards, running, scale = 52 * terms.game.decks, view.running[:, 0], terms.count_scale()
    true = running * cards / 2 / np.maximum(view.unseen_cards, 1)
    counts = np.clip(np.column_stack((running, true)) / scale, -10.0, 10.0)
    return np.column_stack((counts, view.undealt / cards))


def _composition(view: View, terms: Terms) -> Floats:
    full = terms.game.full_shoe
    cards = view.unseen.sum(axis=1, dtype=np.int64)
    scale = 40.0 / np.maximum(cards, 1)
    gap = view.unseen * scale[:, None] - 40.0 * full / full.sum()
    gap = np.where(cards[:, None] > 0, np.clip(gap, -10.0, 10.0), 0.0)
    return np.column_stack(
        (gap, view.undealt / full.sum(), 26.0 / np.maximum(cards, 26), view.last)
    )


def _purse(view: View, start: int) -> Floats:
    """The bankroll against what it was, between 0 and 1."""
    if view.bankroll is None:
        raise ValueError(f"this agent was trained with a bankroll of {start} chips: give it one")
    units = view.bankroll / BASIS_POINTS
    return np.asarray(units / (units + start))


def legal(view: View, terms: Terms) -> NDArray[np.bool_]:
    """Mark the actions that the terms and the bankroll allow, `(N, A)` in the space's order."""
    stakes = terms.mask_stakes()
    allowed = np.broadcast_to(stakes >= 0, (view.tables, stakes.size))
    if view.bankroll is None:
        return allowed
    return np.asarray(allowed & (stakes * BASIS_POINTS <= view.bankroll[:, None]))


def stakes_of(actions: NDArray[Any], terms: Terms) -> Stakes:
    """Read actions of the environment, one a table, as stakes in chips, `(N, B)`."""
    read, choices, shape, _ = kind_of(terms)
    kind = np.float64 if terms.actions == "continuous" else np.int64
    bets = len(terms.game.bets)
    ledger = np.empty((len(actions), dealer.STAKES + bets), np.int64)
    read(np.asarray(actions, kind).reshape(len(actions), *(shape or (1,))), *choices, ledger)
    return ledger[:, dealer.STAKES :].copy()
