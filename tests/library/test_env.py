"""One table against the clear version, and what Gymnasium and Stable-Baselines3 ask of it."""

from __future__ import annotations

import copy
import importlib
import pickle
import random
import re
import subprocess
import sys
from dataclasses import replace

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import data_equivalence
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

import baccarat_env
from baccarat_env import odds
from baccarat_env.env import BaccaratEnv
from baccarat_env.game import EZ_BACCARAT, GAMES
from baccarat_env.outcome import ORACLE
from baccarat_env.shoe import Shoe, key_of, order
from baccarat_env.terms import INFORMATION
from tests.support import strategies
from tests.support.arguments import OWN_GAME, arguments_of, label, settings
from tests.support.clear import ClearTable

PROCEDURE = ("decks", "cut", "burn", "after_cut")


def _actions(env, seed):
    """Endless random actions, half of them as large as they can be, so that money runs out."""
    space, chance = env.action_space, random.Random(seed)
    space.seed(seed)
    while True:
        yield space.sample()
        yield _largest(space) if chance.random() < 0.5 else space.sample()


def _largest(space):
    if isinstance(space, gym.spaces.MultiDiscrete):
        return space.nvec - 1
    return np.int64(space.n - 1) if isinstance(space, gym.spaces.Discrete) else space.high


def _clear(env, **arguments):
    """The clear version of a table with the same arguments."""
    kept = {k: v for k, v in arguments.items() if k not in ("game", "render_mode", *PROCEDURE)}
    return ClearTable(env.unwrapped.game, **kept)


def _assert_told(ours, clear):
    assert ours.keys() == clear.keys()
    for key, value in clear.items():
        if key == "expected_value":
            np.testing.assert_allclose(ours[key], value, rtol=0, atol=1e-12, err_msg=key)
        elif key in ORACLE:
            np.testing.assert_allclose(ours[key], value, rtol=1e-9, atol=1e-5, err_msg=key)
        else:
            assert np.array_equal(ours[key], value), (key, ours[key], value)


def _assert_shown(ours, clear):
    """Both round the same double: they may differ by one last place of a float32."""
    np.testing.assert_allclose(ours, clear, rtol=0, atol=1e-6)


def _episode(env, table, actions, step_limit=200):
    """Play an opened episode on both; return its steps."""
    steps = []
    for action in actions:
        shown, reward, terminated, truncated, info = env.step(action)
        expected = table.step(action)
        _assert_shown(shown, expected[0])
        assert reward == pytest.approx(expected[1], rel=1e-12, abs=1e-9)
        assert (terminated, truncated) == expected[2:4]
        _assert_told(info, expected[4])
        steps.append((shown, reward, terminated, truncated, info))
        if terminated or truncated:
            return steps
        assert len(steps) < step_limit
    raise AssertionError("the actions gave out")


def _play_both(env, table, seed, shoes):
    actions = _actions(env, seed)
    played = []
    for k in range(shoes):
        shown, info = env.reset(seed=seed if k == 0 else None)
        expected, told = table.open(seed, k)
        _assert_shown(shown, expected)
        _assert_told(info, told)
        played.append(_episode(env, table, actions))
    return played


# --- Against the clear version ------------------------------------------------------------


@pytest.mark.parametrize("setting", settings(), ids=label)
def test_an_episode_is_the_clear_versions_for_every_pair_of_argument_values(setting):
    env_id, arguments = arguments_of(setting)
    arguments["render_mode"] = None
    env = gym.make(env_id, **arguments).unwrapped
    _play_both(env, _clear(env, **arguments), seed=5, shoes=2)


@pytest.mark.parametrize("reward", ["sampled", "expected", "log"])
@pytest.mark.parametrize("game", GAMES)
def test_six_shoes_to_the_cut_card_are_the_clear_versions(game, reward):
    arguments = {"reward": reward, "bankroll": 10_000 if reward == "log" else None}
    env = BaccaratEnv(game, **arguments)
    played = _play_both(env, _clear(env, **arguments), seed=11, shoes=6)
    assert all(70 < len(steps) < 95 for steps in played)


@effort(max_examples=30, deadline=None)
@given(strategies.seeds, strategies.procedures())
def test_any_procedure_is_the_clear_versions(seed, procedure):
    env = BaccaratEnv(replace(EZ_BACCARAT, **procedure))
    _play_both(env, _clear(env), seed=seed, shoes=1)


@pytest.mark.parametrize("actions", ["combination", "single", "continuous"])
@pytest.mark.parametrize("side_requires_main", [False, True])
@pytest.mark.parametrize("game", ["ez", OWN_GAME], ids=["ez", "own"])
def test_money_that_runs_out_is_the_clear_versions(game, side_requires_main, actions):
    arguments = {
        "actions": actions,
        "chips": (0, 5, 25),
        "side_chips": (0, 1, 10),
        "bankroll": 60,
        "side_requires_main": side_requires_main,
    }
    env = BaccaratEnv(game, **arguments)
    table = _clear(env, **arguments)
    played = [steps for seed in range(6) for steps in _play_both(env, table, seed, shoes=2)]
    over = [steps[-1] for steps in played]
    assert any(info["bankroll"] < 10_000 * env.terms.smallest_chip for *_, info in over)


def test_a_sampled_reward_is_the_exact_net_in_chips():
    env = BaccaratEnv("mini", chips=(0, 1, 7))
    env.reset(seed=1)
    while True:
        _, reward, over, _, info = env.step([2, 1, 2])
        assert reward == int(info["net"].sum()) / 10_000
        if over:
            break


def test_the_last_coup_flag_announces_the_last_coup_and_never_cries_wolf():
    for after_cut, cut in ((1, 14), (2, 40), (3, 60)):
        env = BaccaratEnv("ez", after_cut=after_cut, cut=cut)
        for seed in range(10):
            shown, _ = env.reset(seed=seed)
            over = False
            while not over:
                announced = shown[12] == 1.0
                shown, _, over, _, _ = env.step([0] * 5)
                assert over == announced


