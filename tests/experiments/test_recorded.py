"""Recorded shoes: every format people have, every complaint with its place, and what is strange."""

from __future__ import annotations

import json
import os
import tracemalloc
from dataclasses import replace

import numpy as np
import pytest

from baccarat_env import simulate
from baccarat_env.coup import RANKS, SUITS
from baccarat_env.game import EZ_BACCARAT, EZ_BACCARAT_DRAGON_ONLY, MINI_BACCARAT
from baccarat_env.rules import RESULT_OF, RESULTS
from experiments import RequestError
from experiments.shoes.procedure import Dealing
from experiments.shoes.recorded.decks import usual_coups
from experiments.shoes.recorded.echo import understood
from experiments.shoes.recorded.shoes import Recorded, read
from experiments.shoes.recorded.strange import STATISTICS, strangeness


@pytest.fixture
def file(tmp_path):
    def write(content, name="shoes.txt"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def shoes_of(recorded):
    names = [RESULTS[r] for r in recorded.results]
    return ["".join(names[a:b]) for a, b in zip(recorded.opens, recorded.opens[1:], strict=False)]


# --- Formats ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "P B T B",
        "P,B,T,B\n",
        "pbtb",
        "P;B;T;B",
        "P|B|T|B|",
        "P\tB\tT\tB",
        "P\nB\nT\nB\n",
        "player Banker TIE banker",
        "Punto, Banco, Egalité, Banco",
        "punto banco egalite banco",
        "闲 庄 和 庄",
        "閒庄和莊",
        "\ufeffP B T B\r\n",
        "# Casino, table 7\nP B T B # the end\n",
        "Shoe 1\nP B T B",
        "1. P B T B",
        "Player wins, Banker wins, Tie, Banker",
        "sep=;\nshoe;hand;winner\n1;1;Player\n1;2;Banker\n1;3;Tie\n1;4;Banker",
    ],
)
def test_a_shoe_in_every_format(file, text):
    recorded = read(file(text))
    assert "".join(shoes_of(recorded)) == "PBTB"


@pytest.mark.parametrize(
    ("text", "shoes"),
    [
        ("PB\nTB\n", ["PB", "TB"]),
        ("P\nB\n\nT\nB\n", ["PB", "TB"]),
        ("\n\nP B\n\n\nT B\n\n", ["PB", "TB"]),
        ("P\nB\nT\n\nB\r\nP", ["PBT", "BP"]),
        ("Shoe 1\nP B\nShoe 2\nB P", ["PB", "BP"]),
        ("Shoe 1 - 3 May\nP B\nShoe 2, 10 May 2026\nB P\nshoe 3: 2026-05-11\nB", ["PB", "BP", "B"]),
        ("3 May\nP B\nMay 10, 2026\nB P\n3 May\nT", ["PB", "BP", "T"]),
        ("shoe 7: P B T\nshoe 8: B P P", ["PBT", "BPP"]),
        ("2026-01-02\nP B\n2026-01-02\nB P", ["PB", "BP"]),
        ("result,shoe,coup\nP,4,1\nB,4,2\nT,5,1\n", ["PB", "T"]),
        ("P B\n# between\nT B\n", ["PB", "TB"]),
        ("P B7 P8\nb7 dragon", ["PB7P8", "B7B7"]),
    ],
)
def test_one_shoe_a_line_or_blank_lines_between(file, text, shoes):
    assert shoes_of(read(file(text))) == shoes


