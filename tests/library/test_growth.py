"""Growth as a reward: the expected logarithm over all endings; Kelly's stakes are its optimum."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from gymnasium.vector import SyncVectorEnv
from hypothesis import given, settings
from hypothesis import strategies as st

from agents import make
from agents.play.environment import Seat
from baccarat_env import EZ_BACCARAT, MINI_BACCARAT, odds
from baccarat_env.env import BaccaratEnv
from baccarat_env.growth import Outcomes, growth, kelly
from baccarat_env.vector_env import BaccaratVectorEnv
from tests.support.checks import assert_same

TERMS = {
    "game": "ez",
    "reward": "growth",
    "bankroll": 100_000,
    "actions": "continuous",
    "chips": (0, 20_000),
}


def by_hand(unseen, stakes, bankroll, game):
    """The mean logarithm over the 400 endings, one after the other; chips."""
    total = []
    for ending, chance in enumerate(odds.endings(unseen).ravel().tolist()):
        won = sum(s * int(p) for s, p in zip(stakes, game.pays[:, ending], strict=True))
        factor = max(bankroll + won / 10_000, 1e-4) / bankroll
        total.append(chance * math.log(factor))
    return math.fsum(total)


def test_the_reward_is_the_mean_of_the_400_endings():
    env = BaccaratEnv(**TERMS)
    _, info = env.reset(seed=1)
    chance = np.random.default_rng(2)
    over, rewards = False, set()
    while not over:
        unseen, before = info["unseen"], info["bankroll"] / 10_000
        action = chance.uniform(-1, 0.2, 5).astype(np.float32)
        _, reward, terminated, truncated, info = env.step(action)
        assert reward == pytest.approx(
            by_hand(unseen, info["stakes"], before, env.game), rel=1e-9, abs=1e-14
        )
        assert (reward == 0) == (not info["stakes"].any())
        rewards.add(reward)
        over = terminated or truncated
    assert len(rewards) > 40


def test_all_of_a_bankroll_on_one_bet_counts_ruin_as_a_basis_point():
    env = BaccaratEnv("mini", reward="growth", bankroll=10_000, chips=(0, 10_000))
    _, info = env.reset(seed=4)
    _, reward, _, _, after = env.step([1, 0, 0])
    assert after["stakes"].tolist() == [10_000, 0, 0]
    assert reward == pytest.approx(by_hand(info["unseen"], [10_000, 0, 0], 10_000, env.game))
    assert reward < -8


def test_luck_aside_it_is_the_logarithm_that_comes():
    """The same shoes and stakes under both rewards: their difference has mean zero."""
    terms = TERMS | {"actions": "combination", "chips": (0, 3_000)}
    tables = {
        reward: BaccaratVectorEnv(512, **terms | {"reward": reward}) for reward in ("log", "growth")
    }
    for env in tables.values():
        env.reset(seed=11)
    action = np.tile([1, 0, 1, 1, 0], (512, 1))
    gaps = np.concatenate(
        [tables["log"].step(action)[1] - tables["growth"].step(action)[1] for _ in range(20)]
    )
    assert abs(gaps.mean()) < 4.5 * gaps.std() / math.sqrt(gaps.size)
    assert gaps.std() > 0.01


@pytest.mark.parametrize("mode", ["NEXT_STEP", "SAME_STEP"])
def test_many_tables_are_single_ones_to_the_last_bit(mode):
    ours = BaccaratVectorEnv(3, autoreset_mode=mode, reward_scale=7.0, **TERMS)
    theirs = SyncVectorEnv(
        [lambda: BaccaratEnv(reward_scale=7.0, **TERMS)] * 3, autoreset_mode=ours.autoreset_mode
    )
    assert_same(ours.reset(seed=3), theirs.reset(seed=3))
    ours.action_space.seed(1)
    for _ in range(100):
        action = ours.action_space.sample() * np.float32(0.1)
        assert_same(ours.step(action), theirs.step(action))


# --- The optimum ----------------------------------------------------------------------------

compositions = st.lists(st.integers(0, 12), min_size=10, max_size=10).filter(
    lambda counts: sum(counts) >= 6
)


@settings(max_examples=60, deadline=None)
@given(unseen=compositions, seed=st.integers(0, 2**32))
def test_no_stakes_grow_faster_than_kellys(unseen, seed):
    outcomes = Outcomes(EZ_BACCARAT)
    chances = outcomes.chances(np.array([unseen]))
    best = kelly(chances, outcomes.net, np.ones((1, 5)))
    most = growth(chances, outcomes.net, best)[0]
    random = np.random.default_rng(seed)
    others = random.dirichlet(np.full(6, 0.4), 300)[:, :5] * random.uniform(0, 0.999, (300, 1))
    near = np.abs(best * random.normal(1, 0.1, (300, 5)) + random.normal(0, 0.001, (300, 5)))
    near /= np.maximum(near.sum(axis=1, keepdims=True) / 0.999, 1)
    shares = np.concatenate((np.zeros((1, 5)), np.eye(5) * 0.01, others, near))
    rows = np.repeat(chances, len(shares), axis=0)
    assert (growth(rows, outcomes.net, shares) <= most + 1e-9).all()


@settings(max_examples=25, deadline=None)
@given(unseen=compositions, seed=st.integers(0, 2**32))
def test_the_reward_of_kellys_stakes_is_the_greatest_in_the_environment(unseen, seed):
    """In whole chips of a large bankroll, by the very function that rewards."""
    outcomes, bankroll = Outcomes(MINI_BACCARAT), 10**8
    chances = outcomes.chances(np.array([unseen]))
    favourable = (chances @ outcomes.net.T > 0.001).any()
    stakes = np.floor(kelly(chances, outcomes.net, np.ones((1, 3))) * bankroll).astype(np.int64)
    random = np.random.default_rng(seed)
    others = (random.dirichlet(np.full(4, 0.4), 100)[:, :3] * 0.99 * bankroll).astype(np.int64)
    every = np.concatenate((stakes, others))
    rows = np.tile(np.array(unseen), (len(every), 1))
    found = outcomes.expected_log(rows, every, np.full(len(every), bankroll * 10_000))
    assert found[0] > 0 or not favourable
    assert (found[1:] <= found[0] + 1e-7).all()
    np.testing.assert_allclose(
        found, growth(np.repeat(chances, len(every), 0), outcomes.net, every / bankroll),
        rtol=1e-9, atol=1e-12,
    )  # fmt: skip


def test_the_kelly_agent_earns_more_of_this_reward_than_others():
    deep = replace(EZ_BACCARAT, decks=2, cut=6)
    earned = {}
    for name in ("exact-kelly", "exact-kelly:fraction=0.5", "exact:unit=500"):
        env = BaccaratEnv(deep, reward="growth", bankroll=10**6, actions="continuous",
                          chips=(0, 1, 10**6))  # fmt: skip
        seat, earned[name] = Seat(make(name), env), 0.0
        for k in range(15):
            _, info = env.reset(seed=5) if k == 0 else env.reset()
            seat.open(info)
            over = False
            while not over:
                _, reward, over, _, info = env.step(seat.action())
                seat.learn(info, over)
                earned[name] += reward
    best, half, flat = earned.values()
    assert best > half > 0
    assert best > flat


@pytest.mark.parametrize("bankroll", [None, 9_999])
def test_growth_needs_a_bankroll(bankroll):
    with pytest.raises(ValueError, match=r"bankroll"):
        BaccaratEnv("ez", reward="growth", bankroll=bankroll)
