"""The command that lists every agent that has a name, and tells what one of them does."""

from __future__ import annotations

from typing import Annotated

import tyro
from rich.table import Table as Grid

from agents.by_name import names
from agents.guide import GROUPS, Entry, entry, guide
from baccarat_env.names import did_you_mean, typed
from experiments import RequestError
from experiments.page.options import about
from experiments.page.terminal import page

__all__ = ["systems"]


def systems(
    name: Annotated[
        str | None, tyro.conf.Positional, about("Without it: all.", metavar="[NAME]")
    ] = None,
) -> None:
    """List betting systems, card counters and trained agents, or tell all about one.

    Example: python -m experiments systems martingale
    """
    if name is None:
        _list()
        return
    if typed(name) not in names():
        raise RequestError(f"there is no system {name!r}: {did_you_mean(name, names())}")
    _tell(entry(typed(name)))


def _list() -> None:
    console = page()
    every = guide().values()
    for group, title in GROUPS.items():
        grid = Grid(title=title, title_justify="left")
        grid.add_column("Name")
        grid.add_column("What it does", overflow="fold")
        grid.add_column("Also called", overflow="fold")
        for one in every:
            if one.group == group:
                grid.add_row(one.name, one.sentence, one.also)
        console.print(grid)
    console.print(
        "python -m experiments systems NAME tells the options of one; backtest NAME plays it."
    )


def _tell(one: Entry) -> None:
    console = page()
    console.print(f"{one.name}: {one.sentence}")
    if one.details:
        console.print(one.details)
    if one.also:
        console.print(f"Also called: {one.also}.")
    grid = Grid("Option", "Default", "Meaning")
    for option in one.options:
        grid.add_row(option.name, option.default or "must be given", option.meaning)
    console.print(grid)
    game = "" if one.game == "ez" else f" --game {one.game}"
    console.print(f"Example: python -m experiments backtest {one.example}{game}", soft_wrap=True)
