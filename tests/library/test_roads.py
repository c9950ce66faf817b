"""Roads: vectors, laws on 20 000 shoes, three formulations, faults of public code, bad input."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby, pairwise

import numpy as np
import pytest

from baccarat_env import roads, simulate
from baccarat_env.game import MINI_BACCARAT
from baccarat_env.roads import Mark, Roads, lay_out
from baccarat_env.rules import RESULT_OF, RESULTS

SHOES, SHARDS = 6_000, 2
KS = (1, 2, 3)


@dataclass(frozen=True)
class Written:
    """What an implementation makes of some results."""

    winners: str
    ties: list[list[int]]
    early: int
    marks: dict[int, str]

    @property
    def heights(self) -> list[int]:
        return [len(column) for column in self.ties]


Write = Callable[[str], Written]
LayOut = Callable[[list[int]], list[tuple[int, int]]]


def product(results: str) -> Written:
    written = Roads(results)
    return Written(
        "".join(column.winner for column in written.columns),
        [list(column.ties) for column in written.columns],
        written.early_ties,
        {k: written.derived(k) for k in KS},
    )


# --- The slow twin, which takes a fault --------------------------------------------------

FAULTS = {
    "straight drop": "blue whenever the left cell is empty",
    "depth": "the depth is off by one",
    "offsets": "a new column compares offsets k and k + 1",
    "grid": "derived from the six displayed rows, so that tails become columns",
    "window": "derived from a scrolled window, so that early marks vanish",
    "first column": "the first column is excluded",
    "tie": "a tie between opposite winners does not open a column",
    "late pig": "cockroach pig starts one column late",
    "leak": "tie counts leak to later cells",
    "leading ties": "ties before the first win are dropped",
}


def twin(results: str, fault: str = "") -> Written:
    columns: list[tuple[str, list[int]]] = []
    early, tied = 0, False
    for result in results:
        if result == "T":
            tied = True
            if columns:
                columns[-1][1][-1] += 1
            elif fault != "leading ties":
                early += 1
            continue
        leaked = columns[-1][1][-1] if columns and fault == "leak" else 0
        if columns and (columns[-1][0] == result or (tied and fault == "tie")):
            columns[-1][1].append(leaked)
        else:
            columns.append((result, [early + leaked]))
            early = 0
        tied = False
    heights = [len(ties) for _, ties in columns]
    return Written(
        "".join(winner for winner, _ in columns),
        [ties for _, ties in columns],
        early,
        {k: twin_marks(heights, k, fault) for k in KS},
    )


def twin_marks(heights: list[int], k: int, fault: str) -> str:
    if fault == "grid":
        heights = list(Counter(column for column, _ in sorted(lay_out(heights))).values())
    heights = heights[{"window": -20, "first column": 1}.get(fault, 0) :]
    late = fault == "late pig" and k == 3
    new, old = (k, k + 1) if fault == "offsets" else (1, k + 1)
    marks = ""
    for c, height in enumerate(heights):
        for r in range(height):
            if c < k + (r == 0) + late:
                continue
            left = heights[c - k]
            if r == 0:
                blue = heights[c - new] != heights[c - old]
            elif fault == "straight drop":
                blue = left <= r
            elif fault == "depth":
                blue = left == r - 1
            else:
                blue = left == r
            marks += "RB"[blue]
    return marks


def cells_alike(results: str, k: int) -> str:
    """A second formulation, on the unbounded grid: compare a cell and the one above it."""
    runs = [len(list(run)) for _, run in groupby(results.replace("T", ""))]
    grid = {(c, r) for c, height in enumerate(runs) for r in range(height)}
    marks = ""
    for c, height in enumerate(runs):
        for r in range(height):
            if r and c >= k:
                marks += "RB"[((c - k, r) in grid) != ((c - k, r - 1) in grid)]
            elif not r and c > k:
                marks += "RB"[runs[c - 1] != runs[c - 1 - k]]
    return marks


def opposite_of_staying(results: str, k: int) -> str:
    """A third: a cell that opens a column gets what its run's going on would not have got."""
    heights: list[int] = []
    marks, last = "", ""
    for winner in results.replace("T", ""):
        depth = heights[-1] if heights else 0
        started = len(heights) > k
        staying = "RB"[heights[-1 - k] == depth] if started else ""
        if winner == last:
            heights[-1] += 1
            marks += staying
        else:
            heights.append(1)
            marks += {"R": "B", "B": "R", "": ""}[staying]
        last = winner
    return marks