# --- Bankroll -----------------------------------------------------------------------------


def _shoe_that_starts(first, decks=8):
    """A full shoe whose first cards are given."""
    rest = list(np.tile(np.arange(52), decks))
    for card in first:
        rest.remove(card)
    return [*first, *map(int, rest)]


def _player_wins():
    """Nine in two cards against zero: card codes 3 and 4 are a four and a five."""
    return _shoe_that_starts([3, 9, 4, 10])


def test_stakes_are_placed_in_the_order_of_the_bets_while_they_fit():
    env = BaccaratEnv("ez", chips=(0, 5, 25), bankroll=30, burn=False, shoes=[_player_wins()])
    for wanted, placed in [
        ([2, 1, 0, 0, 0], [25, 5, 0, 0, 0]),
        ([2, 2, 0, 0, 0], [25, 0, 0, 0, 0]),
        ([1, 2, 1, 0, 0], [5, 25, 0, 0, 0]),
        ([2, 2, 1, 1, 1], [25, 0, 0, 0, 0]),
        ([1, 1, 2, 1, 1], [5, 5, 0, 0, 0]),
        ([0, 0, 0, 2, 2], [0, 0, 0, 25, 0]),
        ([1, 1, 1, 1, 1], [5, 5, 5, 5, 5]),
    ]:
        env.reset()
        _, reward, *_, info = env.step(wanted)
        assert info["stakes"].tolist() == placed
        assert reward * 10_000 == info["net"].sum()
        assert info["bankroll"] == 300_000 + info["net"].sum()


def test_side_stakes_without_a_main_one_are_refused_also_when_money_refused_the_main_one():
    own = BaccaratEnv(
        OWN_GAME, chips=(0, 5), side_chips=(0, 1), bankroll=5, side_requires_main=True
    )
    own.reset(seed=1)
    assert own.step([1, 1, 0])[4]["stakes"].tolist() == [0, 0, 0]
    ez = BaccaratEnv("ez", side_requires_main=True)
    ez.reset(seed=1)
    assert ez.step([0, 0, 1, 1, 1])[4]["stakes"].tolist() == [0, 0, 1, 0, 0]
    assert ez.step([0, 1, 0, 1, 1])[4]["stakes"].tolist() == [0, 1, 0, 1, 1]
    assert BaccaratEnv("ez").reset() is not None


def test_ruin_ends_the_episode_and_the_next_one_starts_afresh():
    env = BaccaratEnv("ez", chips=(0, 5), bankroll=5, burn=False, shoes=[_player_wins()])
    env.reset()
    _, reward, terminated, truncated, info = env.step([0, 1, 0, 0, 0])
    assert (reward, terminated, truncated, info["bankroll"]) == (-5.0, True, False, 0)
    shown, info = env.reset()
    assert (shown[-1], info["bankroll"]) == (0.5, 50_000)


def test_less_than_the_smallest_chip_is_ruin_and_just_enough_is_not():
    env = BaccaratEnv("ez", chips=(0, 5), bankroll=14, burn=False, shoes=[_player_wins()])
    env.reset()
    assert env.step([0, 1, 1, 0, 0])[2] is True  # four chips left
    env = BaccaratEnv("ez", chips=(0, 5), bankroll=15, burn=False, shoes=[_player_wins()])
    env.reset()
    assert env.step([0, 1, 1, 0, 0])[2] is False  # five left


@pytest.mark.parametrize("reward", ["sampled", "expected", "log"])
def test_the_bankroll_moves_by_the_settled_result_whatever_the_reward(reward):
    env = BaccaratEnv("mini", reward=reward, bankroll=10_000, chips=(0, 1, 3))
    actions = _actions(env, 3)
    _, info = env.reset(seed=3)
    money = info["bankroll"]
    over = False
    while not over:
        _, _, over, _, info = env.step(next(actions))
        money += int(info["net"].sum())
        assert info["bankroll"] == money
        assert (info["net"] == info["stakes"] * info["paid"]).all()


def test_money_is_conserved_the_house_wins_what_the_player_loses():
    env = BaccaratEnv("ez", bankroll=200, chips=(0, 1, 20))
    house = 0
    for seed in range(20):
        _, info = env.reset(seed=seed)
        actions, over = _actions(env, seed), False
        while not over:
            _, _, over, _, info = env.step(next(actions))
            house -= sum(
                s * int(p) for s, p in zip(info["stakes"].tolist(), info["paid"], strict=True)
            )
        house += info["bankroll"] - 2_000_000
    assert house == 0


def test_the_log_reward_of_losing_everything_is_finite():
    env = BaccaratEnv(
        "ez", reward="log", bankroll=10_000, chips=(0, 10_000), burn=False, shoes=[_player_wins()]
    )
    env.reset()
    _, reward, terminated, _, info = env.step([0, 1, 0, 0, 0])
    assert terminated
    assert info["bankroll"] == 0
    assert reward == pytest.approx(np.log(1 / 10**8))


def test_the_largest_stakes_and_payouts_stay_whole():
    lines = [{"pays": "10000 to 1", "winner": "player"}]
    game = {"name": "Rich", "bets": [{"name": "player", "lines": lines}]}
    env = BaccaratEnv(game, chips=(0, 10**7), bankroll=10**11, burn=False, shoes=[_player_wins()])
    env.reset()
    shown, reward, *_, info = env.step(1)
    assert reward == 1e11
    assert info["bankroll"] == 2 * 10**15
    assert shown in env.observation_space


# --- Contract 1: seeds --------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 1, 2**31, 2**64 + 3, 10**30])
def test_contract_1_shoe_k_of_a_seed_is_the_pure_functions(seed):
    env = BaccaratEnv("ez", decks=1, burn=False)
    for k in range(4):
        env.reset(seed=seed if k == 0 else None)
        cards = order(key_of(seed), k, 1)
        info = env.step([0] * 5)[4]
        assert info["shoe"] == k
        assert info["cards"][[0, 3, 1, 4]].tolist() == cards[:4].tolist()


