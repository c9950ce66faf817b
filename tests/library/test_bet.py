"""What a bet pays: payouts in words, pay lines, bets."""

from __future__ import annotations

import pytest

from baccarat_env.bet import Bet, Pays, format_odds, parse_odds
from baccarat_env.game import EZ_BACCARAT

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


@pytest.mark.parametrize("points", [-5_000, -2_500, 0, 5_000])
@pytest.mark.parametrize("notation", ["to", "for"])
def test_every_printed_payout_reads_back(points, notation):
    assert parse_odds(format_odds(points, notation)) == points


def test_an_unknown_notation_is_refused():
    with pytest.raises(ValueError, match="notation='x' must be 'to' or 'for'"):
        format_odds(80_000, "x")


@pytest.mark.parametrize(
    "text", ["1 to 1 less 200%", "1 to 1 less 300%", "-1 to 1 less 50%", "0.95 for 1 less 5%"]
)
def test_a_commission_is_taken_from_a_win(text):
    with pytest.raises(ValueError, match="is taken from a win alone"):
        parse_odds(text)


# --- Pay lines and bets ------------------------------------------------------------------


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


@pytest.mark.parametrize("nothing", [(), []])
def test_a_condition_that_names_nothing_is_refused(nothing):
    with pytest.raises(ValueError, match="names nothing: leave it out for always"):
        Pays("8 to 1", player_total=nothing)


def test_a_total_that_is_no_whole_number_is_refused():
    with pytest.raises(ValueError, match=r"player_total=8\.0 never happens"):
        Pays("8 to 1", player_total=8.0)


def test_a_line_that_never_settles_is_refused():
    win, dragon = EZ_BACCARAT.layout[1].lines[1], EZ_BACCARAT.layout[1].lines[0]
    with pytest.raises(ValueError, match="a line that never pays must stand earlier or go"):
        Bet("banker", (win, dragon))
