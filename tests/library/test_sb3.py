"""The adapter is a DummyVecEnv with spawned seeds, only faster, and learners take it as it is."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from functools import partial
from itertools import islice

import gymnasium as gym
import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3 import DQN, PPO, SAC
from stable_baselines3.common.callbacks import EvalCallback
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.evaluation import evaluate_policy
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv, VecMonitor, VecNormalize

from baccarat_env import tables
from baccarat_env.sb3 import BaccaratVecEnv, as_vec_env, spawned_seeds
from baccarat_env.shoe import key_of, order
from baccarat_env.vector_env import BaccaratVectorEnv
from tests.support.arguments import OWN_GAME, arguments_of, label, settings
from tests.support.checks import assert_same

VARIANTS = {
    "plain": {},
    "ruin": {"bankroll": 12, "chips": (0, 1, 5)},
    "expected": {"reward": "expected", "actions": "single"},
    "log": {"reward": "log", "actions": "continuous", "bankroll": 10_000, "chips": (0, 3_000)},
    "short": {"max_coups": 3, "information": "results"},
    "bandit": {"max_coups": 1, "information": "count"},
    "memory": {"information": "cards"},
    "own": {"game": OWN_GAME, "bankroll": 30, "side_requires_main": True},
}


def _small(**more):
    """Settings of a small learner, new each time: the learners write into them."""
    return {"policy": "MlpPolicy", "policy_kwargs": {"net_arch": [16]}, "device": "cpu", **more}


def _on_policy():
    return _small(n_steps=16, batch_size=32, n_epochs=1)


def _off_policy():
    return _small(learning_starts=50, buffer_size=500)


@pytest.fixture(autouse=True)
def _one_thread():
    """Small networks learn faster on one thread, and the same on every run."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


every_variant = pytest.mark.parametrize("variant", VARIANTS)


def _adapter(variant="plain", tables=3, **more):
    return as_vec_env("baccarat/Game-v0", tables, **{"game": "ez", **VARIANTS[variant], **more})


def _dummy(variant="plain", tables=3, **more):
    arguments = {"game": "ez", **VARIANTS[variant], **more}
    return DummyVecEnv([partial(gym.make, "baccarat/Game-v0", **arguments)] * tables)


def _from(arguments, n):
    """The arguments of table n alone: its fixed shoes start at the n-th."""
    shoes = arguments.get("shoes")
    return arguments if shoes is None else {**arguments, "shoes": [*shoes[n:], *shoes[:n]]}


def _seed_dummy(dummy, seed):
    """Give DummyVecEnv the seeds that the adapter spawns, instead of seed + i."""
    dummy._seeds = spawned_seeds(seed, dummy.num_envs)


def _actions(env, seed=1):
    """Endless random actions for all tables, now and then the largest."""
    space, chance = env.action_space, random.Random(seed)
    space.seed(seed)
    if isinstance(space, gym.spaces.Box):
        largest = space.high
    else:
        largest = space.nvec - 1 if isinstance(space, gym.spaces.MultiDiscrete) else space.n - 1
    while True:
        greedy = chance.random() < 0.2
        yield np.array([largest if greedy else space.sample() for _ in range(env.num_envs)])


# --- Equality with DummyVecEnv ----------------------------------------------------------------


@every_variant
def test_contract_adapter_all_is_as_dummy_vec_env_gives_it(variant):
    ours, theirs = _adapter(variant, every_info=True), _dummy(variant)
    ours.seed(7)
    _seed_dummy(theirs, 7)
    assert_same(ours.reset(), theirs.reset())
    assert_same(ours.reset_infos, theirs.reset_infos)
    ended = 0
    for action in islice(_actions(ours), 260):
        got = ours.step(action)
        assert_same(got, theirs.step(action))
        assert_same(ours.reset_infos, theirs.reset_infos)
        ended += got[2].sum()
    assert ended >= 9
    assert_same(ours.reset(), theirs.reset())
    assert_same(ours.reset_infos, theirs.reset_infos)


