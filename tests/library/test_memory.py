"""The rung of memory: what `information="cards"` shows adds up to the composition, and is all."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace

import gymnasium as gym
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents import Agent, OneTable, make
from agents.one_table import as_agent
from agents.play.dealt import Schedule, play
from agents.play.environment import Seat
from agents.play.nine_seats import Guest
from baccarat_env import EZ_BACCARAT, simulate
from baccarat_env.env import BaccaratEnv
from baccarat_env.rules import CARD_VALUE
from baccarat_env.sb3 import as_vec_env
from baccarat_env.table import Table

procedures = st.fixed_dictionaries(
    {
        "decks": st.integers(1, 8),
        "cut": st.integers(6, 30),
        "burn": st.booleans(),
        "after_cut": st.integers(0, 3),
    }
)


@settings(max_examples=40, deadline=None)
@given(procedure=procedures, seed=st.integers(0, 2**32))
def test_what_was_shown_adds_up_to_the_composition(procedure, seed):
    env = BaccaratEnv("ez", information="cards", **procedure)
    seen, info = env.reset(seed=seed)
    for _ in range(2):
        over, left = False, env.game.full_shoe
        while True:
            left = left - seen[:10].astype(np.int64)
            np.testing.assert_array_equal(left, info["unseen"])
            assert seen in env.observation_space
            if over:
                break
            seen, _, over, _, info = env.step([0] * 5)
        seen, info = env.reset()


@settings(max_examples=40, deadline=None)
@given(procedure=procedures, seed=st.integers(0, 2**32))
def test_it_follows_from_the_cards_on_the_table_and_those_left_in_the_shoe(procedure, seed):
    """Whatever else differs between two tables, such as who won or what is burned, is not told."""
    env = BaccaratEnv("ez", information="cards", bankroll=10**9, **procedure)
    seen, info = env.reset(seed=seed)
    first = env.game.full_shoe - info["unseen"]
    assert first.sum() == procedure["burn"]
    over = False
    while True:
        on_the_table = info["cards"][info["cards"] >= 0]
        shown = np.bincount(CARD_VALUE[on_the_table], minlength=10) if info["coups"] else first
        share = info["undealt"] / env.game.full_shoe.sum()
        expected = np.array([*shown, share, info["coups"] == 0], np.float32)
        np.testing.assert_array_equal(seen[:-1], expected)
        if over:
            return
        seen, _, over, _, info = env.step([0, 1, 0, 0, 0])


@pytest.mark.parametrize("mode", ["NEXT_STEP", "SAME_STEP", "DISABLED"])
def test_a_memory_at_many_tables_holds_their_compositions(mode):
    """New shoes are told apart by the last entry alone, also where some tables are reset."""
    env = gym.make_vec("baccarat/Memory-v0", num_envs=5, autoreset_mode=mode, decks=1, cut=20)
    full, chance = env.unwrapped.game.full_shoe, np.random.default_rng(4)
    seen, infos = env.reset(seed=3)
    left, shoes = np.zeros((5, 10), np.int64), 0
    moved = np.ones(5, np.bool_)
    for _ in range(60):
        opened = moved & (seen[:, 11] == 1.0)
        left[opened] = full
        shoes += opened.sum()
        left[moved] -= seen[moved, :10].astype(np.int64)
        np.testing.assert_array_equal(left, infos["unseen"])
        before = seen
        seen, _, done, _, infos = env.step(np.zeros((5, 5), np.int64))
        moved = np.ones(5, np.bool_)
        if mode == "DISABLED":
            some = done | (chance.random(5) < 0.1)
            if some.any():
                left -= seen[:, :10].astype(np.int64)
                before = seen
                seen, told = env.reset(options={"reset_mask": some})
                np.testing.assert_array_equal(seen[~some], before[~some])
                infos["unseen"][some] = told["unseen"][some]
                moved = some
    assert shoes > 20


def test_the_adapter_shows_the_same():
    env = as_vec_env("baccarat/Memory-v0", 4, seed=1, every_info=True, decks=1)
    seen, left = env.reset(), np.zeros((4, 10), np.int64)
    infos = env.reset_infos
    for _ in range(40):
        left[seen[:, 11] == 1.0] = env.env.game.full_shoe
        left -= seen[:, :10].astype(np.int64)
        for n, info in enumerate(infos):
            np.testing.assert_array_equal(left[n], info["unseen"])
        seen, _, done, infos = env.step(np.zeros((4, 5), np.int64))
        infos = [env.reset_infos[n] if done[n] else infos[n] for n in range(4)]


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_in_mid_shoe_show_the_same(copied):
    env = gym.make_vec("baccarat/Memory-v0", num_envs=3).unwrapped
    env.reset(seed=8)
    for _ in range(30):
        env.step(np.zeros((3, 5), np.int64))
    other = copied(env)
    for _ in range(60):
        one, two = (each.step(np.zeros((3, 5), np.int64))[0] for each in (env, other))
        np.testing.assert_array_equal(one, two)


# --- Agents that remember -------------------------------------------------------------------


class Remembers(Agent):
    """The exact player, who is shown the cards alone and adds them up."""

    information = "cards"

    def start(self, game, tables, first=0):
        super().start(game, tables, first)
        self.inner = make("exact")
        self.inner.start(game, tables, first)
        self.left = np.tile(game.full_shoe, (tables, 1))

    def bet(self, view):
        self.left[view.active & (view.coup == 0)] = self.game.full_shoe
        self.left[view.active] -= view.cards[view.active]
        return self.inner.bet(replace(view, _unseen=self.left))


@pytest.mark.parametrize("burn", [True, False])
def test_a_memory_of_the_cards_is_the_exact_player_over_dealt_shoes(burn):
    game = replace(EZ_BACCARAT, decks=2, cut=8, burn=burn)
    schedule = Schedule.lay_out(game, simulate.deal(game, shoes=30, seed=2), 4)
    own, exact = (play(agent, schedule) for agent in (Remembers(), make("exact")))
    assert exact.stakes.any()
    np.testing.assert_array_equal(own.stakes, exact.stakes)


@pytest.mark.parametrize("mode", [None, "NEXT_STEP", "SAME_STEP", "DISABLED"])
def test_a_memory_of_the_cards_is_the_exact_player_in_the_environments(mode):
    terms = {"decks": 2, "cut": 8}
    if mode is None:
        env = gym.make("baccarat/EZ-v0", **terms)
    else:
        env = gym.make_vec("baccarat/EZ-v0", num_envs=3, autoreset_mode=mode, **terms)
    own, exact = Seat(Remembers(), env), Seat(make("exact"), env)
    _, info = env.reset(seed=6)
    own.open(info)
    exact.open(info)
    placed = 0
    for _ in range(120):
        action = exact.action()
        np.testing.assert_array_equal(own.action(), action)
        placed += np.sum(action)
        _, _, done, _, info = env.step(action)
        own.learn(info, done)
        exact.learn(info, done)
        if mode in (None, "DISABLED") and np.any(done):
            options = None if mode is None else {"reset_mask": done.copy()}
            _, fresh = env.reset(options=options)
            rows = np.atleast_1d(done)
            own.open(fresh if mode is None else _merged(info, fresh, rows), rows)
            exact.open(fresh if mode is None else _merged(info, fresh, rows), rows)
    assert placed > 0


def _merged(info, fresh, rows):
    """The info of every table, where some were reset."""
    marks = {name: rows.reshape(-1, *[1] * (info[name].ndim - 1)) for name in info}
    return {name: np.where(marks[name], fresh[name], info[name]) for name in info}


def test_a_memory_of_the_cards_is_the_exact_player_at_nine_seats_and_for_newcomers():
    game = replace(EZ_BACCARAT, decks=2, cut=8)
    table = Table(game, seed=5)
    table.sit(1, Guest(Remembers(), game), 1000)
    table.sit(2, Guest(make("exact"), game), 1000)
    placed = 0
    for coup in range(200):
        if coup == 10:
            table.sit(3, Guest(Remembers(), game), 1000)
            table.sit(4, Guest(make("exact"), game), 1000)
        stakes = table.play().stakes
        np.testing.assert_array_equal(stakes[1], stakes[2])
        placed += stakes[1].sum()
        if coup >= 10:
            np.testing.assert_array_equal(stakes[3], stakes[4])
    assert placed > 0
    assert table.shoes > 5


def test_a_player_of_one_table_sees_the_cards_of_the_last_coup():
    seen = []

    class Looks(OneTable):
        information = "cards"

        def bet(self, shoe):
            seen.append(list(shoe.cards))
            with pytest.raises(PermissionError, match="write information = 'count'"):
                print(shoe.counts)
            return {}

    coups = simulate.deal("ez", shoes=2, seed=9)
    play(as_agent(Looks()), Schedule.lay_out(EZ_BACCARAT, coups, 1))
    shown = [np.bincount(CARD_VALUE[hand[hand >= 0]], minlength=10) for hand in coups.cards]
    for m in range(1, len(seen)):
        if coups.coup[m]:
            assert seen[m] == shown[m - 1].tolist()
        else:
            assert sum(seen[m]) == 1


def test_priced_coups_may_be_shown_by_the_card():
    found = simulate.priced("ez", shoes=2, seed=12, information="cards")
    env = gym.make("baccarat/Memory-v0")
    m = 0
    for k in range(2):
        seen, _ = env.reset(seed=12) if k == 0 else env.reset()
        over = False
        while not over:
            np.testing.assert_array_equal(found.observations[m], seen)
            seen, _, over, _, _ = env.step([0] * 5)
            m += 1
    assert m == len(found.coup)
    with pytest.raises(ValueError, match="information='count' is not priced"):
        simulate.priced("ez", shoes=1, seed=1, information="count")
