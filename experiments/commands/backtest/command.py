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
from agents.grid import Grid
from baccarat_env.game import Game
from baccarat_env.names import counted
from experiments import RequestError
from experiments.commands.backtest.choosing import (
    SHARE,
    Named,
    check_plan,
    choose,
    expanded,
    limits_of,
)
from experiments.commands.backtest.outputs import ROWS, Outputs, refuse
from experiments.commands.backtest.replay import replay
from experiments.commands.backtest.tables import brief, show
from experiments.page.options import MOST_WORKERS, about, within
from experiments.page.terminal import Terminal, page
from experiments.shoes.flat import beside_flat
from experiments.shoes.ledger import opened
from experiments.shoes.plan import Plan
from experiments.shoes.played import run
from experiments.shoes.procedure import Dealing
from experiments.shoes.recorded import read, understood
from experiments.shoes.tallies import Tally
from experiments.work.executors import local_pool
from experiments.work.provenance import usable_cores

__all__ = ["backtest"]

errors = Terminal(stderr=True)

SESSIONS, SEED = 1_000, 1


def backtest(
    agents: Annotated[
        tuple[str, ...],
        tyro.conf.Positional,
        about(
            "Such as martingale:bet=player,limit=500, or a class of your own, mine.py:Name; "
            "`systems` lists them. A range makes a grid: martingale:limit=100..1000/100.",
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
    outputs: tyro.conf.OmitArgPrefixes[Outputs] = Outputs(),  # noqa: B008
    workers: Annotated[int, about("Processes that compute.")] = usable_cores(),
    seed: Annotated[int | None, about("Root of the shoes.", SEED, metavar="N")] = None,
) -> None:
    """Play betting systems over the same shoes, beside flat betting, and print what comes of it.

    Example: python -m experiments backtest martingale:limit=500 follow --recorded my.txt
    """
    every, grids = expanded(agents)
    choosing = "--train" if train is not None else "a grid" if grids else None
    outputs.check(choosing)
    if recorded is not None:
        refuse({"--sessions": sessions, "--seed": seed}, "recorded shoes are played as they are")
    within("workers", workers, 1, MOST_WORKERS)
    table, limits = dealing.table, limits_of(low, high)
    notes = _checked(every, table, limits)
    plan = Plan(
        every,
        table,
        sessions=SESSIONS if sessions is None else sessions,
        length=length,
        seed=SEED if seed is None else seed,
        limits=limits,
        bankroll=bankroll,
        stop_win=stop_win,
        stop_loss=stop_loss,
        recorded=None if recorded is None else read(recorded, table.decks),
    )
    _check_burn(dealing, plan)
    check_plan(plan, outputs.page if choosing is None else None)
    console = page()
    for note in (*([] if plan.recorded is None else understood(plan.recorded, table)), *notes):
        console.print(note)
    if outputs.replay is not None:
        replay(plan, outputs.replay, console)
    elif choosing:
        _choose(plan, grids, SHARE if train is None else train, workers, outputs, console)
    else:
        _play(beside_flat(plan), workers, outputs, console)


def _choose(
    plan: Plan,
    grids: Sequence[Grid],
    share: float,
    workers: int,
    outputs: Outputs,
    console: Terminal,
) -> None:
    """Choose the best system on a share of the sessions, and print what came of it."""
    from experiments.commands.backtest.choice import show as show_choice

    with local_pool(workers) as pool:
        choice = choose(plan, grids, share, pool, 2 * workers)
    show_choice(choice, console, every=outputs.all_)
    outputs.write(choice, console)


def _play(plan: Plan, workers: int, outputs: Outputs, console: Terminal) -> None:
    """Play all agents, print what was found and write what was asked for."""
    from experiments.commands.backtest.result import Backtest

    result = Backtest(plan, _tally(plan, workers, outputs.ledger, outputs.rows or ROWS))
    if outputs.all_ or not any(result.summaries):
        show(plan, result.tally, result.summaries, console)
    else:
        brief(plan, result.summaries, console)
        for sentence in result.sentences:
            console.print(sentence)
    outputs.write(result, console)
    if not outputs.all_:
        console.print("--all prints every statistic, --page FILE draws them.")


def _check_burn(dealing: Dealing, plan: Plan) -> None:
    """Refuse to be told of a burn where results alone say nothing of the cards."""
    told = "--burn" if dealing.burn else "--no-burn" if dealing.no_burn else None
    if told and plan.recorded is not None and plan.recorded.cards is None:
        raise RequestError(
            f"{told} has no effect here, since cards were not recorded: leave it out"
        )


def _checked(agents: Sequence[Named], game: Game, limits: Limits) -> list[str]:
    """Try every agent at the table; say which units the limits change."""
    notes = []
    for name in (agent for agent in agents if isinstance(agent, str)):
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
            low = counted(limits.low, "chip")
            notes.append(f"{name}: stakes below {low} are raised to {limits.low}.")
    return notes


def _tally(plan: Plan, workers: int, ledger: Path | None, rows: str) -> Tally:
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
