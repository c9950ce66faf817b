"""The command that measures speed."""

from __future__ import annotations

from typing import Annotated

from experiments.page.options import about

__all__ = ["throughput"]


def throughput(
    json: Annotated[bool, about("Print JSON instead of a table.")] = False,
    quick: Annotated[bool, about("Measure for a shorter time.")] = False,
) -> None:
    """Measure how fast the library is, beside references in the same run.

    Example: python -m experiments throughput --quick
    """
    from experiments.commands.throughput import scaling
    from experiments.commands.throughput.throughput import as_json, measure, show

    rates, grown = measure(quick=quick), list(scaling.grow(quick=quick))
    if json:
        print(as_json(rates, grown))
    else:
        show(rates)
        scaling.show(grown)
