"""A person's names for agents, for tables and sentences."""

from __future__ import annotations

from agents.systems.staking import PLANS

__all__ = ["count_title", "selection_title", "system_title"]

WRITTEN = {
    "dalembert": "d'Alembert",
    "fibonacci": "Fibonacci",
    "labouchere": "Labouchere",
    "oscars": "Oscar's",
    "sequence": "1-3-2-6",
}

ROADS = ("big eye boy", "small road", "cockroach pig")
"""The derived roads 1 to 3."""

COUNTS = {
    "dragon-count": "Dragon count",
    "dragon-running": "Dragon count, unbalanced",
    "dragon-finer": "Dragon count, finer tags",
    "panda-count": "Panda count",
    "tie-on-7-count": "Tie on 7 count",
    "bad-beat-count": "Bad Beat count",
    "nine-over-7-count": "9 over 7 count",
    "eight-nine-count": "88 89 98 99 count",
    "big-tiger-count": "Big Tiger count",
    "lucky-6-count": "Lucky 6 count",
    "dragon-and-panda-count": "Dragon and Panda counts",
    "panda-by-dragon-count": "Dragon count on Panda 8",
    "flat:bet=ez_banker": "EZ Banker, every coup",
}


def system_title(system: str) -> str:
    """Write a system as a sentence has it.

    >>> system_title("martingale:select=follow"), system_title("flat:bet=player")
    ('martingale, follow', 'flat, Player')
    """
    name, _, options = system.partition(":")
    extra = [option.partition("=")[2] for option in options.split(",") if option]
    extra = [word.title() if word in ("player", "banker") else word for word in extra]
    words = [name, *extra] if name in PLANS else ["flat", name, *extra]
    told = ", ".join(words).replace("_", " ")
    for typed, written in WRITTEN.items():
        told = told.replace(typed, written)
    return told


def selection_title(system: str) -> str:
    """Name what a selection with level stakes bets on.

    >>> selection_title("derived_road:road=1,fade=true"), selection_title("flat:bet=player")
    ('big eye boy, faded', 'always Player')
    """
    name, _, options = system.partition(":")
    if name == "derived_road":
        road = ROADS[int(options[5]) - 1]
        return f"{road}, {'faded' if 'fade' in options else 'followed'}"
    told = options.partition("=")[2].title()
    return f"always {told}" if name == "flat" else name.replace("_", " ")


def count_title(player: str) -> str:
    """Name a card counter.

    >>> count_title("dragon-count:errors=0.02")
    'Dragon count, 2% misread'
    """
    agent, _, errors = player.partition(":errors=")
    return f"{COUNTS[agent]}, {float(errors):.0%} misread" if errors else COUNTS.get(player, player)
