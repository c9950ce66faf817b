"""N tables: every row is one table, in every autoreset mode, as SyncVectorEnv has it."""

from __future__ import annotations

import copy
import pickle
import random
import re
from functools import partial
from itertools import islice

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from baccarat_env.coup import settle
from baccarat_env.env import BaccaratEnv
from baccarat_env.game import EZ_BACCARAT
from baccarat_env.shoe import Shoe, key_of, order
from baccarat_env.vector_env import BaccaratVectorEnv
from tests.support.arguments import OWN_GAME, arguments_of, label, settings
from tests.support.checks import assert_same

MODES = list(AutoresetMode)
every_mode = pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)

VARIANTS = {
    "plain": {},
    "ruin": {"bankroll": 12, "chips": (0, 1, 5)},
    "expected": {"reward": "expected", "actions": "single"},
    "log": {"reward": "log", "actions": "continuous", "bankroll": 10_000, "chips": (0, 3_000)},
    "short": {"max_coups": 3, "information": "results"},
    "bandit": {"max_coups": 1, "information": "count"},
    "memory": {"information": "cards", "bankroll": 40},
    "own": {"game": OWN_GAME, "bankroll": 30, "side_requires_main": True},
}
every_variant = pytest.mark.parametrize("variant", VARIANTS)


def _vector(variant, tables, mode=AutoresetMode.NEXT_STEP, **more):
    arguments = {"game": "ez", **VARIANTS[variant], **more}
    return BaccaratVectorEnv(tables, autoreset_mode=mode, **arguments)


def _scalar(variant, **more):
    return BaccaratEnv(**{"game": "ez", **VARIANTS[variant], **more})


def _actions(env, seed=1):
    """Endless random actions for all tables, now and then the largest."""
    env.action_space.seed(seed)
    space, chance = env.action_space, random.Random(seed)
    largest = space.high if isinstance(space, gym.spaces.Box) else space.nvec - 1
    while True:
        yield largest if chance.random() < 0.2 else space.sample()


def _mask(env, *rows):
    return np.isin(np.arange(env.num_envs), rows)


# --- Equality in every respect --------------------------------------------------------------


def _sync(env_id, tables, mode, arguments):
    """Scalar environments side by side; fixed shoes start at the n-th at table n."""
    makers = []
    for n in range(tables):
        shoes = arguments.get("shoes")
        own = {} if shoes is None else {"shoes": [*shoes[n:], *shoes[:n]]}
        makers.append(partial(gym.make, env_id, **(arguments | own)))
    return SyncVectorEnv(makers, autoreset_mode=mode)


def _reset_finished(env, done):
    """Reset the finished tables; a new dictionary, as SyncVectorEnv empties the one it gets."""
    return env.reset(options={"reset_mask": done.copy()})


def _assert_equal_runs(ours, theirs, steps, seed, mode):
    assert_same(ours.reset(seed=seed), theirs.reset(seed=seed))
    ended = 0
    for action in islice(_actions(ours), steps):
        got, expected = ours.step(action), theirs.step(action)
        assert_same(got, expected)
        done = got[2] | got[3]
        ended += done.sum()
        if mode == AutoresetMode.DISABLED and done.any():
            seen, infos = _reset_finished(ours, done)
            if "action_mask" in infos:  # true at every table, where Gymnasium's own are empty
                assert (infos["action_mask"] == ours.unwrapped.action_masks()).all()
                infos["action_mask"][~done] = False
            assert_same((seen, infos), _reset_finished(theirs, done))
    return ended


@every_mode
@every_variant
def test_contract_vector_all_is_as_sync_vector_env_gives_it(variant, mode):
    arguments = {"game": "ez", **VARIANTS[variant]}
    ours = _vector(variant, 3, mode)
    theirs = _sync("baccarat/Game-v0", 3, mode, arguments)
    assert _assert_equal_runs(ours, theirs, 260, 5, mode) >= 9
    assert _assert_equal_runs(ours, theirs, 10, None, mode) >= 0
    assert _assert_equal_runs(ours, theirs, 10, [9, 10**20, 0], mode) >= 0
    assert ours.single_action_space == theirs.single_action_space
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.action_space == theirs.action_space
    assert ours.observation_space == theirs.observation_space
    assert ours.metadata == theirs.metadata


