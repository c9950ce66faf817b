"""The catalogue of bets: every row against its printed figures and against the slow twin."""

from __future__ import annotations

import csv
import re

import gymnasium as gym
import numpy as np
import pytest
from hypothesis import given, settings

from agents.counts.in_print import PUBLISHED
from baccarat_env import catalogue, odds
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import EZ_BACCARAT, GAMES, Game, as_game
from baccarat_env.rules import FACTS, POSSIBLE, full_shoe
from experiments import published
from experiments.shoes.usual_table import EVERY_BET
from tests import GOLDEN
from tests.support import naive, naive_bets, strategies

STORED = GOLDEN / "bets.csv"
ROWS = {row["bet"]: row for row in csv.DictReader(STORED.read_text().splitlines())}
EVERY_OFFER = Game("The catalogue", tuple(row.alone for row in catalogue.OFFERS.values()))

ROUNDED_TWICE = {"bad_beat": "8.459 is 8.4585 rounded again, and the exact value is 8.45847"}
"""Printed edges that are not ours to the last digit."""


def _edges(decks: int) -> dict[str, float]:
    values = odds.expected_value(full_shoe(decks), EVERY_OFFER)
    return dict(zip(EVERY_OFFER.bets, -100 * values, strict=True))


EDGES = {decks: _edges(decks) for decks in (6, 8)}


def _agrees(value: float, printed: str) -> bool:
    return format(value, f".{len(printed.partition('.')[2])}f") == printed


# --- The rows ---------------------------------------------------------------------------


def test_every_bet_that_an_ending_decides_has_a_row():
    """A new bet is one row here, one in the slow twin, and its printed figures."""
    assert set(ROWS) == set(catalogue.OFFERS) == set(naive_bets.BETS)
    assert sum(len(catalogue.names(family)) for family in catalogue.families()) == len(ROWS)
    for name, row in catalogue.OFFERS.items():
        assert row.name == row.alone.name == name
        assert row.where
        assert row.source
        assert row.title != name


def test_a_side_bet_is_one_and_a_main_bet_is_none():
    for name in catalogue.names():
        main = name in catalogue.names("main bets")
        assert catalogue.bet(name).side == (not main)
        assert (catalogue.bet(name).name == name) == (
            not main or name in ("player", "banker", "tie", "tie_at_9")
        )


@pytest.mark.parametrize("name", catalogue.OFFERS)
def test_the_printed_edge_is_reproduced_in_every_digit(name):
    printed = ROWS[name]["printed_edge_8"]
    assert catalogue.offer(name).printed == printed
    if not printed:
        assert 0 < EDGES[8][name] < 50
    elif name in ROUNDED_TWICE:
        assert not _agrees(EDGES[8][name], printed)
        assert _agrees(float(f"{EDGES[8][name]:.4f}") + 1e-9, printed)
    else:
        assert _agrees(EDGES[8][name], printed)


@pytest.mark.parametrize("name", catalogue.OFFERS)
def test_independent_figures_are_reproduced_in_every_digit(name):
    """Those of another program; where it gave none, of the slow twin in whole numbers."""
    row, b = ROWS[name], EVERY_OFFER.bets.index(name)
    chances = odds.endings(full_shoe(8)).reshape(-1)
    pays = EVERY_OFFER.pays[b]
    deviation = odds.variance(full_shoe(8), EVERY_OFFER)[b] ** 0.5
    assert _agrees(EDGES[8][name], row["exact_edge_8"])
    assert _agrees(EDGES[6][name], row["exact_edge_6"])
    assert _agrees(100 * chances[pays > 0].sum(), row["hit_percent"])
    assert _agrees(100 * chances[pays == 0].sum(), row["push_percent"])
    assert _agrees(float(deviation), row["sd_per_unit"])


COUNTS_IN_PRINT = {name: row["published_count"] for name, row in ROWS.items()}
BY_RANK = re.compile(
    r"(?P<tags>(-?\d+ ){10})at TC>=(?P<trigger>\d+): (?P<units>[\d.]+) u/(?P<per>\w+)"
)
"""Ten tags from ace to ten, the true count from which it bets, units a shoe or 100 coups."""


