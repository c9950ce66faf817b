"""The command that lists the bets, and the names of games in its examples."""

from __future__ import annotations

import re

import pytest

from agents.by_name import make
from agents.counts.in_print import PUBLISHED
from baccarat_env import catalogue, pairs
from baccarat_env.game import as_game
from experiments.__main__ import main
from experiments.commands.bets import example_game


def _said(capsys, *words):
    assert main(["bets", *words]) == 0
    return capsys.readouterr().out


def test_every_bet_is_listed_with_its_house_edge(capsys):
    said = _said(capsys)
    for name in (*catalogue.OFFERS, *pairs.BETS):
        assert re.search(rf"│ {name} +│ .* │ +−?\d+\.\d{{4}} │", said), name
    assert re.search(r"│ tie_on_7 +│ Tie on 7 +│ +6\.3899 │ some houses", said)


@pytest.mark.parametrize("name", catalogue.OFFERS)
def test_the_example_is_a_game_that_offers_the_bet(name):
    row = catalogue.offer(name)
    assert row.bet in as_game(example_game(row)).layout


def test_a_bet_is_told_with_its_pay_table_its_prints_and_examples(capsys):
    said = _said(capsys, "Tie-On-7")
    assert "tie, player total 7 │ 45 to 1" in said
    assert "House edge: 6.3899 % with 8 decks, 6.3519 % with 6. In print: 6.3899 %." in said
    assert "backtest tie-on-7-count --game mini+tie_on_7" in said
    assert "Example: python -m experiments play --game mini+tie_on_7" in said
    assert "On the layout of ez, ez-dragon." in _said(capsys, "dragon_7")
    assert "In print" not in _said(capsys, "natural_tie")


@pytest.mark.parametrize("name", ["big_tiger", "banker_half_on_6", "panda_8"])
def test_the_agents_of_the_examples_play_their_game(capsys, name):
    told = re.findall(r"backtest (\S+) --game (\S+)", _said(capsys, name))
    assert len(told) == 1 + sum(count.bet == name for count in PUBLISHED.values())
    for agent, game in told:
        assert make(agent).information == "count"
        assert as_game(game).name


def test_a_bet_on_ranks_says_that_no_layout_offers_it(capsys):
    said = _said(capsys, "player-pair")
    assert "House edge: 10.3614 % with 8 decks, 11.2540 % with 6." in said
    assert "no layout here offers it" in said


@pytest.mark.parametrize(
    ("name", "near"), [("tie_on", "tie_on_7"), ("playr_pair", "player_pair"), ("Lucky6", "lucky_6")]
)
def test_an_unknown_bet_is_refused_with_what_is_near(capsys, name, near):
    assert main(["bets", name]) == 2
    assert f"there is no bet {name!r}: did you mean {near!r}?" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["play", "backtest", "simulate", "train"])
def test_the_help_says_how_games_are_named(capsys, command):
    with pytest.raises(SystemExit):
        main([command, "--help"])
    said = re.sub(r"[│\s]+", " ", capsys.readouterr().out)
    assert (
        "mini, mini-passed, ez, ez-dragon; with other bets as ez+tie_on_7 (listed by `bets`)"
        in said
    )
