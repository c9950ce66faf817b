"""What is trained: lessons, each one recipe that is taught from several seeds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from agents.trained.recipe import Recipe, recipe
from baccarat_env.game import GAMES

__all__ = ["BLIND", "Lesson"]

BLIND = ("none", "results")
"""What tells nothing of the cards."""


@dataclass(frozen=True)
class Lesson:
    """A recipe and how many seeds it is taught from; JSON-able."""

    algorithm: str
    information: str
    reward: str
    coups: int
    seeds: int = 1
    game: str = "ez"
    sit_out: bool = True
    settings: dict[str, Any] = field(default_factory=dict)
    reward_scale: float | None = None
    """The recipe's own, unless given."""

    @property
    def name(self) -> str:
        """Name the lesson, for its seeds."""
        told = (self.algorithm, self.information, self.reward, self.game, str(self.coups))
        return "-".join((*told, *([] if self.sit_out else ["must-bet"])))

    def recipe(self, seed: int) -> Recipe:
        """Write the recipe for one seed."""
        terms: dict[str, Any] = {"information": self.information, "reward": self.reward}
        if self.reward_scale is not None:
            terms["reward_scale"] = self.reward_scale
        if not self.sit_out:
            terms |= {"sit_out": False, "actions": "single"}
        return recipe(
            self.algorithm, GAMES[self.game], coups=self.coups, seed=seed, settings=self.settings,
            **terms,
        )  # fmt: skip

    @property
    def blind(self) -> bool:
        """Whether it sees no card information."""
        return self.information in BLIND
