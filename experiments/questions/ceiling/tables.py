"""What perfect play earns, in tables: at the usual cut, by cut, by decks and by procedure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from experiments.page.number import MISSING, Number, estimated
from experiments.page.table import Entry, Row, Table
from experiments.questions.ceiling.findings import Findings, Perfect
from experiments.questions.ceiling.work import LINES
from experiments.shoes.usual_table import CUT

__all__ = ["tables"]


def tables(found: Findings) -> list[Table]:
    """Lay out the ceiling at the usual cut, by cut, by decks and by procedure."""
    eight = found.usual
    cuts = [(f"{cut}", eight, t) for t, cut in enumerate(eight.cuts)]
    decks = [(f"{table.game.decks}", table, table.at()) for table in found.by_decks]
    dealt = [
        (replace(table.game, cut=CUT).procedure, table, table.at()) for table in found.by_procedure
    ]
    return [
        _at_the_cut(found),
        *_of_every_line("cards behind the cut card", f"{found.decks} decks", cuts),
        *_of_every_line("decks", f"{CUT} cards behind the cut card", decks),
        *_of_every_line("procedure", f"{CUT} cards behind the cut card", dealt),
    ]


def _of_every_line(by: str, where: str, rows: Sequence[tuple[str, Perfect, int]]) -> list[Table]:
    """Units, favourable coups and average edge of every line, each in a table of its own."""
    quantities: dict[str, Callable[[Perfect, int, int], Entry]] = {
        "Units a shoe": lambda table, i, t: estimated(table.units, (i, t)),
        "Favourable coups a shoe": Perfect.favourable,
        "Average edge of the favourable coups, %,": Perfect.edge,
    }
    return [
        Table(
            f"{title} by {by}, {where}",
            (by.capitalize(), "Shoes dealt", "Coups a shoe", *LINES),
            tuple(
                (
                    label,
                    Number(table.shoes, form=",.0f"),
                    Number(table.coups_a_shoe[t], form=".2f"),
                    *(told(table, i, t) for i in range(len(LINES))),
                )
                for label, table, t in rows
            ),
        )
        for title, told in quantities.items()
    ]


def _at_the_cut(found: Findings) -> Table:
    eight, t = found.usual, found.usual.at()
    rows: list[Row] = []
    for i, line in enumerate(LINES):
        units = float(eight.units.value[i, t])
        rows.append(
            (
                line,
                estimated(eight.units, (i, t)),
                estimated(eight.settled, (i, t)),
                eight.favourable(i, t),
                eight.edge(i, t),
                Number(eight.deviation[i, t], form=".4f"),
                Number((eight.deviation[i, t] / units) ** 2, form=",.0f") if units else MISSING,
            )
        )
    return Table(
        f"Perfect play, {found.decks} decks, {CUT} cards behind the cut card, {eight.shoes:,} "
        "shoes; ± is half a 95 % interval",
        (
            "Bet",
            "Units a shoe",
            "Settled",
            "Favourable coups a shoe",
            "Average edge %",
            "Standard deviation of a shoe",
            "N0, shoes",
        ),
        tuple(rows),
    )
