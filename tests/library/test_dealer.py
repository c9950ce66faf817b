"""Chance: the stream of random words, the shuffle made of it, and the shoes it must always give."""

from __future__ import annotations

import ast
import builtins
import hashlib
import json
import math
import re
from itertools import islice, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import baccarat_env
from baccarat_env import dealer, enumeration
from baccarat_env.game import EZ_BACCARAT
from baccarat_env.rules import RESULT_OF, RESULTS
from baccarat_env.shoe import Shoe, fresh_cards, key_of, order
from tests import GOLDEN
from tests.support import naive

word = st.integers(0, 2**64 - 1)

# --- The stream -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "key", [(0, 0), (1, 0), (0, 1), (2**64 - 1, 2**64 - 1), (123456789, 987654321)]
)
@pytest.mark.parametrize("shoe", [0, 1, 2**31, 2**32, 2**40])
def test_words_are_numpys_philox_bit_for_bit(key, shoe):
    ours = dealer.words(np.uint64(key[0]), np.uint64(key[1]), shoe, 1001)
    numpys = np.random.Philox(key=np.array(key, np.uint64), counter=shoe << 64).random_raw(1001)
    assert (ours == numpys).all()


@given(word, word, st.integers(0, 2**62), st.integers(1, 40))
def test_words_are_numpys_under_any_key(key0, key1, shoe, count):
    ours = dealer.words(np.uint64(key0), np.uint64(key1), shoe, count)
    assert ours.tolist() == list(islice(naive.numpy_words((key0, key1), shoe), count))


# --- The shuffle ------------------------------------------------------------------------


@given(word, word, st.integers(0, 2**62), st.integers(1, 8))
def test_shuffle_is_the_twin_fed_with_numpys_words(key0, key1, shoe, decks):
    cards = fresh_cards(decks)
    twin = naive.shuffle(cards.tolist(), naive.numpy_words((key0, key1), shoe))
    dealer.shuffle(cards, np.uint64(key0), np.uint64(key1), np.int64(shoe))
    assert cards.tolist() == twin


@pytest.mark.parametrize("seed", range(3))
def test_order_is_the_twin_under_the_key_of_the_seed(seed):
    for k in range(20):
        twin = naive.shuffle(fresh_cards(8).tolist(), naive.numpy_words(key_of(seed), k))
        assert order(key_of(seed), k).tolist() == twin


def test_a_shuffled_point_value_is_the_value_of_the_shuffled_card():
    values = np.array([0, 1, 2, 3] * 13, dtype=np.uint8)
    shuffled = values.copy()
    cards = fresh_cards(1)
    dealer.shuffle(shuffled, np.uint64(1), np.uint64(2), 3)
    dealer.shuffle(cards, np.uint64(1), np.uint64(2), 3)
    assert (shuffled == values[cards]).all()


@pytest.mark.parametrize("bits", [5, 6, 8])
@pytest.mark.parametrize("bounds", [(2,), (3,), (5, 4), (4, 3, 2), (4, 3, 2, 1)])
def test_a_batched_draw_is_even_over_every_word(bounds, bits):
    """Every word once: each outcome equally often, and no more words thrown away than must be."""
    drawn = [naive.batched_draw(word, bounds, bits) for word in range(2**bits)]
    kept = [tuple(draw) for draw in drawn if draw is not None]
    outcomes = set(product(*map(range, bounds)))
    share = 2**bits // len(outcomes)
    assert {outcome: kept.count(outcome) for outcome in outcomes} == dict.fromkeys(outcomes, share)
    assert drawn.count(None) == 2**bits % len(outcomes)


