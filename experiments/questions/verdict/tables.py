"""The verdict in tables: bets by information, in practice, where the cut card lies, who it was."""

from __future__ import annotations

from experiments.page.number import MISSING, Number, estimated, of_one_training
from experiments.page.table import Row, Table
from experiments.questions.counters.findings import RISKS
from experiments.questions.verdict.bettors import INFORMATION, offered
from experiments.questions.verdict.findings import Chosen, Judged, judged
from experiments.shoes.seats import FORCED, FREE, TABLE
from experiments.shoes.usual_table import BEATABLE, CUT, CUTS, TITLES
from experiments.theory.bankroll import bankroll_for
from experiments.work.results import Results

__all__ = ["money_an_hour", "tables"]

RISK = max(RISKS)
"""Risk of ruin that bankrolls are told for."""

LINES = (
    "units a shoe when free to sit out",
    "result per 100 bet when it has to bet at least once a shoe",
)
DECIMALS = (4, 3)
"""What a cell says, and to how many decimals at most."""


def tables(results: Results) -> list[Table]:
    """Lay out the verdict, what it means in practice, the cuts, and who was chosen."""
    found, config = judged(results), results.run["config"]
    return [
        _verdict(found),
        _practice(found, config["coups_an_hour"], config["stake"]),
        _cuts(found),
        _bettors(found),
    ]


def _verdict(found: Judged) -> Table:
    rows: list[Row] = [
        (
            _placed(bet),
            *(
                (
                    _figure(i, estimated(found.free(i, bet).units).at_most(DECIMALS[FREE])),
                    _figure(i, estimated(found.forced(i, bet).per_100).at_most(DECIMALS[FORCED])),
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


def _figure(information: str, number: Number) -> Number:
    """Give a figure; that of a trained agent is not to be compared with another seed's."""
    return of_one_training(number) if information == "trained" else number


def _placed(bet: str) -> str:
    games = offered(bet)
    return f"{TITLES[bet]} ({games[0] if len(games) == 1 else 'both'})"


def money_an_hour(found: Judged, taken: Chosen, coups_an_hour: int, stake: int) -> Number:
    """Reckon what a bettor expects to win an hour, in the money that a unit is `stake` of."""
    return estimated(taken.units, digits=2, scale=coups_an_hour / found.coups * stake)


def _practice(found: Judged, coups_an_hour: int, stake: int) -> Table:
    rows: list[Row] = []
    for information, bet in found.marked("beatable"):
        taken = found.free(information, bet)
        mean, spread = float(taken.units.value), taken.deviation
        rows.append(
            (
                f"{TITLES[bet]}: {INFORMATION[information].lower()}",
                _figure(information, estimated(taken.units)),
                Number(taken.bets, form=".2f"),
                Number(spread, form=".2f"),
                Number((spread / mean) ** 2, form=",.0f"),
                Number(bankroll_for(RISK, mean, spread), form=",.0f"),
                _figure(information, money_an_hour(found, taken, coups_an_hour, stake)),
            )
        )
    if not rows:
        rows.append(("none", *[MISSING] * 6))
    return Table(
        "What it means in practice for every bet that can be beaten, one unit on each favourable "
        f"coup; {coups_an_hour} coups an hour, {found.coups:.1f} coups a shoe, a unit of {stake} "
        "in money; N0 is the number of shoes after which the expected win is one standard "
        "deviation",
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


def _cuts(found: Judged) -> Table:
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
                _told(found.beatable_to[b]),
                _told(found.unbeatable_from[b]),
            )
            for b, bet in enumerate(TABLE.bets)
        ),
    )


def _told(cut: int | None) -> Number:
    return MISSING if cut is None else Number(cut, form="d")


def _bettors(found: Judged) -> Table:
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
                    _figure(information, estimated(free.settled)),
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
