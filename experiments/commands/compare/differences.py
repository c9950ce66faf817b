"""Two result folders side by side: the work in them, and the figures of every table.

Figures are drawn from both by the present code and matched by table, row and column. A
figure with an interval in both has moved when it differs by more than 1.96 √(SE₁² + SE₂²),
which is √(h₁² + h₂²) for half intervals h: by chance about 5 % of the figures of two
independent runs do. Figures without an interval have changed when they read otherwise.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from agents.writing import why
from experiments import RequestError
from experiments.page.number import Number
from experiments.page.section import tell
from experiments.page.table import Entry, Table, parts, shown
from experiments.questions import questions
from experiments.statistics import WIDTH
from experiments.work.cell import Stored
from experiments.work.provenance import named
from experiments.work.question import Question
from experiments.work.results import Results, load

__all__ = ["Comparison", "Difference", "compare", "figures", "work"]

Place = tuple[object, ...]
"""Where a figure stands: columns of its table and which of those tables, row, column, line."""


@dataclass(frozen=True)
class Figure:
    """A number or word of a table, where it stands in words, its value and half interval."""

    table: str
    row: str
    column: str
    text: str
    value: float = np.nan
    half: float = np.nan


@dataclass(frozen=True)
class Difference:
    """A figure in both folders; `errors` apart in standard errors, nan without intervals."""

    old: Figure
    new: Figure
    errors: float

    @property
    def moved(self) -> bool:
        """Whether it moved beyond the intervals."""
        return abs(self.errors) > WIDTH

    @property
    def changed(self) -> bool:
        """Whether it reads otherwise."""
        return self.old.text != self.new.text


@dataclass(frozen=True)
class Comparison:
    """A question in both folders: how its work and its figures compare."""

    question: str
    origins: tuple[str, str]
    same_run: bool
    """Whether seed and settings are the same, so that no figure differs by chance."""
    work: Counter[str]
    figures: tuple[Difference, ...]
    unmatched: tuple[int, int]
    """Figures only in the old folder, only in the new one."""

    @property
    def errors(self) -> NDArray[np.float64]:
        """Standard errors between the figures that have intervals."""
        apart = np.array([one.errors for one in self.figures], np.float64)
        return apart[~np.isnan(apart)]


def compare(old: Path, new: Path) -> tuple[list[Comparison], list[str]]:
    """Compare every question that both folders hold; name those that only one does.

    Raises RequestError if a folder holds no results, or they have no question in common.
    """
    sides = [(place, dict(_held(place))) for place in (old, new)]
    for place, held in sides:
        if not held:
            what = "holds no finished question" if place.is_dir() else "is no folder of results"
            raise RequestError(f"{place} {what}: run one first")
    (_, before), (_, after) = sides
    alone = [
        f"{name}: only in {place}"
        for place, held in sides
        for name in held
        if name not in before or name not in after
    ]
    both = [question for name, question in questions().items() if name in before and name in after]
    if not both:
        raise RequestError(f"{old} and {new} have no question in common: {'; '.join(alone)}")
    return [_question(q, before[q.name], after[q.name], (old, new)) for q in both], alone


def _held(out: Path) -> Iterator[tuple[str, Results]]:
    for name in questions():
        results = load(out, name)
        if results is not None:
            yield name, results


def _question(
    question: Question, old: Results, new: Results, places: tuple[Path, Path]
) -> Comparison:
    before, after = (
        figures(_tables(question, results, place))
        for results, place in zip((old, new), places, strict=True)
    )
    matched = [_difference(before[place], after[place]) for place in before if place in after]
    return Comparison(
        question.name,
        (_origin(old), _origin(new)),
        all(old.run[key] == new.run[key] for key in ("seed", "config")),
        work(old.cells, new.cells),
        tuple(matched),
        (len(before) - len(matched), len(after) - len(matched)),
    )


def _tables(question: Question, results: Results, place: Path) -> Sequence[Table]:
    try:
        return tell(question, results).tables
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as problem:
        raise RequestError(
            f"{place}: this version cannot read {question.name} as {_origin(results)} stored it "
            f"({why(problem)})"
        ) from None


def _origin(results: Results) -> str:
    """Say what computed the results: profile, seed, commits and versions, each once."""
    sources = dict.fromkeys(named(cell.manifest["provenance"]) for cell in results.cells)
    return f"{results.run['profile']}, seed {results.run['seed']}, {'; '.join(sources)}"


# --- Figures ---------------------------------------------------------------------------


def figures(tables: Sequence[Table]) -> dict[Place, Figure]:
    """Take tables apart into their figures by place."""
    found: dict[Place, Figure] = {}
    seen: Counter[Place] = Counter()
    for table in tables:
        which = (table.columns, seen[table.columns])
        seen[table.columns] += 1
        for row in table.rows:
            heading = tuple(map(shown, row[: table.words]))
            line = (*which, heading, seen[which, heading])
            seen[which, heading] += 1
            for column in range(table.words, len(row)):
                for part, figure in enumerate(_of_a_cell(table, heading, column, row[column])):
                    found[(*line, column, part)] = figure
    return found


def _of_a_cell(table: Table, heading: tuple[str, ...], column: int, cell: Entry) -> list[Figure]:
    where, title = (table.caption, ", ".join(heading)), table.columns[column]
    found = parts(cell)
    names = table.lines if len(found) == len(table.lines) else ("",) * len(found)
    return [
        Figure(*where, ", ".join(filter(None, (title, name))), str(part), *_compared(part))
        for name, part in zip(names, found, strict=True)
    ]


def _compared(part: str | Number) -> tuple[float, float]:
    """Value and half interval by which two runs are held against each other, nan if by none."""
    if isinstance(part, Number) and part.comparable and part.half_width >= 0:
        return float(part.value), float(part.half_width)
    return np.nan, np.nan


def _difference(old: Figure, new: Figure) -> Difference:
    half = np.hypot(old.half, new.half)
    return Difference(old, new, WIDTH * (new.value - old.value) / half if half else np.nan)


# --- Work ------------------------------------------------------------------------------


def work(old: Sequence[Stored], new: Sequence[Stored]) -> Counter[str]:
    """Count the pieces of work by how they compare, matched by function and arguments.

    "equal": the same arrays; "changed": other arrays for the very same work; "other seed";
    "only old", "only new".
    """
    count: Counter[str] = Counter()
    waiting: dict[str, list[Stored]] = {}
    for cell in old:
        waiting.setdefault(_but_for_the_seed(cell), []).append(cell)
    for cell in new:
        there = waiting.get(_but_for_the_seed(cell))
        count[_kind(there.pop(0), cell) if there else "only new"] += 1
    count["only old"] += sum(map(len, waiting.values()))
    return +count


def _but_for_the_seed(cell: Stored) -> str:
    plain = {name: value for name, value in cell.arguments.items() if name != "seed"}
    return json.dumps([cell.part, plain], sort_keys=True)


def _kind(old: Stored, new: Stored) -> str:
    if old.arguments.get("seed") != new.arguments.get("seed"):
        return "other seed"
    if old.arrays.keys() != new.arrays.keys():
        return "changed"
    pairs = ((array, new.arrays[name]) for name, array in old.arrays.items())
    same = all(a.dtype == b.dtype and a.tobytes() == b.tobytes() for a, b in pairs)
    return "equal" if same else "changed"
