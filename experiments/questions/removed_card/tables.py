"""What one card is worth, in tables: the values, the printed ones beside them, the best tags."""

from __future__ import annotations

from collections.abc import Iterable

from agents.counts.in_print import SHEET_COUNTS
from baccarat_env.names import counted
from experiments.page.number import Number
from experiments.page.table import Row, Table
from experiments.questions.removed_card.findings import Findings
from experiments.shoes.usual_table import CARDS, TITLES

__all__ = ["tables"]


def tables(found: Findings) -> list[Table]:
    """Lay out the values, the printed ones beside them, and the best tags."""
    return [_values(found), _sizes(found), _printed(found), _tags(found), _counts_in_print(found)]


def _values(found: Findings) -> Table:
    return Table(
        f"Change per 100 bet when one card leaves a shoe of {found.decks} decks",
        ("Bet", *CARDS),
        tuple(
            (bet.title, *(Number(100 * value, form="+.5f") for value in bet.values))
            for bet in found.bets
        ),
    )


def _sizes(found: Findings) -> Table:
    most = 100 * found.computed.value.max(axis=1)
    headings = tuple(counted(d, "deck") for d in range(1, found.decks + 1))
    return Table(
        "The most that one card adds per 100 bet",
        ("Bet", *headings),
        tuple(
            (bet.title, *(Number(value, form=".4f") for value in most[:, b]))
            for b, bet in enumerate(found.bets)
        ),
    )


def _printed(found: Findings) -> Table:
    return Table(
        "Beside printed figures",
        ("Bet", "Card", "Printed by", "Unit", "Ours", "Printed", "Same digits"),
        tuple(
            (
                one.bet,
                one.card,
                one.source,
                f"per {one.scale:g} bet",
                Number(one.ours, form="+.6f"),
                one.figure.number,
                "yes" if one.same else "no",
            )
            for one in found.printed
        ),
        words=4,
    )


def _tags(found: Findings) -> Table:
    rows: list[Row] = [
        (bet.title, f"±{m + 1}", *_in_tags(tags), Number(correlation, form=".4f"))
        for b, bet in enumerate(found.bets)
        for m, (tags, correlation) in enumerate(
            zip(found.computed.tags[b], found.computed.correlation[b], strict=True)
        )
    ]
    return Table(
        f"Best balanced tags within a range, {found.decks} decks",
        ("Bet", "Tags within", *CARDS, "Betting correlation"),
        tuple(rows),
        words=2,
    )


def _counts_in_print(found: Findings) -> Table:
    rows: list[Row] = [
        (count.name, TITLES[count.bet], count.source, *_in_tags(count.tags), Number(c, form=".4f"))
        for count, c in zip(SHEET_COUNTS.values(), found.computed.in_print, strict=True)
    ]
    return Table(
        "Counts in print",
        ("Count", "For", "Printed by", *CARDS, "Betting correlation"),
        tuple(rows),
        words=3,
    )


def _in_tags(tags: Iterable[float]) -> list[Number]:
    return [Number(tag, form="+.0f" if tag else "g") for tag in tags]
