"""Do the intervals of a backtest hold? `python -m tests.coverage` plays many backtests and asks.

Every backtest has so many sessions. Its interval of a shoe's luck, whose true mean is zero for
everyone, holds if it covers zero; 95 of 100 should among those that are given an interval.
"""

from __future__ import annotations

import numpy as np
import tyro

from baccarat_env.game import EZ_BACCARAT
from experiments.shoes.plan import Plan
from experiments.shoes.played import tally
from experiments.shoes.summary import summaries

AGENTS = ("flat:bet=player", "flat:bet=dragon_7", "martingale:bet=player,limit=64",
          "martingale:bet=player,limit=500", "martingale:bet=player", "labouchere:bet=player",
          "dragon-count")  # fmt: skip


def measured(
    backtests: int = 400, sessions: int = 200, seed: int = 1, agents: tuple[str, ...] = AGENTS
) -> dict[str, np.ndarray]:
    """Say for each agent, backtest by backtest, whether it has an interval and whether it holds."""
    found = {agent: np.zeros((backtests, 2), dtype=bool) for agent in agents}
    for at in range(backtests):
        plan = Plan(agents, EZ_BACCARAT, sessions=sessions, seed=seed + at)
        for agent, one in zip(agents, summaries(plan.names, tally(plan)), strict=True):
            found[agent][at] = (
                one.has_interval,
                abs(one.luck.value) <= one.reach * one.luck.half_width,
            )
    return found


def main(backtests: int = 400, sessions: int = 200, seed: int = 1) -> None:
    """Print how often the intervals are given, and how often those hold."""
    print(f"{'agent':34} {'interval given':>15} {'holds if given':>15} {'holds anyway':>13}")
    for agent, rows in measured(backtests, sessions, seed).items():
        given, holds = rows.T
        among = f"{holds[given].mean():15.1%}" if given.any() else f"{'–':>15}"
        print(f"{agent:34} {given.mean():15.1%} {among} {holds.mean():13.1%}")


if __name__ == "__main__":
    tyro.cli(main)
