"""Shoes by script: coups with the results one wants, to play agents over."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from agents.agent import Agent, Limits, View
from agents.contract import check_bet
from agents.play.dealt import Schedule, Shown, play
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import EZ_BACCARAT, MINI_BACCARAT, Game
from baccarat_env.simulate import Coups

ENDING = {
    "P": 90,  # Player's natural 9 against 0
    "B": 9,  # Banker's natural 9 against 0
    "T": 99,
    "7": 167,  # Dragon 7: three cards make 7, against Player's 6 that stood
    "8": 287,  # Panda 8: three cards make 8, against Banker's 7 that stood
}
EVEN_MONEY = replace(EZ_BACCARAT, burn=False)
WITH_COMMISSION = replace(MINI_BACCARAT, burn=False)
PLAYER, BANKER = 0, 1


def coups_of(*shoes: str) -> Coups:
    """Coups with these results, one string a shoe; the cards are left out."""
    text = "".join(shoes)
    coup = np.concatenate([np.arange(len(shoe)) for shoe in shoes]).astype(np.uint8)
    unseen = np.full((len(text), 10), 30, np.uint8)
    unseen[:, 0] = 120 - coup
    return Coups(
        np.array([ENDING[letter] for letter in text], np.int16),
        np.full((len(text), 6), -1, np.int8),
        unseen,
        np.repeat(np.arange(len(shoes)), [len(shoe) for shoe in shoes]),
        coup,
    )


def betting_player(won_and_lost: str) -> str:
    """Results that a bet on Player wins (W), loses (L) and pushes (T)."""
    return won_and_lost.translate(str.maketrans("WL", "PB"))


def run(agent: Agent, *shoes: str, game: Game = EVEN_MONEY, tables: int = 1, **terms):
    """Play an agent over scripted shoes."""
    return play(agent, Schedule.lay_out(game, coups_of(*shoes), tables), **terms)


def stakes_of(agent: Agent, script: str, bet: int = PLAYER, **terms) -> list[int]:
    """The stakes on one bet, coup by coup."""
    return run(agent, script, **terms).stakes[:, bet].tolist()


def independent(agent: Agent, game: Game, chances, *, tables, bankroll, seed):
    """Deal coups without a shoe for ever: yields what was placed, `(N, B)`, coup by coup."""
    draw = np.random.Generator(np.random.PCG64(seed))
    below = np.cumsum(chances)
    low, high = Limits().of(game)
    money = np.full(tables, bankroll * BASIS_POINTS)
    shown = Shown(tables, 1)
    everyone, nobody = np.ones(tables, bool), np.zeros(tables, np.int64)
    agent.start(game, tables)
    while True:
        view = View(
            game, low, high, everyone, nobody, nobody + 300, ~everyone, money,
            shown.results, shown.decisions, shown.decided,
        )  # fmt: skip
        placed = check_bet(agent.bet(view.only(agent)), view, agent)
        endings = np.minimum(np.searchsorted(below, draw.random(tables), side="right"), 399)
        paid = placed * game.pays.T[endings]
        money = money + paid.sum(axis=1)
        agent.learn(placed, paid)
        yield placed