def run_by_run(lengths: list[int]) -> list[tuple[int, int]]:
    """Six rows by the free depth of every column: fill it, lay the rest to the right."""
    free = [6] * (len(lengths) + sum(lengths) + 1)
    cells, first = [], -1
    for length in lengths:
        first += 1
        while not free[first]:
            first += 1
        depth = min(length, free[first])
        cells += [(first, row) for row in range(depth)]
        free[first] = 0
        for column in range(first + 1, first + 1 + length - depth):
            cells.append((column, depth - 1))
            free[column] = min(free[column], depth - 1)
    return cells


def overwriting(lengths: list[int]) -> list[tuple[int, int]]:
    """The fault: a run goes down to the sixth row over cells that are taken."""
    return [
        (column + max(0, i - 5), min(i, 5))
        for column, length in enumerate(lengths)
        for i in range(length)
    ]


# --- The suite: vectors and laws ----------------------------------------------------------

LONG = (
    "PPBBPBPPPTPPTBPPBBTPPPPPPPBBBPPTTPPBPPPTPPBBTPPBTPBPPPBPBBTPPPPPPBBPBBBBBTPBPBPB"
    "BBPBBPPPBTBBBBBBPBPB"
)
LONG_1 = "RRBRBRRRBBBBRRRBRRRRBRRBRRBBBBRRRBRBRRBRRBRBBRBBRBRRRBRBBBRRRBBRRRRBRBBBBRBBRRBRRRBBRR"
LONG_2 = "BBBRRRBRRBBBRBRRRRBRBBRRRBBRRRBBBBRBBBRBRBRBBBBRRRRBRRBRBRRBRBRRRBRBRRBBRBRBRRRRBBBR"
LONG_3 = "BRBRRBRBBRBBRRRRRBRBBRBRBBRRBRBRBBBBBBBRBRRRBBRRRRBBBBRRRRBBRBRRBRBRBBRRRBRRRRRBBBB"
VECTORS = [
    ("BPBPBPBP", "RRRRRR", "RRRRR", "RRRR"),
    ("BBBBBBBPBBBBBBBB", "BBRRRRRR", "RRRRRRB", ""),
    ("BBPPBPBBBPPPBBPB", "RRBRBRBRRRRBB", "BBBRBBRBRBB", "BRBBBRBBBB"),
    ("PTPTBTB", "R", "", ""),
    (LONG, LONG_1, LONG_2, LONG_3),
]
SWAP = str.maketrans("BP", "PB")


def check_vectors(write: Write) -> None:
    for results, *marks in VECTORS:
        assert [write(results).marks[k] for k in KS] == marks
    assert write("PTPTBTB").ties == [[1, 1], [1, 0]]
    assert write("TTBTBP") == Written("BP", [[3, 0], [0]], 0, dict.fromkeys(KS, ""))
    assert write("TT").early == 2
    assert write("BTPTTB").winners == "BPB"


def check_laws(write: Write, results: str, cut: int) -> None:
    """Hold one shoe to the laws; its first `cut` results stand for every prefix."""
    whole, decisions = write(results), results.replace("T", "")
    runs = [(winner, len(list(run))) for winner, run in groupby(decisions)]
    assert list(zip(whole.winners, whole.heights, strict=True)) == runs
    assert sum(map(sum, whole.ties)) + whole.early == results.count("T")
    for k in KS:
        assert len(whole.marks[k]) == max(0, sum(whole.heights[k:]) - 1)
    assert write(results.translate(SWAP)).marks == whole.marks
    assert write(decisions).marks == whole.marks
    banker, player = (write(results[:cut] + winner).marks for winner in "BP")
    for k in KS:
        assert banker[k][:-1] == player[k][:-1]
        assert whole.marks[k].startswith(banker[k][:-1])
        assert banker[k][-1:] + player[k][-1:] in ("", "RB", "BR")


def check_chop(write: Write) -> None:
    for length in range(2, 60):
        marks = write(("BP" * length)[:length]).marks
        assert all(marks[k] == "R" * max(0, length - 1 - k) for k in KS)


