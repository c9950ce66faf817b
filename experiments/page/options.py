"""How the options of a command are described: what each is, and what holds without it."""

from __future__ import annotations

from functools import partial
from typing import Any

import tyro

__all__ = ["about"]


def about(text: str, default: object = None, **more: Any) -> Any:
    """Describe an option: a sentence, and its default where it has one that says something.

    `default` is named where the option itself is filled in later; `more` are arguments of
    `tyro.conf.arg`, such as the `metavar` of what may be left out.
    """
    return tyro.conf.arg(help=text, help_behavior_hint=partial(_hint, default), **more)


def _hint(default: object, own: str) -> str:
    value = own if default is None else str(default)
    return "" if value in ("", "None", "False", "True") else f"(default: {value})"