def test_contract_1_seeded_then_unseeded_resets_give_the_same_shoes_each_time():
    env = BaccaratEnv("ez")

    def five():
        told = [env.reset(seed=7)[1]] + [env.reset()[1] for _ in range(4)]
        return [(info["shoe"], info["unseen"].tolist()) for info in told], env.step([1] * 5)[4]

    first, second = five(), five()
    assert data_equivalence(first, second, exact=True)
    assert [k for k, _ in first[0]] == [0, 1, 2, 3, 4]


def test_contract_1_unseeded_resets_never_reseed():
    env = BaccaratEnv("ez")
    env.reset(seed=7)
    state = env.np_random.bit_generator.state
    for k in range(1, 5):
        assert env.reset()[1]["shoe"] == k
    assert env.np_random.bit_generator.state == state
    assert env.np_random_seed == 7
    assert env.tables.seeds == [7]


def test_contract_1_environments_never_seeded_differ():
    envs = [BaccaratEnv("ez") for _ in range(8)]
    assert (
        len({env.reset() is not None and env.tables.records["key"].tobytes() for env in envs}) == 8
    )


def test_a_generator_of_ones_own_is_the_source_of_an_unseeded_reset():
    def unseen(seed):
        env = BaccaratEnv("ez")
        env.np_random = np.random.default_rng(seed)
        env.reset()
        return env.step([0] * 5)[4]["cards"].tolist()

    assert unseen(1) == unseen(1) != unseen(2)


def test_contract_1_no_global_random_state_is_read_or_changed():
    def play():
        env = gym.make("baccarat/EZ-v0", reward="expected")
        env.reset(seed=3)
        told = [env.step(np.ones(5, np.int64))[4] for _ in range(5)]
        env.reset()
        gym.make("baccarat/EZ-v0").reset()
        return told

    np.random.seed(1)  # noqa: NPY002
    random.seed(1)
    before = pickle.dumps((np.random.get_state(), random.getstate()))  # noqa: NPY002
    first = play()
    assert pickle.dumps((np.random.get_state(), random.getstate())) == before  # noqa: NPY002
    np.random.seed(2)  # noqa: NPY002
    random.seed(2)
    assert data_equivalence(first, play(), exact=True)


@pytest.mark.parametrize(("seed", "named"), [(-1, "-1"), (1.5, "float"), ("1", "str")])
def test_a_seed_that_is_none_is_refused_and_nothing_is_opened(seed, named):
    env = BaccaratEnv("ez")
    env.reset(seed=4)
    before = pickle.dumps(env.tables.records)
    with pytest.raises((ValueError, gym.error.Error), match=named):
        env.reset(seed=seed)
    assert pickle.dumps(env.tables.records) == before


# --- Contract 2: types --------------------------------------------------------------------


@pytest.mark.parametrize("reward", ["sampled", "expected", "log"])
def test_contract_2_rewards_are_floats_and_flags_are_bools(reward):
    env = BaccaratEnv("ez", reward=reward, bankroll=10_000, max_coups=6, reward_scale=np.float32(2))
    env.reset(seed=1)
    for _ in range(6):
        _, got, terminated, truncated, _ = env.step([1] * 5)
        assert type(got) is float
        assert type(terminated) is bool
        assert type(truncated) is bool
    assert truncated


# --- Contract 3: observations -------------------------------------------------------------

ZEROS_LAST = [c for c in range(52) if c % 13 < 9] + [c for c in range(52) if c % 13 >= 9]
EXTREMES = {
    "rising": list(range(52)),
    "zeros last": ZEROS_LAST,
    "zeros first": ZEROS_LAST[::-1],
    "naturals": sorted(range(52), key=lambda c: (c % 13 not in (7, 8), c)),
    "low first": sorted(range(52), key=lambda c: c % 13),
    "high first": sorted(range(52), key=lambda c: -(c % 13)),
}


@pytest.mark.parametrize("information", INFORMATION)
@pytest.mark.parametrize("shoe", EXTREMES)
@pytest.mark.parametrize("burn", [False, True])
def test_contract_3_observations_stay_in_their_space_to_the_last_card(information, shoe, burn):
    arguments = {
        "information": information,
        "bankroll": 10,
        "shoes": [EXTREMES[shoe]],
        "tags": (0, 0, 0, 0, 0, 0, 0, 0, 0, 1000),
    }
    procedure = {"decks": 1, "cut": 6, "burn": burn, "after_cut": 104}
    env = BaccaratEnv("ez", **arguments, **procedure)
    table = _clear(env, **arguments)
    env.reset(seed=1)
    table.open(1, 0)
    steps = _episode(env, table, iter(lambda: [0] * 5, None))
    for shown, *_ in steps:
        assert shown.dtype == np.float32
        assert shown in env.observation_space
    assert steps[-1][4]["undealt"] < 6


def test_contract_3_a_shoe_dealt_to_the_very_last_card_shows_zeros():
    """Thirteen coups of four cards from one deck: naturals and sevens against sixes."""
    found = next(
        (seed, len(list(shoe))) for seed in range(20_000) if (shoe := _dealt_out(seed)).undealt == 0
    )
    env = BaccaratEnv("ez", decks=1, cut=6, burn=False, after_cut=104)
    env.reset(seed=found[0])
    over = False
    while not over:
        shown, _, over, _, info = env.step([0] * 5)
    assert info["unseen"].sum() == info["undealt"] == 0
    assert shown.tolist() == [0.0] * 11 + [1.0, 1.0]


def _dealt_out(seed):
    game = replace(EZ_BACCARAT, decks=1, cut=6, burn=False, after_cut=104)
    shoe = Shoe(game, order(key_of(seed), 0, 1))
    list(shoe)
    return shoe