def check_display(lay: LayOut, lengths: list[int]) -> None:
    cells = lay(lengths)
    assert len(set(cells)) == len(cells) == sum(lengths)
    assert all(0 <= row < 6 for _, row in cells)
    tops = [cells[start] for start in accumulate(lengths[:-1], initial=0)]
    assert all(row == 0 for _, row in tops)
    assert sorted(set(tops)) == tops
    assert cells == run_by_run(lengths)


@pytest.fixture(scope="module")
def shoes() -> list[str]:
    coups = simulate.deal(MINI_BACCARAT, shoes=SHOES, seed=7)
    letters = "".join(np.array(list("PBTBP"))[RESULT_OF[coups.endings]])
    edges = np.append(np.flatnonzero(coups.coup == 0), len(letters)).tolist()
    return [letters[start:end] for start, end in pairwise(edges)]


@pytest.mark.parametrize("write", [product, twin])
def test_vectors(write: Write) -> None:
    check_vectors(write)
    check_chop(write)


@pytest.mark.parametrize("shard", range(SHARDS))
def test_laws_and_three_formulations_on_thousands_of_shoes(shoes: list[str], shard: int) -> None:
    for i, results in enumerate(shoes[shard::SHARDS]):
        check_laws(product, results, cut=i % len(results))
        written = product(results)
        check_display(lay_out, written.heights)
        for k in KS:
            assert written.marks[k] == cells_alike(results, k) == opposite_of_staying(results, k)


def test_the_twin_without_a_fault_obeys_the_laws(shoes: list[str]) -> None:
    for i, results in enumerate(shoes[:300]):
        check_laws(twin, results, cut=i % 70)
        assert twin(results) == product(results)


@pytest.mark.parametrize("fault", FAULTS)
def test_the_vectors_reject_the_fault(fault: str) -> None:
    with pytest.raises(AssertionError):
        check_vectors(lambda results: twin(results, fault))


@pytest.mark.parametrize("fault", FAULTS)
def test_the_laws_reject_the_fault(fault: str, shoes: list[str]) -> None:
    def check_some() -> None:
        for i, results in enumerate(shoes[:100]):
            check_laws(lambda results: twin(results, fault), results, cut=i % 70)

    with pytest.raises(AssertionError):
        check_some()


# --- Displays -----------------------------------------------------------------------------


def test_a_dragon_tail_turns_where_cells_are_taken() -> None:
    marks = roads.Roads("B" * 9 + "P" * 10).displayed_big_road()
    banker = [(0, row) for row in range(6)] + [(1, 5), (2, 5), (3, 5)]
    player = [(1, row) for row in range(5)] + [(column, 4) for column in range(2, 7)]
    assert [mark[:2] for mark in marks] == banker + player
    assert "".join(mark.name for mark in marks) == "B" * 9 + "P" * 10


def test_a_run_starts_right_of_a_tail_in_the_first_row() -> None:
    lengths = [7, 6, 5, 4, 3, 2, 1, 1]
    check_display(lay_out, lengths)
    assert lay_out([11, 10, 9, 8, 7, 6, 1])[-1] == (11, 0)


def test_a_tail_that_overwrites_taken_cells_is_rejected() -> None:
    with pytest.raises(AssertionError):
        check_display(overwriting, [9, 10])


@pytest.mark.parametrize("k", KS)
def test_derived_roads_open_a_column_at_each_change_of_colour(k: int) -> None:
    marks = roads.Roads(LONG).displayed_derived_road(k)
    assert "".join(mark.name for mark in marks) == roads.derived_road(LONG, k)
    check_display(
        lambda lengths: [mark[:2] for mark in marks],
        [len(list(run)) for _, run in groupby(mark.name for mark in marks)],
    )


