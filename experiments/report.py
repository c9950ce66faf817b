"""Stored results become one HTML page that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from experiments import RequestError
from experiments.cells import write
from experiments.plotting import Figure
from experiments.provenance import short_commit
from experiments.questions import Question
from experiments.results import Answer, Results, load
from experiments.tables import Table

__all__ = ["PAGE", "TITLE", "Section", "page", "section", "sections", "verdict", "write_report"]

PAGE = "report.html"
TITLE = "Can baccarat be beaten?"
TEMPLATE = "report.html.jinja"


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
    settings = ", ".join(f"{name} {value}" for name, value in run["config"].items())
    return Section(
        name=question.name,
        title=question.title,
        answer=question.answer(results),
        figures=question.plot(results),
        tables=question.tables(results),
        method=[" ".join(part.split()) for part in question.method.split("\n\n")],
        procedures=results.procedures,
        seed=run["seed"],
        seeds=", ".join(map(str, results.seeds)),
        settings=f"profile {run['profile']}: {settings}",
        work=f"{len(results.cells)} cells, {results.seconds:,.0f} seconds on one core in all.",
        versions=_versions(results),
        command=run["command"],
    )


def sections(out: Path, questions: Sequence[Question]) -> list[Section]:
    """Read every question that was run to its end, in the order given."""
    found = [(question, load(out, question.name)) for question in questions]
    return [section(question, results) for question, results in found if results]


def page(found: Sequence[Section]) -> str:
    """Write the page, every text escaped."""
    templates = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        finalize=_keep_together,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return templates.get_template(TEMPLATE).render(
        title=TITLE, verdict=verdict(found), sections=found
    )


def verdict(found: Sequence[Section]) -> str:
    """Join what the questions add to the verdict; the first one's finding if none adds any."""
    added = " ".join(part.answer.verdict for part in found if part.answer.verdict)
    return added or found[0].answer.sentence


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


def _keep_together(value: Any) -> Any:
    """Let no line break part a number from its per cent sign."""
    return value.replace(" %", "\N{NO-BREAK SPACE}%") if type(value) is str else value


def _versions(results: Results) -> str:
    commits = {
        short_commit(cell.manifest["provenance"]): cell.manifest["provenance"]["versions"]
        for cell in results.cells
    }
    return "; ".join(
        f"commit {commit}, " + ", ".join(f"{name} {version}" for name, version in versions.items())
        for commit, versions in commits.items()
    )