def test_contract_3_the_front_of_a_shoe_leaves_the_rest_unseen():
    cards = order(key_of(2), 0).tolist()[:60]
    env = BaccaratEnv("ez", shoes=[cards])
    table = _clear(env, shoes=[cards])
    env.reset(seed=1)
    table.open(1, 0)
    steps = _episode(env, table, iter(lambda: [1] * 5, None))
    assert all(shown in env.observation_space for shown, *_ in steps)
    assert steps[-1][4]["unseen"].sum() >= 356


def _spoil(value):
    """Overwrite every array in what an environment returned."""
    if isinstance(value, np.ndarray) and value.dtype != object:
        value[...] = 0 if value.dtype == bool else 77
    elif isinstance(value, dict):
        for key in list(value):
            _spoil(value[key])
        value.clear()
    elif isinstance(value, tuple | list | np.ndarray):
        for one in value:
            _spoil(one)


@pytest.mark.parametrize("setting", settings()[::3], ids=label)
def test_contract_3_no_array_is_reused_whatever_the_caller_does_to_it(setting):
    env_id, arguments = arguments_of(setting)
    arguments["render_mode"] = "ansi"
    ours, other = (gym.make(env_id, **arguments).unwrapped for _ in range(2))
    actions = _actions(ours, 1)
    for shoe in range(2):
        _spoil(ours.reset(seed=3 + shoe))
        other.reset(seed=3 + shoe)
        over = False
        while not over:
            action = next(actions)
            got, expected = ours.step(action), other.step(action)
            assert data_equivalence(got, expected, exact=True)
            over = got[2] or got[3]
            if ours.terms.actions != "continuous":
                _spoil(ours.action_masks())
            _spoil(got)
            assert ours.render() == other.render()


def test_contract_3_what_was_returned_stays_as_it_was():
    env = BaccaratEnv("ez", reward="expected", bankroll=10_000)
    kept = [env.reset(seed=1)]
    as_it_was = copy.deepcopy(kept)
    for _ in range(40):
        kept.append(env.step([1] * 5))
        as_it_was.append(copy.deepcopy(kept[-1]))
    kept.append(env.reset())
    as_it_was.append(copy.deepcopy(kept[-1]))
    env.step([1] * 5)
    assert data_equivalence(kept, as_it_was, exact=True)


# --- Contract 4: information --------------------------------------------------------------


def _shape_of(info):
    return {
        key: (type(value), getattr(value, "dtype", None), getattr(value, "shape", None))
        for key, value in info.items()
    }


@pytest.mark.parametrize("setting", settings()[::2], ids=label)
def test_contract_4_info_has_the_same_keys_types_and_shapes_in_every_reset_and_step(setting):
    env_id, arguments = arguments_of(setting)
    env = gym.make(env_id, **arguments).unwrapped
    env.render_mode = None
    _, info = env.reset(seed=1)
    shape = _shape_of(info)
    bets = len(env.game.bets)
    for key, width in {"cards": 6, "unseen": 10, "stakes": bets, "net": bets, "paid": bets}.items():
        assert shape[key] == (np.ndarray, np.int64, (width,))
    for key in ("ending", "undealt", "shoe", "coups"):
        assert shape[key][0] is np.int64
    assert ("bankroll" in info) == (env.terms.bankroll is not None)
    exact = env.terms.reward == "expected" or env.terms.oracle
    assert ("expected_value" in info) == exact
    assert ("regret" in info) == env.terms.oracle
    assert ("action_mask" in info) == (env.terms.actions != "continuous")
    actions, over = _actions(env, 1), False
    while not over:
        _, _, terminated, truncated, info = env.step(next(actions))
        over = terminated or truncated
        assert _shape_of(info) == shape
    assert _shape_of(env.reset()[1]) == shape


def test_contract_4_cards_are_padded_with_minus_one():
    env = BaccaratEnv("ez", burn=False, shoes=[_player_wins()])
    _, info = env.reset()
    assert info["cards"].tolist() == [-1] * 6
    assert info["ending"] == 400
    assert env.step([0] * 5)[4]["cards"].tolist() == [3, 4, -1, 9, 10, -1]


# --- Contract 5: actions ------------------------------------------------------------------


def _state(env):
    return pickle.dumps((env.tables.records, env._over, env.np_random.bit_generator.state))


SINGLE = [3, np.int64(3), np.uint8(3), np.array(3), np.array([3]), [3], (3,), np.array(3, ">i4")]
COMBINATION = [
    [1, 0, 1, 0, 1],
    (1, 0, 1, 0, 1),
    [np.int64(1), 0, np.uint8(1), 0, 1],
    *(np.array([1, 0, 1, 0, 1], dtype) for dtype in ("i1", "u1", "i4", "u8", ">i8", "i8")),
    np.array([1, 9, 0, 9, 1, 9, 0, 9, 1])[::2],
]
CONTINUOUS = [
    [1, -1, 0.5, 0, 1],
    (1.0, -1.0, 0.5, 0.0, 1.0),
    *(np.array([1, -1, 0.5, 0, 1], dtype) for dtype in ("f2", "f4", "f8", ">f4", "g")),
]


def _stakes(actions, action, chips):
    env = BaccaratEnv("ez", actions=actions, chips=chips)
    env.reset(seed=1)
    return env.step(action)[4]["stakes"].tolist()


@pytest.mark.parametrize("action", SINGLE, ids=repr)
def test_contract_5_a_number_of_any_kind_is_a_single_action(action):
    assert _stakes("single", action, (0, 4)) == [0, 0, 4, 0, 0]


@pytest.mark.parametrize("action", COMBINATION, ids=repr)
def test_contract_5_a_list_or_an_array_is_a_combination(action):
    assert _stakes("combination", action, (0, 4)) == [4, 0, 4, 0, 4]


@pytest.mark.parametrize("action", CONTINUOUS, ids=repr)
def test_contract_5_numbers_are_a_continuous_action(action):
    assert _stakes("continuous", action, (0, 4)) == [4, 0, 2, 0, 4]