@pytest.mark.parametrize("setting", settings(), ids=label)
def test_contract_vector_every_pair_of_argument_values_is_as_sync_vector_env_gives_it(setting):
    env_id, arguments = arguments_of({**setting, "render_mode": None})
    mode = MODES[settings().index(setting) % 3]
    ours = gym.make_vec(env_id, num_envs=2, autoreset_mode=mode, **arguments)
    theirs = _sync(env_id, 2, mode, arguments)
    _assert_equal_runs(ours, theirs, 60, 3, mode)


# --- Row i is the scalar environment seeded s + i -------------------------------------------


def _row(infos, n):
    """What infos say of table n, as the scalar environment tells it."""
    return {
        key: infos[key][n]
        for key in infos
        if not key.startswith(("_", "final")) and infos[f"_{key}"][n]
    }


class Row:
    """One scalar environment, reset by hand as an autoreset mode says."""

    def __init__(self, env, seed, mode):
        self.env, self.mode = env, mode
        self.over, self.shoes = False, 0
        self.first = env.reset(seed=seed)

    def reset(self):
        self.over, self.shoes = False, self.shoes + 1
        return self.env.reset()

    def step(self, action):
        """Give observation, reward, flags, info and the final observation and info, if any."""
        if self.over and self.mode == AutoresetMode.NEXT_STEP:
            shown, info = self.reset()
            return shown, 0.0, False, False, info, None
        shown, reward, terminated, truncated, info = self.env.step(action)
        self.over = terminated or truncated
        final = (shown, info)
        if self.over and self.mode == AutoresetMode.SAME_STEP:
            shown, info = self.reset()
            return shown, reward, terminated, truncated, info, final
        return shown, reward, terminated, truncated, info, None


@every_mode
@every_variant
def test_contract_vector_row_i_is_the_scalar_environment_seeded_s_plus_i_over_ten_shoes(
    variant, mode
):
    tables, seed = 2, 40
    vector = _vector(variant, tables, mode)
    rows = [Row(_scalar(variant), seed + i, mode) for i in range(tables)]
    seen, infos = vector.reset(seed=seed)
    for n, row in enumerate(rows):
        assert_same((seen[n], _row(infos, n)), row.first)
    actions = _actions(vector)
    while min(row.shoes for row in rows) < 10:
        action = next(actions)
        seen, rewards, terminated, truncated, infos = vector.step(action)
        for n, row in enumerate(rows):
            *expected, final = row.step(action[n])
            got = seen[n], float(rewards[n]), bool(terminated[n]), bool(truncated[n])
            assert_same((*got, _row(infos, n)), tuple(expected))
            if final is not None:
                assert_same((infos["final_obs"][n], _row(infos["final_info"], n)), final)
        done = terminated | truncated
        if mode == AutoresetMode.DISABLED and done.any():
            seen, infos = _reset_finished(vector, done)
            for n in np.flatnonzero(done):
                assert_same((seen[n], _row(infos, n)), rows[n].reset())


def test_contract_vector_rewards_are_float64_and_flags_bool():
    env = _vector("plain", 4)
    env.reset(seed=1)
    seen, rewards, terminated, truncated, infos = env.step(env.action_space.sample())
    assert (seen.dtype, rewards.dtype) == (np.float32, np.float64)
    assert (terminated.dtype, truncated.dtype) == (np.bool_, np.bool_)
    assert all(
        value.dtype == (np.bool_ if key[0] == "_" or key == "action_mask" else np.int64)
        for key, value in infos.items()
    )


# --- Seeds ------------------------------------------------------------------------------------


def _first_cards(env):
    return [row.tolist() for row in env.step(env.action_space.sample())[4]["cards"]]


