"""What a person asks for besides bets: the same again, many coups at once, the rules."""

from __future__ import annotations

import re

from baccarat_env.game import Game
from baccarat_env.rules import BANKER_CHART, PLAYER_DRAWS_TO, THIRD_CARD_STANDS, chart_draws

__all__ = ["HELP", "WORDS", "read_times", "rules"]

HELP = """\
  player 5 tie 1      chips on {bets}
  p 5 t 1, b5, 庄 5   the same in short
  again, again 10     the same bets as last time, once or ten times
  auto 20, auto end   the same bets, or none, for 20 coups or to the end of the shoe
  pass, or Enter      no bet on this coup
  odds                what a perfect counter knows: the exact worth of each bet
  roads, rules        the table and its roads again; who draws and what is paid
  quit                leave the table"""

WORDS = ("again", "auto", "pass", "odds", "roads", "rules", "help", "quit")

MOST_COUPS = 104
"""Coups that no shoe has more of."""


def read_times(word: str) -> int | None:
    """Read how many coups "again 10" or "auto end" is for; None for another line.

    >>> read_times("again"), read_times("again 10"), read_times("auto end"), read_times("b 5")
    (1, 10, 104, None)

    Raises ValueError for a number that is none.
    """
    name, _, times = (" ".join(word.split()) + " ").partition(" ")
    times = times.strip()
    if name not in ("again", "auto"):
        return None
    if times == "end":
        return MOST_COUPS
    if not times and name == "again":
        return 1
    if not re.fullmatch(r"[1-9]\d{0,3}", times):
        raise ValueError(f"{name} is for how many coups? Write {name} 10, or {name} end")
    return int(times)


def rules(game: Game) -> str:
    """Write down what each bet pays and who draws, from the tables that settle and deal."""
    lines = [
        str(game),
        "",
        "An ace counts 1, tens and pictures 0; of a total only the last digit counts.",
        "With 8 or 9 on either side nobody draws.",
        f"Player draws on 0 to {PLAYER_DRAWS_TO}. If Player stands, Banker draws on "
        f"{_span(chart_draws[:, THIRD_CARD_STANDS].nonzero()[0].tolist())}.",
        "If Player draws, Banker draws after these third cards of Player:",
    ]
    drawn = {
        total: chart_draws[total, :THIRD_CARD_STANDS].nonzero()[0].tolist()
        for total in BANKER_CHART
    }
    lines += [f"  Banker has {total}: {_span(cards)}" for total, cards in drawn.items()]
    return "\n".join(lines)


def _span(numbers: list[int]) -> str:
    """Write rising numbers with runs in short.

    >>> _span([0, 1, 2, 4, 9]), _span([])
    ('0 to 2, 4, 9', 'none')
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    said = (f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
    return ", ".join(said) or "none"