@pytest.mark.parametrize("action", [1, np.int64(1), np.array(1), [1]], ids=repr)
def test_contract_5_a_number_is_a_combination_where_there_is_one_bet(action):
    game = EZ_BACCARAT.without("banker", "tie", "dragon_7", "panda_8")
    for actions in ("combination", "continuous", "single"):
        env = BaccaratEnv(game, actions=actions)
        env.reset(seed=1)
        assert env.step(action)[4]["stakes"].tolist() == [1]


NONE_AT_ALL = [None, "1", {}, {"player": 1}, [None] * 5, [[1], [1, 2]], object, 1j, b"1", []]
REFUSED = {
    "single": [6, -1, 2**63, 2**70, 1.0, True, np.bool_(True), np.float32(1), [1, 2], [[1]]],
    "combination": [
        1,
        [2, 0, 0, 0, 0],
        [0, 0, 0, 0, -1],
        [0, 0, 0, 0],
        [0] * 6,
        [0.0] * 5,
        [True] * 5,
        [2**70, 0, 0, 0, 0],
        np.array([2**64 - 1, 0, 0, 0, 0], np.uint64),
        np.zeros((2, 5), np.int64),
        ["0"] * 5,
    ],
    "continuous": [
        0.5,
        [1.01, 0, 0, 0, 0],
        [0, 0, 0, 0, -1.001],
        [float("nan"), 0, 0, 0, 0],
        [0, 0, float("inf"), 0, 0],
        [0.0] * 4,
        [True] * 5,
        [1j] * 5,
        np.zeros((2, 5), np.float32),
    ],
}
LEGAL = {
    "single": "a whole number from 0 to 5",
    "combination": "5 whole numbers from 0 to below [2, 2, 2, 2, 2]",
    "continuous": "5 numbers from -1 to 1",
}


def _ways_to_say(action):
    """As it was given or, where all its elements are of one type, as they are."""
    try:
        return repr(action), repr(np.asarray(action).tolist())
    except ValueError:
        return (repr(action),)


@pytest.mark.parametrize(
    ("actions", "action"),
    [(actions, one) for actions in REFUSED for one in [*REFUSED[actions], *NONE_AT_ALL]],
    ids=repr,
)
def test_contract_5_anything_else_is_a_value_error_that_says_what_was_given(actions, action):
    env = BaccaratEnv("ez", actions=actions)
    env.reset(seed=1)
    before = _state(env)
    with pytest.raises(ValueError, match=re.escape(f"must be {LEGAL[actions]}")) as raised:
        env.step(action)
    said = str(raised.value).removeprefix("action ").removesuffix(f" must be {LEGAL[actions]}")
    assert said in _ways_to_say(action)
    assert _state(env) == before
    assert env.step(env.action_space.sample())[4]["coups"] == 1


def test_continuous_stakes_are_rounded_halves_to_even_and_below_zero_sits_out():
    env = BaccaratEnv("ez", actions="continuous", chips=(0, 5), side_chips=(0, 3))
    env.reset(seed=1)
    for action, stakes in [
        ([0.1, 0.3, 0.5, 0.5, -0.0], [0, 2, 2, 2, 0]),  # 0.5, 1.5, 2.5, 1.5
        ([-1, -0.5, 0.09, 0.11, 1], [0, 0, 0, 0, 3]),
        ([1, 0.9, 0.7, 1, 0.2], [5, 4, 4, 3, 1]),  # 4.5, 3.5
    ]:
        assert env.step(np.array(action))[4]["stakes"].tolist() == stakes


# --- Contract 6: ends ---------------------------------------------------------------------


def test_contract_6_one_coup_episodes_terminate():
    env = BaccaratEnv("ez", max_coups=1)
    for seed in range(3):
        env.reset(seed=seed)
        assert env.step([0] * 5)[2:4] == (True, False)


@pytest.mark.parametrize("limit", [2, 7, 40])
def test_contract_6_a_coup_limit_truncates(limit):
    env = BaccaratEnv("ez", max_coups=limit)
    env.reset(seed=1)
    ends = [env.step([0] * 5)[2:4] for _ in range(limit)]
    assert ends == [(False, False)] * (limit - 1) + [(False, True)]


def test_contract_6_the_cut_card_terminates_also_where_the_limit_is_reached_in_the_same_coup():
    env = BaccaratEnv("ez", max_coups=1_000_000)
    env.reset(seed=1)
    coups, over = 0, False
    while not over:
        _, _, over, truncated, _ = env.step([0] * 5)
        coups += 1
        assert not truncated
    same = BaccaratEnv("ez", max_coups=coups)
    same.reset(seed=1)
    for _ in range(coups):
        ends = same.step([0] * 5)[2:4]
    assert ends == (True, False)


def test_contract_6_ruin_terminates_also_where_the_limit_is_reached():
    env = BaccaratEnv("ez", max_coups=2, bankroll=2, burn=False, shoes=[_player_wins()])
    env.reset()
    env.step([0] * 5)
    env = BaccaratEnv("ez", max_coups=2, bankroll=1, burn=False, shoes=[_player_wins()])
    env.reset()
    assert env.step([0, 1, 0, 0, 0])[2:4] == (True, False)


def test_stepping_on_after_the_end_is_refused_and_deals_nothing():
    env = BaccaratEnv("ez", max_coups=3)
    with pytest.raises(gym.error.ResetNeeded, match="reset"):
        env.step([0] * 5)
    env.reset(seed=1)
    for _ in range(3):
        env.step([0] * 5)
    before = _state(env)
    for _ in range(2):
        with pytest.raises(gym.error.ResetNeeded, match="call reset"):
            env.step([0] * 5)
    assert _state(env) == before
    env.reset()
    env.step([0] * 5)


# --- Contract 8: masks --------------------------------------------------------------------


def _marks(env):
    assert np.array_equal(env.action_masks(), env.reset(seed=1)[1]["action_mask"])
    return env.action_masks().tolist()


