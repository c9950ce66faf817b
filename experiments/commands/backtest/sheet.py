"""A backtest as one page that needs nothing else: sentence, table, figures, each beside flat."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

import experiments.page as machinery
from experiments.page.figure import Figure
from experiments.page.page import STYLE
from experiments.page.policy import policy
from experiments.page.sheet import sheets
from experiments.page.table import Table
from experiments.page.text import plain_lines

__all__ = ["Part", "render"]

HERE = Path(__file__).parent
PAGES = Path(machinery.__file__).parent


@dataclass(frozen=True)
class Part:
    """A section of the sheet: its name in the address, what it says, draws and lists."""

    name: str
    title: str
    sentence: str
    figures: Sequence[Figure]
    tables: Sequence[Table]


def render(
    title: str, front: Part, parts: Sequence[Part], sentences: Sequence[str], method: Sequence[str]
) -> bytes:
    """Write the page, every text escaped; it may load and run nothing but what it holds."""
    templates = Environment(
        loader=FileSystemLoader([HERE, PAGES]),
        autoescape=True,
        finalize=_shown,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters |= {"drawn": Markup, "broken": _broken}
    style = STYLE + (HERE / "sheet.css").read_text("utf-8")
    script = (PAGES / "page.js").read_text("utf-8")
    return (
        templates.get_template("sheet.html.jinja")
        .render(
            title=title,
            sentence=front.sentence,
            sentences=sentences,
            front=front,
            parts=parts,
            method=method,
            sheets=sheets,
            style=Markup(style),
            script=Markup(script),
            policy=policy(style, script, "img-src data:"),
        )
        .encode()
    )


def _broken(name: str) -> Markup:
    """Let lines break between the options of an agent."""
    return Markup(re.sub(r"[:,]", r"\g<0><wbr>", str(escape(plain_lines(name)))))


def _shown(value: Any) -> Any:
    """Show every character of a text."""
    return plain_lines(value) if type(value) is str else value
