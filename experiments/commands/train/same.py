"""A training that is taken up again is the one that was begun: options that differ are refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from agents.trained.recipe import Recipe, recipe
from baccarat_env.game import Game, as_game
from baccarat_env.terms import PROCEDURE

__all__ = ["check_same"]


def check_same(
    stored: Recipe,
    asked: Mapping[str, Any],
    terms: Mapping[str, Any],
    settings: Mapping[str, Any],
    out: Path,
) -> None:
    """Raise ValueError naming the first option that was given and differs, with both values.

    `asked`, `terms` and `settings` hold what was given, and nothing else. An option that was
    left out is that of the training, the procedure of the game too.
    """
    dealt = {name: getattr(stored.game, name) for name in PROCEDURE}
    table = replace(as_game(asked.get("game", stored.game)), **dealt)
    for name, given, kept in (
        ("--game", table.name, stored.game.name),
        ("ALGORITHM", asked.get("algorithm", stored.algorithm), stored.algorithm),
    ):
        _same(name, given, kept, out)
    if table != stored.game:
        raise ValueError(f"--game: {table.name} has other bets than the training in {out}")
    wished = _merged(stored, table, asked, terms, settings)
    for name in (name for name in asked if name not in ("game", "algorithm")):
        _same(f"--{name}", getattr(wished, name), getattr(stored, name), out)
    for name in terms:
        now, then = (_term(one, name) for one in (wished, stored))
        option = name.replace("_", "-") if name in OPTIONS else f"term {name}"
        _same(f"--{option}", now, then, out)
    for name in settings:
        now, then = (one.to_dict()["settings"].get(name) for one in (wished, stored))
        _same(f"--set {name}", now, then, out)


OPTIONS = ("information", "reward", "cut", "bankroll", "chips", "actions", "sit_out")
"""Terms that have an option of their own."""


def _merged(
    stored: Recipe,
    game: Game,
    asked: Mapping[str, Any],
    terms: Mapping[str, Any],
    settings: Mapping[str, Any],
) -> Recipe:
    """The stored training with what was given in its place."""
    own = {name: getattr(stored, name) for name in ("coups", "seed", "tables", "device")}
    own |= {name: value for name, value in asked.items() if name in own}
    return recipe(
        stored.algorithm, game, settings={**stored.settings, **settings},
        **own, **{**stored.terms, **terms},
    )  # fmt: skip


def _term(made: Recipe, name: str) -> Any:
    if name in PROCEDURE:
        return getattr(made.game, name)
    return made.to_dict()["terms"].get(name)


def _same(option: str, given: Any, kept: Any, out: Path) -> None:
    if given != kept:
        raise ValueError(
            f"{option} is {given!r}, and the training in {out} has {kept!r}: leave the option out, "
            "or train anew with another --out"
        )
