"""One style for every figure, drawn twice: for light pages and for dark ones.

Figures are as wide as a phone, so that their text is not shrunk there. Colours are
those of Okabe and Ito, which colour-blind readers tell apart.

Source: Okabe and Ito, "Color Universal Design" (2008), for the palette.
"""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from baccarat_env.brush import matplotlib_module

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

__all__ = [
    "DARK",
    "LIGHT",
    "PHONE_WIDTH",
    "Drawing",
    "Figure",
    "Theme",
    "draw",
    "fans_height",
    "paint_fans",
    "plain_tick",
]

PHONE_WIDTH = 4.1
"""Inches at 96 points of a screen an inch: as wide as a phone."""


@dataclass(frozen=True)
class Theme:
    """The colours of a page."""

    ink: str
    faint: str
    first: str
    second: str
    third: str


LIGHT = Theme(ink="#1f2328", faint="#c9ced4", first="#0072B2", second="#D55E00", third="#009E73")
DARK = Theme(ink="#e6e8ea", faint="#454c54", first="#56B4E9", second="#E69F00", third="#33c49a")

Paint = Callable[["Canvas", Theme], None]


@dataclass(frozen=True)
class Drawing:
    """How a figure is drawn: `paint(canvas, theme)` puts the marks on `height` inches.

    `name` is the block of words that belongs to it, and `about` what that block calls `this`.
    """

    name: str
    paint: Paint
    height: float
    about: Any = None


@dataclass(frozen=True)
class Figure:
    """A finished figure: what it shows, how to read it, and its picture for both pages."""

    title: str
    alt: str
    reading: str
    light: str
    dark: str


def draw(drawing: Drawing, title: str, alt: str, reading: str) -> Figure:
    """Draw a figure for light pages and for dark ones."""
    light, dark = (_picture(drawing.paint, drawing.height, theme) for theme in (LIGHT, DARK))
    return Figure(title, alt, reading, light, dark)


DRAWN_PATHS = 8
"""Players whose paths a fan shows one by one."""


def paint_fans(
    canvas: Canvas,
    theme: Theme,
    marks: NDArray[Any],
    paths: NDArray[np.float64],
    lines: Sequence[tuple[str, float]],
    band: tuple[int, int],
) -> None:
    """Paint a panel for each of B results: sample paths, pointwise band, the exact line.

    `marks` `(M,)` is where the G `paths` `(G, M, B)` stand; `lines` names each panel and
    its exact value; `band` is a pair of percentiles.
    """
    low, high = np.percentile(paths, band, axis=0)
    panels = canvas.subplots(-(-len(lines) // 2), 2, sharex=True, squeeze=False).ravel()
    for i, (axes, (name, exact)) in enumerate(zip(panels, lines, strict=False)):
        axes.fill_between(marks, low[:, i], high[:, i], color=theme.first, alpha=0.25, lw=0)
        axes.plot(marks, paths[:DRAWN_PATHS, :, i].T, color=theme.first, lw=0.6, alpha=0.8)
        axes.axhline(exact, color=theme.second)
        axes.set_xscale("log")
        axes.set_title(name)
        axes.xaxis.set_major_formatter("{x:,.0f}")
        axes.tick_params(labelbottom=i + 2 >= len(lines))
    for axes in panels[len(lines) :]:
        axes.remove()


def fans_height(panels: int) -> float:
    """Find the height in inches that `paint_fans` needs."""
    return 0.5 + 1.6 * -(-panels // 2)


def plain_tick(x: float, _: float | None = None) -> str:
    """Write a number on a logarithmic axis without an exponent.

    >>> plain_tick(1e-5), plain_tick(100.0)
    ('0.00001', '100')
    """
    return np.format_float_positional(x, precision=3, fractional=False, trim="-")


def _picture(paint: Paint, height: float, theme: Theme) -> str:
    """Draw for one page; return an SVG picture as a data address."""
    figure = matplotlib_module("figure")
    with matplotlib_module("style").context(_settings(theme)):
        canvas = figure.Figure(figsize=(PHONE_WIDTH, height), layout="constrained")
        paint(canvas, theme)
        buffer = io.StringIO()
        canvas.savefig(buffer, format="svg", transparent=True, metadata={"Date": None})
    drawing = buffer.getvalue()
    drawing = PATH.sub(_two_decimals, drawing[drawing.index("<svg") :])
    return "data:image/svg+xml;base64," + base64.b64encode(drawing.encode()).decode()


PATH = re.compile(r'\bd="[^"]*"')


def _two_decimals(path: re.Match[str]) -> str:
    """Shorten the coordinates of a path: a hundredth of a point is not seen."""
    return re.sub(r"(\.\d\d)\d+", r"\1", path[0])


def _settings(theme: Theme) -> dict[str, Any]:
    return {
        "axes.edgecolor": theme.ink,
        "axes.grid": True,
        "axes.labelcolor": theme.ink,
        "axes.spines.right": False,
        "axes.spines.top": False,
        "axes.titlelocation": "left",
        "axes.titlesize": 9,
        "axes.labelsize": 9,
        "axes.axisbelow": True,
        "font.family": "DejaVu Sans",
        "font.size": 9,
        "grid.color": theme.faint,
        "grid.linewidth": 0.6,
        "legend.fontsize": 8.5,
        "legend.frameon": False,
        "lines.linewidth": 1.6,
        "svg.hashsalt": "baccarat",
        "text.color": theme.ink,
        "xtick.color": theme.ink,
        "xtick.labelsize": 8.5,
        "ytick.color": theme.ink,
        "ytick.labelsize": 8.5,
    }
