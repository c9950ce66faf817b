"""Where the library meets the world: other folders, wrappers, odd numbers, odd texts."""

import os
import pickle
import subprocess
import sys

import gymnasium as gym
import numpy as np
import pytest

import baccarat_env
import baccarat_env.terms
from baccarat_env import EZ_BACCARAT, Bet, Game, Pays, enumeration, rules
from baccarat_env.bet import parse_odds
from baccarat_env.roads import Roads
from tests import ROOT


def python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_a_folder_to_write_to_it_compiles_for_itself(monkeypatch):
    import numba

    from baccarat_env import compiled

    def no_locator(cache=False, **options):
        if cache:
            raise RuntimeError("cannot cache function: no locator available for file")
        return numba.njit(**options)

    monkeypatch.setattr(compiled, "njit", no_locator)
    assert compiled.compiled(nogil=True)(lambda x: x + 1)(1) == 2


SMALL = """
import numpy as np
from baccarat_env import EZ_BACCARAT, odds, simulate
from baccarat_env.rules import full_shoe
coups = simulate.deal(EZ_BACCARAT, shoes=1, seed=5)
print(coups.endings.tolist(), coups.cards.sum(), odds.expected_value(full_shoe(1), EZ_BACCARAT))
import gymnasium as gym
env = gym.make("baccarat/EZ-v0", decks=1); env.reset(seed=1)
print(env.step([1, 0, 0, 1, 0])[:3])
"""


def test_the_same_without_the_compiler():
    ran, compiled = python(SMALL, NUMBA_DISABLE_JIT="1"), python(SMALL)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == compiled.stdout


def test_help_and_version_in_a_fresh_process():
    ran = python("import baccarat_env; help(baccarat_env.env.BaccaratEnv)")
    assert "## Observation Space" in ran.stdout, ran.stderr
    assert baccarat_env.__version__[0].isdigit()
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        baccarat_env.nothing  # noqa: B018


def test_what_they_are_stands_on_one_line():
    env = gym.make("baccarat/EZ-v0", reward="expected").unwrapped
    tables = gym.make_vec("baccarat/Mini-v0", num_envs=4).unwrapped
    for thing, words in (
        (env, "BaccaratEnv: EZ Baccarat, sees composition, expected rewards, 8 decks"),
        (tables, "4 tables, Mini-baccarat, sees composition, sampled rewards"),
        (EZ_BACCARAT, "Game EZ Baccarat: player, banker"),
    ):
        assert words in repr(thing)
        assert len(repr(thing)) < 200
    assert "dragon_7" in str(EZ_BACCARAT) or "Dragon 7" in str(EZ_BACCARAT)
    assert "40 to 1" in str(EZ_BACCARAT)


# --- Wrappers and numbers ---------------------------------------------------------------


@pytest.mark.parametrize("low", np.linspace(-1, 1, 9))
@pytest.mark.parametrize("high", np.linspace(-1, 1, 9)[::-1])
def test_rounding_at_the_bounds_of_continuous_actions_is_accepted(low, high):
    if low >= high:
        return
    env = gym.make("baccarat/EZ-v0", actions="continuous")
    scaled = gym.wrappers.RescaleAction(env, np.float32(low), np.float32(high))
    scaled.reset(seed=1)
    for bound in (scaled.action_space.low, scaled.action_space.high):
        scaled.step(bound)


@pytest.mark.parametrize("value", [1.0000001, -1.0000001, np.nextafter(1, 2)])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_what_rounding_makes_of_a_bound(value, dtype):
    for make in (gym.make, gym.make_vec):
        env = make("baccarat/EZ-v0", actions="continuous", chips=(0, 100))
        env.reset(seed=1)
        action = np.full(env.action_space.shape, value, dtype)
        info = env.step(action)[-1]
        assert set(np.unique(info["stakes"])) == {100 if value > 0 else 0}


@pytest.mark.parametrize("value", [1.01, -1.01, np.nan, np.inf, -np.inf])
def test_what_is_beyond_a_bound_is_refused(value):
    for make in (gym.make, gym.make_vec):
        env = make("baccarat/EZ-v0", actions="continuous").unwrapped
        env.reset(seed=1)
        with pytest.raises(ValueError, match="must be"):
            env.step(np.full(env.action_space.shape, value))


