"""The command line of backtests: agents and shoes in, tables of statistics out."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import tyro
from rich.progress import Progress

from agents import make
from agents.agent import Limits
from agents.by_name import told_of
from baccarat_env.game import Game
from experiments import RequestError
from experiments.commands.backtest.tables import brief, money, show
from experiments.page.terminal import Terminal, page
from experiments.shoes.flat import beside_flat
from experiments.shoes.ledger import opened
from experiments.shoes.played import Plan, run, split
from experiments.shoes.procedure import Dealing
from experiments.shoes.recorded import read, understood
from experiments.shoes.summary import Summary, summaries
from experiments.shoes.tallies import Tally
from experiments.work.executors import local_pool
from experiments.work.files import placeable
from experiments.work.provenance import usable_cores

__all__ = ["backtest"]

errors = Terminal(stderr=True)

About = tyro.conf.arg
SESSIONS, SEED, ROWS = 1_000, 1, "shoe"


def _default(value: object) -> str:
    return f"(default: {value})"


def backtest(
    agents: Annotated[
        tuple[str, ...],
        tyro.conf.Positional,
        About(
            name="agent",
            metavar="AGENT ...",
            help="Such as martingale:bet=player,limit=500; `systems` lists them.",
            help_behavior_hint="",
        ),
    ],
    shoes: Annotated[Path | None, About(help="File of recorded shoes; none: simulated.")] = None,
    dealing: tyro.conf.OmitArgPrefixes[Dealing] = Dealing(),  # noqa: B008
    sessions: Annotated[
        int | None, About(help="Simulated sessions.", help_behavior_hint=_default(SESSIONS))
    ] = None,
    length: Annotated[int, About(help="Shoes in a session.")] = 1,
    bankroll: Annotated[int | None, About(help="Chips at the start of a session.")] = None,
    low: Annotated[int, About(help="Least stake in chips.")] = 1,
    high: Annotated[int, About(help="Largest stake in chips.")] = 500,
    stop_win: Annotated[int | None, About(help="Leave with so many chips won.")] = None,
    stop_loss: Annotated[int | None, About(help="Leave with so many chips lost.")] = None,
    train: Annotated[float | None, About(help="Share of the sessions to choose on.")] = None,
    ledger: Annotated[Path | None, About(help="Ledger to write, .parquet or .csv.")] = None,
    rows: Annotated[
        str | None,
        About(help="A row of the ledger: shoe or coup.", help_behavior_hint=_default(ROWS)),
    ] = None,
    page_: Annotated[Path | None, About(name="page", help="File for a page of figures.")] = None,
    csv: Annotated[Path | None, About(help="File for the table as CSV.")] = None,
    json: Annotated[Path | None, About(help="File for table and plan as JSON.")] = None,
    all_: Annotated[bool, About(name="all", help="Print every statistic.")] = False,
    workers: Annotated[int, About(help="Processes that compute.")] = usable_cores(),
    seed: Annotated[
        int | None, About(help="Root of the shoes.", help_behavior_hint=_default(SEED))
    ] = None,
) -> None:
    """Play agents over the same shoes and print what they come to.

    Example: python -m experiments backtest martingale:limit=500 follow --shoes my.txt
    """
    table = dealing.table
    _check_effect(
        {"--sessions": sessions, "--seed": seed}, shoes, "recorded shoes are played as they are"
    )
    files = {"--page": page_, "--csv": csv, "--json": json}
    _check_files(files | {"--ledger": ledger})
    _check_effect({"--ledger": ledger}, train, "--train keeps no ledger")
    if rows is not None and ledger is None:
        raise RequestError("--rows has no effect without --ledger: name the ledger to write")
    if rows not in (None, "shoe", "coup"):
        raise RequestError(f"rows={rows!r} must be shoe or coup")
    if not 1 <= workers <= 1024:
        raise RequestError(f"workers={workers} must be a whole number from 1 to 1024")
    try:
        limits = Limits(low, high)
    except ValueError as problem:
        raise RequestError(str(problem)) from None
    notes = _checked(agents, table, limits)
    recorded = None if shoes is None else read(shoes, table.decks)
    plan = Plan(
        agents,
        table,
        sessions=SESSIONS if sessions is None else sessions,
        length=length,
        seed=SEED if seed is None else seed,
        limits=limits,
        bankroll=bankroll,
        stop_win=stop_win,
        stop_loss=stop_loss,
        recorded=recorded,
    )
    if train is not None and len(agents) < 2:
        raise RequestError("--train chooses among agents: name two at least")
    if stop_loss is not None and bankroll is not None and stop_loss >= bankroll:
        raise RequestError(
            f"--stop-loss {stop_loss} has no effect with --bankroll {bankroll}: make it smaller"
        )
    console = page()
    for note in (*([] if recorded is None else understood(recorded, table)), *notes):
        console.print(note)
    if train is not None:
        _train(plan, train, workers, console)
        return
    if page_ is not None:
        from experiments.commands.backtest.content import check_page

        check_page(plan)
    plan = beside_flat(plan)
    _show(plan, _play(plan, workers, ledger, rows or ROWS), files, all_, console)


def _show(
    plan: Plan, tally: Tally, files: dict[str, Path | None], all_: bool, console: Terminal
) -> None:
    """Print what was found, and write the files that were asked for."""
    from experiments.commands.backtest.result import Backtest

    result = Backtest(plan, tally)
    if all_ or not any(result.summaries):
        show(plan, tally, result.summaries, console)
    else:
        brief(plan, result.summaries, console)
        for sentence in result.sentences:
            console.print(sentence)
    for option, file in files.items():
        if file is not None:
            getattr(result, option.removeprefix("--"))(file)
            console.print(f"{option.removeprefix('--')} written to {file}")
    if not all_:
        console.print("--all prints every statistic.")


def _check_files(files: dict[str, Path | None]) -> None:
    """Refuse files that cannot be written, or are named twice, before anything is played."""
    places = [file.absolute() for file in files.values() if file is not None]
    if len(set(places)) < len(places):
        raise RequestError("two of --csv, --json, --page and --ledger name the same file")
    for option, file in files.items():
        if file is not None:
            placeable(file, option)


def _check_effect(given: dict[str, object], other: object, why: str) -> None:
    """Refuse options that have no effect beside another one."""
    for name, value in given.items():
        if value is not None and other is not None:
            raise RequestError(f"{name} {value} has no effect here, since {why}: leave it out")


def _checked(agents: Sequence[str], game: Game, limits: Limits) -> list[str]:
    """Try every agent at the table; say which units the limits change."""
    notes = []
    for name in agents:
        with told_of(name):
            agent = make(name)
            agent.start(game, 1)
        unit = getattr(agent, "unit", limits.low)
        if unit > limits.high:
            raise RequestError(
                f"{name}: unit={unit} is above the largest stake of {limits.high} chips: "
                "give a smaller unit or a larger --high"
            )
        if unit < limits.low:
            notes.append(f"{name}: stakes below {limits.low} chips are raised to {limits.low}.")
    if len(set(agents)) < len(agents):
        raise RequestError("an agent is named twice: name each once")
    return notes


def _play(plan: Plan, workers: int, ledger: Path | None = None, rows: str = ROWS) -> Tally:
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


def _train(plan: Plan, share: float, workers: int, console: Terminal) -> None:
    """Choose the agent that did best on the first shoes; judge it on the others."""
    tuned, judged = split(plan, share)
    first = summaries(plan.names, _play(tuned, workers))
    graded = [one for one in first if one is not None]
    if not graded:
        raise RequestError("no agent made bets that these records settle")
    chosen = max(graded, key=lambda one: float(one.per_shoe.value))
    then = summaries(plan.names, _play(judged, workers))[plan.names.index(chosen.agent)]
    outcome = "not gradable" if then is None else f"{_a_shoe(then)} chips a shoe"
    console.print(
        f"{chosen.agent} was the best of {len(graded)} on the first {tuned.sessions:,} sessions: "
        f"{_a_shoe(chosen)} chips a shoe. On the other {judged.sessions:,} it came to {outcome}."
    )


def _a_shoe(one: Summary) -> str:
    return money(one, one.per_shoe)
