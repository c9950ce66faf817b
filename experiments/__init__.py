"""What is asked of the game: questions, their cells of work, one report.

The walk:

    provenance, executors         where a result comes from, who computes it
    writing                       files written whole or not at all
    cells, results                a piece of work: computed once, stored, found again
    statistics, published         intervals and tests; figures other people have printed
    interrupts                    Ctrl-C ends whatever is under way
    plain, encodings, terminal    names from outside, printed as text
    tables, intervals, plotting   how numbers and curves are shown
    prices                        the exact price of every bet
    recorded/                     shoes people bring
    backtest/                     agents over the same shoes
    pricing/                      what bets cost, exactly and as simulated
    counting/                     counters and the perfect player over priced shoes
    bettors/                      betting by results, by system, to ruin
    learning/                     learners and what the exact player knows
    verdict/                      every bet by what the bettor knows
    questions/                    one question a file, found by looking
    numerals, downloads, sheets   tables sorted on a page and taken away as CSV
    differences, compare          two result folders side by side
    report, run                   stored results become one page
    play/, simulation, speed/     the other commands
"""

import os

__all__ = ["RequestError"]

for _library in ("OMP", "OPENBLAS", "MKL", "NUMBA"):
    os.environ[f"{_library}_NUM_THREADS"] = "1"
"""Pieces of work run side by side, one thread each, and do not depend on how many there are."""


class RequestError(ValueError):
    """A request that cannot be met: one sentence with the value and the legal range."""