@pytest.mark.parametrize("name", [name for name, told in COUNTS_IN_PRINT.items() if "TC" in told])
def test_a_count_in_print_has_the_tags_the_trigger_and_the_print_of_its_source(name):
    told = COUNTS_IN_PRINT[name].replace("6 -3, 7 8 9 +1", "0 0 0 0 0 -3 1 1 1 0")
    printed = BY_RANK.search(told)
    *ace_to_nine, ten = map(float, printed["tags"].split())
    matching = [
        count
        for count in PUBLISHED.values()
        if (count.bet, count.tags, count.trigger, count.by, count.rounding)
        == (name, (ten, *ace_to_nine), float(printed["trigger"]), "true", "none")
    ]
    (count,) = matching
    figure, unit = published.count_in_print(count.name, coups=81.3)
    assert figure.printed == printed["units"]
    assert unit == {"shoe": 1.0, "100": 0.813}[printed["per"]]


def test_every_count_whose_tags_are_in_print_is_there():
    assert {name for name, told in COUNTS_IN_PRINT.items() if "TC" in told} == {
        count.bet for count in PUBLISHED.values()
    }


# --- The slow twin ----------------------------------------------------------------------


@pytest.mark.parametrize("name", catalogue.OFFERS)
def test_every_ending_pays_what_the_words_of_the_pay_table_say(name):
    pays = catalogue.bet(name).pays
    for code in np.flatnonzero(POSSIBLE):
        assert pays[code] == BASIS_POINTS * naive_bets.net(name, naive.ending(code))


@settings(max_examples=10)
@given(strategies.small())
def test_every_bet_is_priced_as_the_slow_twin_prices_it(counts):
    ways = naive.combinations_one_by_one(counts)
    ours = odds.expected_value(counts, EVERY_OFFER)
    happens = [(code, way) for code, way in enumerate(ways) if way]
    for name, value in zip(EVERY_OFFER.bets, ours, strict=True):
        total = sum(way * naive_bets.net(name, naive.ending(code)) for code, way in happens)
        assert value == pytest.approx(float(total / sum(ways)), abs=1e-12)


# --- Facts ------------------------------------------------------------------------------


def test_the_facts_are_what_the_hands_say():
    for code in np.flatnonzero(POSSIBLE):
        player_drew, banker_drew, player, banker = naive.ending(int(code))
        naturals = [not drew and total >= 8 for drew, total in
                    ((player_drew, player), (banker_drew, banker))]  # fmt: skip
        facts = {name: fact[code].item() for name, fact in FACTS.items()}
        assert facts["sum"] == player + banker
        assert facts["natural"] == {(1, 1): "both", (1, 0): "player", (0, 1): "banker"}.get(
            tuple(map(int, naturals)), "none"
        )
        if player == banker:
            assert facts["winning_total"] == facts["losing_total"] == facts["winner_cards"] == -1
        else:
            assert (facts["winning_total"], facts["losing_total"]) == (
                max(player, banker),
                min(player, banker),
            )
            assert facts["winner_cards"] == 2 + (player_drew if player > banker else banker_drew)


def test_new_facts_leave_the_fingerprints_of_games_alone():
    assert {name: game.fingerprint for name, game in GAMES.items()} == {
        "mini": "d209861baf55",
        "mini-passed": "355f1ca23537",
        "ez": "4fde23d5960a",
        "ez-dragon": "74e75f373b83",
    }
    assert EVERY_BET.fingerprint == "3ca52f030032"


def test_the_whole_catalogue_is_written_and_read_back():
    again = Game.from_dict(EVERY_OFFER.to_dict())
    assert again.fingerprint == EVERY_OFFER.fingerprint
    assert np.array_equal(again.pays, EVERY_OFFER.pays)


# --- By name ----------------------------------------------------------------------------


