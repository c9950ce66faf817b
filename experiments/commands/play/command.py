"""The command that seats a person at a table in the terminal."""

from __future__ import annotations

from dataclasses import replace
from secrets import randbelow
from typing import Annotated

import tyro

from baccarat_env.game import as_game
from baccarat_env.house import House
from baccarat_env.table import Table
from experiments import RequestError
from experiments.commands.play.screen import Screen
from experiments.commands.play.session import Session
from experiments.page.options import about
from experiments.shoes.procedure import GAME_NAMES

__all__ = ["play"]


def play(
    game: Annotated[str, about(f"{GAME_NAMES}.")] = "ez",
    bankroll: Annotated[int, about("Chips to start with, at every seat.")] = 1_000,
    low: Annotated[int, about("Least stake in chips.")] = 1,
    high: Annotated[int, about("Largest stake in chips.")] = 500,
    side_high: Annotated[int | None, about("Largest stake on a side bet.", metavar="N")] = None,
    decks: Annotated[int | None, about("Decks of the shoe, 1 to 8.", metavar="N")] = None,
    cut: Annotated[int | None, about("Cards behind the cut card.", metavar="N")] = None,
    seat: Annotated[
        tyro.conf.UseAppendAction[tuple[str, ...]],
        about("Who sits at another seat; once for each of them.", metavar="AGENT"),
    ] = (),
    seed: Annotated[int | None, about("The shoes' seed; else a new one.", metavar="N")] = None,
    fast: Annotated[bool, about("No pauses between cards.")] = False,
) -> None:
    """Play a shoe in the terminal: cards, roads, exact odds, and a reckoning at the end.

    Example: python -m experiments play --game mini --bankroll 100 --seat martingale:bet=player
    """
    try:
        rules = as_game(game)
        rules = replace(
            rules,
            decks=rules.decks if decks is None else decks,
            cut=rules.cut if cut is None else cut,
        )
        house = House(low, high, side_low=min(low, side_high or low), side_high=side_high)
        table = Table(rules, house=house, seed=randbelow(10**6) if seed is None else seed)
        code = Session(Screen.here(fast=fast), table, bankroll, seat).play()
    except ValueError as problem:
        raise RequestError(str(problem)) from None
    if code:
        raise SystemExit(code)
