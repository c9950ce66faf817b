"""The command that checks a file of recorded shoes and asks whether any of them is strange."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np
import tyro
from rich.table import Table as Grid

from baccarat_env.names import counted
from experiments.page.options import MOST_SEED, about, within
from experiments.page.terminal import page
from experiments.shoes.procedure import Dealing
from experiments.shoes.recorded import read, understood
from experiments.shoes.recorded.strange import STATISTICS, strangeness
from experiments.statistics import SIGNIFICANT

__all__ = ["shoes"]


def shoes(
    file: Annotated[Path, tyro.conf.Positional, about("File of recorded shoes.")],
    dealing: tyro.conf.OmitArgPrefixes[Dealing] = Dealing(),  # noqa: B008
    simulated: Annotated[int, about("Simulated shoes to compare with.")] = 100_000,
    seed: Annotated[int, about("Root of the simulated shoes.")] = 1,
) -> None:
    """Check a file of recorded shoes, say what was understood, and whether a shoe is strange.

    A UTF-8 text file holds one of these, a shoe a line or under a heading such as "Shoe 2":
    BPTBB7PP8 (B7 and P8 mark Dragon 7 and Panda 8); B, P, T, Dragon, Panda or words between
    commas, blanks, tabs, semicolons or bars; one coup a line with a blank line or a heading
    between shoes; rows under a header "shoe,coup,result"; or card by card under
    "shoe,coup,player cards,banker cards". "#" opens a comment.

    Example: python -m experiments shoes experiments/shoes/recorded/example.txt --game ez
    """
    table = dealing.table
    within("simulated", simulated, 1_000, 1_000_000)
    within("seed", seed, 0, MOST_SEED)
    recorded = read(file, table.decks)
    console = page()
    console.print(f"{recorded.file}, taken as {table.name} from {table.procedure}:")
    for sentence in understood(recorded, table):
        console.print(sentence)
    found = strangeness(recorded, table, shoes=simulated, seed=seed)
    grid = Grid("Statistic", title="Beside simulated shoes", title_justify="left")
    for heading in ("smallest p", "in shoe", "after correction", "all shoes together, p"):
        grid.add_column(heading, justify="right")
    for q, name in enumerate(STATISTICS):
        at = int(found.p_values[:, q].argmin())
        least = found.p_values[at, q], found.corrected[at, q], found.whole[q]
        shown = [f"{p:.2g}" for p in least]
        grid.add_row(name, shown[0], str(at + 1), shown[1], shown[2])
    console.print(grid)
    strange = np.flatnonzero((found.corrected < SIGNIFICANT).any(axis=1)) + 1
    told = ", ".join(map(str, strange[:20])) + (" …" if strange.size > 20 else "")
    console.print(
        f"Strange at {100 * SIGNIFICANT:g} % after correction for "
        f"{counted(found.p_values.size, 'test')}: {told or 'no shoe'}. "
        f"Seed {seed}, {simulated:,} simulated shoes, {table.procedure}. "
        f"No p-value can be below {2 / (1 + simulated):.2g}."
    )