def test_a_bet_is_found_in_any_case_and_with_hyphens():
    assert catalogue.bet("Tie-On-7") is catalogue.bet("tie_on_7")
    assert catalogue.bet("ez_banker").lines == EZ_BACCARAT.layout[1].lines


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: catalogue.bet("tie_on_77"), "unknown bet 'tie_on_77': did you mean 'tie_on_7'?"),
        (lambda: catalogue.bet(7), "unknown bet 7: choose from player, banker"),
        (lambda: catalogue.names("six"), "unknown family 'six': did you mean 'sixes'?"),
        (lambda: catalogue.offer("player_pair"), "bet 'player_pair' needs the ranks of cards"),
    ],
)
def test_an_unknown_name_is_refused_with_what_is_near(ask, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        ask()


# --- Games from names -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name", "bets"),
    [
        ("ez+tie_on_7+bad_beat", "EZ Baccarat + Tie on 7 + Bad Beat",
         "player banker tie dragon_7 panda_8 tie_on_7 bad_beat"),
        ("EZ + Tie-on-7", "EZ Baccarat + Tie on 7",
         "player banker tie dragon_7 panda_8 tie_on_7"),
        ("ez-panda_8", "EZ Baccarat without Panda 8", "player banker tie dragon_7"),
        ("ez-dragon-dragon-7", "EZ Baccarat, Dragon 7 only without Dragon 7",
         "player banker tie"),
        ("Mini_Passed-TIE+egalite-0-at-160", "Mini-baccarat, passed shoe without Tie + "
         "Egalite 0, 160 to 1", "player banker egalite_0_at_160"),
        ("mini-banker+ez-banker", "Mini-baccarat without Banker + Banker, EZ",
         "player banker tie"),
        ("mini-lucky_6", "Mini-baccarat + Lucky 6, 12 and 23 to 1",
         "player banker tie lucky_6"),
        ("Mini-Passed-Small-Tiger-tie", "Mini-baccarat, passed shoe + Small Tiger without Tie",
         "player banker small_tiger"),
        ("mini-dragon-7-panda_8", "Mini-baccarat + Dragon 7 + Panda 8",
         "player banker tie dragon_7 panda_8"),
        ("mini-banker-ez_banker", "Mini-baccarat without Banker + Banker, EZ",
         "player banker tie"),
        ("ez-ez_banker+dragon_bonus_player-dragon_7-panda_8",
         "EZ Baccarat without Banker + Dragon Bonus, Player without Dragon 7 without Panda 8",
         "player tie dragon_bonus_player"),
    ],
)  # fmt: skip
def test_a_game_is_read_from_a_name(text, name, bets):
    game = as_game(text)
    assert game.name == name
    assert game.bets == tuple(bets.split())


def test_a_plain_name_is_the_game_itself():
    for name, game in GAMES.items():
        assert as_game(name.upper()) is game


def test_where_a_name_can_be_read_in_two_ways_the_longer_is_meant():
    twofold = {
        name
        for name in catalogue.OFFERS
        for other in catalogue.OFFERS
        if name.startswith(f"{other}_") and name.removeprefix(f"{other}_") in catalogue.OFFERS
    }
    assert twofold == {"small_lucky_7", "big_lucky_7"}
    assert as_game("mini+lucky_7+small-lucky-7").bets[3:] == ("lucky_7", "small_lucky_7")
    assert as_game("mini+small+big-lucky_7-lucky_7").bets[3:] == (
        "small", "big_lucky_7", "lucky_7",
    )  # fmt: skip


@pytest.mark.parametrize("name", catalogue.OFFERS)
def test_every_bet_of_the_catalogue_can_be_added_by_its_name(name):
    row = catalogue.offer(name)
    bare = "mini-tie-player" if row.bet.name == "player" else "mini-tie-banker"
    game = as_game(bare).with_bet(name.replace("_", "-"))
    if name not in bare:
        assert as_game(f"{bare}+{name.replace('_', '-')}") == game
    b = game.index(row.bet.name)
    assert np.array_equal(game.pays[b], row.bet.pays)
    assert game.layout[b] == row.bet


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("roulette", "unknown game 'roulette': choose from mini, mini-passed"),
        ("mini-pased", "unknown game 'mini-pased': did you mean 'mini-passed'?"),
        ("ez-panda", "game 'ez-panda': unknown bet 'panda': did you mean 'panda_8'?"),
        ("ez+tie_on", "game 'ez+tie_on': unknown bet 'tie_on': did you mean 'tie_on_7'?"),
        ("ez+", "game 'ez+' has a sign without a bet behind it"),
        ("ez+tie_on_7-", "game 'ez+tie_on_7-' has a sign without a bet behind it"),
        ("+tie_on_7", "unknown game '+tie_on_7', for '' is none"),
        ("", "unknown game '': choose from mini"),
        ("ez+player_pair", "bet 'player_pair' needs the ranks of cards"),
        ("ez+panda_8", "EZ Baccarat offers panda_8 already: name it once"),
        ("ez+bad_beat+bad_beat", "game 'ez+bad_beat+bad_beat' names bad_beat twice: name it once"),
        ("mini-bad_beat-Bad-Beat", "names bad_beat twice"),
        ("mini+bad_beat-bad_beat", "names bad_beat twice"),
        ("mini-luky_6", "game 'mini-luky_6': unknown bet 'luky_6': did you mean 'lucky_6'?"),
        ("mini-player_pair", "bet 'player_pair' needs the ranks of cards"),
        ("mini-ez_banker", "Mini-baccarat has a Banker bet, and ez_banker would be another: "
         "take off the first, as in 'mini-banker+ez_banker'"),
        ("ez+banker", "EZ Baccarat has a Banker bet, and banker would be another"),
        ("ez+fabulous_player", "has a Player bet, and fabulous_player would be another: "
         "take off the first, as in 'mini-player+fabulous_player'"),
        ("mini-player-banker-tie", "would be left without a bet: keep tie"),
    ],
)  # fmt: skip
def test_a_game_that_cannot_be_is_refused_in_one_sentence(text, message):
    with pytest.raises(ValueError, match=re.escape(message)) as refused:
        as_game(text)
    assert "\n" not in str(refused.value)