def test_the_limit_of_steps_is_taken_as_gymnasium_hands_it_on():
    tables = gym.make_vec("baccarat/EZ-v0", num_envs=2, max_episode_steps=10)
    tables.reset(seed=1)
    for step in range(1, 11):
        truncated = tables.step(tables.action_space.sample() * 0)[3]
        assert truncated.all() == (step == 10)
    one = gym.make("baccarat/EZ-v0", max_episode_steps=10)
    assert one.spec.max_episode_steps == 10
    both = gym.make_vec("baccarat/EZ-v0", num_envs=1, max_episode_steps=10, max_coups=3)
    assert both.unwrapped.terms.max_coups == 3


@pytest.mark.parametrize("limit", range(1, 8))
def test_the_limit_of_steps_truncates_alike_everywhere(limit):
    """Also where it falls on the last coup of a shoe of some five coups, or behind it."""
    shoes = [np.arange(35).tolist()]
    arguments = {"shoes": shoes, "decks": 1, "burn": False, "max_episode_steps": limit}
    one = gym.make("baccarat/EZ-v0", **arguments)
    many = [
        gym.make_vec("baccarat/EZ-v0", num_envs=2, vectorization_mode=mode, **arguments)
        for mode in ("vector_entry_point", "sync")
    ]
    one.reset(seed=1)
    for env in many:
        env.reset(seed=1)
    over = False
    while not over:
        terminated, truncated = one.step(np.zeros(5, int))[2:4]
        for env in many:
            told = env.step(np.zeros((2, 5), int))
            assert (told[2].tolist(), told[3].tolist()) == ([terminated] * 2, [truncated] * 2)
        over = terminated or truncated
    assert terminated or truncated
    assert truncated or limit > 4


@pytest.mark.parametrize("name", ["max_coups", "max_episode_steps"])
@pytest.mark.parametrize("value", ["x", 0, -1, 2.0, True, [3]])
def test_a_limit_of_a_wrong_type_is_one_sentence(name, value):
    arguments = {"max_episode_steps": 5, "max_coups": 5, name: value}
    with pytest.raises(ValueError, match=f"^{name}=.* must be a whole number from 1 to 1000000"):
        gym.make_vec("baccarat/EZ-v0", num_envs=2, **arguments)


EVERY_ARGUMENT = (
    {"chips": np.array([0, 5, 25]), "side_chips": np.array([0, 1]), "bankroll": np.int64(500)},
    {"tags": np.arange(10) - 4.5, "information": "count"},
    {"history": np.int64(4), "information": "results", "max_coups": np.int64(9)},
    {"reward_scale": np.float32(0.5), "reward": "expected"},
    {"actions": "single", "sit_out": False, "side_requires_main": True},
    {"decks": np.int64(6), "cut": 20, "burn": False, "after_cut": 2, "max_episode_steps": 30},
    {"shoes": [np.tile(np.arange(52), 8)], "render_mode": "ansi"},
    {"oracle": True, "cut": (14, 52)},
    {"decks": np.array([6, 8]), "game": EZ_BACCARAT.without("panda_8")},
)


@pytest.mark.parametrize("arguments", EVERY_ARGUMENT, ids=lambda one: next(iter(one)))
@pytest.mark.parametrize("make", [gym.make, gym.make_vec])
def test_every_argument_survives_json(arguments, make):
    env = make("baccarat/EZ-v0", **arguments)
    again = make(gym.envs.registration.EnvSpec.from_json(env.spec.to_json()))
    names = baccarat_env.terms.Terms.names()
    for name in {*names, "game", "render_mode"} - {"shoes"}:
        assert getattr(again.unwrapped, name) == getattr(env.unwrapped, name), name
    both = zip(again.unwrapped.shoes, env.unwrapped.shoes, strict=True)
    assert all(np.array_equal(one, other) for one, other in both)
    assert {name for told in EVERY_ARGUMENT for name in told} >= set(names)


def test_the_mode_of_a_vector_environment_survives_json():
    mode = gym.vector.AutoresetMode.SAME_STEP
    env = gym.make_vec("baccarat/EZ-v0", num_envs=2, autoreset_mode=mode)
    again = gym.make_vec(gym.envs.registration.EnvSpec.from_json(env.spec.to_json()))
    assert again.metadata["autoreset_mode"] is mode


