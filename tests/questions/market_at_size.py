"""Perfect play and counts on every bet in 100 000 shoes: run this file with pytest.

It takes a few minutes on two cores. The quick suite asks the same of fewer shoes.
"""

from __future__ import annotations

import os

import numpy as np
import pytest

from experiments.questions.market import Config, cells
from experiments.questions.market.findings import findings
from experiments.statistics import WIDTH
from experiments.work.compute import compute
from experiments.work.executors import workers_of
from experiments.work.results import Results
from tests.questions.test_market import UNITS

SHOES = 100_000
THEIR_SHOES = 12_000
LAST_DIGIT = 0.0001


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    listed = cells(Config(shoes=SHOES, pairs=1_000, batch=5_000), 1)
    with workers_of(min(2, os.cpu_count() or 1), None) as (executor, at_a_time):
        done = compute(listed, tmp_path_factory.mktemp("market"), executor, at_a_time)
        stored = {one.folder.name: one for one in done}
    return findings(Results("market", {}, tuple(stored[cell.name] for cell in listed)))


def test_perfect_play_earns_what_an_independent_program_found(found):
    """Within 4 joint standard errors, row by row.

    Their half widths come from few batches and vary by half, so their error is taken from the
    deviation of our shoes. Together the rows are as far apart as luck has it: mean z² is 1.
    """
    z = {}
    for bet in found.bets:
        if bet.offer.name in UNITS:
            error = bet.units.half_width / WIDTH * np.hypot(1, np.sqrt(SHOES / THEIR_SHOES))
            apart = abs(bet.units.value - UNITS[bet.offer.name][0]) - LAST_DIGIT / 2
            z[bet.offer.name] = max(apart, 0) / error
    worst = max(z, key=z.__getitem__)
    print(f"largest z of {len(z)} bets: {z[worst]:.2f}, {worst}")
    assert z[worst] < 4
    assert np.mean(np.square(list(z.values()))) < 2


def test_counts_in_print_earn_what_is_printed_but_for_one(found):
    agree = {one.count.name: one.agrees for one in found.counts if one.printed}
    assert [name for name, does in agree.items() if not does] == ["lucky-6-count"]


def test_no_count_passes_its_ceiling(found):
    assert all(bet.count.value <= bet.units.value for bet in found.bets)
    assert all(one.units.value <= one.ceiling for one in found.counts)
