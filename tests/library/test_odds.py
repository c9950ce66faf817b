"""Exact odds: published integers, published figures, the twin, and the laws they obey."""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction

import gymnasium as gym
import numpy as np
import pytest
from hypothesis import given, settings

from baccarat_env import enumeration, odds, simulate
from baccarat_env.bet import Bet, Pays
from baccarat_env.coup import coup_table
from baccarat_env.dealer import ENDING_BITS
from baccarat_env.game import (
    EZ_BACCARAT,
    EZ_BACCARAT_DRAGON_ONLY,
    MINI_BACCARAT,
    MINI_BACCARAT_PASSED_SHOE,
    Game,
)
from baccarat_env.rules import POSSIBLE, full_shoe
from tests.support import naive, strategies
from tests.support.checks import agrees

EIGHT = full_shoe(8)
EVERYTHING = Game(
    "Everything",
    (
        *MINI_BACCARAT.layout,
        Bet("banker_4", (Pays("1 to 1 less 4%", winner="banker"), Pays("push", winner="tie"))),
        Bet("ez_banker", EZ_BACCARAT.layout[1].lines),
        Bet("tie_9", (Pays("9 to 1", winner="tie"),)),
        *EZ_BACCARAT.layout[3:],
    ),
)
"""Every bet of figures.md on one table."""

PLAYER_TOTAL, BANKER_TOTAL = np.indices((10, 10))
WON_BY = {
    "player": PLAYER_TOTAL > BANKER_TOTAL,
    "banker": PLAYER_TOTAL < BANKER_TOTAL,
    "tie": PLAYER_TOTAL == BANKER_TOTAL,
}


def _by_winner(ways):
    totals = ways.sum(axis=(0, 1))
    return {who: totals[cells].sum() for who, cells in WON_BY.items()}


def _published(table: str):
    """Rows of (name, printed figures) from lines of text."""
    return [(row.split()[0], row.split()[1:]) for row in table.strip().splitlines()]


# --- Whole numbers ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("decks", "player", "banker", "tie", "total"),
    [
        (1, 6_548_674_432, 6_737_232_640, 1_372_227_328, 14_658_134_400),
        (6, 392_220_492_728_832, 403_095_751_234_560, 83_552_962_932_288, 878_869_206_895_680),
        (
            8,
            2_230_518_282_592_256,
            2_292_252_566_437_888,
            475_627_426_473_216,
            4_998_398_275_503_360,
        ),
    ],
)
def test_ordered_six_card_sequences(decks, player, banker, tie, total):
    ways = odds.combinations(full_shoe(decks))
    assert _by_winner(ways) == {"player": player, "banker": banker, "tie": tie}
    assert ways.sum() == total == odds.six_card_sequences(52 * decks)
    assert all(type(way) is int for way in ways.reshape(-1))


def test_dragon_7_and_panda_8():
    ways = odds.combinations(EIGHT)
    assert ways[:, 1, :7, 7].sum() == 112_633_011_329_024
    assert ways[1, :, 8, :8].sum() == 172_660_763_262_976


@pytest.mark.parametrize(
    ("total", "ways"),
    list(
        enumerate(
            (
                469_796_508_410_880,
                372_517_055_559_936,
                371_465_655_324_672,
                372_517_215_488_256,
                371_426_030_979_072,
                372_435_601_541_376,
                665_920_136_276_736,
                668_117_541_187_584,
                665_982_456_134_400,
                668_220_074_600_448,
            )
        )
    ),
)
def test_final_totals_of_the_player_hand(total, ways):
    assert odds.combinations(EIGHT)[:, :, total].sum() == ways


@pytest.mark.parametrize(
    ("total", "ways"),
    list(
        enumerate(
            (
                28_979_901_420_544,
                20_499_217_668_352,
                20_006_606_104_576,
                22_250_510_129_408,
                36_294_133_463_040,
                39_684_046_743_808,
                96_170_001_308_416,
                101_717_538_899_968,
                54_879_416_675_072,
                55_146_054_060_032,
            )
        )
    ),
)
def test_ties_by_total(total, ways):
    assert odds.combinations(EIGHT)[:, :, total, total].sum() == ways


