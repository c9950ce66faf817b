"""Every compiled loop that shuffles, burns, deals, settles and shows N tables.

A table is one record of `TABLE`; all loops take an array of them, so that one
table and ten thousand run the same code. The rules arrive as arguments (`coups`,
`values`, `pays`): nothing here knows them. Kernels validate nothing.

Chance enters by one door, `shuffle`: the order of shoe k under a 128-bit key is a
pure function of both. It is numpy's Philox4x64-10 with that key and the counter
(block, k, 0, 0), so that no two shoes of a key and no two keys share a block.
Not for wagering: the generator is fast and even, not secret.

Sources: Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3"
(SC 2011) for Philox; Lemire, "Fast random integer generation in an interval" (ACM
TOMACS 29, 2019) and Brackett-Rozinsky and Lemire, "Batched ranged random integer
generation" (2024) for unbiased bounded draws, here four from each 64-bit word;
Fisher and Yates for the shuffle.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import config, types
from numba.extending import intrinsic

from baccarat_env.compiled import compiled

MAX_CARDS = 416
MAX_COUPS = 104

TABLE = np.dtype(
    [
        ("key", np.uint64, 2),  # of the shoes at this table
        ("shoe", np.int64),  # index of the shoe on the table under that key
        ("bankroll", np.int64),  # basis points of a chip; unused without one
        ("cut", np.int16),  # cards behind the cut card of this shoe
        ("decks", np.int16),  # of this shoe
        ("length", np.int16),  # cards in the shoe when it was opened
        ("position", np.int16),  # cards that have left it, burned ones included
        ("late", np.int16),  # coups that started behind the cut card
        ("coups", np.int16),  # coups dealt from it
        ("ending", np.int16),  # of the last coup; NO_ENDING before the first
        ("unseen", np.int16, 10),  # cards nobody has seen, by point value
        ("coup", np.int8, 6),  # last coup: Player's three cards, Banker's three, -1 if not drawn
        ("results", np.int8, MAX_COUPS),  # index into RESULTS of each coup of this shoe
        ("cards", np.uint8, MAX_CARDS),  # card codes in dealing order, burned ones included
    ],
    align=True,
)
"""One table: its shoe, what has been seen of it, its last coup, its bankroll."""

TERMS = np.dtype(
    [
        ("after_cut", np.int64),
        ("cards", np.int64),  # in the largest fresh shoe
        ("information", np.int64),  # NONE, RESULTS, SHOWN, COUNT or COMPOSITION
        ("history", np.int64),
        ("count_scale", np.float64),
        ("start", np.int64),  # bankroll at the start of an episode, basis points; 0: none
        ("smallest", np.int64),  # chip, basis points
        ("side_requires_main", np.bool_),
        ("reward", np.int64),  # SAMPLED, EXPECTED, LOG or GROWTH
        ("reward_scale", np.float64),
        ("max_coups", np.int64),  # 0: no limit
    ],
    align=True,
)
"""The terms of play that the kernels need, as one record."""

NONE, RESULTS, SHOWN, COUNT, COMPOSITION = range(5)
SAMPLED, EXPECTED, LOG, GROWTH = range(4)
MAIN, SIDE = 1, 2

CARDS, UNSEEN = 0, 6
ENDING, UNDEALT, SHOE, COUPS_DEALT, BANKROLL = range(16, 21)
STAKES = 21
"""Columns of a ledger, one row a table of whole numbers: the cards of the last coup (6), the
unseen composition (10), five numbers, then for each bet its stake in chips, then the net
result of the stakes, then what every bet paid on a chip, both in basis points (3 B)."""

ENDING_BITS = 9
"""`coups` holds ending | cards dealt << ENDING_BITS for every (P, B, fifth, sixth card)."""

_ENDING_MASK = (1 << ENDING_BITS) - 1
ROUNDING = 1e-6
"""What an action from -1 to 1 may pass its bounds by: wrappers round in 32 bits."""

_BASIS_POINTS = 10_000
_NO_ENDING = 400

kernel = compiled(nogil=True, error_model="numpy")
inlined = compiled(nogil=True, error_model="numpy", inline="always")


# --- Chance ----------------------------------------------------------------------------


def _wide_product(typing_context: Any, a: Any, b: Any) -> Any:  # noqa: ARG001 (numba's signature)
    """Multiply two 64-bit words into (high word, low word)."""
    signature = types.UniTuple(types.uint64, 2)(types.uint64, types.uint64)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        wide, word = ir.IntType(128), ir.IntType(64)
        left, right = (builder.zext(argument, wide) for argument in arguments)
        product = builder.mul(left, right)
        high = builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), word)
        return context.make_tuple(
            builder, signature.return_type, (high, builder.trunc(product, word))
        )

    return signature, generate


def _multiply_in_python(a: Any, b: Any) -> tuple[np.uint64, np.uint64]:
    """Do the same where nothing is compiled."""
    product = int(a) * int(b)
    return np.uint64(product >> 64), np.uint64(product & 0xFFFF_FFFF_FFFF_FFFF)


_PLAIN: bool = config.DISABLE_JIT  # type: ignore[attr-defined]
_multiply: Any = _multiply_in_python if _PLAIN else intrinsic(_wide_product)


@inlined
def _philox(key0, key1, block, shoe):
    """Four random words: block `block` (from 1) of the stream of a shoe."""
    x0, x1, x2, x3 = block, shoe, np.uint64(0), np.uint64(0)
    for _ in range(10):
        high0, low0 = _multiply(np.uint64(0xD2E7470EE14C6C93), x0)
        high1, low1 = _multiply(np.uint64(0xCA5A826395121157), x2)
        x0, x1, x2, x3 = high1 ^ x1 ^ key0, low1, high0 ^ x3 ^ key1, low0
        key0 += np.uint64(0x9E3779B97F4A7C15)
        key1 += np.uint64(0xBB67AE8584CAA73B)
    return x0, x1, x2, x3


@kernel
def words(key0, key1, shoe, count):
    """Write out the first `count` words of a shoe's stream, to be held against numpy's."""
    stream = np.empty(count, np.uint64)
    for i in range(0, count, 4):
        block = _philox(key0, key1, np.uint64(i // 4 + 1), np.uint64(shoe))
        for j in range(min(4, count - i)):
            stream[i + j] = block[j]
    return stream


@kernel
def shuffle(cards, key0, key1, shoe):
    """Put `cards` into the order of shoe `shoe`; their number must be a multiple of four.

    Fisher-Yates from the front: card i is swapped with one of the i-th to the last.
    Each word gives four draws, from n, n - 1, n - 2 and n - 3 places; a word whose
    remainder falls in the short last interval is thrown away, which keeps all equally likely.
    """
    one = np.uint64(1)
    block = np.uint64(0)
    i = 0
    while i < cards.size:
        block += one
        for low in _philox(key0, key1, block, np.uint64(shoe)):
            if i == cards.size:
                break
            n0 = np.uint64(cards.size - i)
            n1, n2, n3 = n0 - one, n0 - np.uint64(2), n0 - np.uint64(3)
            j0, low = _multiply(low, n0)
            j1, low = _multiply(low, n1)
            j2, low = _multiply(low, n2)
            j3, low = _multiply(low, n3)
            ways = n0 * n1 * n2 * n3
            if low < ways and low < (np.uint64(0) - ways) % ways:
                continue
            a, b, c, d = (
                i + np.int64(j0),
                i + 1 + np.int64(j1),
                i + 2 + np.int64(j2),
                i + 3 + np.int64(j3),
            )
            cards[i], cards[a] = cards[a], cards[i]
            cards[i + 1], cards[b] = cards[b], cards[i + 1]
            cards[i + 2], cards[c] = cards[c], cards[i + 2]
            cards[i + 3], cards[d] = cards[d], cards[i + 3]
            i += 4


# --- The end of a shoe -----------------------------------------------------------------
#
# Written once: the environments, dealt shoes, seats and tables all call these two, with
# numbers or with arrays.


@inlined
def over(undealt, late, cut, after_cut):
    """Say whether no further coup starts: too few cards, or `late` coups started behind the cut."""
    return (undealt < 6) | ((undealt <= cut) & (late >= after_cut))


@inlined
def known_last(undealt, late, cut, after_cut):
    """Say whether the coming coup is known to be the last: it takes at least four cards."""
    started = late + (undealt <= cut)
    return (undealt < 10) | ((undealt - 4 <= cut) & (started >= after_cut))


# --- Whole shoes in bulk ---------------------------------------------------------------


@inlined
def _burned(value):
    """Cards that leave the shoe before the first coup, from the value of the exposed card."""
    return 1 + (value if value > 0 else 10)


@inlined
def _coup(values, i, coups, mod_ten):
    """Look up the coup whose first card is `values[i]`: ending and number of cards in one."""
    player = mod_ten[np.int64(values[i]) + np.int64(values[i + 2])]
    banker = mod_ten[np.int64(values[i + 1]) + np.int64(values[i + 3])]
    fifth, sixth = np.int64(values[i + 4]), np.int64(values[i + 5])
    return np.int64(coups[player * 1000 + banker * 100 + fifth * 10 + sixth])


@inlined
def _shuffled(values, fresh, key, shoe, burn):
    values[:] = fresh
    shuffle(values, key[0], key[1], shoe)
    return _burned(np.int64(values[0])) if burn else 0


@kernel
def tally_shoes(fresh, key, first, last, coups, mod_ten, most, cut, after_cut, burn, counted):
    """Add the endings of shoes `first` to `last` - 1 to `counted` `(512,)`.

    Of each shoe the first `most` coups. `fresh` holds point values. Two shoes are dealt
    side by side, so that the processor works on one while it waits for the other.
    """
    left, right = fresh.copy(), fresh.copy()
    size = fresh.size
    for shoe in range(first, last, 2):
        i = _shuffled(left, fresh, key, shoe, burn)
        dealt = 0
        if shoe + 1 < last:
            j = _shuffled(right, fresh, key, shoe + 1, burn)
            while size - i > cut and size - j > cut and dealt < most:
                one, other = _coup(left, i, coups, mod_ten), _coup(right, j, coups, mod_ten)
                counted[one & _ENDING_MASK] += 1
                counted[other & _ENDING_MASK] += 1
                i += one >> ENDING_BITS
                j += other >> ENDING_BITS
                dealt += 1
            _finish(right, j, coups, mod_ten, most - dealt, cut, after_cut, counted)
        _finish(left, i, coups, mod_ten, most - dealt, cut, after_cut, counted)


@kernel
def _finish(values, i, coups, mod_ten, most, cut, after_cut, counted):
    """Deal a shoe on from card i, at most `most` coups."""
    late = 0
    while most > 0 and not over(values.size - i, late, cut, after_cut):
        late += values.size - i <= cut
        coup = _coup(values, i, coups, mod_ten)
        counted[coup & _ENDING_MASK] += 1
        i += coup >> ENDING_BITS
        most -= 1


@kernel
def settle_shoes(fresh, key, first, last, coups, mod_ten, pays, cut, after_cut, burn, net, dealt):
    """Write what one chip on every bet of every coup wins in each shoe into `net` `(S, B)`, in
    basis points, and the coups of each shoe into `dealt` `(S,)`. `fresh` holds point values.
    """
    values = fresh.copy()
    for shoe in range(first, last):
        i = _shuffled(values, fresh, key, shoe, burn)
        row = shoe - first
        late = 0
        while not over(values.size - i, late, cut, after_cut):
            late += values.size - i <= cut
            coup = _coup(values, i, coups, mod_ten)
            for b in range(pays.shape[0]):
                net[row, b] += pays[b, coup & _ENDING_MASK]
            i += coup >> ENDING_BITS
            dealt[row] += 1


@kernel
def deal_shoes(fresh, key, first, last, values, coups, mod_ten, cut, after_cut, burn, out):
    """Deal every coup of shoes `first` to `last` - 1 into `out`; return how many.

    `fresh` holds card codes. `out` is (endings, cards, unseen, shoe, coup), the
    composition being what was unseen before the coup.
    """
    endings, dealt, unseen, shoe_index, coup_index = out
    cards, points = fresh.copy(), np.empty(fresh.size, np.uint8)
    left = np.empty(10, np.int64)
    row = 0
    for shoe in range(first, last):
        i = _shuffled(cards, fresh, key, shoe, False)
        left[:] = 0
        for j in range(cards.size):
            points[j] = values[cards[j]]
            left[points[j]] += 1
        if burn:
            i = _burned(np.int64(points[0]))
            left[points[0]] -= 1
        late = 0
        number = 0
        while not over(cards.size - i, late, cut, after_cut):
            late += cards.size - i <= cut
            coup = _coup(points, i, coups, mod_ten)
            endings[row] = coup & _ENDING_MASK
            for v in range(10):
                unseen[row, v] = left[v]
            _lay_out(cards, i, endings[row], dealt[row])
            for j in range(i, i + (coup >> ENDING_BITS)):
                left[points[j]] -= 1
            shoe_index[row], coup_index[row] = shoe, number
            i += coup >> ENDING_BITS
            number += 1
            row += 1
    return row


@inlined
def _lay_out(cards, i, ending, hands):
    """Write Player's and Banker's cards of the coup that starts at card i into `hands` `(6,)`."""
    player_drew, banker_drew = ending // 200, ending // 100 % 2
    hands[0], hands[1] = cards[i], cards[i + 2]
    hands[3], hands[4] = cards[i + 1], cards[i + 3]
    hands[2] = cards[i + 4] if player_drew else -1
    hands[5] = cards[i + 4 + player_drew] if banker_drew else -1


# --- Tables ----------------------------------------------------------------------------


@kernel
def draw_procedure(tables, rows, spans):
    """Draw the cut and the decks of the shoe on every table marked in `rows` `(N,)`.

    `spans` `(2, 2)` holds the fewest and the most of each. The words are those of block 0 of
    the shoe's stream, which the shuffle leaves alone.
    """
    fixed = spans[0, 0] == spans[0, 1] and spans[1, 0] == spans[1, 1]
    for n in range(tables.shape[0]):
        if rows[n]:
            table = tables[n]
            table.cut = spans[0, 0]
            table.decks = spans[1, 0]
            if not fixed:
                w0, w1, w2, w3 = _philox(
                    table.key[0], table.key[1], np.uint64(0), np.uint64(table.shoe)
                )
                table.cut += _evenly(w0, w1, spans[0, 1] - spans[0, 0] + 1)
                table.decks += _evenly(w2, w3, spans[1, 1] - spans[1, 0] + 1)


@inlined
def _evenly(word, other, n):
    """Draw from 0 to n - 1 with a word, or the `other` where the first would be uneven."""
    ways = np.uint64(n)
    drawn, low = _multiply(word, ways)
    if low < (np.uint64(0) - ways) % ways:
        drawn, low = _multiply(other, ways)
    return np.int64(drawn)


@kernel
def shuffle_tables(tables, rows, fresh):
    """Put a shuffled shoe on every marked table: of `fresh` card codes, deck after deck, the
    first `decks`.
    """
    for n in range(tables.shape[0]):
        if rows[n]:
            table = tables[n]
            size = 52 * np.int64(table.decks)
            cards = table.cards[:size]
            cards[:] = fresh[:size]
            shuffle(cards, table.key[0], table.key[1], table.shoe)
            table.length = size


@kernel
def open_tables(tables, rows, deck, values, burn, start):
    """Begin the shoes on the marked tables: nothing seen of their decks of `deck` `(10,)`, first
    card exposed and as many burned as it says, bankroll back at `start`.
    """
    for n in range(tables.shape[0]):
        if rows[n]:
            table = tables[n]
            for v in range(10):
                table.unseen[v] = deck[v] * table.decks
            table.position = 0
            if burn:
                exposed = np.int64(values[table.cards[0]])
                table.unseen[exposed] -= 1
                table.position = _burned(exposed)
            for i in range(6):
                table.coup[i] = -1
            table.late = 0
            table.coups = 0
            table.ending = _NO_ENDING
            table.bankroll = start


@kernel
def deal(tables, rows, values, coups, result_of):
    """Deal one coup on every marked table."""
    for n in range(tables.shape[0]):
        if not rows[n]:
            continue
        table = tables[n]
        cards = table.cards
        i = np.int64(table.position)
        v0, v1 = np.int64(values[cards[i]]), np.int64(values[cards[i + 1]])
        v2, v3 = np.int64(values[cards[i + 2]]), np.int64(values[cards[i + 3]])
        v4, v5 = np.int64(values[cards[i + 4]]), np.int64(values[cards[i + 5]])
        player, banker = (v0 + v2) % 10, (v1 + v3) % 10
        coup = np.int64(coups[player * 1000 + banker * 100 + v4 * 10 + v5])
        ending, used = coup & _ENDING_MASK, coup >> ENDING_BITS
        for v in (v0, v1, v2, v3):
            table.unseen[v] -= 1
        if used > 4:
            table.unseen[v4] -= 1
        if used > 5:
            table.unseen[v5] -= 1
        _lay_out(cards, i, ending, table.coup)
        table.results[table.coups] = result_of[ending]
        table.late += table.length - i <= table.cut
        table.ending = ending
        table.position = i + used
        table.coups += 1


@kernel
def read_combination(actions, levels, chips, ledger):
    """Write the stakes that actions `(N, B)` want into the ledger; return the first row that is
    out of range, or -1. Bet b has `levels[b]` levels; `chips` `(B, L)` holds each one's stake.
    """
    for n in range(actions.shape[0]):
        for b in range(levels.size):
            if not 0 <= actions[n, b] < levels[b]:
                return n
            ledger[n, STAKES + b] = chips[b, actions[n, b]]
    return -1


@kernel
def read_single(actions, table, ledger):
    """Read actions `(N, 1)` as above: each is a row of the stake `table` `(A, B)`."""
    for n in range(actions.shape[0]):
        if not 0 <= actions[n, 0] < table.shape[0]:
            return n
        for b in range(table.shape[1]):
            ledger[n, STAKES + b] = table[actions[n, 0], b]
    return -1


@kernel
def read_continuous(actions, largest, ledger):
    """Read actions `(N, B)` from -1 to 1 as above: each is a part of the `largest` `(B,)` stake."""
    for n in range(actions.shape[0]):
        for b in range(largest.size):
            if not -1.0 - ROUNDING <= actions[n, b] <= 1.0 + ROUNDING:
                return n
            stake = np.rint(min(max(actions[n, b], 0.0), 1.0) * largest[b])
            ledger[n, STAKES + b] = np.int64(stake)
    return -1


@kernel
def settle(tables, rows, pays, kinds, worth, terms, ledger, rewards, done):
    """Place the stakes that the ledger wants, settle them by the last ending, say who is done.

    `pays` `(400, B)`; `kinds` `(B,)` MAIN, SIDE or 0; `worth` `(N, B)` the exact expected
    value of a chip before the coup, used by the expected reward alone. Written: the
    ledger's stakes (now those placed), net and paid columns, `rewards` `(N,)` and `done`
    `(2, N)`, terminated and truncated. Rows that are not marked get zeros, and the growth
    that is expected, which needs all endings, is for the caller to add.
    """
    rule = terms[0]
    start, smallest, max_coups = rule.start, rule.smallest, rule.max_coups
    reward, scale = rule.reward, rule.reward_scale
    refuse = rule.side_requires_main
    bets = kinds.size
    net, paid = STAKES + bets, STAKES + 2 * bets
    for n in range(tables.shape[0]):
        table = tables[n]
        row = ledger[n]
        rewards[n] = 0.0
        done[0, n] = False
        done[1, n] = False
        if not rows[n]:
            row[STAKES:] = 0
            if reward == EXPECTED:
                worth[n] = 0.0
            continue
        if start > 0 or refuse:
            _place(row, table.bankroll, kinds, start > 0, refuse)
        ending = table.ending
        result = np.int64(0)
        for b in range(bets):
            pay = pays[ending, b]
            won = row[STAKES + b] * pay
            row[net + b] = won
            row[paid + b] = pay
            result += won
        before = table.bankroll
        if start > 0:
            table.bankroll = before + result
        if reward == SAMPLED:
            rewards[n] = scale * (result / _BASIS_POINTS)
        elif reward == EXPECTED:
            expected = 0.0
            for b in range(bets):
                expected += row[STAKES + b] * worth[n, b]
            rewards[n] = scale * expected
        elif reward == LOG:
            rewards[n] = scale * np.log(max(table.bankroll, 1) / before)
        ruined = start > 0 and table.bankroll < smallest
        reached = max_coups > 0 and table.coups >= max_coups
        ended = over(table.length - table.position, table.late, table.cut, rule.after_cut)
        done[0, n] = ended or ruined or (reached and max_coups == 1)
        done[1, n] = reached and not done[0, n]


@kernel
def _place(row, bankroll, kinds, finite, side_requires_main):
    """Place a ledger row's stakes in the order of the bets while they fit; refuse the rest."""
    if side_requires_main:
        _refuse_side(row, kinds)
    if finite:
        left = bankroll
        for b in range(kinds.size):
            stake = row[STAKES + b] * _BASIS_POINTS
            if stake > left:
                left = 0
                row[STAKES + b] = 0
            else:
                left -= stake
        if side_requires_main:
            _refuse_side(row, kinds)


