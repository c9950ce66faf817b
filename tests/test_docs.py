"""What the documentation shows works as it stands there, and says what it prints.

A block of Python that is followed by a block of text prints that text. A comment before a
block says more: `file: NAME` is written, `insert: FILE before LINE` (or `after`) goes into a
copy of the project's file, `needs: LIBRARY` is run by itself where that is installed, and
`not run: REASON` is left alone.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))

BLOCK = re.compile(r"(?:<!-- ([^>]*?) -->\n)?^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
NOTES = ("file", "insert", "needs", "not run")
LINK = re.compile(r"!?\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")


class Block(NamedTuple):
    """A block of a page: its language, its text, and the comment before it."""

    language: str
    text: str
    note: str

    def says(self, word: str) -> str:
        """What stands behind a word of the comment; nothing if it is another comment."""
        start = f"{word}: "
        return self.note.removeprefix(start) if self.note.startswith(start) else ""


def blocks(page: Path) -> list[Block]:
    found = BLOCK.findall(page.read_text(encoding="utf-8"))
    return [Block(language, text, note) for note, language, text in found]


def named(page: Path) -> str:
    return page.relative_to(DOCS).as_posix()


RUN = [page for page in PAGES if any(b.language in ("python", "sh") for b in blocks(page))]
SHELLS = [page for page in RUN if any(b.language == "sh" and not b.note for b in blocks(page))]


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the clone in a folder with a blank in its name, without git and results."""
    clone = tmp_path / "a clone"
    clone.mkdir()
    for part in ("agents", "experiments", "docs/examples"):
        shutil.copytree(ROOT / part, clone / part)
    (clone / "baccarat_env").symlink_to(ROOT / "baccarat_env")
    for file in ("pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / file, clone)
    monkeypatch.chdir(clone)
    return clone


def put(block: Block) -> bool:
    """Write a block where its comment wants it; say whether there was such a comment."""
    if name := block.says("file"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(block.text, encoding="utf-8")
    elif place := block.says("insert"):
        name, where, line = re.fullmatch(r"(\S+) (before|after) (.*)", place, re.DOTALL).groups()
        text = Path(name).read_text(encoding="utf-8")
        assert text.count(f"\n{line}") == 1, f"{line!r} must stand once in {name}"
        whole = f"{line}\n{block.text}" if where == "after" else f"{block.text}\n{line}"
        Path(name).write_text(text.replace(f"\n{line}", f"\n{whole}"), encoding="utf-8")
    else:
        return bool(block.says("not run") or block.says("needs"))
    return True


def in_a_shell(text: str) -> None:
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", text],
        env=os.environ | {"PATH": path}, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, f"{text}\n{done.stdout}\n{done.stderr}"


def printed(page: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[tuple[str, str]]:
    """Run a page; give what each block printed beside the text that stands under it."""
    names: dict[str, object] = {"__name__": "page"}
    shown = blocks(page)
    for block, after in zip(shown, [*shown[1:], Block("", "", "")], strict=True):
        if put(block):
            continue
        if block.language == "sh":
            in_a_shell(block.text)
        elif block.language == "python":
            capsys.readouterr()
            exec(compile(block.text, named(page), "exec"), names)
            if after.language == "text" and not after.note:
                yield capsys.readouterr().out, after.text


@pytest.mark.parametrize("page", RUN, ids=named)
def test_every_block_runs_and_prints_what_stands_under_it(page, copy, capsys):
    pytest.importorskip("torch")
    for ours, theirs in printed(page, capsys):
        assert ours == theirs


@pytest.mark.parametrize("block", [b for page in PAGES for b in blocks(page) if b.says("needs")],
                         ids=lambda block: block.says("needs"))  # fmt: skip
@pytest.mark.filterwarnings("ignore")
def test_a_block_for_another_library_runs_where_it_is_installed(block, copy):
    pytest.importorskip(block.says("needs"))
    if block.language == "sh":
        in_a_shell(block.text)
    else:
        exec(compile(block.text, block.says("needs"), "exec"), {"__name__": "page"})


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_comment_before_a_block_is_understood(page):
    for block in blocks(page):
        if block.note:
            assert any(block.says(word) for word in NOTES)
        if block.language == "sh":
            assert not block.says("not run") or len(block.says("not run")) > 20, "say why"


@pytest.mark.parametrize("page", sorted((DOCS / "theory").glob("*.md")), ids=named)
def test_every_decimal_in_the_theory_is_computed_on_its_page(page):
    """A number that is quoted stands in what a block prints, to as many digits as are quoted."""
    text = page.read_text(encoding="utf-8")
    computed = " ".join(block.text for block in blocks(page))
    prose = BLOCK.sub("", text)
    for number in re.findall(r"(?<![\w.])\d+\.\d+(?![\w.])", prose):
        assert number in computed or number == "2.6", f"{number} is computed nowhere"


@pytest.mark.parametrize("page", [*PAGES, ROOT / "README.md"], ids=lambda page: page.name)
def test_every_link_of_a_page_leads_somewhere(page):
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        if not re.match(r"[a-z]+:", target):
            assert (page.parent / target).exists(), f"{target} in {page.name}"


def test_every_page_is_in_a_table_of_contents():
    listed = {
        (page.parent / f"{line}.md").resolve()
        for page in PAGES
        for tree in re.findall(r"^```{toctree}\n(.*?)^```", page.read_text(), re.DOTALL | re.M)
        for line in tree.splitlines()
        if re.fullmatch(r"[\w/-]+", line)
    }
    assert {page.resolve() for page in PAGES} == listed | {(DOCS / "index.md").resolve()}


# --- The site --------------------------------------------------------------------------


class Addresses(HTMLParser):
    """Collect what a page of the site links to and loads, and the names it can be linked by."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.names: set[str] = set()
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if name := found.get("id"):
            self.names.add(name)
        if tag == "a" and (link := found.get("href")):
            self.links.append(link)
        elif address := found.get("src") or found.get("href"):
            self.loads.append(address)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` builds it: every warning is an error."""
    pytest.importorskip("sphinx")
    out = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-W", "-q", "-b", "html", str(DOCS), str(out)],
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return out


def test_the_site_loads_nothing_from_elsewhere_and_its_links_lead_somewhere(site):
    pages = {file.resolve(): Addresses(file) for file in site.rglob("*.html")}
    assert len(pages) >= len(PAGES)
    for file, page in pages.items():
        for address in page.loads:
            assert not re.match(r"(https?:)?//", address), f"{file.name} loads {address}"
        for link in page.links:
            if re.match(r"[a-z]+:", link):
                continue
            target, _, name = link.partition("#")
            there = (file.parent / target).resolve() if target else file
            assert there.exists(), f"{link} in {file.name}"
            if name and there in pages:
                assert name in pages[there].names, f"{link} in {file.name}"
    for sheet in (site / "_static").rglob("*.css"):
        assert not re.search(r"url\(['\"]?(https?:)?//", sheet.read_text(encoding="utf-8"))


def test_the_site_has_the_environment_and_the_api(site):
    environment = (site / "environment.html").read_text(encoding="utf-8")
    for heading in ("Action Space", "Observation Space", "Starting State", "Rewards",
                    "Episode End", "Information", "Arguments", "Version History"):  # fmt: skip
        assert f">{heading}<" in environment, heading
    library = (site / "api/library.html").read_text(encoding="utf-8")
    assert 'id="baccarat_env.odds.expected_value"' in library
