"""The stored results of a question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agents.writing import UNREADABLE, why
from baccarat_env.game import MINI_BACCARAT, Game
from baccarat_env.names import counted
from experiments import RequestError
from experiments.work.cell import Stored, find
from experiments.work.files import read_json
from experiments.work.provenance import provenance, unlike

__all__ = ["Results", "load", "of_other_code"]

RUN = "run.json"
_USUAL = MINI_BACCARAT


@dataclass(frozen=True)
class Results:
    """The stored cells of a question in the order it named them, and how they were run."""

    question: str
    run: dict[str, Any]
    cells: tuple[Stored, ...]

    def of(self, part: str) -> list[Stored]:
        """Pick the cells that one function computed."""
        return [cell for cell in self.cells if cell.part == part]

    @property
    def procedures(self) -> list[str]:
        """How the tables in these results are dealt, each once.

        Cells that name no game play the usual table.
        """
        dealt = [game.procedure for cell in self.cells for game in _games(cell)]
        return list(dict.fromkeys(dealt or [_USUAL.procedure]))

    @property
    def seeds(self) -> list[int]:
        """The seeds in use, each once."""
        return list(
            dict.fromkeys(cell.arguments["seed"] for cell in self.cells if "seed" in cell.arguments)
        )

    @property
    def seconds(self) -> float:
        """Processor time of all cells."""
        return sum(float(cell.manifest["measured"]["seconds"]) for cell in self.cells)


def load(out: Path, question: str) -> Results | None:
    """Read the results of a question; None if it was never run to the end.

    Raises RequestError naming what is damaged or missing.
    """
    place = out / question / RUN
    if not place.exists():
        return None
    try:
        run = read_json(place)
        names = [str(name) for name in run["cells"]]
        run["command"], run["profile"], run["seed"], run["provenance"]
    except UNREADABLE as problem:
        raise RequestError(f"{place} is damaged ({why(problem)}): run {question} again") from None
    cells = []
    for name in names:
        stored = find(out / question / name)
        if stored is None:
            raise RequestError(f"{out / question / name} is missing: run {question} again")
        cells.append(stored)
    return Results(question, run, tuple(cells))


def of_other_code(question: str, cells: Sequence[Stored]) -> str | None:
    """Say which of its cells other sources or other versions computed; None if none."""
    ours = provenance()
    pairs = (unlike(cell.manifest["provenance"], ours) for cell in cells)
    others = Counter(pair for pair in pairs if pair is not None)
    told = "; ".join(
        f"{count} of {counted(len(cells), 'stored cell')} came from {then}, and this is {now}"
        for (then, now), count in others.items()
    )
    return f"{question}: {told}. Another --out computes them again." if told else None


def _games(cell: Stored) -> list[Game]:
    """The games among the arguments of a cell, however deep, such as in a recipe."""
    return [Game.from_dict(value) for value in _dictionaries(cell.arguments) if "bets" in value]


def _dictionaries(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from _dictionaries(part)
