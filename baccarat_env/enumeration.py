"""The compiled loops behind `odds`: every ending of a coup, counted from ten counts of cards.

The order in which cards leave the shoe does not change how many
ways there are, so the third cards are dealt first: with third cards y and z out of
the way, an ending needs the number of ways to deal both hands their two cards with
totals p and b from what is left. That number follows from the number of pairs alone.
Write A[v, s] for the cards that make total s with one card of value v, and F[s] for
the ordered pairs with total s. Four cards with totals p and b come in

    W[p, b] = F[p] F[b] - 4 Σ_v n_v A[v, p] A[v, b] + 2 [p = b] F[p]

ways (inclusion and exclusion over the cards the two hands would share), and taking
one card of value z out of the shoe leaves

    W[p, b] - 2 A[z, p] F[b] - 2 A[z, b] F[p] + 8 A[z, p] A[z, b]
            + 4 A[z, p] A[p - z, b] + 4 A[z, b] A[b - z, p] - 8 [p = b] A[z, p].

All of it is whole numbers below 2⁵³ up to eight decks, so the sums are exact in
double precision and only the last division rounds.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import config
from numpy.typing import NDArray

from baccarat_env.compiled import compiled
from baccarat_env.lanes import aligned, eights
from baccarat_env.rules import ENDINGS, POSSIBLE, chart_draws

__all__ = ["CHART", "count_endings", "expected_values"]

kernel = compiled(nogil=True, error_model="numpy")
inlined = compiled(nogil=True, error_model="numpy", inline="always")


class Rules(NamedTuple):
    """What the kernels know of the rules, as arguments, so that no compiled copy goes stale."""

    draws: NDArray[np.float64]
    """1 where Banker draws, `(11, 8)`: Player's third card or, last, stood; Banker's total."""
    possible: NDArray[np.int64]
    """The endings that can happen, `(205,)`."""


CHART = Rules(np.ascontiguousarray(chart_draws.T, dtype=np.float64), np.flatnonzero(POSSIBLE))
for _table in CHART:
    _table.flags.writeable = False

LANES_FINGERPRINT = "4575e8464ad93ddb"
"""The first sixteen digits of the SHA-256 of `lanes.py`, which the kernels inline.

