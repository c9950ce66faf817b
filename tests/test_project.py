"""What CONTRIBUTING, SECURITY, CHANGELOG and the continuous integration name is there."""

from __future__ import annotations

import re
import subprocess
import tomllib

import pytest

from tests import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PAGES = (
    "CONTRIBUTING.md",
    "SECURITY.md",
    "CHANGELOG.md",
    ".ci/variant",
    ".github/workflows/ci.yml",
)


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def pins(name: str) -> dict[str, str]:
    rows = re.findall(r"^([\w.-]+)==(\S+)", text(name), re.MULTILINE)
    return {re.sub(r"[-_.]+", "-", package).lower(): version for package, version in rows}


@pytest.mark.parametrize("page", [page for page in PAGES if page != ".ci/variant"])
def test_every_file_that_is_named_is_there(page):
    named = r"(?<![\w/])((?:baccarat_env|agents|experiments|tests|docs|\.ci)/[\w./-]*\w/?)"
    for name in re.findall(named, text(page)):
        assert (ROOT / name).exists(), f"{page} names {name}"


def test_every_make_target_that_is_named_is_there():
    targets = set(re.findall(r"^(\w+):", text("Makefile"), re.MULTILINE))
    for page in (*PAGES, ".ci/run"):
        assert set(re.findall(r"`?\bmake ([a-z]+)", text(page))) <= targets, page


def test_the_newest_changes_are_those_of_this_version():
    assert re.findall(r"^## (\S+)", text("CHANGELOG.md"), re.MULTILINE)[0] == PROJECT["version"]


def test_every_variant_of_the_workflow_is_known():
    variants = re.search(r"variant: \[(.*)\]", text(".github/workflows/ci.yml"))[1].split(", ")
    for variant in variants:
        assert re.search(rf"^{variant}\)", text(".ci/variant"), re.MULTILINE)
    done = subprocess.run([ROOT / ".ci/variant", "other"], capture_output=True, text=True)
    assert done.returncode == 2
    assert "|".join(variants) in done.stderr


def test_every_test_of_a_variant_is_there():
    for names in re.findall(r"\$\(library ([a-z_ ]+)\)", text(".ci/variant")):
        for name in names.split():
            assert (ROOT / f"tests/library/test_{name}.py").exists(), name


def test_hashed_pins_are_the_pins():
    pinned, hashed = pins("constraints.txt"), pins(".ci/locked.txt")
    assert {name: pinned.get(name) for name in hashed} == hashed
    rows = [row for row in text(".ci/locked.txt").splitlines() if not row.startswith("#")]
    assert all(re.search(r"--hash=sha256:[0-9a-f]{64}$", row) for row in rows)


def test_everything_that_pyproject_asks_for_is_pinned():
    extras = PROJECT["optional-dependencies"].values()
    wanted = [*PROJECT["dependencies"], *(name for extra in extras for name in extra)]
    for requirement in wanted:
        name, oldest = re.fullmatch(r"([\w-]+)(?:\[\w+\])?>=([\d.]+)", requirement).groups()
        newest = pins("constraints.txt")[name]
        assert [int(n) for n in oldest.split(".")] <= [int(n) for n in newest.split(".")], name


def test_slow_files_are_files():
    from tests.conftest import SLOW

    assert {file.stem for file in (ROOT / "tests").rglob("test_*.py")} >= set(SLOW.split())


@pytest.mark.parametrize("form", ["figure", "misread"])
def test_issue_forms_are_well_formed(form):
    yaml = pytest.importorskip("yaml")
    found = yaml.safe_load(text(f".github/ISSUE_TEMPLATE/{form}.yml"))
    assert {"name", "description", "body"} <= found.keys()
    for part in found["body"]:
        assert part["type"] in ("input", "textarea", "dropdown", "markdown")
        assert part["attributes"]["label"]
