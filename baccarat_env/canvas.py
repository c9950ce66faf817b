"""A canvas of pixels: boxes, circles, strokes and words, drawn by matplotlib's Agg renderer.

It goes round matplotlib's figures, which are slower. matplotlib is imported
when the first canvas is made.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache, lru_cache
from importlib import import_module
from typing import Any

import numpy as np
from gymnasium.error import DependencyNotInstalled
from numpy.typing import NDArray

from baccarat_env.install import to_install

__all__ = ["Canvas", "Points", "matplotlib_module"]

Points = Sequence[tuple[float, float]]

ALIGN = {"left": 0.0, "centre": 0.5, "right": 1.0}
CAPITALS = 0.73
"""Height of a capital letter, in font sizes."""


class Canvas:
    """Draws on a canvas of pixels; (0, 0) is the upper left corner."""

    def __init__(self, width: int, height: int) -> None:
        agg, path, transforms = map(
            matplotlib_module, ("backends.backend_agg", "path", "transforms")
        )
        self.path, self.affine = path.Path, transforms.Affine2D
        self.height = height
        self.renderer = agg.RendererAgg(width, height, 72)  # a point is a pixel
        self.upright = self.affine().scale(1, -1).translate(0, height)

    def _pen(self, colour: str, width: float) -> Any:
        pen = self.renderer.new_gc()
        pen.set_foreground(colour)
        pen.set_linewidth(width)
        pen.set_capstyle("round")
        return pen

    def _draw(self, path: Any, fill: str, edge: str = "", width: float = 0) -> None:
        self.renderer.draw_path(self._pen(edge or fill, width), path, self.upright, _rgb(fill))

    def box(self, x: float, y: float, width: float, height: float, fill: str) -> None:
        """Fill a rectangle whose upper left corner is (x, y)."""
        corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)]
        self._draw(self.path(corners), fill)

    def card(
        self, x: float, y: float, width: float, height: float, fill: str, edge: str, line: float = 1
    ) -> None:
        """Fill a rectangle with round corners."""
        self._draw(_rounded(self.path, x, y, width, height, 8), fill, edge, line)

    def lines(
        self, pairs: Sequence[tuple[float, float, float, float]], colour: str, width: float
    ) -> None:
        """Draw strokes (x, y, x', y')."""
        if pairs:
            points = np.array(pairs, dtype=np.float64).reshape(-1, 2)
            codes = np.tile([self.path.MOVETO, self.path.LINETO], len(pairs))
            pen = self._pen(colour, width)
            self.renderer.draw_path(pen, self.path(points, codes), self.upright, None)

    def circles(
        self,
        centres: Points,
        radius: float,
        fill: str = "",
        edge: str = "",
        line: float = 0,
    ) -> None:
        """Draw equal circles, filled, with an edge, or both."""
        if centres:
            pen = self._pen(edge or fill, line)
            disc, size = self.path.unit_circle(), self.affine().scale(radius)
            at = self.path(np.array(centres, dtype=np.float64))
            colour = _rgb(fill) if fill else None
            self.renderer.draw_markers(pen, disc, size, at, self.upright, colour)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        colour: str,
        *,
        align: str = "left",
        bold: bool = False,
        angle: float = 0,
        room: float = 1e9,
    ) -> None:
        """Write words with the middle of their capitals at height y, turned by degrees.

        They shrink where they would be wider than `room`.
        """
        if words:
            path, width = _lettering(words, bold)
            placed = self.affine().translate(-width * ALIGN[align], -CAPITALS / 2)
            placed.scale(min(size, room / width)).rotate_deg(angle).translate(x, self.height - y)
            self.renderer.draw_path(self._pen(colour, 0), path, placed, _rgb(colour))

    def pixels(self) -> NDArray[np.uint8]:
        """Read the canvas, `(height, width, 3)`."""
        drawn = np.asarray(self.renderer.buffer_rgba())
        taken = np.empty((*drawn.shape[:2], 3), dtype=np.uint8)
        for channel in range(3):  # four times as fast as one slice
            taken[:, :, channel] = drawn[:, :, channel]
        return taken


@lru_cache(maxsize=2048)
def _lettering(words: str, bold: bool) -> tuple[Any, float]:
    """Outline words in letters of size 1; return them and their width."""
    font = matplotlib_module("font_manager").FontProperties(
        family="DejaVu Sans", weight="bold" if bold else "normal"
    )
    path = matplotlib_module("textpath").TextPath((0, 0), words, size=1, prop=font)
    left, right = path.vertices[:, 0].min(), path.vertices[:, 0].max()
    return matplotlib_module("path").Path(path.vertices - (left, 0), path.codes), float(
        right - left
    )


@cache
def _rgb(colour: str) -> tuple[float, float, float]:
    red, green, blue = bytes.fromhex(colour[1:])
    return red / 255, green / 255, blue / 255


def _rounded(path: Any, x: float, y: float, width: float, height: float, radius: float) -> Any:
    right, bottom, r = x + width, y + height, radius
    points = [
        (x + r, y),
        (right - r, y),
        (right, y),
        (right, y + r),
        (right, bottom - r),
        (right, bottom),
        (right - r, bottom),
        (x + r, bottom),
        (x, bottom),
        (x, bottom - r),
        (x, y + r),
        (x, y),
        (x + r, y),
    ]
    move, line, curve = path.MOVETO, path.LINETO, path.CURVE3
    return path(points, [move, *(line, curve, curve) * 4])


def matplotlib_module(module: str) -> Any:
    """Import a part of matplotlib, whatever MPLBACKEND says, or say which extra brings it."""
    try:
        with _any_backend():
            return import_module(f"matplotlib.{module}")
    except ImportError as error:
        raise DependencyNotInstalled(to_install("matplotlib", "render")) from error


@contextmanager
def _any_backend() -> Iterator[None]:
    """Keep a backend that is not installed from matplotlib's first import: pictures need none."""
    asked = os.environ.get("MPLBACKEND")
    if asked is None or "matplotlib" in sys.modules:
        yield
        return
    del os.environ["MPLBACKEND"]
    try:
        yield
    finally:
        os.environ["MPLBACKEND"] = asked
    with suppress(ValueError):
        import_module("matplotlib").rcParams["backend"] = asked