def test_a_whole_number_seeds_table_i_with_s_plus_i_and_a_list_is_taken_as_it_is():
    env = _vector("plain", 3)
    env.reset(seed=7)
    assert env.np_random_seed == (7, 8, 9)
    spread = _first_cards(env)
    for seeds in ([7, 8, 9], (7, 8, 9), np.array([7, 8, 9])):
        env.reset(seed=seeds)
        assert env.np_random_seed == (7, 8, 9)
        assert _first_cards(env) == spread
    env.reset(seed=[9, 7, 7])
    assert _first_cards(env) == [spread[2], spread[0], spread[0]]


def test_none_in_the_list_goes_on_to_the_tables_next_shoe():
    env = _vector("plain", 3)
    env.reset(seed=7)
    env.reset(seed=[None, 3, None])
    assert env.tables.records["shoe"].tolist() == [1, 0, 1]
    assert env.np_random_seed == (7, 3, 9)
    env.reset()
    assert env.tables.records["shoe"].tolist() == [2, 1, 2]


def test_tables_never_seeded_differ():
    env = _vector("plain", 64)
    assert env.np_random_seed == (None,) * 64
    env.reset()
    assert len({key.tobytes() for key in env.tables.records["key"]}) == 64
    assert None not in env.np_random_seed


def test_only_the_tables_of_a_reset_mask_are_seeded():
    env = _vector("plain", 3, AutoresetMode.DISABLED)
    env.reset(seed=7)
    env.reset(seed=[1, 2, 3], options={"reset_mask": _mask(env, 1)})
    assert env.np_random_seed == (7, 2, 9)


def test_no_global_random_state_is_read_or_changed():
    np.random.seed(1)  # noqa: NPY002
    random.seed(1)
    before = pickle.dumps((np.random.get_state(), random.getstate()))  # noqa: NPY002
    env = _vector("short", 5)
    env.reset(seed=3)
    for _ in range(10):
        env.step(env.action_space.sample())
    env.reset()
    _vector("short", 2).reset()
    assert pickle.dumps((np.random.get_state(), random.getstate())) == before  # noqa: NPY002


# --- Autoreset --------------------------------------------------------------------------------


@every_mode
def test_contract_vector_the_mode_is_an_ordinary_argument_and_stands_in_each_instances_metadata(
    mode,
):
    others = [_vector("plain", 1, other) for other in MODES]
    for given in (mode, mode.value, mode.name):
        env = gym.make_vec("baccarat/EZ-v0", num_envs=2, autoreset_mode=given)
        assert env.metadata["autoreset_mode"] is mode
    assert [other.metadata["autoreset_mode"] for other in others] == MODES
    assert "autoreset_mode" not in BaccaratEnv.metadata
    assert gym.make_vec("baccarat/EZ-v0").metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP


def test_next_step_ignores_the_action_of_a_table_between_shoes_and_deals_nothing_there():
    env = _vector("bandit", 2)
    env.reset(seed=1)
    env.step(env.action_space.sample())
    _, *rewards_and_flags, infos = env.step(np.ones((2, 5), np.int64))
    assert not np.any(rewards_and_flags)
    assert not infos["stakes"].any()
    assert infos["coups"].tolist() == [0, 0]
    assert infos["shoe"].tolist() == [1, 1]
    assert (infos["cards"] == -1).all()


def test_same_step_the_last_coup_of_a_shoe_is_in_final_info():
    env = _vector("plain", 2, AutoresetMode.SAME_STEP)
    env.reset(seed=1)
    while True:
        seen, _, terminated, _, infos = env.step(np.ones((2, 5), np.int64))
        if terminated.sum() == 1:
            break
        assert ("final_info" in infos) == terminated.any()
    n = int(np.flatnonzero(terminated)[0])
    assert infos["_final_info"].tolist() == infos["_final_obs"].tolist() == terminated.tolist()
    assert infos["coups"][n] == 0
    assert infos["final_info"]["coups"][n] > 70
    assert infos["final_info"]["stakes"][n].tolist() == [1] * 5
    assert infos["final_info"]["_stakes"].tolist() == terminated.tolist()
    assert infos["final_obs"][1 - n] is None
    assert infos["final_obs"][n][12] == 1.0
    assert seen[n][12] == 0.0