Numba's cache notices changes of this file alone, so this line has to change with that one.
A test holds it.
"""

WIDE = not config.DISABLE_JIT  # type: ignore[attr-defined]
"""Whether compositions are priced eight at a time: compiled code alone has Eights."""

CHANCES, ROOM = 672, 672 + ENDINGS
"""Where the chances of the endings stand in the numbers a composition is priced with; how many."""

# Written once, for numbers. Where `room` holds Eights in place of numbers, the same lines
# price eight compositions side by side. `numbers` are those of `room`, one after the other.


@kernel
def count_endings(counts, chart, chances):
    """Write the probability of each ending into `chances` `(M, 400)` from `counts` `(M, 10)`."""
    if WIDE and counts.shape[0] > 1:
        numbers = aligned(ROOM)
        _write_endings(counts, chart, eights(numbers), numbers, chances)  # type: ignore[call-arg]
    else:
        numbers = np.empty(ROOM)
        _write_endings(counts, chart, numbers, numbers, chances)


@kernel
def expected_values(counts, chart, pays, worth):
    """Write the expected value of every bet, in the unit of `pays` `(B, 400)`, into `worth`
    `(M, B)`, from `counts` `(M, 10)`; zeros where fewer than six cards are left.
    """
    if WIDE and counts.shape[0] > 1:
        numbers = aligned(ROOM + pays.shape[0])
        _write_values(counts, chart, eights(numbers), numbers, pays, worth)  # type: ignore[call-arg]
    else:
        numbers = np.empty(ROOM + pays.shape[0])
        _write_values(counts, chart, numbers, numbers, pays, worth)


@kernel
def _write_endings(counts, chart, room, numbers, chances):
    lanes = numbers.size // room.size
    for start in range(0, counts.shape[0], lanes):
        _lay_out(counts, start, lanes, numbers)
        _find_chances(room, chart)
        for lane in range(min(lanes, counts.shape[0] - start)):
            chances[start + lane] = 0.0
            for e in chart.possible:
                chances[start + lane, e] = numbers[(CHANCES + e) * lanes + lane]


@kernel
def _write_values(counts, chart, room, numbers, pays, worth):
    lanes = numbers.size // room.size
    for start in range(0, counts.shape[0], lanes):
        _lay_out(counts, start, lanes, numbers)
        _find_chances(room, chart)
        _find_values(room[CHANCES:ROOM], chart.possible, pays, room[ROOM:])
        for lane in range(min(lanes, counts.shape[0] - start)):
            enough = counts[start + lane].sum() >= 6
            for b in range(pays.shape[0]):
                worth[start + lane, b] = numbers[(ROOM + b) * lanes + lane] if enough else 0.0


@inlined
def _lay_out(counts, start, lanes, numbers):
    """Put each composition into its lane; six zeros where there is none that could be dealt."""
    for lane in range(lanes):
        m = start + lane
        priced = m < counts.shape[0] and counts[m].sum() >= 6
        for v in range(10):
            numbers[v * lanes + lane] = counts[m, v] if priced else 6.0 * (v == 0)


@inlined
def _find_values(chances, possible, pays, worth):
    """Add up chance × pay over the endings in order, for four bets at a time."""
    last = pays.shape[0] - 1
    for b in range(0, last + 1, 4):
        i, j, k = min(b + 1, last), min(b + 2, last), min(b + 3, last)
        first = second = third = fourth = 0.0 * chances[possible[0]]
        for e in possible:
            chance = chances[e]
            first += chance * pays[b, e]
            second += chance * pays[i, e]
            third += chance * pays[j, e]
            fourth += chance * pays[k, e]
        worth[b], worth[i], worth[j], worth[k] = first, second, third, fourth


@kernel
def _find_chances(room, chart):
    """Write the probability of every possible ending behind the counts that `room` opens with."""
    n = room[:10]
    A = room[10:210].reshape(20, 10)  # rows v and v + 10 are the same: p - z needs no remainder
    F = room[210:220]
    W = room[220:320].reshape(10, 10)  # W of the shoe, and of the shoe less one third card
    V = room[320:384].reshape(8, 8)
    both = room[384:CHANCES].reshape(18, 16)  # both drew: totals before the remainder
    ways = room[CHANCES:ROOM]
    cards = n[0]
    for v in range(1, 10):
        cards = cards + n[v]
    for e in chart.possible:
        ways[e] = 0.0
    for b in range(18):
        for p in range(16):
            both[b, p] = 0.0
    _pairs(n, A, F)
    _two_each(n, A, F, W)
    rest = (cards - 4.0) * (cards - 5.0)
    for p in range(10):
        for b in range(10):
            if p >= 8 or b >= 8 or (p >= 6 and b >= 6):
                ways[p * 10 + b] = W[p, b] * rest
    for y in range(10):
        _two_each_without(y, A, F, W, V)
        _one_third_card(y, n[y] * (cards - 5.0), V, chart.draws, ways)
        first = n[y]
        _take(n, A, F, y)
        _two_third_cards(y, first, n, A, F, V, chart.draws, both)
        _put_back(n, A, F, y)
    for b in range(17):
        for p in range(15):
            ways[300 + _last_digit(p) * 10 + _last_digit(b)] += both[b, p]
    total = cards * (cards - 1.0) * (cards - 2.0) * (cards - 3.0) * rest
    for e in chart.possible:
        ways[e] /= total


@inlined
def _last_digit(total):
    """The remainder by ten of a sum of two digits, without a division."""
    return total if total < 10 else total - 10


@inlined
def _pairs(n, A, F):
    for s in range(10):
        F[s] = 0.0
    for v in range(10):
        for s in range(10):
            A[v, s] = n[s - v if s >= v else s - v + 10]
        A[v, _last_digit(2 * v)] -= 1.0
        for s in range(10):
            A[v + 10, s] = A[v, s]
            F[s] += n[v] * A[v, s]


@inlined
def _take(n, A, F, y):
    for s in range(10):
        F[s] -= 2.0 * A[y, s]
    n[y] -= 1.0
    for v in range(10):
        s = _last_digit(v + y)
        A[v, s] -= 1.0
        A[v + 10, s] -= 1.0


@inlined
def _put_back(n, A, F, y):
    n[y] += 1.0
    for v in range(10):
        s = _last_digit(v + y)
        A[v, s] += 1.0
        A[v + 10, s] += 1.0
    for s in range(10):
        F[s] += 2.0 * A[y, s]


@inlined
def _two_each(n, A, F, W):
    for p in range(10):
        for b in range(p + 1):
            ways = F[p] * F[b]
            for v in range(10):
                ways -= 4.0 * n[v] * A[v, p] * A[v, b]
            W[p, b] = ways
            W[b, p] = ways
        W[p, p] += 2.0 * F[p]


@inlined
def _two_each_without(y, A, F, W, V):
    for p in range(8):
        for b in range(p + 1):
            a, c = A[y, p], A[y, b]
            ways = W[p, b] - 2.0 * (a * F[b] + c * F[p] - 4.0 * a * c)
            ways += 4.0 * (a * A[10 + p - y, b] + c * A[10 + b - y, p])
            V[p, b] = ways
            V[b, p] = ways
        V[p, p] -= 8.0 * A[y, p]


@inlined
def _one_third_card(y, weight, V, draws, ways):
    for p in range(6, 8):
        for b in range(8):
            if draws[draws.shape[0] - 1, b] > 0.0:
                ways[100 + p * 10 + _last_digit(b + y)] += weight * V[p, b]
    for b in range(8):
        if draws[y, b] == 0.0:
            for p in range(6):
                ways[200 + _last_digit(p + y) * 10 + b] += weight * V[p, b]


@inlined
def _two_third_cards(y, first, n, A, F, V, draws, both):
    for b in range(8):
        if draws[y, b] > 0.0:
            for z in range(10):
                weight = first * n[z]
                c = A[z, b]
                half, double = 0.5 * F[b] - 2.0 * c, 4.0 * weight
                for p in range(6):
                    ways = A[z, p] * (A[10 + p - z, b] - half)
                    ways += c * (A[10 + b - z, p] - 0.5 * F[p])
                    both[b + z, p + y] += weight * V[b, p] + double * ways
                if b < 6:
                    both[b + z, b + y] -= 8.0 * weight * c
