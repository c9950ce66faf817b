"""The best of many systems: chosen on some sessions, judged on others, beside luck alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from rich.box import SIMPLE_HEAD
from rich.table import Table as Lines

from agents.grid import Grid
from baccarat_env.canvas import matplotlib_module
from experiments.commands.backtest import choice_figures as figures
from experiments.commands.backtest.columns import as_table, csv_of, json_of
from experiments.commands.backtest.sheet import Part, render
from experiments.page.number import MISSING, Number, fixed
from experiments.page.table import Table
from experiments.page.terminal import Terminal
from experiments.shoes.choice import Record, interval, luck_of_the_best
from experiments.shoes.plan import Plan
from experiments.statistics import BACKTEST_LEVEL
from experiments.work.files import place_for, write

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Choice", "show"]

Floats = NDArray[np.float64]

FIRST = 10
"""Systems that are listed, the best first."""


@dataclass(frozen=True, repr=False)
class Choice:
    """Systems chosen on some sessions and judged on others: `table`, `sentences`, `plot()`.

    `plan` is what was chosen on and `judged` on what; `flat` is flat betting of the best
    system's main bet on both, by its name, if it does not play itself.
    """

    plan: Plan
    judged: Plan
    grids: Sequence[Grid]
    chosen: Record
    then: Record
    flat: tuple[str, float, float] | None = None

    @property
    def best(self) -> str:
        """The system that won most per 100 bet on the sessions to choose on."""
        return self.plan.names[self.chosen.best]

    @cached_property
    def by_luck(self) -> Floats:
        """What the best of as many systems wins per 100 bet by luck alone, resampled, `(R,)`."""
        return luck_of_the_best(self.chosen, self.plan.seed)

    @property
    def p_value(self) -> float:
        """How often luck alone makes the best of the systems look as good."""
        at_least = (self.by_luck >= self.chosen.rates[self.chosen.best]).sum()
        return float(at_least + 1) / (self.by_luck.size + 1)

    @property
    def sentences(self) -> list[str]:
        """What was found, the best first."""
        a, n = self.chosen.best, len(self.plan.names)
        low, high = interval(self.by_luck)
        more = self.p_value < BACKTEST_LEVEL
        said = [
            f"{self.best} was the best of {n:,} on the first {self.plan.sessions:,} sessions: "
            f"it {_won(self.chosen.rates[a])} of every 100 bet. On the other "
            f"{self.judged.sessions:,} it {_won(self.then.rates[a])}.",
            f"By luck alone the best of these {n:,} comes to between {fixed(low, 2)} and "
            f"{fixed(high, 2)} (95 %): "
            + (
                f"its result is better than luck explains (p {self.p_value:.2g})."
                if more
                else f"choosing the best of many explains its result (p {self.p_value:.2g})."
            ),
            f"The exact odds of its bets say {fixed(self.chosen.exact[a], 2)}, and "
            f"{fixed(self.then.exact[a], 2)} on the other sessions.",
        ]
        if self.flat is not None:
            name, first, other = self.flat
            said.append(
                f"Flat betting of the same bet on every coup, {name}, {_won(first)} and then "
                f"{_won(other)}."
            )
        plan = self.plan
        dealt = (
            f"seed {plan.seed}" if plan.recorded is None else f"recorded in {plan.recorded.file}"
        )
        return [*said, f"Shoes: {dealt}, {plan.game.procedure}."]

    @cached_property
    def columns(self) -> dict[str, list[Any]]:
        """Every system, in the order it was named, with its numbers by name."""
        order = _ranks(self.chosen.rates)
        return {
            "agent": list(self.plan.names),
            "rank_when_chosen": order.tolist(),
            "chosen_result_per_100_bet": self.chosen.rates.tolist(),
            "chosen_exact_per_100_bet": self.chosen.exact.tolist(),
            "rank_when_judged": _ranks(self.then.rates).tolist(),
            "judged_result_per_100_bet": self.then.rates.tolist(),
            "judged_exact_per_100_bet": self.then.exact.tolist(),
            "chosen_staked_chips": self.chosen.staked.sum(axis=1).tolist(),
            "judged_staked_chips": self.then.staked.sum(axis=1).tolist(),
        }

    @property
    def table(self) -> Any:
        """The numbers, a row a system: a DataFrame where pandas is there, else arrays."""
        return as_table(self.columns)

    def csv(self, path: str | Path) -> None:
        """Write the table as CSV, whole or not at all; columns are named with their units."""
        write(place_for(path), csv_of(self.columns, words=1))

    def json(self, path: str | Path) -> None:
        """Write what was played, the sentences and the table as JSON, whole or not at all."""
        write(place_for(path), json_of(self.plan, self.sentences, systems=self.columns))

    def page(self, path: str | Path) -> None:
        """Write a page of it, one HTML file that needs nothing else, whole or not at all."""
        place = place_for(path)
        write(place, _sheet(self))

    def plot(self) -> Figure:
        """Draw the first grid, in sample and out of sample, or luck where there is no grid."""
        figure: Figure = matplotlib_module("figure").Figure(figsize=(7, 6), layout="constrained")
        figures.plotted(self._maps()[0] if self.grids else self._luck())(figure)
        return figure

    def drawings(self) -> list[figures.Drawing]:
        """What the page draws: luck of the best, then every grid."""
        return [self._luck(), *self._maps()]

    def _luck(self) -> figures.Drawing:
        a = self.chosen.best
        return figures.luck(self.by_luck, self.chosen.rates[a], self.then.rates[a])

    def _maps(self) -> list[figures.Drawing]:
        at = {name: a for a, name in enumerate(self.plan.names)}
        maps = []
        for grid in self.grids:
            rows = [at[name] for name in grid.systems]
            both = self.chosen.rates[rows], self.then.rates[rows]
            maps.append(figures.maps(grid, *(one.reshape(grid.shape) for one in both)))
        return maps

    def __repr__(self) -> str:
        """Say what came of it in a table that fits a screen, and in sentences."""
        console = Terminal(width=80, force_terminal=False)
        with console.capture() as said:
            show(self, console)
        return "\n".join(line.rstrip() for line in said.get().splitlines())

    def _repr_html_(self) -> str:
        """The same for a notebook."""
        return f"<pre>{escape(repr(self))}</pre>"


def show(choice: Choice, console: Terminal, *, every: bool = False) -> None:
    """Print the systems, the best first, and what is to be said."""
    names = choice.plan.names
    order = np.argsort(_ranks(choice.chosen.rates), kind="stable")
    order = order if every else order[:FIRST]
    title = f"Result per 100 bet; a session: {choice.plan.horizon}"
    lines = Lines(title=title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    lines.collapse_padding = True
    lines.add_column("System", overflow="fold")
    for heading in HEADINGS:
        lines.add_column(heading, justify="right")
    ranks = _ranks(choice.then.rates)
    for a in order.tolist():
        values = choice.chosen.rates, choice.then.rates, choice.then.exact
        cells = [str(_rate(value[a])) for value in values]
        lines.add_row(names[a], cells[0], cells[1], str(ranks[a]), cells[2])
    if choice.flat is not None:
        name, first, other = choice.flat
        lines.add_row(f"{name} (added)", fixed(first, 2), fixed(other, 2), "–", "–")
    console.print(lines)
    if len(order) < len(names):
        console.print(f"The best {len(order)} of {len(names):,}; --all prints every one.")
    for sentence in choice.sentences:
        console.print(sentence)


HEADINGS = ("when chosen", "on the others", "rank there", "by exact odds")


def _sheet(choice: Choice) -> bytes:
    first, *others = choice.sentences
    first_figure, *maps = [figures.drawn(one) for one in choice.drawings()]
    rows = tuple(
        (name, *(_rate(x) if "100" in key else _whole(x) for key, x in zip(keys, row, strict=True)))
        for keys, name, *row in (
            (list(choice.columns)[1:], *values)
            for values in zip(*choice.columns.values(), strict=True)
        )
    )
    headings = ("System", *(key.replace("_", " ") for key in list(choice.columns)[1:]))
    table = Table("Every system", headings, rows)
    front = Part("result", "The result", first, [first_figure, *maps], [])
    listed = "The systems in the order they were named, with their ranks in both parts."
    every = Part("systems", "Every system", listed, [], [table])
    method = [
        f"Game: {choice.plan.game.name}, {choice.plan.game.procedure}.",
        _shoes(choice),
        "A session is drawn with replacement 2,000 times, alike for all systems. The luck of each "
        "system is centred, so that it wins what its stakes are worth by exact odds. The best of "
        "them each time gives the histogram.",
        "Source: White, A reality check for data snooping (2000).",
    ]
    title = f"The best of {len(choice.plan.names):,} systems"
    return render(title, front, [every], others, method)


def _shoes(choice: Choice) -> str:
    plan = choice.plan
    if plan.recorded is None:
        return (
            f"Systems are chosen on {plan.sessions:,} simulated sessions of seed {plan.seed} and "
            f"judged on {choice.judged.sessions:,} of another."
        )
    return (
        f"Systems are chosen on the first {plan.sessions:,} sessions recorded in "
        f"{plan.recorded.file} and judged on the other {choice.judged.sessions:,}."
    )


def _won(rate: float) -> str:
    if np.isnan(rate):
        return "never bet"
    return f"{'won' if rate >= 0 else 'lost'} {fixed(abs(rate), 2)}"


def _rate(value: float) -> Number:
    return MISSING if np.isnan(value) else Number(float(value), form=".2f")


def _whole(value: float) -> Number:
    return Number(float(value), form=",.6g")


def _ranks(rates: Floats) -> NDArray[np.int64]:
    """Rank the systems from 1, the best first; those without a result come last."""
    order = np.argsort(np.where(np.isnan(rates), np.inf, -rates), kind="stable")
    ranks = np.empty(len(rates), dtype=np.int64)
    ranks[order] = np.arange(1, len(rates) + 1)
    return ranks
