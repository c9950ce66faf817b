"""One style for every figure, drawn once; the page's style gives it its colours, light or dark.

Figures are as wide as a phone, so that their text is not shrunk there. Colours are
those of Okabe and Ito, which colour-blind readers tell apart.

Source: Okabe and Ito, "Color Universal Design" (2008), for the palette.
"""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

from baccarat_env.canvas import matplotlib_module

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

__all__ = [
    "DARK",
    "LIGHT",
    "PHONE_WIDTH",
    "Drawing",
    "Figure",
    "Theme",
    "colours",
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
    """A finished figure: what it shows, how to read it, and its picture, an SVG element."""

    title: str
    alt: str
    reading: str
    picture: str


def draw(drawing: Drawing, title: str, alt: str, reading: str) -> Figure:
    """Draw a figure whose colours are the page's."""
    return Figure(title, alt, reading, _picture(drawing.paint, drawing.height))


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


def colours(theme: Theme) -> str:
    """Write the colours of a page as CSS declarations, which `Figure.picture` asks for."""
    return "".join(f"{_variable(name)}: {value};" for name, value in asdict(theme).items())


def _variable(name: str) -> str:
    return f"--figure-{name}"


def _picture(paint: Paint, height: float) -> str:
    """Draw; return an SVG element without styles of its own, which a page may refuse."""
    figure = matplotlib_module("figure")
    with matplotlib_module("style").context(_settings(LIGHT)):
        canvas = figure.Figure(figsize=(PHONE_WIDTH, height), layout="constrained")
        paint(canvas, LIGHT)
        buffer = io.StringIO()
        canvas.savefig(buffer, format="svg", transparent=True, metadata={"Date": None})
    drawn = buffer.getvalue()
    picture = ElementTree.fromstring(drawn[drawn.index("<svg") :])
    for element in picture.iter():
        _plain_attributes(element)
        for child in [one for one in element if one.tag.endswith(("}metadata", "}style"))]:
            element.remove(child)
    for name in ("width", "height", "version"):
        picture.attrib.pop(name, None)
    _name_apart(picture, hashlib.sha256(drawn.encode()).hexdigest()[:8])
    return ElementTree.tostring(picture, encoding="unicode")


def _plain_attributes(element: ElementTree.Element) -> None:
    """Turn styles into attributes, colours into the page's, and leave out name spaces."""
    element.tag = element.tag.rpartition("}")[2]
    given = {name.rpartition("}")[2]: value for name, value in element.attrib.items()}
    styles = [one.partition(":") for one in given.pop("style", "").split(";") if one.strip()]
    given |= {name.strip(): value.strip() for name, _, value in styles}
    if found := FONT.search(given.pop("font", "")):
        given |= {"font-size": found["size"], "font-weight": found["weight"] or "400"}
    for name, colour in asdict(LIGHT).items():
        for painted in ("fill", "stroke"):
            if given.get(painted, "").lower() == colour.lower():
                given[painted] = f"var({_variable(name)})"
    if "d" in given:
        given["d"] = LONG.sub(r"\1", given["d"])
    element.attrib.clear()
    element.attrib.update(given)


FONT = re.compile(r"(?P<weight>bold|[1-9]00)?\s*(?P<size>[\d.]+px)")
LONG = re.compile(r"(\.\d\d)\d+")
"""More than a hundredth of a point, which is not seen."""
REFERENCE = re.compile(r"(?<=#)[\w-]+")


def _name_apart(picture: ElementTree.Element, prefix: str) -> None:
    """Keep the names that are referred to, each unlike those of other pictures on the page."""
    elements = list(picture.iter())
    used = {
        name
        for element in elements
        for key in ("href", "clip-path")
        for name in REFERENCE.findall(element.get(key, "")[:80])
    }
    for element in elements:
        if (name := element.attrib.pop("id", None)) in used:
            element.set("id", f"{prefix}-{name}")
        for key in ("href", "clip-path"):
            if not element.get(key, "data:").startswith("data:"):
                element.set(key, REFERENCE.sub(rf"{prefix}-\g<0>", element.attrib[key]))


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
        "svg.fonttype": "none",
        "svg.hashsalt": "baccarat",
        "text.color": theme.ink,
        "xtick.color": theme.ink,
        "xtick.labelsize": 8.5,
        "ytick.color": theme.ink,
        "ytick.labelsize": 8.5,
    }
