"""Mini-baccarat and EZ Baccarat: rules, exact odds, simulation and Gymnasium environments."""

import importlib
import pkgutil
from typing import Any

from gymnasium.envs.registration import register, registry

from baccarat_env import catalogue, odds, roads, simulate
from baccarat_env.bet import Bet, Pays
from baccarat_env.game import (
    EZ_BACCARAT,
    EZ_BACCARAT_DRAGON_ONLY,
    MINI_BACCARAT,
    MINI_BACCARAT_PASSED_SHOE,
    Game,
)

__all__ = [
    "EZ_BACCARAT",
    "EZ_BACCARAT_DRAGON_ONLY",
    "MINI_BACCARAT",
    "MINI_BACCARAT_PASSED_SHOE",
    "Bet",
    "Game",
    "Pays",
    "catalogue",
    "ceiling",
    "odds",
    "roads",
    "score",
    "simulate",
]

for _id, _arguments in (
    ("baccarat/Mini-v0", {"game": "mini"}),
    ("baccarat/EZ-v0", {"game": "ez"}),
    ("baccarat/Memory-v0", {"game": "ez", "information": "cards"}),
    ("baccarat/Game-v0", {}),
):
    if _id not in registry:
        register(
            _id,
            entry_point="baccarat_env.env:BaccaratEnv",
            vector_entry_point="baccarat_env.vector_env:BaccaratVectorEnv",
            kwargs=_arguments,
        )


def __getattr__(name: str) -> Any:
    """Import a file of the package when it is first named; find the version when it is asked."""
    if name == "__version__":
        from importlib.metadata import version

        return version("baccarat-env")
    if name in ("ceiling", "score"):
        return getattr(importlib.import_module(f"{__name__}.scoring"), name)
    if name in {module.name for module in pkgutil.iter_modules(__path__)}:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
