"""Where the library meets the world: other folders, wrappers, odd numbers, odd texts."""

import os
import pickle
import subprocess
import sys

import gymnasium as gym
import numpy as np
import pytest

import baccarat_env
from baccarat_env import EZ_BACCARAT, Bet, Game, Pays, odds, rules
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
        assert tables.pit.tables["cards"][n].tolist() == shoes[n]


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
        rules.CARD_VALUE, rules.chart_draws, rules.POSSIBLE, rules.RESULT_OF, *odds.CHART,
        *rules.FACTS.values(), EZ_BACCARAT.pays, EZ_BACCARAT.side, EZ_BACCARAT.main,
        again.pays, again.side,
    ):  # fmt: skip
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0
    assert again == EZ_BACCARAT