def test_contract_8_the_mask_is_flat_in_the_order_of_the_space():
    env = BaccaratEnv("ez", chips=(0, 5, 25), side_chips=(0, 1), bankroll=10)
    env.reset()
    assert _marks(env) == [True, True, False] * 3 + [True, True] * 2
    env = BaccaratEnv("ez", actions="single", chips=(0, 5, 25), side_chips=(0, 1), bankroll=10)
    env.reset()
    assert _marks(env) == [True] + [True, False] * 3 + [True] * 2
    env = BaccaratEnv(
        "ez", actions="single", chips=(0, 5), bankroll=10, sit_out=False, side_requires_main=True
    )
    env.reset()
    assert _marks(env) == [True] * 3 + [False] * 2
    env = BaccaratEnv("ez")
    env.reset()
    assert _marks(env) == [True] * 10


def test_contract_8_method_and_info_are_one_and_follow_the_money():
    env = BaccaratEnv("ez", chips=(0, 1, 5, 25), bankroll=30)
    for seed in range(5):
        env.reset(seed=seed)
        actions, over = _actions(env, seed), False
        while not over:
            _, _, over, _, info = env.step(next(actions))
            mask = env.action_masks()
            assert mask.dtype == np.bool_
            assert np.array_equal(mask, info["action_mask"])
            covered = [chip * 10_000 <= info["bankroll"] for chip in (0, 1, 5, 25)]
            assert mask.tolist() == covered * 5


@pytest.mark.parametrize("actions", ["combination", "single"])
def test_contract_8_a_sample_with_the_mask_is_placed_as_it_is(actions):
    env = gym.make("baccarat/EZ-v0", actions=actions, chips=(0, 5, 25), bankroll=26)
    env.reset(seed=1)
    for _ in range(30):
        mask = env.get_wrapper_attr("sample_mask")()
        action = env.action_space.sample(mask=mask)
        assert action in env.action_space
        _, _, over, _, info = env.step(action)
        if actions == "single":
            assert (info["stakes"] > 0).sum() == (action > 0)
        if over:
            env.reset()


def test_contract_8_the_mask_for_sample_is_int8_split_by_component():
    env = BaccaratEnv("ez", chips=(0, 1, 5), side_chips=(0, 1))
    env.reset(seed=1)
    mask = env.sample_mask()
    assert type(mask) is tuple
    assert [part.dtype for part in mask] == [np.int8] * 5
    assert [part.size for part in mask] == [3, 3, 3, 2, 2]


def test_contract_8_masks_are_found_through_make():
    env = gym.make("baccarat/EZ-v0")
    env.reset(seed=1)
    assert env.get_wrapper_attr("action_masks")().shape == (10,)


def test_contract_8_continuous_actions_have_no_mask():
    env = BaccaratEnv("ez", actions="continuous")
    env.reset(seed=1)
    for ask in (env.action_masks, env.sample_mask):
        with pytest.raises(ValueError, match="actions='continuous' has no action mask"):
            ask()


# --- Contract 9: pictures -----------------------------------------------------------------


def test_contract_9_render_modes_include_ansi_and_rgb_array():
    assert {"ansi", "rgb_array"} <= set(BaccaratEnv.metadata["render_modes"])
    assert BaccaratEnv.metadata["render_fps"] > 0


def test_contract_9_ansi_is_a_text_and_rgb_array_a_picture():
    env = gym.make("baccarat/EZ-v0", render_mode="ansi")
    env.reset(seed=1)
    assert isinstance(env.render(), str)
    env = gym.make("baccarat/EZ-v0", render_mode="rgb_array")
    env.reset(seed=1)
    env.step(env.action_space.sample())
    picture = env.render()
    assert picture.dtype == np.uint8
    assert picture.ndim == 3
    assert picture.shape[2] == 3


def test_contract_9_rendering_without_a_mode_warns_and_shows_nothing():
    env = BaccaratEnv("ez")
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="without a render_mode"):
        assert env.render() is None


def test_contract_9_a_missing_drawing_library_is_named_with_the_pip_hint(monkeypatch):
    for name in list(sys.modules):
        if name.split(".")[0] == "matplotlib":
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    env = BaccaratEnv("ez", render_mode="rgb_array")
    env.reset(seed=1)
    with pytest.raises(gym.error.DependencyNotInstalled, match="pip install"):
        env.render()


@pytest.mark.parametrize("mode", [None, "ansi", "rgb_array", "human"])
def test_contract_9_close_twice_and_no_del(mode):
    env = gym.make("baccarat/EZ-v0", render_mode=mode)
    env.reset(seed=1)
    env.close()
    env.close()
    assert not hasattr(BaccaratEnv, "__del__")


def test_contract_9_drawing_is_lazy_and_torch_stays_home():
    code = (
        "import sys, gymnasium, baccarat_env\n"
        "env = gymnasium.make('baccarat/EZ-v0', render_mode='rgb_array')\n"
        "env.reset(seed=1)\n"
        "env.step(env.action_space.sample())\n"
        "print(sorted({'torch', 'matplotlib', 'stable_baselines3'} & set(sys.modules)))\n"
    )
    assert _fresh(code) == "[]"


def _fresh(code):
    """Run code in a fresh interpreter, warnings as errors; return what it prints."""
    command = [sys.executable, "-W", "error", "-c", code]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


# --- Contract 10: copies ------------------------------------------------------------------


@pytest.mark.parametrize("setting", settings()[::4], ids=label)
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_contract_10_copies_in_mid_shoe_continue_identically(setting, copied):
    env_id, arguments = arguments_of({**setting, "max_coups": None, "render_mode": None})
    env = gym.make(env_id, **arguments)
    env.reset(seed=2)
    actions = _actions(env, 2)
    for _ in range(3):
        if any(env.step(next(actions))[2:4]):
            env.reset()
    twin = copied(env)
    for _ in range(60):
        action = next(actions)
        one, other = env.step(action), twin.step(action)
        assert data_equivalence(one, other, exact=True)
        if one[2] or one[3]:
            assert data_equivalence(env.reset(), twin.reset(), exact=True)
    assert gym.utils.EzPickle not in type(env.unwrapped).__mro__


