"""The sum of each cell."""

from __future__ import annotations

from experiments.page.number import Number
from experiments.page.table import Table
from tests.support.slow.findings import Findings


def tables(found: Findings) -> list[Table]:
    """Lay out the sum of each cell."""
    rows = tuple((name, Number(total, form=".6f")) for name, total in found.sums.items())
    return [Table("Sums", ("Cell", "Sum"), rows)]
