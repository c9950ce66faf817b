"""Scores by the exact odds: the exact player is the ceiling, and regret adds up to the rest."""

from __future__ import annotations

import itertools

import gymnasium as gym
import numpy as np
import pytest

import baccarat_env
from agents import make
from agents.exact.exact import ExactPlayer
from baccarat_env import EZ_BACCARAT, Bet, Game, Pays, ceiling, score, simulate
from baccarat_env.ceilings import studied
from baccarat_env.oracle import Oracle
from baccarat_env.scoring import held_out_seed
from baccarat_env.terms import Terms
from experiments.shoes.scoring import held_out
from experiments.shoes.scoring import score as score_over_dealt_shoes

EZ, MINI = "baccarat/EZ-v0", "baccarat/Mini-v0"
DRAGON = EZ_BACCARAT.index("dragon_7")


def sit_out(observations):
    return np.zeros((len(observations), 5), np.int64)


def dragon_always(observations):
    actions = sit_out(observations)
    actions[:, DRAGON] = 1
    return actions


@pytest.mark.parametrize(
    ("env", "player", "terms"),
    [
        (EZ, "exact", {}),
        (MINI, "exact", {"decks": 2, "cut": 8}),
        (EZ, "exact", {"actions": "continuous", "information": "none"}),
        (EZ, "exact-best", {"actions": "single", "decks": 1, "after_cut": 2}),
        (EZ, "exact", {"max_coups": 70}),
    ],
)
def test_the_exact_player_scores_the_ceiling(env, player, terms):
    found = score(make(player), env, shoes=60, **terms)
    assert np.allclose(found.units_by_shoe, found.perfect_by_shoe, rtol=0, atol=1e-12)
    assert abs(found.regret_by_decks).max() < 1e-12
    assert found.perfect_by_shoe.sum() > 0
    if terms.get("information") != "none":
        assert (found.ceiling_by_shoe == found.perfect_by_shoe).all()
        assert found.share.value == pytest.approx(1)


def test_sitting_out_scores_nothing_and_regrets_the_ceiling():
    found = score(sit_out, EZ, shoes=200)
    assert not found.units_by_shoe.any()
    assert not found.bets_by_shoe.any()
    assert found.units == (0, 0)
    assert found.regret == found.ceiling
    assert found.ceiling.value > 0
    assert found.regret_by_decks[:, 1].sum() == 0
    assert found.n0 == np.inf


@pytest.mark.parametrize(
    ("policy", "terms"),
    [
        (dragon_always, {}),
        (make("panda-count"), {}),
        (lambda seen: np.arange(len(seen)) % 6, {"actions": "single"}),
        (lambda seen: np.arange(len(seen)) % 5, {"actions": "single", "sit_out": False}),
        (lambda seen: np.full((len(seen), 5), 1), {"chips": (0, 5, 25), "side_chips": (0, 2)}),
        (dragon_always, {"side_requires_main": True}),
        (dragon_always, {"bankroll": 3}),
    ],
)
def test_regret_adds_up_to_what_the_exact_player_expects_more(policy, terms):
    found = score(policy, EZ, shoes=50, **terms)
    gap = found.perfect_by_shoe.sum() - found.units_by_shoe.sum()
    assert found.regret_by_decks.sum() == pytest.approx(gap, rel=0, abs=1e-9)
    assert (found.perfect_by_shoe.sum(axis=1) >= found.units_by_shoe.sum(axis=1) - 1e-12).all()
    assert gap > 0


