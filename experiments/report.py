"""Stored results become one HTML page that needs nothing else.

A question called `FRONT` opens the page: its answer stands first in large letters (up to
three sentences), the first of its tables directly below, then what it means in practice: its second
table and the details of its answer.
The list of questions follows, then a section a question. The opening question's figures,
other tables and method come last. Without its results the page opens with what the
other questions add to the verdict.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from experiments import RequestError
from experiments.plain import plain_lines
from experiments.plotting import Figure
from experiments.provenance import code
from experiments.questions import Question
from experiments.results import RUN, Answer, Results, load
from experiments.sheets import sheets
from experiments.tables import Table
from experiments.writing import write

__all__ = ["FRONT", "PAGE", "TITLE", "Section", "page", "section", "sections", "verdict"]
__all__ += ["write_report"]

FRONT = "verdict"
PAGE = "report.html"
TITLE = "Can baccarat be beaten?"
TOGETHER = {" %": "\N{NO-BREAK SPACE}%", "± ": "±\N{NO-BREAK SPACE}", "< ": "<\N{NO-BREAK SPACE}"}
"""What no end of a line may part, and how it is written then."""

HERE = Path(__file__).parent
TEMPLATE = "report.html.jinja"
STYLE, SCRIPT = ((HERE / name).read_text("utf-8") for name in ("report.css", "report.js"))


@dataclass(frozen=True)
class Section:
    """What the page says about one question."""

    name: str
    title: str
    answer: Answer
    figures: Sequence[Figure]
    tables: Sequence[Table]
    method: Sequence[str]
    procedures: Sequence[str]
    seed: int
    seeds: str
    settings: str
    work: str
    versions: str
    command: str


def section(question: Question, results: Results) -> Section:
    """Put together what the page says about a question."""
    run = results.run
    settings = ", ".join(_setting(name, value) for name, value in run["config"].items())
    return Section(
        name=question.name,
        title=question.title,
        answer=question.answer(results),
        figures=question.plot(results),
        tables=question.tables(results),
        method=[" ".join(part.replace("`", "").split()) for part in question.method.split("\n\n")],
        procedures=results.procedures,
        seed=run["seed"],
        seeds=", ".join(map(str, results.seeds)),
        settings=f"profile {run['profile']}: {settings}",
        work=f"{len(results.cells)} cells, {results.seconds:,.0f} seconds on one core in all.",
        versions=_versions(results),
        command=run["command"],
    )


def _setting(name: str, value: Any) -> str:
    """Name a setting and its value; of settings within settings there may be pages."""
    nested = isinstance(value, list) and any(isinstance(one, dict) for one in value)
    return f"{len(value)} {name} (each in {RUN})" if nested else f"{name} {value}"


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
    return templates.get_template(TEMPLATE).render(
        title=TITLE,
        verdict=verdict(found),
        front=_front(found),
        sections=[part for part in found if part.name != FRONT],
        sheets=sheets,
        style=Markup(STYLE),
        script=Markup(SCRIPT),
        policy=_policy(),
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
    if not isinstance(value, str) or isinstance(value, Markup):
        return value
    text = plain_lines(value)
    for loose, kept in TOGETHER.items():
        text = text.replace(loose, kept)
    return text


def _policy() -> str:
    """Write the page's security policy: its own style and script, pictures in it, no more."""
    style, script = (
        base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        for text in (STYLE, SCRIPT)
    )
    return (
        f"default-src 'none'; img-src data:; style-src 'sha256-{style}'; "
        f"script-src 'sha256-{script}'; base-uri 'none'; form-action 'none'"
    )


def _versions(results: Results) -> str:
    commits = {
        code(cell.manifest["provenance"]): cell.manifest["provenance"]["versions"]
        for cell in results.cells
    }
    mixed = f"Warning, computed by {len(commits)} states of the code: " if len(commits) > 1 else ""
    return mixed + "; ".join(
        f"commit {commit}, " + ", ".join(f"{name} {version}" for name, version in versions.items())
        for commit, versions in commits.items()
    )
