"""What is one card worth?

Take one card out of a full shoe and count all ways to deal the next coup again: the change
of a bet's expected value is what that card is worth to whoever sees it go. No chance is
involved. The values of all cards of a shoe, added up, are zero.

A count gives each card a tag and adds up the tags of the cards seen. The best tags are the
values rounded to whole numbers that balance over a deck. The betting correlation says how
well they follow the values: 1 is the best that any count of this kind can do.

Source: Griffin, "The Theory of Blackjack" (1979), for both.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from agents.counting import PUBLISHED
from agents.deriving import best_tags, betting_correlation
from baccarat_env import odds
from baccarat_env.bet import format_odds
from baccarat_env.game import as_game
from baccarat_env.rules import MAX_DECKS
from experiments import published
from experiments.cells import Arrays, Cell
from experiments.counting.cuts import EVERY_BET, TITLES
from experiments.plotting import Figure, Theme, draw
from experiments.results import Answer, Results
from experiments.tables import Table, minus

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

ORDER = 2

CARDS = ("10", "A", "2", "3", "4", "5", "6", "7", "8", "9")
"""Cards by point value; tens and court cards are one."""


@dataclass(frozen=True)
class Config:
    """Tags of up to `most` are tried."""

    most: int


QUICK = Config(most=6)
FULL = Config(most=6)


# --- Compute ---------------------------------------------------------------------------


def cells(config: Config, seed: int) -> list[Cell]:  # noqa: ARG001 (nothing is drawn)
    """List the work: one exact cell."""
    sizes = list(range(1, MAX_DECKS + 1))
    return [Cell.of(removed, game=EVERY_BET, decks=sizes, most=config.most)]


def removed(game: dict[str, Any], decks: list[int], most: int) -> Arrays:
    """Find the value of each removed card, and the best tags, D sizes of shoe and B bets.

    `value` `(D, 10, B)` and `edge` `(D, B)` per unit staked; `sum` `(D, B)` of counts times
    values; `tags` `(B, most, 10)` within ±1 … ±`most` for the last size, and their
    `correlation` `(B, most)`; `in_print` `(P,)` the correlation of each published count.
    """
    rules = as_game(game)
    tables = [replace(rules, decks=size) for size in decks]
    value = np.array([odds.removed_card(table.full_shoe, table) for table in tables])
    full = np.array([table.full_shoe for table in tables])
    tags = [[best_tags(rules, bet, most=m + 1) for m in range(most)] for bet in rules.bets]
    correlation = [
        [betting_correlation(row, rules, bet) for row in rows]
        for bet, rows in zip(rules.bets, tags, strict=True)
    ]
    in_print = [betting_correlation(c.tags, rules, c.bet) for c in PUBLISHED.values()]
    return {
        "value": value,
        "sum": np.einsum("dv,dvb->db", full, value),
        "edge": -np.array([odds.expected_value(table.full_shoe, table) for table in tables]),
        "tags": np.array(tags),
        "correlation": np.array(correlation),
        "in_print": np.array(in_print),
    }


# --- Answer ----------------------------------------------------------------------------


def _found(results: Results) -> Arrays:
    return results.of("removed")[0].arrays


def _largest(values: NDArray[np.float64], bet: int) -> tuple[int, float]:
    """The card whose loss helps a bet most, and by how much."""
    card = int(values[:, bet].argmax())
    return card, float(values[card, bet])


def answer(results: Results) -> Answer:
    """Name the card that is worth most, and what it is held against."""
    found = _found(results)
    values, edge = found["value"][-1], found["edge"][-1]
    bet = int(values.max(axis=0).argmax())
    card, gain = _largest(values, bet)
    sentence = (
        f"Little, and most on {_titles()[bet]}: when {_a(card)} leaves a shoe of "
        f"{MAX_DECKS} decks, the bet gains {100 * gain:.3f} of every 100 bet, "
        f"and it costs {100 * edge[bet]:.2f}."
    )
    details = [_compared(found, b) for b in range(len(edge))]
    return Answer(
        sentence,
        (
            *details,
            f"Over all the cards of a shoe the values add up to zero: the largest sum is "
            f"{np.abs(found['sum']).max():.0e} of a stake, the rounding of the computer.",
            _agreement(results),
        ),
    )


def _a(card: int) -> str:
    """Name a card with its article."""
    return f"an {CARDS[card]}" if CARDS[card] in ("A", "8") else f"a {CARDS[card]}"


def _titles() -> list[str]:
    return [TITLES[bet] for bet in EVERY_BET.bets]


def _compared(found: Arrays, b: int) -> str:
    card, gain = _largest(found["value"][-1], b)
    cost = found["edge"][-1][b]
    return (
        f"{_titles()[b]} costs {100 * cost:.2f} of every 100 bet; the card whose loss helps it "
        f"most, {_a(card)}, takes off {100 * gain:.4f}: one part in {cost / gain:.0f}."
    )


def _agreement(results: Results) -> str:
    rows = _printed_rows(results)
    same = sum(row[-1] == "yes" for row in rows)
    return (
        f"Of {len(rows)} printed values of a removed card, {same} agree with ours in every digit."
    )


# --- Tables ----------------------------------------------------------------------------


def tables(results: Results) -> list[Table]:
    """Lay out the values, the printed ones beside them, and the best tags."""
    found = _found(results)
    values = tuple(
        (title, *(minus(f"{100 * value:+.5f}") for value in found["value"][-1][:, b]))
        for b, title in enumerate(_titles())
    )
    sizes = tuple(
        (title, *(f"{100 * found['value'][d][:, b].max():.4f}" for d in range(MAX_DECKS)))
        for b, title in enumerate(_titles())
    )
    headings = tuple(f"{d} deck{'s' * (d > 1)}" for d in range(1, MAX_DECKS + 1))
    return [
        Table(
            f"Change per 100 bet when one card leaves a shoe of {MAX_DECKS} decks",
            ("Bet", *CARDS),
            values,
        ),
        Table("The most that one card adds per 100 bet", ("Bet", *headings), sizes),
        Table(
            "Beside printed figures",
            ("Bet", "Card", "Printed by", "Unit", "Ours", "Printed", "Same digits"),
            tuple(_printed_rows(results)),
            words=4,
        ),
        _tags(found),
        _counts_in_print(found),
    ]


def _printed_rows(results: Results) -> list[tuple[str, ...]]:
    values = _found(results)["value"][-1]
    rows: list[tuple[str, ...]] = []
    for b, bet in enumerate(EVERY_BET.layout):
        payout = format_odds(int(bet.pays.max()))
        printed = published.removed_card(bet.name, payout)
        if printed is None:
            continue
        scale, figures = printed
        unit = "per 100 bet" if scale == 100 else "per 1000 bet"
        for card, figure in enumerate(figures):
            ours = scale * float(values[card, b])
            same = "yes" if published.agrees(ours, figure.printed) else "no"
            told = minus(f"{ours:+.6f}"), minus(figure.printed), same
            rows.append((_titles()[b], CARDS[card], figure.source, unit, *told))
    return rows


def _tags(found: Arrays) -> Table:
    rows = []
    for b, title in enumerate(_titles()):
        for m, tags in enumerate(found["tags"][b]):
            told = (minus(f"{tag:+d}") if tag else "0" for tag in tags)
            rows.append((title, f"±{m + 1}", *told, f"{found['correlation'][b, m]:.4f}"))
    return Table(
        f"Best balanced tags within a range, {MAX_DECKS} decks",
        ("Bet", "Tags within", *CARDS, "Betting correlation"),
        tuple(rows),
        words=2,
    )


def _counts_in_print(found: Arrays) -> Table:
    rows = []
    for count, correlation in zip(PUBLISHED.values(), found["in_print"], strict=True):
        told = (minus(f"{tag:+d}") if tag else "0" for tag in count.tags)
        rows.append((count.name, TITLES[count.bet], count.source, *told, f"{correlation:.4f}"))
    return Table(
        "Counts in print",
        ("Count", "For", "Printed by", *CARDS, "Betting correlation"),
        tuple(rows),
        words=3,
    )


# --- Figures ---------------------------------------------------------------------------


def plot(results: Results) -> list[Figure]:
    """Draw the values of the ten cards, a panel a bet."""
    values = 100 * _found(results)["value"][-1]

    def paint(canvas: Canvas, theme: Theme) -> None:
        panels = canvas.subplots(3, 2, sharex=True).ravel()
        for b, (axes, title) in enumerate(zip(panels, _titles(), strict=True)):
            colours = [theme.first if value > 0 else theme.second for value in values[:, b]]
            axes.bar(CARDS, values[:, b], color=colours, width=0.7)
            axes.axhline(0, color=theme.ink, lw=0.8)
            axes.set_title(title)
            axes.grid(visible=False, axis="x")
            axes.tick_params(axis="x", length=0, labelsize=7.5)
        canvas.supxlabel("the card that leaves the shoe", fontsize=9)
        canvas.supylabel("change per 100 bet", fontsize=9)

    reach = np.abs(values).max(axis=0)
    long, short = _titles()[reach.argmax()], _titles()[reach.argmin()]
    ratio = reach.max() / reach.min()
    told = "; ".join(
        f"{title}: best {CARDS[_largest(values, b)[0]]} at {_largest(values, b)[1]:+.4f}"
        for b, title in enumerate(_titles())
    )
    figure = draw(
        paint,
        height=5.0,
        title="What a bettor gains or loses when one card is gone",
        alt=minus(f"Six bar charts of the value of each card, {MAX_DECKS} decks. {told}."),
        reading="A bar up means that the bet gets better when that card has left the shoe. "
        f"The scales differ: the longest bar of {long} stands for {ratio:.0f} times as much as "
        f"that of {short}. Cards of value zero (ten, jack, queen, king) are one bar.",
    )
    return [figure]