def card_rows(shoes, suits=True):
    rows = ["shoe,coup,player cards,banker cards"]
    for shoe, coup, cards in zip(shoes.shoe, shoes.coup, shoes.cards, strict=True):
        hands = [
            " ".join(RANKS[c % 13] + (SUITS[c // 13] if suits else "") for c in hand if c >= 0)
            for hand in (cards[:3], cards[3:])
        ]
        rows.append(f"{shoe}, {coup + 1}, {hands[0]}, {hands[1]}")
    return "\n".join(rows)


@pytest.mark.parametrize("suits", [True, False])
def test_card_by_card_a_dealt_shoe_comes_back(file, suits):
    shoes = simulate.deal(EZ_BACCARAT, shoes=5, seed=11)
    game, back = read(file(card_rows(shoes, suits))).coups(EZ_BACCARAT)
    np.testing.assert_array_equal(back.endings, shoes.endings)
    np.testing.assert_array_equal(back.coup, shoes.coup)
    np.testing.assert_array_equal(
        np.diff(back.unseen[:40], axis=0), np.diff(shoes.unseen[:40], axis=0)
    )
    assert back.unseen[0].sum() == 416
    assert not game.burn
    if suits:
        np.testing.assert_array_equal(back.cards, shoes.cards)


# --- What can be settled ----------------------------------------------------------------


def test_results_alone_leave_dragon_and_panda_and_the_banker_that_pushes_ungraded(file):
    plain = read(file("P B T B"))
    assert plain.gradable(MINI_BACCARAT).all()
    assert plain.gradable(EZ_BACCARAT).tolist() == [True, False, True, False, False]


def test_marks_grade_them(file):
    dragon = read(file("P B T B7"))
    assert dragon.gradable(EZ_BACCARAT).tolist() == [True, True, True, True, False]
    assert dragon.gradable(EZ_BACCARAT_DRAGON_ONLY).all()
    assert read(file("P8 B T B7")).gradable(EZ_BACCARAT).all()


def test_the_ending_that_stands_for_a_result_settles_as_all_of_them_do(file):
    recorded = read(file("P B T B7 P8"))
    _, coups = recorded.coups(EZ_BACCARAT)
    assert RESULT_OF[coups.endings].tolist() == [0, 1, 2, 3, 4]


# --- Complaints -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("P B\nP x B\n", r"line 2, column 3: 'x' is no result: expected P, B or T"),
        ("PBX", r"line 1, column 3: 'PBX' is no result"),
        ("P B Ban", r"line 1, column 6: 'Ban' is no result"),
        ("P B\n1,1,K 5,Q 2\n", r"line 1, column 1: blanks in 'P B', and other delimiters"),
        ("P;B|T", r"line 1, column 4: '\|' and ';' both stand between results: use one"),
        ("P B\nT\n\nB\r\nP", r"line 2: this line follows line 1 without a blank line"),
        ("P B T\nB\nP B P", r"line 2: one result among lines of many"),
        ("P,B,,T", r"line 1, column 5: an empty cell between results"),
        ("P B\n# B B\nT T", r"line 2, column 1: this comment reads as results"),
        ("P B#T", r"line 1, column 4: '#' inside data"),
        ("Shoe 1\nP B\nShoe 3\nB P", r"line 3, column 1: 'Shoe 3' follows number 1"),
        ("Shoe 1\nShoe 2\nB P", r"line 2, column 1: the heading before this one has no results"),
        ("P B\x0bT B", r"line 1, column 4: a vertical tab ends no line here"),
        ("P B \u017f", r"line 1, column 5: 'ſ' is no result"),
        ("PB\n" * 30 + "P\n", r"line 31: 31 lines of 2 and at last 1 result"),
        ("PBTBPBPB\n" * 7 + "PBT\n", r"are they 8 shoes, or one of 59 coups"),
        ("1,1,A 8,2 3\nP B T\n", r"line 2: 'P B T' has 1 cell under 4 columns"),
        ("1,1,A 8,2", r"line 1, column 9: Banker has 1 card: expected two or three"),
        ("1,1,A 8,2 X", r"line 1, column 11: 'X' is no card: expected A, 2 to 10"),
        ("1,1,A 8,2 3\n1,3,A 8,2 3", r"line 2: coup 3 of shoe 1 follows coup 1: expected 2"),
        ("1,1,A 8,2 3\n2,1,A 8,2 3\n1,2,A 8,2 3", r"line 3, column 1: shoe 1 goes on after"),
        (b"P B \xff\xfe", r"line 1, column 5: byte 0xff is not UTF-8 text"),
        (b"\xff\xfeP\x00B\x00", r"line 1: this is UTF-16 text"),
        (b"\x7fELF\x02\x01\x01\x00", r"line 1, column 1: ␡ is no text"),
        (b"", r"holds no results"),
        ("# nothing\n\n", r"holds no results"),
        ("shoe,coup,result\n", r"holds no results"),
        ('["B", "P", "T"]', r"line 1, column 1: '\["),
        ("1. B\n2. P\n3. T", r"line 1, column 1: one result behind '1\.', as in every line"),
        ("P " * 105, r"shoe 1 has 105 coups, and 8 decks can deal 104 at most"),
        ("P\n\n" + "P\nB\n" * 60, r"shoe 2 has 120 coups, and 8 decks can deal 104 at most"),
    ],
)
def test_what_cannot_be_read_names_file_line_and_column(file, content, told):
    path = file(content)
    with pytest.raises(RequestError, match=told) as problem:
        read(path)
    assert str(problem.value).startswith(str(path))
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("K 5 8, 4 Q 2", "line 17: Banker drew on 4 against a Player third card of 8"),
        ("K 5 8, 3 Q 2", "line 17: Banker drew on 3 against a Player third card of 8"),
        ("K 5 7, 6 Q", "line 17: Banker stood on 6 against a Player third card of 7"),
        ("K 6, 6 Q 2", "line 17: Banker drew on 6 after Player stood"),
        ("K 7, 5 Q", "line 17: Banker stood on 5 after Player stood"),
        ("K 5, 7 Q", "line 17: Player stood on 5"),
        ("K 6 2, 7 Q", "line 17: Player drew on 6"),
        ("K 5 2, 9 Q", "line 17: Player drew on 5 although Banker has a natural 9"),
        ("K 8, 5 Q 2", "line 17: Banker drew on 5 although Player has a natural 8"),
    ],
)
def test_card_rows_are_checked_against_the_rules(file, row, told):
    rows = "\n".join(f"1,{n},8 A,2 3" for n in range(1, 17)) + f"\n1,17,{row}"
    with pytest.raises(RequestError, match=told):
        read(file(rows))