def test_contract_10_a_copy_goes_its_own_way():
    env = BaccaratEnv("ez")
    env.reset(seed=1)
    twin = copy.deepcopy(env)
    before = _state(env)
    for _ in range(10):
        twin.step([0] * 5)
    twin.reset(seed=5)
    assert _state(env) == before


# --- Contract 12: options -----------------------------------------------------------------


def _first_cards(env):
    return env.step(env.action_space.sample())[4]["cards"].tolist()


def test_contract_12_a_shoe_among_the_options_is_for_that_episode_and_takes_its_turn():
    env = BaccaratEnv("ez", burn=False)
    env.reset(seed=1)
    _, info = env.reset(options={"shoe": _player_wins()})
    assert info["shoe"] == 1
    assert _first_cards(env) == [3, 4, -1, 9, 10, -1]
    assert env.reset()[1]["shoe"] == 2
    assert _first_cards(env)[0] == order(key_of(1), 2)[0]


def test_contract_12_a_shoe_among_the_options_of_a_seeded_reset():
    env = BaccaratEnv("ez", burn=False)
    assert env.reset(seed=3, options={"shoe": _player_wins()})[1]["shoe"] == 0
    assert _first_cards(env) == [3, 4, -1, 9, 10, -1]
    env.reset()
    assert _first_cards(env)[0] == order(key_of(3), 1)[0]


def test_contract_12_fixed_shoes_come_over_and_over_and_the_burned_card_first():
    shoes = [order(key_of(20), k).tolist() for k in range(3)]
    env = BaccaratEnv("ez", shoes=shoes)
    table = _clear(env, shoes=shoes)
    played = _play_both(env, table, seed=1, shoes=7)
    endings = [[info["ending"] for *_, info in steps] for steps in played]
    assert endings[0] == endings[3] == endings[6]
    assert endings[1] == endings[4]
    assert endings[0] != endings[1] != endings[2]


def test_contract_12_fixed_shoes_survive_an_autoreset():
    shoes = [_player_wins()]
    env = gym.wrappers.Autoreset(gym.make("baccarat/EZ-v0", shoes=shoes, burn=False, max_coups=2))
    env.reset(seed=1)
    action = np.zeros(5, np.int64)
    for _ in range(4):
        assert env.step(action)[4]["cards"].tolist() == [3, 4, -1, 9, 10, -1]
        env.step(action)
        assert env.step(action)[4]["coups"] == 0


def test_contract_12_the_callers_options_and_shoes_are_never_changed():
    shoe = _player_wins()
    options = {"shoe": shoe}
    fixed = [np.array(shoe)]
    env = BaccaratEnv("ez", shoes=fixed)
    env.reset(seed=1, options=options)
    for _ in range(5):
        env.step([1] * 5)
    assert options == {"shoe": _player_wins()}
    assert options["shoe"] is shoe
    assert fixed[0].tolist() == _player_wins()
    fixed[0][:] = 0
    env.reset()
    assert env.tables.records["cards"][0].tolist() == _player_wins()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"shoes": [1]}, "unknown reset option 'shoes': the only one is 'shoe'"),
        ({"reset_mask": 1}, "unknown reset option 'reset_mask': the only one is 'shoe'"),
        ({"shoe": [1, 2, 3]}, "a shoe of 3 cards leaves no coup before the cut"),
        ({"shoe": [52] * 416}, "card code 52 in a shoe must be from 0 to 51"),
        ({"shoe": "A"}, "a shoe must be a list of card codes"),
        ({"shoe": [3] * 416}, "card 3 stands 416 times in a shoe of 8 decks: at most 8"),
        (5, "options=5 must be a dictionary or None"),
    ],
)
def test_contract_12_options_that_are_amiss_are_refused_and_nothing_is_opened(options, message):
    env = BaccaratEnv("ez")
    env.reset(seed=1)
    env.step([0] * 5)
    before = _state(env)
    with pytest.raises(ValueError, match=re.escape(message)):
        env.reset(seed=9, options=options)
    assert _state(env) == before


@pytest.mark.parametrize("options", [None, {}, {"shoe": None}])
def test_no_options_are_no_options(options):
    env = BaccaratEnv("ez")
    assert env.reset(seed=1, options=options)[1]["undealt"] == env.reset(seed=1)[1]["undealt"]


@pytest.mark.parametrize("setting", settings()[::5], ids=label)
def test_contract_12_every_action_in_the_space_is_legal_in_every_state(setting):
    env_id, arguments = arguments_of({**setting, "render_mode": None})
    env = gym.make(env_id, **arguments).unwrapped
    actions = _actions(env, 8)
    for seed in range(3):
        env.reset(seed=seed)
        over = False
        while not over:
            _, _, terminated, truncated, info = env.step(next(actions))
            over = terminated or truncated
            assert (info["stakes"] >= 0).all()
            assert info.get("bankroll", 0) >= 0
        assert env.observation_space.shape != (0,)


# --- Registration and arguments -----------------------------------------------------------


def test_registration_importing_registers_and_doing_it_again_changes_nothing():
    spec = gym.spec("baccarat/EZ-v0")
    importlib.reload(baccarat_env)
    assert gym.spec("baccarat/EZ-v0") is spec
    assert isinstance(spec.entry_point, str)
    assert isinstance(spec.vector_entry_point, str)


def test_registration_a_fresh_interpreter_finds_the_ids_by_the_module_in_front():
    code = (
        "import gymnasium\n"
        "env = gymnasium.make('baccarat_env:baccarat/EZ-v0')\n"
        "vector = gymnasium.make_vec('baccarat_env:baccarat/Mini-v0', num_envs=2)\n"
        "print(env.reset(seed=1)[1]['undealt'], vector.reset(seed=1)[1]['undealt'].tolist())\n"
    )
    one = BaccaratEnv("ez").reset(seed=1)[1]["undealt"]
    other = BaccaratEnv("ez").reset(seed=2)[1]["undealt"]
    assert _fresh(code) == f"{one} [{one}, {other}]"


