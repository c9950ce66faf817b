"""Rules that public programs got wrong, put in force in the twin: the suite sees each of them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from unittest.mock import patch

import numpy as np
import pytest
from scipy import optimize, stats

from baccarat_env import odds, simulate
from baccarat_env.coup import coup_table, settle
from baccarat_env.game import EZ_BACCARAT
from baccarat_env.rules import POSSIBLE, full_shoe
from baccarat_env.shoe import Shoe, key_of, order
from tests.library.test_odds import EVERYTHING
from tests.support import naive
from tests.support.checks import agrees, joint

EIGHT = naive.deck(8)
CELLS = [(banker, third) for banker in range(8) for third in [*range(10), None]]
ALPHA = 1e-6
PASS = 1e-4


def _name(cell) -> str:
    banker, third = cell
    return f"banker {banker}, {'player stood' if third is None else f'third card {third}'}"


# --- What a wrong rule does to the exact figures ----------------------------------------


@cache
def _chances(rules) -> list[Fraction]:
    return naive.probabilities(EIGHT, rules)


def _rates(rules) -> dict[str, Fraction]:
    """How often Player, Banker, Tie, Dragon 7 and Panda 8 win."""
    chances = _chances(rules)
    bets = ("player", "banker", "tie", "dragon_7", "panda_8")
    return {bet: sum((c for code, c in enumerate(chances)
                      if naive.settle(bet, naive.ending(code), 1) > 0), Fraction(0))
            for bet in bets}  # fmt: skip


def _value(bet, rules=naive.SHEETS, pay=naive.settle) -> Fraction:
    return sum(
        (c * pay(bet, naive.ending(code), 1) for code, c in enumerate(_chances(rules)) if c),
        Fraction(0),
    )


FINGERPRINTS = {
    # P %, B %, T %, Player EV %, Banker EV %, EZ Banker EV %, P(Dragon 7) %, P(Panda 8) %
    "correct": "44.6247 45.8597 9.5156 -1.235 -1.058 -1.018 2.253 3.454",
    "banker looks at Player's total, not the third card": (
        "45.3365 46.0582 8.6054 -0.722 -1.581 -1.728 2.450 3.623"
    ),
    "banker always draws 0-5": "45.3112 45.3112 9.3775 +0.000 -2.266 -2.738 2.738 3.415",
    "banker stands on 4, 5 when Player stands": (
        "45.5910 45.1701 9.2389 +0.421 -2.679 -2.536 2.115 3.454"
    ),
    "banker never draws on 6": "44.6269 45.8448 9.5283 -1.218 -1.074 -1.001 2.219 3.475",
    "naturals not checked": "43.7205 44.9556 11.3239 -1.235 -1.013 -1.018 2.253 3.454",
    "Player draws against a Banker natural": (
        "45.0767 44.5036 10.4198 +0.573 -2.798 -2.827 2.253 3.454"
    ),
    "banker 3 draws against an 8": "44.6344 45.8684 9.4972 -1.234 -1.059 -1.041 2.275 3.438",
    "ten coded 10: banker 4 draws against a ten": (
        "44.7311 45.8251 9.4438 -1.094 -1.197 -1.299 2.393 3.454"
    ),
    "banker 0 stands when Player stands": "45.3765 45.3209 9.3025 +0.056 -2.322 -2.201 2.146 3.454",
}
WRONG_RULES = {"correct": naive.SHEETS} | naive.WRONG_RULES


def test_every_wrong_rule_has_its_fingerprint():
    assert set(FINGERPRINTS) == set(WRONG_RULES)


@pytest.mark.parametrize("rule", FINGERPRINTS)
def test_fingerprint(rule):
    rules = WRONG_RULES[rule]
    rates = _rates(rules)
    values = [_value(bet, rules) for bet in ("player", "banker", "ez_banker")]
    exact = [rates["player"], rates["banker"], rates["tie"], *values, rates["dragon_7"],
             rates["panda_8"]]  # fmt: skip
    for value, printed in zip(exact, FINGERPRINTS[rule].split(), strict=True):
        assert agrees(100 * float(value), printed)


def test_unchecked_naturals_leave_four_expected_values_unchanged_to_the_last_digit():
    wrong = naive.WRONG_RULES["naturals not checked"]
    for bet in ("player", "ez_banker", "dragon_7", "panda_8"):
        assert _value(bet, wrong) == _value(bet)
    assert _rates(wrong)["player"] != _rates(naive.SHEETS)["player"]
    assert _rates(wrong)["tie"] != _rates(naive.SHEETS)["tie"]


# --- What sees a wrong rule -------------------------------------------------------------


@cache
def _tally(rules, shoes: int = 2_500) -> np.ndarray:
    """About 200 000 coups, seed 23, dealt by the compiled dealer under the twin's rules."""
    with patch.object(simulate, "coup_table", lambda: naive.coups_for_the_dealer(rules)):
        return simulate.tally(EZ_BACCARAT, shoes=shoes, seed=23).reshape(-1)


