"""The terms of play: every argument, every pair of values, both `check_env`, bad input."""

from __future__ import annotations

import inspect
import re

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from stable_baselines3.common.env_checker import check_env as check_env_of_sb3

from baccarat_env.env import BaccaratEnv
from baccarat_env.game import EZ_BACCARAT, MINI_BACCARAT
from baccarat_env.shoe import key_of, order
from baccarat_env.terms import Terms
from baccarat_env.vector_env import BaccaratVectorEnv
from tests.support.arguments import VALUES, all_pairs, arguments_of, at_odds, label, settings

IDS = ("baccarat/Mini-v0", "baccarat/EZ-v0", "baccarat/Memory-v0", "baccarat/Game-v0")


def _terms(game="ez", procedure=(), **arguments):
    return Terms.read(game, dict(procedure) | arguments)


# --- Every argument and every pair --------------------------------------------------------


def test_the_values_name_every_argument():
    assert {*Terms.names(), "render_mode"} == set(VALUES) - {"table"}
    for name in Terms.names():
        assert f"`{name}`" in BaccaratEnv.__doc__
    assert {env_id for env_id, _ in VALUES["table"]} == set(IDS)


def test_both_environments_take_the_same_arguments_with_the_same_defaults():
    one = dict(inspect.signature(BaccaratEnv).parameters)
    many = dict(inspect.signature(BaccaratVectorEnv).parameters)
    assert many.pop("num_envs").default == 1
    assert many.pop("autoreset_mode").default == gym.vector.AutoresetMode.NEXT_STEP
    assert many.pop("max_episode_steps").default is None
    assert one == many


def test_the_settings_hold_every_pair_of_values():
    held = set()
    for setting in settings():
        assert not at_odds(setting)
        held |= {
            ((one, VALUES[one].index(setting[one])), (other, VALUES[other].index(setting[other])))
            for one in VALUES
            for other in VALUES
        }
    assert all_pairs() <= held


@pytest.mark.parametrize("setting", settings(), ids=label)
def test_contract_11_both_check_env_pass_for_every_pair_of_argument_values(setting):
    env_id, arguments = arguments_of(setting)
    env = gym.make(env_id, **arguments).unwrapped
    check_env(env, skip_render_check=True)
    check_env_of_sb3(env)


@pytest.mark.parametrize("env_id", IDS)
@pytest.mark.parametrize("render_mode", [None, "ansi", "rgb_array", "human"])
def test_contract_11_both_check_env_pass_with_every_render_mode(env_id, render_mode):
    game = {"game": "ez-dragon"} if "Game" in env_id else {}
    env = gym.make(env_id, render_mode=render_mode, **game).unwrapped
    check_env(env)
    check_env_of_sb3(env, skip_render_check=False)


# --- Spaces -------------------------------------------------------------------------------


@pytest.mark.parametrize("setting", settings(), ids=label)
def test_contract_7_the_spaces_are_those_that_learners_take(setting):
    env_id, arguments = arguments_of(setting)
    terms = gym.make(env_id, **arguments).unwrapped.terms
    space, seen = terms.action_space(), terms.observation_space()
    bets = len(terms.game.bets)
    if terms.actions == "combination":
        assert type(space) is gym.spaces.MultiDiscrete
        assert space.nvec.shape == (bets,)
        assert not space.start.any()
    elif terms.actions == "single":
        assert type(space) is gym.spaces.Discrete
        assert space.start == 0
        assert space.n == terms.sit_out + sum(len(chips) - 1 for chips in terms.denominations)
    else:
        assert space == gym.spaces.Box(-1.0, 1.0, (bets,), np.float32)
    width = {"composition": 13, "count": 3, "cards": 12, "results": 5 * terms.history, "none": 1}
    assert seen.shape == (width[terms.information] + (terms.bankroll is not None),)
    assert seen.dtype == np.float32
    assert np.isfinite(seen.low).all()
    assert np.isfinite(seen.high).all()
    assert (seen.low < seen.high).all()