@pytest.mark.parametrize("setting", settings()[::4], ids=label)
def test_registration_arguments_are_json_native_a_spec_comes_back_from_json(setting):
    env_id, arguments = arguments_of({**setting, "render_mode": None})
    env = gym.make(env_id, **arguments)
    again = gym.make(EnvSpec.from_json(env.spec.to_json()))
    assert again.unwrapped.game == env.unwrapped.game
    assert again.action_space == env.action_space
    assert again.observation_space == env.observation_space
    assert data_equivalence(env.reset(seed=1), again.reset(seed=1), exact=True)
    actions = _actions(env, 1)
    for _ in range(5):
        action = next(actions)
        one, other = env.step(action), again.step(action)
        assert data_equivalence(one, other, exact=True)
        if one[2] or one[3]:
            break


def test_registration_a_game_by_its_dictionary_is_the_game():
    env = gym.make("baccarat/Game-v0", game=EZ_BACCARAT.to_dict())
    assert env.unwrapped.game == EZ_BACCARAT
    assert gym.make("baccarat/EZ-v0").unwrapped.game == EZ_BACCARAT
    assert gym.make("baccarat/Game-v0", game="ez").unwrapped.game == EZ_BACCARAT


@pytest.mark.parametrize(
    "section",
    [
        "Description",
        "Action Space",
        "Observation Space",
        "Starting State",
        "Rewards",
        "Episode End",
        "Information",
        "Arguments",
        "Vectorized environment",
        "Version History",
    ],
)
def test_registration_the_docstring_carries_gymnasiums_sections(section):
    assert f"    ## {section}\n" in BaccaratEnv.__doc__


def test_registration_the_docstring_names_every_argument_and_every_info():
    env = BaccaratEnv("ez", bankroll=10_000, reward="expected")
    told = BaccaratEnv.__doc__.split("## Information")[1]
    for key in env.reset(seed=1)[1]:
        assert f"`{key}`" in told
    arguments = BaccaratEnv.__doc__.split("## Arguments")[1]
    for name in BaccaratEnv.__init__.__kwdefaults__:
        assert f"`{name}`" in arguments


@effort(max_examples=15, deadline=None)
@given(st.integers(1, 3), st.integers(1, 200))
def test_gymnasiums_own_time_limit_stands_beside_ours(shoes, limit):
    env = gym.make("baccarat/EZ-v0", max_episode_steps=limit)
    for _ in range(shoes):
        env.reset(seed=1)
        steps, over = 0, False
        while not over:
            _, _, terminated, truncated, _ = env.step(np.zeros(5, np.int64))
            steps, over = steps + 1, terminated or truncated
        assert steps == limit or terminated


# --- The oracle ---------------------------------------------------------------------------


@pytest.mark.parametrize("reward", ["sampled", "expected"])
def test_the_oracle_tells_what_every_coup_was_worth(reward):
    env = gym.make("baccarat/EZ-v0", oracle=True, reward=reward)
    _, info = env.reset(seed=4)
    assert [info[key] for key in ORACLE] == [0, 0, 0]
    assert not info["expected_value"].any()
    expected = regret = 0.0
    over = False
    while not over:
        values = odds.expected_value(info["unseen"], "ez")
        action = env.action_space.sample()
        _, reward, over, _, info = env.step(action)
        assert np.allclose(info["expected_value"], values, rtol=0, atol=1e-15)
        expected += action @ values
        regret += np.maximum(values, 0).sum() - action @ values
        assert info["regret"] == pytest.approx(np.maximum(values, 0).sum() - action @ values)
    assert info["total_expected"] == pytest.approx(expected)
    assert info["total_regret"] == pytest.approx(regret)
    assert [env.reset()[1][key] for key in ORACLE] == [0, 0, 0]


def test_the_oracle_changes_nothing_else():
    told, plain = (gym.make("baccarat/EZ-v0", oracle=oracle) for oracle in (True, False))
    told.action_space.seed(1)
    for one in range(3):
        seen, info = told.reset(seed=one)
        other, _ = plain.reset(seed=one)
        over = False
        while not over:
            assert (seen == other).all()
            action = told.action_space.sample()
            seen, reward, over, _, info = told.step(action)
            other, same, ended, _, less = plain.step(action)
            assert (reward, over) == (same, ended)
            assert info.keys() - less.keys() == {"expected_value", *ORACLE}


@pytest.mark.parametrize("mode", list(gym.vector.AutoresetMode))
def test_oracles_of_many_tables_are_those_of_each(mode):
    tables = gym.make_vec("baccarat/EZ-v0", num_envs=5, oracle=True, decks=1, autoreset_mode=mode)
    each = gym.vector.SyncVectorEnv(
        [lambda: gym.make("baccarat/EZ-v0", oracle=True, decks=1)] * 5, autoreset_mode=mode
    )
    assert data_equivalence(tables.reset(seed=1), each.reset(seed=1))
    tables.action_space.seed(2)
    for _ in range(40):
        actions = tables.action_space.sample()
        ours, theirs = tables.step(actions), each.step(actions)
        for key in ("expected_value", *ORACLE):
            np.testing.assert_allclose(ours[4][key], theirs[4][key], rtol=1e-12, atol=1e-15)
        done = ours[2] | ours[3]
        if mode == gym.vector.AutoresetMode.NEXT_STEP:
            assert not ours[4]["regret"][tables._waiting & ~done].any()
        if mode == gym.vector.AutoresetMode.DISABLED and done.any():
            tables.reset(options={"reset_mask": done})
            each.reset(options={"reset_mask": done})


def test_totals_go_on_after_a_copy():
    env = gym.make("baccarat/EZ-v0", oracle=True)
    env.reset(seed=1)
    for _ in range(5):
        env.step([1] * 5)
    copied = pickle.loads(pickle.dumps(env))
    assert env.step([1] * 5)[4]["total_regret"] == copied.step([1] * 5)[4]["total_regret"]
