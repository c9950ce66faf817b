"""The command line of backtests: agents and shoes in, tables of statistics out."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import numpy as np
import tyro
from rich.progress import Progress
from rich.table import Table as Grid

from agents import make
from agents.agent import Limits
from agents.by_name import told_of
from baccarat_env.game import GAMES, Game, as_game
from baccarat_env.rules import RESULTS
from experiments import RequestError
from experiments.page.number import in_figures, minus
from experiments.page.terminal import Terminal
from experiments.shoes.ledger import opened
from experiments.shoes.played import Plan, run, split
from experiments.shoes.recorded.shoes import Recorded, read
from experiments.shoes.recorded.strange import STATISTICS, strangeness
from experiments.shoes.summary import FEWEST, QUANTILES, Summary, paired, summaries
from experiments.shoes.tallies import Tally
from experiments.statistics import Estimate
from experiments.work.executors import local_pool
from experiments.work.provenance import usable_cores

__all__ = ["backtest", "shoes"]

errors = Terminal(stderr=True)
SIGNIFICANT = 0.05
WIDE = 140

About = tyro.conf.arg
GameName = Annotated[str, About(help=f"Table: {', '.join(GAMES)}.")]


def backtest(
    agents: Annotated[
        tuple[str, ...],
        tyro.conf.Positional,
        About(name="agent", metavar="AGENT ...", help="martingale:bet=player,limit=500"),
    ],
    shoes: Annotated[Path | None, About(help="File of recorded shoes; none: simulated.")] = None,
    game: GameName = "mini",
    sessions: Annotated[int, About(help="Simulated sessions.")] = 1_000,
    length: Annotated[int, About(help="Shoes in a session.")] = 1,
    bankroll: Annotated[int | None, About(help="Chips at the start of a session.")] = None,
    low: Annotated[int, About(help="Least stake in chips.")] = 1,
    high: Annotated[int, About(help="Largest stake in chips.")] = 500,
    stop_win: Annotated[int | None, About(help="Leave with so many chips won.")] = None,
    stop_loss: Annotated[int | None, About(help="Leave with so many chips lost.")] = None,
    train: Annotated[float | None, About(help="Share of the sessions to choose on.")] = None,
    ledger: Annotated[Path | None, About(help="Ledger to write, .parquet or .csv.")] = None,
    rows: Annotated[str, About(help="A row of the ledger: shoe or coup.")] = "shoe",
    workers: Annotated[int, About(help="Processes that compute.")] = usable_cores(),
    seed: Annotated[int, About(help="Root of the shoes.")] = 1,
) -> None:
    """Play agents over the same shoes and print what they come to.

    Example: python -m experiments backtest martingale:limit=500 follow --shoes my.txt
    """
    try:
        table = as_game(game)
        limits = Limits(low, high)
    except ValueError as problem:
        raise RequestError(str(problem)) from None
    _check(agents, table)
    recorded = None if shoes is None else read(shoes, table.decks)
    plan = Plan(
        agents,
        table,
        sessions=sessions,
        length=length,
        seed=seed,
        limits=limits,
        bankroll=bankroll,
        stop_win=stop_win,
        stop_loss=stop_loss,
        recorded=recorded,
    )
    if not 1 <= workers <= 1024:
        raise RequestError(f"workers={workers} must be a whole number from 1 to 1024")
    if rows not in ("shoe", "coup"):
        raise RequestError(f"rows={rows!r} must be shoe or coup")
    if train is not None:
        _train(plan, train, workers)
        return
    _show(plan, _play(plan, workers, ledger, rows))


def shoes(
    file: Annotated[Path, tyro.conf.Positional, About(help="File of recorded shoes.")],
    game: GameName = "mini",
    simulated: Annotated[int, About(help="Simulated shoes to compare with.")] = 100_000,
    seed: Annotated[int, About(help="Root of the simulated shoes.")] = 1,
) -> None:
    """Check a file of recorded shoes and say whether any of them is strange.

    Example: python -m experiments shoes my.txt --game ez
    """
    try:
        table = as_game(game)
    except ValueError as problem:
        raise RequestError(str(problem)) from None
    if not 1_000 <= simulated <= 1_000_000:
        raise RequestError(f"simulated={simulated} must be a whole number from 1000 to 1000000")
    recorded = read(file, table.decks)
    console = _page()
    console.print(_holds(recorded, table))
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
        f"Strange at 5 % after correction for {found.p_values.size:,} tests: {told or 'no shoe'}. "
        f"Seed {seed}, {simulated:,} simulated shoes, {table.procedure}. "
        f"No p-value can be below {2 / (1 + simulated):.2g}."
    )


def _holds(recorded: Recorded, game: Game) -> str:
    kept = np.bincount(recorded.results, minlength=len(RESULTS))
    counts = ", ".join(f"{count:,} {name}" for count, name in zip(kept, RESULTS, strict=True))
    open_bets = [
        bet.title for bet, ok in zip(game.layout, recorded.gradable(game), strict=True) if not ok
    ]
    return (
        f"{recorded.file}: {recorded.shoes:,} shoes, {len(recorded.results):,} coups ({counts}), "
        f"{'results alone' if recorded.cards is None else 'card by card'}."
        + (f" Not gradable: {', '.join(open_bets)}." if open_bets else "")
    )


def _check(agents: Sequence[str], game: Game) -> None:
    for name in agents:
        with told_of(name):
            make(name).start(game, 1)
    if len(set(agents)) < len(agents):
        raise RequestError("an agent is named twice: name each once")


def _play(plan: Plan, workers: int, ledger: Path | None = None, rows: str = "shoe") -> Tally:
    count = min(workers, len(plan.batches()))
    book = nullcontext() if ledger is None else opened(ledger)
    with local_pool(count) as pool, Progress(console=errors, transient=True) as shown, book as kept:
        bar = shown.add_task("sessions", total=plan.sessions)
        parts = run(plan, executor=pool, ahead=2 * count, ledger=rows if kept else None)
        total: Tally | None = None
        for played in parts:
            if kept is not None:
                kept.add(played.rows)
            total = played.tally if total is None else total + played.tally
            shown.advance(bar, played.tally.sessions)
    assert total is not None
    return total


# --- Printed ---------------------------------------------------------------------------


def _show(plan: Plan, tally: Tally) -> None:
    console = _page()
    found = summaries(plan.names, tally)
    if not any(found):
        console.print(f"Not gradable: {_NOT_SETTLED}")
        return
    for title, columns in TABLES:
        grid = _grid(title.format(plan=plan), plan.names)
        for heading in columns:
            grid.add_column(heading, justify="right")
        for name, one in zip(plan.names, found, strict=True):
            cells = ["not gradable"] if one is None else [show(one) for show in columns.values()]
            grid.add_row(name, *cells)
        console.print(grid)
    if len(plan.names) > 1:
        _show_pairs(plan, tally, console)
    console.print(_sentence(plan, found))


def _grid(title: str, names: Sequence[str]) -> Grid:
    """Begin a table whose first column names the agents, in full."""
    grid = Grid(title=title, title_justify="left")
    grid.add_column("Agent", overflow="fold", min_width=min(24, max(map(len, names))))
    return grid


def _page() -> Terminal:
    """Print on the terminal as wide as it is, and wide enough for every column elsewhere."""
    return Terminal(width=None if sys.stdout.isatty() else WIDE)


def _show_pairs(plan: Plan, tally: Tally, console: Terminal) -> None:
    title = f"Beside {plan.names[0]}, on the same shoes"
    grid = _grid(title, plan.names)
    for heading in ("more a session", "p", "after correction"):
        grid.add_column(heading, justify="right")
    for pair in paired(plan.names, tally):
        shown = f"{pair.p_value:.2g}", f"{pair.corrected:.2g}"
        if tally.sessions < FEWEST:
            shown = "too few sessions", "–"
        grid.add_row(pair.agent, _interval(pair.difference), *shown)
    console.print(grid)


def _interval(estimate: Estimate, scale: float = 1, digits: int = 3) -> str:
    return in_figures(estimate, digits=digits, scale=scale)


def _percent(estimate: Estimate) -> str:
    return _interval(estimate, 100, 2)


def _share(estimate: Estimate, trials: int) -> str:
    """A share in per cent; one never or always seen gets the bound by the rule of three."""
    if estimate.value not in (0, 1):
        return _percent(estimate)
    if trials < FEWEST:
        return "–"
    bound = "under" if estimate.value == 0 else "over"
    return f"{bound} {100 * abs(float(estimate.value) - 3 / trials):.2g}"


_NOT_SETTLED = "the records do not say what the bets of these agents would have won."


TABLES: tuple[tuple[str, dict[str, Callable[[Summary], str]]], ...] = (
    (
        "Bets",
        {
            "coups": lambda s: f"{s.coups:,}",
            "bets": lambda s: f"{s.bets:,}",
            "amount bet": lambda s: f"{s.staked:,}",
            "resolved": lambda s: f"{s.resolved:,}",
            "won % of decided": lambda s: _percent(s.win_rate),
            "result per 100 bet": lambda s: _interval(s.per_100),
            "per 100 resolved": lambda s: _interval(s.per_100_resolved),
        },
    ),
    (
        "A shoe",
        {
            "result": lambda s: _interval(s.per_shoe),
            "SD": lambda s: f"{s.deviation:.3f}",
            " / ".join(f"{100 * q:.0f} %" for q in QUANTILES): lambda s: minus(
                " / ".join(f"{q:g}" for q in s.quantiles)
            ),
            "ahead %": lambda s: _share(s.shoe_ahead, s.shoes),
            "even %": lambda s: _share(s.shoe_even, s.shoes),
            "behind %": lambda s: _share(s.shoe_behind, s.shoes),
            "N0": lambda s: "–" if np.isnan(s.n0) else f"{s.n0:,.0f}",
        },
    ),
    (
        "Luck and skill, a shoe",
        {
            "worth by exact odds": lambda s: _interval(s.worth),
            "luck": lambda s: _interval(s.luck),
            "z": lambda s: minus(f"{s.z_score:+.2f}") + ("" if s.usable else " (too few bets)"),
            "p": lambda s: f"{s.p_value:.2g}",
            "after correction": lambda s: f"{s.corrected:.2g}",
        },
    ),
    (
        "A session: {plan.horizon}",
        {
            "ended ahead %": lambda s: _share(s.ended_ahead, s.sessions),
            "ever ahead %": lambda s: _share(s.ever_ahead, s.sessions),
            "largest fall": lambda s: _interval(s.drawdown, 1, 2),
            "95 % fall at most": lambda s: f"{s.drawdown_95:g}",
            "ruined %": lambda s: _share(s.ruin, s.sessions),
            "longest losing streak": lambda s: _interval(s.streak, 1, 2),
        },
    ),
)
"""Title, and what stands under each heading."""


def _sentence(plan: Plan, found: Sequence[Summary | None]) -> str:
    graded = [one for one in found if one is not None]
    lucky = [one.agent for one in graded if one.corrected < SIGNIFICANT and one.usable]
    who = ", ".join(lucky) or "No agent"
    tests = f", corrected for {len(graded)} agents" if len(graded) > 1 else ""
    source = (
        f"seed {plan.seed}, {plan.game.procedure}"
        if plan.recorded is None
        else f"recorded in {plan.recorded.file}"
    )
    worth = (
        ""
        if plan.recorded is None or plan.recorded.cards is not None
        else (" Without cards, exact odds are those of a fresh shoe.")
    )
    return (
        f"{who} did better or worse than the exact odds of its bets by more than luck explains "
        f"(5 %{tests}). ± is half a 95 % interval over "
        f"{plan.sessions:,} sessions; {source}.{worth}"
    )


def _train(plan: Plan, share: float, workers: int) -> None:
    """Choose the agent that did best on the first shoes; judge it on the others."""
    tuned, judged = split(plan, share)
    first = summaries(plan.names, _play(tuned, workers))
    graded = [one for one in first if one is not None]
    if not graded:
        raise RequestError("no agent made bets that these records settle")
    best = max(graded, key=lambda one: float(one.per_shoe.value)).agent
    alone = _play(judged, workers)
    then = summaries(plan.names, alone)[plan.names.index(best)]
    chosen = next(one for one in graded if one.agent == best)
    console = _page()
    told = _interval(chosen.per_shoe)
    outcome = "not gradable" if then is None else f"{_interval(then.per_shoe)} chips a shoe"
    console.print(
        f"{best} was the best of {len(graded)} on the first {tuned.sessions:,} sessions: "
        f"{told} chips a shoe. On the other {judged.sessions:,} it came to {outcome}."
    )
