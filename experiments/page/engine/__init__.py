"""The engine of the pages: odds, dealing, settlement and bettors in the browser, each once.

`script` joins the parts a page asks for with what they need to know: the drawing chart and the
pay tables come from the library's own rules.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import Game
from baccarat_env.rules import (
    CARD_VALUE,
    NATURAL,
    PLAYER_DRAWS_TO,
    THIRD_CARD_STANDS,
    chart_draws,
)

__all__ = ["PARTS", "rules", "script", "table"]

HERE = Path(__file__).parent
PARTS = ("odds", "deal", "settle", "doubling", "band")
"""The parts, each after those it needs."""

STRICT = '"use strict";\n'


def rules() -> dict[str, Any]:
    """Write the value of each card and the drawing chart, ready for JSON."""
    return {
        "cardValue": CARD_VALUE.tolist(),
        "chart": chart_draws.astype(int).tolist(),
        "stands": THIRD_CARD_STANDS,
        "natural": NATURAL,
        "playerDrawsTo": PLAYER_DRAWS_TO,
    }


def table(game: Game) -> dict[str, Any]:
    """Write a game's procedure, and of each bet the net result of all 400 endings per chip."""
    return {
        "name": game.name,
        "decks": game.decks,
        "cut": game.cut,
        "burn": game.burn,
        "afterCut": game.after_cut,
        "bets": [
            {"name": bet.name, "title": bet.title, "net": (pays / BASIS_POINTS).tolist()}
            for bet, pays in zip(game.layout, game.pays, strict=True)
        ],
    }


def script(data: dict[str, Any], *files: Path) -> str:
    """Join what a page knows (`data`, with its "rules"), the engine and the page's own `files`."""
    known = json.dumps(data, ensure_ascii=True, separators=(",", ":")).replace("<", "\\u003c")
    parts = [*(HERE / f"{part}.js" for part in PARTS), *files]
    texts = [file.read_text("utf-8").replace(STRICT, "", 1) for file in parts]
    return "\n".join([STRICT.strip(), f"const DATA = {known};", *texts])
