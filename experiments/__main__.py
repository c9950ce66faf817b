"""The command line: `python -m experiments` asks every question and writes one report."""

from __future__ import annotations

# isort: split
from experiments.work import interrupts

if __name__ == "__main__":
    interrupts.begin()

# isort: split
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import tyro
from rich.table import Table as Grid

from agents.agent import AgentError
from experiments import RequestError
from experiments.commands.backtest.command import backtest
from experiments.commands.dataset import dataset
from experiments.commands.play.pictures import pictures
from experiments.commands.play.session import play
from experiments.commands.shoes import shoes
from experiments.commands.systems import systems
from experiments.commands.train.command import train
from experiments.lesson.command import lesson
from experiments.page.encodings import readable_streams
from experiments.page.markdown import readme
from experiments.page.terminal import Terminal, letters_only, page
from experiments.page.text import plain
from experiments.shoes.procedure import Dealing
from experiments.work.executors import workers_of
from experiments.work.files import folder, locked, writable
from experiments.work.provenance import usable_cores

CORES = usable_cores()
MOST_WORKERS = 1024
MOST_SEED = 2**63 - 1
PROGRAM = "python -m experiments"

errors = Terminal(stderr=True)

Out = Annotated[Path, tyro.conf.arg(help="Folder of the results.")]
RESULTS = Path("results")

Workers = Annotated[int, tyro.conf.arg(help="Processes that compute on this machine.")]
Cluster = Annotated[
    str | None,
    tyro.conf.arg(metavar="tcp://HOST:PORT", help="A running Dask scheduler computes instead."),
]


def run(
    names: Annotated[
        tuple[str, ...],
        tyro.conf.Positional,
        tyro.conf.arg(
            name="question", metavar="[QUESTION ...]", help="None means all.", help_behavior_hint=""
        ),
    ] = (),
    full: Annotated[bool, tyro.conf.arg(help="The headline figures; takes longer.")] = False,
    out: Out = RESULTS,
    workers: Workers = CORES,
    cluster: Cluster = None,
    seed: Annotated[int, tyro.conf.arg(help="Root of every random number.")] = 1,
) -> None:
    """Run questions and write the report. Work that is stored already is not done again.

    Example: python -m experiments run house_edge --full --workers 2
    """
    from experiments.questions import choose
    from experiments.work.run import run_questions

    chosen = choose(names)
    _within("workers", workers, 1, MOST_WORKERS)
    _within("seed", seed, 0, MOST_SEED)
    writable(out)
    out.mkdir(parents=True, exist_ok=True)
    with (
        interrupts.keeping(_finished_cells),
        locked(out),
        workers_of(workers, cluster) as (executor, at_a_time),
    ):
        run_questions(
            chosen,
            profile="full" if full else "quick",
            seed=seed,
            out=out,
            executor=executor,
            workers=at_a_time,
            console=errors,
        )
    _report(out, [question.name for question in chosen])


def report(out: Out = RESULTS) -> None:
    """Draw the report again from stored results; nothing is computed.

    Example: python -m experiments report --out results
    """
    folder(out)
    _report(out)


def _report(out: Path, warned: Sequence[str] = ()) -> None:
    """Draw it; warn of results of other code, where that was not said before."""
    from experiments.page.page import FRONT, verdict, write_report
    from experiments.questions import questions
    from experiments.work.results import load, of_other_code

    known = questions().values()
    place, found = write_report(out, list(known))
    for question in known:
        results = None if question.name in warned else load(out, question.name)
        warning = of_other_code(question.name, results.cells) if results else None
        if warning:
            _say(warning, 0)
    told = [f"{part.title} {part.answer.sentence}" for part in found if part.name != FRONT]
    for line in (*told, f"Verdict: {verdict(found)}", f"Report: {plain(str(place))}"):
        Terminal().print(line, soft_wrap=True)


def list_(out: Out = RESULTS) -> None:
    """List the questions and what is stored of them.

    Example: python -m experiments list
    """
    from experiments.questions import questions
    from experiments.work.results import load

    folder(out)
    grid = Grid("Name", "Question", "Stored")
    for question in questions().values():
        results = load(out, question.name)
        stored = f"{results.run['profile']}, seed {results.run['seed']}" if results else "no"
        grid.add_row(question.name, question.title, stored)
    Terminal().print(grid)


def compare(
    old: Annotated[Path, tyro.conf.Positional, tyro.conf.arg(metavar="OLD", help="Results.")],
    new: Annotated[Path, tyro.conf.Positional, tyro.conf.arg(metavar="NEW", help="Others.")],
) -> None:
    """Compare two result folders: which figures moved beyond their intervals.

    Example: python -m experiments compare results-before results
    """
    from experiments.commands.compare.comparison import run_comparison

    run_comparison(old, new, page(soft_wrap=True))


