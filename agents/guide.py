"""A guide to every agent that has a name: what it does, its other names, options, an example."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from functools import partial
from typing import Any

from agents.agent import Agent
from agents.by_name import names, offers_of, options_of
from agents.counts.in_print import PUBLISHED
from agents.play.leaving import Leaving
from agents.systems.after import After
from agents.systems.selection import SELECTIONS, Always
from agents.systems.staking import PLANS, Flat
from agents.systems.system import System
from baccarat_env.game import EZ_BACCARAT
from baccarat_env.names import title_of, typed

__all__ = ["GROUPS", "MEANING", "Entry", "Option", "entry", "guide"]

GROUPS = {
    "where": "Where to bet: flat stakes on a choice of the side",
    "how much": "How much to bet: a staking plan on a fixed side, or on a choice with select=…",
    "counters": "Card counters and the perfect player",
    "learners": "Trained agents",
}

MEANING = {
    "unit": "chips of a unit",
    "minimum": "least stake of the bettor, in chips",
    "limit": "largest stake of the bettor, in chips",
    "over": "at a stake above the limit: reset the series, cap the stake, or stop",
    "short": "at a bankroll below the stake: stop, all_in or reset",
    "shoe": "at a new shoe: keep the series or restart it",
    "ahead": "restart the series whenever it is ahead",
    "bet": "the bet that is placed",
    "select": "where to bet: any name of the first group",
    "plan": "how much to bet: any name of the second group",
    "table": "decisions, oldest first, and the bet after them",
    "k": "length of the run",
    "pattern": "the sides to bet in turn",
    "advance": "what moves the pattern on: coup, decision or loss",
    "threshold": "sides more than this apart decide",
    "n": "decisions that are looked at",
    "road": "1 big eye boy, 2 small road, 3 cockroach pig",
    "fade": "bet against it",
    "seed": "root of its chance",
    "losses": "losses in a row after which it restarts",
    "wins": "wins in a row after which it restarts",
    "steps": "stakes in units, one after another",
    "back": "numbers to go back after a win",
    "line": "the numbers it begins with",
    "append": "what is written behind the line after a loss: stake or loss",
    "trigger": "count from which it bets",
    "rounding": "how the true count is rounded",
    "errors": "share of the cards that are misread",
    "main": "a bet that is placed every coup beside",
    "main_unit": "chips on that bet",
    "tags": "ten numbers, for point values 0 to 9",
    "by": "running or true count",
    "start": "count of a fresh shoe",
    "game": "the game whose odds the count is made for",
    "most": "largest tag",
    "bets": "the bets it may place, with + between them",
    "fraction": "share of the Kelly stake",
    "stakes": "every favourable bet, best alone, or kelly",
    "path": "folder of the trained agent",
    "stop_win": "leave for good with so many chips won",
    "stop_loss": "leave for good with so many chips lost",
}
"""What every option says, in words."""

EXAMPLES = {
    "after": "after:BBB=player,stop_win=10,stop_loss=20",
    "count": 'count:bet=dragon_7,tags="0 0 0 0 -1 -1 -1 -1 2 2",trigger=4',
    "derived_count": "derived-count:bet=panda_8,trigger=11",
    "learned": "learned:path=models/dragon",
    "martingale": "martingale:bet=player,limit=500",
    "labouchere": "labouchere:line=1-2-3,limit=500",
}


SENTENCES = {
    "count": "Count with ten tags of your own, and bet where the count is high enough.",
    "derived_count": "Count with the best tags for a bet, which are found from the exact odds.",
    "dragon_and_panda_count": "Bet Dragon 7 and Panda 8, each by its own count.",
    "exact": "Know the exact odds of every coup from the unseen cards; bet whatever is favourable.",
    "exact_best": "Know the exact odds of every coup; bet the most favourable bet alone.",
    "exact_kelly": "Know the exact odds of every coup; bet Kelly shares of a bankroll.",
    "learned": "Play as an agent does that was trained and saved before.",
}
"""Of agents that one class makes in several ways."""


@dataclass(frozen=True)
class Option:
    """An option: its default as it is typed, "" if it must be given, and what it means."""

    name: str
    default: str
    meaning: str


@dataclass(frozen=True)
class Entry:
    """An agent in the guide; `game` is the game its example plays."""

    name: str
    group: str
    sentence: str
    also: str
    details: str
    options: tuple[Option, ...]
    example: str
    game: str


def guide() -> dict[str, Entry]:
    """List every agent by its name, in the order of the groups."""
    found = {name: entry(name) for name in names()}
    order = list(GROUPS)
    return dict(sorted(found.items(), key=lambda item: order.index(item[1].group)))


def entry(name: str) -> Entry:
    """Describe one agent, from its docstring and its options. Raises KeyError for no name."""
    name = typed(name)
    maker = offers_of()[name]
    text = " ".join((inspect.getdoc(_documented(name, maker)) or "").split())
    also = re.search(r"Also called: ([^.]*)\.", text)
    sentence, _, details = text.replace(also[0] if also else "\0", "").partition(".")
    written = SENTENCES.get(name) or _of_a_count(name)
    return Entry(
        name=name.replace("_", "-"),
        group=_group(name),
        sentence=written or f"{sentence}.",
        also=also[1] if also else "",
        details="" if written else details.strip(),
        options=_options(name, maker),
        example=EXAMPLES.get(name, name.replace("_", "-")),
        game=_game(name),
    )


def _game(name: str) -> str:
    """The game of an example: EZ Baccarat, with the bet of a count in print if it lacks that."""
    count = PUBLISHED.get(name.replace("_", "-"))
    return f"ez+{count.bet}" if count and count.bet not in EZ_BACCARAT.bets else "ez"


def _of_a_count(name: str) -> str:
    """Say what a count in print does: its tags, and from which count it bets."""
    count = PUBLISHED.get(name.replace("_", "-"))
    if count is None:
        return ""
    tags = " ".join(f"{tag:+g}" if tag else "0" for tag in count.tags)
    per = "true count" if count.by == "true" else "running count"
    return (
        f"Count cards by value 0 to 9 as {tags} and bet {title_of(count.bet)} "
        f"at a {per} of {count.trigger:g} or more."
    )


def _group(name: str) -> str:
    if name in SELECTIONS or name == "after":
        return "where"
    if name in PLANS:
        return "how much"
    return "learners" if name == "learned" else "counters"


def _documented(name: str, maker: Any) -> Any:
    """What carries the docstring of a named agent."""
    if name == "after":
        return After
    if name in SELECTIONS or name in PLANS:
        return (SELECTIONS | PLANS)[name]
    return maker.func if isinstance(maker, partial) else maker


def _options(name: str, maker: Any) -> tuple[Option, ...]:
    makers = [maker]
    if name in PLANS:
        makers += [PLANS[name], SELECTIONS["always"]]
    if name in SELECTIONS:
        makers += [SELECTIONS[name]]
    if _group(name) in ("where", "how much"):
        makers += [partial(System, Flat(), Always())]
    makers += [partial(Leaving, Agent())]
    found: dict[str, Option] = {}
    for one in makers:
        for key, parameter in options_of(one).items():
            if key in MEANING and key not in found:
                found[key] = Option(key, _typed_default(parameter.default), MEANING[key])
    return tuple(found.values())


def _typed_default(default: Any) -> str:
    """A default as it is typed, "" where there is none."""
    if default is inspect.Parameter.empty:
        return ""
    if default is None or default == "":
        return "none"
    return str(default).lower() if isinstance(default, bool) else str(default)