@every_variant
def test_contract_adapter_without_every_info_only_tables_whose_shoe_ended_tell(variant):
    ours, full = _adapter(variant), _adapter(variant, every_info=True)
    ours.seed(7)
    full.seed(7)
    ours.reset()
    full.reset()
    for action in islice(_actions(ours), 120):
        *got, infos = ours.step(action)
        *expected, all_infos = full.step(action)
        assert_same(got, expected)
        for done, told, all_told in zip(got[2], infos, all_infos, strict=True):
            assert_same(told, all_told if done else {})


def test_exact_rewards_price_no_more_than_a_stake_or_a_last_coup_needs(monkeypatch):
    """Rewards and infos of ended shoes are the same; most coups without a stake are not priced."""
    ours, full = (_adapter("expected", 40, every_info=every) for every in (False, True))
    priced = []
    kernel = tables.expected_values

    def counting(unseen, *rest):
        priced.append(len(unseen))
        kernel(unseen, *rest)

    for env in (ours, full):
        env.seed(5)
        env.reset()
    ended = 0
    for k in range(200):
        action = np.where(np.arange(40) == k % 40, 4, 0)
        want = full.step(action)
        with monkeypatch.context() as patch:
            patch.setattr(tables, "expected_values", counting)
            got = ours.step(action)
        assert_same(got[:3], want[:3])
        for n in np.flatnonzero(got[2]):
            ended += 1
            assert_same(got[3][n], want[3][n])
    assert ended > 60
    assert sum(priced) < 200 * 40 / 8


@pytest.mark.parametrize("setting", settings()[1::3], ids=label)
def test_contract_adapter_every_kind_of_setting_is_as_dummy_vec_env_gives_it(setting):
    env_id, arguments = arguments_of({**setting, "render_mode": None})
    ours = as_vec_env(env_id, 2, every_info=True, seed=3, **arguments)
    theirs = DummyVecEnv([partial(gym.make, env_id, **_from(arguments, n)) for n in range(2)])
    _seed_dummy(theirs, 3)
    assert_same(ours.reset(), theirs.reset())
    for action in islice(_actions(ours), 50):
        assert_same(ours.step(action), theirs.step(action))


def test_contract_adapter_terminal_observation_and_truncation_are_those_of_done_rows():
    env = _adapter("short", bankroll=3)
    env.seed(1)
    env.reset()
    ended, cut_short = 0, 0
    for action in islice(_actions(env), 60):
        _, _, dones, infos = env.step(action)
        for done, info in zip(dones, infos, strict=True):
            assert ("terminal_observation" in info) == done
            assert ("TimeLimit.truncated" in info) == done
            if done:
                assert info["TimeLimit.truncated"] == (info["coups"] == 3 and info["bankroll"] > 0)
                assert info["coups"] <= 3
                cut_short += info["TimeLimit.truncated"]
                ended += not info["TimeLimit.truncated"]
    assert ended > 0
    assert cut_short > 0


def test_contract_adapter_reset_returns_observations_only_and_rewards_are_float32():
    env = _adapter("expected")
    seen = env.reset()
    assert isinstance(seen, np.ndarray)
    assert (seen.dtype, seen.shape) == (np.float32, (3, 13))
    seen, rewards, dones, infos = env.step(np.ones(3, np.int64))
    assert (seen.dtype, rewards.dtype, dones.dtype) == (np.float32, np.float32, np.bool_)
    assert type(infos) is list
    assert len(infos) == 3


def _spoil(value):
    if isinstance(value, np.ndarray):
        value[...] = False if value.dtype == bool else 77
    elif isinstance(value, dict):
        for one in value.values():
            _spoil(one)
        value.clear()
    elif isinstance(value, tuple | list):
        for one in value:
            _spoil(one)


@every_variant
def test_contract_adapter_gives_copies_not_views(variant):
    ours, other = _adapter(variant, every_info=True), _adapter(variant, every_info=True)
    ours.seed(1)
    other.seed(1)
    _spoil(ours.reset())
    other.reset()
    for info in ours.reset_infos:
        _spoil({key: info[key] for key in info})
    kept, as_it_was = [], []
    for i, action in enumerate(islice(_actions(ours), 100)):
        expected, given = other.step(action), action.copy()
        got = ours.step(given)
        _spoil(given)
        assert_same(got, expected)
        if i % 2:
            if variant != "log":
                _spoil(ours.env_method("action_masks"))
            _spoil(got)
        else:
            kept.append(got)
            as_it_was.append(copy.deepcopy(got))
    ours.reset()
    assert_same(kept, as_it_was)