def test_disabled_refuses_a_step_while_a_shoe_is_over_and_deals_nothing():
    env = _vector("plain", 3, AutoresetMode.DISABLED)
    env.reset(seed=1)
    done = np.zeros(3, np.bool_)
    while not done.any():
        done = env.step(env.action_space.sample())[2]
    before = pickle.dumps(env.tables.records)
    over = int(np.flatnonzero(done)[0])
    for _ in range(2):
        with pytest.raises(gym.error.ResetNeeded, match=f"the shoe at table {over} is over"):
            env.step(env.action_space.sample())
    assert pickle.dumps(env.tables.records) == before
    _reset_finished(env, done)
    env.step(env.action_space.sample())


@every_mode
def test_a_reset_in_mid_shoe_starts_all_tables_afresh(mode):
    env = _vector("bandit", 2, mode)
    env.reset(seed=1)
    env.step(env.action_space.sample())
    env.reset(seed=1)
    _, _, terminated, _, infos = env.step(np.ones((2, 5), np.int64))
    assert terminated.all()
    told = infos["final_info"] if mode == AutoresetMode.SAME_STEP else infos
    assert told["stakes"].tolist() == [[1] * 5] * 2


def test_a_reset_mask_leaves_the_other_tables_alone():
    env = _vector("plain", 4, AutoresetMode.DISABLED)
    env.reset(seed=1)
    for _ in range(5):
        seen = env.step(np.ones((4, 5), np.int64))[0]
    before = env.tables.records.copy()
    again, infos = env.reset(options={"reset_mask": _mask(env, 1, 3)})
    assert (env.tables.records[[0, 2]] == before[[0, 2]]).all()
    assert (again[[0, 2]] == seen[[0, 2]]).all()
    assert infos["_cards"].tolist() == [False, True, False, True]
    assert not infos["cards"][[0, 2]].any()
    assert (infos["cards"][[1, 3]] == -1).all()
    assert env.tables.records["shoe"].tolist() == [0, 1, 0, 1]


def test_every_table_has_to_be_reset_once():
    env = _vector("plain", 2, AutoresetMode.DISABLED)
    with pytest.raises(gym.error.ResetNeeded, match="call reset"):
        env.step(env.action_space.sample())
    env.reset(seed=1, options={"reset_mask": _mask(env, 0)})
    with pytest.raises(gym.error.ResetNeeded, match="call reset"):
        env.step(env.action_space.sample())
    env.reset(seed=1, options={"reset_mask": _mask(env, 1)})
    env.step(env.action_space.sample())


# --- Logs and money ---------------------------------------------------------------------------


def _own_ledger(env, steps, mode):
    """Returns and lengths of finished episodes by table, in the order in which they ended."""
    env.reset(seed=11)
    returns, lengths = np.zeros(env.num_envs), np.zeros(env.num_envs, int)
    waiting = np.zeros(env.num_envs, np.bool_)
    finished = []
    for action in islice(_actions(env, 2), steps):
        _, rewards, terminated, truncated, infos = env.step(action)
        counts = ~waiting
        returns[counts] += rewards[counts]
        lengths[counts] += 1
        done = terminated | truncated
        for n in np.flatnonzero(done):
            finished.append((returns[n], lengths[n]))
            assert infos["_episode"][n]
            assert infos["episode"]["r"][n] == pytest.approx(returns[n])
            assert infos["episode"]["l"][n] == lengths[n]
        assert infos.get("_episode", done).sum() == done.sum()
        returns[done], lengths[done] = 0.0, 0
        waiting = done & (mode == AutoresetMode.NEXT_STEP)
        if mode == AutoresetMode.DISABLED and done.any():
            _reset_finished(env, done)
    return finished


