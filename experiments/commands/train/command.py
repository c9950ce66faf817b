"""The command that trains an agent, keeps checkpoints of it and scores it by the exact odds."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import tyro
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from agents.trained import checkpoint, learned
from agents.trained.algorithms import ALGORITHMS
from agents.trained.learned import Learned, Learner
from agents.trained.model_file import DESCRIPTION
from agents.trained.recipe import Recipe
from agents.trained.recipe import recipe as recipe_of
from baccarat_env.game import GAMES, Game
from baccarat_env.install import to_install
from baccarat_env.terms import GROWING, Terms
from experiments import RequestError
from experiments.commands.train.logs import Logs
from experiments.commands.train.same import check_same
from experiments.page.number import minus
from experiments.page.options import about
from experiments.page.terminal import Terminal
from experiments.page.text import plain
from experiments.questions.learners.growing import grown, kelly_grown
from experiments.questions.learners.work import largest_chips
from experiments.shoes.procedure import GAME_NAMES
from experiments.shoes.scoring import HeldOut, held_out, last_shoes, score
from experiments.work import interrupts
from experiments.work.cell import derived_seed
from experiments.work.files import locked

__all__ = ["train"]

SCORED_SHOES = 1_000
"""Shoes for the score on the way."""

HELD_SEED = derived_seed(0, "train", "held-out")

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
    if not 100 <= shoes <= 1_000_000:
        raise RequestError(f"shoes={shoes} must be a whole number from 100 to 1000000")
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
            terms = {"information": asked.pop("information")} | terms
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


class Watch:
    """Shows how a training gets on, and writes it down at every checkpoint."""

    def __init__(self, made: Recipe, out: Path, every: int, shown: Progress) -> None:
        self.made, self.every, self.shown = made, every, shown
        self.task = shown.add_task(made.algorithm, total=made.coups, coups="")
        self.held = held_out(made.game, SCORED_SHOES, HELD_SEED)
        self.out = out
        self.logs: Logs | None = None
        self.started, self.first, self.last = time.perf_counter(), 0, -1

    def __call__(self, learner: Learner) -> None:
        """Note where the learner is; score it where it is time to."""
        if self.logs is None:
            self.logs, self.first = Logs(self.out, learner.coups), learner.coups
        due = self.last < 0 or learner.coups >= self.last + self.every
        if due or (learner.coups >= self.made.coups and learner.coups > self.last):
            self.last = learner.coups
            self._score(learner)
        seconds = time.perf_counter() - self.started
        rate = (learner.coups - self.first) / seconds
        done, budget = learner.coups / 1e6, self.made.coups / 1e6
        told = f"{done:.2f}/{budget:.2f} million, {rate:,.0f}/s"
        self.shown.update(self.task, completed=learner.coups, coups=told)

    def _score(self, learner: Learner) -> None:
        agent = Learned(self.made, learner.policy(), learner.coups)
        units, ceiling = scored(agent, self.held)
        row = {"coups": float(learner.coups), "seconds": time.perf_counter() - self.started}
        for bet, unit, best in zip(self.made.game.bets, units, ceiling, strict=True):
            row[f"exact/{bet}_units_a_shoe"] = float(unit)
            if best > CEILING_ABOVE_NOISE:
                row[f"exact/{bet}_share_of_ceiling"] = float(unit / best)
        told = in_words(self.made.game, units, ceiling)
        self.shown.print(f"{_millions(learner.coups)}: {told}")
        assert self.logs is not None
        self.logs.add(row | learner.notes())

    def close(self) -> None:
        """Finish the logs."""
        if self.logs is not None:
            self.logs.close()


def _millions(coups: int) -> str:
    return f"{coups / 1e6:.2f} million coups"


CEILING_ABOVE_NOISE = 0.01
"""Units a shoe: below it the ceiling is too small to take a share of."""


def scored(agent: Learned, held: HeldOut) -> tuple[np.ndarray, np.ndarray]:
    """Units a shoe of an agent and of the exact player on each bet, `(B,)` and `(B,)`."""
    found = score(agent, held, largest_chips(agent.recipe))
    return found["units"].sum(axis=0) / held.shoes, found["ceiling"].sum(axis=0) / held.shoes


def in_words(game: Game, units: np.ndarray, ceiling: np.ndarray) -> str:
    """Say what a score comes to: shares where there is a ceiling, and the rest in units."""
    high = ceiling > CEILING_ABOVE_NOISE
    told = [
        f"{bet.title} {unit / best:.0%}"
        for bet, unit, best, is_high in zip(game.layout, units, ceiling, high, strict=True)
        if is_high
    ]
    rest = f"{'other bets' if told else 'all bets'} {units[~high].sum():+.3f} units a shoe"
    return minus(", ".join((*told, rest)))


GROWING_SHOES = 300


def _growth(agent: Learned) -> str:
    """Say how fast a bankroll grows, beside Kelly's stakes."""
    bankroll, largest = agent.terms.bankroll, int(largest_chips(agent.recipe).max())
    assert bankroll is not None
    held = held_out(agent.recipe.game, GROWING_SHOES, HELD_SEED + 2)
    own, kelly = grown(agent, held, bankroll, largest), kelly_grown(held, bankroll, largest)
    return minus(
        f"The logarithm of a bankroll of {bankroll:,} chips grows by {own:.2e} a shoe "
        f"({GROWING_SHOES} shoes), with Kelly's stakes by {kelly:.2e}."
    )


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
    print(f"{plain(str(out))}: {made.row.title}, {agent.coups:,} coups in {seconds:,.0f} s.")
    print(f"On {shoes:,} held-out shoes: {in_words(made.game, units, ceiling)}.")
    if made.terms.get("reward") in GROWING:
        print(_growth(agent))
    table = next((name for name, game in GAMES.items() if game.name == made.game.name), "...")
    print(f"Play it: python -m experiments backtest learned:path={plain(str(out))} --game {table}")
