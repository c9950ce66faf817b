"""A shoe and its procedure: burn, cut card, last coup, what is unseen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from baccarat_env.game import EZ_BACCARAT, MINI_BACCARAT
from baccarat_env.rules import CARD_VALUE
from baccarat_env.shoe import Shoe, check_cards, fresh_cards, key_of, order
from tests.support import naive, strategies


def _values(cards):
    return [int(CARD_VALUE[card]) for card in cards]


def _one_by_one(shoe):
    """What was unseen before each coup, and the coup."""
    while not shoe.over:
        unseen = shoe.unseen.tolist()
        yield unseen, shoe.deal()


# --- The order of shoe k ----------------------------------------------------------------


@given(strategies.seeds, st.integers(0, 2**40), st.integers(1, 8))
def test_order_is_a_pure_function_of_key_and_k(seed, k, decks):
    key = key_of(seed)
    before = key.copy()
    first = order(key, k, decks)
    order(key_of(seed + 1), k, decks)
    order(key, k + 1, decks)
    assert (order(key, k, decks) == first).all()
    assert (key == before).all()


@given(strategies.seeds, st.integers(0, 2**40), st.integers(1, 8))
def test_order_holds_every_card_of_every_deck(seed, k, decks):
    assert np.bincount(order(key_of(seed), k, decks), minlength=52).tolist() == [decks] * 52


def test_shoes_of_a_key_and_of_two_keys_differ():
    orders = {order(key_of(seed), k).tobytes() for seed in range(20) for k in range(20)}
    assert len(orders) == 400


def test_the_key_is_numpys_seed_sequence():
    for seed in (0, 1, 2**32, 2**64, 10**30):
        state = np.random.SeedSequence(seed).generate_state(2, np.uint64)
        assert key_of(seed).tolist() == state.tolist()
    assert key_of(np.int64(7)).tolist() == key_of(7).tolist()


def test_fresh_cards_are_whole_decks():
    assert fresh_cards(2).tolist() == [*range(52), *range(52)]


@pytest.mark.parametrize("seed", [-1, 1.0, "1", None, True])
def test_a_seed_is_a_whole_number_zero_or_above(seed):
    with pytest.raises(ValueError, match=f"seed={seed!r} must be a whole number, zero or above"):
        key_of(seed)


def test_a_shoe_before_the_first_is_refused():
    with pytest.raises(ValueError, match="k=-1 must be a whole number from 0 to 9223372036854"):
        order(key_of(1), -1)


@pytest.mark.parametrize("decks", [0, 9, 1.5])
def test_a_shoe_has_one_to_eight_decks(decks):
    with pytest.raises(ValueError, match=f"decks={decks} must be a whole number from 1 to 8"):
        order(key_of(1), 0, decks)
    with pytest.raises(ValueError, match=f"decks={decks} must be a whole number from 1 to 8"):
        replace(EZ_BACCARAT, decks=decks)


# --- Procedure --------------------------------------------------------------------------


@given(strategies.seeds, strategies.procedures())
def test_a_shoe_is_dealt_as_the_twin_deals_it(seed, procedure):
    game = replace(EZ_BACCARAT, **procedure)
    cards = order(key_of(seed), 0, game.decks)
    twin = naive.deal_shoe(_values(cards), naive.Procedure(game.cut, game.after_cut, game.burn))
    ours = [
        (unseen, (tuple(_values(coup.player)), tuple(_values(coup.banker))))
        for unseen, coup in _one_by_one(Shoe(game, cards))
    ]
    assert ours == [(unseen, (coup.player, coup.banker)) for unseen, coup in twin]


@given(strategies.seeds, strategies.procedures())
def test_a_shoe_never_runs_out_of_cards(seed, procedure):
    game = replace(EZ_BACCARAT, **procedure)
    shoe = Shoe(game, order(key_of(seed), 1, game.decks))
    coups = 0
    while not shoe.over:
        before = shoe.undealt
        assert before >= 6
        used = len(shoe.deal().cards)
        assert before - used == shoe.undealt >= 0
        coups += 1
    assert coups >= 1
    assert shoe.undealt < 6 or shoe.behind_cut


@given(strategies.seeds, strategies.procedures())
def test_the_last_coup_is_announced_and_no_other_when_it_is_certain(seed, procedure):
    game = replace(EZ_BACCARAT, **procedure)
    shoe = Shoe(game, order(key_of(seed), 2, game.decks))
    while not shoe.over:
        late = shoe.late + (shoe.undealt <= game.cut)
        left = [shoe.undealt - used for used in (4, 5, 6)]
        certain = all(cards < 6 or (cards <= game.cut and late >= game.after_cut) for cards in left)
        assert shoe.last_coup == certain
        shoe.deal()
        assert shoe.over or not certain


@pytest.mark.parametrize("code", range(13))
def test_the_first_card_is_exposed_and_as_many_as_its_value_are_burned(code):
    cards = np.roll(fresh_cards(8), -code)
    shoe = Shoe(EZ_BACCARAT, cards)
    name = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"][code]
    burned = {"A": 1, "10": 10, "J": 10, "Q": 10, "K": 10}.get(name) or int(name)
    assert shoe.position == 1 + burned
    assert shoe.deal().cards[0] == cards[1 + burned]


def test_without_a_burn_the_first_card_is_players():
    cards = order(key_of(1), 0)
    shoe = Shoe(replace(EZ_BACCARAT, burn=False), cards)
    assert shoe.position == 0
    assert shoe.deal().cards[0] == cards[0]


def test_burned_cards_stay_unseen_and_the_exposed_one_does_not():
    cards = np.roll(fresh_cards(8), -4)  # a five on top
    shoe = Shoe(EZ_BACCARAT, cards)
    expected = naive.deck(8)
    expected[5] -= 1
    assert shoe.unseen.tolist() == expected
    assert shoe.unseen.sum() == shoe.undealt + 5


@pytest.mark.parametrize("after_cut", [0, 1, 2, 5])
def test_as_many_coups_start_behind_the_cut_card_as_the_house_says(after_cut):
    game = replace(EZ_BACCARAT, cut=100, after_cut=after_cut)
    for k in range(20):
        shoe = Shoe(game, order(key_of(3), k))
        behind = 0
        while not shoe.over:
            behind += shoe.undealt <= 100
            shoe.deal()
        assert behind == after_cut == shoe.late


def test_more_coups_after_the_cut_than_there_are_cards_deal_the_shoe_out():
    game = replace(EZ_BACCARAT, cut=6, after_cut=104)
    for k in range(20):
        shoe = Shoe(game, order(key_of(4), k))
        list(shoe)
        assert shoe.undealt < 6


def test_a_coup_that_starts_with_just_the_cut_undealt_is_behind_the_cut_card():
    game = replace(EZ_BACCARAT, decks=1, after_cut=0)
    cards = order(key_of(9), 0, 1)

    def dealt_out(cut):
        shoe = Shoe(replace(game, cut=cut), cards)
        return len(list(shoe)), shoe.undealt

    coups, left = dealt_out(30)
    assert dealt_out(left) == (coups, left)
    assert dealt_out(left - 1)[0] == coups + 1


@pytest.mark.parametrize("decks", range(1, 9))
def test_the_deepest_and_the_shallowest_cut(decks):
    for cut in (6, 52 * decks - 17):
        game = replace(EZ_BACCARAT, decks=decks, cut=cut)
        assert len(list(Shoe(game, order(key_of(5), 0, decks)))) >= 1
    for cut in (5, 52 * decks - 16):
        with pytest.raises(ValueError, match=f"cut={cut} must be a whole number from 6 to "):
            replace(EZ_BACCARAT, decks=decks, cut=cut)


def test_the_shallowest_cut_leaves_a_coup_after_the_longest_burn():
    cards = np.roll(fresh_cards(1), -9)  # a ten: eleven cards leave
    shoe = Shoe(replace(EZ_BACCARAT, decks=1, cut=35, after_cut=0), cards)
    assert shoe.undealt == 41
    assert len(list(shoe)) >= 1


def test_coups_of_a_shoe_at_the_published_procedure():
    """Jacobson: 81.28 coups a shoe at cut 14, 80.88 at 16; ± 4 standard errors, seed 6."""
    for cut, published in ((14, 81.28), (16, 80.88)):
        game = replace(EZ_BACCARAT, cut=cut)
        coups = [len(list(Shoe(game, order(key_of(6), k)))) for k in range(400)]
        assert abs(np.mean(coups) - published) < 4 * np.std(coups) / 20


def test_a_shoe_that_is_over_deals_nothing():
    shoe = Shoe(MINI_BACCARAT, order(key_of(1), 0))
    list(shoe)
    position = shoe.position
    with pytest.raises(ValueError, match=f"the shoe is over with {416 - position} cards left"):
        shoe.deal()
    assert shoe.position == position


# --- A shoe given card by card ----------------------------------------------------------


def test_the_front_of_a_shoe_will_do_and_the_rest_is_unseen():
    cards = order(key_of(7), 0)[:100]
    shoe = Shoe(EZ_BACCARAT, cards)
    assert shoe.unseen.sum() == 415
    list(shoe)
    assert 0 <= shoe.undealt <= 14
    assert shoe.unseen.sum() >= 316


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ([52] + [0] * 60, "card code 52 in a shoe must be from 0 to 51"),
        ([-1] + [0] * 60, "card code -1 in a shoe must be from 0 to 51"),
        ([3] * 9 + list(range(52)), "card 3 stands 10 times in a shoe of 8 decks: at most 8"),
        ([300] * 60, "card code 300 in a shoe"),
        (list(range(30)), "a shoe of 30 cards leaves no coup before the cut: .* at least 31"),
        ([], "a list of card codes"),
        ([1.0] * 60, "a shoe must be a list of card codes from 0 to 51"),
        ("A23", "a shoe must be a list of card codes from 0 to 51"),
        ([[1, 2], [3, 4]], "a shoe must be a list of card codes from 0 to 51"),
        (7, "a shoe must be a list of card codes from 0 to 51"),
        (None, "a shoe must be a list of card codes from 0 to 51"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_shoe_that_cannot_be_is_refused(cards, message):
    with pytest.raises(ValueError, match=message):
        check_cards(cards, EZ_BACCARAT)
    with pytest.raises(ValueError, match=message):
        Shoe(EZ_BACCARAT, cards)


def test_too_many_of_a_card_depends_on_the_decks():
    cards = np.tile(np.arange(52), 6)
    assert check_cards(cards, replace(EZ_BACCARAT, decks=6)).size == 312
    with pytest.raises(ValueError, match="card 0 stands 6 times in a shoe of 5 decks: at most 5"):
        check_cards(cards, replace(EZ_BACCARAT, decks=5))


def test_iterating_deals_what_deal_deals():
    cards = order(key_of(8), 0)
    shoe = Shoe(EZ_BACCARAT, cards)
    dealt = []
    while not shoe.over:
        dealt.append(shoe.deal())
    assert dealt == list(Shoe(EZ_BACCARAT, cards))
