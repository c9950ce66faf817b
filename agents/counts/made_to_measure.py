"""Counts made to measure: the best tags for a bet, the best trigger for a cut.

What a card is worth to a bet once it is gone, the value of a removed card, is what a
linear count has to add up; its tags are those values rounded to whole numbers a person
can keep. How well rounded tags follow the values is their betting correlation. The
trigger is found by playing: shoes are dealt, every coup is priced exactly, and the
trigger that earned most is taken.

Source: Griffin, "The Theory of Blackjack" (1979), for the correlation; Schlesinger,
"Blackjack Attack" (2004), for playing to find the trigger.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from agents.agent import Agent
from agents.counts.counting import Counter, counter
from agents.counts.in_print import RANKS, Count
from baccarat_env import odds, simulate
from baccarat_env.checks import check_whole
from baccarat_env.game import Game, as_game
from baccarat_env.names import typed

__all__ = [
    "ByTrigger",
    "best_tags",
    "best_trigger",
    "betting_correlation",
    "by_trigger",
    "derive",
    "derived",
]

Floats = NDArray[np.float64]

MOST_TAG = 12


def betting_correlation(tags: ArrayLike, game: Game, bet: str) -> float:
    """Correlate tags `(10,)` with the values of a removed card, over the cards of a shoe.

    1 is the best that a linear count can do.

    >>> from baccarat_env.game import EZ_BACCARAT
    >>> dragon = 0, 0, 0, 0, -1, -1, -1, -1, 2, 2
    >>> round(betting_correlation(dragon, EZ_BACCARAT, "dragon_7"), 3)
    0.964
    """
    return float(_correlations(np.asarray(tags, np.float64)[None], _values(game, bet))[0])


def best_tags(game: Game, bet: str, *, most: int = 4) -> tuple[int, ...]:
    """Find balanced whole tags from -`most` to `most` with the best betting correlation.

    Tried are the values of a removed card, scaled in many ways and each rounded up or down;
    the smallest tags are taken where several are as good.

    >>> from baccarat_env.game import EZ_BACCARAT
    >>> best_tags(EZ_BACCARAT, "dragon_7", most=2)
    (0, 0, 0, 0, -1, -1, -1, -1, 2, 2)

    Raises ValueError if `most` is not from 1 to 12 or the game does not offer the bet.
    """
    check_whole("most", most, 1, MOST_TAG)
    values = _values(game, bet)
    found = np.array(sorted(_roundings(values, most)))
    merit = _correlations(found, values).round(9)
    order = np.lexsort((np.abs(found).sum(axis=1), -merit))
    return tuple(int(tag) for tag in found[order[0]])


def derive(
    game: Game, bet: str, *, most: int = 4, shoes: int = 2000, seed: int = 1, threads: int = 1
) -> Count:
    """Make the best true count for a bet: `best_tags`, and the trigger of `best_trigger`."""
    count = Count(f"derived for {bet}", bet, best_tags(game, bet, most=most), 0.0)
    return best_trigger(count, game, shoes=shoes, seed=seed, threads=threads)


def _values(game: Game, bet: str) -> Floats:
    b = game.index(bet)
    return odds.removed_card(game.full_shoe, game)[:, b]


def _correlations(tags: Floats, values: Floats) -> Floats:
    """Correlation of each row of `tags` `(T, 10)` with the values; 0 where all tags agree."""
    share = RANKS / RANKS.sum()
    tags, values = tags - (tags @ share)[:, None], values - values @ share
    spread = np.sqrt((tags**2 @ share) * (values**2 @ share))
    together = (tags * values) @ share
    return np.asarray(np.divide(together, spread, out=np.zeros(len(tags)), where=spread > 0))


def _roundings(values: Floats, most: int) -> set[tuple[int, ...]]:
    """Round the values, scaled in many ways, each up or down; keep what is balanced."""
    found: set[tuple[int, ...]] = set()
    ups = np.array(list(itertools.product((0, 1), repeat=10)))
    for scale in np.linspace(0.5, most + 0.5, 24 * most) / np.abs(values).max():
        tags = np.floor(values * scale).astype(int) + ups
        fits = (np.abs(tags).max(axis=1) <= most) & (tags @ RANKS == 0) & tags.any(axis=1)
        found.update(map(tuple, tags[fits].tolist()))
    return found


# --- The trigger -----------------------------------------------------------------------


@dataclass(frozen=True)
class ByTrigger:
    """What a count earns in S shoes, trigger by trigger (T of them), one unit a bet."""

    triggers: Floats
    """`(T,)`, rising."""
    bets: Floats
    """`(T,)` bets a shoe."""
    shoes: int
    total: Floats
    """`(T,)` sum over the shoes of what was earned."""
    squares: Floats
    """`(T,)` sum over the shoes of its square."""

    @cached_property
    def units(self) -> Floats:
        """Units a shoe, `(T,)`."""
        return self.total / self.shoes

    @cached_property
    def error(self) -> Floats:
        """Standard error of `units`, `(T,)`."""
        spread = np.maximum(self.squares / self.shoes - self.units**2, 0)
        return np.asarray(np.sqrt(spread / max(self.shoes - 1, 1)))

    @property
    def best(self) -> int:
        """Index of the trigger that earned most."""
        return int(self.units.argmax())


def by_trigger(
    values: Floats, earned: Floats, shoe: NDArray[np.int64], triggers: Floats
) -> ByTrigger:
    """Add up what M coups earn at every trigger, from the count before each, `(M,)`.

    `earned` `(M,)` is what one unit would win, exactly scored or settled; `shoe` `(M,)` the
    index of the shoe, rising.
    """
    first = int(shoe[0])
    shoes = int(shoe[-1]) - first + 1
    above = np.searchsorted(triggers, values, side="right")  # triggers at or below the count
    cell = (shoe - first) * (len(triggers) + 1) + above
    size = shoes * (len(triggers) + 1)

    def at_or_above(weights: Any) -> Floats:
        summed = np.bincount(cell, weights, size).reshape(shoes, -1)
        return np.asarray(summed[:, ::-1].cumsum(axis=1)[:, ::-1][:, 1:])

    sums = at_or_above(earned)
    bets = at_or_above(None).mean(axis=0)
    return ByTrigger(triggers, bets, shoes, sums.sum(axis=0), (sums**2).sum(axis=0))


def best_trigger(count: Count, game: Game, *, shoes: int, seed: int, threads: int = 1) -> Count:
    """Find the trigger that earns most, exactly scored, in some shoes of a game; half units.

    Raises ValueError if the game does not offer the bet, or no trigger earns anything.
    """
    b = game.index(count.bet)
    coups = simulate.deal(game, shoes=shoes, seed=seed, threads=threads)
    running = (game.full_shoe - coups.unseen) @ np.asarray(count.tags, np.float64)
    values = count.value(running, coups.unseen.sum(axis=1, dtype=np.int64))
    alone = Game(game.name, (game.layout[b],), game.decks, game.cut)
    earned = simulate.price(coups.unseen, alone, threads=threads)[:, 0]
    triggers = np.arange(np.floor(values.min()), np.ceil(values.max()) + 0.5, 0.5)
    found = by_trigger(values, earned, coups.shoe, triggers)
    if found.units[found.best] <= 0:
        raise ValueError(
            f"no trigger of {count.name} earns anything on {count.bet} in {shoes} shoes: "
            f"deal more, or move the cut card (cut={game.cut})"
        )
    return replace(count, trigger=float(triggers[found.best]))


def derived(
    bet: str,
    game: str = "ez",
    most: int = 4,
    trigger: float | None = None,
    rounding: str | None = None,
    unit: int = 1,
) -> Counter:
    """Make a counter with the best tags for a bet of a game, or of the catalogue.

    Unless a trigger is given, the one that earns most is found in 2 000 shoes.
    """
    rules = as_game(game)
    if typed(bet) not in rules.bets:
        rules = rules.with_bet(bet)
    bet = typed(bet)
    if trigger is None:
        count = derive(rules, bet, most=most)
    else:
        count = Count(f"derived for {bet}", bet, best_tags(rules, bet, most=most), trigger)
    return counter((count,), rounding=rounding, unit=unit)


def offers() -> dict[str, Callable[..., Agent]]:
    """A counter with the best tags for any bet."""
    return {"derived-count": derived}