def test_the_probability_of_a_tie_as_a_fraction():
    tie = Fraction(_by_winner(odds.combinations(EIGHT))["tie"], odds.six_card_sequences(416))
    assert tie == Fraction(619306544887, 6508331087895)
    assert abs(_by_winner(odds.endings(EIGHT))["tie"] - float(tie)) < 1e-15


# --- Published figures ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bet", "decks", "edge"),
    [
        ("player", 1, "1.286372"),
        ("player", 6, "1.237415"),
        ("player", 8, "1.235081"),
        ("banker", 1, "1.011748"),
        ("banker", 6, "1.055849"),
        ("banker", 8, "1.057906"),
        ("banker_4", 6, "0.5972"),
        ("banker_4", 8, "0.5993"),
        ("ez_banker", 8, "1.0183"),
        ("tie", 1, "15.746127"),
        ("tie", 6, "14.438160"),
        ("tie", 8, "14.359629"),
        ("tie_9", 6, "4.9313"),
        ("tie_9", 8, "4.8440"),
        ("dragon_7", 8, "7.6113"),
        ("panda_8", 8, "10.1876"),
    ],
)
def test_house_edge_in_per_cent(bet, decks, edge):
    value = odds.expected_value(full_shoe(decks), EVERYTHING)[EVERYTHING.index(bet)]
    assert agrees(-100 * value, edge)


@pytest.mark.parametrize(
    ("bet", "sd"),
    [("player", "0.951153"), ("banker", "0.927372"), ("tie", "2.6409"), ("tie_9", "2.9343"),
     ("dragon_7", "6.0849")],
)  # fmt: skip
def test_standard_deviation(bet, sd):
    assert agrees(odds.variance(EIGHT, EVERYTHING)[EVERYTHING.index(bet)] ** 0.5, sd)


@pytest.mark.parametrize(
    ("bet", "rate"),
    [("player", "44.6247"), ("banker", "45.8597"), ("ez_banker", "43.6064"), ("tie", "9.5156"),
     ("dragon_7", "2.2534"), ("panda_8", "3.4543")],
)  # fmt: skip
def test_hit_rate_in_per_cent(bet, rate):
    wins = EVERYTHING.pays[EVERYTHING.index(bet)] > 0
    assert agrees(100 * odds.endings(EIGHT).reshape(-1)[wins].sum(), rate)


@pytest.mark.parametrize(
    ("bet", "to_one"), [("dragon_7", "43.38"), ("panda_8", "27.95"), ("tie", "9.51")]
)
def test_what_a_bet_would_have_to_pay_to_be_fair(bet, to_one):
    wins = EVERYTHING.pays[EVERYTHING.index(bet)] > 0
    assert agrees(1 / odds.endings(EIGHT).reshape(-1)[wins].sum() - 1, to_one)


def test_cards_in_a_coup():
    chances = odds.endings(EIGHT).sum(axis=(2, 3))
    four, five, six = chances[0, 0], chances[0, 1] + chances[1, 0], chances[1, 1]
    assert agrees(four, ".378868")
    assert agrees(five, ".303444")
    assert agrees(six, ".317687")
    assert agrees(4 * four + 5 * five + 6 * six, "4.938819")


def test_naturals_and_third_cards():
    chances = odds.endings(EIGHT)
    nobody_drew = chances[0, 0]
    assert agrees(nobody_drew[8:].sum(), ".189435")
    assert agrees(nobody_drew[:, 8:].sum(), ".189435")
    assert agrees(nobody_drew[8:].sum() + nobody_drew[:8, 8:].sum(), ".343049")
    assert agrees(chances[1].sum(), ".503414")
    assert agrees(chances[:, 1].sum(), ".435405")


