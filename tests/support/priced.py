"""Shoes dealt and priced once for all tests of counters and of the ceiling."""

from __future__ import annotations

from functools import cache

import numpy as np

from agents import make
from agents.play.dealt import Schedule, Session, play
from baccarat_env.bet import BASIS_POINTS
from experiments.shoes.priced import PricedShoes, price
from experiments.shoes.usual_table import CUT, EVERY_BET

SHOES, SEED = 4000, 5005


@cache
def shoes() -> PricedShoes:
    """Every bet of the rule sheets, eight decks, dealt to six cards behind the cut."""
    return price(EVERY_BET, shoes=SHOES, seed=SEED)


@cache
def schedule() -> Schedule:
    return Schedule.lay_out(EVERY_BET, shoes().coups, 500)


@cache
def played(agent: str) -> Session:
    return play(make(agent), schedule())


def by_shoe(values, cut: int = CUT) -> np.ndarray:
    """Add up what coups earn, shoe by shoe, with so many cards behind the cut card."""
    kept = shoes().deepest >= cut
    return np.bincount(shoes().coups.shoe[kept], np.asarray(values, float)[kept], SHOES)


def exact(agent: str, cut: int = CUT) -> np.ndarray:
    """Units that an agent earns in each shoe, exactly scored."""
    return by_shoe((played(agent).stakes * shoes().worth).sum(axis=1), cut)


def settled(agent: str, cut: int = CUT) -> np.ndarray:
    """Units that an agent wins in each shoe."""
    return by_shoe(played(agent).net.sum(axis=1) / BASIS_POINTS, cut)


def perfect(*bets: str, cut: int = CUT) -> np.ndarray:
    """Units that the perfect player earns on some bets in each shoe, exactly scored."""
    columns = [EVERY_BET.index(bet) for bet in bets]
    return by_shoe(np.maximum(shoes().worth[:, columns], 0).sum(axis=1), cut)


def apart(values, published: float) -> float:
    """Standard errors between the mean of independent shoes and a figure."""
    values = np.asarray(values)
    return float((values.mean() - published) / (values.std(ddof=1) / np.sqrt(values.size)))
