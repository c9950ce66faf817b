"""The four tables of the rule sheets, and tables of one's own."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from baccarat_env.bet import Bet, Pays, format_odds, parse_odds
from baccarat_env.game import (
    EZ_BACCARAT,
    EZ_BACCARAT_DRAGON_ONLY,
    GAMES,
    MINI_BACCARAT,
    MINI_BACCARAT_PASSED_SHOE,
    PLAYER,
    TIE_9_FOR_1,
    Game,
    as_game,
)
from baccarat_env.rules import POSSIBLE
from tests.support import naive, strategies

FOUR_TABLES = [
    MINI_BACCARAT,
    MINI_BACCARAT_PASSED_SHOE,
    EZ_BACCARAT,
    EZ_BACCARAT_DRAGON_ONLY,
]

# --- What the four tables pay -----------------------------------------------------------

TWIN_BETS = {
    "Mini-baccarat": ("player", "banker", "tie"),
    "Mini-baccarat, passed shoe": ("player", "banker", "tie"),
    "EZ Baccarat": ("player", "ez_banker", "tie", "dragon_7", "panda_8"),
    "EZ Baccarat, Dragon 7 only": ("player", "ez_banker", "tie", "dragon_7"),
}


@pytest.mark.parametrize("game", FOUR_TABLES, ids=lambda game: game.name)
def test_pays_what_the_sheet_says_on_every_ending(game):
    expected = [
        [10_000 * naive.settle(bet, naive.ending(code), 1) for code in range(400)]
        for bet in TWIN_BETS[game.name]
    ]
    assert game.pays.tolist() == expected


@pytest.mark.parametrize("game", FOUR_TABLES, ids=lambda game: game.name)
def test_bets_and_procedure_of_the_sheets(game):
    assert game.bets == tuple(bet.removeprefix("ez_") for bet in TWIN_BETS[game.name])
    assert (game.decks, game.cut, game.burn, game.after_cut) == (8, 14, True, 1)
    assert game.dealer == ("passed" if game is MINI_BACCARAT_PASSED_SHOE else "house")
    assert game.side.tolist() == [bet in ("dragon_7", "panda_8") for bet in game.bets]
    assert game.main.tolist() == [bet in ("player", "banker") for bet in game.bets]


def _pays(game: Game, bet: str, how: tuple[bool, bool, int, int]) -> int:
    return int(game.pays[game.index(bet), naive.number(how)])


@pytest.mark.parametrize(
    ("sheet", "game", "bet", "how", "points"),
    [
        ("000: player even money", MINI_BACCARAT, "player", (0, 0, 9, 8), 10_000),
        ("000: banker less 5 %", MINI_BACCARAT, "banker", (0, 0, 8, 9), 9_500),
        ("000: tie 8 to 1", MINI_BACCARAT, "tie", (0, 0, 6, 6), 80_000),
        ("001: tie 9 for 1 is 8 to 1", MINI_BACCARAT_PASSED_SHOE, "tie", (0, 0, 6, 6), 80_000),
        ("001: a tie is replayed", MINI_BACCARAT_PASSED_SHOE, "player", (0, 0, 6, 6), 0),
        ("001: a tie is replayed", MINI_BACCARAT_PASSED_SHOE, "banker", (0, 0, 6, 6), 0),
        ("000: three-card 7 bars banker", EZ_BACCARAT, "banker", (0, 1, 6, 7), 0),
        ("000: two-card 7 does not", EZ_BACCARAT, "banker", (0, 0, 6, 7), 10_000),
        ("000: no commission", EZ_BACCARAT, "banker", (0, 0, 8, 9), 10_000),
        ("002: dragon: player loses", EZ_BACCARAT_DRAGON_ONLY, "player", (0, 1, 6, 7), -10_000),
        ("002: dragon: tie loses", EZ_BACCARAT_DRAGON_ONLY, "tie", (0, 1, 6, 7), -10_000),
        ("002: dragon 40 to 1", EZ_BACCARAT_DRAGON_ONLY, "dragon_7", (0, 1, 6, 7), 400_000),
        ("002: a tied 7 is no dragon", EZ_BACCARAT, "dragon_7", (1, 1, 7, 7), -10_000),
        ("002: a lost 7 is no dragon", EZ_BACCARAT, "dragon_7", (1, 1, 8, 7), -10_000),
        ("000: panda 25 to 1", EZ_BACCARAT, "panda_8", (1, 0, 8, 7), 250_000),
        ("000: a tied 8 is no panda", EZ_BACCARAT, "panda_8", (1, 1, 8, 8), -10_000),
        ("000: a natural 8 is no panda", EZ_BACCARAT, "panda_8", (0, 0, 8, 7), -10_000),
        ("000: a lost 7 costs banker", EZ_BACCARAT, "banker", (1, 1, 8, 7), -10_000),
    ],
    ids=lambda value: f"sheet {value}" if isinstance(value, str) and value[:2] == "00" else None,
)
def test_pays(sheet, game, bet, how, points):
    assert _pays(game, bet, how) == points


def test_pays_cannot_be_changed_in_place():
    with pytest.raises(ValueError, match="read-only"):
        EZ_BACCARAT.pays[0, 0] = 1


# --- Games of one's own -----------------------------------------------------------------


def test_another_commission():
    banker = Bet("banker", (Pays("1 to 1 less 4%", winner="banker"), Pays("push", winner="tie")))
    game = Game("Four per cent", (PLAYER, banker))
    assert _pays(game, "banker", (0, 0, 1, 7)) == 9_600


def test_ez_without_panda_8():
    assert EZ_BACCARAT.without("panda_8").bets == ("player", "banker", "tie", "dragon_7")
    assert (EZ_BACCARAT.without("panda_8").pays == EZ_BACCARAT.pays[:4]).all()


def test_a_dragon_bonus_by_margin():
    bonus = Bet(
        "dragon_bonus",
        (
            Pays("1 to 1", winner="player", player_cards=2, player_total=(8, 9)),
            Pays("push", winner="tie", player_cards=2, player_total=(8, 9)),
            Pays("30 to 1", winner="player", margin=9),
            Pays("4 to 1", winner="player", margin=[6, 7]),
        ),
        side=True,
    )
    game = Game("Bonus", (PLAYER, bonus))
    assert _pays(game, "dragon_bonus", (0, 0, 9, 0)) == 10_000
    assert _pays(game, "dragon_bonus", (0, 0, 8, 8)) == 0
    assert _pays(game, "dragon_bonus", (1, 1, 9, 0)) == 300_000
    assert _pays(game, "dragon_bonus", (1, 1, 9, 2)) == 40_000
    assert _pays(game, "dragon_bonus", (1, 1, 9, 3)) == 40_000
    assert _pays(game, "dragon_bonus", (1, 1, 9, 4)) == -10_000
    assert _pays(game, "dragon_bonus", (1, 1, 0, 9)) == -10_000


def test_small_and_big_by_the_number_of_cards():
    small = Bet("small", (Pays("1.5 to 1", cards=4),))
    big = Bet("big", (Pays("0.54 to 1", cards=(5, 6)),))
    game = Game("Small and big", (small, big))
    assert (game.pays > 0).sum(axis=0).tolist() == [1] * 400
    assert (game.pays[0].reshape(2, 2, 10, 10)[0, 0] == 15_000).all()


@given(strategies.games())
def test_a_line_settles_just_the_endings_it_names(game):
    facts = {
        "winner": lambda how: (
            "player" if how[2] > how[3] else "banker" if how[3] > how[2] else "tie"
        ),
        "player_total": lambda how: how[2],
        "banker_total": lambda how: how[3],
        "player_cards": lambda how: 2 + how[0],
        "banker_cards": lambda how: 2 + how[1],
        "cards": lambda how: 4 + how[0] + how[1],
        "margin": lambda how: abs(how[2] - how[3]),
    }

    def fits(line, how):
        for name, fact in facts.items():
            wanted = getattr(line, name)
            if wanted is None:
                continue
            if fact(how) not in (wanted if isinstance(wanted, tuple) else (wanted,)):
                return False
        return True

    for bet, pays in zip(game.layout, game.pays, strict=True):
        for code in range(400):
            fitting = [line for line in bet.lines if fits(line, naive.ending(code))]
            assert pays[code] == (parse_odds(fitting[0].pays) if fitting else -10_000)


@given(strategies.games())
def test_a_game_survives_a_dictionary_and_json(game):
    again = Game.from_dict(json.loads(json.dumps(game.to_dict())))
    assert again == game
    assert (again.pays == game.pays).all()
    assert again.fingerprint == game.fingerprint


@pytest.mark.parametrize("game", FOUR_TABLES, ids=lambda game: game.name)
def test_the_four_tables_survive_a_dictionary(game):
    assert Game.from_dict(game.to_dict()) == game


def test_a_dictionary_needs_a_name_and_bets_only():
    game = Game.from_dict({"name": "Own", "bets": [{"name": "tie", "lines": [{"pays": "9 for 1",
                          "winner": "tie"}]}]})  # fmt: skip
    assert game == Game("Own", (TIE_9_FOR_1,))


def test_the_fingerprint_changes_with_rules_payouts_and_procedure():
    procedures = (
        {"decks": 6},
        {"cut": 16},
        {"burn": False},
        {"after_cut": 0},
        {"dealer": "passed"},
    )
    games = [*FOUR_TABLES, *(replace(EZ_BACCARAT, **change) for change in procedures)]
    assert len({game.fingerprint for game in games}) == len(games)


def test_a_game_is_taken_by_name_dictionary_or_itself():
    for name, game in GAMES.items():
        assert as_game(name) is game
        assert as_game(game) is game
        assert as_game(game.to_dict()) == game


def test_the_first_line_that_fits_settles():
    lines = (Pays("2 to 1", player_total=9), Pays("1 to 1", winner="player"))
    assert _pays(Game("Order", (Bet("own", lines),)), "own", (0, 0, 9, 1)) == 20_000
    assert _pays(Game("Order", (Bet("own", lines[::-1]),)), "own", (0, 0, 9, 1)) == 10_000


# --- Printed and paid -------------------------------------------------------------------


@pytest.mark.parametrize("notation", ["to", "for"])
@pytest.mark.parametrize("game", FOUR_TABLES, ids=lambda game: game.name)
def test_the_printed_pay_table_is_what_settles(game, notation):
    printed = game.pay_table(notation)
    for bet, pays in zip(game.layout, game.pays, strict=True):
        rows = {words: paid for title, words, paid in printed if title == bet.title}
        lines = {line.describe(): line.endings for line in bet.lines}
        settled = np.zeros(400, dtype=bool)
        for words, paid in rows.items():
            named = lines.get(words, np.ones(400, dtype=bool)) & ~settled & POSSIBLE
            assert set(pays[named].tolist()) == {parse_odds(paid)}
            settled |= named
        assert settled[POSSIBLE].all()


def test_the_printed_pay_tables_to_the_letter():
    assert EZ_BACCARAT.pay_table() == [
        ("Player", "player wins", "1 to 1"),
        ("Player", "tie", "push"),
        ("Player", "any other ending", "lose"),
        ("Banker", "banker wins, banker total 7, banker cards 3", "push"),
        ("Banker", "banker wins", "1 to 1"),
        ("Banker", "tie", "push"),
        ("Banker", "any other ending", "lose"),
        ("Tie", "tie", "8 to 1"),
        ("Tie", "any other ending", "lose"),
        ("Dragon 7", "banker wins, banker total 7, banker cards 3", "40 to 1"),
        ("Dragon 7", "any other ending", "lose"),
        ("Panda 8", "player wins, player total 8, player cards 3", "25 to 1"),
        ("Panda 8", "any other ending", "lose"),
    ]
    assert ("Banker", "banker wins", "0.95 to 1") in MINI_BACCARAT.pay_table()
    assert ("Tie", "tie", "9 for 1") in MINI_BACCARAT_PASSED_SHOE.pay_table("for")


@given(strategies.games())
def test_the_printed_pay_table_holds_every_payout_and_no_other(game):
    for notation in ("to", "for"):
        printed = game.pay_table(notation)
        for bet, pays in zip(game.layout, game.pays, strict=True):
            shown = {paid for title, _, paid in printed if title == bet.title}
            assert shown == {format_odds(int(p), notation) for p in pays[POSSIBLE]}


# --- Bad input --------------------------------------------------------------------------

TIE_LINE = {"pays": "8 to 1", "winner": "tie"}


def _dictionary(**changes):
    return {"name": "Own", "bets": [{"name": "tie", "lines": [TIE_LINE]}]} | changes


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (_dictionary(deck=8), "unknown key 'deck' in a game: choose from after_cut, bets, burn"),
        (_dictionary(layout=[]), "unknown key 'layout' in a game"),
        ({"name": "Own"}, "a game needs 'bets'"),
        ({"bets": []}, "a game needs 'name'"),
        (_dictionary(bets=[]), "layout=\\(\\) of game 'Own' must be a list of one or more Bet"),
        (_dictionary(bets={}), "bets must be a list, not {}"),
        (_dictionary(bets=["tie"]), "a bet must be a dictionary, not 'tie'"),
        (_dictionary(bets=[{"name": "tie"}]), "a bet needs 'lines'"),
        (_dictionary(bets=[{"name": "tie", "lines": []}]), "lines=\\(\\) of bet tie must be"),
        (_dictionary(bets=[{"name": "tie", "lines": "8 to 1"}]), "lines must be a list"),
        (_dictionary(bets=[{"name": "tie", "lines": ["8 to 1"]}]), "a pay line must be a dict"),
        (_dictionary(bets=[{"name": "tie", "lines": [{"winner": "tie"}]}]), "needs 'pays'"),
        (_dictionary(bets=[{"name": "tie", "lines": [TIE_LINE | {"suit": 1}]}]), "unknown key 'su"),
        (_dictionary(bets=[{"name": "tie", "lines": [TIE_LINE], "odds": 8}]), "unknown key 'odds'"),
        (_dictionary(bets=[{"name": "T I E", "lines": [TIE_LINE]}]), "bet name 'T I E' must be"),
        (_dictionary(bets=[{"name": "tie", "lines": [TIE_LINE], "side": 1}]), "side=1 of bet tie"),
        (_dictionary(bets=[{"name": "tie", "lines": [TIE_LINE]}] * 2), "offers tie twice"),
        (_dictionary(decks=0), "decks=0 must be a whole number from 1 to 8"),
        (_dictionary(decks=9), "decks=9 must be a whole number from 1 to 8"),
        (_dictionary(cut=5), "cut=5 must be a whole number from 6 to 399 with 8 decks"),
        (_dictionary(cut=400), "cut=400 must be a whole number from 6 to 399 with 8 decks"),
        (_dictionary(decks=1, cut=36), "cut=36 must be a whole number from 6 to 35 with 1 deck"),
        (_dictionary(cut=14.0), "cut=14.0 must be a whole number"),
        (_dictionary(after_cut=-1), "after_cut=-1 must be a whole number from 0"),
        (_dictionary(after_cut=True), "after_cut=True must be a whole number"),
        (_dictionary(burn=1), "burn=1 must be True or False"),
        (_dictionary(dealer="croupier"), "dealer='croupier' must be 'house' or 'passed'"),
        ("mini", "a game must be a dictionary, not 'mini'"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_a_bad_dictionary_is_refused_in_one_sentence(data, message):
    with pytest.raises(ValueError, match=message.replace("{", r"\{")) as refused:
        Game.from_dict(data)
    assert "\n" not in str(refused.value)


def test_unknown_bets_and_games_are_refused():
    with pytest.raises(ValueError, match="EZ Baccarat offers no bet 'pair': "):
        EZ_BACCARAT.index("pair")
    with pytest.raises(ValueError, match="offers no bet 'pair'"):
        EZ_BACCARAT.without("pair")
    with pytest.raises(ValueError, match="unknown game 'roulette': choose from mini, mini-passed"):
        as_game("roulette")
    with pytest.raises(ValueError, match="unknown game 8"):
        as_game(8)


# --- What was once let through -----------------------------------------------------------


def test_numbers_of_numpy_make_the_same_game():
    ours = replace(EZ_BACCARAT, decks=np.int64(6), cut=np.int32(20))
    assert ours.fingerprint == replace(EZ_BACCARAT, decks=6, cut=20).fingerprint
    assert Pays("8 to 1", player_total=np.int64(8)) == Pays("8 to 1", player_total=8)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Bet("tie", ("8 to 1",)),
        lambda: Bet("tie", Pays("8 to 1", winner="tie")),
        lambda: Game("Own", ("tie",)),
    ],
)
def test_a_layout_of_the_wrong_things_is_refused(make):
    with pytest.raises(ValueError, match=r"must be a list of one or more (Pays|Bet)"):
        make()


def test_a_game_needs_a_name():
    with pytest.raises(ValueError, match="game name 5 must be a text"):
        Game(5, EZ_BACCARAT.layout)
