"""The report is drawn, and its answers are shown in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from experiments.page.page import FRONT, verdict, write_report
from experiments.page.terminal import Terminal, say
from experiments.page.text import plain
from experiments.questions import questions
from experiments.work.results import load, of_other_code

__all__ = ["show_report"]


def show_report(out: Path, warned: Sequence[str] = ()) -> None:
    """Draw it; warn of results of other code, where that was not said before."""
    known = questions().values()
    place, found = write_report(out, list(known))
    for question in known:
        results = None if question.name in warned else load(out, question.name)
        warning = of_other_code(question.name, results.cells) if results else None
        if warning:
            say(warning)
    answers = [f"{part.title} {part.answer.sentence}" for part in found if part.name != FRONT]
    for line in (*answers, f"Verdict: {verdict(found)}", f"Report: {plain(str(place))}"):
        Terminal().print(line, soft_wrap=True)
