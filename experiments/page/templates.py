"""What all pages share: one style, and templates that escape every text of theirs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from experiments.page.figure import DARK, LIGHT, colours
from experiments.page.text import plain_lines

__all__ = ["HERE", "STYLE", "templates", "together"]

HERE = Path(__file__).parent
TOGETHER = {" %": "\N{NO-BREAK SPACE}%", "± ": "±\N{NO-BREAK SPACE}", "< ": "<\N{NO-BREAK SPACE}"}
"""What no end of a line may part, and how it is written then."""

STYLE = (
    f":root {{ {colours(LIGHT)} }}\n"
    f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {colours(DARK)} }} }}\n"
    + (HERE / "page.css").read_text("utf-8")
)


def templates(*folders: Path, **filters: Any) -> Environment:
    """Find templates in the folders, and those that all pages share."""
    found = Environment(
        loader=FileSystemLoader([*folders, HERE]),
        autoescape=True,
        finalize=_shown,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters |= {"drawn": Markup} | filters
    return found


def together(text: str) -> str:
    """Show every character of a text and keep together what belongs together."""
    text = plain_lines(text)
    for loose, kept in TOGETHER.items():
        text = text.replace(loose, kept)
    return text


def _shown(value: Any) -> Any:
    return together(value) if isinstance(value, str) and not isinstance(value, Markup) else value