@every_mode
@pytest.mark.parametrize("variant", ["plain", "ruin", "short", "bandit"])
def test_contract_vector_record_episode_statistics_adds_up(variant, mode):
    env = RecordEpisodeStatistics(_vector(variant, 4, mode), buffer_length=10_000)
    finished = _own_ledger(env, 300, mode)
    assert len(finished) >= 8
    assert list(env.return_queue) == pytest.approx([r for r, _ in finished])
    assert list(env.length_queue) == [length for _, length in finished]


def test_contract_vector_record_episode_statistics_in_mode_disabled_is_the_scalar_runs():
    env = RecordEpisodeStatistics(_vector("short", 2, AutoresetMode.DISABLED), buffer_length=99)
    scalar = [gym.wrappers.RecordEpisodeStatistics(_scalar("short")) for _ in range(2)]
    for n, one in enumerate(scalar):
        one.reset(seed=11 + n)
    expected = []
    env.reset(seed=11)
    for action in islice(_actions(env, 2), 30):
        _, _, terminated, truncated, _ = env.step(action)
        for n, one in enumerate(scalar):
            *_, info = one.step(action[n])
            if "episode" in info:
                expected.append((info["episode"]["r"], info["episode"]["l"]))
                one.reset()
        done = terminated | truncated
        if done.any():
            _reset_finished(env, done)
    assert list(zip(env.return_queue, env.length_queue, strict=True)) == expected


@every_mode
def test_contract_vector_the_last_coup_of_every_shoe_is_in_the_logs(mode):
    tables, shoes = 3, 4
    env = _vector("plain", tables, mode)
    env.reset(seed=1)
    logged = [[] for _ in range(tables)]
    while min(env.tables.records["shoe"]) < shoes:
        _, _, terminated, _, infos = env.step(env.action_space.sample())
        final = infos.get("final_info")
        for n in range(tables):
            told = final if final is not None and terminated[n] else infos
            if told["coups"][n]:
                logged[n].append((int(told["shoe"][n]), int(told["ending"][n])))
        if mode == AutoresetMode.DISABLED and terminated.any():
            _reset_finished(env, terminated)
    for n in range(tables):
        dealt = [
            (k, coup.ending)
            for k in range(shoes)
            for coup in Shoe(EZ_BACCARAT, order(key_of(1 + n), k))
        ]
        assert [told for told in logged[n] if told[0] < shoes] == dealt


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_money_a_million_coups_summed_through_infos_are_the_integer_ledger(mode):
    tables = 2048
    env = _vector("plain", tables, mode, chips=(0, 1, 3, 1000))
    env.reset(seed=3)
    coups = told_sum = ledger = 0
    rewarded = 0
    for action in islice(_actions(env, 4), 500):
        _, rewards, terminated, _, infos = env.step(action)
        parts = [(infos, infos["coups"] > 0)]
        if "final_info" in infos:
            parts = [(infos, infos["coups"] > 0), (infos["final_info"], terminated)]
        for told, dealt in parts:
            stakes, ending = told["stakes"][dealt], told["ending"][dealt]
            coups += int(dealt.sum())
            told_sum += int(told["net"][dealt].sum())
            ledger += int(settle(ending, stakes, EZ_BACCARAT).sum())
        rewarded += int(np.rint(rewards * 10_000).astype(np.int64).sum())
    assert coups > 10**6
    assert told_sum == ledger == rewarded


# --- Options, arrays, copies ------------------------------------------------------------------


@every_mode
def test_contract_vector_the_callers_options_are_never_changed(mode):
    env = _vector("plain", 3, mode)
    mask, shoe = _mask(env, 0, 2), order(key_of(5), 0).tolist()
    options = {"reset_mask": mask, "shoe": shoe}
    env.reset(seed=1)
    env.reset(options=options)
    env.step(env.action_space.sample())
    assert list(options) == ["reset_mask", "shoe"]
    assert options["reset_mask"] is mask
    assert mask.tolist() == [True, False, True]
    assert options["shoe"] is shoe
    assert shoe == order(key_of(5), 0).tolist()