def test_the_right_rules_pass():
    tally = _tally(naive.SHEETS)
    assert 195_000 < tally.sum() < 210_000
    assert joint(tally, odds.endings(full_shoe(8))) > PASS
    assert not tally[~POSSIBLE].any()
    assert odds.combinations(full_shoe(8)).reshape(-1).tolist() == naive.combinations(EIGHT)


@pytest.mark.parametrize("rule", naive.WRONG_RULES)
def test_the_tally_of_a_wrong_rule_is_rejected(rule):
    rules = naive.WRONG_RULES[rule]
    assert joint(_tally(rules), odds.endings(full_shoe(8))) < ALPHA


@pytest.mark.parametrize("rule", naive.WRONG_RULES)
def test_the_whole_numbers_of_a_wrong_rule_differ(rule):
    ours = odds.combinations(full_shoe(8)).reshape(-1).tolist()
    wrong = naive.combinations(EIGHT, naive.WRONG_RULES[rule])
    assert sum(wrong) == sum(ours)
    assert wrong != ours


@pytest.mark.parametrize("rule", naive.WRONG_RULES)
def test_the_table_of_a_wrong_rule_differs(rule):
    assert (naive.coups_for_the_dealer(naive.WRONG_RULES[rule]) != coup_table()).any()


# --- The 88 single wrong cells ----------------------------------------------------------


@cache
def _flipped(cell) -> naive.Rules:
    return naive.flipped(*cell)


@cache
def _float_chances(rules) -> np.ndarray:
    return np.array([float(chance) for chance in _chances(rules)])


def _impossible(rules) -> bool:
    return bool(_float_chances(rules)[~POSSIBLE].any())


def _coups_needed(rules) -> float:
    """Coups until the joint chi-square rejects at ALPHA with power 90 %."""
    right, wrong = _float_chances(naive.SHEETS), _float_chances(rules)
    a_coup = ((wrong - right)[POSSIBLE] ** 2 / right[POSSIBLE]).sum()
    line = stats.chi2.isf(ALPHA, 204)
    distance = optimize.brentq(lambda nc: stats.ncx2.sf(line, 204, nc) - 0.9, 1, 10_000)
    return distance / a_coup


def _coups_for_five_sigma(rules, bets) -> float:
    """Coups until the best of these rates is five standard errors from where it should be."""
    right, wrong = _rates(naive.SHEETS), _rates(rules)
    needed = [
        25 * float(right[bet] * (1 - right[bet]) / (wrong[bet] - right[bet]) ** 2)
        for bet in bets
        if wrong[bet] != right[bet]
    ]
    return min(needed, default=np.inf)


@pytest.mark.parametrize("cell", CELLS, ids=_name)
def test_a_wrong_cell_is_rejected_within_200_000_coups(cell):
    assert joint(_tally(_flipped(cell)), odds.endings(full_shoe(8))) < ALPHA


@pytest.mark.parametrize("cell", CELLS, ids=_name)
def test_a_wrong_cell_changes_table_and_whole_numbers(cell):
    assert (naive.coups_for_the_dealer(_flipped(cell)) != coup_table()).any()
    assert naive.combinations(EIGHT, _flipped(cell)) != naive.combinations(EIGHT)


