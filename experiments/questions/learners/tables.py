"""What learners come to, in tables: those that see cards, those that do not, counts beside them."""

from __future__ import annotations

from collections.abc import Sequence

from agents.agent import CARD_READERS
from agents.counts.in_print import SHEET_COUNTS
from experiments.bootstrap import bootstrap_mean
from experiments.page.number import MISSING, Number, fixed
from experiments.page.table import Row, Table
from experiments.questions.learners.findings import (
    SIDE_BETS,
    Findings,
    Taught,
    every_bet,
    of,
    other_bets,
    shortfall,
    side_bets,
    smallest_edge,
)

__all__ = ["tables"]


def tables(found: Findings) -> list[Table]:
    """Learners that see cards, learners that do not, who must bet, counts on the same shoes."""
    lessons = found.lessons
    seeing = [one for level in CARD_READERS for one in of(lessons, level)]
    blind = [*of(lessons, "none"), *of(lessons, "results")]
    forced = [one for one in lessons if one.must_bet]
    return [
        _seeing(seeing),
        *([_seeds(seeing)] if any(len(one.cells) > 2 for one in seeing) else []),
        _blind(blind),
        *([_forced(forced)] if forced else []),
        _counts(found),
    ]


def _names(one: Taught) -> tuple[str, ...]:
    return one.title, one.information, one.reward


SIZE = ("Million coups", "Seeds", "Seconds of training")


def _size(one: Taught) -> Row:
    return (
        Number(one.recipe.coups / 1e6, form="g"),
        Number(len(one.cells), form="d"),
        Number(one.seconds, form=",.0f"),
    )


def _seeing(lessons: Sequence[Taught]) -> Table:
    rows: list[Row] = []
    for one in lessons:
        for b in side_bets(one):
            made = one.mean("made")[:, b] / one.shoes
            good = one.mean("favourable")[b] / one.shoes
            rows.append(
                (
                    *_names(one),
                    one.recipe.game.layout[b].title,
                    one.units([b]),
                    one.percent_of_ceiling(b),
                    one.settled([b]),
                    Number(100 * made[1] / good, form=".1f", unit="%") if good else MISSING,
                    Number(made[0], form=".3f"),
                    one.units(other_bets(one)),
                    *_size(one),
                )
            )
    return Table(
        "Learners that see cards, on held-out shoes: units a shoe by the exact odds",
        (
            "Learner",
            "Sees",
            "Rewarded by",
            "Bet",
            "Units a shoe",
            "% of the ceiling",
            "Settled",
            "Favourable coups bet",
            "Other coups bet, a shoe",
            "All other bets",
            *SIZE,
        ),
        tuple(rows),
        words=4,
    )


def _seeds(lessons: Sequence[Taught]) -> Table:
    rows: list[Row] = []
    for one in lessons:
        if len(one.cells) < 3:
            continue
        _, middle, (low, high) = one.iqm(side_bets(one))
        shares = [100 * one.shares(b) for b in side_bets(one)]
        spans = [f"{fixed(share.min(), 1)} to {fixed(share.max(), 1)}" for share in shares]
        band = f"{fixed(100 * low[-1], 1)} to {fixed(100 * high[-1], 1)}"
        rows.append((*_names(one), *_size(one), *spans, Number(100 * middle[-1], form=".1f"), band))
    return Table(
        "From seed to seed: shares of the ceiling in per cent",
        (
            "Learner", "Sees", "Rewarded by", "Million coups", "Seeds", "Seconds",
            "Dragon 7, worst to best", "Panda 8, worst to best",
            "IQM of both, on the shoes of the curves", "its 95 % band",
        ),
        tuple(rows),
        words=3,
    )  # fmt: skip


def _blind(lessons: Sequence[Taught]) -> Table:
    rows: list[Row] = []
    for one in lessons:
        edge = Number(smallest_edge(one), form=".4f") if one.recipe.row.replays else MISSING
        rows.append(
            (
                *_names(one), one.recipe.game.name, one.units(every_bet(one)),
                one.staked(every_bet(one)), edge, *_size(one),
            )
        )  # fmt: skip
    return Table(
        "Learners without card information: what they give away, all bets together",
        (
            "Learner", "Sees", "Rewarded by", "Game", "Units a shoe", "Units staked a shoe",
            "Smallest edge its buffer tells", *SIZE,
        ),
        tuple(rows),
        words=4,
    )  # fmt: skip


def _forced(lessons: Sequence[Taught]) -> Table:
    rows = tuple(
        (
            *_names(one), one.recipe.game.name, one.units(every_bet(one)),
            Number(shortfall(one), form=".4f"), *_size(one),
        )
        for one in lessons
    )  # fmt: skip
    return Table(
        "Learners that must bet every coup, without card information",
        (
            "Learner", "Sees", "Rewarded by", "Game", "Units a shoe",
            "Short of always making the least bad bet", *SIZE,
        ),
        rows,
        words=4,
    )  # fmt: skip


def _counts(found: Findings) -> Table:
    beside, shoes = found.beside, found.shoes
    game = found.lessons[0].recipe.game
    rows: list[Row] = []
    for i, name in enumerate((*SHEET_COUNTS, "exact player")):
        groups = beside.units[i] if name in SHEET_COUNTS else beside.ceiling
        cells = []
        for bet in SIDE_BETS:
            totals = groups[:, game.index(bet)]
            low, high = bootstrap_mean(totals, shoes)
            cells.append(Number(float(totals.sum() / shoes), (high - low) / 2))
        rows.append((name, *cells))
    return Table(
        "Published counts and the exact player on the same held-out shoes, units a shoe",
        ("Player", *(game.layout[game.index(bet)].title for bet in SIDE_BETS)),
        tuple(rows),
    )