@pytest.mark.parametrize(("bounds", "bits"), [((8, 7, 6, 5), 11), ((12, 11, 10, 9), 14)])
def test_a_batched_draw_of_four_is_even_over_every_word(bounds, bits):
    drawn = [naive.batched_draw(word, bounds, bits) for word in range(2**bits)]
    outcomes = np.prod(bounds)
    codes = [np.ravel_multi_index(draw, bounds) for draw in drawn if draw is not None]
    assert (np.bincount(codes, minlength=outcomes) == 2**bits // outcomes).all()
    assert drawn.count(None) == 2**bits % outcomes > 0


def test_without_the_rejection_a_draw_is_uneven():
    counts = np.zeros(24, dtype=int)
    for word in range(256):
        low, code = word, 0
        for bound in (4, 3, 2, 1):
            high, low = divmod(low * bound, 256)
            code = code * bound + high
        counts[code] += 1
    assert counts.min() < counts.max()


def test_the_words_at_the_edge_of_the_rejection_at_64_bits():
    """The low half that is left is word × ways modulo 2^64, so a word for any edge can be made."""
    bounds = (415, 413, 411, 409)  # odd, so that every low half has its word
    ways = math.prod(bounds)
    threshold = 2**64 % ways
    for low, kept in ((0, False), (threshold - 1, False), (threshold, True), (ways, True)):
        word = low * pow(ways, -1, 2**64) % 2**64
        assert (naive.batched_draw(word, bounds) is not None) == kept


def test_a_shoe_with_a_word_that_is_thrown_away():
    """One shoe in about thirty million meets a word to throw away; this one was searched for."""
    key, k = key_of(1), 71_449_804
    words = list(islice(naive.numpy_words(key, k), 104))
    bounds = [[left, left - 1, left - 2, left - 3] for left in range(416, 0, -4)]
    kept = [naive.batched_draw(*pair) is not None for pair in zip(words, bounds, strict=True)]
    assert kept.index(False) == 13
    assert order(key, k).tolist() == naive.shuffle(
        fresh_cards(8).tolist(), naive.numpy_words(key, k)
    )


# --- Golden shoes -----------------------------------------------------------------------

STORED = GOLDEN / "shoes.json"
SHOES = json.loads(STORED.read_text())


def results(game, cards) -> str:
    """The results of a shoe as a scoreboard shows them."""
    return " ".join(RESULTS[RESULT_OF[coup.ending]] for coup in Shoe(game, cards))


def golden() -> dict:
    """What the golden file must hold. It was written by this function once."""
    first = {}
    for seed in (0, 1, 2**64):
        key = key_of(seed)
        first[str(seed)] = {
            "key": [int(half) for half in key],
            "shoes": [order(key, k).tobytes().hex() for k in range(2)],
            "results": [results(EZ_BACCARAT, order(key, k)) for k in range(2)],
        }
    return {"first shoes": first, "sha256": {str(seed): digest(seed) for seed in range(5)}}


def digest(seed: int) -> str:
    """SHA-256 of the first 1 000 shoes of eight decks of a seed."""
    shoes = hashlib.sha256()
    for k in range(1000):
        shoes.update(order(key_of(seed), k).tobytes())
    return shoes.hexdigest()


@pytest.mark.parametrize("seed", SHOES["first shoes"])
@pytest.mark.parametrize("k", [0, 1])
def test_the_first_shoes_of_three_keys(seed, k):
    pinned = SHOES["first shoes"][seed]
    assert key_of(int(seed)).tolist() == pinned["key"]
    cards = order(key_of(int(seed)), k)
    assert cards.tobytes().hex() == pinned["shoes"][k]
    assert results(EZ_BACCARAT, cards) == pinned["results"][k]


@pytest.mark.parametrize("seed", SHOES["sha256"])
def test_a_thousand_shoes_of_five_keys(seed):
    assert digest(int(seed)) == SHOES["sha256"][seed]


def test_the_golden_file_pins_three_keys_and_five_digests():
    assert len(SHOES["first shoes"]) == 3
    assert len(SHOES["sha256"]) == 5


# --- The compiler's cache ---------------------------------------------------------------

PACKAGE = Path(baccarat_env.__file__).parent
COMPILING = sorted([*PACKAGE.glob("*.py"), *PACKAGE.parent.glob("agents/*.py")])


def _compiled(tree: ast.Module) -> list[ast.FunctionDef]:
    return [
        node
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        and any(
            getattr(decorator, "id", "") in ("kernel", "inlined")
            or re.search("jit|compiled", ast.unparse(decorator))
            for decorator in node.decorator_list
        )
    ]


def _foreign(tree: ast.Module) -> set[str]:
    """Names that come from another file, numpy excepted."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            names |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.Import):
            names |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
    return names - {"np"}


def _reads(function: ast.FunctionDef) -> set[str]:
    """Names a function reads that are neither its own nor Python's."""
    own = {argument.arg for argument in function.args.args}
    read = set()
    for node in ast.walk(ast.Module(function.body, [])):
        if isinstance(node, ast.Name):
            (read if isinstance(node.ctx, ast.Load) else own).add(node.id)
    return read - own - set(dir(builtins))


def _arrays(tree: ast.Module) -> set[str]:
    """Module-level names bound to anything but a literal number, a sum of them or a decorator."""
    names = set()
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AnnAssign):
            targets = [node.target]
        for target in targets:
            text = ast.unparse(node.value)
            if "np." in text and isinstance(target, ast.Name):
                names.add(target.id)
    return names


@pytest.mark.parametrize("path", COMPILING, ids=lambda path: path.name)
def test_a_kernel_reads_nothing_from_another_file(path):
    """Numba notices a change of the kernel's own file only: what it reads must stand there,
    or come as an argument, or the cache on disk goes stale.
    """
    tree = ast.parse(path.read_text())
    inlined = {"aligned", "eights"} if path.name == "enumeration.py" else set()
    foreign = _foreign(tree) - inlined  # held by its fingerprint
    for function in _compiled(tree):
        assert not _reads(function) & foreign, function.name


def test_the_odds_know_the_lanes_they_inline():
    """A change of `lanes.py` shows in `enumeration.py`, or the cache of its kernels goes stale."""
    lanes = (PACKAGE / "lanes.py").read_bytes()
    assert hashlib.sha256(lanes).hexdigest()[:16] == enumeration.LANES_FINGERPRINT


@pytest.mark.parametrize("path", COMPILING, ids=lambda path: path.name)
def test_a_kernel_takes_its_tables_as_arguments(path):
    tree = ast.parse(path.read_text())
    for function in _compiled(tree):
        assert not _reads(function) & _arrays(tree), function.name


def test_the_kernels_are_found():
    found = {
        path.name: len(_compiled(ast.parse(path.read_text()))) for path in PACKAGE.glob("*.py")
    }
    assert found["dealer.py"] > 10
    assert found["enumeration.py"] > 5
    assert {name for name, kernels in found.items() if kernels} == {
        "dealer.py",
        "enumeration.py",
        "growth.py",
        "lanes.py",
    }


if __name__ == "__main__":
    STORED.write_text(json.dumps(golden(), indent=1) + "\n")