@pytest.mark.parametrize("actions", ["combination", "single"])
def test_contract_7_index_0_is_no_bet(actions):
    env = BaccaratEnv("ez", actions=actions, bankroll=1)
    env.reset(seed=1)
    nothing = 0 if actions == "single" else [0] * 5
    for _ in range(20):
        assert not env.step(nothing)[4]["stakes"].any()
        assert env.action_masks()[0]


def test_single_actions_go_bet_by_bet_and_level_by_level():
    stakes = _terms("ez", actions="single", chips=(0, 5, 25), side_chips=(0, 1)).single_stakes()
    assert stakes.tolist() == [
        [0, 0, 0, 0, 0],
        [5, 0, 0, 0, 0],
        [25, 0, 0, 0, 0],
        [0, 5, 0, 0, 0],
        [0, 25, 0, 0, 0],
        [0, 0, 5, 0, 0],
        [0, 0, 25, 0, 0],
        [0, 0, 0, 1, 0],
        [0, 0, 0, 0, 1],
    ]
    must = _terms("ez", actions="single", chips=(0, 5, 25), side_chips=(0, 1), sit_out=False)
    assert must.single_stakes().tolist() == stakes.tolist()[1:]


def test_side_chips_are_for_the_side_bets_alone():
    terms = _terms("ez", chips=(0, 5, 25), side_chips=(0, 1, 2, 3))
    assert terms.denominations == [(0, 5, 25)] * 3 + [(0, 1, 2, 3)] * 2
    assert _terms("ez", chips=(0, 5)).denominations == [(0, 5)] * 5


def test_the_smallest_chip_is_one_that_can_stand_alone():
    chips = {"chips": (0, 5), "side_chips": (0, 1)}
    assert _terms(**chips).smallest_chip == 1
    assert _terms(side_requires_main=True, **chips).smallest_chip == 5
    assert _terms("mini", **chips).smallest_chip == 5


def test_some_action_is_always_marked_while_the_episode_lasts():
    env = BaccaratEnv(
        "ez",
        actions="single",
        sit_out=False,
        side_requires_main=True,
        chips=(0, 5),
        side_chips=(0, 1),
        bankroll=7,
    )
    ruined = 0
    for seed in range(30):
        env.reset(seed=seed)
        over = False
        while not over:
            assert env.action_masks().any()
            _, _, over, _, info = env.step(0)
        ruined += info["bankroll"] < 50_000
    assert ruined


# --- Numbers of any kind ------------------------------------------------------------------


def test_whole_numbers_of_numpy_are_whole_numbers():
    env = BaccaratEnv(
        "ez",
        bankroll=np.int32(10**9),
        chips=np.array([0, 1, 5], np.int16),
        decks=np.int64(8),
        max_coups=np.uint8(200),
        history=np.int8(9),
        reward_scale=np.float32(0.5),
    )
    _, info = env.reset(seed=1)
    assert info["bankroll"] == 10**13
    assert env.step([2, 0, 0, 0, 0])[4]["stakes"].tolist() == [5, 0, 0, 0, 0]


def test_what_json_makes_of_the_arguments_is_taken():
    terms = _terms("ez", chips=[0, 1], side_chips=[0, 2], tags=[0] * 9 + [1])
    assert terms.denominations == [(0, 1)] * 3 + [(0, 2)] * 2


def test_procedure_overrides_the_games_own():
    terms = _terms("ez", {"decks": 6, "cut": 26, "burn": False, "after_cut": 0})
    assert (terms.game.decks, terms.game.cut, terms.game.burn, terms.game.after_cut) == (
        (6, 26, False, 0)
    )
    assert terms.game.layout == EZ_BACCARAT.layout
    assert _terms("mini").game == MINI_BACCARAT


# --- Bad input ----------------------------------------------------------------------------

SHOE = order(key_of(1), 0).tolist()

