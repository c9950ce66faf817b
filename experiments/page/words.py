"""What is said: plain sentences in a template beside each question, numbers filled in.

A template `words.jinja` has blocks of paragraphs, divided by blank lines. `answer` is the
finding: one paragraph. `details` are further sentences, a paragraph each. A figure has a block
of its own name: its title, what it shows for those who do not see it, how to read it. `verdict`,
if there is one, is what the question adds where the verdict itself was not asked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from experiments.page.number import Number, fixed

__all__ = ["Answer", "Words", "listed"]


@dataclass(frozen=True)
class Answer:
    """The finding in one sentence, further sentences that belong to it, and what it adds to
    the verdict over all questions, if anything.
    """

    sentence: str
    details: tuple[str, ...] = ()
    verdict: str = ""


def listed(words: Sequence[Any], last: str = "and") -> str:
    """Join words as a sentence does.

    >>> listed(["Player", "Banker", "Tie"]), listed(["Tie"])
    ('Player, Banker and Tie', 'Tie')
    """
    *first, end = map(str, words)
    return f"{', '.join(first)} {last} {end}" if first else end


def _percent(share: float, decimals: int = 1) -> str:
    return str(Number(100 * float(share), form=f".{decimals}f", unit="%"))


def _number(value: float, form: str) -> str:
    return str(Number(float(value), form=form))


def _first_upper(text: str) -> str:
    return text[:1].upper() + text[1:]


FILTERS = {
    "first_upper": _first_upper,
    "listed": listed,
    "fixed": fixed,
    "number": _number,
    "percent": _percent,
}


class Words:
    """A template of sentences filled with findings: fields and properties by their names."""

    def __init__(self, template: Path, findings: Any) -> None:
        environment = Environment(
            loader=FileSystemLoader(template.parent),
            autoescape=False,  # the page escapes what it shows
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        environment.filters |= FILTERS
        self.template = environment.get_template(template.name)
        public = (name for name in dir(findings) if not name.startswith("_"))
        self.context = {name: getattr(findings, name) for name in public}

    def paragraphs(self, block: str, about: Any = None) -> list[str]:
        """Write a block: its paragraphs, each on one line; none if there is no such block.

        A block that is used for several things calls the one it is about `this`.
        """
        if block not in self.template.blocks:
            return []
        context = self.template.new_context(self.context | {"this": about})
        text = "".join(self.template.blocks[block](context))
        parts = (" ".join(part.split()) for part in re.split(r"\n\s*\n", text))
        return [part for part in parts if part]

    def figure(self, name: str, about: Any = None) -> tuple[str, str, str]:
        """Write what belongs to a figure: its title, what it shows, how to read it."""
        title, alt, *reading = self.paragraphs(name, about)
        return title, alt, " ".join(reading)

    @property
    def answer(self) -> Answer:
        """What was found."""
        return Answer(
            " ".join(self.paragraphs("answer")),
            tuple(self.paragraphs("details")),
            " ".join(self.paragraphs("verdict")),
        )