@every_variant
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_in_mid_shoe_continue_identically(copied, variant):
    env = _adapter(variant, every_info=True, seed=1)
    env.reset()
    actions = _actions(env)
    for action in islice(actions, 5):
        env.step(action)
    twin = copied(env)
    for action in islice(actions, 100):
        assert_same(twin.step(action), env.step(action))


# --- Seeds ------------------------------------------------------------------------------------


def _shoes(seeds, shoes=3):
    return {order(key_of(seed), k).tobytes() for seed in seeds for k in range(shoes)}


def test_contract_seeds_spawned_for_different_runs_and_tables_never_coincide():
    seeds = [one for run in range(200) for one in spawned_seeds(run, 64)]
    assert len(set(seeds)) == 200 * 64
    assert len({key_of(seed).tobytes() for seed in seeds}) == 200 * 64
    assert max(seeds) >= 2**127
    assert not set(seeds) & set(range(1000))
    assert spawned_seeds(3, 5) == spawned_seeds(3, 64)[:5]


def test_contract_seeds_two_runs_seeded_0_and_1_share_no_shoe_unlike_gymnasiums():
    assert not _shoes(spawned_seeds(0, 4)) & _shoes(spawned_seeds(1, 4))
    tables = gym.make_vec("baccarat/EZ-v0", num_envs=4)
    tables.reset(seed=0)
    first = tables.unwrapped.np_random_seed
    tables.reset(seed=1)
    assert len(_shoes(first) & _shoes(tables.unwrapped.np_random_seed)) == 9  # of twelve


def test_contract_seeds_are_the_numpy_recipe_of_seed_sequence_spawn():
    for seed in (0, 5, 2**100):
        words = [one.generate_state(2, np.uint64) for one in np.random.SeedSequence(seed).spawn(3)]
        assert spawned_seeds(seed, 3) == [int(high) << 64 | int(low) for low, high in words]


def test_seed_gives_the_seeds_of_the_next_reset_and_of_no_other():
    env = _adapter()
    assert env.seed(4) == spawned_seeds(4, 3)
    env.reset()
    assert env.env.np_random_seed == tuple(spawned_seeds(4, 3))
    assert env.env.tables.records["shoe"].tolist() == [0, 0, 0]
    env.reset()
    assert env.env.np_random_seed == tuple(spawned_seeds(4, 3))
    assert env.env.tables.records["shoe"].tolist() == [1, 1, 1]


def test_seed_none_draws_one_and_leaves_the_global_random_state_alone():
    np.random.seed(1)  # noqa: NPY002
    before = pickle.dumps(np.random.get_state())  # noqa: NPY002
    env = _adapter()
    drawn = [tuple(env.seed(None)) for _ in range(5)] + [tuple(env.seed())]
    assert len({one for seeds in drawn for one in seeds}) == 18
    env.reset()
    assert env.env.np_random_seed == drawn[-1]
    assert pickle.dumps(np.random.get_state()) == before  # noqa: NPY002


@pytest.mark.parametrize("seed", [-1, 1.5, "1", True])
def test_a_seed_that_is_none_is_refused(seed):
    env = _adapter()
    for ask in (env.seed, partial(spawned_seeds, tables=2), lambda s: as_vec_env(seed=s)):
        with pytest.raises(ValueError, match=f"seed={seed!r} must be a whole number, zero or"):
            ask(seed)


def test_contract_ppo_seeds_the_environment():
    env = _adapter("bandit", 4)
    model = PPO(env=env, seed=12, **_on_policy())
    assert env._seeds == spawned_seeds(12, 4)
    model.learn(64)
    assert env.env.np_random_seed == tuple(spawned_seeds(12, 4))


# --- Options ----------------------------------------------------------------------------------


def test_options_with_a_shoe_are_for_one_episode_and_do_not_move_the_shoes_on():
    shoe = order(key_of(50), 0).tolist()
    ours, theirs = (make(burn=False) for make in (_adapter, _dummy))
    ours.seed(2)
    _seed_dummy(theirs, 2)
    for options in ({"shoe": shoe}, [{}, {"shoe": shoe}, {}], None, {"shoe": shoe}):
        for env in (ours, theirs):
            env.set_options(options)
        assert_same(ours.reset(), theirs.reset())
        assert_same(ours.reset_infos, theirs.reset_infos)
        action = np.ones((3, 5), np.int64)
        assert_same(ours.step(action)[:3], theirs.step(action)[:3])
        assert ours._options == [{}] * 3
    assert shoe == order(key_of(50), 0).tolist()


