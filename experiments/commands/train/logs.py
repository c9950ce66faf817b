"""What a training writes down as it goes: a CSV file, and events for TensorBoard."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from agents.writing import write

__all__ = ["PROGRESS", "Logs"]

PROGRESS = "progress.csv"


class Logs:
    """Rows of numbers by the coups they were taken at.

    A training that goes on from a checkpoint of so many `coups` forgets the rows from there on.
    Without TensorBoard the file alone is written.
    """

    def __init__(self, folder: Path, coups: int) -> None:
        self.place = folder / PROGRESS
        self.rows = [row for row in self._kept() if float(row["coups"]) < coups]
        self.events = _events(folder, coups)

    def _kept(self) -> list[dict[str, Any]]:
        if not self.place.is_file():
            return []
        with self.place.open(newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def add(self, row: Mapping[str, float]) -> None:
        """Add a row; the file holds all of it or, if the process dies, all before it."""
        self.rows.append(dict(row))
        names = dict.fromkeys(name for one in self.rows for name in one)
        text = io.StringIO()
        table = csv.DictWriter(text, list(names), restval="", lineterminator="\n")
        table.writeheader()
        table.writerows(self.rows)
        write(self.place, text.getvalue().encode())
        if self.events is not None:
            for name, value in row.items():
                self.events.add_scalar(name, value, int(row["coups"]))
            self.events.flush()

    def close(self) -> None:
        """Close the events."""
        if self.events is not None:
            self.events.close()


def _events(folder: Path, coups: int) -> Any:
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        return None
    return SummaryWriter(str(folder), purge_step=coups or None)
