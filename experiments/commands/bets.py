"""The command that lists every bet of the catalogue, and tells all about one of them."""

from __future__ import annotations

from typing import Annotated

import numpy as np
import tyro
from rich.table import Table as Grid

from agents.counts.in_print import PUBLISHED
from baccarat_env import catalogue, odds, pairs
from baccarat_env.bet import MAIN_BETS
from baccarat_env.game import GAMES, Game
from baccarat_env.names import did_you_mean, typed
from baccarat_env.offer import Offer
from baccarat_env.rules import MAX_DECKS, full_shoe
from experiments import RequestError
from experiments.page.number import minus
from experiments.page.options import about
from experiments.page.terminal import page

__all__ = ["bets", "example_game"]

SIX_DECKS = 6


def bets(
    name: Annotated[
        str | None, tyro.conf.Positional, about("Without it: all.", metavar="[NAME]")
    ] = None,
) -> None:
    """List the bets that casinos offer, with what the house keeps, or tell all about one.

    Example: python -m experiments bets tie_on_7
    """
    if name is None:
        _list()
    elif typed(name) in catalogue.OFFERS:
        _tell(catalogue.offer(name))
    elif typed(name) in pairs.BETS:
        _tell_pair(typed(name))
    else:
        near = did_you_mean(name, [*catalogue.OFFERS, *pairs.BETS])
        raise RequestError(f"there is no bet {name!r}: {near}")


def example_game(row: Offer) -> str:
    """Name a game that offers a bet: a table of the rule sheets if one does.

    >>> example_game(catalogue.offer("dragon_7")), example_game(catalogue.offer("lucky_6"))
    ('ez', 'mini+lucky_6')
    >>> example_game(catalogue.offer("banker_half_on_6"))
    'mini-banker+banker_half_on_6'
    """
    for table, game in GAMES.items():
        if row.bet in game.layout:
            return table
    place = f"-{row.bet.name}" if row.bet.name in MAIN_BETS else ""
    return f"mini{place}+{row.name}"


# --- All --------------------------------------------------------------------------------


def _list() -> None:
    console = page()
    rows = catalogue.OFFERS.values()
    whole = Game("The catalogue", tuple(row.alone for row in rows))
    edges = dict(zip(whole.bets, _edges(whole, MAX_DECKS), strict=True))
    for family in catalogue.families():
        grid = _grid(family)
        for known in catalogue.names(family):
            row = catalogue.offer(known)
            grid.add_row(row.name, row.title, _percent(edges[known]), row.where)
        console.print(grid)
    grid = _grid("pairs and colours: priced, but no layout here offers them")
    for name, pair in pairs.BETS.items():
        edge = _percent(_pair_edge(name, MAX_DECKS))
        grid.add_row(name, pair.title, edge, f"printed by {pair.source}")
    console.print(grid)
    console.print(
        f"House edge in % of the stake, exact, for {MAX_DECKS} decks. "
        "python -m experiments bets NAME tells all about one."
    )


def _grid(title: str) -> Grid:
    grid = Grid(title=title[0].upper() + title[1:], title_justify="left")
    grid.add_column("Name")
    grid.add_column("Bet", overflow="fold")
    grid.add_column("House edge %", justify="right")
    grid.add_column("Offered", overflow="fold")
    return grid


# --- One --------------------------------------------------------------------------------


def _tell(row: Offer) -> None:
    console, game = page(), example_game(row)
    alone = Game(row.title, (row.bet,))
    console.print(f"{row.name}: {row.title}")
    console.print(f"Family: {row.family}. Offered: {row.where}. Pay table by {row.source}.")
    tables = [table for table, known in GAMES.items() if row.bet in known.layout]
    if tables:
        console.print(f"On the layout of {', '.join(tables)}.")
    grid = Grid("Ending", "Pays")
    for _, when, pays in alone.pay_table():
        grid.add_row(when, pays)
    console.print(grid)
    eight, six = (_percent(_edges(alone, decks)[0]) for decks in (MAX_DECKS, SIX_DECKS))
    printed = f" In print: {row.printed} %." * bool(row.printed)
    console.print(f"House edge: {eight} % with 8 decks, {six} % with 6.{printed}")
    _tell_counts(row)
    console.print(f"Example: python -m experiments play --game {game}")


def _tell_counts(row: Offer) -> None:
    counts = [name for name, count in PUBLISHED.items() if count.bet == row.name]
    bet, game = row.bet.name, example_game(row)
    for count in counts:
        _example(f"Count in print, by {PUBLISHED[count].source}", count, game)
    if not counts:
        page().print("No count for it is in print.")
    _example("Count made to measure", f"derived-count:bet={bet},game={game}", game)


def _example(what: str, agent: str, game: str) -> None:
    page().print(f"{what}: python -m experiments backtest {agent} --game {game}", soft_wrap=True)


def _tell_pair(name: str) -> None:
    console, pair = page(), pairs.bet(name)
    console.print(f"{name}: {pair.title}")
    console.print(f"Pay table by {pair.source}.")
    eight, six = (_percent(_pair_edge(name, decks)) for decks in (MAX_DECKS, SIX_DECKS))
    printed = f" In print: {pair.printed} %." * bool(pair.printed)
    console.print(f"House edge: {eight} % with 8 decks, {six} % with 6.{printed}")
    console.print("It needs ranks or suits, so no layout here offers it.")
    console.print(f"In Python: pairs.expected_value(unseen, {name!r}), from 52 counts.")


def _edges(game: Game, decks: int) -> list[float]:
    return [-100.0 * float(value) for value in odds.expected_value(full_shoe(decks), game)]


def _pair_edge(name: str, decks: int) -> float:
    return -100.0 * float(pairs.expected_value(np.full(52, decks), name))


def _percent(value: float) -> str:
    return minus(f"{value:.4f}")