def test_options_that_are_amiss_are_refused_and_nothing_is_opened():
    env = _adapter(seed=1)
    env.reset()
    before = pickle.dumps(env.env.tables.records)
    env.set_options([{}, {}, {"shoes": 1}])
    with pytest.raises(ValueError, match="unknown reset option 'shoes': the only one is 'shoe'"):
        env.reset()
    assert pickle.dumps(env.env.tables.records) == before


def test_reset_infos_hold_what_a_reset_tells():
    env = _adapter("ruin", seed=1)
    assert env.reset_infos == [{}] * 3
    env.reset()
    for info in env.reset_infos:
        assert info["ending"] == 400
        assert info["bankroll"] == 120_000
        assert (info["cards"] == -1).all()


# --- Attributes and methods -------------------------------------------------------------------


def test_contract_adapter_attributes_are_given_once_a_table():
    env = _adapter("ruin", render_mode="rgb_array")
    assert env.get_attr("render_mode") == ["rgb_array"] * 3
    assert env.get_attr("render_mode", [0, 2]) == ["rgb_array"] * 2
    assert env.get_attr("render_mode", 1) == ["rgb_array"]
    assert env.render_mode == "rgb_array"
    assert _adapter().get_attr("render_mode") == [None] * 3
    assert env.get_attr("game")[0].name == "EZ Baccarat"
    for name in ("action_space", "observation_space"):
        assert env.get_attr(name) == [getattr(env, name)] * 3
    with pytest.raises(AttributeError, match="no_such_thing"):
        env.get_attr("no_such_thing")


def test_contract_adapter_action_masks_of_the_tables_asked_for():
    env, dummy = _adapter("ruin", seed=1), _dummy("ruin")
    _seed_dummy(dummy, 1)
    env.reset()
    dummy.reset()
    assert env.has_attr("action_masks")
    assert not env.has_attr("no_such_thing")
    assert is_masking_supported(env)
    for action in islice(_actions(env), 60):
        env.step(action)
        dummy.step(action)
        for indices in (None, 1, [2, 0], [0]):
            assert_same(
                env.env_method("action_masks", indices=indices),
                dummy.env_method("action_masks", indices=indices),
            )
    assert get_action_masks(env).shape == (3, 15)


def test_set_attr_is_for_all_tables_or_none():
    env = _adapter()
    env.set_attr("render_mode", "ansi")
    assert env.get_attr("render_mode") == ["ansi"] * 3
    with pytest.raises(ValueError, match="render_mode can only be set for all 3 tables at once"):
        env.set_attr("render_mode", None, indices=[0])
    for name in ("reward_scale", "terms", "note"):
        with pytest.raises(AttributeError, match=f"'{name}' (is fixed when|cannot be set)"):
            env.set_attr(name, 5.0)


def test_no_table_is_wrapped():
    env = _adapter()
    assert env.env_is_wrapped(gym.Wrapper) == [False] * 3
    assert env.env_is_wrapped(gym.Wrapper, [1]) == [False]


def test_contract_adapter_renders():
    env, dummy = _adapter(render_mode="rgb_array", seed=1), _dummy(render_mode="rgb_array")
    _seed_dummy(dummy, 1)
    action = np.ones((3, 5), np.int64)
    for one in (env, dummy):
        one.reset()
        one.step(action)
    images = env.get_images()
    assert len(images) == 3
    assert_same(images, dummy.get_images())
    assert np.array_equal(env.render(), dummy.render())
    assert _adapter().get_images() == [None] * 3
    env.close()
    env.close()


def test_a_text_of_a_table_is_no_image():
    env = _adapter(render_mode="ansi")
    env.reset()
    assert env.get_images() == [None] * 3
    assert env.render() is None


# --- Making it and bad input --------------------------------------------------------------------


