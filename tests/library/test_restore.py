"""States from outside: whatever a compiled loop will index with is checked where it enters."""

import pickle

import gymnasium as gym
import numpy as np
import pytest

import baccarat_env  # noqa: F401
from agents.trained import checkpoint
from agents.trained.learned import start, train
from agents.trained.recipe import recipe
from baccarat_env import dealer
from baccarat_env.restore import checked_tables

TERMS = {
    "plain": {},
    "bankroll": {"bankroll": 1000},
    "memory": {"information": "cards"},
    "short": {"decks": 1, "cut": 20, "after_cut": 0, "burn": False},
}


def played(terms, coups=40):
    tables = gym.make_vec("baccarat/EZ-v0", num_envs=6, **terms).unwrapped
    tables.reset(seed=5)
    for _ in range(coups):
        tables.step(tables.action_space.sample() * 0)
    return tables


@pytest.mark.parametrize("terms", TERMS.values(), ids=TERMS)
def test_a_true_state_is_taken_as_it_is(terms):
    tables = played(terms).tables
    again = checked_tables(tables.records, tables.terms)
    for name in dealer.TABLE.names:
        if name != "results":
            np.testing.assert_array_equal(again[name], tables.records[name])
    for mine, theirs, coups in zip(again, tables.records, tables.records["coups"], strict=True):
        np.testing.assert_array_equal(mine["results"][:coups], theirs["results"][:coups])


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("coups", 32_000, "is no number of coups"),
        ("coups", -1, "is no number of coups"),
        ("coups", 103, "is more than its shoe holds"),
        ("position", 410, "does not follow"),
        ("length", 0, "is no number of cards"),
        ("length", 30_000, "is no number of cards"),
        ("late", -5, "does not follow"),
        ("ending", 401, "does not follow"),
        ("unseen", 999, "does not follow"),
        ("coup", 99, "does not follow"),
        ("cards", 255, "holds a code above 51"),
        ("cards", 7, "holds a card more often"),
        ("bankroll", 5, "is set, and these tables play without one"),
        ("shoe", -1, "is no index"),
    ],
)
def test_a_state_that_cannot_be_is_refused(field, value, why):
    tables = played({}).tables
    before = tables.records.copy()
    wrong = tables.records.copy()
    wrong[field][2] = value
    with pytest.raises(ValueError, match=f"table 3: its '{field}' {why}"):
        tables.restore(wrong, tables.seeds)
    assert (tables.records == before).all()


def test_one_card_too_many_is_refused_though_nothing_shows_it_yet():
    """The last card of a shoe, never dealt, is another: nine of one kind in eight decks."""
    tables = played({}).tables
    wrong = tables.records.copy()
    last = int(wrong["length"][1]) - 1
    wrong["cards"][1, last] = (wrong["cards"][1, last] + 1) % 52
    with pytest.raises(ValueError, match="table 2: its 'cards' holds a card more often"):
        tables.restore(wrong, tables.seeds)


def test_pickles_with_other_numbers_are_refused():
    tables = played({})
    tables.tables.records["position"][1] = 500
    with pytest.raises(ValueError, match="table 2: its 'position'"):
        pickle.loads(pickle.dumps(tables))
    fresh = gym.make_vec("baccarat/EZ-v0", num_envs=2).unwrapped
    assert pickle.loads(pickle.dumps(fresh)).num_envs == 2


# --- Checkpoints ------------------------------------------------------------------------

TINY = {
    "regression": recipe("regression", coups=4_096, tables=64, settings={"n_steps": 16}),
    "ppo": recipe(
        "ppo", coups=2_048, tables=32,
        settings={"n_steps": 16, "batch_size": 64, "net_arch": [4]},
    ),
    "dqn": recipe("dqn", coups=2_048, tables=32, settings={"net_arch": [4], "buffer_size": 1_024}),
}  # fmt: skip


@pytest.fixture(scope="module", params=TINY)
def kept(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp(request.param)
    made = TINY[request.param]
    train(made, folder=folder, every=1_024)
    return made, checkpoint.load(folder)


def leaves(state, path=()):
    """Every number and array of a state: where it stands."""
    if isinstance(state, dict):
        for key, one in state.items():
            yield from leaves(one, (*path, key))
    elif isinstance(state, list):
        for i, one in enumerate(state):
            yield from leaves(one, (*path, i))
    else:
        yield path, state


def spoiled(value, random):
    """Another value, such as damage or malice would put there."""
    if isinstance(value, np.ndarray):
        raw = bytearray(value.tobytes())
        for at in random.integers(0, max(len(raw), 1), 4):
            if raw:
                raw[at] = int(random.integers(256))
        changed = np.frombuffer(bytes(raw), value.dtype).reshape(value.shape)
        cut = value.ndim and random.integers(3) == 0
        return value[:-1] if cut else changed
    return [None, -1, 10**30, float("nan"), "x", [], 2**31, True][int(random.integers(8))]


def put(state, path, value):
    for step in path[:-1]:
        state = state[step]
    state[path[-1]] = value


@pytest.mark.filterwarnings("ignore")
def test_damaged_checkpoints_are_refused_or_harmless(kept):
    """Random damage to one leaf: a sentence, or a learner whose tables can still be."""
    made, state = kept
    random = np.random.default_rng(71)
    where = [path for path, _ in leaves(state["learner"])]
    for _ in range(40):
        path = where[int(random.integers(len(where)))]
        wrong = pickle.loads(pickle.dumps(state["learner"]))
        put(wrong, path, spoiled(dict(leaves(wrong))[path], random))
        learner = start(made)
        try:
            learner.restore(wrong)
        except (ValueError, TypeError, LookupError, AttributeError, OverflowError, RuntimeError):
            continue  # `train` turns each of them into one sentence
        tables = getattr(learner, "tables", None) or learner.env
        checked_tables(tables.tables.records, tables.tables.terms)


def test_what_follows_from_the_terms_is_not_taken_from_a_pickle():
    env = gym.make("baccarat/EZ-v0").unwrapped
    env.reset(seed=160)
    twin = pickle.loads(pickle.dumps(env))
    tables = next(part for part in vars(env).values() if type(part).__name__ == "Tables")
    tables._width, tables._seen = 3, 1
    tables._coups[:] = 32767
    back = pickle.loads(pickle.dumps(env))
    for stakes in ([0, 0, 0, 1, 0], [1, 0, 0, 0, 0]):
        assert back.step(stakes)[1] == twin.step(stakes)[1]
