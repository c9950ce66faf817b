"""The lesson as one page that needs nothing else: facts, words, style and script in one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from agents.counts.in_print import PUBLISHED
from baccarat_env.bet import MAIN_BETS
from baccarat_env.game import EZ_BACCARAT, Game
from experiments import RequestError
from experiments.lesson.facts import (
    LEAST_GAIN,
    SHOES,
    TRAINED,
    banker_share,
    data,
    house_edges,
    tiles,
)
from experiments.page.engine import script
from experiments.page.options import about, within
from experiments.page.policy import policy
from experiments.page.terminal import Terminal
from experiments.page.text import plain
from experiments.shoes.procedure import game_named
from experiments.work.files import regular, writable, write

__all__ = ["lesson", "lesson_page"]

HERE = Path(__file__).parent
STYLE = (HERE / "lesson.css").read_text("utf-8")
STEPS = ("common", "address", "price", "attempt", "double", "guessing", "counting", "moving")
"""The page's own scripts, each after those it needs."""

HELP_LINES = {
    "United States": "1-800-697-3738",
    "Great Britain": "0808 8020 133",
    "elsewhere": "gamblingtherapy.org",
}
"""Free help by place.

Sources: National Council on Problem Gambling (1-800-MY-RESET, its national line since the end of
2025); GamCare, National Gambling Helpline; Gordon Moody, Gambling Therapy.
"""

MOST_SEED = 2**32 - 1


def lesson(
    game: Annotated[str, about("The table of the lesson: mini or ez.")] = "mini",
    out: Annotated[Path, about("The page.")] = Path("results/lesson.html"),
    seed: Annotated[int, about("The shoes of the class, 0 to 2³² − 1.")] = 1,
) -> None:
    """Write a lesson for a class: one page for the projector and for phones, without a network.

    Example: python -m experiments lesson --game ez --out results/lesson.html
    """
    table = game_named(game)
    if missing := [bet for bet in MAIN_BETS if bet not in table.bets]:
        raise RequestError(f"the lesson needs the bet {missing[0]}: {table.name} does not offer it")
    within("seed", seed, 0, MOST_SEED)
    writable(out.parent)
    regular(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    write(out, lesson_page(table, seed).encode())
    Terminal().print(f"Lesson: {plain(str(out))}", soft_wrap=True)


def lesson_page(game: Game, seed: int) -> str:
    """Write the page. The browser is told to load and run nothing but what it holds."""
    templates = Environment(
        loader=FileSystemLoader(HERE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    known = data(game, seed)
    text = script(known, *(HERE / "steps" / f"{step}.js" for step in STEPS))
    return templates.get_template("lesson.html.jinja").render(
        game=game,
        edges=house_edges(game),
        share=banker_share(game),
        tiles=tiles(game),
        least_gain=LEAST_GAIN,
        scored_shoes=SHOES,
        trainer_edge=house_edges(EZ_BACCARAT)[PUBLISHED[TRAINED].bet],
        count=PUBLISHED[TRAINED],
        help_lines=HELP_LINES,
        data=known,
        style=Markup(STYLE),
        script=Markup(text),
        policy=policy(STYLE, text),
    )
