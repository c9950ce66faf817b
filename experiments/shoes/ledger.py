"""The ledger: one row a coup or a shoe, in Parquet, out to CSV and in again.

Money is in chips; sessions, shoes and coups are numbered from 1. In CSV, text that a
spreadsheet would take for a formula is set behind an apostrophe, which reading takes away;
numbers stay numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pacsv
import pyarrow.parquet as pq
from numpy.typing import NDArray

from agents.play.dealt import Session
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import Game
from baccarat_env.rules import RESULT_OF, RESULTS
from baccarat_env.simulate import Coups
from experiments import RequestError
from experiments.page.text import FORMULA, QUOTE
from experiments.shoes.tallies import SHOE
from experiments.work.files import locked, regular

__all__ = ["SUFFIXES", "Ledger", "opened", "read", "rows_by_coup", "rows_by_shoe", "write_csv"]

SUFFIXES = (".parquet", ".csv")


def rows_by_shoe(agent: str, first: int, length: int, shoes: NDArray[np.int64]) -> pa.Table:
    """One row a shoe: agent, session, shoe and the columns of `tallies.SHOE`."""
    shoe = first * length + np.arange(len(shoes))
    columns: dict[str, Any] = {
        "agent": _named(agent, len(shoes)),
        "session": shoe // length + 1,
        "shoe": shoe + 1,
    }
    columns |= {name: shoes[:, i] for i, name in enumerate(SHOE)}
    return pa.table(columns | {"net": columns["net"] / BASIS_POINTS})


def rows_by_coup(
    agent: str,
    game: Game,
    coups: Coups,
    session: NDArray[np.int64],
    done: Session,
    expected: NDArray[np.float64],
) -> pa.Table:
    """One row a coup: its result, every stake and net result, and their exact worth in chips."""
    columns: dict[str, Any] = {
        "agent": _named(agent, len(session)),
        "session": session + 1,
        "shoe": coups.shoe + 1,
        "coup": coups.coup.astype(np.int64) + 1,
        "result": pa.array([RESULTS[r] for r in RESULT_OF[coups.endings]]),
    }
    columns |= {f"stake_{bet}": done.stakes[:, b] for b, bet in enumerate(game.bets)}
    columns |= {f"net_{bet}": done.net[:, b] / BASIS_POINTS for b, bet in enumerate(game.bets)}
    return pa.table(columns | {"expected": expected})


def _named(agent: str, rows: int) -> pa.Array:
    return pa.array([agent]).take(pa.array(np.zeros(rows, dtype=np.int64)))


class Ledger:
    """A ledger being written, batch by batch."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.writer: Any = None

    def add(self, rows: pa.Table) -> None:
        """Write rows; the first ones say which columns there are."""
        csv = self.path.suffix == ".csv"
        if self.writer is None:
            make = pacsv.CSVWriter if csv else pq.ParquetWriter
            self.writer = make(self.path, rows.schema)
        self.writer.write_table(_defused(rows) if csv else rows)


@contextmanager
def opened(path: Path) -> Iterator[Ledger]:
    """Open a ledger by its ending, .parquet or .csv. What fails leaves no file behind."""
    if path.suffix not in SUFFIXES:
        raise RequestError(f"ledger={str(path)!r} must end in {' or '.join(SUFFIXES)}")
    regular(path)
    temporary = path.with_name(f".{path.stem}.part{path.suffix}")
    ledger = Ledger(temporary)
    with locked(path):
        try:
            yield ledger
            if ledger.writer is not None:
                ledger.writer.close()
                temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)


def write_csv(rows: pa.Table, path: Path) -> None:
    """Export rows as CSV, formulas defused."""
    pacsv.write_csv(_defused(rows), path)


def read(path: Path) -> pa.Table:
    """Read a ledger or an export of one.

    Raises RequestError if it is neither.
    """
    if path.suffix not in SUFFIXES:
        raise RequestError(f"{path} must end in {' or '.join(SUFFIXES)}")
    try:
        if path.suffix == ".parquet":
            return pq.read_table(path)
        rows = _money_as_numbers(pacsv.read_csv(path))
    except (pa.ArrowInvalid, OSError) as problem:
        raise RequestError(f"{path} is no ledger: {str(problem).splitlines()[0]}") from None
    return _each_text(rows, lambda text: pc.replace_substring_regex(text, f"^{QUOTE}", ""))


def _money_as_numbers(rows: pa.Table) -> pa.Table:
    """Money that came to whole chips everywhere is still a number with a fraction."""
    for i, field in enumerate(rows.schema):
        if field.name.startswith("net") and pa.types.is_integer(field.type):
            rows = rows.set_column(i, field.name, rows.column(i).cast(pa.float64()))
    return rows


def _defused(rows: pa.Table) -> pa.Table:
    def quoted(text: pa.ChunkedArray) -> pa.ChunkedArray:
        risky = pc.match_substring_regex(text, FORMULA.pattern)
        return pc.if_else(risky, pc.binary_join_element_wise(QUOTE, text, ""), text)

    return _each_text(rows, quoted)


def _each_text(rows: pa.Table, change: Any) -> pa.Table:
    for i, field in enumerate(rows.schema):
        if pa.types.is_string(field.type):
            rows = rows.set_column(i, field, change(rows.column(i)))
    return rows
