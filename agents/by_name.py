"""Agents by name, found by looking: `make("martingale", bet="player", limit=500)`.

Every module of this package is looked at. What its `offers()` returns, name to a
callable that makes an agent, can be made by that name; so can every `Agent` class in a
file of one's own, as `path/to/file.py:Name`.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache, partial
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType, NoneType
from typing import Any, ClassVar, get_args

from agents.agent import Agent, AgentError
from agents.one_table import OneTable, as_agent
from baccarat_env.names import did_you_mean, typed

__all__ = ["STOPS", "build", "make", "names", "offers_of", "options_of", "told_of"]

Maker = Callable[..., Any]


def make(name: str, **options: Any) -> Agent:
    """Make an agent by its name and options, or from one string as a shell has it.

    >>> make("martingale:bet=player", limit=500).name
    'martingale:bet=player,limit=500'

    A name may also be `path.py:Name`, a class in a file of one's own.
    Raises AgentError naming an unknown agent or option and the legal ones.
    """
    path, file, rest = name.rpartition(".py:")
    name, _, text = (rest if file else name).partition(":")
    options = _options(text, set(options)) | options
    maker = _from_file(Path(path + ".py"), name) if file else _by_name(name)
    stops = {key: options[key] for key in STOPS if key in options and key not in options_of(maker)}
    own = {key: value for key, value in options.items() if key not in stops}
    agent = as_agent(build(name, maker, own))
    if stops:
        agent = _leaving(agent, stops)
    told = ",".join(f"{key}={value}" for key, value in options.items())
    agent.name = f"{name}:{told}" if told else name
    return agent


STOPS = ("stop_win", "stop_loss")
"""Options that every agent has: it leaves for good once it has won or lost so many chips."""


def _leaving(agent: Agent, stops: Mapping[str, Any]) -> Agent:
    from agents.play.leaving import Leaving

    leaving: Agent = build("an agent", partial(Leaving, agent), stops)
    return leaving


@contextmanager
def told_of(name: str, agent: Agent | None = None) -> Iterator[None]:
    """Name the agent in what our own agents refuse; what a class of one's own raises passes.

    Raises AgentError for a ValueError of ours.
    """
    theirs = ".py:" in name or (agent is not None and not _is_ours(type(agent)))
    try:
        yield
    except AgentError as problem:
        told = str(problem)
        raise AgentError(told if told.startswith(name) else f"agent {name!r}: {told}") from None
    except ValueError as problem:
        if theirs:
            raise
        raise AgentError(f"agent {name!r}: {problem}") from None


def _is_ours(kind: type) -> bool:
    return kind.__module__ == "agents" or kind.__module__.startswith("agents.")


def _options(text: str, given: set[str]) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for pair in filter(None, text.split(",")):
        key, equals, value = pair.partition("=")
        if not equals or typed(key) in options or typed(key) in given:
            raise AgentError(
                f"{pair!r} in {text!r} must be an option=value that is given once: "
                "write name:option=value,option=value"
            )
        options[typed(key)] = value
    return options


@cache
def offers_of() -> dict[str, Maker]:
    """Find every maker of this package by its name as the code has it."""
    found: dict[str, Maker] = {}
    here = Path(__file__).parent
    for file in sorted(here.rglob("*.py")):
        if "\ndef offers(" in file.read_text(encoding="utf-8"):  # the others may need torch
            name = ".".join(("agents", *file.relative_to(here).with_suffix("").parts))
            offers = importlib.import_module(name).offers
            found |= {typed(name): maker for name, maker in offers().items()}
    return found


def names() -> tuple[str, ...]:
    """List the agents that can be made by name."""
    return tuple(sorted(offers_of()))


def _by_name(name: str) -> Maker:
    if typed(name) not in offers_of():
        raise AgentError(f"there is no agent {name!r}: {did_you_mean(name, names())}")
    return offers_of()[typed(name)]


def _from_file(path: Path, name: str) -> Maker:
    """Take a class from a file of one's own; what that file raises is its author's to see."""
    if not path.is_file():
        raise AgentError(f"there is no file {path} to take the agent {name!r} from")
    found = {
        key: value
        for key, value in vars(_module(path.resolve())).items()
        if isinstance(value, type) and issubclass(value, (Agent, OneTable)) and not _is_ours(value)
    }
    if name not in found:
        near = did_you_mean(name, sorted(found))
        raise AgentError(f"{path} has no agent {name!r}: {near}")
    return found[name]


@cache
def _module(path: Path) -> ModuleType:
    """Run a file as a module that its own classes can find; it may import its neighbours."""
    place = hashlib.sha256(str(path).encode(errors="surrogateescape")).hexdigest()[:12]
    spec = importlib.util.spec_from_file_location(f"_agents_in_{path.stem}_{place}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    _Beside.move_to(path.parent)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[spec.name]
        raise
    return module


class _Beside:
    """Finds what files of one's own import from beside them, where nothing else has its name."""

    folders: ClassVar[list[str]] = []
    """Folders such files were read from, the last one first."""

    @classmethod
    def move_to(cls, folder: Path) -> None:
        """Look here first; forget neighbours of other files that have a namesake here."""
        others = {place for place in cls.folders if place != str(folder)}
        cls.folders[:] = [str(folder), *(place for place in cls.folders if place in others)]
        if cls not in sys.meta_path:
            sys.meta_path.append(cls)
        for name, module in list(sys.modules.items()):
            top = sys.modules.get(name.partition(".")[0], module)
            origin = Path(getattr(top, "__file__", None) or os.devnull)
            home = origin.parents[1] if origin.name == "__init__.py" else origin.parent
            if str(home) in others and PathFinder.find_spec(top.__name__, [str(folder)]):
                del sys.modules[name]

    @classmethod
    def find_spec(
        cls, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module as `sys.meta_path` asks for it."""
        return None if path is not None else PathFinder.find_spec(name, cls.folders, target)


def options_of(maker: Maker) -> dict[str, inspect.Parameter]:
    """List the named options that something is made with."""
    try:
        listed = inspect.signature(maker, eval_str=True).parameters
    except NameError:  # an annotation that only a type checker can read
        listed = inspect.signature(maker).parameters
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return {key: one for key, one in listed.items() if one.kind in named}


def _bound(maker: Maker) -> set[str]:
    """Names of the arguments that a partial function has been given already."""
    if not isinstance(maker, partial):
        return set()
    return {*list(inspect.signature(maker.func).parameters)[: len(maker.args)]}


def build(name: str, maker: Maker, options: Mapping[str, Any]) -> Any:
    """Call `maker` with `options`, reading those that are text by its annotations.

    Raises AgentError naming an unknown or missing option, or one that cannot be read.
    """
    known = options_of(maker)
    every = inspect.signature(maker).parameters.values()
    if any(one.kind is one.VAR_KEYWORD for one in every):  # it sorts its options itself
        for key in set(options) & _bound(maker):
            raise AgentError(f"{name} is a {key} itself: leave {key}=… out")
        return maker(**options)
    for key in options:
        if key not in known:
            raise AgentError(f"{name} has no option {key!r}: {did_you_mean(key, known)}")
    for key, parameter in known.items():
        if parameter.default is parameter.empty and key not in options:
            raise AgentError(f"{name} needs an option {key}: write {key}=...")
    return maker(**{key: _read(key, value, known[key]) for key, value in options.items()})


def _read(key: str, value: Any, parameter: inspect.Parameter) -> Any:
    """Read an option that is text by its annotation or, without one, by its default."""
    untold = parameter.annotation is parameter.empty
    kinds = _kinds(type(parameter.default) if untold else parameter.annotation)
    if not isinstance(value, str) or str in kinds or not kinds:
        return value
    words = {"none": (NoneType, None), "true": (bool, True), "false": (bool, False)}
    kind, meant = words.get(value.lower(), (None, None))
    if kind in kinds:
        return meant
    for number in (int, float):
        if number in kinds:
            with suppress(ValueError):
                return number(value)
    told = " or ".join(said for kind, said in SAID.items() if kind in kinds)
    raise AgentError(f"{key}={value!r} must be {told}")


SAID = {bool: "true or false", int: "a whole number", float: "a number", NoneType: "none"}
"""What an option must be, in words."""


def _kinds(annotation: Any) -> set[type]:
    """List the types of the SAID that an annotation allows, and str; all of a union."""
    if isinstance(annotation, str):
        return {kind for kind in (*SAID, str) if kind.__name__ in annotation}
    parts = get_args(annotation) or (annotation,)
    return {part for part in parts if part in (*SAID, str)}