BY_PLAYERS_TWO_CARDS = """
0 .278792 .654627 .066581
3 .303386 .615539 .081075
5 .358488 .537849 .103663
6 .430362 .427801 .141838
7 .572657 .285046 .142297
8 .810911 .094938 .094151
9 .905475 0       .094525
"""


@pytest.mark.parametrize(("total", "printed"), _published(BY_PLAYERS_TWO_CARDS))
def test_who_wins_by_players_two_card_total(total, printed):
    """The twin's weights of the first cards, the library's coup table: Player / Banker / Tie."""
    ways = naive.ways_by_totals(EIGHT)[int(total)].reshape(-1)
    endings = coup_table().reshape(10, -1)[int(total)] & ((1 << ENDING_BITS) - 1)
    chances = np.zeros(400)
    np.add.at(chances, endings, ways / ways.sum())
    won = _by_winner(chances.reshape(2, 2, 10, 10)).values()
    assert all(agrees(chance, text) for chance, text in zip(won, printed, strict=True))


@pytest.mark.parametrize(("total", "printed"), _published(BY_PLAYERS_TWO_CARDS)[3:])
def test_who_wins_when_player_stands(total, printed):
    stood = odds.endings(EIGHT)[0, :, int(total)].sum(axis=0)
    rows = stood / stood.sum()
    won = (rows[: int(total)].sum(), rows[int(total) + 1 :].sum(), rows[int(total)])
    assert all(agrees(chance, text) for chance, text in zip(won, printed, strict=True))


def test_a_run_of_no_bankers_in_six_decks():
    won = _by_winner(odds.endings(full_shoe(6)))
    assert agrees(won["player"] / (won["player"] + won["banker"]), ".49316293")


REMOVED = """
player   -.00178 -.00448 -.00543 -.00672 -.01195 +.00841 +.01128 +.00817 +.00533 +.00249
banker   +.00188 +.00440 +.00522 +.00649 +.01157 -.00827 -.01132 -.00827 -.00502 -.00231
tie      +.05129 +.01293 -.02392 -.02141 -.02924 -.02644 -.11595 -.10914 +.06543 +.04260
dragon_7 +0.9 +0.5 -0.9 -1.1 -2.7 -2.6 -3.2 -3.6 +5.4 +4.8
panda_8  +1.2 +1.3 +1.4 -2.9 -2.5 -2.7 -0.9 -0.9 -2.2 +4.5
"""


@pytest.mark.parametrize("value", range(10))
@pytest.mark.parametrize(("bet", "printed"), _published(REMOVED), ids=lambda value: str(value)[:8])
def test_what_one_removed_card_is_worth(bet, printed, value):
    unit = 1000 if bet in ("dragon_7", "panda_8") else 100
    change = odds.removed_card(EIGHT, EVERYTHING)[value, EVERYTHING.index(bet)]
    assert agrees(unit * change, printed[value])


# --- The twin ---------------------------------------------------------------------------


@settings(max_examples=50)
@given(strategies.compositions())
def test_endings_equal_the_twin(unseen):
    ways = naive.combinations(unseen)
    total = sum(ways)
    assert odds.combinations(unseen).reshape(-1).tolist() == ways
    chances = odds.endings(unseen).reshape(-1)
    assert max(abs(c - way / total) for c, way in zip(chances, ways, strict=True)) < 1e-12


@settings(max_examples=25)
@given(strategies.small())
def test_endings_equal_every_order_dealt_out(unseen):
    ways = naive.combinations_one_by_one(unseen)
    assert naive.combinations(unseen) == ways
    assert odds.combinations(unseen).reshape(-1).tolist() == ways
    assert np.abs(odds.endings(unseen).reshape(-1) - np.array(ways) / sum(ways)).max() < 1e-12


