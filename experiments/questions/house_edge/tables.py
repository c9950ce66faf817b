"""What every bet costs, in tables: prices, sizes of shoe, the check, printed figures, payouts."""

from __future__ import annotations

from baccarat_env.names import counted
from baccarat_env.rules import MAX_DECKS
from experiments import published
from experiments.page.number import Number, estimated
from experiments.page.table import Row, Table
from experiments.questions.house_edge.findings import Findings

__all__ = ["tables"]


def tables(found: Findings) -> list[Table]:
    """Lay out the figures: prices, sizes of shoe, the check, printed figures, pay tables."""
    return [
        _prices(found),
        _sizes(found),
        _simulated(found),
        _printed(found),
        _pay_tables(found),
    ]


PRICE_COLUMNS = (
    "Bet",
    "Offered at",
    "House edge %",
    "Wins %",
    "Pushes %",
    "Standard deviation",
    "Fair if it paid",
)


def _prices(found: Findings) -> Table:
    rows: list[Row] = []
    for bet in found.bets:
        at = {name: float(values[MAX_DECKS - 1]) for name, values in bet.figures.items()}
        percents = [Number(100 * at[name], form=".4f") for name in ("edge", "hit", "push")]
        rows.append(
            (
                bet.title,
                "every table" if bet.everywhere else "; ".join(bet.tables),
                *percents,
                Number(at["deviation"], form=".4f"),
                bet.fair(MAX_DECKS),
            )
        )
    return Table(
        f"Exact price of every bet, {MAX_DECKS} decks",
        PRICE_COLUMNS,
        tuple(rows),
        words=2,
    )


def _sizes(found: Findings) -> Table:
    sizes = range(1, MAX_DECKS + 1)
    rows: list[Row] = [
        (bet.title, *(Number(100 * edge, form=".4f") for edge in bet.figures["edge"]))
        for bet in found.bets
    ]
    headings = tuple(counted(size, "deck") for size in sizes)
    return Table("House edge in per cent, by decks in the shoe", ("Bet", *headings), tuple(rows))


QUANTITIES = {
    "edge": ("house edge %", 100),
    "hit": ("wins %", 100),
    "deviation": ("standard deviation", 1),
}


def _printed(found: Findings) -> Table:
    rows: list[Row] = []
    for bet in found.bets:
        for name, (words, scale) in QUANTITIES.items():
            for decks, value in enumerate(bet.figures[name], start=1):
                seen = published.house_edge(bet.bet.name, bet.payout, decks, name)
                if seen:
                    agreed = "yes" if published.agrees(scale * value, seen.printed) else "no"
                    what = f"{words}, {counted(decks, 'deck')}"
                    figures = Number(scale * value, form=".7f"), seen.number, agreed
                    rows.append((bet.title, what, seen.source, *figures))
    return Table(
        "Beside printed figures",
        ("Bet", "Quantity", "Printed by", "Ours", "Printed", "Same digits"),
        tuple(rows),
        words=3,
    )


def _simulated(found: Findings) -> Table:
    rows: list[Row] = []
    for check in found.checked:
        distance = check.distance
        for i, bet in enumerate(check.game.layout):
            rows.append(
                (
                    f"{bet.title}, {check.game.name}",
                    estimated(check.edge, i, digits=4, scale=100),
                    Number(100 * check.exact["edge"][i], form=".4f"),
                    Number(distance[i], form="+.2f"),
                    estimated(check.hit, i, digits=4, scale=100),
                    Number(100 * check.exact["hit"][i], form=".4f"),
                )
            )
    return Table(
        f"Simulated beside exact; ± is half a 95 % interval; {'; '.join(found.procedures)}",
        ("Bet", "House edge %", "Exact", "Standard errors apart", "Wins %", "Exact wins %"),
        tuple(rows),
    )


def _pay_tables(found: Findings) -> Table:
    rows: list[Row] = []
    for game in found.tables:
        rows += [(game.name, *line) for line in game.pay_table()]
    headings = "Table", "Bet", "When", "Result"
    return Table("What each bet pays, read from the tables that settle", headings, tuple(rows), 4)
