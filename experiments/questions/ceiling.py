"""How much could a perfect player win?

Before every coup the exact expected value of every bet is computed from the unseen cards,
burned ones included. The perfect player stakes one unit on each bet whose value is above
zero and nothing on the rest. Nobody with the same limits can expect more in any shoe: given
all that has been seen, the unseen cards are equally likely in every order, so the odds are
the whole of what can be known.

Units a shoe are the values of the favourable bets added up, averaged over shoes; the
interval comes from the spread between shoes, which are independent. Scoring by exact value
leaves out the luck of the coup itself. N0, the number of shoes after which the expected win
is as large as one standard deviation, takes the deviation of the settled results.

Shoes are dealt down to 6 cards and read at every deeper cut, so all points of a curve come
from the same shoes. A place is called beatable here while it gives more than 0.01 units a
shoe: one unit in a hundred shoes, about a hundred hours. Where no coup of n shoes was
favourable, 3/n is a 95 % upper bound of the favourable coups in a shoe.

Source: Hanley and Lippman-Hand, "If nothing goes wrong, is everything all right?" (1983),
for the bound.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from numpy.typing import NDArray

from agents.deriving import by_trigger
from baccarat_env.rules import MAX_DECKS, Game, as_game
from experiments import published
from experiments.cells import Arrays, Cell, Stored, derived_seed
from experiments.cuts import CUT, CUTS, EVERY_BET, TITLES, per_shoe, price, with_interval
from experiments.plotting import Figure, Theme, draw
from experiments.results import Answer, Results
from experiments.statistics import Estimate
from experiments.tables import Table, minus

ORDER = 3

LINES = {
    "Player": ("player",),
    "Banker, 5 %": ("banker",),
    "EZ Banker": ("ez_banker",),
    "Player or Banker, 5 %": ("player", "banker"),
    "Player or EZ Banker": ("player", "ez_banker"),
    "Tie": ("tie",),
    "Dragon 7": ("dragon_7",),
    "Panda 8": ("panda_8",),
}
"""What is played, and the bets it takes; two main bets are never favourable together."""

DRAWN = ("Dragon 7", "Panda 8", "Tie", "Player or EZ Banker", "Player or Banker, 5 %")
BEATABLE = 0.01
"""Units a shoe above which a place is called beatable."""

DEPTH_STEP = 13
BINS = 800
WIDTH = np.array([0.2, 0.2, 0.2, 2.0, 2.0, 2.0])
"""Edges of each bet are told apart from minus to plus this much; those beyond go to the ends."""

QUANTILES = (0.05, 0.5, 0.95, 0.999)

PROCEDURES = (
    {"burn": True, "after_cut": 0},
    {"burn": False, "after_cut": 1},
    {"burn": False, "after_cut": 0},
)
"""Other ways to deal, at the usual cut."""


@dataclass(frozen=True)
class Config:
    """Shoes of eight decks, of each smaller size, of each other procedure; shoes a cell."""

    shoes: int
    smaller: int
    other: int
    batch: int


QUICK = Config(shoes=16_000, smaller=4_000, other=4_000, batch=2_000)
FULL = Config(shoes=800_000, smaller=120_000, other=120_000, batch=4_000)


# --- Compute ---------------------------------------------------------------------------


def cells(config: Config, seed: int) -> list[Cell]:
    """List the work: shoes of eight decks, of other sizes, of other procedures, in batches."""
    tables = [(replace(EVERY_BET, decks=MAX_DECKS), CUTS, config.shoes)]
    for decks in range(1, MAX_DECKS):
        cuts = tuple(cut for cut in CUTS if cut <= 52 * decks - 17)
        tables.append((replace(EVERY_BET, decks=decks), cuts, config.smaller))
    for procedure in PROCEDURES:
        tables.append((replace(EVERY_BET, cut=CUT, **procedure), (CUT,), config.other))  # type: ignore[arg-type]
    return [
        Cell.of(
            perfect,
            game=game,
            cuts=list(cuts),
            seed=derived_seed(seed, "ceiling", game.procedure),
            first=first,
            shoes=min(config.batch, shoes - first),
        )
        for game, cuts, shoes in tables
        for first in range(0, shoes, config.batch)
    ]


def perfect(game: dict[str, Any], cuts: list[int], seed: int, first: int, shoes: int) -> Arrays:
    """Play the perfect player over shoes `first` to `first + shoes` - 1.

    Sums over the shoes at each of T cuts for each of L `LINES`: `units` and `settled` `(L, T)`
    and their squares, `favourable` `(L, T)` and all `coups` `(T,)`. `edges` `(B, D, 800)` counts
    coups by cards undealt, in steps of 13, and by edge, in steps of 2 `WIDTH` / 800.
    """
    rules = as_game(game)
    priced = price(rules, shoes=shoes, seed=seed, first=first)
    good, net = priced.worth > 0, priced.net
    found: dict[str, list[Any]] = {name: [] for name in SUMS}
    levels = np.asarray(cuts, np.float64)
    for bets in LINES.values():
        b = [rules.index(bet) for bet in bets]
        chosen = good[:, b]
        for name, result in (
            ("units", (priced.worth[:, b] * chosen).sum(axis=1)),
            ("settled", (net[:, b] * chosen).sum(axis=1)),
            ("favourable", chosen.sum(axis=1).astype(np.float64)),
        ):
            summed = by_trigger(priced.deepest.astype(float), result, priced.coups.shoe, levels)
            found[name].append(summed.total)
            if name != "favourable":
                found[f"{name}_squares"].append(summed.squares)
    return {
        **{name: np.array(rows) for name, rows in found.items()},
        "coups": summed.bets * shoes,
        "edges": _edges(priced.worth, priced.undealt, rules),
    }


SUMS = ("units", "units_squares", "settled", "settled_squares", "favourable")


def _edges(worth: NDArray[np.float64], undealt: NDArray[np.int64], game: Game) -> NDArray[np.int64]:
    """Count coups by cards undealt and by edge, `(B, D, 800)`."""
    depths = 52 * game.decks // DEPTH_STEP + 1
    place = np.floor((worth / WIDTH + 1) * BINS / 2).astype(np.int64).clip(0, BINS - 1)
    cell = (undealt // DEPTH_STEP)[:, None] * BINS + place
    counts = [np.bincount(column, minlength=depths * BINS) for column in cell.T]
    return np.array(counts).reshape(-1, depths, BINS)


# --- Read ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Perfect:
    """The perfect player at one table, read at T cuts."""

    game: Game
    cuts: NDArray[np.int64]
    shoes: int
    sums: Arrays

    @cached_property
    def units(self) -> Estimate:
        """Units a shoe, `(L, T)`."""
        return per_shoe(self.sums["units"], self.sums["units_squares"], self.shoes)

    @cached_property
    def settled(self) -> Estimate:
        """Units a shoe by settled results, `(L, T)`."""
        return per_shoe(self.sums["settled"], self.sums["settled_squares"], self.shoes)

    @property
    def deviation(self) -> NDArray[np.float64]:
        """Standard deviation of the settled result of a shoe, `(L, T)`."""
        return np.asarray(self.settled.error * np.sqrt(self.shoes - 1))

    def at(self, cut: int = CUT) -> int:
        """Index of a cut."""
        return int(np.flatnonzero(self.cuts == cut)[0])

    def favourable(self, line: int, t: int) -> str:
        """Favourable coups a shoe, or their upper bound."""
        seen = self.sums["favourable"][line, t]
        if not seen:
            return minus(f"< {3 / self.shoes:.1e}")
        often = seen / self.shoes
        return f"{often:.4f}" if often >= 0.001 else minus(f"{often:.1e}")

    def edge(self, line: int, t: int) -> str:
        """Average edge of the favourable coups in per cent."""
        seen = self.sums["favourable"][line, t]
        return f"{100 * self.sums['units'][line, t] / seen:.3f}" if seen else "–"


def tables_played(results: Results) -> list[Perfect]:
    """Put the cells of each table together, eight decks first."""
    found: dict[str, list[Stored]] = {}
    for cell in results.of("perfect"):
        found.setdefault(as_game(cell.arguments["game"]).procedure, []).append(cell)
    return [_together(cells) for cells in found.values()]


def _together(cells: Sequence[Stored]) -> Perfect:
    arguments = cells[0].arguments
    sums = {name: np.sum([cell.arrays[name] for cell in cells], axis=0) for name in cells[0].arrays}
    shoes = sum(cell.arguments["shoes"] for cell in cells)
    return Perfect(as_game(arguments["game"]), np.array(arguments["cuts"]), shoes, sums)


def _index(line: str) -> int:
    return list(LINES).index(line)


def _figure(estimate: Estimate, where: tuple[int, int]) -> str:
    return with_interval(float(estimate.value[where]), float(estimate.half_width[where]))


# --- Answer ----------------------------------------------------------------------------


def answer(results: Results) -> Answer:
    """Say what perfect play earns at the usual cut, and down to which cut it is worth it."""
    eight = tables_played(results)[0]
    t = eight.at()
    best = {line: eight.units.value[_index(line), t] for line in DRAWN}
    beaten = [line for line in DRAWN if best[line] > BEATABLE]
    rest = [line for line in DRAWN if line not in beaten]
    sentence = (
        f"With {MAX_DECKS} decks and {CUT} cards behind the cut card, a player who knows the "
        f"exact odds of every coup wins {_earned(eight, beaten)} a shoe, "
        f"but only {_earned(eight, rest)}: nobody with the same limits can expect more."
    )
    return Answer(sentence, (*(_reach(eight, line) for line in DRAWN), *_printed_lines(results)))


def _earned(eight: Perfect, lines: Sequence[str]) -> str:
    t = eight.at()
    told = [f"{_figure(eight.units, (_index(line), t))} units on {line}" for line in lines]
    return " and ".join([", ".join(told[:-1]), told[-1]] if len(told) > 1 else told) or "nothing"


def last_beatable(table: Perfect, line: str) -> int | None:
    """The deepest cut read at which a line earns more than `BEATABLE`; None if it does at none."""
    good = np.flatnonzero(table.units.value[_index(line)] > BEATABLE)
    return int(table.cuts[good.max()]) if good.size else None


def _reach(eight: Perfect, line: str) -> str:
    i, t, last = _index(line), eight.at(), last_beatable(eight, line)
    coups = eight.sums["favourable"][i, t]
    n0 = (eight.deviation[i, t] / eight.units.value[i, t]) ** 2 if coups else np.inf
    reach = (
        f"more than {BEATABLE} units a shoe up to {last} cards behind the cut card"
        if last is not None
        else f"less than {BEATABLE} units a shoe wherever the cut card lies"
    )
    return (
        f"{line}: {eight.favourable(i, t)} favourable coups a shoe with an average edge of "
        f"{eight.edge(i, t)} %; N0 is {n0:,.0f} shoes; {reach}."
    )


def _printed_lines(results: Results) -> list[str]:
    found = []
    for table in tables_played(results):
        if table.game.burn or table.game.after_cut:
            continue
        for bet, printed in published.CEILINGS.items():
            line = TITLES[bet]
            apart = abs(float(table.units.value[_index(line), 0]) - float(printed.printed))
            error = float(table.units.error[_index(line), 0])
            verdict = "agrees with" if apart <= 4 * error else "does not reproduce"
            found.append(
                f"{line} dealt as {printed.source} deals it ({table.game.procedure}): "
                f"{_figure(table.units, (_index(line), 0))} units a shoe, which {verdict} "
                f"the {printed.printed} printed there, {apart / error:.1f} standard errors away."
            )
    return found


# --- Tables ----------------------------------------------------------------------------


def tables(results: Results) -> list[Table]:
    """Lay out the ceiling at the usual cut, by cut, by decks and by procedure."""
    played = tables_played(results)
    eight = played[0]
    cuts = [(f"{cut}", eight, t) for t, cut in enumerate(eight.cuts)]
    decks = [(f"{table.game.decks}", table, table.at()) for table in _sizes(played)]
    dealt = [
        (replace(table.game, cut=CUT).procedure, table, table.at())
        for table in (eight, *(table for table in played if table.cuts.size == 1))
    ]
    return [
        _at_the_cut(eight),
        *_of_every_line("cards behind the cut card", f"{MAX_DECKS} decks", cuts),
        *_of_every_line("decks", f"{CUT} cards behind the cut card", decks),
        *_of_every_line("procedure", f"{CUT} cards behind the cut card", dealt),
    ]


def _of_every_line(by: str, where: str, rows: Sequence[tuple[str, Perfect, int]]) -> list[Table]:
    """Units, favourable coups and average edge of every line, each in a table of its own."""
    quantities: dict[str, Callable[[Perfect, int, int], str]] = {
        "Units a shoe": lambda table, i, t: _figure(table.units, (i, t)),
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
                    f"{table.shoes:,}",
                    f"{table.sums['coups'][t] / table.shoes:.2f}",
                    *(told(table, i, t) for i in range(len(LINES))),
                )
                for label, table, t in rows
            ),
        )
        for title, told in quantities.items()
    ]


def _at_the_cut(eight: Perfect) -> Table:
    t = eight.at()
    rows = []
    for i, line in enumerate(LINES):
        units = float(eight.units.value[i, t])
        rows.append(
            (
                line,
                _figure(eight.units, (i, t)),
                _figure(eight.settled, (i, t)),
                eight.favourable(i, t),
                eight.edge(i, t),
                f"{eight.deviation[i, t]:.4f}",
                f"{(eight.deviation[i, t] / units) ** 2:,.0f}" if units else "–",
            )
        )
    return Table(
        f"Perfect play, {MAX_DECKS} decks, {CUT} cards behind the cut card, {eight.shoes:,} shoes; "
        "± is half a 95 % interval",
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


def _sizes(played: Sequence[Perfect]) -> list[Perfect]:
    usual = [table for table in played if table.game.burn and table.game.after_cut == 1]
    return sorted(usual, key=lambda table: table.game.decks)


# --- Figures ---------------------------------------------------------------------------


def plot(results: Results) -> list[Figure]:
    """Draw the ceiling by cut and by decks, and how the edge spreads as the shoe empties."""
    played = tables_played(results)
    return [_cut_curve(played[0]), _deck_curve(played), _spread(played[0])]


def _styles(theme: Theme) -> dict[str, dict[str, Any]]:
    return {
        "Dragon 7": {"color": theme.second},
        "Panda 8": {"color": theme.first},
        "Tie": {"color": theme.third},
        "Player or EZ Banker": {"color": theme.ink},
        "Player or Banker, 5 %": {"color": theme.ink, "ls": "--"},
    }


def _curve(
    axes: Axes, theme: Theme, line: str, x: Any, values: NDArray[np.float64], half: Any
) -> None:
    style = _styles(theme)[line]
    shown = values > 0
    low = np.maximum(values - half, values / 10)
    axes.fill_between(x, low, values + half, where=shown, color=style["color"], alpha=0.25, lw=0)
    axes.plot(x, np.where(shown, values, np.nan), label=line, **style)


def _line_of_the_beatable(axes: Axes, theme: Theme) -> None:
    axes.set_yscale("log")
    axes.axhline(BEATABLE, color=theme.ink, lw=0.8, ls=":")
    axes.set_ylabel("units a shoe")
    axes.yaxis.set_major_formatter(lambda x, _: np.format_float_positional(x, trim="-"))


def _cut_curve(eight: Perfect) -> Figure:
    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        for line in DRAWN:
            i = _index(line)
            _curve(axes, theme, line, eight.cuts, eight.units.value[i], eight.units.half_width[i])
        _line_of_the_beatable(axes, theme)
        axes.set_ylim(1e-6, 3)
        axes.set_xlabel("cards behind the cut card")
        canvas.legend(loc="outside lower center", ncols=2)

    told = "; ".join(
        f"{line}: {eight.units.value[_index(line), eight.at()]:.4f} at {CUT} cards, "
        + (
            f"above {BEATABLE} up to {last} cards"
            if (last := last_beatable(eight, line)) is not None
            else f"never above {BEATABLE}"
        )
        for line in DRAWN
    )
    return draw(
        paint,
        height=4.4,
        title="What perfect play earns, by where the cut card lies",
        alt=f"Falling curves on a logarithmic scale, {MAX_DECKS} decks. {told}.",
        reading="Each curve is the most that anyone could earn on that bet with stakes of one "
        f"unit. Each grid line across is ten times the one below it. The dotted line is {BEATABLE} "
        "units a shoe, one unit in a hundred shoes. Bands are 95 % intervals at each cut by "
        "itself; a curve that leaves the page falls below a millionth of a unit.",
    )


def _deck_curve(played: Sequence[Perfect]) -> Figure:
    sizes = _sizes(played)
    decks = [table.game.decks for table in sizes]

    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        for line in DRAWN:
            i = _index(line)
            value = np.array([table.units.value[i, table.at()] for table in sizes])
            half = np.array([table.units.half_width[i, table.at()] for table in sizes])
            _curve(axes, theme, line, decks, value, half)
        _line_of_the_beatable(axes, theme)
        axes.set_xlabel("decks in the shoe")
        axes.set_xticks(decks)
        canvas.legend(loc="outside lower center", ncols=2)

    told = "; ".join(
        f"{line}: {sizes[0].units.value[_index(line), sizes[0].at()]:.4f} with {decks[0]}, "
        f"{sizes[-1].units.value[_index(line), sizes[-1].at()]:.4f} with {decks[-1]}"
        for line in DRAWN
    )
    return draw(
        paint,
        height=4.0,
        title=f"What perfect play earns, by decks, {CUT} cards behind the cut card",
        alt=f"Curves on a logarithmic scale by number of decks. {told}.",
        reading="As above, for shoes of one to eight decks. A shoe of one deck is over after a "
        "few coups, so an hour holds many of them.",
    )


def quantiles(edges: NDArray[np.int64], width: float) -> NDArray[np.float64]:
    """Read quantiles from counts by edge, `(D, 800)` → `(Q, D)`; nan where nothing was counted."""
    total = edges.sum(axis=1)
    below = edges.cumsum(axis=1) / np.maximum(total, 1)[:, None]
    middle = (np.arange(BINS) + 0.5) * 2 * width / BINS - width
    at = [middle[(below >= q).argmax(axis=1)] for q in QUANTILES]
    return np.where(total > 0, np.array(at), np.nan)


def _spread(eight: Perfect) -> Figure:
    edges = eight.sums["edges"]
    left = (np.arange(edges.shape[1]) + 0.5) * DEPTH_STEP
    found = [100 * quantiles(edges[b], WIDTH[b]) for b in range(len(edges))]

    def paint(canvas: Canvas, theme: Theme) -> None:
        panels = canvas.subplots(3, 2, sharex=True).ravel()
        for axes, bet, (low, middle, high, top) in zip(panels, EVERY_BET.bets, found, strict=True):
            axes.fill_between(left, low, high, color=theme.first, alpha=0.25, lw=0)
            axes.plot(left, middle, color=theme.first)
            axes.plot(left, top, color=theme.second, lw=1.0)
            axes.axhline(0, color=theme.ink, lw=0.8)
            axes.set_title(TITLES[bet])
            axes.set_xlim(left[-1], 0)
        canvas.supxlabel("cards left in the shoe", fontsize=9)
        canvas.supylabel("exact edge, per 100 bet", fontsize=9)

    late = 2  # the third step: 26 to 38 cards left
    told = "; ".join(
        f"{TITLES[bet]}: median {rows[1, late]:.1f}, one in a thousand above {rows[3, late]:.1f}"
        for bet, rows in zip(EVERY_BET.bets, found, strict=True)
    )
    return draw(
        paint,
        height=5.2,
        title="How the edge spreads as the shoe empties",
        alt=minus(
            f"Six panels that open to the right like trumpets. With {late * DEPTH_STEP} to "
            f"{(late + 1) * DEPTH_STEP - 1} cards left, per 100 bet: {told}."
        ),
        reading="From left to right the shoe is dealt out. The line in the band is the median "
        "of the exact edge before a coup; nine coups in ten lie within the band, and one in a "
        "thousand lies above the upper line. Above zero the bettor has the advantage.",
    )