def test_an_id_or_a_vector_environment_is_adapted():
    tables = BaccaratVectorEnv(5, "mini", autoreset_mode="SAME_STEP")
    ours, other = as_vec_env(tables, seed=1), as_vec_env("baccarat/Mini-v0", 5, seed=1)
    assert type(ours) is BaccaratVecEnv
    assert ours.num_envs == 5
    assert_same(ours.reset(), other.reset())
    assert as_vec_env().num_envs == 256
    assert as_vec_env("baccarat_env:baccarat/EZ-v0", 2).num_envs == 2


@pytest.mark.parametrize("mode", ["NEXT_STEP", "DISABLED"])
def test_another_autoreset_mode_is_refused(mode):
    with pytest.raises(ValueError, match=f"autoreset_mode={mode} does not fit"):
        as_vec_env(BaccaratVectorEnv(2, "ez", autoreset_mode=mode))


@pytest.mark.parametrize("env", [None, 5, gym.make("baccarat/EZ-v0")], ids=["None", "5", "scalar"])
def test_what_is_no_environment_of_ours_is_refused(env):
    with pytest.raises(ValueError, match="is no baccarat environment: give an id or a"):
        as_vec_env(env)


@pytest.mark.parametrize("tables", [0, -1, 1.5])
def test_zero_or_negative_tables_are_refused(tables):
    with pytest.raises(ValueError, match=f"num_envs={tables!r} must be a whole number from 1"):
        as_vec_env(num_envs=tables)


def test_actions_that_are_amiss_are_refused_and_nothing_is_dealt():
    env = _adapter(seed=1)
    env.reset()
    before = pickle.dumps(env.env.tables.records)
    for actions in (np.full((3, 5), 2), np.zeros((2, 5), int), np.zeros((3, 5)), None):
        with pytest.raises(ValueError, match="must be 5 whole numbers from 0 to below"):
            env.step(actions)
    assert pickle.dumps(env.env.tables.records) == before


def test_stepping_before_the_first_reset_is_refused():
    env = _adapter()
    with pytest.raises(gym.error.ResetNeeded, match="call reset"):
        env.step(np.zeros((3, 5), np.int64))


def test_a_missing_stable_baselines3_is_named_with_the_pip_hint():
    code = (
        "import sys, gymnasium\n"
        "sys.modules['stable_baselines3'] = None\n"
        "try:\n"
        "    import baccarat_env.sb3\n"
        "except gymnasium.error.DependencyNotInstalled as error:\n"
        "    print(error)\n"
    )
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert "-e '.[sb3]'" in told.stdout


# --- Wrappers and learners ----------------------------------------------------------------------


def test_contract_adapter_under_vec_monitor_the_returns_add_up():
    env = VecMonitor(_adapter("plain", 4, seed=3))
    env.reset()
    returns, lengths, checked = np.zeros(4), np.zeros(4, int), 0
    for action in islice(_actions(env), 200):
        _, rewards, dones, infos = env.step(action)
        returns += rewards
        lengths += 1
        for n in np.flatnonzero(dones):
            assert infos[n]["episode"]["r"] == pytest.approx(returns[n])
            assert infos[n]["episode"]["l"] == lengths[n] == infos[n]["coups"]
            checked += 1
        returns[dones], lengths[dones] = 0, 0
    assert checked >= 8


def test_contract_adapter_under_vec_normalize_rewards_are_only_scaled():
    env = VecNormalize(_adapter("plain", 4, seed=3), gamma=0.0, clip_reward=1e9)
    plain = _adapter("plain", 4, seed=3)
    env.reset()
    plain.reset()
    for action in islice(_actions(env), 100):
        _, rewards, _, infos = env.step(action)
        _, expected, _, _ = plain.step(action)
        assert np.array_equal(env.get_original_reward(), expected)
        assert np.array_equal(np.sign(rewards), np.sign(expected))
        for info in infos:
            if "terminal_observation" in info:
                assert info["terminal_observation"].shape == (13,)