def test_the_bead_plate_shows_every_coup_and_scrolls_by_columns() -> None:
    plate = roads.Roads("BPT" * 5).bead_plate()
    assert [mark[:2] for mark in plate] == [(i // 6, i % 6) for i in range(15)]
    assert "".join(mark.name for mark in plate) == "BPT" * 5
    shown = roads.scrolled(plate, 2)
    assert [mark[:2] for mark in shown] == [(i // 6, i % 6) for i in range(9)]
    assert roads.scrolled(plate, 3) == plate
    assert roads.scrolled([], 3) == []


def test_ties_and_marks_stand_on_the_displayed_big_road() -> None:
    assert roads.Roads(["T", "B7", "T", "T", "B", "P8"]).displayed_big_road() == [
        Mark(0, 0, "B7", 3),
        Mark(0, 1, "B", 0),
        Mark(1, 0, "P8", 0),
    ]


# --- Next marks and the incremental form --------------------------------------------------


def test_next_marks_are_what_the_next_win_brings(shoes: list[str]) -> None:
    for results in shoes[:50]:
        for cut in range(len(results)):
            for k in KS:
                before = roads.derived_road(results[:cut], k)
                for winner, mark in roads.Roads(results[:cut]).next_marks(k).items():
                    assert roads.derived_road(results[:cut] + winner, k) == before + mark


def test_incremental_equals_whole(shoes: list[str]) -> None:
    for results in shoes[:50]:
        growing = Roads()
        for i, result in enumerate(results, start=1):
            growing.add(result)
            whole = Roads(results[:i])
            assert growing.columns == whole.columns == roads.big_road(results[:i])
            assert growing.results == list(results[:i])
            assert growing.early_ties == whole.early_ties
            assert all(growing.derived(k) == whole.derived(k) for k in KS)
            assert all(growing.next_marks(k) == whole.next_marks(k) for k in KS)


# --- What counts as a result --------------------------------------------------------------


@pytest.mark.parametrize(
    "results",
    [
        "BPTBP",
        "bptbp",
        ["banker", "PLAYER", "Tie", "B7", "p8"],
        ("Banco", "punto", "Egalité", "banker", "player"),
        ["庄", "闲", "和", "莊", "閒"],
        "庄闲和庄闲",
        [1, 0, 2, 3, 4],
        np.array([1, 0, 2, 3, 4], dtype=np.int8),
        iter(["B", "P", "T", "B", "P"]),
    ],
)
def test_the_names_of_results(results: Sequence[str]) -> None:
    columns = roads.big_road(results)
    assert [(column.winner, column.ties) for column in columns] == [
        ("B", (0,)),
        ("P", (1,)),
        ("B", (0,)),
        ("P", (0,)),
    ]


def test_indices_are_those_of_the_rules() -> None:
    assert roads.read_results(range(len(RESULTS))) == list(RESULTS)


@pytest.mark.parametrize(
    ("results", "value", "position"),
    [
        ("BPX", "'X'", 2),
        ("B P", "' '", 1),
        (["banker", "dealer"], "'dealer'", 1),
        (["B", None], "None", 1),
        ([0, 5], "5", 1),
        ([-1], "-1", 0),
        ([True], "True", 0),
        ([1.0], "1.0", 0),
        ([["B"]], r"\['B'\]", 0),
        (b"B", "66", 0),
    ],
)
def test_anything_else_is_refused_by_value_and_position(
    results: Sequence[str], value: str, position: int
) -> None:
    with pytest.raises(ValueError, match=f"^result {value} at position {position} is no result"):
        roads.derived_road(results)


def test_a_refused_result_leaves_the_roads_as_they_were() -> None:
    growing = Roads("BBP")
    with pytest.raises(ValueError, match="result 'X' at position 3"):
        growing.add("X")
    assert growing.results == ["B", "B", "P"]


@pytest.mark.parametrize("results", [None, 5])
def test_results_that_are_no_sequence(results: Sequence[str]) -> None:
    with pytest.raises(ValueError, match=f"results={results!r} must be a string of B, P and T"):
        roads.big_road(results)


@pytest.mark.parametrize("k", [0, 4, -1, "1", None, True])
def test_k_is_one_two_or_three(k: int) -> None:
    bpb = roads.Roads("BPB")
    for call in (bpb.derived, bpb.next_marks, bpb.displayed_derived_road):
        with pytest.raises(ValueError, match=f"k={k!r} must be 1 "):
            call(k)


def test_no_results_no_marks() -> None:
    empty = roads.Roads()
    assert roads.big_road("") == empty.bead_plate() == empty.displayed_big_road() == []
    assert empty.next_marks(1) == {"B": "", "P": ""}
    assert not any(roads.derived_road("", k) for k in KS)
