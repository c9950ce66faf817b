"""The verdict in tables: bets by information, in practice, where the cut card lies, who it was."""

from __future__ import annotations

from experiments.page.number import MISSING, Number, estimated
from experiments.page.table import Row, Table
from experiments.questions.verdict.bettors import INFORMATION, offered
from experiments.questions.verdict.findings import RISK, Findings, of_kind
from experiments.shoes.seats import FORCED, FREE, TABLE
from experiments.shoes.usual_table import BEATABLE, CUT, CUTS, TITLES

__all__ = ["tables"]

LINES = (
    "units a shoe when free to sit out",
    "result per 100 bet when it has to bet at least once a shoe",
)
DECIMALS = (4, 3)
"""What a cell says, and to how many decimals at most."""


def tables(found: Findings) -> list[Table]:
    """Lay out the verdict, what it means in practice, the cuts, and who was chosen."""
    return [
        _verdict(found),
        _practice(found),
        _cuts(found),
        _bettors(found),
    ]


def _verdict(found: Findings) -> Table:
    rows: list[Row] = [
        (
            _placed(bet),
            *(
                (
                    of_kind(i, estimated(found.free(i, bet).units).at_most(DECIMALS[FREE])),
                    of_kind(i, estimated(found.forced(i, bet).per_100).at_most(DECIMALS[FORCED])),
                )
                for i in INFORMATION
            ),
        )
        for bet in TABLE.bets
    ]
    return Table(
        f"Who can beat which bet of mini-baccarat and EZ Baccarat; {TABLE.procedure}; at most one "
        f"unit on it. Beatable: the lower end of the 95 % interval is above {BEATABLE:g} units a "
        f"shoe (one unit in {1 / BEATABLE:.0f} shoes). Unbeatable: nobody with this information "
        "can win that much. ± is half a 95 % interval, left out where it rounds to nothing",
        ("Bet", *INFORMATION.values()),
        tuple(rows),
        lines=LINES,
        marks=tuple(("", *(found.mark(i, bet) for i in INFORMATION)) for bet in TABLE.bets),
    )


def _placed(bet: str) -> str:
    games = offered(bet)
    return f"{TITLES[bet]} ({games[0] if len(games) == 1 else 'both'})"


def _practice(found: Findings) -> Table:
    rows: list[Row] = [
        (
            f"{one.bet}: {one.knowledge.lower()}",
            one.units,
            Number(one.bets, form=".2f"),
            Number(one.deviation, form=".2f"),
            Number(one.n0, form=",.0f"),
            Number(one.bankroll, form=",.0f"),
            one.money_an_hour,
        )
        for one in found.beaten
    ]
    if not rows:
        rows.append(("none", *[MISSING] * 6))
    return Table(
        "What it means in practice for every bet that can be beaten, one unit on each favourable "
        f"coup; {found.coups_an_hour} coups an hour, {found.coups:.1f} coups a shoe, a unit of "
        f"{found.stake} in money; N0 is the number of shoes after which the expected win is one "
        "standard deviation",
        (
            "Bet and information",
            "Units a shoe",
            "Bets a shoe",
            "Deviation of a shoe",
            "N0, shoes",
            f"Bankroll in units, {100 * RISK:g} % ruin",
            "Money an hour",
        ),
        tuple(rows),
    )


def _cuts(found: Findings) -> Table:
    return Table(
        f"The exact player by where the cut card lies, read at {len(CUTS)} cuts from {CUTS[0]} to "
        f"{CUTS[-1]} cards; beatable and unbeatable as above",
        (
            "Bet",
            f"Units a shoe at {CUT} cards",
            "Beatable up to, cards behind the cut card",
            "Unbeatable from, cards behind the cut card",
        ),
        tuple(
            (
                TITLES[bet],
                estimated(found.by_cut, (b, CUTS.index(CUT))),
                _cut(found.beatable_to[b]),
                _cut(found.unbeatable_from[b]),
            )
            for b, bet in enumerate(TABLE.bets)
        ),
    )


def _cut(cut: int | None) -> Number:
    return MISSING if cut is None else Number(cut, form="d")


def _bettors(found: Findings) -> Table:
    rows: list[Row] = []
    for bet in TABLE.bets:
        for information, title in INFORMATION.items():
            free, forced = found.free(information, bet), found.forced(information, bet)
            rows.append(
                (
                    f"{TITLES[bet]}: {title.lower()}",
                    free.name,
                    forced.name,
                    Number(len(found.names[information]), form="d"),
                    Number(free.shoes, form=",.0f"),
                    of_kind(information, estimated(free.settled)),
                    Number(free.bets, form=".3f"),
                    Number(forced.bets, form=".3f"),
                )
            )
    return Table(
        "Who was the best of those tried: chosen on every second batch of shoes, reported on the "
        "others",
        (
            "Bet and information",
            "Free to sit out",
            "Has to bet",
            "Tried",
            "Shoes",
            "Settled, units a shoe, free",
            "Bets a shoe, free",
            "Bets a shoe, has to bet",
        ),
        tuple(rows),
        words=3,
    )
