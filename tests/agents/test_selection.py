"""Selections by script: which bet after which results."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents import make
from agents.systems.selection import SELECTIONS
from baccarat_env import roads
from tests.support.scripted import EVEN_MONEY, run

results = st.text("PBT78", min_size=1, max_size=80)
SIDE = {"P": "P", "B": "B", "7": "B", "8": "P"}


def bets(spec: str, *shoes: str) -> str:
    """The side bet on, coup by coup: P, B or . for none."""
    stakes = run(make(spec), *shoes).stakes
    return "".join(".PB"[int(s[0] + 2 * s[1])] for s in stakes)


@pytest.mark.parametrize(
    ("spec", "shoe", "expected"),
    [
        ("always:bet=player", "PBTPB", "PPPPP"),
        ("always", "PBTPB", "BBBBB"),
        ("follow", "TPTBB7P8", "..PPBBBP"),
        ("opposite", "TPTBB7P8", "..BBPPPB"),
        ("avant_dernier", "PTBBPP", "...PBB"),
        ("opposite_avant_dernier", "PTBBPP", "...BPP"),
        ("ngram:table=PPB/BBP", "PPTBBBPB", "..BB.PP."),
        ("ngram:table=PB", "PBP", ".B."),
        ("follow_run:k=2", "PPTPBBBP", "..PPP.BB"),
        ("fade_run:k=2", "PPTPBBBP", "..BBB.PP"),
        ("follow_run:k=1", "PB", ".P"),
        ("template", "TTTTTTTT", "PBPPBBPB"),
        ("template:pattern=PB,advance=decision", "PTTPTB", "PBBBPP"),
        ("template:pattern=PPB,advance=loss", "PPBTBPB", "PPPPPBP"),
        ("majority:n=3", "PPBTBB", "...PPB"),
        ("majority:n=2", "PPBB", "..P."),
        ("chop_count:threshold=1", "PBPBBBBB", "...BPP.."),
        ("chop_count:threshold=0", "PPB", "..P"),
    ],
)
def test_scripts(spec, shoe, expected):
    assert bets(spec, shoe) == expected


@pytest.mark.parametrize("name", sorted(SELECTIONS.keys() - {"random"}))
def test_a_new_shoe_resets_every_selection(name):
    shoe = "PBBPTBPPPBPB7P8BBBP"
    assert bets(name, shoe, shoe) == 2 * bets(name, shoe)


def test_a_template_that_waits_for_losses_starts_again_with_the_shoe():
    assert bets("template:pattern=PPB,advance=loss", "BBB", "PBB") == "PPBPPP"


@given(results)
def test_ngram_maps_hold_the_simple_selections(shoe):
    for name, table in (
        ("follow", "PP/BB"),
        ("opposite", "PB/BP"),
        ("avant_dernier", "PPP/PBP/BPB/BBB"),
        ("opposite_avant_dernier", "PPB/PBB/BPP/BBP"),
    ):
        assert bets(name, shoe) == bets(f"ngram:table={table}", shoe)
    assert bets("follow_run:k=3", shoe) == bets("ngram:table=PPPP/BBBB", shoe)


@given(results)
def test_chop_count_by_hand(shoe):
    expected, decisions = "", ""
    for result in shoe:
        pairs = pairwise(decisions)
        count = sum(1 if a != b else -1 for a, b in pairs)
        last = decisions[-1:] or "."
        other = {"P": "B", "B": "P"}.get(last, ".")
        expected += other if count > 2 else last if count < -2 else "."
        decisions += SIDE.get(result, "")
    assert bets("chop_count:threshold=2", shoe) == expected


@given(results, st.sampled_from([1, 2, 3]))
def test_derived_road_followers_repeat_the_colour(shoe, k):
    """Each bet is held against the roads themselves, drawn with the bet as the next result."""
    for i, bet in enumerate(bets(f"derived_road:road={k}", shoe)):
        before = "".join(SIDE.get(result, "T") for result in shoe[:i])
        marks = roads.derived_road(before, k=k) if before else ""
        if not marks:
            assert bet == "."
        else:
            assert roads.derived_road(before + bet, k=k)[-2:] == 2 * marks[-1]
    faded = bets(f"derived_road:road={k},fade=true", shoe)
    swap = str.maketrans("PB", "BP")
    assert faded == bets(f"derived_road:road={k}", shoe).translate(swap)


@given(results, st.sampled_from(sorted(SELECTIONS.keys() - {"random", "always", "template"})))
def test_swapping_the_sides_swaps_the_bets(shoe, name):
    swap = str.maketrans("PB", "BP")
    shoe = shoe.translate(str.maketrans("78", "BP"))
    assert bets(name, shoe.translate(swap)) == bets(name, shoe).translate(swap)


def test_coins_are_fair_and_differ_by_table_and_seed():
    shoes = ["T" * 100] * 100
    tossed = {
        seed: run(make("random", seed=seed), *shoes, tables=100).stakes[:, 0].reshape(100, 100)
        for seed in (0, 1)
    }
    heads = np.array([t.sum() for t in tossed.values()])
    assert (abs(heads - 5000) < 4 * 50).all()
    rows = np.concatenate(list(tossed.values()))
    agree = np.corrcoef(rows)[np.triu_indices(200, 1)]
    assert abs(agree).max() < 6 / 10
    assert np.array_equal(
        run(make("random"), *shoes, tables=100).stakes[:, 0].reshape(100, 100), tossed[0]
    )


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("template:pattern=PXB", "pattern='PXB' must be a string of P and B"),
        ("template:advance=win", "advance='win' must be coup, decision or loss"),
        ("ngram:table=PPB/PB", "equally long"),
        ("ngram:table=PPB/PPP", "each pattern once"),
        ("ngram:table=P", "must list 1 to 12 decisions"),
        ("derived_road:road=4", "road=4 must be 1, 2 or 3"),
        ("majority:n=0", "n=0 must be a whole number from 1"),
        ("fade_run:k=0", "k=0 must be a whole number from 1"),
    ],
)
def test_bad_options(spec, sentence):
    with pytest.raises(ValueError, match=sentence):
        make(spec)


def test_a_bet_the_game_does_not_offer():
    with pytest.raises(ValueError, match="offers no bet 'panda'"):
        run(make("always:bet=panda"), "P")
    with pytest.raises(ValueError, match="offers no bet 'banker'"):
        run(make("follow"), "P", game=EVEN_MONEY.without("banker"))
