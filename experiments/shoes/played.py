"""Agents over the same shoes, simulated or recorded: a ledger and a tally.

Shoes are dealt once and every agent plays them. Beside what an agent won stands what its
stakes were worth by the exact odds of the unseen cards before each coup: the difference is
luck, whose expectation is zero for everyone. Work is done in batches of sessions, merged
in order, so that results do not depend on the number of workers and memory does not grow
with the number of shoes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from copy import deepcopy
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from agents import make
from agents.agent import CARD_READERS, Agent
from agents.by_name import told_of
from agents.one_table import as_agent
from agents.play.dealt import Schedule, Session, play
from agents.play.leaving import Leaving
from baccarat_env import odds, simulate
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import Game
from baccarat_env.rules import ENDINGS
from baccarat_env.simulate import Coups
from experiments import RequestError
from experiments.shoes.ledger import rows_by_coup, rows_by_shoe
from experiments.shoes.plan import Plan
from experiments.shoes.tallies import SESSION, SHOE, SUMS, Distribution, Tally, score, walk
from experiments.work.executors import Inline

__all__ = [
    "Bets",
    "Odds",
    "Played",
    "Sums",
    "bets_of",
    "run",
    "tally",
]


ODDS_BATCH = 512


# --- One batch -------------------------------------------------------------------------


@dataclass(frozen=True)
class Odds:
    """Exact expected values `(R, B)` and covariances `(R, B, B)`; coup m has row `row[m]`."""

    worth: NDArray[np.float64]
    spread: NDArray[np.float64]
    row: NDArray[np.int64]

    @classmethod
    def of(cls, unseen: NDArray[Any], game: Game, row: NDArray[np.int64]) -> Odds:
        """Find them for compositions `(R, 10)`, every one enumerated once."""
        net = game.pays / BASIS_POINTS
        bets = len(net)
        products = (net[:, None, :] * net).reshape(-1, ENDINGS)
        moments = np.concatenate([net, products]).T
        found = np.empty((len(unseen), moments.shape[1]))
        for at in range(0, len(unseen), ODDS_BATCH):
            chances = odds.endings(unseen[at : at + ODDS_BATCH]).reshape(-1, ENDINGS)
            found[at : at + ODDS_BATCH] = chances @ moments
        worth, second = found[:, :bets], found[:, bets:].reshape(-1, bets, bets)
        return cls(np.ascontiguousarray(worth), second - worth[:, :, None] * worth[:, None, :], row)


@dataclass(frozen=True)
class Sums:
    """One agent's bets in some sessions, summed: S shoes, N sessions."""

    shoes: NDArray[np.int64]
    """`(S, 8)` sums of each shoe, the columns of `tallies.SHOE`."""
    ends: NDArray[np.int64]
    """`(N, 3)` how each session went, the columns of `tallies.SESSION`."""
    scored: NDArray[np.float64]
    """`(N, 3)` exact worth of the stakes, its variance and the largest of a coup, in chips."""
    short: NDArray[np.bool_]
    """`(N,)` whether a stake could not be covered."""
    broke: NDArray[np.bool_]
    """`(N,)` whether less was left than the smallest stake."""
    placed: NDArray[np.int64]
    """`(B,)` how often each bet was placed."""
    settled: bool
    """Whether the records settle every bet that was made."""

    def of(self, name: str) -> NDArray[np.int64]:
        """One of `tallies.SHOE`, session by session, `(N,)`."""
        per_shoe = self.shoes[:, SHOE.index(name)]
        return np.asarray(per_shoe.reshape(len(self.ends), -1).sum(axis=1))


@dataclass(frozen=True)
class Bets:
    """One agent's bets in some sessions, coup by coup, M coups, and their sums."""

    name: str
    coups: Coups
    session: NDArray[np.int64]
    """`(M,)` the session of each coup, counted from the first of the batch."""
    done: Session
    expected: NDArray[np.float64]
    """`(M,)` exact worth of each coup's stakes, in chips."""
    sums: Sums


@dataclass(frozen=True)
class Played:
    """A batch, played: its tally, and its rows of the ledger if a ledger is kept."""

    tally: Tally
    rows: pa.Table | None


def play_batch(plan: Plan, first: int, last: int, ledger: str | None) -> Played:
    """Play sessions `first` to `last` - 1 with every agent; raises as `bets_of` does."""
    parts, tables = [], []
    for bets in bets_of(plan, first, last):
        parts.append(bets.sums)
        if ledger == "shoe":
            tables.append(rows_by_shoe(bets.name, first, plan.length, bets.sums.shoes))
        elif ledger == "coup":
            tables.append(
                rows_by_coup(
                    bets.name, plan.game, bets.coups, first + bets.session, bets.done, bets.expected
                )
            )
    return Played(_tally(parts, plan.length), pa.concat_tables(tables) if tables else None)


