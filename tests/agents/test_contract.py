"""What agents are handed cannot be written to, what they return is checked, theirs is theirs."""

import subprocess
import sys
from dataclasses import replace
from itertools import product
from pathlib import Path

import gymnasium as gym
import numpy as np
import pytest

import baccarat_env  # noqa: F401
from agents import Agent, make
from agents.play.dealt import Schedule, play
from agents.play.environment import Seat
from agents.play.nine_seats import Guest
from baccarat_env import EZ_BACCARAT, simulate
from baccarat_env.shoe import Shoe, key_of, order
from baccarat_env.table import Table
from experiments.__main__ import main
from tests import ROOT

SHOES = simulate.deal(EZ_BACCARAT, shoes=3, seed=12)
SCHEDULE = Schedule.lay_out(EZ_BACCARAT, SHOES, 1)


class Bank(Agent):
    """Works on its bankroll in place, as one does without thinking."""

    def bet(self, view):
        chips = view.bankroll
        chips //= 10_000
        return view.no_bet()


def test_the_bank_cannot_be_changed_from_a_view():
    with pytest.raises(ValueError, match="read-only"):
        play(Bank(), SCHEDULE, bankroll=100)


class Keeping(Agent):
    """Changes the stakes it returned after they were placed."""

    def bet(self, view):
        self.mine = view.no_bet()
        self.mine[:, 0] = 1
        return self.mine

    def learn(self, stakes, net):
        self.mine[:] = 400
        assert (stakes[:, 0] <= 1).all()


def test_stakes_are_taken_as_they_were_when_they_were_returned():
    assert set(np.unique(play(Keeping(), SCHEDULE).stakes)) == {0, 1}


@pytest.mark.parametrize("where", ["dealt", "environment", "seats"])
def test_views_and_news_are_read_only_everywhere(where):
    class Reader(Agent):
        information = "composition"
        heard = 0

        def bet(self, view):
            fields = [v for v in vars(view).values() if isinstance(v, np.ndarray)]
            assert len(fields) > 8
            assert not any(array.flags.writeable for array in fields)
            return view.no_bet()

        def learn(self, stakes, net):
            assert not stakes.flags.writeable
            assert not net.flags.writeable
            self.heard += 1

    agent = Reader()
    if where == "dealt":
        play(agent, SCHEDULE, bankroll=100)
    elif where == "environment":
        env = gym.make("baccarat/EZ-v0", bankroll=1000).unwrapped
        _, info = env.reset(seed=1)
        seat = Seat(agent, env)
        seat.open(info)
        for _ in range(5):
            _, _, ended, _, info = env.step(seat.action())
            seat.learn(info, ended)
    else:
        table = Table(EZ_BACCARAT, seed=3)
        table.sit(1, Guest(agent, EZ_BACCARAT), 100)
        for _ in range(5):
            table.play()
    assert agent.heard >= 5


# --- The last coup, decided in one place ------------------------------------------------

PROCEDURES = [
    replace(EZ_BACCARAT, decks=decks, cut=cut, after_cut=after, burn=burn)
    for decks, cut, after, burn in product((1, 6, 8), (6, 14, 35), (0, 1, 2), (True, False))
]


class Noting(Agent):
    """Notes what it is told of the end of the shoe."""

    def __init__(self):
        self.seen = []

    def bet(self, view):
        rows = np.flatnonzero(view.active)
        self.seen += [(int(view.undealt[n]), bool(view.last[n])) for n in rows]
        return view.no_bet()


def as_terms(game):
    return {name: getattr(game, name) for name in ("decks", "cut", "after_cut", "burn")}


@pytest.mark.parametrize("game", PROCEDURES, ids=lambda game: game.procedure)
def test_all_say_alike_when_the_last_coup_comes(game):
    """Dealt shoes, a shoe by itself, a seat in the environment, its observation."""
    coups = simulate.deal(game, shoes=2, seed=9)
    dealt = Noting()
    play(dealt, Schedule.lay_out(game, coups, 1))
    alone = []
    for k in range(2):
        shoe = Shoe(game, order(key_of(9), k, game.decks))
        while not shoe.over:
            alone.append((shoe.undealt, shoe.last_coup))
            shoe.deal()
    env = gym.make("baccarat/EZ-v0", **as_terms(game)).unwrapped
    observation, info = env.reset(seed=9)
    seated, observed = Noting(), []
    seat = Seat(seated, env)
    seat.open(info)
    for _ in range(2):
        ended = False
        while not ended:
            observed.append(bool(observation[12]))
            observation, _, ended, _, info = env.step(seat.action())
            seat.learn(info, ended)
        observation, info = env.reset()
        seat.open(info)
    assert dealt.seen == alone == seated.seen
    assert observed == [last for _, last in alone]


