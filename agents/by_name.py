"""Agents by name, found by looking: `make("martingale", bet="player", limit=500)`.

Every module of this package is looked at. What its `offers()` returns, name to a
callable that makes an agent, can be made by that name; so can every `Agent` class in a
file of one's own, as `path/to/file.py:Name`.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import pkgutil
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from agents.agent import Agent

__all__ = ["build", "make", "names", "options_of"]

Maker = Callable[..., Any]


def make(name: str, **options: Any) -> Agent:
    """Make an agent by its name and options, or from one string as a shell has it.

    >>> make("martingale:bet=player", limit=500).name
    'martingale:bet=player,limit=500'

    A name may also be `path.py:Name`, a class in a file of one's own.
    Raises ValueError naming an unknown agent or option and the legal ones.
    """
    path, file, rest = name.rpartition(".py:")
    name, _, text = (rest if file else name).partition(":")
    options = _options(text, set(options)) | options
    maker = _from_file(Path(path + ".py"), name) if file else _by_name(name)
    agent: Agent = build(name, maker, options)
    told = ",".join(f"{key}={value}" for key, value in options.items())
    agent.name = f"{name}:{told}" if told else name
    return agent


def _options(text: str, given: set[str]) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for pair in filter(None, text.split(",")):
        key, equals, value = pair.partition("=")
        if not equals or key in options or key in given:
            raise ValueError(
                f"{pair!r} in {text!r} must be an option=value that is given once: "
                "write name:option=value,option=value"
            )
        options[key] = value
    return options


@cache
def _offers() -> dict[str, Maker]:
    found: dict[str, Maker] = {}
    for module in pkgutil.walk_packages([str(Path(__file__).parent)], prefix="agents."):
        offers = getattr(importlib.import_module(module.name), "offers", dict)
        found |= {_typed(name): maker for name, maker in offers().items()}
    return found


def _typed(name: str) -> str:
    """A hyphen is as good as an underscore."""
    return name.replace("-", "_")


def names() -> tuple[str, ...]:
    """List the agents that can be made by name."""
    return tuple(sorted(_offers()))


def _by_name(name: str) -> Maker:
    if _typed(name) not in _offers():
        raise ValueError(
            f"unknown agent {name!r}: choose from {', '.join(names())}, or write path.py:Name"
        )
    return _offers()[_typed(name)]


def _from_file(path: Path, name: str) -> Maker:
    if not path.is_file():
        raise ValueError(f"there is no file {path} to take the agent {name!r} from")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found = {
        key: value
        for key, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Agent) and value is not Agent
    }
    if name not in found:
        raise ValueError(
            f"{path} has no agent {name!r}: choose from {', '.join(sorted(found)) or 'none'}"
        )
    return found[name]


def options_of(maker: Maker) -> dict[str, inspect.Parameter]:
    """List the named options that something is made with."""
    listed = inspect.signature(maker, eval_str=True).parameters
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return {key: one for key, one in listed.items() if one.kind in named}


def build(name: str, maker: Maker, options: Mapping[str, Any]) -> Any:
    """Call `maker` with `options`, reading those that are text by its annotations.

    Raises ValueError naming an unknown or missing option, or one that cannot be read.
    """
    known = options_of(maker)
    every = inspect.signature(maker).parameters.values()
    if any(one.kind is one.VAR_KEYWORD for one in every):  # it sorts its options itself
        return maker(**options)
    for key in options:
        if key not in known:
            raise ValueError(
                f"{name} has no option {key!r}: choose from {', '.join(known) or 'none'}"
            )
    for key, parameter in known.items():
        if parameter.default is parameter.empty and key not in options:
            raise ValueError(f"{name} needs an option {key}: write {key}=...")
    return maker(**{key: _read(key, value, known[key]) for key, value in options.items()})


def _read(key: str, value: Any, parameter: inspect.Parameter) -> Any:
    untold = parameter.annotation is parameter.empty
    kinds = str(type(parameter.default) if untold else parameter.annotation)
    if not isinstance(value, str) or "str" in kinds:
        return value
    words = {"none": None, "true": True, "false": False}
    if value.lower() in words:
        return words[value.lower()]
    for kind in (int, float):
        if kind.__name__ in kinds:
            try:
                return kind(value)
            except ValueError:
                continue
    quotes = "<clas '>"
    raise ValueError(f"{key}={value!r} must be {kinds.strip(quotes)}")
