"""The command that trains an agent, keeps checkpoints of it and scores it by the exact odds."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

import tyro
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from agents.trained import checkpoint, learned
from agents.trained.algorithms import ALGORITHMS
from agents.trained.model_file import DESCRIPTION
from agents.trained.recipe import Recipe
from agents.trained.recipe import recipe as recipe_of
from baccarat_env.game import GAMES
from baccarat_env.install import to_install
from baccarat_env.names import counted
from baccarat_env.terms import GROWING, Terms
from experiments import RequestError
from experiments.commands.train.same import check_same
from experiments.commands.train.watch import HELD_SEED, Watch, _growth, in_words, scored
from experiments.page.options import about, within
from experiments.page.terminal import Terminal
from experiments.page.text import plain
from experiments.shoes.procedure import GAME_NAMES
from experiments.shoes.scoring import last_shoes
from experiments.work import interrupts
from experiments.work.files import locked

__all__ = [
    "train",
]


USUAL: dict[str, Any] = {
    "algorithm": "ppo", "game": "ez", "information": "composition",
    "coups": 5_000_000, "seed": 1, "device": "cpu",
}  # fmt: skip
"""What is trained unless another option says otherwise."""

MANY = tyro.conf.UseAppendAction[tuple[str, ...]]


def train(
    algorithm: Annotated[
        str | None,
        tyro.conf.Positional,
        about(", ".join(ALGORITHMS) + ".", USUAL["algorithm"], metavar="[ALGORITHM]"),
    ] = None,
    game: Annotated[str | None, about(f"{GAME_NAMES}.", USUAL["game"], metavar="NAME")] = None,
    information: Annotated[
        str | None,
        about("none, results, cards, count or composition.", USUAL["information"], metavar="NAME"),
    ] = None,
    reward: Annotated[
        str | None, about("sampled, expected, log or growth.", metavar="NAME")
    ] = None,
    coups: Annotated[
        int | None, about("Coups to learn from, over all tables.", USUAL["coups"], metavar="N")
    ] = None,
    tables: Annotated[int | None, about("Tables side by side.", metavar="N")] = None,
    cut: Annotated[int | None, about("Cards behind the cut card.", metavar="N")] = None,
    bankroll: Annotated[
        int | None, about("Chips a shoe begins with; log and growth need 10000.", metavar="N")
    ] = None,
    chips: Annotated[
        str | None, about("Stakes a bet takes, rising from 0: 0,5,25.", metavar="N,N")
    ] = None,
    actions: Annotated[
        str | None, about("combination, single or continuous.", metavar="NAME")
    ] = None,
    term: Annotated[
        MANY,
        about("Another argument of the environment; once for each.", metavar="NAME=VALUE"),
    ] = (),
    sit_out: Annotated[bool, about("It must bet every coup, one bet.", name="sit-out")] = True,
    set_: Annotated[
        tuple[str, ...],
        about("Settings of the algorithm.", name="set", metavar="NAME=VALUE"),
    ] = (),
    seed: Annotated[
        int | None, about("Root of every random number.", USUAL["seed"], metavar="N")
    ] = None,
    out: Annotated[Path, about("Folder of the agent.")] = Path("models/agent"),
    every: Annotated[int, about("Coups between checkpoints.")] = 1_000_000,
    device: Annotated[
        str | None, about("cpu, or cuda where there is one.", USUAL["device"], metavar="NAME")
    ] = None,
    shoes: Annotated[int, about("Held-out shoes for the last score.")] = 10_000,
    resume: Annotated[bool, about("Go on with the training in the folder.")] = False,
) -> None:
    """Train an agent; killed at any instant, it goes on with --resume from its last checkpoint.

    Example: python -m experiments train ppo --reward expected --coups 2000000 --out models/dragon
    """
    within("shoes", shoes, 100, 1_000_000)
    if every < 1:
        raise RequestError(f"every={every} must be a whole number, 1 or more")
    try:
        terms = _given(information=information, reward=reward, cut=cut, bankroll=bankroll)
        terms |= {} if chips is None else {"chips": read_value(chips + ",")}
        terms |= _given(actions=actions) if sit_out else {
            "sit_out": False, "actions": actions or "single",
        }  # fmt: skip
        terms = _with_others(terms, read_words("term", term))
        settings = read_words("set", set_)
        asked = _given(
            algorithm=algorithm, game=game, coups=coups, seed=seed, tables=tables, device=device
        )
        if resume:
            made = learned.stored_recipe(out)
            check_same(made, asked, terms, settings, out)
        else:
            _no_training_in(out)
            asked = USUAL | asked
            check_device(asked["device"])
            own = ALGORITHMS[asked["algorithm"]].terms if asked["algorithm"] in ALGORITHMS else {}
            usual = own.get("information", asked.pop("information"))
            terms = {"information": usual} | terms
            made = recipe_of(**asked, settings=settings, **terms)
        out.mkdir(parents=True, exist_ok=True)
        with interrupts.keeping(lambda: _kept(out)), locked(out):
            _run(made, out, every, shoes, resume=resume)
    except ValueError as problem:
        raise RequestError(str(problem)) from None


def _given(**options: Any) -> dict[str, Any]:
    """Keep the options that were given."""
    return {name: value for name, value in options.items() if value is not None}


def _kept(out: Path) -> str:
    """Say how a training that was stopped goes on."""
    if (out / checkpoint.CHECKPOINT).exists():
        return "the last checkpoint is kept, go on from it with --resume"
    return f"there was no checkpoint yet, {interrupts.FROM_THE_START}"


def _no_training_in(out: Path) -> None:
    for name in (checkpoint.CHECKPOINT, DESCRIPTION):
        if (out / name).exists():
            raise ValueError(
                f"{out} holds a training already ({name}): go on with --resume, or name another "
                "folder with --out"
            )


def _with_others(terms: dict[str, Any], others: dict[str, Any]) -> dict[str, Any]:
    """Add what `--term` gives. Raises ValueError for a name that is none, or given twice."""
    for name in others:
        if name not in Terms.names():
            raise ValueError(f"term={name!r} is no argument of the environment{_near(name)}")
        if name in terms:
            raise ValueError(f"{name} is given twice: leave out --term {name}=…")
    return terms | others


def _near(name: str) -> str:
    close = get_close_matches(name, Terms.names(), n=1)
    legal = f"choose from {', '.join(sorted(Terms.names()))}"
    return f": did you mean {close[0]!r}?" if close else f": {legal}"


def check_device(device: str) -> None:
    """Raise ValueError for a device that this machine does not have."""
    if device == "cpu":
        return
    if not re.fullmatch(r"cuda(:\d+)?", device):
        raise ValueError(f"device={device!r} must be cpu, or cuda where there is one")
    try:
        import torch
    except ImportError:
        told = to_install("torch", "sb3", "lab")
        raise ValueError(f"device={device!r}: {told}") from None
    index = int(device.partition(":")[2] or 0)
    if index >= (torch.cuda.device_count() if torch.cuda.is_available() else 0):
        raise ValueError(f"device={device!r}: torch finds no such device here, so use --device cpu")


def read_words(option: str, words: Sequence[str]) -> dict[str, Any]:
    """Read `name=value` words. Raises ValueError for one that is not, or a name given twice."""
    found: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not (name and equals and value):
            raise ValueError(f"{option}={word!r} must be name=value")
        if name in found:
            raise ValueError(f"{option}={word!r}: {name} is given twice")
        listed = name == "net_arch" and "," not in value
        found[name] = read_value(f"{value}," if listed else value)
    return found


def read_value(text: str) -> Any:
    """Read a value as text: a number, true, false, none, numbers as 64,64; else a word.

    >>> read_value("0.5"), read_value("64,64"), read_value("64,"), read_value("tanh")
    (0.5, [64, 64], [64], 'tanh')
    """
    if text in CONSTANTS:
        return CONSTANTS[text]
    try:
        numbers = [_number(part) for part in text.removesuffix(",").split(",")]
    except ValueError:
        return text.removesuffix(",")
    return numbers if "," in text else numbers[0]


CONSTANTS = {"true": True, "false": False, "none": None}


def _number(text: str) -> int | float:
    return int(text) if re.fullmatch(r"[+-]?\d+", text) else float(text)


# --- On the way -------------------------------------------------------------------------


def _run(made: Recipe, out: Path, every: int, shoes: int, *, resume: bool) -> None:
    console = Terminal(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=12),
        TextColumn("{task.fields[coups]}"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as shown:
        watch = Watch(made, out, every, shown)
        try:
            agent = learned.train(made, folder=out, every=every, resume=resume, watch=watch)
        finally:
            watch.close()
    seconds = time.perf_counter() - watch.started
    held = last_shoes(made.game, shoes, HELD_SEED)
    units, ceiling = scored(agent, held)
    print(
        f"{plain(str(out))}: {made.row.title}, {counted(agent.coups, 'coup')} in {seconds:,.0f} s."
    )
    print(f"On {shoes:,} held-out shoes: {in_words(made.game, units, ceiling)}.")
    if made.terms.get("reward") in GROWING:
        print(_growth(agent))
    table = next((name for name, game in GAMES.items() if game.name == made.game.name), "...")
    print(f"Play it: python -m experiments backtest learned:path={plain(str(out))} --game {table}")
