"""The market in tables: every bet, what a card is worth to it, counts in print, wrong prints."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite

from experiments.page.number import MISSING, Number
from experiments.page.table import Entry, Table
from experiments.questions.market.findings import Bet, Findings
from experiments.shoes.usual_table import CARDS

__all__ = ["tables"]

COLUMNS: dict[str, Callable[[Bet], Entry]] = {
    "Bet": lambda bet: bet.title,
    "Family": lambda bet: bet.offer.family,
    "House edge %, 8 decks": lambda bet: Number(100 * bet.edge, form=".4f"),
    "6 decks": lambda bet: Number(100 * bet.edge_six, form=".4f"),
    "Printed": lambda bet: _printed(bet.offer.printed),
    "Same digits": lambda bet: {None: "–", True: "yes", False: "no"}[bet.prints_agree],
    "Wins %": lambda bet: Number(100 * bet.hit, form=".4f"),
    "Pushes %": lambda bet: Number(100 * bet.push, form=".4f"),
    "Standard deviation": lambda bet: Number(bet.deviation, form=".4f"),
    "Fair payout to 1": lambda bet: Number(bet.fair, form=".2f"),
    "Perfect play, units a shoe": lambda bet: bet.units,
    "N0, shoes": lambda bet: Number(bet.n0, form=",.0f") if isfinite(bet.n0) else MISSING,
    "Beatable up to cut": lambda bet: MISSING if bet.deepest is None else Number(bet.deepest, 0),
    "Count, units a shoe": lambda bet: bet.count,
    "Count's share %": lambda bet: bet.share,
    "Trigger": lambda bet: Number(bet.trigger, form="g") if isfinite(bet.trigger) else MISSING,
    "Betting correlation": lambda bet: Number(bet.correlation, form=".4f"),
    "Offered": lambda bet: bet.offer.where,
    "Printed by": lambda bet: bet.offer.source,
}


def tables(found: Findings) -> list[Table]:
    """Lay out every bet, the value of a removed card, counts in print, pairs, wrong prints."""
    return [_bets(found), _cards(found), _counts(found), _pairs(found), _wrong(found)]


def _bets(found: Findings) -> Table:
    return Table(
        f"{len(found.bets)} bets, {found.decks} decks, {found.cut} cards behind the cut card, "
        f"{found.shoes:,} shoes; ± is half a 95 % interval",
        tuple(COLUMNS),
        tuple(tuple(cell(bet) for cell in COLUMNS.values()) for bet in found.bets),
        words=2,
    )


def _cards(found: Findings) -> Table:
    return Table(
        f"Change per 100 bet when one card leaves a shoe of {found.decks} decks, and the best "
        "balanced tags",
        ("Bet", "Tags, 10 A 2 to 9", *CARDS),
        tuple(
            (
                bet.title,
                " ".join(map(_signed, bet.tags)),
                *(Number(100 * value, form="+.4f") for value in bet.removed),
            )
            for bet in found.bets
        ),
        words=2,
    )


def _counts(found: Findings) -> Table:
    return Table(
        "Counts in print, units a shoe",
        (
            "Count", "For", "Printed by", "Tags, 10 A 2 to 9", "Trigger", "Betting correlation",
            "Ours", "Printed", "Within 4 standard errors", "Perfect play",
        ),
        tuple(
            (
                one.count.name,
                one.title,
                one.count.source,
                " ".join(_signed(int(tag)) for tag in one.count.tags),
                Number(one.count.trigger, form="g"),
                Number(one.correlation, form=".4f"),
                one.units,
                Number(one.printed_units, form=".3f"),
                {None: "–", True: "yes", False: "no"}[one.agrees],
                Number(one.ceiling, form=".4f"),
            )
            for one in found.counts
        ),
        words=4,
    )  # fmt: skip


def _pairs(found: Findings) -> Table:
    return Table(
        f"Bets on pairs and colours, {found.decks} decks, {found.cut} cards behind the cut card, "
        f"{found.pair_shoes:,} shoes",
        (
            "Bet", "Printed by", "House edge %, 8 decks", "6 decks", "Printed", "Same digits",
            "Wins %", "Perfect play, units a shoe", "N0, shoes",
        ),
        tuple(
            (
                pair.title,
                pair.bet.source,
                Number(100 * pair.edge, form=".4f"),
                Number(100 * pair.edge_six, form=".4f"),
                _printed(pair.bet.printed),
                {None: "–", True: "yes", False: "no"}[pair.prints_agree],
                Number(100 * pair.hit, form=".4f"),
                pair.units,
                Number(pair.n0, form=",.0f") if isfinite(pair.n0) else MISSING,
            )
            for pair in found.pairs
        ),
        words=2,
    )  # fmt: skip


def _wrong(found: Findings) -> Table:
    return Table(
        "Printed figures that cannot be right",
        ("Bet", "Printed", "By", "Why", "House edge %, ours"),
        tuple((one.title, one.printed, one.source, one.why, one.ours) for one in found.wrong),
        words=4,
    )


def _printed(text: str) -> Number:
    decimals = len(text.partition(".")[2])
    return Number(float(text), form=f".{decimals}f") if text else MISSING


def _signed(tag: int) -> str:
    return f"{tag:+d}".replace("-", "−") if tag else "0"