@pytest.mark.parametrize("mode", ["NEXT_STEP", "SAME_STEP"])
def test_a_seat_at_many_tables_says_the_same(mode):
    terms = {"cut": 14, "after_cut": 0}
    tables = gym.make_vec("baccarat/EZ-v0", num_envs=3, autoreset_mode=mode, **terms).unwrapped
    observation, info = tables.reset(seed=4)
    agent = Noting()
    seat = Seat(agent, tables)
    seat.open(info)
    for _ in range(100):
        before = len(agent.seen)
        action = seat.action()
        lasts = [last for _, last in agent.seen[before:]]
        assert lasts == observation[~seat.waiting, 12].astype(bool).tolist()
        observation, _, ended, truncated, info = tables.step(action)
        seat.learn(info, ended | truncated)


# --- Names and files --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Flat:bet=Player", "flat:bet=player"),
        ("MARTINGALE:bet=Dragon-7", "martingale:bet=dragon_7"),
        ("flat:select=Fade-Run", "flat:select=fade_run"),
        ("Dragon_Count", "dragon-count"),
    ],
)
def test_names_are_taken_in_any_case_with_hyphens_or_underscores(typed, meant):
    one, other = (play(make(name), SCHEDULE).stakes for name in (typed, meant))
    assert np.array_equal(one, other)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("martingal", "did you mean 'martingale'?"),
        ("flat:select=fade_runn", "did you mean 'fade_run'?"),
        ("martingale:limt=3", "did you mean 'limit'?"),
        ("flat:bet=dragon7", "did you mean 'dragon_7'?"),
        ("follow:select=x", "follow is a select itself"),
        ("fade_run:ahead=x", "must be"),
    ],
)
def test_what_was_meant_is_guessed_aloud(typed, sentence, capsys):
    assert main(["backtest", typed, "--game", "ez", "--sessions", "1"]) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert "Traceback" not in error


def test_what_was_not_declared_is_named():
    class Nosy(Agent):
        def bet(self, view):
            return view.no_bet() + int(view.running[0, 0])

    with pytest.raises(
        PermissionError, match=r"agent reads view\.running .* information = 'count'"
    ):
        play(Nosy(), SCHEDULE)


FILES = {
    "future.py": """
from __future__ import annotations

from tests import ROOT
from dataclasses import dataclass
from agents import Agent, Stakes, View
from neighbour import FEW

@dataclass
class Late(Agent):
    below: int = FEW

    def bet(self, view: View) -> Stakes:
        stakes = view.no_bet()
        stakes[view.undealt < self.below, 0] = 1
        return stakes
""",
    "neighbour.py": "FEW = 60\n",
    "bad.py": """
from agents import Agent

class Wide(Agent):
    information = "results"

    def bet(self, view):
        return view.no_bet() + (view.results[-3:] == [0, 0])

class Missing(Agent):
    def __init__(self):
        self.table = {}["key"]

class Value(Agent):
    def bet(self, view):
        raise ValueError("hello")
""",
}


@pytest.fixture(scope="module")
def files(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("own agents")
    for name, text in FILES.items():
        (folder / name).write_text(text)
    return folder


def backtest(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "experiments", "backtest", *map(str, words), "--sessions", "4"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_dataclass_with_later_annotations_and_a_neighbour_plays(files):
    ran = backtest(f"{files}/future.py:Late:below=80", "--workers", "2")
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("Wide", "view.results[-3:] == [0, 0]"),
        ("Missing", 'self.table = {}["key"]'),
        ("Value", 'raise ValueError("hello")'),
    ],
)
def test_an_error_of_ones_own_keeps_its_line(files, name, line):
    ran = backtest(f"{files}/bad.py:{name}")
    assert ran.returncode == 1
    assert line in ran.stderr