def test_card_rows_are_checked_against_the_decks(file):
    rows = "\n".join(f"1,{n},8 A,2 3" for n in range(1, 34))
    with pytest.raises(RequestError, match="line 33: card 8 comes 33 times in a shoe of 8 decks"):
        read(file(rows))
    with pytest.raises(RequestError, match="line 5: card 8 comes 5 times in a shoe of 1 deck: "):
        read(file(rows), decks=1)
    suited = "1,1,8♠ A,2 3\n1,2,8s A,2 3"
    with pytest.raises(RequestError, match="line 2: card 8♠ comes 2 times in a shoe of 1 deck"):
        read(file(suited), decks=1)


def results_only(*lengths: int) -> Recorded:
    """Shoes of so many coups; no two begin alike."""
    columns = [np.array([], np.int8), np.array([], np.int64), np.array([], np.uint8)]
    for k, length in enumerate(lengths):
        results = (np.arange(length) >> k & 1).astype(np.int8)
        parts = results, np.full(length, k), np.arange(length, dtype=np.uint8)
        columns = [
            np.append(had, part).astype(had.dtype) for had, part in zip(columns, parts, strict=True)
        ]
    return Recorded("own.txt", *columns)


@pytest.mark.parametrize(
    ("lengths", "told"),
    [
        ((39, 75), "Shoe 1 has only 39 coups"),
        ((40, 75), ""),
        ((39, 75, 12, 40), "2 shoes have fewer than 40 coups (shoes 1, 3)"),
        ((1, 75), "Shoe 1 has only 1 coup:"),
    ],
)
def test_a_shoe_of_fewer_than_forty_coups_is_doubted(lengths, told):
    doubts = understood(results_only(*lengths), MINI_BACCARAT)
    short = [one for one in doubts if "has only" in one or "have fewer than" in one]
    assert [one[: len(told)] for one in short] == [told] * bool(told)


@pytest.mark.parametrize(("length", "copied"), [(19, False), (20, True)])
def test_a_copy_is_named_from_twenty_coups_on(length, copied):
    one = results_only(length)
    twice = Recorded(
        "own.txt",
        np.tile(one.results, 2),
        np.repeat([0, 1], length),
        np.tile(one.coup, 2),
    )
    said = " ".join(understood(twice, MINI_BACCARAT))
    assert ("Copies of an earlier shoe, coup by coup: shoe 2." in said) == copied


