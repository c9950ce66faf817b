"""The table that is asked for: which game, and how it is dealt; one set of options for all."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from baccarat_env.game import GAMES, MINI_BACCARAT, Game, as_game
from experiments import RequestError
from experiments.page.options import about
from experiments.page.text import plain

__all__ = ["GAME_NAMES", "Dealing", "dealt_with", "game_named"]

USUAL = MINI_BACCARAT

GAME_NAMES = f"{', '.join(GAMES)}; with other bets as ez+tie_on_7 (listed by `bets`)"
"""What may stand behind --game, for its help."""

LARGEST_FILE = 1_000_000
"""Bytes of the file of a game that are read."""


@dataclass(frozen=True)
class Dealing:
    """The options that say which game is played and how its shoes are dealt."""

    game: Annotated[str, about(f"{GAME_NAMES}; or a file: FILE.json.")] = "mini"
    decks: Annotated[int | None, about("Decks of a shoe, 1 to 8.", USUAL.decks, metavar="N")] = None
    cut: Annotated[int | None, about("Cards behind the cut card.", USUAL.cut, metavar="N")] = None
    burn: Annotated[bool, about("The first card burns cards by its value (usual).")] = False
    no_burn: Annotated[bool, about("Nothing is burned.")] = False
    after_cut: Annotated[
        int | None, about("Coups after the cut card.", USUAL.after_cut, metavar="N")
    ] = None

    @property
    def table(self) -> Game:
        """The game as it is dealt here. Raises RequestError for what no table can be."""
        if self.burn and self.no_burn:
            raise RequestError("--burn and --no-burn exclude each other: give one of them")
        burn = True if self.burn else False if self.no_burn else None
        return dealt_with(
            game_named(self.game),
            decks=self.decks,
            cut=self.cut,
            burn=burn,
            after_cut=self.after_cut,
        )


def dealt_with(game: Game, **procedure: Any) -> Game:
    """Deal a game another way; what is None stays. Raises RequestError if no table can."""
    try:
        return replace(game, **{name: told for name, told in procedure.items() if told is not None})
    except ValueError as problem:
        raise RequestError(str(problem)) from None


def game_named(text: str) -> Game:
    """Find a game by its name, in any case and with hyphens or underscores, or read its file.

    >>> game_named("EZ_Dragon").name
    'EZ Baccarat, Dragon 7 only'

    Raises RequestError that names the nearest game, or what is wrong with the file.
    """
    if text.lower().endswith(".json"):
        return _from_file(Path(text))
    try:
        return as_game(text)
    except ValueError as problem:
        raise RequestError(
            f"{plain(str(problem))}, or name a file FILE.json that holds a game as Game.to_dict "
            "writes it"
        ) from None


def _from_file(path: Path) -> Game:
    name = plain(str(path))
    try:
        with path.open("rb") as file:
            text = file.read(LARGEST_FILE + 1)
    except OSError as problem:
        raise RequestError(f"game {name}: {(problem.strerror or str(problem)).lower()}") from None
    if len(text) > LARGEST_FILE:
        raise RequestError(f"game {name} is larger than {LARGEST_FILE:,} bytes: no game is")
    try:
        return Game.from_dict(json.loads(text))
    except (ValueError, TypeError, RecursionError) as problem:
        raise RequestError(
            f"game {name}: {plain(str(problem)) or 'nested too deeply'}: "
            "write the file with json.dump(game.to_dict(), file)"
        ) from None
