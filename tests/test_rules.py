"""The rules, one by one, each named after the line of the sheet it stands on."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from baccarat_env import rules
from baccarat_env.rules import (
    EZ_BACCARAT,
    EZ_BACCARAT_DRAGON_ONLY,
    GAMES,
    MINI_BACCARAT,
    MINI_BACCARAT_PASSED_SHOE,
    POSSIBLE,
    THIRD_CARD_STANDS,
    Bet,
    Game,
    Pays,
    banker_draws,
    format_odds,
    parse_odds,
    player_draws,
)
from tests import naive, strategies

FOUR_TABLES = [
    MINI_BACCARAT,
    MINI_BACCARAT_PASSED_SHOE,
    EZ_BACCARAT,
    EZ_BACCARAT_DRAGON_ONLY,
]

# --- The cards --------------------------------------------------------------------------


def test_sheet_000_face_cards_and_tens_count_as_0_aces_as_1_others_at_face_value():
    ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    points = {"A": 1, "10": 0, "J": 0, "Q": 0, "K": 0} | {str(n): n for n in range(2, 10)}
    assert [int(v) for v in rules.CARD_VALUE] == [points[rank] for rank in ranks] * 4


@pytest.mark.parametrize("decks", range(1, 9))
def test_a_deck_has_sixteen_zeros_and_four_of_every_other_value(decks):
    assert rules.full_shoe(decks).tolist() == naive.deck(decks)


@pytest.mark.parametrize("decks", [0, 9, -1, 2.5, True, "8", None])
def test_a_shoe_has_one_to_eight_decks(decks):
    with pytest.raises(ValueError, match=f"decks={decks!r} must be a whole number from 1 to 8"):
        rules.full_shoe(decks)


# --- Player -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "action"),
    [*((total, "gets a third card") for total in (0, 1, 2, 3, 4, 5)), (6, "stands"), (7, "stands")],
    ids=lambda value: f"sheet 000: player {value}" if isinstance(value, int) else value,
)
def test_player_by_his_two_card_total(player, action):
    for banker in range(8):
        assert player_draws(player, banker) == (action == "gets a third card")


@pytest.mark.parametrize("other", range(10))
@pytest.mark.parametrize("natural", [8, 9])
@pytest.mark.parametrize("side", ["player", "banker"])
def test_sheet_000_a_natural_on_either_side_ends_the_game(side, natural, other):
    player, banker = (natural, other) if side == "player" else (other, natural)
    assert not player_draws(player, banker)
    assert not any(banker_draws(player, banker, third) for third in range(11))


# --- Banker: the 88 cells ---------------------------------------------------------------

DRAWS_ON_A_THIRD_CARD = {  # sheet 000, in its own words; 0 to 2 and 7 from its second column
    0: "0 to 9",
    1: "0 to 9",
    2: "0 to 9",
    3: "0 to 7, 9",
    4: "2 to 7",
    5: "4 to 7",
    6: "6, 7",
    7: "",
}
STANDS_ON_A_THIRD_CARD = {  # the sheet's other column
    3: "8",
    4: "0, 1, 8, 9",
    5: "0, 1, 2, 3, 8, 9",
    6: "0, 1, 2, 3, 4, 5, 8, 9",
    7: "0 to 9",
}
SHEET_001 = {  # "draws when Player's 3rd card is"; a ten or court card is 10
    3: "1-2-3-4-5-6-7-9-10",
    4: "2-3-4-5-6-7",
    5: "4-5-6-7",
    6: "6-7",
}


def cards_in(text: str) -> set[int]:
    """Read "0 to 7, 9" as the set of values it names."""
    named: set[int] = set()
    for part in filter(None, text.split(", ")):
        first, _, last = part.partition(" to ")
        named |= set(range(int(first), int(last or first) + 1))
    return named


def _cells():
    for banker, text in DRAWS_ON_A_THIRD_CARD.items():
        for third in range(10):
            draws = third in cards_in(text)
            name = f"sheet 000: banker {banker} {'draws' if draws else 'stands'} on {third}"
            yield pytest.param(banker, third, draws, id=name)
        draws = banker <= 5
        name = f"sheet 000: player stands, banker {banker} {'draws' if draws else 'stands'}"
        yield pytest.param(banker, THIRD_CARD_STANDS, draws, id=name)


CELLS = list(_cells())


def test_the_chart_has_88_cells():
    assert len(CELLS) == 88
    assert rules.chart_draws.shape == (8, 11)


@pytest.mark.parametrize(("banker", "third", "draws"), CELLS)
def test_banker_chart(banker, third, draws):
    players = (6, 7) if third == THIRD_CARD_STANDS else range(6)
    assert [banker_draws(player, banker, third) for player in players] == [draws] * len(players)


@pytest.mark.parametrize("banker", STANDS_ON_A_THIRD_CARD)
def test_both_columns_of_sheet_000_say_the_same(banker):
    stands = {third for third in range(10) if not banker_draws(0, banker, third)}
    assert stands == cards_in(STANDS_ON_A_THIRD_CARD[banker])


@pytest.mark.parametrize("banker", SHEET_001)
def test_sheet_001_says_the_same_and_a_ten_is_0(banker):
    draws = {third for third in range(10) if banker_draws(0, banker, third)}
    assert draws == {int(card) % 10 for card in SHEET_001[banker].split("-")}


# --- Endings ----------------------------------------------------------------------------


def test_the_205_endings_are_those_the_twin_can_reach():
    assert np.flatnonzero(POSSIBLE).tolist() == sorted(set(naive.every_coup().reshape(-1).tolist()))


@pytest.mark.parametrize(
    ("player_drew", "banker_drew", "endings"),
    [(0, 0, 40), (0, 1, 20), (1, 0, 45), (1, 1, 100)],
    ids=["nobody drew", "only banker", "only player", "both"],
)
def test_205_endings_are_possible(player_drew, banker_drew, endings):
    assert POSSIBLE.reshape(2, 2, 10, 10)[player_drew, banker_drew].sum() == endings


@pytest.mark.parametrize("code", range(400))
def test_scoreboard_result_of_an_ending(code):
    how = naive.ending(code)
    shown = "P" if how[2] > how[3] else "B" if how[3] > how[2] else "T"
    if naive.settle("dragon_7", how, 1) > 0:
        shown = "B7"
    if naive.settle("panda_8", how, 1) > 0:
        shown = "P8"
    assert rules.RESULTS[rules.RESULT_OF[code]] == shown


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


# --- Payouts in words -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("8 to 1", 80_000),
        ("9 for 1", 80_000),
        ("1 to 1", 10_000),
        ("1 to 1 less 5%", 9_500),
        ("1 to 1 less 5 %", 9_500),
        ("1 to 1 less 4.5%", 9_550),
        ("0.95 to 1", 9_500),
        ("1.95 for 1", 9_500),
        ("3 to 2", 15_000),
        ("1 to 2", 5_000),
        ("40 to 1", 400_000),
        ("1 for 1", 0),
        ("0 for 1", -10_000),
        ("-0.5 to 1", -5_000),
        ("push", 0),
        ("lose", -10_000),
        ("10000 to 1", 10**8),
    ],
)
def test_a_payout_is_read_as_net_basis_points(text, points):
    assert parse_odds(text) == points


@pytest.mark.parametrize(
    "text",
    ["", "8", "8:1", "8 to", "eight to 1", "-2 to 1", "-1 for 1", "٨ to 1", "8 to 0", "8 for 0",
     "8 to 1 less", " 8 to 1", "8 to 1 ", "win", "inf to 1", 8, 8.0, None, True, ("8 to 1",)],
    ids=repr,
)  # fmt: skip
def test_what_is_no_payout_is_refused(text):
    with pytest.raises(
        ValueError, match=r"is (not a payout|out of range): write '8 to 1' \(net\), '9 for 1'"
    ):
        parse_odds(text)


@pytest.mark.parametrize("text", ["1 to 3", "0.00001 to 1", "1 to 1 less 0.001%", "22 to 7"])
def test_a_payout_of_a_broken_basis_point_is_refused(text):
    with pytest.raises(ValueError, match=f"pays='{text}' .* must be whole basis points"):
        parse_odds(text)


@pytest.mark.parametrize("text", ["10001 to 1", "9999999999 to 1"])
def test_a_payout_out_of_range_is_refused(text):
    with pytest.raises(ValueError, match=rf"pays='{text}' is out of range: .* at most 10000 to 1"):
        parse_odds(text)


@pytest.mark.parametrize(
    ("points", "to", "for_"),
    [
        (80_000, "8 to 1", "9 for 1"),
        (9_500, "0.95 to 1", "1.95 for 1"),
        (400_000, "40 to 1", "41 for 1"),
        (1_000_000, "100 to 1", "101 for 1"),
        (1, "0.0001 to 1", "1.0001 for 1"),
        (-5_000, "-0.5 to 1", "0.5 for 1"),
        (0, "push", "push"),
        (-10_000, "lose", "lose"),
    ],
)
def test_a_payout_is_printed_in_both_notations(points, to, for_):
    assert (format_odds(points), format_odds(points, "for")) == (to, for_)


@pytest.mark.parametrize("notation", ["to", "for"])
def test_every_win_that_is_printed_is_read_back(notation):
    for points in [*range(0, 30_000, 7), *range(30_000, 10**8, 99_991), 10**8]:
        assert parse_odds(format_odds(points, notation)) == points


# --- Games of one's own -----------------------------------------------------------------


def test_another_commission():
    banker = Bet("banker", (Pays("1 to 1 less 4%", winner="banker"), Pays("push", winner="tie")))
    game = Game("Four per cent", (rules.PLAYER, banker))
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
    game = Game("Bonus", (rules.PLAYER, bonus))
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


def test_the_first_line_that_fits_settles():
    lines = (Pays("2 to 1", player_total=9), Pays("1 to 1", winner="player"))
    assert _pays(Game("Order", (Bet("own", lines),)), "own", (0, 0, 9, 1)) == 20_000
    assert _pays(Game("Order", (Bet("own", lines[::-1]),)), "own", (0, 0, 9, 1)) == 10_000


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
    assert game == Game("Own", (rules.TIE_9_FOR_1,))


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
        assert rules.as_game(name) is game
        assert rules.as_game(game) is game
        assert rules.as_game(game.to_dict()) == game


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
        (_dictionary(decks=1, cut=36), "cut=36 must be a whole number from 6 to 35 with 1 decks"),
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


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"winner": "bank"}, "winner='bank' never happens: choose from"),
        ({"player_total": 10}, "player_total=10 never happens: choose from"),
        ({"banker_cards": 4}, r"banker_cards=4 never happens: choose from \[2, 3\]"),
        ({"cards": True}, "cards=True never happens"),
        ({"margin": (3, -1)}, "margin=-1 never happens"),
        ({"player_cards": 2, "player_total": 5, "banker_cards": 3}, "no coup can end with"),
        ({"winner": "player", "margin": 0}, "no coup can end with player wins, margin 0"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_line_that_can_never_pay_is_refused(asked, message):
    with pytest.raises(ValueError, match=message):
        Pays("1 to 1", **asked)


def test_unknown_bets_and_games_are_refused():
    with pytest.raises(ValueError, match="EZ Baccarat offers no bet 'pair': choose from player"):
        EZ_BACCARAT.index("pair")
    with pytest.raises(ValueError, match="offers no bet 'pair'"):
        EZ_BACCARAT.without("pair")
    with pytest.raises(ValueError, match="unknown game 'roulette': choose from mini, mini-passed"):
        rules.as_game("roulette")
    with pytest.raises(ValueError, match="unknown game 8"):
        rules.as_game(8)


# --- What was once let through -----------------------------------------------------------


@pytest.mark.parametrize("nothing", [(), []])
def test_a_condition_that_names_nothing_is_refused(nothing):
    with pytest.raises(ValueError, match="names nothing: leave it out for always"):
        Pays("8 to 1", player_total=nothing)


def test_numbers_of_numpy_make_the_same_game():
    ours = replace(EZ_BACCARAT, decks=np.int64(6), cut=np.int32(20))
    assert ours.fingerprint == replace(EZ_BACCARAT, decks=6, cut=20).fingerprint
    assert Pays("8 to 1", player_total=np.int64(8)) == Pays("8 to 1", player_total=8)


def test_a_total_that_is_no_whole_number_is_refused():
    with pytest.raises(ValueError, match=r"player_total=8\.0 never happens"):
        Pays("8 to 1", player_total=8.0)


@pytest.mark.parametrize("points", [-5_000, -2_500, 0, 5_000])
@pytest.mark.parametrize("notation", ["to", "for"])
def test_every_printed_payout_reads_back(points, notation):
    assert parse_odds(format_odds(points, notation)) == points


def test_an_unknown_notation_is_refused():
    with pytest.raises(ValueError, match="notation='x' must be 'to' or 'for'"):
        format_odds(80_000, "x")


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


def test_a_line_that_never_settles_is_refused():
    win, dragon = EZ_BACCARAT.layout[1].lines[1], EZ_BACCARAT.layout[1].lines[0]
    with pytest.raises(ValueError, match="a line that never pays must stand earlier or go"):
        Bet("banker", (win, dragon))


@pytest.mark.parametrize(
    "text", ["1 to 1 less 200%", "1 to 1 less 300%", "-1 to 1 less 50%", "0.95 for 1 less 5%"]
)
def test_a_commission_is_taken_from_a_win(text):
    with pytest.raises(ValueError, match="is taken from a win alone"):
        parse_odds(text)
