"""What the page says about one question: words, figures and tables, and how they were found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from baccarat_env.names import counted
from experiments import RequestError
from experiments.page.figure import Figure, draw
from experiments.page.table import Table
from experiments.page.words import Answer, Words
from experiments.work.provenance import code, short_commit
from experiments.work.question import Question
from experiments.work.results import RUN, Results

__all__ = ["Section", "Told", "section", "tell"]


@dataclass(frozen=True)
class Told:
    """What a question says of its results."""

    answer: Answer
    tables: Sequence[Table]
    _figures: Callable[[], Sequence[Figure]]

    @property
    def figures(self) -> Sequence[Figure]:
        """The findings drawn, when they are asked for."""
        return self._figures()


UNFIT = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, EOFError)
"""What findings raise that are made of other arrays than theirs."""


def tell(question: Question, results: Results) -> Told:
    """Turn stored results into findings, once, and say them.

    Raises RequestError where the stored arrays are not those that the question reads.
    """
    try:
        found = question.findings(results)
        words = Words(question.folder / "words.jinja", found)
        tables = list(question.part("tables").tables(found))
        answer = words.answer
    except UNFIT as problem:
        place = results.cells[0].folder.parent if results.cells else question.name
        raise RequestError(
            f"what is stored in {place} cannot be read as results of {question.name} "
            f"({type(problem).__name__}: {problem}): move that folder away and run it again"
        ) from problem

    def figures() -> list[Figure]:
        drawings = question.part("figures").figures(found)
        return [draw(drawing, *words.figure(drawing.name, drawing.about)) for drawing in drawings]

    return Told(answer, tables, figures)


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
    made: str = ""
    """Profile, seed and commit, for the small print."""


def section(question: Question, results: Results) -> Section:
    """Put together what the page says about a question."""
    run, told = results.run, tell(question, results)
    settings = ", ".join(_setting(name, value) for name, value in run["config"].items())
    return Section(
        name=question.name,
        title=question.title,
        answer=told.answer,
        figures=told.figures,
        tables=told.tables,
        method=[" ".join(part.replace("`", "").split()) for part in question.method.split("\n\n")],
        procedures=results.procedures,
        seed=run["seed"],
        seeds=", ".join(map(str, results.seeds)),
        settings=f"profile {run['profile']}: {settings}",
        work=f"{counted(len(results.cells), 'cell')}, {results.seconds:,.0f} seconds on one core "
        "in all.",
        versions=_versions(results),
        command=run["command"],
        made=f"{run['profile']} profile, seed {run['seed']}, commit "
        f"{short_commit(run['provenance'])}",
    )


def _setting(name: str, value: Any) -> str:
    """Name a setting and its value; of settings within settings there may be pages."""
    nested = isinstance(value, list) and any(isinstance(one, dict) for one in value)
    return f"{len(value)} {name} (each in {RUN})" if nested else f"{name} {value}"


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
