"""Tests stop programs with Ctrl-C; a shell lets what it starts in the background ignore that."""

import signal
from pathlib import Path

import pytest

signal.signal(signal.SIGINT, signal.default_int_handler)

SLOW = """
test_agents test_backtest test_beside_flat test_bets_command test_betting_questions test_ceiling
test_cells test_choice test_compare test_contract test_counting test_docs test_edges
test_encodings test_executors test_experiments test_growth test_install test_interrupts
test_learned test_learning test_lesson test_market test_memory test_misread test_odds test_plain
test_play test_provenance test_readme test_recorded test_render test_report test_restore
test_sb3 test_score test_sheet test_simulate test_spans test_theorem test_vector_env
test_verdict test_video test_wrong_rules
"""
"""Files with kills, clusters, browsers, trainings, other processes or long simulations."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what `make quick` leaves out."""
    left_out = SLOW.split()
    for item in items:
        if Path(item.path).stem in left_out:
            item.add_marker(pytest.mark.slow)