AMISS = [
    ({"game": "poker"}, "unknown game 'poker': choose from mini, mini-passed, ez, ez-dragon"),
    ({"game": None}, "game=None: give one of mini, mini-passed, ez, ez-dragon"),
    ({"game": 7}, "unknown game 7"),
    ({"game": {"name": "x"}}, "a game needs 'bets'"),
    ({"game": {"name": "x", "bets": [], "deck": 8}}, "unknown key 'deck' in a game"),
    ({"actions": "all"}, "actions='all' is unknown: choose from combination, single, continuous"),
    ({"actions": 1}, "actions=1 is unknown"),
    ({"information": "cards"}, "information='cards' is unknown: choose from none, results, count"),
    ({"reward": None}, "reward=None is unknown: choose from sampled, expected, log, growth"),
    ({"reward_scale": 0}, "reward_scale=0 must be a number from 1e-12 to 1e+12"),
    ({"reward_scale": -1.0}, "reward_scale=-1.0 must be a number from 1e-12 to 1e+12"),
    ({"reward_scale": float("nan")}, "reward_scale=nan must be a number from 1e-12 to 1e+12"),
    ({"reward_scale": float("inf")}, "reward_scale=inf must be a number from 1e-12 to 1e+12"),
    ({"reward_scale": "1"}, "reward_scale='1' must be a number from 1e-12 to 1e+12"),
    ({"reward_scale": 1e308}, "reward_scale=1e+308 must be a number from 1e-12 to 1e+12"),
    ({"tags": [1e-200] + [0] * 9}, "must lie within -1000 to 1000 and differ by 1e-06"),
    ({"tags": ["1"] + ["0"] * 9}, "must be ten finite numbers"),
    ({"reward_scale": True}, "reward_scale=True must be a number from 1e-12 to 1e+12"),
    ({"chips": ()}, "chips=() must be whole numbers rising from 0 to at most 10000000"),
    ({"chips": (0,)}, "chips=(0,) must be whole numbers rising from 0"),
    ({"chips": (1, 2)}, "chips=(1, 2) must be whole numbers rising from 0"),
    ({"chips": (0, 5, 5)}, "chips=(0, 5, 5) must be whole numbers rising from 0"),
    ({"chips": (0, 25, 5)}, "chips=(0, 25, 5) must be whole numbers rising from 0"),
    ({"chips": (0, 0.5)}, "chips=(0, 0.5) must be whole numbers rising from 0"),
    ({"chips": (False, True)}, "chips=(False, True) must be whole numbers rising from 0"),
    ({"chips": (0, 10_000_001)}, "chips=(0, 10000001) must be whole numbers rising from 0"),
    ({"chips": 5}, "chips=5 must be whole numbers rising from 0"),
    ({"chips": "01"}, "chips='01' must be whole numbers rising from 0"),
    ({"chips": None}, "chips=None must be whole numbers rising from 0"),
    ({"side_chips": (1, 2)}, "side_chips=(1, 2) must be whole numbers rising from 0"),
    ({"bankroll": 0}, "bankroll=0 must be a whole number from 1 to 100000000000"),
    ({"bankroll": -5}, "bankroll=-5 must be a whole number from 1 to"),
    ({"bankroll": 10.0}, "bankroll=10.0 must be a whole number from 1 to"),
    ({"bankroll": True}, "bankroll=True must be a whole number from 1 to"),
    ({"bankroll": 10**11 + 1}, "bankroll=100000000001 must be a whole number from 1 to"),
    ({"bankroll": 4, "chips": (0, 5)}, "bankroll=4 must be a whole number from 5 to"),
    ({"reward": "log"}, "reward='log' needs a bankroll of at least 10000 chips, not None"),
    ({"reward": "log", "bankroll": 9_999}, "bankroll=9999 must be a whole number from 10000 to"),
    ({"sit_out": 0, "actions": "single"}, "sit_out=0 must be True or False"),
    ({"sit_out": False}, "sit_out=False goes with actions='single', not 'combination'"),
    ({"side_requires_main": "yes"}, "side_requires_main='yes' must be True or False"),
    ({"max_coups": 0}, "max_coups=0 must be a whole number from 1 to"),
    ({"max_coups": 1.5}, "max_coups=1.5 must be a whole number from 1 to"),
    ({"history": 0}, "history=0 must be a whole number from 1 to 104"),
    ({"history": 105}, "history=105 must be a whole number from 1 to 104"),
    ({"tags": (1, 2)}, "tags=(1, 2) must be ten finite numbers"),
    ({"tags": (0,) * 10}, "tags=(0, 0, 0, 0, 0, 0, 0, 0, 0, 0) must lie"),
    ({"tags": (float("nan"),) * 10}, "must be ten finite numbers"),
    ({"tags": (0,) * 9 + (1001,)}, "must lie within -1000 to 1000"),
    ({"tags": "dragon"}, "tags='dragon' must be ten finite numbers"),
    ({"tags": None}, "tags=None must be ten finite numbers"),
    ({"shoes": []}, "shoes=[] holds no shoe: give at least one, or None"),
    ({"shoes": 5}, "shoes=5 must be a list of shoes, or None"),
    ({"shoes": SHOE}, "a shoe must be a list of card codes from 0 to 51"),
    ({"shoes": [SHOE, SHOE[:30]]}, "a shoe of 30 cards leaves no coup before the cut"),
    ({"shoes": [[*SHOE[1:], 52]]}, "card code 52 in a shoe must be from 0 to 51"),
    ({"shoes": [SHOE], "decks": 6}, "in a shoe of 6 decks: at most 6"),
    ({"decks": 0}, "decks=0 must be a whole number from 1 to 8"),
    ({"decks": 9}, "decks=9 must be a whole number from 1 to 8"),
    ({"decks": 1.0}, "decks=1.0 must be a whole number from 1 to 8"),
    ({"decks": "8"}, "decks='8' must be a whole number from 1 to 8"),
    ({"cut": 5}, "cut=5 must be a whole number from 6 to 399"),
    ({"cut": 400}, "cut=400 must be a whole number from 6 to 399"),
    ({"cut": 36, "decks": 1}, "cut=36 must be a whole number from 6 to 35"),
    ({"burn": 1}, "burn=1 must be True or False"),
    ({"after_cut": -1}, "after_cut=-1 must be a whole number from 0 to 104"),
    ({"after_cut": 105}, "after_cut=105 must be a whole number from 0 to 104"),
    ({"render_mode": "text"}, "render_mode='text' is unknown: choose from ansi, rgb_array, human"),
]