def test_a_bet_behind_a_hyphen_is_taken_off_just_where_it_is_offered():
    """One reading a game: of its own bets none is added, of the others none is taken off."""
    for table, game in GAMES.items():
        for name in catalogue.names():
            offered = game.offered_as(name)
            if offered:
                assert set(as_game(f"{table}-{name}").bets) == set(game.bets) - {offered}
            elif name not in catalogue.names("main bets"):
                changed = as_game(f"{table}-{name}")
                assert changed.bets == (*game.bets, catalogue.bet(name).name)
                assert str(changed).startswith(f"{game.name} + {catalogue.offer(name).title}: ")


def test_what_is_not_offered_is_not_taken_off_a_game():
    with pytest.raises(ValueError, match=r"offers no bet 'lucky_6' that could be taken off"):
        EZ_BACCARAT.without_bet("lucky_6")


def test_a_bet_is_taken_off_in_any_case():
    assert EZ_BACCARAT.without("Panda-8").bets == EZ_BACCARAT.without("panda_8").bets


# --- At the table -----------------------------------------------------------------------


def _played(game):
    env = gym.make("baccarat/Game-v0", game=game, render_mode="ansi")
    env.reset(seed=7)
    endings, done = [], False
    while not done:
        *_, done, _, info = env.step(env.action_space.nvec * 0 + 1)
        endings.append((int(info["ending"]), info["cards"].tolist()))
    return endings, env


def test_added_bets_leave_the_coups_alone_and_are_shown():
    plain, _ = _played("ez")
    changed, env = _played("EZ+tie-on-7+bad_beat-panda_8")
    assert changed == plain
    assert env.unwrapped.game.bets[-2:] == ("tie_on_7", "bad_beat")
    shown = env.render()
    assert "Tie on 7" in shown
    assert "Panda 8" not in shown.partition("\n")[2]


def test_added_bets_stand_in_the_picture():
    pictures = []
    for game in ("mini", "mini+lucky_6"):
        env = gym.make("baccarat/Game-v0", game=game, render_mode="rgb_array")
        env.reset(seed=7)
        env.step(env.action_space.nvec * 0)
        pictures.append(env.render())
    assert pictures[0].shape == pictures[1].shape
    assert (pictures[0] != pictures[1]).any()


TEN_BETS = "ez+tie_on_7+bad_beat+quik+dragon_bonus_player+dragon_bonus_banker"


def test_titles_that_are_long_can_be_told_apart_on_a_terminal():
    _, env = _played(TEN_BETS)
    shown = [line[42:55] for line in env.render().split("\n")[2:12]]
    assert shown[-2:] == ["Dragon…Player", "Dragon…Banker"]
    assert all(title.strip() for title in shown)


def test_the_picture_shows_ten_bets_with_their_stakes():
    pictures = []
    for chosen in (0, 9):
        env = gym.make("baccarat/Game-v0", game=TEN_BETS, render_mode="rgb_array")
        env.reset(seed=7)
        env.step(np.eye(10, dtype=np.int64)[chosen])
        pictures.append(env.render())
    rows = np.flatnonzero((pictures[0] != pictures[1]).any(axis=(1, 2)))
    assert rows.min() < 130
    assert rows[rows < 320].max() > 270


def test_many_tables_take_a_game_by_its_name():
    envs = gym.make_vec("baccarat/Game-v0", num_envs=3, game="mini+quik")
    envs.reset(seed=1)
    assert envs.single_action_space.nvec.size == 4
    assert as_game("mini+quik").pays.shape == (4, 400)