def test_51_of_the_88_wrong_cells_produce_impossible_endings():
    assert sum(_impossible(_flipped(cell)) for cell in CELLS) == 51


def test_the_other_37_need_no_more_than_200_000_coups():
    silent = [cell for cell in CELLS if not _impossible(_flipped(cell))]
    assert max(_coups_needed(_flipped(cell)) for cell in silent) < 200_000


def test_results_alone_need_more_than_a_million_coups_for_69_of_the_88():
    slow = [
        cell
        for cell in CELLS
        if _coups_for_five_sigma(_flipped(cell), ("player", "banker", "tie")) > 1e6
    ]
    assert len(slow) == 69


def _two_cells(banker, *thirds) -> naive.Rules:
    """The sheets with several cells of one row turned over."""

    def banker_draws(player, total, third):
        right = naive.sheet_banker_draws(player, total, third)
        wrong = player < 8 and total == banker and third in thirds
        return right != wrong

    return naive.Rules(banker_draws=banker_draws)


def _two_digits(value: float) -> float:
    return float(f"{value:.1e}")


@pytest.mark.parametrize(
    ("cell", "by_rates", "jointly"),
    [
        ((6, 6, 7), 4.6e6, 37_000),
        ((4, 1), 4.5e6, 98_000),
        ((3, 8), 12e6, 32_000),
        ((5, 4), 15e6, 93_000),
        ((6, 7), 18e6, 130_000),
    ],
    ids=[
        "6 never draws",
        "4 also draws on 1",
        "3 draws on 8",
        "5 stands on 4",
        "6 draws only on 6",
    ],
)
def test_coups_needed_to_see_one_wrong_cell(cell, by_rates, jointly):
    rules = _two_cells(*cell)
    bets = ("player", "banker", "tie", "dragon_7", "panda_8")
    assert _two_digits(_coups_for_five_sigma(rules, bets)) == by_rates
    assert abs(_coups_needed(rules) / jointly - 1) < 0.02  # the non-central law is approximate


# --- Money ------------------------------------------------------------------------------

EDGES = {
    "player": "1.235081",
    "banker": "1.057906",
    "ez_banker": "1.0183",
    "tie": "14.359629",
    "dragon_7": "7.6113",
    "panda_8": "10.1876",
}


@dataclass(frozen=True)
class House:
    """Who settles: one bet, and all bets of a coup together."""

    settle: naive.Settle = naive.settle
    total: naive.Total | None = None

    def pay(self, stakes, how) -> Fraction:
        if self.total is not None:
            return self.total(stakes, how)
        return sum((self.settle(bet, how, stake) for bet, stake in stakes.items()), Fraction(0))


def _product_total(stakes, how) -> Fraction:
    wagers = [stakes.get(bet, 0) for bet in EVERYTHING.bets]
    return Fraction(int(settle(naive.number(how), wagers, EVERYTHING).sum()), 10_000)


def _product_settle(bet, how, stake) -> Fraction:
    return _product_total({bet: stake}, how)


def broken_laws(house: House) -> set[str]:
    """The laws of money that a house breaks."""
    endings = [naive.ending(int(code)) for code in np.flatnonzero(POSSIBLE)]
    broken = set()
    for bet, edge in EDGES.items():
        if not agrees(-100 * float(_value(bet, pay=house.settle)), edge):
            broken.add(f"published edge of {bet}")
        for how in endings:
            for stake in (1, 3, 10, 77):
                if house.settle(bet, how, 2 * stake) != 2 * house.settle(bet, how, stake):
                    broken.add("doubling the stake doubles the result")
            if not house.settle(bet, how, 1) >= -1:
                broken.add("a bet loses no more than its stake")
    stakes = dict(zip(naive.BETS, (1, 2, 4, 8, 16, 32), strict=True))
    for how in endings:
        if house.pay(stakes, how) != sum(house.settle(*one) for one in _each(stakes, how)):
            broken.add("all bets together pay what each pays alone")
    return broken


def _each(stakes, how):
    return [(bet, how, stake) for bet, stake in stakes.items()]


