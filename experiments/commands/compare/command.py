"""The command that compares two folders of results."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import tyro

from experiments.commands.compare.comparison import run_comparison
from experiments.page.options import about
from experiments.page.terminal import page

__all__ = ["compare"]


def compare(
    old: Annotated[Path, tyro.conf.Positional, about("Results.", metavar="OLD")],
    new: Annotated[Path, tyro.conf.Positional, about("Others.", metavar="NEW")],
) -> None:
    """Compare two result folders: which figures moved beyond their intervals.

    Example: python -m experiments compare results-before results
    """
    run_comparison(old, new, page(soft_wrap=True))