def throughput(
    json: Annotated[bool, tyro.conf.arg(help="Print JSON instead of a table.")] = False,
    quick: Annotated[bool, tyro.conf.arg(help="Measure for a shorter time.")] = False,
) -> None:
    """Measure how fast the library is, beside references in the same run.

    Example: python -m experiments throughput --quick
    """
    from experiments.commands.throughput import scaling
    from experiments.commands.throughput.throughput import as_json, measure, show

    rates, grown = measure(quick=quick), list(scaling.grow(quick=quick))
    if json:
        print(as_json(rates, grown))
    else:
        show(rates)
        scaling.show(grown)


def simulate(
    dealing: tyro.conf.OmitArgPrefixes[Dealing] = Dealing("ez"),  # noqa: B008
    shoes: Annotated[int, tyro.conf.arg(help="How many shoes.")] = 1_000_000,
    coups: Annotated[int | None, tyro.conf.arg(help="Only the first so many of each.")] = None,
    threads: Annotated[int, tyro.conf.arg(help="Threads that deal.")] = CORES,
    cluster: Cluster = None,
    seed: Annotated[int, tyro.conf.arg(help="The shoes' seed.")] = 1,
) -> None:
    """Deal shoes and hold what every bet comes to against the exact odds.

    Example: python -m experiments simulate --game ez --shoes 1000000 --coups 60
    """
    from experiments.commands.simulation import run_simulation

    game = dealing.table
    asked: dict[str, Any] = {"shoes": shoes, "coups": coups, "seed": seed, "threads": threads}
    if cluster is None:
        run_simulation(game, **asked, console=errors)
        return
    with workers_of(1, cluster) as (executor, ahead):
        run_simulation(game, **asked, console=errors, executor=executor, ahead=2 * ahead)


def theorem(
    coups: Annotated[int, tyro.conf.arg(help="Coups that each system plays.")] = 1_000_000,
    workers: Workers = CORES,
    cluster: Cluster = None,
    seed: Annotated[int, tyro.conf.arg(help="The shoes' seed.")] = 1,
) -> None:
    """Hold the theorem of betting systems against every selection, staking plan and game.

    Example: python -m experiments theorem --coups 100000
    """
    from experiments.commands.theorem import largest_by_chance, run_theorem

    _within("coups", coups, 100_000, 10**9)
    _within("workers", workers, 1, MOST_WORKERS)
    _within("seed", seed, 0, MOST_SEED)
    with workers_of(workers, cluster) as (executor, _):
        scores = list(run_theorem(coups=coups, seed=seed, executor=executor, console=errors))
    largest, bound = max(abs(z) for _, z in scores), largest_by_chance()
    does = "No system changes the mean" if largest < bound else "Some system changes the mean"
    print(f"{does}: largest |z| of {len(scores)} systems {largest:.2f}, bound {bound:.2f}.")


COMMANDS: dict[str, Callable[..., None]] = {
    "run": run,
    "report": report,
    "list": list_,
    "compare": compare,
    "backtest": backtest,
    "shoes": shoes,
    "systems": systems,
    "train": train,
    "dataset": dataset,
    "simulate": simulate,
    "theorem": theorem,
    "play": play,
    "lesson": lesson,
    "pictures": pictures,
    "readme": readme,
    "throughput": throughput,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words or (words[0].startswith("-") and words[0] not in ("-h", "--help")):
        words = ["run", *words]
    readable_streams()
    try:
        with letters_only(words):
            tyro.extras.subcommand_cli_from_dict(
                COMMANDS,
                prog=PROGRAM,
                description=__doc__,
                args=words,
                config=(tyro.conf.FlagCreatePairsOff,),
            )
    except (RequestError, AgentError) as problem:
        return _say(str(problem), 2)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has left
        return 0
    except OSError as problem:
        return _say(f"{problem.filename or 'a file'}: {problem.strerror or problem}", 1)
    except interrupts.LostWorkersError as problem:
        return _say(_ended(str(problem), problem), 1)
    except KeyboardInterrupt as stop:
        return _say(_ended("stopped", stop), 130)
    except Exception as problem:
        if not interrupts.stopped():
            raise
        return _say(_ended("stopped", problem), 130)
    return 0


def _ended(sentence: str, end: BaseException) -> str:
    """Say what is kept of a command that ended too early."""
    return f"{sentence}: {getattr(end, '__notes__', [interrupts.FROM_THE_START])[0]}"


def _finished_cells() -> str:
    return "finished cells are kept, and the same command goes on from them"


def _say(sentence: str, code: int) -> int:
    errors.print(plain(sentence), soft_wrap=True)
    return code


def _within(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise RequestError(f"{name}={value} must be a whole number from {low} to {high}")


if __name__ == "__main__":
    interrupts.leave(main())