def test_the_library_breaks_no_law_of_money():
    assert broken_laws(House(_product_settle, _product_total)) == set()


def test_the_twin_breaks_no_law_of_money():
    assert broken_laws(House(naive.settle, naive.total)) == set()


def _settled_twice(bet, how, stake) -> Fraction:
    return 2 * naive.settle(bet, how, stake)


CAUGHT_BY = {
    "ties lose Player and Banker": {
        "published edge of player",
        "published edge of banker",
        "published edge of ez_banker",
    },
    "a push is paid as a win": {
        "published edge of player",
        "published edge of banker",
        "published edge of ez_banker",
    },
    "a losing tie bet returns 0": {"published edge of tie"},
    "9 for 1 is paid 9 to 1": {"published edge of tie"},
    "commission is truncated": {
        "published edge of banker",
        "doubling the stake doubles the result",
    },
    "the stake is returned on top": {f"published edge of {bet}" for bet in EDGES},
    "a bet is settled twice": {f"published edge of {bet}" for bet in EDGES}
    | {"a bet loses no more than its stake"},
}
WRONG_SETTLEMENTS = naive.WRONG_SETTLEMENTS | {"a bet is settled twice": _settled_twice}


@pytest.mark.parametrize("wrong", WRONG_SETTLEMENTS)
def test_a_wrong_settlement_breaks_these_laws(wrong):
    assert broken_laws(House(WRONG_SETTLEMENTS[wrong])) == CAUGHT_BY[wrong]


def test_a_second_side_bet_that_overwrites_the_first_breaks_a_law():
    broken = broken_laws(House(naive.settle, naive.total_overwritten))
    assert broken == {"all bets together pay what each pays alone"}


@pytest.mark.parametrize("wrong", WRONG_SETTLEMENTS)
def test_a_wrong_settlement_pays_another_amount_than_the_library(wrong):
    pays = {
        (bet, code): WRONG_SETTLEMENTS[wrong](bet, naive.ending(code), 1) * 10_000
        for bet in naive.BETS
        for code in np.flatnonzero(POSSIBLE).tolist()
    }
    assert any(
        EVERYTHING.pays[EVERYTHING.index(bet), code] != paid for (bet, code), paid in pays.items()
    )


def test_the_edges_that_give_wrong_payouts_away():
    """9 to 1 instead of 9 for 1 leaves 4.8440 %; a losing Tie that returns 0 earns 76 or 90 %."""
    nine, returned = (
        naive.WRONG_SETTLEMENTS[name]
        for name in ("9 for 1 is paid 9 to 1", "a losing tie bet returns 0")
    )
    unchecked = naive.WRONG_RULES["naturals not checked"]
    assert agrees(-100 * float(_value("tie", pay=nine)), "4.8440")
    assert agrees(100 * float(_value("tie", pay=returned)), "76")
    assert int(100 * float(_value("tie", unchecked, returned))) == 90


# --- Shoes and seeds --------------------------------------------------------------------


def _most_of_a_card(coups) -> int:
    return int(np.bincount([card for coup in coups for card in coup.cards], minlength=52).max())


def test_no_shoe_shows_a_card_more_often_than_it_holds_it():
    for k in range(50):
        assert _most_of_a_card(Shoe(EZ_BACCARAT, order(key_of(24), k))) <= 8


def test_draws_from_an_undepleted_shoe_show_a_card_too_often():
    """The wrong way: every coup from the front of a newly shuffled shoe."""
    shown = [
        _most_of_a_card(
            next(iter(Shoe(EZ_BACCARAT, order(key_of(25), 80 * k + coup)))) for coup in range(80)
        )
        for k in range(10)
    ]
    assert max(shown) > 8


def test_seeds_beyond_32_and_64_bits_are_seeds_of_their_own():
    seeds = [7, 7 + 2**32, 7 + 2**64, 7 + 2**96]
    assert len({order(key_of(seed), 0).tobytes() for seed in seeds}) == len(seeds)


def test_no_two_shoes_of_many_seeds_are_the_same():
    orders = {order(key_of(seed), k, 1).tobytes() for seed in range(100) for k in range(100)}
    assert len(orders) == 10_000
