"""The command that draws the report."""

from __future__ import annotations

from experiments.page.options import RESULTS, Out
from experiments.page.shown import show_report
from experiments.work.files import folder

__all__ = ["report"]


def report(out: Out = RESULTS) -> None:
    """Draw the report again from stored results; nothing is computed.

    Example: python -m experiments report --out results
    """
    folder(out)
    show_report(out)
