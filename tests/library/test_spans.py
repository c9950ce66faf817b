"""Procedure drawn for every shoe: a pure function of its seed and index, alike everywhere."""

from __future__ import annotations

import copy
import pickle
import re
from collections import Counter
from dataclasses import replace

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from agents import make
from agents.play.environment import Seat
from agents.trained import checkpoint
from agents.trained.learned import train
from agents.trained.recipe import Recipe, recipe
from baccarat_env import EZ_BACCARAT, simulate
from baccarat_env.env import BaccaratEnv
from baccarat_env.restore import checked_tables
from baccarat_env.rules import full_shoe
from baccarat_env.sb3 import as_vec_env
from baccarat_env.shoe import Shoe, key_of, order
from baccarat_env.vector_env import BaccaratVectorEnv
from tests.support.checks import assert_same

RANGES = {"cut": (14, 52), "decks": (6, 8)}


def drawn(seed, k, cut=RANGES["cut"], decks=RANGES["decks"]):
    """Draw the cut and the decks of a shoe with numpy's own generator, block 0."""
    counter = ((k << 64) - 1) % (1 << 256)
    stream = np.random.Philox(key=key_of(seed), counter=counter)
    words = [int(word) for word in stream.random_raw(4)]

    def evenly(first, second, low, high):
        ways = high - low + 1
        word = second if (first * ways) % 2**64 < 2**64 % ways else first
        return low + (word * ways >> 64)

    return evenly(*words[:2], *cut), evenly(*words[2:], *decks)


def shoe_of(seed, k):
    cut, decks = drawn(seed, k)
    return Shoe(replace(EZ_BACCARAT, cut=cut, decks=decks), order(key_of(seed), k, decks))


def test_every_shoe_is_dealt_by_the_procedure_drawn_from_its_seed_and_index():
    env = BaccaratEnv("ez", **RANGES)
    for k in range(12):
        shoe = shoe_of(3, k)
        seen, info = env.reset(seed=3) if k == 0 else env.reset()
        over = False
        while not over:
            assert (info["cut"], info["decks"]) == (shoe.game.cut, shoe.game.decks)
            np.testing.assert_array_equal(info["unseen"], shoe.unseen)
            assert info["undealt"] == shoe.undealt
            assert seen in env.observation_space
            assert seen[10] == np.float32(shoe.undealt / 416)
            assert bool(seen[12]) == shoe.last_coup
            seen, _, over, _, info = env.step([0] * 5)
            assert info["ending"] == shoe.deal().ending
        assert shoe.over


def test_all_of_a_range_is_drawn_and_evenly():
    tables = BaccaratVectorEnv(20_000, "ez", decks=(6, 8), cut=(14, 20))
    _, infos = tables.reset(seed=1)
    for name, low, high in (("cut", 14, 20), ("decks", 6, 8)):
        counts = Counter(infos[name].tolist())
        assert set(counts) == set(range(low, high + 1))
        mean = 20_000 / len(counts)
        chi = sum((count - mean) ** 2 / mean for count in counts.values())
        assert chi < 30, (name, counts)
    assert abs(np.corrcoef(infos["cut"], infos["decks"])[0, 1]) < 0.03


@pytest.mark.parametrize("mode", list(AutoresetMode), ids=lambda mode: mode.name)
@pytest.mark.parametrize("information", ["composition", "count", "cards"])
def test_many_tables_are_single_ones_side_by_side(mode, information):
    terms = {"cut": (60, 120), "decks": [1, 3], "information": information}
    terms |= {"cut": (20, 30), "reward": "expected"} if information == "count" else {"cut": (6, 35)}
    ours = BaccaratVectorEnv(3, "ez", autoreset_mode=mode, **terms)
    makers = [lambda: gym.make("baccarat/EZ-v0", **terms)] * 3
    theirs = SyncVectorEnv(makers, autoreset_mode=mode)
    assert_same(ours.reset(seed=5), theirs.reset(seed=5))
    actions = np.ones((3, 5), np.int64)
    ended = 0
    for _ in range(120):
        got = ours.step(actions)
        assert_same(got, theirs.step(actions))
        done = got[2] | got[3]
        ended += done.sum()
        if mode == AutoresetMode.DISABLED and done.any():
            options = [{"reset_mask": done.copy()} for _ in range(2)]
            seen, _ = ours.reset(options=options[0])
            np.testing.assert_array_equal(seen, theirs.reset(options=options[1])[0])
    assert ended >= 9


def test_without_a_range_nothing_is_drawn_and_nothing_more_is_told():
    _, info = BaccaratEnv("ez").reset(seed=1)
    assert not {"cut", "decks"} & set(info)
    _, info = BaccaratEnv("ez", cut=(14, 52)).reset(seed=1)
    assert info["cut"] == drawn(1, 0, (14, 52), (8, 8))[0]
    assert "decks" not in info