@settings(max_examples=25)
@given(strategies.compositions())
def test_expected_value_variance_and_covariance_equal_the_twins(unseen):
    chances = naive.probabilities(unseen)
    bets = ("player", "ez_banker", "tie", "dragon_7", "panda_8")
    net = [[naive.settle(bet, naive.ending(code), 1) for code in range(400)] for bet in bets]
    mean = [sum(c * x for c, x in zip(chances, row, strict=True) if c) for row in net]
    value = odds.expected_value(unseen, EZ_BACCARAT)
    variance = odds.variance(unseen, EZ_BACCARAT)
    covariance = odds.covariance(unseen, EZ_BACCARAT)
    for i, row in enumerate(net):
        assert abs(value[i] - mean[i]) < 1e-12
        for j, other in enumerate(net):
            second = sum(c * x * y for c, x, y in zip(chances, row, other, strict=True) if c)
            exact = float(second - mean[i] * mean[j])
            assert abs(covariance[i, j] - exact) < 1e-12 * max(1, abs(float(second)))
        exact = float(sum(c * x * x for c, x in zip(chances, row, strict=True)) - mean[i] ** 2)
        assert abs(variance[i] - exact) < 1e-12 * max(1, 1600)


@pytest.mark.parametrize("decks", range(1, 9))
def test_expected_values_of_full_shoes_equal_the_twins(decks):
    chances = naive.probabilities(naive.deck(decks))
    bets = ("player", "banker", "tie")
    exact = [
        sum(c * naive.settle(bet, naive.ending(code), 1) for code, c in enumerate(chances))
        for bet in bets
    ]
    value = odds.expected_value(full_shoe(decks), MINI_BACCARAT)
    assert np.abs(value - np.array(exact, dtype=float)).max() < 1e-14