@pytest.mark.parametrize(("share", "shoes", "doubted"), [
    (0.86, 3, True), (0.88, 3, False), (0.86, 2, False),
])  # fmt: skip
def test_shoes_that_end_long_before_this_procedure_does_are_doubted(share, shoes, doubted):
    """Below .87 of the usual length, and from three shoes on."""
    length = round(share * usual_coups(MINI_BACCARAT))
    said = " ".join(understood(results_only(*[length] * shoes), MINI_BACCARAT))
    assert ("this looks like" in said) == doubted


def test_every_option_of_dealing_reaches_the_table():
    asked = {"decks": 6, "cut": 30, "after_cut": 0, "no_burn": True}
    table = Dealing("ez", **asked).table
    assert (table.decks, table.cut, table.after_cut, table.burn) == (6, 30, 0, False)
    assert Dealing("ez").table == EZ_BACCARAT
    for name, value in asked.items():
        assert Dealing("ez", **{name: value}).table != EZ_BACCARAT


def test_what_is_not_asked_stays_as_the_game_has_it(tmp_path):
    own = replace(EZ_BACCARAT, decks=6, cut=30, after_cut=3, burn=False)
    path = tmp_path / "own.json"
    path.write_text(json.dumps(own.to_dict()))
    assert Dealing(str(path)).table == own
    assert Dealing(str(path), burn=True).table == replace(own, burn=True)


def test_a_folder_a_missing_file_and_one_without_permission(tmp_path, file):
    with pytest.raises(RequestError, match="is a directory: expected a text file"):
        read(tmp_path)
    with pytest.raises(RequestError, match="no such file or directory"):
        read(tmp_path / "none.txt")
    locked = file("P B")
    locked.chmod(0)
    if os.geteuid() != 0:
        with pytest.raises(RequestError, match="permission denied"):
            read(locked)


def test_a_large_file_of_garbage_is_refused_in_little_memory(tmp_path):
    path = tmp_path / "large"
    with path.open("wb") as hole:
        hole.truncate(1 << 30)
    tracemalloc.start()
    with pytest.raises(RequestError, match="line 1: this line is longer than 65,536 bytes"):
        read(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 10 << 20


# --- What is strange --------------------------------------------------------------------

SHOES = 5_000


def text_of(shoes):
    rows = np.split(RESULT_OF[shoes.endings], np.flatnonzero(shoes.coup == 0)[1:])
    return "\n".join(" ".join(RESULTS[result][0] for result in row) for row in rows)


def test_p_values_of_dealt_shoes_are_even_and_nothing_is_strange(file):
    recorded = read(file(text_of(simulate.deal(MINI_BACCARAT, shoes=300, seed=21))))
    found = strangeness(recorded, MINI_BACCARAT, shoes=SHOES, seed=22)
    assert found.p_values.shape == (300, len(STATISTICS))
    assert (found.corrected > 0.05).all()
    for q in range(len(STATISTICS)):
        below = (found.p_values[:, q] <= 0.1).sum()
        assert below <= 30 + 5 * np.sqrt(27)  # binomial, 300 at 0.1; discrete ones lie below
    assert (found.whole * len(STATISTICS) > 0.001).all()


@pytest.mark.parametrize(
    ("shoe", "statistic"),
    [("PB" * 40, "runs"), ("P" * 30 + "B" * 40, "longest run"), ("T" * 70, "ties"),
     ("PPB" * 34, "coups")],
)  # fmt: skip
def test_a_made_up_shoe_is_strange_among_dealt_ones(file, shoe, statistic):
    text = text_of(simulate.deal(MINI_BACCARAT, shoes=9, seed=23)) + "\n" + shoe
    found = strangeness(read(file(text)), MINI_BACCARAT, shoes=SHOES, seed=24)
    assert found.corrected[9, STATISTICS.index(statistic)] < 0.05
    assert found.strangest[0] == 9


def test_shoes_can_be_picked(file):
    recorded = read(file("PB\nTB\nPP\n"))
    kept = recorded.only([True, False, True])
    assert shoes_of(kept) == ["PB", "PP"]
    assert kept.shoes == 2
