"""The command that writes the verdict into the README."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from experiments import RequestError
from experiments.page.markdown import BEGIN, END, README, front
from experiments.page.options import RESULTS, Out, about
from experiments.page.text import plain
from experiments.work.files import regular, write
from experiments.work.results import load

__all__ = ["readme"]


def readme(
    out: Out = RESULTS,
    file: Annotated[Path, about("The page it is written into.")] = README,
) -> None:
    """Write the verdict of stored results into the README, between its two marks.

    Example: python -m experiments readme --out results
    """
    results = load(out, "verdict")
    if results is None:
        raise RequestError(f"there is no verdict in {out}: run `python -m experiments run verdict`")
    regular(file)
    text = file.read_text(encoding="utf-8")
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        raise RequestError(f"{file} must hold {BEGIN} and {END}, once each")
    begin, end = text.index(BEGIN) + len(BEGIN), text.index(END)
    write(file, f"{text[:begin]}\n{front(results)}\n{text[end:]}".encode())
    print(f"{plain(str(file))}: the verdict of the {results.run['profile']} profile is in it.")
