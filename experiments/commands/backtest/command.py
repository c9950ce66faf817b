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
from baccarat_env.names import counted
from experiments import RequestError
from experiments.commands.backtest.tables import brief, money, sentences, show
from experiments.page.options import about
from experiments.page.terminal import Terminal, page
from experiments.shoes.ledger import opened
from experiments.shoes.played import Plan, run, split
from experiments.shoes.procedure import Dealing
from experiments.shoes.recorded import read, understood
from experiments.shoes.summary import Summary, summaries
from experiments.shoes.tallies import Tally
from experiments.work.executors import local_pool
from experiments.work.provenance import usable_cores

__all__ = ["backtest"]

errors = Terminal(stderr=True)

SESSIONS, SEED, ROWS = 1_000, 1, "shoe"


def backtest(
    agents: Annotated[
        tuple[str, ...],
        tyro.conf.Positional,
        about(
            "Such as martingale:bet=player,limit=500; `systems` lists them.",
            name="agent",
            metavar="AGENT ...",
        ),
    ],
    recorded: Annotated[
        Path | None, about("File of recorded shoes; without it: simulated ones.", metavar="FILE")
    ] = None,
    dealing: tyro.conf.OmitArgPrefixes[Dealing] = Dealing(),  # noqa: B008
    sessions: Annotated[int | None, about("Simulated sessions.", SESSIONS, metavar="N")] = None,
    length: Annotated[int, about("Shoes in a session.")] = 1,
    bankroll: Annotated[int | None, about("Chips at the start of a session.", metavar="N")] = None,
    low: Annotated[int, about("Least stake in chips.")] = 1,
    high: Annotated[int, about("Largest stake in chips.")] = 500,
    stop_win: Annotated[int | None, about("Leave with so many chips won.", metavar="N")] = None,
    stop_loss: Annotated[int | None, about("Leave with so many chips lost.", metavar="N")] = None,
    train: Annotated[
        float | None, about("Share of the sessions to choose on.", metavar="SHARE")
    ] = None,
    ledger: Annotated[
        Path | None, about("Ledger to write, .parquet or .csv.", metavar="FILE")
    ] = None,
    rows: Annotated[
        str | None,
        about("A row of the ledger: shoe or coup.", ROWS, metavar="NAME"),
    ] = None,
    all_: Annotated[bool, about("Print every statistic.", name="all")] = False,
    workers: Annotated[int, about("Processes that compute.")] = usable_cores(),
    seed: Annotated[int | None, about("Root of the shoes.", SEED, metavar="N")] = None,
) -> None:
    """Play agents over the same shoes and print what they come to.

    Example: python -m experiments backtest martingale:limit=500 follow --recorded my.txt
    """
    table = dealing.table
    _check_effect(
        {"--sessions": sessions, "--seed": seed}, recorded, "recorded shoes are played as they are"
    )
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
    played = None if recorded is None else read(recorded, table.decks)
    if played is not None and played.cards is None and (dealing.burn or dealing.no_burn):
        raise RequestError(
            f"--{'burn' if dealing.burn else 'no-burn'} has no effect here, since cards were not "
            "recorded: leave it out"
        )
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
        recorded=played,
    )
    if train is not None and len(agents) < 2:
        raise RequestError("--train chooses among agents: name two at least")
    if stop_loss is not None and bankroll is not None and stop_loss >= bankroll:
        raise RequestError(
            f"--stop-loss {stop_loss} has no effect with --bankroll {bankroll}: make it smaller"
        )
    console = page()
    for note in (*([] if played is None else understood(played, table)), *notes):
        console.print(note)
    if train is not None:
        _train(plan, train, workers, console)
        return
    tally = _play(plan, workers, ledger, rows or ROWS)
    found = summaries(plan.names, tally)
    if all_ or not any(found):
        show(plan, tally, found, console)
        return
    brief(plan, found, console)
    for sentence in sentences(plan, [one for one in found if one is not None]):
        console.print(sentence)
    console.print("--all prints every statistic.")


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
                f"{name}: unit={unit} is above the largest stake of "
                f"{counted(limits.high, 'chip')}: give a smaller unit or a larger --high"
            )
        if unit < limits.low:
            notes.append(
                f"{name}: stakes below {counted(limits.low, 'chip')} are raised to {limits.low}."
            )
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
    sessions = counted(tuned.sessions, "session")
    console.print(
        f"{chosen.agent} was the best of {len(graded)} on the first {sessions}: "
        f"{_a_shoe(chosen)} chips a shoe. On the other {judged.sessions:,} it came to {outcome}."
    )
    dealt = f"seed {plan.seed}" if plan.recorded is None else f"recorded in {plan.recorded.file}"
    console.print(f"Shoes: {dealt}, {plan.game.procedure}.")


def _a_shoe(one: Summary) -> str:
    return money(one, one.per_shoe)
