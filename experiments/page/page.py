"""Stored results become one HTML page that needs nothing else.

A question called `FRONT` opens the page: its answer (up to three sentences), the first of its
tables as tiles, and the house edge of every bet as bars. A section a question follows: its answer
and its first figure; all else is folded. The opening question's figures, tables and method come
last, before the glossary. `?print=all` in the address opens what is folded, `?present` shows a
section a screen. Where the script runs, two of the pictures can be tried. Without its results the
page opens with what the other questions add to the verdict.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from experiments import RequestError
from experiments.page.engine import script
from experiments.page.explorables import EXPLORABLES, explorables
from experiments.page.figure import DARK, LIGHT, colours
from experiments.page.glossary import TERMS, linker
from experiments.page.policy import policy
from experiments.page.price import house_edges
from experiments.page.section import Section, section
from experiments.page.sheet import cells, sheets
from experiments.page.table import MARKS
from experiments.page.text import plain_lines
from experiments.work.files import write
from experiments.work.question import Question
from experiments.work.results import load

__all__ = ["FRONT", "PAGE", "TITLE", "page", "sections", "verdict", "write_report"]

FRONT = "verdict"
PAGE = "report.html"
TITLE = "Can baccarat be beaten?"
TOGETHER = {" %": "\N{NO-BREAK SPACE}%", "± ": "±\N{NO-BREAK SPACE}", "< ": "<\N{NO-BREAK SPACE}"}
"""What no end of a line may part, and how it is written then."""

HERE = Path(__file__).parent
TEMPLATE = "page.html.jinja"
SCRIPTS = ("page", "address", "removed", "bettors", "open", "present")
"""The page's own scripts, each after those it needs."""
KNOWN = explorables()
SCRIPT = script(KNOWN, *(HERE / f"{part}.js" for part in SCRIPTS))
STYLE = (
    f":root {{ {colours(LIGHT)} }}\n"
    f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {colours(DARK)} }} }}\n"
    + (HERE / "page.css").read_text("utf-8")
)


def sections(out: Path, questions: Sequence[Question]) -> list[Section]:
    """Read every question that was run to its end, in the order given."""
    found = [(question, load(out, question.name)) for question in questions]
    return [section(question, results) for question, results in found if results]


def page(found: Sequence[Section]) -> str:
    """Write the page, every text escaped. The browser is told to load and run nothing else."""
    templates = Environment(
        loader=FileSystemLoader(HERE),
        autoescape=True,
        finalize=_shown,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters |= {"drawn": Markup, "cells": cells, "linked": linker(_text)}
    return templates.get_template(TEMPLATE).render(
        title=TITLE,
        verdict=verdict(found),
        front=_front(found),
        sections=[part for part in found if part.name != FRONT],
        sheets=sheets,
        prices=house_edges(),
        marks=MARKS,
        terms=TERMS,
        explorables=EXPLORABLES,
        known=KNOWN["bettors"],
        style=Markup(STYLE),
        script=Markup(SCRIPT),
        policy=policy(STYLE, SCRIPT, "img-src data:"),
    )


def verdict(found: Sequence[Section]) -> str:
    """Say what was found in all: the answer of the question `FRONT`.

    Without one, join what the questions add to the verdict; the first one's finding if none
    adds any.
    """
    front = _front(found)
    if front:
        return front.answer.sentence
    added = " ".join(part.answer.verdict for part in found if part.answer.verdict)
    return added or found[0].answer.sentence


def _front(found: Sequence[Section]) -> Section | None:
    return next((part for part in found if part.name == FRONT), None)


def write_report(out: Path, questions: Sequence[Question]) -> tuple[Path, list[Section]]:
    """Draw the report of the results in `out`; return its path and what it says.

    Raises RequestError if no question was run to its end, or a result is damaged.
    """
    found = sections(out, questions)
    if not found:
        raise RequestError(f"{out} holds no finished question: run one first")
    place = out / PAGE
    write(place, page(found).encode())
    return place, found


def _shown(value: Any) -> Any:
    """Show every character of a text and keep together what belongs together."""
    return _text(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _text(value: str) -> str:
    text = plain_lines(value)
    for loose, kept in TOGETHER.items():
        text = text.replace(loose, kept)
    return text