def test_a_shoe_among_the_options_is_for_the_tables_of_the_mask_and_one_episode():
    env = _vector("plain", 3, AutoresetMode.DISABLED, burn=False)
    env.reset(seed=1)
    shoe = order(key_of(99), 0).tolist()
    env.reset(options={"reset_mask": _mask(env, 1), "shoe": shoe})
    cards = _first_cards(env)
    assert cards[1][0] == shoe[0]
    assert cards[0][0] == order(key_of(1), 0)[0]
    env.reset()
    assert _first_cards(env)[1][0] == order(key_of(2), 2)[0]


def _spoil(value):
    if isinstance(value, np.ndarray) and value.dtype != object:
        value[...] = False if value.dtype == bool else 77
    elif isinstance(value, dict):
        for one in value.values():
            _spoil(one)
        value.clear()
    elif isinstance(value, tuple | list | np.ndarray):
        for one in value:
            _spoil(one)


@every_mode
@every_variant
def test_no_array_is_reused_whatever_the_caller_does_to_it(variant, mode):
    ours, other = (_vector(variant, 3, mode, render_mode="ansi") for _ in range(2))
    _spoil(ours.reset(seed=1))
    other.reset(seed=1)
    for action in islice(_actions(ours), 120):
        expected = other.step(action)
        given = action.copy()
        got = ours.step(given)
        _spoil(given)
        assert_same(got, expected)
        done = expected[2] | expected[3]
        _spoil(got)
        if ours.terms.actions != "continuous":
            _spoil(ours.action_masks())
        if mode == AutoresetMode.DISABLED and done.any():
            mask = done.copy()
            got, expected = ours.reset(options={"reset_mask": mask}), _reset_finished(other, done)
            assert_same(got, expected)
            _spoil((got, mask))
    assert ours.render() == other.render()


@every_mode
def test_what_was_returned_stays_as_it_was(mode):
    env = _vector("expected", 3, mode, max_coups=4)
    kept = [env.reset(seed=1)]
    as_it_was = copy.deepcopy(kept)
    for action in islice(_actions(env), 30):
        kept.append(env.step(action))
        as_it_was.append(copy.deepcopy(kept[-1]))
        done = kept[-1][2] | kept[-1][3]
        if mode == AutoresetMode.DISABLED and done.any():
            kept.append(_reset_finished(env, done))
            as_it_was.append(copy.deepcopy(kept[-1]))
    env.reset(options={"reset_mask": _mask(env, 1)})
    env.reset()
    assert_same(kept, as_it_was)


@every_mode
@every_variant
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_in_mid_shoe_continue_identically(copied, variant, mode):
    env = _vector(variant, 3, mode)
    env.reset(seed=2)
    actions = _actions(env)
    ended = np.zeros(3, np.bool_)
    for action in islice(actions, 3):
        _, _, terminated, truncated, _ = env.step(action)
        ended = terminated | truncated
        if mode == AutoresetMode.DISABLED and ended.any():
            _reset_finished(env, ended)
    twin = copied(env)
    for action in islice(actions, 100):
        got = env.step(action)
        assert_same(twin.step(action), got)
        done = got[2] | got[3]
        if mode == AutoresetMode.DISABLED and done.any():
            assert_same(_reset_finished(twin, done), _reset_finished(env, done))


# --- Masks, pictures, sizes, processes --------------------------------------------------------


@pytest.mark.parametrize("actions", ["combination", "single"])
def test_masks_are_one_row_a_table_and_those_of_the_infos(actions):
    env = _vector("ruin", 3, actions=actions)
    _, infos = env.reset(seed=1)
    for action in islice(_actions(env), 40):
        masks = env.action_masks()
        assert masks.dtype == np.bool_
        assert np.array_equal(masks, infos["action_mask"])
        infos = env.step(action)[4]
    with pytest.raises(ValueError, match="actions='continuous' has no action mask"):
        _vector("log", 2).action_masks()


