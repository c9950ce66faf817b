"""The pictures of README and docs: a table, a shoe that is dealt, the screen people play on."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from baccarat_env.canvas import matplotlib_module
from baccarat_env.game import EZ_BACCARAT
from baccarat_env.table import Table
from experiments import RequestError
from experiments.commands.play.screen import Screen
from experiments.commands.play.session import Session
from experiments.page.options import about
from experiments.page.terminal import Terminal

__all__ = ["moving_table", "pictures", "play_screen", "table_picture"]

Picture = NDArray[np.uint8]

SEED, COUPS = 56, 61
ROADS_TOP = 406
"""The row of pixels where the roads begin in a picture of the table."""

WIDTH = 600
"""Pixels of the moving picture."""

FIRST_BET, LATE_BET = "banker 10", "banker 25 tie 2 dragon 5"


def pictures(
    out: Annotated[Path, about("Folder of the pictures.")] = Path("results/pictures"),
) -> None:
    """Draw the table, its roads, a shoe and the play screen: table.png, shoe.webp, play.svg.

    Example: python -m experiments pictures --out results/pictures
    """
    if out.exists() and not out.is_dir():
        raise RequestError(f"out={str(out)!r} is a file: it must be a folder")
    out.mkdir(parents=True, exist_ok=True)
    table = table_picture()
    _save(out / "table.png", table)
    _save(out / "roads.png", table[ROADS_TOP:])
    (out / "shoe.webp").write_bytes(moving_table())
    (out / "play.svg").write_text(play_screen(), encoding="utf-8")
    for name in ("table.png", "roads.png", "shoe.webp", "play.svg"):
        Terminal().print(str(out / name), soft_wrap=True)


def _save(file: Path, picture: Picture) -> None:
    matplotlib_module("image").imsave(file, np.ascontiguousarray(picture))


def table_picture(seed: int = SEED, coups: int = COUPS) -> Picture:
    """Render an environment's table after so many coups, `(H, W, 3)`."""
    *_, last = _tables(seed, range(coups, coups + 1))
    return last


def moving_table(seed: int = SEED, coups: int = COUPS) -> bytes:
    """Render every fifth coup of a shoe up to so many, small, as an animated WebP."""
    frames = [_small(drawn) for drawn in _tables(seed, range(1, coups + 1, 5))]
    written = io.BytesIO()
    durations = [800] * (len(frames) - 1) + [3_000]  # milliseconds; the last one stays
    frames[0].save(
        written, "webp", save_all=True, append_images=frames[1:], duration=durations, loop=0,
        quality=55, method=6,
    )  # fmt: skip
    return written.getvalue()


def _small(drawn: Picture) -> Image.Image:
    whole = Image.fromarray(drawn)
    return whole.resize((WIDTH, whole.height * WIDTH // whole.width), Image.Resampling.LANCZOS)


def _tables(seed: int, shown: range) -> Iterator[Picture]:
    """Render an environment's table after each number of coups that is shown."""
    env = gym.make(
        "baccarat_env:baccarat/EZ-v0",
        render_mode="rgb_array",
        bankroll=1_000,
        chips=(0, 10, 25),
        side_chips=(0, 5),
    )
    env.reset(seed=seed)
    for coup in range(1, shown.stop):
        env.step([0, 2, 0, 1, 0])
        if coup in shown:
            drawn = env.render()
            assert isinstance(drawn, np.ndarray)
            yield drawn
    env.close()


def play_screen(seed: int = SEED, coups: int = COUPS) -> str:
    """Play `coups` coups by script; the screen at the last one, with the odds asked for, as SVG.

    The fonts it names come from the reader's machine: nothing is fetched.
    """
    console = Terminal(
        file=io.StringIO(),
        record=True,
        force_terminal=True,
        color_system="truecolor",
        width=80,
        height=40,
    )
    taken: list[str] = []

    def lines() -> Iterator[str]:
        yield FIRST_BET
        yield from ["again"] * (coups - 2)
        prompt = console.export_text().splitlines()[-1]
        screen.say(prompt, "bold", end="")
        yield LATE_BET
        yield "odds"
        taken.append(console.export_svg(title="python -m experiments play", unique_id="play"))

    script = lines()
    screen = Screen(console, ask=lambda: next(script, "quit"))
    Session(screen, Table(EZ_BACCARAT, seed=seed), 1_000).play()
    return re.sub(r"@font-face \{.*?\}\s*", "", taken[0], flags=re.DOTALL)
