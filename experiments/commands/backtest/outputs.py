"""What a backtest prints and writes: options that say so, refused where they have no effect."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from experiments import RequestError
from experiments.page.options import about
from experiments.page.terminal import Terminal
from experiments.work.files import placeable

if TYPE_CHECKING:
    from experiments.commands.backtest.choice import Choice
    from experiments.commands.backtest.result import Backtest

__all__ = ["ROWS", "Outputs", "refuse"]

ROWS = "shoe"


@dataclass(frozen=True)
class Outputs:
    """The options that say what is shown, and where it is written."""

    page: Annotated[Path | None, about("File for a page of figures.", metavar="FILE")] = None
    csv: Annotated[Path | None, about("File for the table as CSV.", metavar="FILE")] = None
    json: Annotated[Path | None, about("File for table and plan as JSON.", metavar="FILE")] = None
    ledger: Annotated[Path | None, about("Ledger to write, .parquet or .csv.", metavar="FILE")] = (
        None
    )
    rows: Annotated[
        str | None,
        about("A row of the ledger: shoe or coup.", ROWS, metavar="NAME"),
    ] = None
    replay: Annotated[int | None, about("Walk through this shoe, coup by coup.", metavar="N")] = (
        None
    )
    all_: Annotated[bool, about("Print every statistic.", name="all")] = False

    @property
    def files(self) -> dict[str, Path]:
        """The files that a result writes, by its method."""
        named = {"page": self.page, "csv": self.csv, "json": self.json}
        return {kind: file for kind, file in named.items() if file is not None}

    def check(self, choosing: str | None) -> None:
        """Refuse what has no effect or cannot be written, before anything is played.

        `choosing` is what has the best system chosen, if anything has.
        """
        others: dict[str, object] = {"--ledger": self.ledger}
        if choosing:
            refuse(others, f"{choosing} keeps no ledger")
        if self.replay is not None:
            others |= {f"--{kind}": file for kind, file in self.files.items()}
            refuse(others | {"--all": self.all_ or None}, "--replay shows one shoe")
            if choosing:
                raise RequestError(
                    f"--replay {self.replay} has no effect beside {choosing}: name one system"
                )
        if self.rows is not None and self.ledger is None:
            raise RequestError("--rows has no effect without --ledger: name the ledger to write")
        if self.rows not in (None, "shoe", "coup"):
            raise RequestError(f"rows={self.rows!r} must be shoe or coup")
        self._check_places()

    def _check_places(self) -> None:
        places = self.files | ({} if self.ledger is None else {"ledger": self.ledger})
        if len({file.absolute() for file in places.values()}) < len(places):
            raise RequestError("two of --page, --csv, --json and --ledger name the same file")
        for kind, file in places.items():
            placeable(file, f"--{kind}")

    def write(self, result: Backtest | Choice, console: Terminal) -> None:
        """Write the files that were asked for."""
        for kind, file in self.files.items():
            getattr(result, kind)(file)
            console.print(f"{kind} written to {file}")


def refuse(given: dict[str, object], why: str) -> None:
    """Refuse the options among `given` that were given."""
    for name, value in given.items():
        if value is not None:
            shown = name if value is True else f"{name} {value}"
            raise RequestError(f"{shown} has no effect here, since {why}: leave it out")