@pytest.mark.parametrize("tables", [1, 16, 1024])
def test_any_number_of_tables(tables):
    env = gym.make_vec("baccarat/EZ-v0", num_envs=tables)
    seen, _ = env.reset(seed=1)
    assert seen.shape == (tables, 13)
    for action in islice(_actions(env), 100):
        seen, rewards, terminated, _, infos = env.step(action)
        assert seen in env.observation_space
        assert rewards.shape == terminated.shape == (tables,)
        assert infos["unseen"].shape == (tables, 10)
    assert infos["shoe"].max() == 1
    row = BaccaratEnv("ez")
    row.reset(seed=tables)
    got = row.step([0] * 5)[4]["cards"]
    env.reset(seed=1)
    assert env.step(np.zeros((tables, 5), np.int64))[4]["cards"][-1].tolist() == got.tolist()


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_render_gives_one_entry_a_table(mode):
    env = gym.make_vec("baccarat/EZ-v0", num_envs=3, render_mode=mode)
    one = gym.make("baccarat/EZ-v0", render_mode=mode)
    env.reset(seed=1)
    env.step(np.ones((3, 5), np.int64))
    shown = env.render()
    assert type(shown) is tuple
    assert len(shown) == 3
    for n in range(3):
        one.reset(seed=1 + n)
        one.step(np.ones(5, np.int64))
        assert np.array_equal(shown[n], one.render())


def test_render_shows_the_tables_a_partial_reset_left_alone():
    env = _vector("plain", 2, AutoresetMode.DISABLED, render_mode="ansi")
    env.reset(seed=1)
    env.step(np.ones((2, 5), np.int64))
    before = env.render()
    env.reset(options={"reset_mask": _mask(env, 0)})
    after = env.render()
    assert after[1] == before[1]
    assert after[0] != before[0]


def test_rendering_without_a_mode_warns_and_shows_nothing():
    env = _vector("plain", 2)
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="without a render_mode"):
        assert env.render() is None


def test_closing_twice_is_fine():
    env = gym.make_vec("baccarat/EZ-v0", num_envs=2)
    env.reset(seed=1)
    env.close()
    env.close()


def test_make_vec_makes_the_native_environment_and_sync_on_demand():
    assert type(gym.make_vec("baccarat/EZ-v0").unwrapped) is BaccaratVectorEnv
    sync = gym.make_vec("baccarat/EZ-v0", num_envs=2, vectorization_mode="sync")
    assert type(sync) is SyncVectorEnv
    _assert_equal_runs(
        gym.make_vec("baccarat/EZ-v0", num_envs=2), sync, 5, 1, AutoresetMode.NEXT_STEP
    )


def test_contract_vector_spawned_workers_find_the_ids():
    make = partial(gym.make, "baccarat_env:baccarat/EZ-v0", max_coups=3)
    theirs = AsyncVectorEnv([make] * 2, context="spawn")
    try:
        ours = _vector("plain", 2, max_coups=3)
        _assert_equal_runs(ours, theirs, 10, 4, AutoresetMode.NEXT_STEP)
    finally:
        theirs.close()


# --- Bad input --------------------------------------------------------------------------------


@pytest.mark.parametrize("tables", [0, -1, 1.0, "2", None, True, (1 << 20) + 1])
def test_zero_or_negative_tables_are_refused(tables):
    with pytest.raises(ValueError, match=f"num_envs={tables!r} must be a whole number from 1 to"):
        BaccaratVectorEnv(tables, "ez")


def test_an_unknown_autoreset_mode_is_refused():
    message = "autoreset_mode='never' is unknown: choose from NEXT_STEP, SAME_STEP, DISABLED"
    with pytest.raises(ValueError, match=message):
        BaccaratVectorEnv(2, "ez", autoreset_mode="never")


