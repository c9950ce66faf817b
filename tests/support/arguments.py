"""Every documented argument of the environments, its values, and settings that hold every pair."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import combinations, product

from baccarat_env.game import GAMES, as_game
from baccarat_env.shoe import key_of, order

OWN_GAME = {
    "name": "Own",
    "decks": 2,
    "cut": 20,
    "after_cut": 2,
    "bets": [
        {"name": "four_cards", "side": True, "lines": [{"pays": "3 to 2", "cards": 4}]},
        {
            "name": "banker",
            "lines": [
                {"pays": "1 to 2", "winner": "banker", "banker_total": [6, 7]},
                {"pays": "1 to 1 less 2.5%", "winner": "banker"},
                {"pays": "push", "winner": "tie"},
            ],
        },
        {"name": "close", "lines": [{"pays": "9 for 2", "margin": 1}]},
    ],
}
"""A game of one's own, JSON-native: a side bet before the main one, a cent for a commission."""

FIXED = "two fixed shoes"

VALUES = {
    "table": (
        ("baccarat/Mini-v0", None),
        ("baccarat/EZ-v0", None),
        *(("baccarat/Game-v0", name) for name in GAMES),
        ("baccarat/Game-v0", OWN_GAME),
    ),
    "actions": ("combination", "single", "continuous"),
    "information": ("composition", "count", "cards", "results", "none"),
    "reward": ("sampled", "expected", "log", "growth"),
    "reward_scale": (1.0, 0.025),
    "chips": ((0, 1), (0, 5, 25), [0, 2_000_000]),
    "side_chips": (None, (0, 1, 2, 3), (0, 10_000_000)),
    "bankroll": (None, 2_000_000, 10**11),
    "sit_out": (True, False),
    "side_requires_main": (False, True),
    "max_coups": (None, 1, 7, 1_000_000),
    "history": (20, 1, 104),
    "tags": ((0, 0, 0, 0, -1, -1, -1, -1, 2, 2), (0.5, -1, 0, 0, 0, 0, 0, 0, 0, 1000)),
    "oracle": (False, True),
    "shoes": (None, FIXED),
    "decks": (None, 1, 2, 3, 4, 5, 6, 7, 8),
    "cut": (None, 6, 35),
    "burn": (None, True, False),
    "after_cut": (None, 0, 1, 3, 104),
    "render_mode": (None, "ansi", "rgb_array", "human"),
}
"""Values of each argument; "table" is an id and, with it, a game."""


def at_odds(setting):
    """Say whether the documentation rules these values out together."""
    log_without = setting.get("reward") in ("log", "growth") and setting.get("bankroll", 1) is None
    must_bet = setting.get("sit_out") is False and setting.get("actions", "single") != "single"
    return log_without or must_bet


def all_pairs():
    """List every pair of values of two arguments that may stand together, by their indices."""
    return {
        ((one, i), (other, j))
        for one, other in combinations(VALUES, 2)
        for i, j in product(range(len(VALUES[one])), range(len(VALUES[other])))
        if not at_odds({one: VALUES[one][i], other: VALUES[other][j]})
    }


def _pairs_of(chosen):
    places = list(VALUES)
    held = sorted(chosen.items(), key=lambda item: places.index(item[0]))
    return set(combinations(held, 2))


def _values_of(chosen):
    return {name: VALUES[name][i] for name, i in chosen.items()}


@cache
def settings():
    """Choose settings, few of them, that hold every pair: greedily, value by value."""
    chance = random.Random(1)
    left = all_pairs()
    found = []
    while left:
        chosen = dict(min(left))
        for name in chance.sample(list(VALUES), len(VALUES)):
            if name not in chosen:
                choices = [
                    {**chosen, name: i}
                    for i in chance.sample(range(len(VALUES[name])), len(VALUES[name]))
                    if not at_odds(_values_of({**chosen, name: i}))
                ]
                chosen = max(choices, key=lambda choice: len(_pairs_of(choice) & left))
        left -= _pairs_of(chosen)
        found.append(_values_of(chosen))
    return found


def arguments_of(setting):
    """Turn a setting into an id and the keyword arguments of `gym.make`."""
    arguments = dict(setting)
    env_id, game = arguments.pop("table")
    if game is not None:
        arguments["game"] = game
    if arguments["shoes"] is FIXED:
        decks = game_of(setting).decks
        arguments["shoes"] = [order(key_of(9), k, decks).tolist() for k in range(2)]
    return env_id, arguments


def game_of(setting):
    """Find the game of a setting before its procedure."""
    env_id, name = setting["table"]
    default = {"baccarat/Mini-v0": "mini", "baccarat/EZ-v0": "ez"}
    game = as_game(default[env_id] if name is None else name)
    return game if setting["decks"] is None else replace(game, decks=setting["decks"])


def label(setting):
    """Name a setting by what differs from the defaults."""
    (env_id, game), rest = setting["table"], list(setting)[1:]
    own = game["name"] if isinstance(game, dict) else game
    told = [own or env_id, *(f"{n}={setting[n]}" for n in rest if setting[n] != VALUES[n][0])]
    return " ".join(told).replace("[", "(").replace("]", ")")