@pytest.mark.parametrize(
    "unseen",
    [
        [6, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 6, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 32],
        [128, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [1, 1, 1, 1, 1, 1, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 1, 1, 1, 1, 2],
        [128, 0, 0, 0, 0, 0, 0, 0, 0, 1],
        [0, 1, 32, 0, 0, 0, 32, 0, 1, 0],
    ],
    ids=str,
)
def test_lopsided_shoes(unseen):
    ways = naive.combinations(unseen)
    assert odds.combinations(unseen).reshape(-1).tolist() == ways
    assert np.abs(odds.endings(unseen).reshape(-1) - np.array(ways) / sum(ways)).max() < 1e-12


def test_a_shoe_of_nines_only_ties():
    chances = odds.endings([0] * 9 + [32])
    assert chances[0, 0, 8, 8] == 1  # 9 + 9
    assert odds.expected_value([0] * 9 + [32], MINI_BACCARAT).tolist() == [0, 0, 8]


# --- Laws -------------------------------------------------------------------------------


@given(strategies.compositions())
def test_probabilities_sum_to_one_and_impossible_endings_have_none(unseen):
    chances = odds.endings(unseen).reshape(-1)
    assert abs(chances.sum() - 1) < 1e-12
    assert (chances >= 0).all()
    assert not chances[~POSSIBLE].any()


@given(strategies.compositions(at_least=7))
def test_removing_a_random_card_changes_nothing_on_average(unseen):
    """Σ (n_r / N) p(c - e_r) = p(c), in probabilities and in whole numbers."""
    cards = sum(unseen)
    held = np.flatnonzero(unseen)
    without = np.array(unseen) - np.eye(10, dtype=int)[held]
    weights = np.array(unseen)[held] / cards
    average = np.tensordot(weights, odds.endings(without), axes=1)
    assert np.abs(average - odds.endings(unseen)).max() < 1e-12
    for game in (MINI_BACCARAT, EZ_BACCARAT):
        change = odds.removed_card(unseen, game)
        assert np.abs(weights @ change[held]).max() < 1e-12


@settings(max_examples=20)
@given(strategies.compositions(at_least=7))
def test_removing_a_random_card_in_whole_numbers(unseen):
    summed = np.zeros((2, 2, 10, 10), dtype=object)
    for value in np.flatnonzero(unseen):
        without = list(unseen)
        without[value] -= 1
        summed += unseen[value] * odds.combinations(without)
    assert (summed == (sum(unseen) - 6) * odds.combinations(unseen)).all()


@given(strategies.compositions(at_least=7))
def test_a_removed_card_is_the_difference_of_two_expected_values(unseen):
    change = odds.removed_card(unseen, EZ_BACCARAT)
    for value in range(10):
        if unseen[value] == 0:
            assert np.isnan(change[value]).all()
            continue
        without = list(unseen)
        without[value] -= 1
        difference = odds.expected_value(without, EZ_BACCARAT) - odds.expected_value(
            unseen, EZ_BACCARAT
        )
        assert np.abs(change[value] - difference).max() < 1e-13


@given(strategies.compositions())
def test_expected_value_is_linear_in_the_pay_table(unseen):
    def banker(commission):
        lines = (Pays(f"1 to 1 less {commission}%", winner="banker"), Pays("push", winner="tie"))
        return odds.expected_value(unseen, Game("Own", (Bet("banker", lines),)))[0]

    assert abs(banker(5) - (3 * banker(0) + banker(20)) / 4) < 1e-12
    net = EZ_BACCARAT.pays / 10_000
    value = odds.expected_value(unseen, EZ_BACCARAT)
    assert np.abs(net @ odds.endings(unseen).reshape(-1) - value).max() < 1e-12


@given(strategies.compositions())
def test_player_wins_what_banker_loses_without_commission(unseen):
    lines = (Pays("1 to 1", winner="banker"), Pays("push", winner="tie"))
    game = Game("No commission", (MINI_BACCARAT.layout[0], Bet("banker", lines)))
    assert abs(odds.expected_value(unseen, game).sum()) < 1e-12
    assert np.abs(odds.covariance(unseen, game).sum()) < 1e-12


@given(strategies.compositions())
def test_covariance_has_the_variances_on_its_diagonal_and_is_no_less_than_zero(unseen):
    for game in (MINI_BACCARAT_PASSED_SHOE, EZ_BACCARAT, EZ_BACCARAT_DRAGON_ONLY):
        covariance = odds.covariance(unseen, game)
        scale = 1 + np.abs(covariance).max()
        assert (covariance == covariance.T).all()
        variance = odds.variance(unseen, game)
        assert np.abs(np.diagonal(covariance) - variance).max() < 1e-12 * scale
        assert np.linalg.eigvalsh(covariance).min() > -1e-12 * scale


@pytest.mark.parametrize("shape", [(), (1,), (7,), (2, 3), (2, 1, 3), (0,)], ids=str)
def test_a_batch_of_any_shape_equals_its_single_compositions(shape):
    unseen = np.random.default_rng(2).integers(0, 33, (*shape, 10))
    results = {
        odds.endings: (2, 2, 10, 10),
        lambda c: odds.expected_value(c, EZ_BACCARAT): (5,),
        lambda c: odds.variance(c, EZ_BACCARAT): (5,),
        lambda c: odds.covariance(c, EZ_BACCARAT): (5, 5),
    }
    for ask, tail in results.items():
        batch = ask(unseen)
        assert batch.shape == (*shape, *tail)
        assert batch.dtype == np.float64
        for where in np.ndindex(shape):
            assert np.abs(batch[where] - ask(unseen[where])).max() < 1e-13


@pytest.mark.parametrize("dtype", [np.uint8, np.int16, np.uint32, np.int64, np.float32, np.float64])
def test_counts_of_any_kind_of_number_are_the_same_composition(dtype):
    counts = EIGHT.astype(dtype)
    before = counts.copy()
    assert (odds.endings(counts) == odds.endings(EIGHT.tolist())).all()
    assert odds.combinations(counts).sum() == 4_998_398_275_503_360
    assert (counts == before).all()


def test_a_batch_that_is_no_block_of_memory():
    wide = np.random.default_rng(3).integers(6, 20, (10, 8))
    assert (odds.endings(wide.T) == odds.endings(wide.T.copy())).all()
    assert (odds.endings(wide.T[::2]) == odds.endings(wide.T)[::2]).all()


def test_asking_twice_gives_the_same_and_leaves_nothing_behind():
    small = odds.endings([1, 1, 1, 1, 1, 1, 0, 0, 0, 0]).copy()
    odds.endings(EIGHT)
    assert (odds.endings([1, 1, 1, 1, 1, 1, 0, 0, 0, 0]) == small).all()


# --- Bad input --------------------------------------------------------------------------

ASK = {
    "endings": odds.endings,
    "expected_value": lambda unseen: odds.expected_value(unseen, EZ_BACCARAT),
    "variance": lambda unseen: odds.variance(unseen, EZ_BACCARAT),
    "covariance": lambda unseen: odds.covariance(unseen, EZ_BACCARAT),
    "combinations": odds.combinations,
    "removed_card": lambda unseen: odds.removed_card(unseen, EZ_BACCARAT),
}


def _with(value, at=3):
    return [value if v == at else 4 for v in range(10)]


@pytest.mark.parametrize("ask", ASK)
@pytest.mark.parametrize(
    ("unseen", "message"),
    [
        ([4] * 9, r"unseen of shape \(9,\) must end in ten counts, values 0 to 9"),
        ([4] * 11, r"unseen of shape \(11,\) must end in ten counts"),
        (40, r"unseen of shape \(\) must end in ten counts"),
        (np.ones((10, 3)), r"unseen of shape \(10, 3\) must end in ten counts"),
        (_with(-1), "unseen holds -1: counts must be whole numbers from 0 to 1000000"),
        (_with(0.5), "unseen holds 0.5: counts must be whole numbers from 0 to 1000000"),
        (_with(float("nan")), "unseen holds nan: counts must be whole numbers from 0 to 1000000"),
        (_with(float("inf")), "unseen holds inf: counts must be whole numbers from 0 to 1000000"),
        (["4"] * 10, "unseen must hold numbers, not"),
        ([None] * 10, "unseen must hold numbers, not object"),
        ([True] * 10, "unseen must hold numbers, not bool"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_composition_is_refused(ask, unseen, message):
    with pytest.raises(ValueError, match=message) as refused:
        ASK[ask](unseen)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("ask", ASK)
def test_too_few_cards_for_a_coup_are_refused(ask):
    needed = 7 if ask == "removed_card" else 6
    for cards in range(needed):
        with pytest.raises(
            ValueError, match=f"unseen holds {cards} cards: it takes at least {needed}"
        ):
            ASK[ask]([cards, *[0] * 9])
    ASK[ask]([needed, *[0] * 9])


@pytest.mark.parametrize("ask", ["endings", "expected_value", "variance", "covariance"])
def test_one_bad_row_of_a_batch_is_refused(ask):
    batch = np.full((3, 10), 4)
    batch[1, 2] = -3
    with pytest.raises(ValueError, match="unseen holds -3"):
        ASK[ask](batch)


@pytest.mark.parametrize("ask", ["endings", "expected_value", "variance", "covariance"])
def test_a_row_of_a_batch_that_no_coup_can_be_dealt_from_is_nan(ask):
    batch = np.full((2, 3, 10), 4)
    batch[0, 1], batch[1, 2] = 0, [5, *[0] * 9]
    found = ASK[ask](batch)
    short = batch.sum(axis=-1) < 6
    assert np.isnan(found[short]).all()
    for one, unseen in zip(found[~short], batch[~short], strict=True):
        assert np.array_equal(one, ASK[ask](unseen))


def test_the_infos_of_a_batch_are_priced_whatever_they_hold():
    """To the end of a deep shoe, where some tables have too few cards for another coup."""
    env = gym.make_vec("baccarat/EZ-v0", num_envs=64, cut=6, decks=1, autoreset_mode="Disabled")
    _, infos = env.reset(seed=1)
    over = np.zeros(64, bool)
    while not over.any():
        _, _, over, _, infos = env.step(np.zeros((64, 5), int))
        worth = odds.expected_value(infos["unseen"], EZ_BACCARAT)
        assert np.array_equal(np.isnan(worth).all(axis=1), infos["unseen"].sum(axis=1) < 6)
        assert np.isfinite(worth[~over]).all()


@pytest.mark.parametrize("ask", ["combinations", "removed_card"])
def test_where_one_composition_is_meant_a_batch_is_refused(ask):
    with pytest.raises(ValueError, match=rf"{ask} takes one composition .* not shape \(2, 10\)"):
        ASK[ask](np.full((2, 10), 4))


# --- Eight at a time --------------------------------------------------------------------


def test_eight_at_a_time_gives_the_bits_of_one_at_a_time():
    unseen = simulate.deal(EZ_BACCARAT, shoes=130, seed=4).unseen[:10_003]
    assert len(unseen) == 10_003
    alone = [odds.endings(cards) for cards in unseen]
    assert odds.endings(unseen).tobytes() == np.array(alone).tobytes()
    alone = [odds.expected_value(cards, EZ_BACCARAT) for cards in unseen]
    assert odds.expected_value(unseen, EZ_BACCARAT).tobytes() == np.array(alone).tobytes()


@pytest.mark.parametrize("rows", [0, 1, 2, 7, 8, 9, 15, 16, 17])
def test_any_number_of_compositions(rows):
    unseen = simulate.deal(EZ_BACCARAT, shoes=1, seed=5).unseen[:rows]
    chances = odds.endings(unseen)
    assert chances.shape == (rows, 2, 2, 10, 10)
    alone = np.array([odds.endings(cards) for cards in unseen])
    assert chances.tobytes() == alone.tobytes()


@pytest.mark.parametrize("bets", range(1, 10))
def test_a_bet_is_priced_alike_beside_any_others(bets):
    unseen = simulate.deal(EZ_BACCARAT, shoes=1, seed=6).unseen
    game = Game("Some", EVERYTHING.layout[:bets])
    whole = odds.expected_value(unseen, EVERYTHING)[:, :bets]
    assert odds.expected_value(unseen, game).tobytes() == whole.tobytes()


@pytest.mark.parametrize("rows", [1, 5, 20])
def test_the_kernel_leaves_zeros_where_fewer_than_six_cards_are_left(rows):
    counts = np.tile(EIGHT, (rows, 1))
    counts[::3] = 0
    counts[::3, 9] = 5
    net = EZ_BACCARAT.pays / 10_000
    found = np.full((rows, len(net)), np.nan)
    enumeration.expected_values(counts, enumeration.CHART, net, found)
    assert not found[::3].any()
    rest = np.delete(found, np.s_[::3], axis=0)
    assert (rest == odds.expected_value(EIGHT, EZ_BACCARAT)).all()


def test_what_memory_held_before_does_not_matter():
    unseen = simulate.deal(EZ_BACCARAT, shoes=1, seed=8).unseen[:16]
    net = EZ_BACCARAT.pays / 10_000
    sizes = [enumeration.ROOM + len(net), 8 * (enumeration.ROOM + len(net)) + 7]
    for rows in (1, 16):
        for _ in range(50):
            blocks = [np.full(size, np.nan) for size in sizes for _ in range(3)]
            del blocks
            found = np.empty((rows, len(net)))
            enumeration.expected_values(unseen[:rows], enumeration.CHART, net, found)
            assert np.isfinite(found).all()


def test_without_the_compiler_the_odds_have_the_same_bits():
    unseen = simulate.deal(EZ_BACCARAT, shoes=1, seed=7).unseen[::25]
    code = (
        "import sys; from baccarat_env import odds; "
        f"sys.stdout.buffer.write(odds.endings({unseen.tolist()}).tobytes())"
    )
    plain = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        check=True,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
    )
    assert plain.stdout == odds.endings(unseen).tobytes()
