"""Tests stop programs with Ctrl-C; a shell lets what it starts in the background ignore that."""

import signal
from pathlib import Path

import pytest

signal.signal(signal.SIGINT, signal.default_int_handler)

SLOW = frozenset(
    """
    test_backtest test_betting_questions test_ceiling test_cells test_compare test_contract
    test_counting test_docs test_edges test_encodings test_executors test_experiments
    test_interrupts test_learned test_learning test_lesson test_market test_misread test_odds
    test_play test_provenance test_readme test_render test_report test_sb3 test_simulate
    test_theorem test_vector_env test_verdict test_video test_wrong_rules
    """.split()
)
"""Files with kills, clusters, browsers, trainings, other processes or long simulations."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what `make quick` leaves out."""
    for item in items:
        if Path(item.path).stem in SLOW:
            item.add_marker(pytest.mark.slow)