@pytest.mark.parametrize("name", [*baccarat_env.terms.Terms.names(), "game", "terms"])
def test_what_would_have_no_effect_cannot_be_set(name):
    one = gym.make("baccarat/EZ-v0")
    native = gym.make_vec("baccarat/EZ-v0", num_envs=2)
    sync = gym.make_vec("baccarat/EZ-v0", num_envs=2, vectorization_mode="sync")
    tried = {
        "gym.make": (
            lambda: setattr(one.unwrapped, name, 5),
            lambda: one.set_wrapper_attr(name, 5),
            lambda: sync.set_attr(name, 5),
        ),
        "gym.make_vec": (lambda: setattr(native.unwrapped, name, 5),),
    }
    for maker, ways in tried.items():
        for way in ways:
            with pytest.raises(AttributeError, match=rf"{maker}\(\.\.\., .*only 'render_mode'"):
                way()


@pytest.mark.filterwarnings("ignore")
def test_asynchronous_tables_refuse_it_too():
    env = gym.make_vec("baccarat/EZ-v0", num_envs=1, vectorization_mode="async")
    try:
        with pytest.raises(AttributeError, match="'reward_scale' is fixed"):
            env.set_attr("reward_scale", 5.0)
    finally:
        env.close(terminate=True)


def test_arguments_can_be_read():
    env = gym.make("baccarat/EZ-v0", bankroll=500, cut=20).unwrapped
    assert (env.bankroll, env.cut, env.chips, env.shoes) == (500, 20, (0, 1), ())
    assert gym.make_vec("baccarat/EZ-v0", num_envs=3).unwrapped.num_envs == 3


def test_a_spec_survives_json():
    arguments = {"decks": 6, "cut": 26, "chips": (0, 5), "information": "results", "bankroll": 500}
    env = gym.make("baccarat/EZ-v0", **arguments)
    again = gym.make(gym.envs.registration.EnvSpec.from_json(env.spec.to_json())).unwrapped
    for name in ("information", "bankroll"):
        assert getattr(again.terms, name) == arguments[name]
    assert again.terms.denominations == env.unwrapped.terms.denominations
    assert again.game == env.unwrapped.game


def test_fixed_shoes_start_apart_at_many_tables():
    shoes = [np.roll(np.tile(np.arange(52), 8), -7 * k).tolist() for k in range(5)]
    tables = gym.make_vec("baccarat/EZ-v0", num_envs=4, shoes=shoes).unwrapped
    tables.reset()
    for n in range(4):
        assert tables.tables.records["cards"][n].tolist() == shoes[n]


def test_a_partial_reset_shows_the_true_masks_of_the_others():
    tables = gym.make_vec("baccarat/EZ-v0", num_envs=3, autoreset_mode="DISABLED").unwrapped
    tables.reset(seed=1)
    rows = np.array([True, False, False])
    _, infos = tables.reset(options={"reset_mask": rows})
    assert (infos["action_mask"] == tables.action_masks()).all()
    assert infos["_action_mask"].tolist() == rows.tolist()


def test_infos_of_one_table_are_numpys_numbers():
    env = gym.make("baccarat/EZ-v0", bankroll=100).unwrapped
    _, info = env.reset(seed=1)
    for name in ("ending", "undealt", "shoe", "coups", "bankroll"):
        assert info[name].dtype == np.int64
        assert info[name].shape == ()


# --- Odd input --------------------------------------------------------------------------


def test_odd_input_is_one_sentence():
    with pytest.raises(ValueError, match="is not a payout"):
        parse_odds("9" * 400 + " to 7")
    with pytest.raises(ValueError, match="must be a string of B, P and T"):
        Roads(np.array(3))


@pytest.mark.parametrize(
    "name", ["$x^2$", "a$b", "\x1b[31mred", "two\nlines", "x" * 500, "\u202eright", "庄 🀄", "&<>"]
)
def test_names_are_text_everywhere(name):
    game = Game(name, (*EZ_BACCARAT.layout[:2], Bet("tie", (Pays("8 to 1", winner="tie"),))))
    for mode in ("rgb_array", "ansi"):
        env = gym.make("baccarat/Game-v0", game=game.to_dict(), render_mode=mode)
        env.reset(seed=1)
        env.step([1, 0, 0])
        shown = env.render()
        if mode == "ansi":
            assert "\x1b[31m" not in shown
        else:
            assert shown.shape[2] == 3


def test_the_tables_of_the_rules_cannot_be_changed():
    again = pickle.loads(pickle.dumps(EZ_BACCARAT))
    for array in (
        rules.CARD_VALUE, rules.chart_draws, rules.POSSIBLE, rules.RESULT_OF, *enumeration.CHART,
        *rules.FACTS.values(), EZ_BACCARAT.pays, EZ_BACCARAT.side, EZ_BACCARAT.main,
        again.pays, again.side,
    ):  # fmt: skip
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0
    assert again == EZ_BACCARAT
