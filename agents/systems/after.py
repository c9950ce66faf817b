"""Bets after patterns of results, as people write them down: `after:BBB=player`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from agents.agent import NO_DECISION, Agent, AgentError, View
from agents.systems.selection import Ngram
from agents.systems.sides import Selection, Sides
from agents.systems.staking import PLANS
from agents.systems.system import System, system
from baccarat_env.names import did_you_mean, typed

__all__ = ["After", "after", "offers"]


class After(Selection):
    """Bet after patterns of decisions. Also called: trigger betting, wait for three in a row.

    `after:BBB=player` bets Player after three Bankers in a row; several patterns may be named,
    `after:PPB=banker,BBP=player`, and where more than one fits, the longest decides. Ties are
    left out.
    """

    def __init__(self, **patterns: str) -> None:
        if not patterns:
            raise ValueError("name a pattern and the bet after it: after:BBB=player")
        self.patterns = [pattern.upper() for pattern in patterns]
        self.tables_of: list[Ngram] = []
        for pattern, bet in patterns.items():
            side = {"player": "P", "p": "P", "banker": "B", "b": "B"}.get(typed(str(bet)))
            if not re.fullmatch(r"[PB]{1,12}", pattern.upper()) or side is None:
                raise ValueError(
                    f"{pattern}={bet} must be 1 to 12 letters P and B, and player or banker "
                    "after them, like BBB=player"
                )
            self.tables_of.append(Ngram(pattern.upper() + side))
        self.tables_of.sort(key=lambda table: table.n)

    def side(self, view: View) -> Sides:
        """The bet after the longest pattern that fits."""
        found = np.full(view.tables, NO_DECISION)
        for table in self.tables_of:
            told = table.side(view)
            found = np.where(told >= 0, told, found)
        return found


def after(plan: str = "flat", **options: Any) -> System:
    """Bet after patterns of decisions, `after:BBB=player,PPB=banker`, with a staking plan.

    Also called: trigger betting, wait for three in a row.
    """
    if typed(plan) not in PLANS:
        raise AgentError(f"there is no staking plan {plan!r}: {did_you_mean(plan, PLANS)}")
    patterns = {key: told for key, told in options.items() if not set(key) - set("pbPB")}
    rest = {key: told for key, told in options.items() if key not in patterns}
    made = system(typed(plan), **rest)
    made.selection = After(**patterns)
    made.information = made.selection.information
    return made


def offers() -> dict[str, Callable[..., Agent]]:
    """Bets after patterns; their options are as many as the patterns."""
    return {"after": after}
