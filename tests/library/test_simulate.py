"""Whole shoes in bulk: coup by coup the same as one shoe, and on average what the odds say.

Statistical tests pass above p = 1e-5, their seeds are named, and the wrong shuffles at
the end show that the same tests would see a fault.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from numba import njit
from scipy import stats

from baccarat_env import dealer, odds, simulate
from baccarat_env.env import BaccaratEnv
from baccarat_env.game import EZ_BACCARAT, MINI_BACCARAT, MINI_BACCARAT_PASSED_SHOE
from baccarat_env.rules import CARD_VALUE, POSSIBLE, full_shoe
from baccarat_env.shoe import Shoe, fresh_cards, key_of, order
from tests.support import checks, naive, strategies

PASS = 1e-5
FAIL = 1e-9

GAMES = [
    MINI_BACCARAT,
    MINI_BACCARAT_PASSED_SHOE,
    EZ_BACCARAT,
    replace(EZ_BACCARAT, burn=False),
    replace(EZ_BACCARAT, after_cut=0),
    replace(EZ_BACCARAT, after_cut=2, cut=60),
    replace(EZ_BACCARAT, after_cut=104, cut=6),
    replace(MINI_BACCARAT, cut=399),
    *(replace(EZ_BACCARAT, decks=decks) for decks in range(1, 8)),
    replace(EZ_BACCARAT, decks=1, cut=35, after_cut=0),
    replace(EZ_BACCARAT, decks=1, cut=6, burn=False, after_cut=3),
]


# --- One shoe after another -------------------------------------------------------------


def _by_hand(game, shoes, seed, first=0):
    """The same shoes dealt one by one: endings, cards, unseen, shoe, coup."""
    rows = []
    for k in range(first, first + shoes):
        shoe = Shoe(game, order(key_of(seed), k, game.decks))
        number = 0
        while not shoe.over:
            unseen = shoe.unseen.tolist()
            coup = shoe.deal()
            hands = [hand + (-1,) * (3 - len(hand)) for hand in (coup.player, coup.banker)]
            rows.append((coup.ending, [*hands[0], *hands[1]], unseen, k, number))
            number += 1
    return [np.array(column) for column in zip(*rows, strict=True)]


def _same_as_by_hand(game, shoes, seed, first=0):
    asked = {"shoes": shoes, "seed": seed, "first": first}
    endings, cards, unseen, shoe, coup = _by_hand(game, shoes, seed, first)
    bulk = simulate.deal(game, **asked)
    assert (bulk.endings == endings).all()
    assert (bulk.cards == cards).all()
    assert (bulk.unseen == unseen).all()
    assert (bulk.shoe == shoe).all()
    assert (bulk.coup == coup).all()
    tally = simulate.tally(game, **asked)
    assert (tally.reshape(-1) == np.bincount(endings, minlength=400)).all()
    flat = simulate.flat(game, **asked)
    assert (flat.coups == np.bincount(shoe - first, minlength=shoes)).all()
    for k in range(shoes):
        net = game.pays[:, endings[shoe == first + k]].sum(axis=1)
        assert (flat.net[k] == net).all()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name}, {game.procedure}")
def test_bulk_is_shoe_by_shoe_and_coup_by_coup(game):
    _same_as_by_hand(game, shoes=15, seed=11)


@settings(max_examples=50)
@given(strategies.procedures(), strategies.seeds)
def test_bulk_is_shoe_by_shoe_under_any_procedure(procedure, seed):
    _same_as_by_hand(replace(EZ_BACCARAT, **procedure), shoes=3, seed=seed, first=5)


def test_shapes_and_kinds_of_numbers():
    coups = simulate.deal(EZ_BACCARAT, shoes=3, seed=1)
    M = len(coups.endings)
    assert coups.cards.shape == (M, 6)
    assert coups.unseen.shape == (M, 10)
    assert coups.shoe.shape == coups.coup.shape == (M,)
    assert simulate.tally(EZ_BACCARAT, shoes=3, seed=1).shape == (2, 2, 10, 10)
    assert simulate.tally(EZ_BACCARAT, shoes=3, seed=1).dtype == np.int64
    flat = simulate.flat(EZ_BACCARAT, shoes=3, seed=1)
    assert flat.net.shape == (3, 5)
    assert flat.net.dtype == flat.coups.dtype == np.int64


def _bytes(game, **asked):
    coups, flat = simulate.deal(game, **asked), simulate.flat(game, **asked)
    arrays = [*vars(coups).values(), *vars(flat).values(), simulate.tally(game, **asked)]
    return [array.tobytes() for array in arrays]


@pytest.mark.parametrize("batch", [1, 7, 64, 1000])
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_and_batches_change_no_byte(monkeypatch, threads, batch):
    expected = _bytes(EZ_BACCARAT, shoes=101, seed=12, first=3)
    monkeypatch.setattr(simulate, "BATCH", batch)
    assert _bytes(EZ_BACCARAT, shoes=101, seed=12, first=3, threads=threads) == expected


def test_threads_change_no_count_of_a_large_tally():
    once = simulate.tally(EZ_BACCARAT, shoes=50_001, seed=13)
    assert (simulate.tally(EZ_BACCARAT, shoes=50_001, seed=13, threads=3) == once).all()


@pytest.mark.parametrize("cuts", [(0, 1, 40), (0, 39, 40), (0, 13, 20, 40)])
def test_shoes_in_parts_are_the_shoes_at_once(cuts):
    whole = simulate.tally(MINI_BACCARAT, shoes=40, seed=14)
    parts = [
        simulate.tally(MINI_BACCARAT, shoes=end - start, seed=14, first=start)
        for start, end in pairwise(cuts)
    ]
    assert (sum(parts) == whole).all()


def test_seeds_give_different_shoes():
    tallies = {simulate.tally(EZ_BACCARAT, shoes=2, seed=seed).tobytes() for seed in range(50)}
    assert len(tallies) == 50


def test_watch_sees_every_batch_and_can_stop(monkeypatch):
    monkeypatch.setattr(simulate, "BATCH", 10)
    seen = []
    whole = simulate.tally(
        EZ_BACCARAT,
        shoes=25,
        seed=15,
        threads=2,
        watch=lambda done, counts: seen.append((done, int(counts.sum()))),
    )
    assert [done for done, _ in seen] == [10, 20, 25]
    assert seen[-1][1] == whole.sum()
    assert seen[0][1] == simulate.tally(EZ_BACCARAT, shoes=10, seed=15).sum()

    def stop(done, counts):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate.tally(EZ_BACCARAT, shoes=25, seed=15, watch=stop)


# --- Bad input --------------------------------------------------------------------------


@pytest.mark.parametrize("ask", [simulate.tally, simulate.flat, simulate.deal])
@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"shoes": 0}, "shoes=0 must be a whole number from 1 to 1099511627776"),
        ({"shoes": -5}, "shoes=-5 must be a whole number from 1"),
        ({"shoes": 1e6}, "shoes=1000000.0 must be a whole number from 1"),
        ({"shoes": True}, "shoes=True must be a whole number from 1"),
        ({"shoes": 2**41}, "shoes=2199023255552 must be a whole number from 1"),
        ({"shoes": "10"}, "shoes='10' must be a whole number from 1"),
        ({"threads": 0}, "threads=0 must be a whole number from 1"),
        ({"threads": None}, "threads=None must be a whole number from 1"),
        ({"first": -1}, "first=-1 must be a whole number from 0"),
        ({"first": 0.5}, "first=0.5 must be a whole number from 0"),
        ({"seed": -1}, "seed=-1 must be a whole number, zero or above"),
        ({"seed": 1.0}, "seed=1.0 must be a whole number, zero or above"),
        ({"seed": None}, "seed=None must be a whole number, zero or above"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_simulation_that_cannot_be_is_refused(ask, asked, message):
    with pytest.raises(ValueError, match=message):
        ask(EZ_BACCARAT, **{"shoes": 1, "seed": 1} | asked)


# --- Simulation against odds ------------------------------------------------------------


def _first_coups(game, coups, shoes, seed):
    """Tally of the first `coups` coups of each shoe: all shoes have them, so nothing selects."""
    tally = np.zeros(400, dtype=np.int64)
    for first in range(0, shoes, 10_000):
        some = min(10_000, shoes - first)
        dealt = simulate.deal(game, shoes=some, seed=seed, first=first, threads=2)
        tally += np.bincount(dealt.endings[dealt.coup < coups], minlength=400)
    assert tally.sum() == coups * shoes
    return tally


@pytest.mark.parametrize(
    ("decks", "coups", "shoes"), [(8, 60, 120_000), (6, 44, 45_000), (1, 4, 250_000)]
)
def test_endings_come_as_often_as_the_odds_say(decks, coups, shoes):
    """Ten million coups in all, seed 16: 205 endings jointly, zero tolerance for the others."""
    tally = _first_coups(replace(EZ_BACCARAT, decks=decks), coups, shoes, seed=16)
    assert not tally[~POSSIBLE].any()
    assert checks.joint(tally, odds.endings(full_shoe(decks))) > PASS


def test_every_bet_earns_its_expected_value():
    """First 60 coups of 50 000 shoes, seed 17: net a shoe within its own standard error."""
    shoes, coups = 50_000, 60
    net = np.zeros((shoes, 5))
    for first in range(0, shoes, 10_000):
        dealt = simulate.deal(EZ_BACCARAT, shoes=10_000, seed=17, first=first)
        early = dealt.coup < coups
        for b, pays in enumerate(EZ_BACCARAT.pays):
            won = np.bincount(dealt.shoe[early], pays[dealt.endings[early]], minlength=shoes)
            net[:, b] += won[:shoes]
    value = odds.expected_value(full_shoe(8), EZ_BACCARAT) * coups * 10_000
    for b in range(5):
        error = net[:, b].std() / shoes**0.5
        assert checks.normal(net[:, b].mean(), value[b], error) > PASS


def test_deep_in_the_shoe_the_unseen_cards_tell_the_odds():
    """Coups after the 70th of 12 000 shoes, seed 18: results less their exact chances average
    zero, and a shoe whose Dragon 7 is worth more pays more by just as much.
    """
    dealt = simulate.deal(EZ_BACCARAT, shoes=12_000, seed=18)
    deep = dealt.coup >= 70
    value = odds.expected_value(dealt.unseen[deep], EZ_BACCARAT)
    paid = EZ_BACCARAT.pays[:, dealt.endings[deep]].T / 10_000
    surprise = paid - value
    for column in surprise.T:
        assert checks.normal(column.mean(), 0, column.std() / len(column) ** 0.5) > PASS
    slope = stats.linregress(value[:, 3], paid[:, 3])
    assert checks.normal(slope.slope, 1, slope.stderr) > PASS
    assert checks.normal(slope.slope, 0, slope.stderr) < FAIL


# --- The shuffle, and wrong shuffles that the same checks must see -----------------------

PRODUCT, MODULO_8_BITS, MODULO_16_BITS, SWAP_WITH_ANY, NEVER_STAYS, LAST_LEFT_OUT = range(6)
WRONG_SHUFFLES = {
    "modulo of an 8-bit draw": MODULO_8_BITS,
    "modulo of a 16-bit draw": MODULO_16_BITS,
    "swap with any card": SWAP_WITH_ANY,
    "off by one: a card never stays": NEVER_STAYS,
    "off by one: the last card is left out": LAST_LEFT_OUT,
}
CARDS = 416
LAGS = np.array([1, 2, 13, 52])
PAIRS = np.array([0, 1, 207, 414])


@njit
def _wrong(cards, kind):
    n = cards.size
    for i in range(n):
        left = n - i
        if kind == MODULO_8_BITS:
            j = i + np.random.randint(0, 256) % left  # noqa: NPY002 (compiled)
        elif kind == MODULO_16_BITS:
            j = i + np.random.randint(0, 65536) % left  # noqa: NPY002
        elif kind == SWAP_WITH_ANY:
            j = np.random.randint(0, n)  # noqa: NPY002
        elif kind == NEVER_STAYS:
            j = i + np.random.randint(1, left) if left > 1 else i  # noqa: NPY002
        else:
            j = i + np.random.randint(0, max(left - 1, 1))  # noqa: NPY002
        cards[i], cards[j] = cards[j], cards[i]


@njit
def _observe(kind, key, shoes, lags, pairs):
    """Shuffle numbered cards and count: rank by position, ranks of neighbours at four places,
    equal ranks at some distance, and the draws that would give this order.
    """
    np.random.seed(19)  # noqa: NPY002
    cards, where = np.empty(CARDS, np.uint16), np.empty(CARDS, np.int64)
    held = np.empty(CARDS, np.int64)
    ranks = np.zeros((CARDS, 13), np.int64)
    neighbours = np.zeros((pairs.size, 13, 13), np.int64)
    matches = np.zeros((shoes, lags.size))
    draws = np.zeros((CARDS, CARDS), np.int64)
    for k in range(shoes):
        for i in range(CARDS):
            cards[i] = where[i] = held[i] = i
        if kind == PRODUCT:
            dealer.shuffle(cards, key[0], key[1], k)
        else:
            _wrong(cards, kind)
        for i in range(CARDS):
            ranks[i, cards[i] % 13] += 1
            j = where[cards[i]]  # the draw: where the card stood when place i was filled
            draws[i, j - i] += 1
            held[j] = held[i]
            where[held[i]] = j
        for p in range(pairs.size):
            neighbours[p, cards[pairs[p]] % 13, cards[pairs[p] + 1] % 13] += 1
        for lag in range(lags.size):
            for i in range(CARDS - lags[lag]):
                matches[k, lag] += cards[i] % 13 == cards[i + lags[lag]] % 13
    return ranks, neighbours, matches, draws


def _p_values(kind, shoes=60_000):
    """Every check of a shuffle: name to p-value."""
    ranks, neighbours, matches, draws = _observe(kind, key_of(19), shoes, LAGS, PAIRS)
    pair = np.full((13, 13), 32 * 32 / (416 * 415))
    np.fill_diagonal(pair, 32 * 31 / (416 * 415))
    found = {
        "rank by position": checks.uniform_rows(ranks, np.full(13, 1 / 13), 415 / 416),
        "ranks of neighbours": checks.uniform_rows(
            neighbours.reshape(len(PAIRS), -1), pair.reshape(-1)
        ),
    }
    for lag, column in zip(LAGS, matches.T, strict=True):
        found[f"equal ranks {lag} apart"] = checks.normal(
            column.mean(), (416 - lag) * 31 / 415, column.std() / shoes**0.5
        )
    statistic = sum(
        ((draws[i, : 416 - i] - shoes / (416 - i)) ** 2).sum() * (416 - i) / shoes
        for i in range(416)
    )
    found["draws"] = float(stats.chi2.sf(statistic, 416 * 415 // 2))
    for bits in (8, 16, 32):
        share = np.array([2**bits % left / left for left in range(416, 0, -1)])
        low = np.array([draws[i, : 2**bits % (416 - i)].sum() for i in range(416)])
        weight = np.arange(416, 0, -1)
        error = (weight**2 * share * (1 - share) * shoes).sum() ** 0.5
        found[f"draws in the short interval of {bits} bits"] = checks.normal(
            float((weight * low).sum()), float((weight * share * shoes).sum()), error
        )
    return found


def test_the_shuffle_passes_every_check():
    """60 000 shoes, seed 19."""
    found = _p_values(PRODUCT)
    assert min(found.values()) > PASS, found


@pytest.mark.parametrize("wrong", WRONG_SHUFFLES)
def test_a_wrong_shuffle_is_seen_by_the_same_checks(wrong):
    found = _p_values(WRONG_SHUFFLES[wrong])
    assert min(found.values()) < FAIL, found


def test_every_card_reaches_every_place_of_one_deck():
    """52 × 52 cards by places over 100 000 shoes of one deck, seed 20."""
    counts = np.zeros((52, 52), dtype=np.int64)
    places, key = np.arange(52), key_of(20)
    for k in range(100_000):
        counts[places, order(key, k, 1)] += 1
    assert checks.uniform_rows(counts, np.full(52, 1 / 52), 51 / 52) > PASS


# --- A wrong cut, a wrong burn and a clairvoyant bettor ----------------------------------


@pytest.mark.parametrize(
    "wrong",
    [
        {"cut_from_the_front": True},
        {"ten_burns": 0},
        {"exposed_card_is_unseen": True},
        {"burned_cards_are_seen": True},
        {"after_cut": 2},
        {"after_cut": 0},
        {"burn": False},
        {"cut": 15},
    ],
    ids=str,
)
def test_a_wrong_procedure_deals_other_shoes(wrong):
    def dealt(procedure):
        return [
            (unseen, coup.player, coup.banker)
            for k in range(10)
            for unseen, coup in naive.deal_shoe(
                CARD_VALUE[order(key_of(21), k)].tolist(), procedure
            )
        ]

    bulk = simulate.deal(EZ_BACCARAT, shoes=10, seed=21)
    ours = [
        (
            unseen,
            tuple(int(CARD_VALUE[c]) for c in cards[:3] if c >= 0),
            tuple(int(CARD_VALUE[c]) for c in cards[3:] if c >= 0),
        )
        for unseen, cards in zip(bulk.unseen.tolist(), bulk.cards.tolist(), strict=True)
    ]
    assert ours == dealt(naive.Procedure())
    assert ours != dealt(replace(naive.Procedure(), **wrong))


def test_fresh_cards_of_the_tally_are_point_values_of_the_same_order():
    values = CARD_VALUE[fresh_cards(8)]
    dealer.shuffle(values, *key_of(22), np.int64(4))
    assert (values == CARD_VALUE[order(key_of(22), 4)]).all()


# --- Priced -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game",
    [
        EZ_BACCARAT,
        replace(MINI_BACCARAT, decks=1, cut=6, burn=False, after_cut=2),
        replace(EZ_BACCARAT, decks=2, cut=20, after_cut=0),
    ],
    ids=lambda game: game.procedure,
)
def test_priced_coups_are_what_the_environment_shows(game):
    """Observations to the last bit, and the exact values of the same coups."""
    found = simulate.priced(game, shoes=3, seed=12)
    env = BaccaratEnv(game=game)
    m = 0
    for k in range(3):
        seen, _ = env.reset(seed=12) if k == 0 else env.reset()
        over = False
        while not over:
            assert found.shoe[m] == k
            np.testing.assert_array_equal(found.observations[m], seen)
            seen, _, over, _, _ = env.step(np.zeros(len(game.bets), np.int64))
            m += 1
    assert m == len(found.coup)


def test_priced_values_are_the_exact_ones_for_any_number_of_threads():
    dealt = simulate.deal(EZ_BACCARAT, shoes=150, seed=3, first=7)
    one, three = (
        simulate.priced("ez", shoes=150, seed=3, first=7, threads=threads) for threads in (1, 3)
    )
    np.testing.assert_array_equal(one.values, three.values)
    np.testing.assert_array_equal(one.observations, three.observations)
    np.testing.assert_array_equal(one.shoe, dealt.shoe)
    np.testing.assert_array_equal(one.coup, dealt.coup)
    exact = odds.expected_value(dealt.unseen, EZ_BACCARAT)
    np.testing.assert_allclose(one.values, exact, rtol=0, atol=1e-14)


def test_pricing_refuses_what_dealing_refuses():
    with pytest.raises(ValueError, match="threads=0 must be a whole number"):
        simulate.priced("ez", shoes=1, seed=1, threads=0)
    with pytest.raises(ValueError, match="unknown game 'roulette'"):
        simulate.priced("roulette", shoes=1, seed=1)