def test_copies_restored_states_and_the_adapter_go_on_alike():
    tables = BaccaratVectorEnv(4, "ez", **RANGES)
    tables.reset(seed=2)
    zeros = np.zeros((4, 5), np.int64)
    for _ in range(40):
        tables.step(zeros)
    for other in (copy.deepcopy(tables), pickle.loads(pickle.dumps(tables))):
        assert checkpoint.tables_of(other)["seeds"] == [2, 3, 4, 5]
        twin = copy.deepcopy(tables)
        for _ in range(90):
            assert_same(twin.step(zeros), other.step(zeros))
    for name in ("cut", "decks"):
        wrong = tables.tables.records.copy()
        wrong[name][1] += 1
        with pytest.raises(ValueError, match=f"table 2: its '{name}' is not that of its shoe"):
            checked_tables(wrong, tables.terms)
    adapter = as_vec_env("baccarat/EZ-v0", 2, seed=1, every_info=True, **RANGES)
    adapter.reset()
    assert {"cut", "decks"} <= set(adapter.reset_infos[0])


def test_fixed_shoes_may_have_a_cut_drawn_for_each():
    cards = order(key_of(9), 0).tolist()
    env = BaccaratEnv("ez", cut=(14, 200), shoes=[cards])
    lengths = set()
    for k in range(6):
        _, info = env.reset(seed=4) if k == 0 else env.reset()
        cut, over = info["cut"], False
        while not over:
            _, _, over, _, info = env.step([0] * 5)
        game = replace(EZ_BACCARAT, cut=int(cut))
        assert info["coups"] == len(list(Shoe(game, cards)))
        lengths.add(int(info["coups"]))
    assert len(lengths) > 2


# --- Agents ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["exact", "dragon-count"])
def test_agents_are_shown_the_shoe_as_it_is(name):
    """Counts start from the cards of this shoe; the last coup is known by its own cut."""
    env = BaccaratEnv("ez", **RANGES)
    agent = make(name)
    seat = Seat(agent, env)
    views = []
    bet = agent.bet
    agent.bet = lambda view: views.append(view) or bet(view)
    for k in range(4):
        _, info = env.reset(seed=8) if k == 0 else env.reset()
        seat.open(info)
        shoe, over = shoe_of(8, k), False
        while not over:
            action = seat.action()
            assert views[-1].last[0] == shoe.last_coup
            if name == "dragon-count":
                cards = full_shoe(shoe.game.decks) - shoe.unseen
                assert views[-1].running[0] == pytest.approx(cards @ np.ravel(agent.tags))
            _, _, over, _, info = env.step(action)
            shoe.deal()
            seat.learn(info, over)


def test_a_learner_is_trained_on_a_range_and_plays_any_of_it(tmp_path):
    made = recipe("regression", "ez", coups=40_000, tables=256, **RANGES)
    assert Recipe.from_dict(made.to_dict()).read_terms().spans == made.read_terms().spans
    assert made.read_terms().spans.decks == (6, 8)
    train(made, folder=tmp_path)
    agent = make(f"learned:path={tmp_path}")
    from agents.play.dealt import Schedule, play

    for decks in (6, 7, 8):
        game = replace(EZ_BACCARAT, decks=decks)
        play(agent, Schedule.lay_out(game, simulate.deal(game, shoes=2, seed=1), 2))
    with pytest.raises(ValueError, match="was trained for"):
        agent.start(replace(EZ_BACCARAT, decks=5), 1)


# --- What cannot be -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terms", "told"),
    [
        ({"cut": (52, 14)}, "cut=(52, 14) stands upside down: write (14, 52)"),
        ({"decks": [8, 6]}, "decks=[8, 6] stands upside down: write (6, 8)"),
        ({"cut": (1, 2, 3)}, "cut=(1, 2, 3) must be one whole number, or a range as (14, 52)"),
        ({"cut": (14.0, 52)}, "cut=(14.0, 52) must be one whole number"),
        ({"cut": (2, 52)}, "cut=2 must be a whole number from 6"),
        ({"decks": (1, 8), "cut": (14, 52)}, "cut=52 must be a whole number from 6 to 35 with 1"),
        ({"decks": (1, 8), "cut": 36}, "cut=36 must be a whole number from 6 to 35 with 1"),
        ({"decks": (6, 9)}, "decks=9 must be a whole number from 1 to 8"),
        ({"after_cut": (0, 1)}, "after_cut=(0, 1) takes no range: cut and decks do"),
        ({"decks": (6, 8), "shoes": [list(range(52))]}, "needs one number of decks"),
    ],
)
def test_ranges_that_cannot_be_are_one_sentence(terms, told):
    for make_env in (gym.make, gym.make_vec):
        with pytest.raises(ValueError, match=re.escape(told)):
            make_env("baccarat/EZ-v0", **terms)


def test_a_shoe_of_ones_own_needs_one_number_of_decks():
    env = BaccaratEnv("ez", **RANGES)
    env.reset(seed=1)
    before = env.tables.records.copy()
    with pytest.raises(ValueError, match=r"needs one number of decks, and decks=\(6, 8\)"):
        env.reset(options={"shoe": order(key_of(1), 0).tolist()})
    np.testing.assert_array_equal(env.tables.records, before)
