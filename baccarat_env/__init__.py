"""Mini-baccarat and EZ Baccarat: rules, exact odds, simulation and Gymnasium environments."""

from gymnasium.envs.registration import register, registry

from baccarat_env import odds, roads, simulate
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
    "odds",
    "roads",
    "simulate",
]

for _id, _arguments in (
    ("baccarat/Mini-v0", {"game": "mini"}),
    ("baccarat/EZ-v0", {"game": "ez"}),
    ("baccarat/Game-v0", {}),
):
    if _id not in registry:
        register(
            _id,
            entry_point="baccarat_env.env:BaccaratEnv",
            vector_entry_point="baccarat_env.vector_env:BaccaratVectorEnv",
            kwargs=_arguments,
        )
