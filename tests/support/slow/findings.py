"""What the cells drew."""

from __future__ import annotations

from dataclasses import dataclass

from experiments.work.results import Results


@dataclass(frozen=True)
class Findings:
    """The sum of each cell by its name."""

    sums: dict[str, float]


def findings(results: Results) -> Findings:
    """Add up what each cell drew."""
    return Findings({cell.folder.name: float(cell.arrays["drawn"].sum()) for cell in results.cells})