@kernel
def _refuse_side(row, kinds):
    """Refuse the side stakes of a ledger row unless it has a stake on Player or Banker."""
    opened = False
    for b in range(kinds.size):
        opened |= kinds[b] == MAIN and row[STAKES + b] > 0
    if not opened:
        for b in range(kinds.size):
            if kinds[b] == SIDE:
                row[STAKES + b] = 0


@kernel
def play(tables, rows, values, coups, result_of, pays, kinds, worth, terms, ledger, rewards, done):
    """Deal one coup on every marked table and settle it: `deal`, then `settle`."""
    deal(tables, rows, values, coups, result_of)
    settle(tables, rows, pays, kinds, worth, terms, ledger, rewards, done)


@kernel
def observe(tables, deck, values, tags, terms, seen):
    """Write what a bettor at each table observes into `seen` `(N, D)`.

    `deck` `(10,)` is the composition of one deck, `values` the point value of each card
    code, `tags` `(10,)` are the count's.
    """
    rule = terms[0]
    information, start = rule.information, rule.start
    width = seen.shape[1]
    usual = np.empty(10)
    for v in range(10):
        usual[v] = 40.0 * deck[v] / 52
    for n in range(tables.shape[0]):
        table = tables[n]
        if information == COMPOSITION:
            _see_composition(table, usual, rule, seen[n])
        elif information == COUNT:
            _see_count(table, deck, tags, rule, seen[n])
        elif information == SHOWN:
            _see_shown(table, values, rule, seen[n])
        else:
            _see_results(table, rule.history if information == RESULTS else 0, seen[n])
        if start > 0:
            seen[n, width - 1] = table.bankroll / (table.bankroll + start)


