"""The page: whole, self-contained, readable by everyone."""

import base64
import os
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

from experiments.plotting import Figure, draw
from experiments.questions import choose, house_edge
from experiments.report import TITLE, Section, page, write_report
from experiments.results import Answer
from experiments.run import run_questions
from experiments.tables import Table

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
EVIL = "<script>alert('1')</script>\"&"


class Elements(HTMLParser):
    """Every element with its attributes, and whether each is inside a table."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))

    def of(self, *tags):
        return [attributes for tag, attributes in self.found if tag in tags]


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    from rich.console import Console

    from experiments.cells import Inline

    out = tmp_path_factory.mktemp("report")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(house_edge, "QUICK", house_edge.Config(players=12, shoes=200, batch=12))
        run_questions(
            choose(["house_edge"]),
            profile="quick",
            seed=2,
            out=out,
            executor=Inline(),
            workers=1,
            console=Console(quiet=True),
        )
    return write_report(out, choose(["house_edge"]))[0]


@pytest.fixture(scope="module")
def text(place) -> str:
    return place.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def elements(text) -> Elements:
    return Elements(text)


def section(**changed) -> Section:
    told = {
        "name": "name",
        "title": "Title?",
        "answer": Answer("Sentence.", ("Detail.",)),
        "figures": [],
        "tables": [Table("Caption", ("A", "B"), (("a", "1"),))],
        "method": ["Method."],
        "procedures": ["eight decks"],
        "seed": 1,
        "seeds": "2",
        "settings": "profile quick",
        "work": "1 cell.",
        "versions": "commit 1",
        "command": "python -m experiments run name",
    }
    return Section(**(told | changed))


def test_nothing_is_loaded_from_elsewhere(text, elements):
    assert not re.search(r"https?:|//[a-z]|@import|url\(", text)
    assert not elements.of("script", "link", "iframe", "object", "embed", "base")
    for image in elements.of("img", "source"):
        assert image["src"].startswith("data:image/svg+xml;base64,")
    for link in elements.of("a"):
        assert link["href"].startswith("#")


def test_the_pictures_load_nothing_either(elements):
    for image in elements.of("img"):
        picture = base64.b64decode(image["src"].partition(",")[2]).decode()
        references = re.findall(r'(?:href|src)="([^"]*)"', picture)
        assert all(reference.startswith(("#", "data:")) for reference in references)
        assert "<script" not in picture
        assert "<!DOCTYPE" not in picture


def test_every_figure_has_its_text(elements):
    images = elements.of("img")
    assert len(images) == 2 * 3
    assert all(len(image["alt"]) > 40 for image in images)
    assert {image["class"] for image in images} == {"light", "dark"}


def test_every_table_has_a_caption_and_headings(text):
    tables = re.findall(r"<table>.*?</table>", text, re.DOTALL)
    assert len(tables) == 5
    for table in tables:
        assert table.count("<caption>") == 1
        assert table.count('<th scope="col"') >= 2
        rows = table.partition("<tbody>")[2].count("<tr>")
        assert rows == table.count('<th scope="row"')


def test_the_page_has_a_language_a_title_and_a_skip_link(text, elements):
    assert elements.of("html")[0]["lang"] == "en"
    assert f"<title>{TITLE}</title>" in text
    first = elements.of("a")[0]
    assert (first["class"], first["href"]) == ("skip", "#content")
    assert len(elements.of("h1")) == 1
    identities = [attributes["id"] for _, attributes in elements.found if "id" in attributes]
    assert len(identities) == len(set(identities))


def test_a_section_says_how_it_was_found(text):
    game = house_edge.GAMES["ez"]
    assert game.procedure in text
    assert "python -m experiments run house_edge --seed 2" in text
    assert "Root seed 2" in text
    assert "players 12" in text
    assert "pointwise" in text
    assert "This bet keeps" in text or "this bet keeps 1.06 of every 100 bet" in text


@pytest.mark.parametrize(
    "changed",
    [
        {"title": EVIL},
        {"answer": Answer(EVIL, (EVIL,))},
        {"method": [EVIL]},
        {"command": EVIL},
        {"procedures": [EVIL]},
        {"tables": [Table(EVIL, (EVIL, EVIL), ((EVIL, EVIL),))]},
        {"figures": [Figure(EVIL, EVIL, EVIL, "data:,", "data:,")]},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_a_name_with_a_script_comes_out_as_text(changed):
    written = page([section(**changed)])
    assert "<script" not in written
    assert "&lt;script&gt;" in written
    assert not Elements(written).of("script")


def test_a_number_and_its_per_cent_sign_stay_together():
    assert "5\N{NO-BREAK SPACE}%" in page([section(work="5 % of it.")])


def test_a_table_refuses_a_row_of_another_length():
    with pytest.raises(ValueError, match="a row of 1 cells under 2 headings"):
        Table("Caption", ("A", "B"), (("a",),))


def test_the_same_figure_is_drawn_the_same_way_twice():
    def one() -> Figure:
        return draw(
            lambda canvas, theme: canvas.subplots().plot([1, 2], color=theme.first) and None,
            height=2,
            title="t",
            alt="a",
            reading="r",
        )

    assert one() == one()
    assert one().light != one().dark


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
def test_a_browser_shows_it_at_phone_width_without_sideways_scrolling(place, tmp_path):
    frame = tmp_path / "frame.html"
    frame.write_text(
        f"""<iframe src="{place.as_uri()}" width="390" height="800" onload="
        const d = this.contentDocument, e = d.documentElement;
        document.title = JSON.stringify({{scroll: e.scrollWidth, client: e.clientWidth,
        broken: [...d.images].filter(i => i.offsetParent && !i.naturalWidth).length}});
        "></iframe>"""
    )
    told = subprocess.run(
        [
            str(CHROMIUM),
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--allow-file-access-from-files",
            f"--user-data-dir={tmp_path / 'profile'}",
            "--virtual-time-budget=5000",
            "--dump-dom",
            frame.as_uri(),
        ],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "HOME": str(tmp_path)},
    )
    found = re.search(r'"scroll":(\d+),"client":(\d+),"broken":(\d+)', told.stdout)
    assert found, told.stderr
    scroll, client, broken = map(int, found.groups())
    assert scroll <= client
    assert broken == 0
