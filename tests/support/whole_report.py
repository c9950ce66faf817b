"""The whole report of all ten questions, asked at a size for tests."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

from experiments.page import section
from experiments.page.figure import Drawing, Figure, draw
from experiments.page.page import write_report
from experiments.questions import (
    betting_systems,
    ceiling,
    counters,
    house_edge,
    learners,
    market,
    removed_card,
    ruin,
    trends,
    verdict,
)
from experiments.training_plan import Lesson
from tests.support.asked import ask

LESSON = Lesson("regression", "composition", "sampled", 65_536)

CONFIGS = {
    "house_edge": house_edge.Config(players=12, shoes=100, batch=12),
    "removed_card": removed_card.Config(most=2),
    "ceiling": ceiling.Config(shoes=40, smaller=20, other=20, batch=20),
    "counters": counters.Config(
        shoes=60, other=20, batch=20, pool=60, gamblers=30, horizon=60
    ),
    "market": market.Config(shoes=60, pairs=20, batch=60),
    "betting_systems": betting_systems.Config(sessions=4, batch=4, paths=4),
    "trends": trends.Config(
        runs=1_000, played=100, fitted=200, judged=1_000, foreseen=100, cells=2
    ),
    "ruin": replace(ruin.QUICK, flat=10, martingale=20, leaving=100, cells=2),
    "learners": learners.Config(
        lessons=(
            Lesson(
                "ppo", "composition", "expected", 8_192, seeds=2,
                settings={"n_steps": 2, "batch_size": 512, "net_arch": [8]},
            ),
            LESSON,
            replace(LESSON, information="none", reward="expected"),
        ),
        curve_shoes=20,
        shoes=60,
        blind_shoes=20,
    ),
    "verdict": verdict.Config(
        shoes=30, followed=20, judged=20, batch=10,
        lessons=(LESSON, replace(LESSON, game="mini")),
    ),
}  # fmt: skip


def write_whole(out: Path) -> Path:
    """Ask all questions and write their page; figures in folds are drawn as the one before."""
    drawn: dict[str, Figure] = {}
    with (
        patch.dict("experiments.questions.ruin.work.HORIZONS", martingale=20_000),
        patch("experiments.questions.betting_systems.work.LENGTH", 2),
    ):
        questions = [ask(name, config, 5, out) for name, config in CONFIGS.items()]

    def first(drawing: Drawing, title: str, alt: str, reading: str) -> Figure:
        place = drawing.paint.__module__
        if place not in drawn:
            drawn[place] = draw(drawing, title, alt, reading)
        return replace(drawn[place], title=title, alt=alt, reading=reading)

    with patch.object(section, "draw", first):
        return write_report(out, questions)[0]
