"""How to cite the software agrees with what is shipped."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CITATION = (ROOT / "CITATION.cff").read_text(encoding="utf-8")


@pytest.mark.parametrize("key", ["version", "license"])
def test_the_citation_says_what_the_package_says(key):
    assert re.findall(rf"^{key}: (.+)$", CITATION, re.MULTILINE) == [PROJECT[key]]


def test_the_citation_has_what_its_format_asks_for():
    keys = set(re.findall(r"^([a-z-]+):", CITATION, re.MULTILINE))
    assert keys >= {"cff-version", "message", "title", "authors", "type", "abstract"}


def test_the_licence_is_the_one_that_is_named_and_its_holders_are_the_authors():
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert text.startswith(f"{PROJECT['license']} License\n")
    holder = re.search(r"Copyright \(c\) \d{4} (.+)", text)
    assert holder
    assert re.findall(r"^  - name: (.+)$", CITATION, re.MULTILINE)[:1] == [holder[1]]