def test_contract_adapter_evaluate_policy_and_eval_callback_count_every_coup(tmp_path):
    env = VecMonitor(_adapter("expected", 4, seed=1, reward_scale=1 / 41))
    model = PPO(env=env, gamma=0.0, **_on_policy())
    judged = VecMonitor(_adapter("expected", 4, seed=2, max_coups=10))
    callback = EvalCallback(
        judged, eval_freq=16, n_eval_episodes=4, log_path=str(tmp_path), verbose=0
    )
    model.learn(128, callback=callback)
    returns, lengths = evaluate_policy(model, judged, 8, return_episode_rewards=True)
    assert len(returns) == 8
    assert lengths == [10] * 8
    assert (tmp_path / "evaluations.npz").exists()


def _learns(model, steps):
    before = [p.detach().clone() for p in model.policy.parameters()]
    model.learn(steps)
    moved = any((p != q).any() for p, q in zip(before, model.policy.parameters(), strict=True))
    assert moved
    assert all(p.isfinite().all() for p in model.policy.parameters())
    assert model.num_timesteps >= steps


@pytest.mark.parametrize("variant", ["plain", "expected", "log", "short"])
def test_contract_adapter_ppo_learns_without_a_warning(variant):
    env = _adapter(variant, 8, reward_scale=1 / 41)
    _learns(PPO(env=env, seed=1, **_on_policy()), 256)


@pytest.mark.parametrize("actions", ["combination", "single"])
def test_contract_adapter_maskable_ppo_learns_and_stays_within_the_mask(actions):
    env = _adapter("ruin", 8, actions=actions)
    model = MaskablePPO(env=env, seed=1, **_on_policy())
    _learns(model, 256)
    seen = env.reset()
    for _ in range(20):
        masks = get_action_masks(env)
        action, _ = model.predict(seen, action_masks=masks)
        chosen = action if actions == "combination" else action[:, None]
        width = 3 if actions == "combination" else masks.shape[1]
        offset = np.arange(chosen.shape[1]) * width
        assert np.take_along_axis(masks, chosen + offset, axis=1).all()
        seen, *_ = env.step(action)


def test_contract_adapter_dqn_learns_single_actions():
    env = _adapter("expected", 4, reward_scale=1 / 41)
    model = DQN(env=env, gamma=0.0, seed=1, **_off_policy())
    _learns(model, 300)


def test_contract_adapter_sac_learns_continuous_actions_with_log_rewards():
    env = _adapter("log", 4)
    model = SAC(env=env, seed=1, **_off_policy())
    _learns(model, 200)


def test_training_twice_with_one_seed_gives_the_same_weights():
    def weights():
        env = _adapter("bandit", 4)
        model = PPO(env=env, seed=5, **_on_policy())
        model.learn(128)
        return [p.detach().numpy().copy() for p in model.policy.parameters()]

    assert_same(weights(), weights())


def test_stable_baselines3s_own_make_vec_env_takes_the_scalar_environment():
    env = make_vec_env("baccarat/EZ-v0", n_envs=2, seed=1)
    assert env.get_attr("render_mode") == ["rgb_array"] * 2
    model = PPO(env=env, **_on_policy())
    model.learn(32)


def test_contract_adapter_spawned_workers_find_the_ids():
    make = partial(gym.make, "baccarat_env:baccarat/Game-v0", game="ez", max_coups=3)
    theirs = SubprocVecEnv([make] * 2, start_method="spawn")
    try:
        ours = _adapter("plain", 2, max_coups=3, every_info=True, seed=6)
        _seed_dummy(theirs, 6)
        assert_same(ours.reset(), theirs.reset())
        for action in islice(_actions(ours), 8):
            got, expected = ours.step(action), theirs.step(action)
            assert (got[1] == expected[1]).all()  # in double precision there
            assert_same(got[::2], expected[::2])
            assert_same(got[3], list(expected[3]))
    finally:
        theirs.close()


def test_terms_beside_a_vector_environment_are_refused():
    tables = BaccaratVectorEnv(2, "ez", autoreset_mode="SAME_STEP")
    with pytest.raises(ValueError, match="reward cannot be set here"):
        as_vec_env(tables, reward="expected")
    with pytest.raises(ValueError, match="autoreset_mode cannot be set here"):
        as_vec_env(num_envs=2, autoreset_mode="NEXT_STEP")


def test_an_action_is_used_once():
    env = as_vec_env(num_envs=2, seed=1)
    env.reset()
    env.step(np.zeros((2, 5), int))
    with pytest.raises(ValueError, match="action None"):
        env.step_wait()
