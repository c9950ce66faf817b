"""The guide to agents: every name, every option with its meaning, examples that play."""

import inspect

import numpy as np
import pytest

from agents import make, names
from agents.agent import AgentError, Limits
from agents.by_name import STOPS, offers_of, options_of
from agents.guide import GROUPS, MEANING, guide
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import EZ_BACCARAT, as_game
from experiments.__main__ import main
from experiments.shoes.plan import Plan
from experiments.shoes.played import bets_of, tally
from experiments.shoes.summary import summaries

EVERY = guide()


@pytest.mark.parametrize("name", names())
def test_every_agent_is_described(name):
    one = EVERY[name]
    assert one.group in GROUPS
    assert len(one.sentence) > 10
    assert one.sentence.endswith(".")
    told = {option.name for option in one.options}
    asked = {
        key
        for key, parameter in options_of(offers_of()[name]).items()
        if parameter.kind is not inspect.Parameter.VAR_KEYWORD
    }
    assert asked - told <= {"plan", "select", "counts", "stakes"}
    assert set(STOPS) <= told <= set(MEANING)


@pytest.mark.parametrize("name", [name for name in names() if name != "learned"])
def test_every_example_plays(name):
    one = EVERY[name]
    agent = make(one.example.replace('"', ""))
    game = as_game(one.game)
    tally(Plan((agent,), game, sessions=2, seed=130, limits=Limits(1, 500), bankroll=20_000))


def played(*agents, sessions=60, length=3):
    plan = Plan(agents, EZ_BACCARAT, sessions=sessions, length=length, seed=131)
    return {bets.name: bets for bets in bets_of(plan, 0, sessions)}


def test_after_three_bankers_player_is_bet():
    by_hand, table, fade = (
        played(name)[name].done.stakes
        for name in ("after:BBB=player", "ngram:table=BBBP", "fade_run:k=3")
    )
    np.testing.assert_array_equal(by_hand, table)
    player = EZ_BACCARAT.index("player")
    np.testing.assert_array_equal(by_hand[:, player] > 0, fade[:, player] > 0)


def test_the_longest_pattern_decides():
    both = played("after:B=banker,BBB=player")["after:B=banker,BBB=player"].done.stakes
    long = played("after:BBB=player")["after:BBB=player"].done.stakes
    player, banker = EZ_BACCARAT.index("player"), EZ_BACCARAT.index("banker")
    np.testing.assert_array_equal(both[:, player], long[:, player])
    assert not both[long[:, player] > 0][:, banker].any()


def test_a_system_with_stops_plays_beside_one_without():
    free, stopped = "after:BBB=player", "after:BBB=player,stop_win=4,stop_loss=6"
    found = played(free, stopped)
    for session in range(60):
        rows = found[free].session == session
        level = np.cumsum(found[free].done.net[rows].sum(axis=1)) / BASIS_POINTS
        left = np.flatnonzero((level >= 4) | (level <= -6))
        end = left[0] + 1 if left.size else rows.sum()
        kept = found[stopped].done.stakes[rows]
        np.testing.assert_array_equal(kept[:end], found[free].done.stakes[rows][:end])
        assert not kept[end:].any()


def test_stops_of_an_agent_are_those_of_the_table():
    one = summaries(["a"], tally(Plan(("flat:stop_win=5,stop_loss=9",), EZ_BACCARAT,
                                      sessions=50, seed=132)))[0]  # fmt: skip
    two = summaries(["a"], tally(Plan(("flat",), EZ_BACCARAT, sessions=50, seed=132, stop_win=5,
                                      stop_loss=9)))[0]  # fmt: skip
    assert one.per_shoe.value == two.per_shoe.value


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("after", "name a pattern and the bet after it"),
        ("after:BBB=tie", "BBB=tie must be|bbb=tie must be"),
        ("after:BBB=player,plan=nothing", "there is no staking plan 'nothing'"),
        ("flat:stop_win=x", "stop_win='x' must be a whole number"),
        ("flat:stop_win=0", "stop_win=0 must be a whole number from 1"),
    ],
)
def test_what_cannot_be_made_is_one_sentence(name, told):
    with pytest.raises((AgentError, ValueError)) as problem:
        make(name)
    assert any(part in str(problem.value) for part in told.split("|"))


def test_the_command_lists_and_tells(capsys):
    assert main(["systems"]) == 0
    said = capsys.readouterr().out
    assert all(name.replace("_", "-") in said for name in names())
    assert main(["systems", "Fade-Run"]) == 0
    said = capsys.readouterr().out
    assert "length of the run" in said
    assert "Also called: break the streak." in said
    assert main(["systems", "martingal"]) == 2
    assert "did you mean 'martingale'?" in capsys.readouterr().err
