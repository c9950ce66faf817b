"""Trained agents: what they see, that they learn, that training survives, that files are safe."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
import time
import zipfile
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.numpy import load as read_weights

from agents import INFORMATION, make
from agents.play.dealt import Schedule, play
from agents.play.environment import Seat
from agents.trained import checkpoint
from agents.trained.algorithms import ALGORITHMS, EVERY_NET, Algorithm
from agents.trained.learned import Learned, load, load_zip, start, train
from agents.trained.observation import legal, observe
from agents.trained.recipe import Recipe, recipe
from baccarat_env import EZ_BACCARAT, MINI_BACCARAT, simulate
from baccarat_env.env import BaccaratEnv
from tests import GOLDEN, ROOT

STORED = GOLDEN / "learned"
"""A regression of a million coups: `train(recipe("regression", "ez"))`."""

SMALL = {"net_arch": [8], "n_steps": 8, "batch_size": 64}
REPLAY = {"net_arch": [8], "buffer_size": 4_000, "batch_size": 64, "learning_starts": 256}
every_algorithm = pytest.mark.parametrize("algorithm", ALGORITHMS)


def small(algorithm, *, coups=2_048, seed=1, **more):
    """A recipe that takes a second or two."""
    row = ALGORITHMS[algorithm]
    settings = {} if not row.library else (REPLAY if row.replays else SMALL)
    settings = settings | more.pop("settings", {})
    if not row.library:
        settings = {"n_steps": 8}
    return recipe(
        algorithm, more.pop("game", "ez"), coups=coups, seed=seed, tables=32, settings=settings,
        **more,
    )  # fmt: skip


def weights_of(agent: Learned):
    return agent.policy.weights()


def assert_same_weights(one, other):
    first, second = weights_of(one), weights_of(other)
    assert first.keys() == second.keys()
    for name, array in first.items():
        assert array.tobytes() == second[name].tobytes(), name


@pytest.fixture(autouse=True)
def _one_thread():
    threads = torch.get_num_threads()
    yield
    torch.set_num_threads(threads)


# --- What it sees and does --------------------------------------------------------------


class Onlooker(Learned):
    """Compares what it observes through its view with what the environment shows."""

    def __init__(self, terms):
        self.terms, self.information = terms, terms.information
        if self.information == "count":
            self.tags = terms.tag_array()[None]

    def start(self, game, tables, first=0):
        super(Learned, self).start(game, tables, first)

    def bet(self, view):
        self.observed, self.allowed = observe(view, self.terms), legal(view, self.terms)
        stakes = view.no_bet()
        stakes[:, 0] = view.low[0]
        return stakes


@pytest.mark.parametrize("bankroll", [None, 500])
@pytest.mark.parametrize("information", INFORMATION)
def test_an_agent_observes_what_the_environment_shows(information, bankroll):
    env = BaccaratEnv("ez", information=information, bankroll=bankroll)
    shown, info = env.reset(seed=5)
    agent = Onlooker(env.terms)
    seat = Seat(agent, env)
    seat.open(info)
    over, coups = False, 0
    while not over:
        action = seat.action()
        np.testing.assert_allclose(agent.observed[0], shown, atol=2e-7)
        assert agent.observed.dtype == np.float32
        shown, _, terminated, truncated, info = env.step(action)
        over = terminated or truncated
        seat.learn(info, over)
        coups += 1
    assert coups > 60


@pytest.mark.parametrize("actions", ["combination", "single"])
def test_the_legal_actions_are_those_of_the_environment_down_to_ruin(actions):
    env = BaccaratEnv("mini", actions=actions, bankroll=12, chips=(0, 2, 5))
    _, info = env.reset(seed=3)
    agent = Onlooker(env.terms)
    seat = Seat(agent, env)
    seat.open(info)
    over, seen = False, set()
    while not over:
        action = seat.action()
        assert agent.allowed[0].tolist() == env.action_masks().tolist()
        seen.add(tuple(agent.allowed[0].tolist()))
        _, _, terminated, truncated, info = env.step(action)
        over = terminated or truncated
        seat.learn(info, over)
    assert len(seen) > 1, "the bankroll forbade nothing"


@every_algorithm
def test_a_saved_agent_bets_as_before(algorithm, tmp_path):
    agent = train(small(algorithm))
    agent.save(tmp_path / "model")
    again = make(f"learned:path={tmp_path / 'model'}")
    schedule = Schedule.lay_out(EZ_BACCARAT, simulate.deal("ez", shoes=20, seed=9), 5)
    bankroll = agent.terms.bankroll
    first, second = (play(one, schedule, bankroll=bankroll) for one in (agent, again))
    np.testing.assert_array_equal(first.stakes, second.stakes)
    assert sorted(path.name for path in (tmp_path / "model").iterdir()) == [
        "agent.json",
        "weights.safetensors",
    ]


def test_a_model_of_another_version_of_this_library_still_loads():
    agent = load(str(STORED))
    schedule = Schedule.lay_out(EZ_BACCARAT, simulate.deal("ez", shoes=200, seed=9), 10)
    stakes = play(agent, schedule).stakes
    assert 0 < stakes[:, EZ_BACCARAT.index("dragon_7")].mean() < 0.2


# --- It learns --------------------------------------------------------------------------


@every_algorithm
def test_same_seed_same_weights_another_seed_others(algorithm):
    first, second, other = (train(small(algorithm, seed=seed)) for seed in (3, 3, 4))
    assert_same_weights(first, second)
    assert any(
        not np.array_equal(array, weights_of(other)[name])
        for name, array in weights_of(first).items()
    )


def _stacked(winner):
    """A shoe in which one bet of EZ Baccarat wins every coup: hands that draw no card."""
    eight, ten, six = 7, 9, 5
    hand = {"player": (eight, six, ten, ten), "banker": (six, eight, ten, ten)}[winner]
    cards, suit = [], 0
    while len(cards) < 31:
        cards += [rank + 13 * (suit % 4) for rank in hand]
        suit += 1
    return cards


def first_bets(agent: Learned) -> list[int]:
    """What it stakes on the first coup at the table it was trained at."""
    env = BaccaratEnv(agent.recipe.game, **agent.recipe.terms)
    seat = Seat(agent, env)
    _, info = env.reset(seed=1)
    seat.open(info)
    return env.step(seat.action())[4]["stakes"].tolist()


@pytest.mark.parametrize("winner", ["player", "banker"])
@every_algorithm
def test_on_stacked_shoes_every_algorithm_finds_the_bet_that_always_wins(algorithm, winner):
    reward = (
        {"reward": "sampled"} if algorithm != "sac" else {"reward": "sampled", "chips": (0, 10)}
    )
    made = small(
        algorithm, coups=5_000, shoes=[_stacked(winner)], burn=False, cut=6, after_cut=0,
        information="none", reward_scale=1.0, **reward,
        settings={"learning_rate": 0.01} if ALGORITHMS[algorithm].library else {},
    )  # fmt: skip
    agent = train(made)
    bets = dict(zip(made.game.bets, first_bets(agent), strict=True))
    assert bets[winner] >= 0.5 * agent.terms.denominations[0][-1]
    assert sum(bets.values()) == bets[winner]


@pytest.mark.parametrize("sit_out", [True, False])
@pytest.mark.parametrize("winner", ["player", "banker"])
def test_the_regression_makes_single_bets_too(winner, sit_out):
    shoes = {"shoes": [_stacked(winner)], "burn": False, "cut": 6, "after_cut": 0}
    terms = {"information": "none", "actions": "single", "chips": (0, 1, 5), "sit_out": sit_out}
    agent = train(recipe("regression", "ez", coups=4_000, tables=32, **shoes, **terms))
    assert dict(zip(agent.recipe.game.bets, first_bets(agent), strict=True))[winner] == 5


def test_the_regression_is_least_squares_where_there_is_no_noise():
    agent = train(recipe("regression", "ez", coups=200_000, reward="expected"))
    coups = simulate.deal("ez", shoes=200, seed=9)
    schedule = Schedule.lay_out(EZ_BACCARAT, coups, 200)

    exact = simulate.price(coups.unseen, EZ_BACCARAT)
    earned = (play(agent, schedule).stakes * exact).sum(axis=0)
    ceiling = np.maximum(exact, 0).sum(axis=0)
    for bet in ("dragon_7", "panda_8"):
        b = EZ_BACCARAT.index(bet)
        assert earned[b] > 0.9 * ceiling[b]


@pytest.mark.parametrize("library", ["stable_baselines3:A2C", "sb3_contrib:TRPO"])
def test_another_algorithm_is_one_more_row(library, monkeypatch, tmp_path):
    settings = EVERY_NET | {"gamma": 0.0, "learning_rate": 0.01, "n_steps": 8}
    row = Algorithm("Another", ("combination",), tables=32, settings=settings, library=library)
    monkeypatch.setitem(ALGORITHMS, "another", row)
    made = recipe("another", "ez", coups=8_000, information="none", reward_scale=1.0,
                  shoes=[_stacked("player")], burn=False, cut=6, after_cut=0)  # fmt: skip
    agent = train(made, folder=tmp_path, every=2_000)
    assert first_bets(agent) == [1, 0, 0, 0, 0]
    assert first_bets(load(str(tmp_path))) == [1, 0, 0, 0, 0]
    assert_same_weights(agent, train(made, folder=tmp_path, every=2_000, resume=True))


# --- Training survives ------------------------------------------------------------------


class StoppedError(Exception):
    """Stands for whatever kills a training."""


@every_algorithm
@pytest.mark.parametrize("stop", [256, 1_024])
def test_a_training_that_was_stopped_goes_on(algorithm, stop, tmp_path):
    made = small(algorithm)
    whole = train(made)

    def watch(learner):
        if learner.coups >= stop:
            raise StoppedError

    with pytest.raises(StoppedError):
        train(made, folder=tmp_path, every=256, watch=watch)
    np.random.seed(99)  # noqa: NPY002 (another process has other states)
    torch.manual_seed(99)
    resumed = train(made, folder=tmp_path, every=256, resume=True)
    assert resumed.coups == whole.coups >= made.coups
    if not made.row.replays:
        assert_same_weights(whole, resumed)
        assert_same_weights(whole, load(str(tmp_path)))
    assert not {path.name for path in tmp_path.iterdir()} - {
        "agent.json",
        "weights.safetensors",
        "checkpoint.npz",
    }


@pytest.mark.parametrize("algorithm", ["dqn", "sac"])
def test_a_replay_buffer_is_kept_without_pickle(algorithm, tmp_path):
    made = small(algorithm)
    learner = start(made)
    learner.learn(1_024, lambda: None)
    checkpoint.save(tmp_path, {"recipe": made.to_dict(), "learner": learner.state()})
    with zipfile.ZipFile(tmp_path / "checkpoint.npz") as file:
        assert all(name.endswith(".npy") for name in file.namelist())
    again = start(made)
    again.restore(checkpoint.load(tmp_path)["learner"])
    old, new = learner.model.replay_buffer, again.model.replay_buffer
    assert (new.pos, new.full) == (old.pos, old.full)
    for name in ("observations", "actions", "rewards", "dones"):
        np.testing.assert_array_equal(getattr(new, name), getattr(old, name))
    assert "not promised" in made.row.resumes


def test_a_killed_command_resumes_to_the_same_weights(tmp_path):
    """kill -9 when a checkpoint is there; then --resume."""
    words = [sys.executable, "-m", "experiments", "train"]
    budget = ["--coups", "120000", "--every", "20000", "--shoes", "100"]
    budget += ["--set", "n_steps=4", "batch_size=4096"]
    run = partial(subprocess.run, cwd=ROOT, check=True, capture_output=True, text=True)
    run([*words, "ppo", *budget, "--out", str(tmp_path / "whole")])
    cut = tmp_path / "cut"
    process = subprocess.Popen(
        [*words, "ppo", *budget, "--out", str(cut)], cwd=ROOT, stderr=subprocess.DEVNULL
    )
    while process.poll() is None:
        time.sleep(0.02)
        if (cut / "progress.csv").exists() and (cut / "progress.csv").read_text().count("\n") > 2:
            process.kill()
            process.wait()
    assert process.returncode == -9, "it ended before it could be killed"
    told = run([*words, "--resume", "--every", "20000", "--shoes", "100", "--out", str(cut)])
    assert "units a shoe" in told.stdout
    whole, resumed = (
        read_weights((folder / "weights.safetensors").read_bytes())
        for folder in (tmp_path / "whole", cut)
    )
    for name, array in whole.items():
        assert array.tobytes() == resumed[name].tobytes()
    rows = (cut / "progress.csv").read_text().splitlines()
    coups = [float(row.split(",")[0]) for row in rows[1:]]
    assert coups == sorted(set(coups))
    assert list(cut.glob("events.out.tfevents.*"))


def test_a_checkpoint_of_another_training_is_refused(tmp_path):
    train(small("regression"), folder=tmp_path)
    with pytest.raises(ValueError, match="of another training: its seed is 1, not 2"):
        train(small("regression", seed=2), folder=tmp_path, resume=True)
    with pytest.raises(ValueError, match=r"there is no .* to go on from"):
        train(small("regression"), folder=tmp_path / "nothing", resume=True)
    place = tmp_path / "checkpoint.npz"
    place.write_bytes(place.read_bytes()[:-200])
    with pytest.raises(ValueError, match="is damaged"):
        train(small("regression"), folder=tmp_path, resume=True)


# --- Files ------------------------------------------------------------------------------


@pytest.fixture
def model(tmp_path):
    """A saved PPO agent."""
    train(small("ppo")).save(tmp_path / "model")
    return tmp_path / "model"


def _refused(folder, match):
    before = {path: path.read_bytes() for path in folder.iterdir()} if folder.is_dir() else {}
    with pytest.raises(ValueError, match=match) as problem:
        load(str(folder))
    assert "\n" not in str(problem.value)
    assert all(path.read_bytes() == content for path, content in before.items())


def test_missing_truncated_changed_and_foreign_files_are_refused(model, tmp_path):
    _refused(tmp_path / "nowhere", "there is no")
    weights, told = model / "weights.safetensors", model / "agent.json"
    content, description = weights.read_bytes(), told.read_text()
    weights.write_bytes(content[:-1])
    _refused(model, "is not what agent.json says")
    weights.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    _refused(model, "is not what agent.json says")
    weights.unlink()
    _refused(model, "there is no")
    weights.write_bytes(content)
    for text in (description[:50], "[]", '{"format": 3}', "\x00", description.replace("1", "2", 1)):
        told.write_text(text)
        if text != description:
            with pytest.raises(ValueError, match=r"."):
                load(str(model))
    told.write_text(description.replace("baccarat-agent-1", "baccarat-agent-9"))
    _refused(model, "has format 'baccarat-agent-9'")
    told.write_text(description)
    assert load(str(model)).coups >= 2_048


def _retold(model, **change):
    told = json.loads((model / "agent.json").read_text())
    told["recipe"] |= change
    (model / "agent.json").write_text(json.dumps(told))


def test_a_description_that_does_not_fit_its_weights_is_refused(model):
    settings = json.loads((model / "agent.json").read_text())["recipe"]["settings"]
    _retold(model, settings=settings | {"net_arch": [16]})
    _refused(model, "do not fit")


def test_a_model_of_other_spaces_is_refused(model):
    told = json.loads((model / "agent.json").read_text())
    _retold(model, terms=told["recipe"]["terms"] | {"information": "count"})
    _refused(model, "was trained on other spaces")
    _retold(model, algorithm="a3c")
    _refused(model, "unknown algorithm 'a3c'")


def test_a_model_for_another_game_is_refused_at_the_table(model):
    agent = load(str(model))
    for game in (MINI_BACCARAT, replace(EZ_BACCARAT, decks=6), EZ_BACCARAT.without("panda_8")):
        with pytest.raises(ValueError, match="was trained for"):
            agent.start(game, 1)
    agent.start(replace(EZ_BACCARAT, cut=26), 1)


class Sentinel:
    """Writes a file when it is unpickled."""

    def __init__(self, place):
        self.place = place

    def __reduce__(self):
        return Path.write_text, (self.place, "something ran")


def test_a_pickle_is_refused_without_being_opened(model, tmp_path):
    mark = tmp_path / "mark"
    poison = pickle.dumps(Sentinel(mark))
    foreign = tmp_path / "model.zip"
    with zipfile.ZipFile(foreign, "w") as file:
        file.writestr("data", poison)
        file.writestr("policy.pth", poison)
    with pytest.raises(ValueError, match="is a file: a trained agent is a folder"):
        load(str(foreign))
    with pytest.raises(ValueError, match="run_whatever_is_in_it=True"):
        load_zip(str(foreign), small("ppo"))
    told = json.loads((model / "agent.json").read_text())
    from agents.trained.model_file import digest

    for content in (poison, foreign.read_bytes()):
        (model / "weights.safetensors").write_bytes(content)
        _refused(model, "is not what agent.json says")
        told["sha256"]["weights.safetensors"] = digest(content)
        (model / "agent.json").write_text(json.dumps(told))
        _refused(model, "does not hold weights")
    (model / "agent.json").write_bytes(poison)
    _refused(model, "is damaged")
    buffer = tmp_path / "checkpoint.npz"
    np.savez(buffer, skeleton=np.array([Sentinel(mark)], dtype=object))
    with pytest.raises(ValueError, match="is damaged"):
        checkpoint.load(tmp_path)
    assert not mark.exists()
    pickle.loads(poison)
    assert mark.exists(), "the sentinel works"


def test_a_zip_of_the_library_loads_with_the_flag_alone(tmp_path):
    made = small("ppo")
    learner = start(made)
    learner.learn(256, lambda: None)
    learner.model.save(tmp_path / "model.zip")
    agent = load_zip(str(tmp_path / "model.zip"), made, run_whatever_is_in_it=True)
    assert_same_weights(agent, Learned(made, learner.policy(), 256))
    with pytest.raises(ValueError, match="was trained on"):
        load_zip(str(tmp_path / "model.zip"), small("ppo", game="mini"), run_whatever_is_in_it=True)


# --- Bad input --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "match"),
    [
        (
            {"algorithm": "a3c"},
            "unknown algorithm 'a3c': choose from ppo, maskable",
        ),
        (
            {"algorithm": "regression", "settings": {"depth": 3}},
            "regression has no setting 'depth'",
        ),
        (
            {"settings": {"learning_rte": 3}},
            "ppo has no setting 'learning_rte': did you mean 'learning_rate'. choose from .*ent_",
        ),
        ({"settings": {"net_arch": [10**9]}}, r"net_arch=\[1000000000\] must be at most 8 whole"),
        ({"settings": {"net_arch": "wide"}}, "net_arch='wide' must be at most 8 whole"),
        ({"coups": 0}, "coups=0 must be"),
        ({"tables": 0}, "tables=0 must be"),
        ({"seed": -1}, "seed=-1 must be"),
        ({"game": "faro"}, "faro"),
        ({"information": "everything"}, "information='everything' is unknown"),
        ({"algorithm": "dqn", "actions": "combination"}, "actions='combination' do not fit dqn"),
        ({"weather": "fine"}, "unexpected keyword argument 'weather'"),
    ],
)
def test_a_bad_recipe_is_one_sentence(arguments, match):
    with pytest.raises(ValueError, match=match) as problem:
        recipe(**arguments)
    assert "\n" not in str(problem.value)


def test_a_setting_that_the_library_refuses_is_one_sentence():
    with pytest.raises(ValueError, match="PPO refuses its settings"):
        start(recipe("ppo", tables=8, settings={"n_steps": 1, "clip_range_vf": -1.0}))
    with pytest.raises(ValueError, match="PPO refuses its settings"):
        start(recipe("ppo", tables=8, device="abacus"))


def test_without_torch_one_sentence_says_what_to_install():
    asked = (
        "import sys; sys.modules['torch'] = None\n"
        "from agents.trained.learned import recipe, train\n"
        "train(recipe('regression', 'ez', coups=1000, tables=8))\n"
        "try:\n    train(recipe('ppo', 'ez', coups=1000))\n"
        "except ValueError as problem:\n    print(problem)"
    )
    told = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True,
        cwd=ROOT,
    )  # fmt: skip
    assert "PPO: torch is not installed: run `pip install" in told.stdout
    assert "[sb3,lab]" in told.stdout


def test_a_recipe_comes_back_from_its_description():
    made = recipe("dqn", "mini", information="count", cut=20, chips=(0, 5))
    assert Recipe.from_dict(json.loads(json.dumps(made.to_dict()))).to_dict() == made.to_dict()
    for broken in ({}, {"algorithm": "ppo"}, made.to_dict() | {"extra": 1}):
        with pytest.raises(ValueError, match="no description of a training"):
            Recipe.from_dict(broken)