REFUSED_RESETS = [
    ({"seed": 1.5}, ValueError, "seed=1.5 must be a whole number, a list of 3, or None"),
    ({"seed": "1"}, ValueError, "seed='1' must be a whole number, a list of 3, or None"),
    ({"seed": -1}, ValueError, "seed=-1 must be a whole number, zero or above"),
    ({"seed": True}, ValueError, "seed=True must be a whole number, zero or above"),
    ({"seed": [1, 2]}, ValueError, "a list of 2 seeds does not fit: there are 3 tables"),
    ({"seed": [1, 2, -3]}, ValueError, "seed=-3 must be a whole number, zero or above"),
    ({"seed": [1, 2.5, 3]}, ValueError, "seed=2.5 must be a whole number, zero or above"),
    ({"options": {"shoes": []}}, ValueError, "unknown reset option 'shoes'"),
    ({"options": {"shoe": [1]}}, ValueError, "a shoe of 1 card leaves no coup before the cut"),
    ({"options": {"reset_mask": [True] * 3}}, TypeError, "shape (3,), not list"),
    ({"options": {"reset_mask": np.ones(3)}}, TypeError, "shape (3,), not float64"),
    ({"options": {"reset_mask": np.ones(3, int)}}, TypeError, "shape (3,), not int64"),
    ({"options": {"reset_mask": np.ones(2, bool)}}, ValueError, "reset_mask of shape (2,)"),
    ({"options": {"reset_mask": np.ones((3, 1), bool)}}, ValueError, "reset_mask of shape (3, 1)"),
    ({"options": {"reset_mask": np.zeros(3, bool)}}, ValueError, "with 0 marks"),
]


@pytest.mark.parametrize(
    ("amiss", "error", "message"), REFUSED_RESETS, ids=[message for *_, message in REFUSED_RESETS]
)
def test_a_reset_that_is_amiss_is_refused_and_nothing_is_opened(amiss, error, message):
    env = _vector("plain", 3)
    env.reset(seed=1)
    env.step(np.ones((3, 5), np.int64))
    before = pickle.dumps((env.tables.records, env.tables.seeds))
    with pytest.raises(error, match=re.escape(message)) as raised:
        env.reset(**amiss)
    assert "\n" not in str(raised.value)
    assert pickle.dumps((env.tables.records, env.tables.seeds)) == before


NOBODY = np.zeros((3, 5), np.int64)


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        (NOBODY[:2], "for 3 tables must be 5 whole numbers"),
        (NOBODY[0], "for 3 tables must be 5 whole numbers"),
        (NOBODY.T, "for 3 tables must be"),
        (NOBODY.astype(float), "for 3 tables must be"),
        (NOBODY.astype(bool), "for 3 tables must be"),
        (0, "action 0 for 3 tables must be"),
        (None, "action None for 3 tables must be"),
        ([[0], [1, 2]], "action [[0], [1, 2]] for 3 tables must be"),
        ([[0] * 5, [0, 0, 2, 0, 0], [0] * 5], "action [0, 0, 2, 0, 0] at table 1 must be"),
        ([[0] * 5, [0] * 5, [-1, 0, 0, 0, 0]], "action [-1, 0, 0, 0, 0] at table 2 must be"),
    ],
    ids=str,
)
def test_actions_that_are_amiss_are_refused_and_nothing_is_dealt(actions, message):
    env = _vector("plain", 3)
    env.reset(seed=1)
    before = pickle.dumps(env.tables.records)
    with pytest.raises(ValueError, match=re.escape(message)):
        env.step(actions)
    assert pickle.dumps(env.tables.records) == before
    assert data_equivalence(env.step(NOBODY)[4]["coups"], np.ones(3, np.int64))


def test_lists_of_any_kind_are_actions():
    env = _vector("plain", 2)
    for actions in ([[1, 0, 0, 0, 1]] * 2, ((1, 0, 0, 0, 1),) * 2, np.array([[1, 0, 0, 0, 1]] * 2)):
        env.reset(seed=1)
        assert env.step(actions)[4]["stakes"].tolist() == [[1, 0, 0, 0, 1]] * 2


@pytest.mark.parametrize("options", [5, "abc", []])
def test_options_that_are_no_dictionary_are_refused(options):
    env = BaccaratVectorEnv(2, "ez")
    with pytest.raises(ValueError, match="must be a dictionary or None"):
        env.reset(options=options)