@pytest.mark.parametrize(("amiss", "message"), AMISS, ids=[message for _, message in AMISS])
def test_an_argument_that_is_amiss_is_named_with_its_value_and_the_legal_range(amiss, message):
    arguments = {"game": "ez", **amiss}
    for make in (BaccaratEnv, BaccaratVectorEnv):
        with pytest.raises(ValueError, match=re.escape(message)) as raised:
            make(**arguments)
        assert "\n" not in str(raised.value)


def test_side_bets_that_require_a_main_bet_need_one_on_the_layout():
    game = EZ_BACCARAT.without("player", "banker")
    with pytest.raises(ValueError, match="side_requires_main=True needs a player or banker bet"):
        BaccaratEnv(game, side_requires_main=True)


def test_an_unknown_keyword_is_refused():
    for make in (gym.make, gym.make_vec):
        with pytest.raises(TypeError, match="unexpected keyword argument 'deck': did you mean"):
            make("baccarat/EZ-v0", deck=6)
        with pytest.raises(TypeError, match="argument 'xyz': choose from actions, after_cut, bank"):
            make("baccarat/EZ-v0", xyz=6)


def test_an_unknown_id_is_refused():
    with pytest.raises(gym.error.NameNotFound, match="Midi"):
        gym.make("baccarat/Midi-v0")
    with pytest.raises(gym.error.VersionNotFound, match="v9"):
        gym.make("baccarat/EZ-v9")


def test_the_games_own_id_needs_a_game():
    with pytest.raises(ValueError, match="game=None: give one of mini"):
        gym.make("baccarat/Game-v0")
