"""Tables fit terminals of every width, and no number is broken."""

from __future__ import annotations

import io

import pytest
from rich.table import Table as Grid

from experiments.page.terminal import Terminal

NUMBERS = ("−0.871 ± 15.287", "−1.235", "−14.4 / −6.1 / 3", "+0.83 (too few)", "16,270")


@pytest.mark.parametrize("width", [30, 40, 60, 80, 100, 120, 200])
def test_no_digit_is_lost_and_no_line_is_too_long(width):
    grid = Grid("Agent", title="A shoe", title_justify="left")
    for heading in ("result per 100 bet", "worth", "5 % / 25 %", "luck in the end", "coups"):
        grid.add_column(heading, justify="right")
    grid.add_row("martingale:bet=player,limit=500", *NUMBERS)
    out = io.StringIO()
    Terminal(file=out, width=width).print(grid)
    lines = out.getvalue().splitlines()
    assert max(map(len, lines)) <= width
    for number in NUMBERS:
        assert any(number in line for line in lines)
    assert any("limit=500" in line for line in lines)
