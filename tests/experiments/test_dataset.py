"""Datasets of players for offline learners: episodes that replay, values that are exact."""

from __future__ import annotations

import numpy as np
import pytest

from baccarat_env import EZ_BACCARAT, odds
from baccarat_env.env import BaccaratEnv
from experiments.__main__ import main
from experiments.commands import dataset
from experiments.commands.dataset import PLAYERS, _played

TERMS = {"game": "ez", "information": "composition", "reward": "sampled"}


@pytest.fixture(scope="module")
def episodes():
    return {player: list(_played(player, TERMS, 12, seed=40)) for player in PLAYERS}


@pytest.mark.parametrize("player", PLAYERS)
def test_an_episode_replays_in_the_environment_from_its_seed(player, episodes):
    assert [one.seed for one in episodes[player]] == list(range(40, 52))
    for one in episodes[player][::5]:
        env = BaccaratEnv(**TERMS)
        seen, info = env.reset(seed=one.seed)
        for t, action in enumerate(one.actions):
            np.testing.assert_array_equal(one.observations[t], seen)
            np.testing.assert_array_equal(one.unseen[t], info["unseen"])
            seen, reward, over, _, info = env.step(action)
            assert reward == one.rewards[t]
        assert over
        np.testing.assert_array_equal(one.observations[-1], seen)
        np.testing.assert_array_equal(one.unseen[-1], info["unseen"])


def test_values_are_exact_and_the_exact_player_is_the_ceiling(episodes):
    for one in episodes["random"]:
        exact = odds.expected_value(one.unseen[:-1], EZ_BACCARAT)
        np.testing.assert_array_equal(one.values[:-1], exact)
        assert not one.values[-1].any()
    means = {p: np.mean([one.expected for one in played]) for p, played in episodes.items()}
    ceiling = np.mean([one.ceiling for one in episodes["exact"]])
    assert means["exact"] == pytest.approx(ceiling)
    assert means["random"] < 0 < means["half-trained"] < ceiling
    assert 0 < means["dragon-count"] < ceiling
    assert means["half-trained"] > 0.2 * ceiling


def test_many_shoes_are_played_some_at_a_time_with_the_same_result(episodes, monkeypatch):
    monkeypatch.setattr(dataset, "TABLES", 5)
    for one, other in zip(episodes["exact"], _played("exact", TERMS, 12, seed=40), strict=True):
        np.testing.assert_array_equal(one.actions, other.actions)
        np.testing.assert_array_equal(one.observations, other.observations)
        assert one.seed == other.seed


def test_minari_reads_what_was_written(tmp_path, capsys, monkeypatch):
    minari = pytest.importorskip("minari")
    pytest.importorskip("h5py")
    words = ["dataset", "random", "exact", "--shoes", "5", "--out", str(tmp_path)]
    assert main([*words, "--information", "cards"]) == 0
    assert "exact-v0: 5 shoes, +" in capsys.readouterr().out
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    read = minari.load_dataset("baccarat/ez-cards/exact-v0")
    terms = TERMS | {"information": "cards"}
    played = list(_played("exact", terms, 5, seed=1))
    assert (read.total_episodes, read.total_steps) == (5, sum(len(p.rewards) for p in played))
    for one, own in zip(read.iterate_episodes(), played, strict=True):
        np.testing.assert_array_equal(one.observations, own.observations)
        np.testing.assert_array_equal(one.actions, own.actions)
        np.testing.assert_array_equal(one.rewards, own.rewards)
        np.testing.assert_array_equal(one.infos["expected_value"], own.values)
    env = read.recover_environment().unwrapped
    assert env.terms.information == "cards"
    assert env.game == EZ_BACCARAT
    assert main([*words, "--information", "cards"]) == 2
    assert "is there already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--shoes", "0"], "shoes=0 must be a whole number from 1"),
        (["--seed", "-1"], "seed=-1 must be a whole number from 0"),
        (["--reward", "log"], "reward='log' must be sampled or expected"),
        (["--information", "all"], "information='all' is unknown"),
        (["nobody"], "nobody"),
        (["exact-kelly"], "Kelly stakes are shares of a bankroll"),
    ],
)
def test_what_cannot_be_written_is_one_sentence(words, told, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(dataset, "find_spec", lambda _: True)
    assert main(["dataset", *words, "--out", str(tmp_path / "new")]) == 2
    assert told in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_without_minari_the_command_names_what_to_install(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(dataset, "find_spec", lambda name: None)
    assert main(["dataset", "--out", str(tmp_path / "new")]) == 2
    assert capsys.readouterr().err.split(": run ")[0] == "minari is not installed"
    assert not (tmp_path / "new").exists()
