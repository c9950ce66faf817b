"""Two result folders side by side: what moved, what did not, and what cannot be compared."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from experiments.__main__ import main
from experiments.commands.compare import differences
from experiments.commands.compare.differences import compare, figures, work
from experiments.page.number import Number
from experiments.page.table import Table
from experiments.questions import house_edge
from experiments.statistics import WIDTH
from experiments.work import cell as cells
from experiments.work.cell import Cell

TINY = house_edge.Config(players=12, shoes=100, batch=6)


def a_run(folder: Path, *words: str) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(house_edge, "QUICK", TINY)
        assert main(["run", "house_edge", "--workers", "1", "--out", str(folder), *words]) == 0
    return folder


@pytest.fixture(scope="module")
def one(tmp_path_factory) -> Path:
    return a_run(tmp_path_factory.mktemp("one"))


@pytest.fixture(scope="module")
def other(tmp_path_factory) -> Path:
    return a_run(tmp_path_factory.mktemp("other"), "--seed", "2")


def told(capsys, *words: str) -> str:
    capsys.readouterr()
    assert main(["compare", *map(str, words)]) == 0
    return " ".join(capsys.readouterr().out.split())


# --- Figures ---------------------------------------------------------------------------


def table(*rows: tuple[str, ...], lines: tuple[str, ...] = ()) -> Table:
    return Table(f"Of {len(rows)} rows", ("Bet", "Units", "N"), rows, lines=lines)


def difference(old: str, new: str) -> differences.Difference:
    (one,), (other,) = (
        [f for f in figures([table(("Tie", text, ""))]).values() if f.column == "Units"]
        for text in (old, new)
    )
    return differences._difference(one, other)


def test_the_intervals_of_both_sides_add_in_quadrature():
    found = difference(Number(1.0, 0.3), Number(1.499, 0.4))
    assert found.errors == pytest.approx(0.499 / 0.5 * WIDTH)
    assert not found.moved
    assert difference(Number(1.0, 0.3), Number(1.501, 0.4)).moved
    assert difference(Number(1.501, 0.3), Number(1.0, 0.4)).errors < -WIDTH


def test_values_are_compared_in_full_not_as_they_are_rounded():
    found = difference(Number(0.04, 0.001, ".1f"), Number(0.01, 0.001, ".1f"))
    assert found.old.text == found.new.text == "0.0"
    assert found.moved


def test_what_has_no_interval_changes_when_it_reads_otherwise():
    assert difference("1.0", "1.1").changed
    assert not difference("1.0", "1.0").changed
    for found in (difference("1.0", "1.1"), difference("0", Number(0, 0))):
        assert np.isnan(found.errors)
        assert not found.moved


def test_an_interval_of_no_width_beside_one_with_a_width_is_compared():
    assert difference(Number(0, 0), Number(1, 0.5)).moved
    assert not difference(Number(0, 0), Number(1, 1.5)).moved


def test_every_line_of_a_cell_is_a_figure():
    cell = (Number(1, 0.5), Number(2, 0.5))
    both = figures(
        [
            table(
                ("Tie", cell, (Number(3, form="d"), Number(4, form="d"))),
                lines=("free", "made to bet"),
            )
        ]
    )
    assert [(f.column, f.text, f.value) for f in both.values() if f.value == f.value] == [
        ("Units, free", "1.00 ± 0.50", 1.0),
        ("Units, made to bet", "2.00 ± 0.50", 2.0),
    ]


def test_figures_are_matched_by_table_row_and_column():
    tables = [table(("Tie", "1", "2"), ("Tie", "3", "4")), table(("Tie", "5", "6"))]
    assert [f.text for f in figures(tables).values()] == list("123456")
    longer = [table(("Banker", "0", "0"), *tables[0].rows), *tables[1:]]
    before, after = figures(tables), figures(longer)
    assert set(before) < set(after)
    assert all(after[place].text == before[place].text for place in before)


def test_about_one_in_twenty_moves_by_chance():
    """4 000 pairs, seed 3; 5 % ± 4 standard errors."""
    rng = np.random.default_rng(3)
    errors = rng.uniform(0.1, 2, (4000, 2))
    values = errors * rng.normal(size=(4000, 2))
    moved = np.mean(
        [
            difference(*(Number(v, WIDTH * e) for v, e in zip(vs, es, strict=True))).moved
            for vs, es in zip(values, errors, strict=True)
        ]
    )
    assert moved == pytest.approx(0.05, abs=4 * np.sqrt(0.05 * 0.95 / 4000))


# --- Work ------------------------------------------------------------------------------


def kept(folder: Path, value: float, **arguments: int) -> cells.Stored:
    cell = Cell("tests:any", arguments)
    source = {"commit": None, "dirty": False, "versions": {}}
    return cells.save(folder / cell.name, cell, {"x": np.array(value)}, {"seconds": 0}, source)


def test_work_is_matched_by_what_it_was_given_but_for_the_seed(tmp_path):
    old, new = (tmp_path / name for name in ("old", "new"))
    count = work(
        [kept(old, 1, seed=1), kept(old, 1, shoes=5), kept(old, 1, first=1), kept(old, 1, n=0)],
        [kept(new, 1, seed=2), kept(new, 2, shoes=5), kept(new, 1, first=2), kept(new, 1, n=0)],
    )
    assert count == {"other seed": 1, "changed": 1, "only old": 1, "only new": 1, "equal": 1}


# --- The command -----------------------------------------------------------------------


def test_two_seeds_are_counted_and_tested_together(one, other, capsys):
    found = told(capsys, one, other)
    assert "seed 1, commit" in found
    assert "seed 2, commit" in found
    numbers = re.search(
        r"house_edge: (\d+) figures with intervals compared, (\d+) moved beyond; .* "
        r"work: 5 equal, 4 other seed\.",
        found,
    )
    assert numbers
    size, beyond = map(int, numbers.groups())
    assert size == 16
    assert beyond <= 4
    inside = f"of 16 figures {16 - beyond} ({1 - beyond / 16:.1%}) differ by less than 1.96"
    assert inside in found
    assert "smallest corrected p =" in found
    assert "do not differ by more than chance" in found


def test_the_same_run_differs_nowhere(one, capsys):
    found = told(capsys, one, one)
    assert "16 figures with intervals compared, 0 moved beyond; 0 of" in found
    assert "work: 9 equal." in found
    assert "Same seed and settings (house_edge): whatever differs there comes from rules" in found
    assert "Standard errors" not in found


def stored_otherwise(out: Path, part: str, change: Callable[[cells.Arrays], cells.Arrays]) -> None:
    """Store a cell of house_edge again with other arrays."""
    stored = cells.find(next(out.glob(f"house_edge/{part}-*")))
    assert stored is not None
    spec, source = stored.manifest["spec"], stored.manifest["provenance"]
    cell = Cell(spec["run"], spec["arguments"], tuple(spec["rules"]))
    cells.save(stored.folder, cell, change(stored.arrays), {"seconds": 0}, source)


def test_a_change_of_the_code_is_seen(one, tmp_path, capsys):
    """The price of a bet and a simulated result are moved in a copy."""
    shutil.copytree(one / "house_edge", tmp_path / "house_edge")
    stored_otherwise(tmp_path, "exact", lambda kept: kept | {"edge": kept["edge"] + 0.01})
    stored_otherwise(tmp_path, "simulated", lambda kept: kept | {"net": kept["net"] + 10**8})
    found = told(capsys, one, tmp_path)
    assert "work: 2 changed, 7 equal." in found or "work: 7 equal, 2 changed." in found
    numbers = re.search(r"compared, (\d+) moved beyond; (\d+) of \d+ without", found)
    assert numbers
    assert all(int(number) > 0 for number in numbers.groups())
    assert "no interval" in found


def test_questions_in_one_folder_only_are_named(one, other, tmp_path, capsys):
    shutil.copytree(other / "house_edge", tmp_path / "house_edge")
    assert main(["run", "removed_card", "--workers", "1", "--out", str(tmp_path)]) == 0
    assert f"removed_card: only in {tmp_path}" in told(capsys, one, tmp_path)
    shutil.rmtree(tmp_path / "house_edge")
    assert main(["compare", str(one), str(tmp_path)]) == 2
    assert "have no question in common" in capsys.readouterr().err


def test_a_folder_without_results_is_one_sentence(one, tmp_path, capsys):
    for words, sentence in (
        ([one, tmp_path], f"{tmp_path} holds no finished question: run one first\n"),
        ([tmp_path / "no", one], f"{tmp_path / 'no'} is no folder of results: run one first\n"),
    ):
        capsys.readouterr()
        assert main(["compare", *map(str, words)]) == 2
        assert capsys.readouterr().err == sentence


def test_results_that_this_version_cannot_read_are_one_sentence(one, tmp_path, capsys):
    shutil.copytree(one / "house_edge", tmp_path / "house_edge")
    stored_otherwise(tmp_path, "simulated", lambda kept: {"won": kept["net"]})
    capsys.readouterr()
    assert main(["compare", str(one), str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"{tmp_path}: this version cannot read house_edge as quick, seed 1")
    assert len(told.splitlines()) == 1


def test_the_figures_of_house_edge_have_their_intervals(one):
    found, alone = compare(one, one)
    assert not alone
    assert [comparison.errors.size for comparison in found] == [16]
