"""Card counters and the perfect player over the same priced shoes: sums of what they come to.

K counts, G triggers, A agents, T cuts.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents import make
from agents.counts.in_print import SHEET_COUNTS, Count
from agents.counts.made_to_measure import by_trigger
from agents.play.dealt import Schedule, Session, play
from baccarat_env import simulate
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import as_game
from experiments.shoes.priced import PricedShoes, price
from experiments.shoes.usual_counts import COUNTS
from experiments.theory.bankroll import lowest_points
from experiments.work.cell import Arrays

__all__ = [
    "CEILINGS",
    "FACTORS",
    "GAMBLING",
    "GROWING",
    "HEAT",
    "HEAT_COUNT",
    "HEAT_EDGE",
    "MAIN_BET",
    "PLAYERS",
    "TRIGGERS",
    "counted",
    "ruined",
]

TRIGGERS = np.arange(0, 100.5, 0.5)

MAIN_BET = "flat:bet=ez_banker"
ERRORS = (0.01, 0.02, 0.05)
PLAYERS = (
    *SHEET_COUNTS,
    "dragon-and-panda-count",
    *(f"dragon-count:errors={errors}" for errors in ERRORS),
    MAIN_BET,
)
"""Agents that play, as `agents.make` reads them."""

CEILINGS = {
    "dragon_7": ("dragon_7",),
    "panda_8": ("panda_8",),
    "both": ("dragon_7", "panda_8"),
}
"""What the perfect player is let bet."""

GAMBLING = ("dragon-count", "panda-count")
"""Counters whose risk of ruin is simulated."""

HEAT = ("dragon-count", "panda-count")
HEAT_COUNT = np.arange(-30.5, 31.0, 1.0)
HEAT_EDGE = np.linspace(-0.6, 1.0, 65)

GROWING = ("dragon_7", "panda_8")
FACTORS = (0.5, 1.0, 2.0)
"""Parts of the Kelly stake."""


def counted(
    game: dict[str, Any], cuts: list[int], cut: int, seed: int, first: int, shoes: int
) -> Arrays:
    """Seat everyone at shoes `first` to `first + shoes` - 1; return sums over them.

    They are read at `cut`, those by cut at all of `cuts`. `trigger_*` `(K, G)` is what each
    count earns trigger by trigger; `player_units` `(A, 2)` what each agent earns, exactly
    scored and settled; `player_by_cut` `(A, T)` and `ceiling_by_cut` `(3, T)` exactly scored;
    `heat` `(2, X, Y)` coups by true count and exact edge; `growth` `(2, F, 2)` logarithms,
    exactly scored and settled. Squares stand beside each, and those of what lies between:
    `player_apart` of settled and exact, `growth_beside` of each part and the whole Kelly stake.
    `passed` `(A,)` counts the shoes in which an agent expected more than the perfect player.
    """
    priced = price(as_game(game), shoes=shoes, seed=seed, first=first)
    kept = priced.deepest >= cut
    levels = np.asarray(cuts, np.float64)
    return {
        **_by_trigger(priced, kept),
        **_players(priced, kept, levels),
        **_growth(priced, kept),
        "heat": _heat(priced, kept),
        "coups": np.array(kept.sum()),
    }


def _values(priced: PricedShoes, count: Count) -> NDArray[np.float64]:
    """A count before each coup, `(M,)`."""
    seen = priced.game.full_shoe - priced.coups.unseen
    cards = priced.coups.unseen.sum(axis=1, dtype=np.int64)
    return count.value(seen @ np.asarray(count.tags, np.float64), cards)


def _by_trigger(priced: PricedShoes, kept: NDArray[np.bool_]) -> Arrays:
    found: dict[str, list[Any]] = {"bets": [], "units": [], "units_squares": [], "settled": []}
    found["settled_squares"] = []
    for count in COUNTS.values():
        b = priced.game.index(count.bet)
        values, shoe = _values(priced, count)[kept], priced.coups.shoe[kept]
        for name, result in (("units", priced.worth), ("settled", priced.net)):
            summed = by_trigger(values, result[kept, b], shoe, TRIGGERS)
            found[name].append(summed.total)
            found[f"{name}_squares"].append(summed.squares)
        found["bets"].append(summed.bets * summed.shoes)
    return {f"trigger_{name}": np.array(rows) for name, rows in found.items()}


def _heat(priced: PricedShoes, kept: NDArray[np.bool_]) -> NDArray[np.int64]:
    maps = []
    for name in HEAT:
        count = COUNTS[name]
        value = _values(priced, count)[kept].clip(HEAT_COUNT[0], HEAT_COUNT[-1])
        edge = priced.worth[kept, priced.game.index(count.bet)].clip(HEAT_EDGE[0], HEAT_EDGE[-1])
        maps.append(np.histogram2d(value, edge, (HEAT_COUNT, HEAT_EDGE))[0])
    return np.array(maps).astype(np.int64)


def _players(priced: PricedShoes, kept: NDArray[np.bool_], levels: NDArray[np.float64]) -> Arrays:
    tables = min(1000, int(priced.coups.shoe[-1] - priced.coups.shoe[0]) + 1)
    schedule = Schedule.lay_out(priced.game, priced.coups, tables)
    deepest, shoe = priced.deepest.astype(float), priced.coups.shoe
    found: dict[str, list[Any]] = {}
    best = np.maximum(priced.worth, 0)
    perfect = np.bincount(shoe - shoe[0], best.sum(axis=1))
    for bets in CEILINGS.values():
        earned = best[:, [priced.game.index(bet) for bet in bets]].sum(axis=1)
        summed = by_trigger(deepest, earned, shoe, levels)
        found.setdefault("ceiling_by_cut", []).append(summed.total)
        found.setdefault("ceiling_by_cut_squares", []).append(summed.squares)
    for name in PLAYERS:
        session = play(make(name), schedule)
        earned = (session.stakes * priced.worth).sum(axis=1)
        summed = by_trigger(deepest, earned, shoe, levels)
        found.setdefault("player_by_cut", []).append(summed.total)
        found.setdefault("player_by_cut_squares", []).append(summed.squares)
        for key, value in _at_the_cut(session, earned, kept, shoe).items():
            found.setdefault(key, []).append(value)
        passed = np.bincount(shoe - shoe[0], earned) > perfect + 1e-9
        found.setdefault("passed", []).append(passed.sum())
    return {key: np.array(rows) for key, rows in found.items()}


def _at_the_cut(
    session: Session, earned: NDArray[np.float64], kept: NDArray[np.bool_], shoe: NDArray[np.int64]
) -> dict[str, Any]:
    net = session.net.sum(axis=1) / BASIS_POINTS
    sums = np.array([np.bincount(shoe - shoe[0], values * kept) for values in (earned, net)])
    return {
        "player_units": sums.sum(axis=1),
        "player_squares": (sums**2).sum(axis=1),
        "player_apart": ((sums[1] - sums[0]) ** 2).sum(),
        "player_bets": (session.stakes[kept] > 0).sum(),
    }


def _growth(priced: PricedShoes, kept: NDArray[np.bool_]) -> Arrays:
    """Logarithmic growth of a bankroll staked by Kelly on one bet, in parts and multiples."""
    shoe = priced.coups.shoe[kept] - priced.coups.shoe[0]
    total = np.zeros((len(GROWING), len(FACTORS), 2))
    squares, beside = np.zeros_like(total), np.zeros_like(total)
    for i, bet in enumerate(GROWING):
        b = priced.game.index(bet)
        pays = priced.game.pays[b].max() / BASIS_POINTS
        worth, net = priced.worth[kept, b], priced.net[kept, b]
        win, share = (worth + 1) / (pays + 1), np.maximum(worth, 0) / pays
        shoes = []
        for factor in FACTORS:
            staked = np.minimum(factor * share, 0.999)
            expected = win * np.log1p(pays * staked) + (1 - win) * np.log1p(-staked)
            grown = (expected, np.log1p(staked * net))
            shoes.append([np.bincount(shoe, values) for values in grown])
        by_shoe = np.array(shoes)  # factor, scoring, shoe
        kelly = by_shoe[FACTORS.index(1.0)]
        total[i], squares[i] = by_shoe.sum(axis=2), (by_shoe**2).sum(axis=2)
        beside[i] = ((kelly - by_shoe) ** 2).sum(axis=2)
    return {"growth": total, "growth_squares": squares, "growth_beside": beside}


def ruined(
    game: dict[str, Any],
    player: str,
    seed: int,
    pool: int,
    gamblers: int,
    shoes: int,
) -> Arrays:
    """Send gamblers who play like `player` through `shoes` shoes drawn from a pool of dealt ones.

    `lowest` `(gamblers,)` units; `bets` and `wins` made in the pool; `net` `(3,)` number of
    shoes in the pool, sum and sum of squares of their settled results in units.
    """
    rules = as_game(game)
    parts = [
        _results(play_pool(rules, player, seed, first, min(4000, pool - first)))
        for first in range(0, pool, 4000)
    ]
    net, low = (np.concatenate([part[i] for part in parts]) for i in range(2))
    random = np.random.Generator(np.random.PCG64(seed))
    lowest = lowest_points(net, low, gamblers=gamblers, shoes=shoes, random=random)
    bets, wins = (sum(int(part[i]) for part in parts) for i in (2, 3))
    return {
        "lowest": lowest,
        "bets": np.array(bets),
        "wins": np.array(wins),
        "net": np.array([net.size, net.sum(), (net**2).sum()]),
    }


def play_pool(
    game: Any, player: str, seed: int, first: int, shoes: int
) -> tuple[simulate.Coups, Session]:
    """Deal some shoes and play them."""
    coups = simulate.deal(game, shoes=shoes, seed=seed, first=first)
    return coups, play(make(player), Schedule.lay_out(game, coups, min(1000, shoes)))


def _results(played: tuple[simulate.Coups, Session]) -> tuple[Any, Any, int, int]:
    """Result and lowest point of each shoe in whole units, bets made and won."""
    coups, session = played
    opens = np.flatnonzero(coups.coup == 0)
    net = session.net.sum(axis=1) // BASIS_POINTS
    path = net.cumsum()
    before = np.repeat(path[opens] - net[opens], np.diff(np.append(opens, net.size)))
    low = np.minimum.reduceat(path - before, opens)
    bets, wins = (session.stakes > 0).sum(), (session.net > 0).sum()
    return np.add.reduceat(net, opens), low, int(bets), int(wins)