def test_shoes_are_those_that_simulate_deals_and_values_are_theirs():
    dealt = simulate.priced("ez", shoes=40, seed=held_out_seed(5))
    found = score(dragon_always, EZ, shoes=40, seed=5)
    expected = np.bincount(dealt.shoe, dealt.values[:, DRAGON])
    assert np.allclose(found.units_by_shoe[:, DRAGON], expected, rtol=0, atol=1e-12)
    assert (found.bets_by_shoe[:, DRAGON] == np.bincount(dealt.shoe)).all()
    depths = np.bincount(dealt.undealt // 52, minlength=8)
    assert (found.coups_by_decks == depths).all()
    settled = simulate.flat("ez", shoes=40, seed=held_out_seed(5)).net[:, DRAGON] / 10_000
    assert (found.settled_by_shoe[:, DRAGON] == settled).all()


@pytest.mark.parametrize("name", ["dragon-count", "panda-count"])
def test_a_counter_scores_what_it_earns_over_dealt_shoes(name):
    found = score(make(name), EZ, shoes=80, seed=3)
    dealt = held_out(EZ_BACCARAT, 80, held_out_seed(3))
    other = score_over_dealt_shoes(make(name), dealt, np.ones(5))
    assert np.allclose(found.units_by_shoe, other["units"], rtol=0, atol=1e-12)
    assert (found.settled_by_shoe == other["settled"]).all()
    assert np.allclose(found.ceiling_by_shoe, dealt.ceiling, rtol=0, atol=1e-12)


def test_many_shoes_are_those_of_few(monkeypatch):
    found = score(dragon_always, EZ, shoes=30)
    monkeypatch.setattr("baccarat_env.scoring.AT_ONCE", 8)
    parts = score(dragon_always, EZ, shoes=30)
    assert (found.units_by_shoe == parts.units_by_shoe).all()
    assert np.allclose(found.regret_by_decks, parts.regret_by_decks, rtol=1e-12)


def test_held_out_shoes_are_no_environments():
    assert held_out_seed(1) != held_out_seed(2)
    assert held_out_seed(1) >= 2**64
    assert held_out_seed(1) not in baccarat_env.shoe.spawned_seeds(1, 3)


def test_a_ruined_shoe_goes_on_without_the_bettor():
    found = score(dragon_always, EZ, shoes=30, bankroll=10)
    alone = score(sit_out, EZ, shoes=30)
    assert (found.perfect_by_shoe == alone.perfect_by_shoe).all()
    assert found.bets_by_shoe.sum(axis=1).min() == 10


# --- Rungs ------------------------------------------------------------------------------


def test_nothing_seen_is_worth_nothing():
    found = score(sit_out, EZ, shoes=20, information="none")
    assert found.ceiling_kind == "exact"
    assert not found.ceiling_by_shoe.any()
    assert found.regret.value > 0


def test_a_bet_that_is_good_in_a_fresh_shoe_is_the_ceiling_of_the_blind():
    generous = Game("Generous", (Bet("nine", (Pays("100 to 1", cards=4),)),), 8, 14)
    found = score(lambda seen: np.ones((len(seen), 1), int), generous, shoes=20, information="none")
    assert (found.ceiling_by_shoe == found.units_by_shoe).all()
    assert found.units.value > 1


def test_results_are_bounded_by_less_than_a_hundredth_of_a_unit():
    found = ceiling(EZ, shoes=100, information="results")
    assert found.ceiling_kind == "bound"
    assert 0 < found.ceiling.value < 0.01


def test_a_counts_ceiling_lies_between_its_trigger_and_the_exact_player(monkeypatch):
    monkeypatch.setattr("baccarat_env.ceilings.STUDIED", 2000)
    studied.cache_clear()
    found = ceiling(EZ, shoes=1000, information="count")
    trigger = score(make("dragon-count"), EZ, shoes=1000)["dragon_7"].units.value
    best = found["dragon_7"].ceiling.value
    perfect = found.perfect_by_shoe[:, DRAGON].mean()
    assert found.ceiling_kind == "estimate"
    assert 0.99 * trigger < best < 0.93 * perfect
    other = (1, 1, 1, -2, -2, -2, -1, -1, -2, 4)
    found = ceiling(EZ, shoes=1000, information="count", tags=other)
    panda = found["panda_8"].ceiling.value
    assert (
        0.7 * found.perfect_by_shoe[:, 4].mean() < panda < 0.9 * found.perfect_by_shoe[:, 4].mean()
    )


@pytest.mark.parametrize(
    "terms",
    [
        {},
        {"actions": "single"},
        {"actions": "single", "sit_out": False},
        {"side_requires_main": True},
        {"side_requires_main": True, "chips": (0, 2, 5), "side_chips": (0, 1, 3)},
        {"side_requires_main": True, "actions": "single"},
    ],
)
def test_the_oracle_is_the_best_of_all_that_can_be_staked(terms):
    agreed = Terms.read("ez", terms)
    oracle = Oracle(agreed)
    if terms.get("actions") == "single":
        legal = agreed.single_stakes()
    else:
        legal = np.array(list(itertools.product(*agreed.denominations)))
    if terms.get("side_requires_main"):
        side, main = EZ_BACCARAT.side, EZ_BACCARAT.main
        opened = (legal[:, main] > 0).any(axis=1) | (legal[:, side] == 0).all(axis=1)
        legal = legal * opened[:, None]
    values = np.random.default_rng(1).normal(-0.02, 0.05, (400, 5))
    stakes = oracle.stakes(values)
    best = (values @ legal.T).max(axis=1)
    assert np.allclose((stakes * values).sum(axis=1), best, rtol=0, atol=1e-12)
    assert (stakes[:, None] == legal).all(axis=2).any(axis=1).all()
    assert np.allclose(oracle.regret(values, 0 * stakes), best, rtol=0, atol=1e-12)


# --- Policies ---------------------------------------------------------------------------


class Remembers:
    """Bets on every second coup of a shoe: it has a memory."""

    def __init__(self):
        self.opened = []

    def reset(self, tables):
        self.opened.append(tables)
        self.coup = 0

    def __call__(self, observations):
        self.coup += 1
        return dragon_always(observations) * (self.coup % 2)


def test_a_policy_with_a_memory_is_told_of_new_shoes(monkeypatch):
    monkeypatch.setattr("baccarat_env.scoring.AT_ONCE", 8)
    policy = Remembers()
    found = score(policy, EZ, shoes=20)
    coups = score(dragon_always, EZ, shoes=20).bets_by_shoe[:, DRAGON]
    assert policy.opened == [8, 8, 4]
    assert (found.bets_by_shoe[:, DRAGON] == (coups + 1) // 2).all()


def test_a_model_is_scored_as_it_predicts():
    from stable_baselines3 import PPO

    from baccarat_env.sb3 import as_vec_env

    model = PPO("MlpPolicy", as_vec_env(EZ, num_envs=2, seed=1), seed=3)
    found = score(model, EZ, shoes=20)
    same = score(lambda seen: model.predict(seen, deterministic=True)[0], EZ, shoes=20)
    assert (found.units_by_shoe == same.units_by_shoe).all()
    with pytest.raises(ValueError, match=r"^the model's action space is .* score it under the"):
        score(model, MINI, shoes=20)
    with pytest.raises(ValueError, match=r"^the model's observation space is "):
        score(model, EZ, shoes=20, information="none")


class Recurrent:
    """A model like a recurrent one: its state counts the steps of every shoe."""

    def predict(self, observations, state=None, episode_start=None, deterministic=False):
        state = np.where(episode_start, 0, 0 if state is None else state + 1)
        assert deterministic
        return dragon_always(observations) * (state == 2)[:, None], state


def test_a_models_state_is_handed_back():
    found = score(Recurrent(), EZ, shoes=10)
    assert (found.bets_by_shoe[:, DRAGON] == 1).all()


def test_a_masked_model_is_handed_the_masks():
    class Masked:
        def predict(self, observations, action_masks=None):
            assert action_masks.shape == (len(observations), 10)
            return sit_out(observations)

    assert score(Masked(), EZ, shoes=3).units.value == 0


def test_a_tensor_is_an_action_too():
    torch = pytest.importorskip("torch")

    def policy(seen):
        return (torch.ones(len(seen), 5, requires_grad=True) * 0).round().long()

    assert score(policy, EZ, shoes=3).units.value == 0


def test_a_baseline_plays_the_same_shoes():
    found = score(make("dragon-count"), EZ, shoes=50, baseline=dragon_always)
    other = score(dragon_always, EZ, shoes=50)
    assert (found.baseline.units_by_shoe == other.units_by_shoe).all()
    gaps = found.against(other)
    assert list(gaps) == [*EZ_BACCARAT.bets, "all"]
    gap = (found.units_by_shoe - other.units_by_shoe).sum(axis=1)
    assert gaps["all"].value == pytest.approx(gap.mean())
    assert gaps["all"].half_width == pytest.approx(1.96 * gap.std(ddof=1) / 50**0.5, rel=1e-3)
    assert "above the baseline" in repr(found)
    with pytest.raises(ValueError, match=r"^results of 50 shoes .* are not of the same shoes"):
        found.against(score(sit_out, EZ, shoes=50, seed=2))


def test_a_share_is_a_paired_ratio():
    found = score(make("dragon-count"), EZ, shoes=300)
    line = found["dragon_7"]
    assert line.share.value == pytest.approx(line.units.value / line.ceiling.value)
    assert 0 < line.share.half_width < line.units.half_width / line.ceiling.value
    assert np.isnan(score(sit_out, EZ, shoes=5, information="none").share.value)
    assert list(found) == list(EZ_BACCARAT.bets)
    spread = found.settled_by_shoe.sum(axis=1).var(ddof=1)
    assert found.n0 == pytest.approx(spread / found.units.value**2)


def test_a_result_is_a_small_table():
    text = repr(score(make("dragon-count"), EZ, shoes=50))
    lines = text.splitlines()
    assert lines[0].startswith("EZ Baccarat, sees composition, 8 decks")
    assert lines[1].startswith("50 held-out shoes (seed 1)")
    assert [line.split()[0] for line in lines[4:10]] == [*EZ_BACCARAT.bets, "all"]
    assert "missed bets" in text
    assert "N0: " in text
    assert "ceiling below" in repr(ceiling(EZ, shoes=3, information="results"))


def test_the_environment_may_be_named_in_every_way():
    expected = score(dragon_always, EZ, shoes=5).units
    assert score(dragon_always, "baccarat_env:baccarat/EZ-v0", shoes=5).units == expected
    assert score(dragon_always, "ez", shoes=5).units == expected
    assert score(dragon_always, EZ_BACCARAT, shoes=5).units == expected
    assert score(dragon_always, gym.make(EZ, reward="expected"), shoes=5).units == expected
    assert score(dragon_always, gym.make_vec(EZ, num_envs=3), shoes=5).units == expected
    game = EZ_BACCARAT.to_dict()
    assert score(dragon_always, "baccarat/Game-v0", game=game, shoes=5).units == expected


@pytest.mark.parametrize(
    ("policy", "arguments", "message"),
    [
        (lambda seen: np.zeros(len(seen), int), {}, r"^in step 1 of a shoe, .*shape \(3,\) for 3"),
        (lambda seen: None, {}, r"^in step 1 of a shoe, the policy returned shape \(\)"),
        (lambda seen: sit_out(seen) + 7, {}, r"^in step 1 of a shoe, action \[7, 7.* at table 0"),
        (lambda seen: sit_out(seen) > 0, {}, r"^in step 1 of a shoe, .* True and False: .*astype"),
        (3, {}, r"^policy=3 must be a function"),
        (sit_out, {"information": "everything"}, r"information='everything' is unknown"),
        (sit_out, {"env": "CartPole-v1"}, r"CartPole"),
        (sit_out, {"env": 7}, r"^env=7 is no baccarat environment"),
        (sit_out, {"env": gym.make(EZ), "decks": 6}, r"^decks cannot be set here"),
        (sit_out, {"shoes": 0}, r"^shoes=0 must be"),
        (sit_out, {"seed": -1}, r"^seed=-1 must be"),
        (sit_out, {"colour": 1}, r"unexpected keyword argument 'colour'"),
    ],
)
def test_bad_input_is_named(policy, arguments, message):
    with pytest.raises((ValueError, TypeError), match=message):
        score(policy, **{"shoes": 3} | arguments)


def test_a_wrong_action_is_named_with_its_step():
    class Slips:
        def reset(self, tables):
            self.step = 0

        def __call__(self, seen):
            self.step += 1
            return sit_out(seen) + 9 * (self.step == 5)

    with pytest.raises(ValueError, match=r"^in step 5 of a shoe, action"):
        score(Slips(), shoes=3)


def test_fixed_shoes_are_refused():
    shoe = baccarat_env.shoe.fresh_cards(8).tolist()
    with pytest.raises(ValueError, match=r"^fixed shoes cannot be scored"):
        score(sit_out, gym.make(EZ, shoes=[shoe]), shoes=3)


def test_a_policys_own_error_keeps_its_traceback():
    def broken(seen):
        return {}["nothing"]

    with pytest.raises(KeyError) as caught:
        score(broken, shoes=3)
    assert caught.traceback[-1].name == "broken"


def test_the_exact_player_is_no_better_than_itself_bet_by_bet():
    found = score(ExactPlayer(bets="dragon_7"), EZ, shoes=50)
    assert found["dragon_7"].share.value == pytest.approx(1)
    assert found["panda_8"].share.value == 0