@inlined
def _see_composition(table, usual, rule, seen):
    cards = 0
    for v in range(10):
        cards += table.unseen[v]
    scale = 40.0 / cards if cards else 0.0
    for v in range(10):
        gap = table.unseen[v] * scale - usual[v] if cards else 0.0
        seen[v] = min(max(gap, -10.0), 10.0)
    seen[10] = (table.length - table.position) / rule.cards
    seen[11] = 26.0 / max(cards, 26)
    undealt = table.length - table.position
    seen[12] = known_last(undealt, table.late, table.cut, rule.after_cut)


@inlined
def _see_count(table, deck, tags, rule, seen):
    cards = 0
    running = 0.0
    for v in range(10):
        cards += table.unseen[v]
        running += tags[v] * (deck[v] * table.decks - table.unseen[v])
    true = running * rule.cards / 2 / cards if cards else 0.0
    seen[0] = min(max(running / rule.count_scale, -10.0), 10.0)
    seen[1] = min(max(true / rule.count_scale, -10.0), 10.0)
    seen[2] = (table.length - table.position) / rule.cards


@inlined
def _see_shown(table, values, rule, seen):
    """The cards shown since the last look: those of the coup, or the exposed first card."""
    for v in range(10):
        seen[v] = 0.0
    for i in range(6):
        if table.coup[i] >= 0:
            seen[values[table.coup[i]]] += 1.0
    if table.coups == 0 and table.position > 0:
        seen[values[table.cards[0]]] = 1.0
    seen[10] = (table.length - table.position) / rule.cards
    seen[11] = table.coups == 0


@inlined
def _see_results(table, history, seen):
    for d in range(seen.size):
        seen[d] = 0.0
    for back in range(min(history, table.coups)):
        seen[back * 5 + table.results[table.coups - 1 - back]] = 1.0


@kernel
def tell(tables, ledger):
    """Write each table's last coup, unseen composition and numbers into the ledger."""
    for n in range(tables.shape[0]):
        table = tables[n]
        for i in range(6):
            ledger[n, CARDS + i] = table.coup[i]
        for v in range(10):
            ledger[n, UNSEEN + v] = table.unseen[v]
        ledger[n, ENDING] = table.ending
        ledger[n, UNDEALT] = table.length - table.position
        ledger[n, SHOE] = table.shoe
        ledger[n, COUPS_DEALT] = table.coups
        ledger[n, BANKROLL] = table.bankroll


@kernel
def show(tables, deck, values, tags, terms, seen, ledger):
    """Show every table: `observe`, then `tell`."""
    observe(tables, deck, values, tags, terms, seen)
    tell(tables, ledger)