def bets_of(plan: Plan, first: int, last: int) -> Iterator[Bets]:
    """Play sessions `first` to `last` - 1, agent by agent.

    Raises RequestError if an agent reads cards that were not recorded, or asks for a stake
    that cannot be placed.
    """
    game, coups = _shoes(plan, first, last)
    schedule = Schedule.lay_out(game, coups, last - first)
    shoe = coups.shoe - coups.shoe[0]
    session = shoe // plan.length
    exact = _odds(plan, coups)
    for agent, name in zip(plan.agents, plan.names, strict=True):
        with told_of(name):
            bettor = make(agent) if isinstance(agent, str) else as_agent(deepcopy(agent))
        _check_reading(bettor, name, plan)
        stays = plan.stop_win is None and plan.stop_loss is None
        player = bettor if stays else Leaving(bettor, plan.stop_win, plan.stop_loss)
        with told_of(name, bettor):
            done = play(player, schedule, limits=plan.limits, bankroll=plan.bankroll, first=first)
        shoes = np.zeros(((last - first) * plan.length, len(SHOE)), dtype=np.int64)
        ends = np.zeros((last - first, len(SESSION)), dtype=np.int64)
        scored, expected = np.zeros((last - first, 3)), np.zeros(len(session))
        walk(done.stakes, done.net, shoe, session, shoes, ends)
        score(done.stakes, exact.worth, exact.spread, exact.row, session, scored, expected)
        broke = _broke(done.bankroll, plan, last - first)
        short = broke | _short(bettor, last - first)
        settled = not (plan.recorded and done.stakes[:, ~plan.recorded.gradable(game)].any())
        placed = np.count_nonzero(done.stakes, axis=0).astype(np.int64)
        sums = Sums(shoes, ends, scored, short, broke, placed, settled)
        yield Bets(name, coups, session, done, expected, sums)


def _check_reading(agent: Agent, name: str, plan: Plan) -> None:
    if plan.recorded and plan.recorded.cards is None and agent.information in CARD_READERS:
        raise RequestError(
            f"{name} reads the cards ({agent.information}), and {plan.recorded.file} holds "
            "results alone"
        )


def _shoes(plan: Plan, first: int, last: int) -> tuple[Game, Coups]:
    start, shoes = first * plan.length, (last - first) * plan.length
    if plan.recorded is None:
        return plan.game, simulate.deal(plan.game, shoes=shoes, seed=plan.seed, first=start)
    kept = np.arange(plan.recorded.shoes)
    return plan.recorded.only((kept >= start) & (kept < start + shoes)).coups(plan.game)


def _odds(plan: Plan, coups: Coups) -> Odds:
    if plan.recorded is not None and plan.recorded.cards is None:
        fresh = plan.game.full_shoe[None]
        return Odds.of(fresh, plan.game, np.zeros(len(coups.coup), dtype=np.int64))
    return Odds.of(coups.unseen, plan.game, np.arange(len(coups.coup)))


def _broke(bankroll: NDArray[np.int64] | None, plan: Plan, sessions: int) -> NDArray[np.bool_]:
    """Sessions `(N,)` that ended with less than the smallest stake."""
    if bankroll is None:
        return np.zeros(sessions, dtype=np.bool_)
    return np.asarray(bankroll < plan.limits.low * BASIS_POINTS)


def _short(agent: Agent, sessions: int) -> NDArray[np.bool_]:
    """Sessions `(N,)` that the agent left because its next stake was more than it had."""
    short = getattr(agent, "events", {}).get("short", np.zeros(sessions))
    return np.asarray(agent.stopped & (short > 0))


def _tally(parts: list[Sums], length: int) -> Tally:
    sums = []
    for part in parts:
        whole = part.shoes.reshape(-1, length, len(SHOE)).sum(axis=1).astype(np.float64)
        whole[:, SHOE.index("net")] /= BASIS_POINTS
        sums.append(np.column_stack([np.full(len(whole), length), whole, part.scored[:, :2]]))
    stacked = np.array(sums)
    net = stacked[:, :, SUMS.index("net")]
    ends = [tuple(Distribution.of(part.ends[:, i]) for part in parts) for i in range(len(SESSION))]
    return Tally(
        sessions=stacked.shape[1],
        total=stacked.sum(axis=1),
        products=np.einsum("ank,anl->akl", stacked, stacked),
        between=net @ net.T,
        short=np.array([int(part.short.sum()) for part in parts]),
        broke=np.array([int(part.broke.sum()) for part in parts]),
        largest=np.array([part.scored[:, 2].max() for part in parts]),
        placed=np.array([part.placed for part in parts]),
        ungradable=np.array([not part.settled for part in parts]),
        by_shoe=tuple(Distribution.of(part.shoes[:, SHOE.index("net")]) for part in parts),
        by_session=tuple(Distribution.of(part.of("net")) for part in parts),
        drawdown=ends[0],
        peak=ends[1],
        streak=ends[2],
    )


# --- All batches -----------------------------------------------------------------------


def run(
    plan: Plan, *, executor: Executor | None = None, ahead: int = 1, ledger: str | None = None
) -> Iterator[Played]:
    """Play batch after batch, in order; at most `ahead` are under way at a time.

    `ledger` is None, "shoe" or "coup". Raises RequestError as `play_batch` does.
    """
    if ledger not in (None, "shoe", "coup"):
        raise RequestError(f"ledger rows={ledger!r} must be shoe or coup")
    pool = executor or Inline()
    waiting = iter(plan.batches())
    running = deque(pool.submit(play_batch, plan, *b, ledger) for b in islice(waiting, ahead))
    while running:
        played = running.popleft().result()
        for batch in islice(waiting, 1):
            running.append(pool.submit(play_batch, plan, *batch, ledger))
        yield played


def tally(plan: Plan, *, watch: Callable[[int], None] | None = None, **options: Any) -> Tally:
    """Play all sessions and add them up; `watch` hears of the sessions done so far."""
    whole: Tally | None = None
    for played in run(plan, **options):
        whole = played.tally if whole is None else whole + played.tally
        if watch is not None:
            watch(whole.sessions)
    assert whole is not None
    return whole
