"""The page: whole, self-contained, readable by everyone."""

import base64
import csv
import html
import io
import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import chain, pairwise
from pathlib import Path

import numpy as np
import pytest

from baccarat_env import odds
from experiments.page.figure import DARK, LIGHT, Drawing, Figure, draw
from experiments.page.glossary import TERMS
from experiments.page.number import MISSING, Number
from experiments.page.page import FRONT, SCRIPT, STYLE, TITLE, page, verdict, write_report
from experiments.page.section import Section
from experiments.page.table import Table
from experiments.page.words import Answer
from experiments.questions import choose, house_edge
from experiments.shoes.bankrolls import BANKROLL, COUPS, TABLE
from experiments.shoes.usual_table import EVERY_BET
from experiments.theory.survival import coup_of, flat_survival, martingale_survival
from tests.support.asked import ask
from tests.support.browser import CHROMIUM, open_browser
from tests.support.whole_report import write_whole

EVIL = "<script>document.title = 'evil'</script><img src=x onerror='alert(1)'>\" onload=\"&\x1b[31m"


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
    out = tmp_path_factory.mktemp("report")
    ask("house_edge", house_edge.Config(players=12, shoes=200, batch=12), 2, out)
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
    without_data = re.sub(r'"data:[^"]*"', '""', text)
    assert not re.search(r"https?:|//[a-z]|@import|url\((?!#)", without_data)
    assert not elements.of("link", "iframe", "object", "embed", "base")
    assert [attributes for attributes in elements.of("script") if attributes] == []
    assert not elements.of("img", "source")
    for link in elements.of("a"):
        assert link["href"].startswith(("#", "data:text/csv;"))


def test_the_pictures_load_nothing_and_bring_no_style(text):
    pictures = re.findall("<svg.*?</svg>", text.partition("<script>")[0], re.DOTALL)
    assert len(pictures) == 4 + 6
    for picture in pictures:
        references = re.findall(r'(?:href|src)="([^"]*)"', picture)
        assert all(reference.startswith(("#", "data:image/png")) for reference in references)
        assert not re.search(r"<script|<style|\bstyle=|<!DOCTYPE|\bon\w+=", picture)


def test_a_name_in_a_picture_comes_out_as_text():
    def paint(canvas, _):
        canvas.subplots().set_title(EVIL.partition("\x1b")[0])

    figure = draw(Drawing("one", paint, 2), "t", "a", "r")
    told = Elements(page([section(figures=[figure])]))
    assert len(told.of("script")) == 1
    assert not told.of("img")
    assert "&lt;script&gt;" in figure.picture


def test_a_picture_has_the_colours_of_the_page():
    def paint(canvas, theme):
        canvas.subplots().plot([1, 2], color=theme.first)

    figure = draw(Drawing("one", paint, 2), "t", "a", "r")
    assert 'stroke="var(--figure-first)"' in figure.picture
    for theme in (LIGHT, DARK):
        assert f"--figure-first: {theme.first};" in STYLE
        assert theme.first.lower() not in figure.picture.lower()


def test_every_figure_has_its_text(elements):
    pictures = [one for one in elements.of("div") if one.get("role") == "img"]
    assert len(pictures) == 4
    assert all(len(one["aria-label"]) > 40 for one in pictures)


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
    assert (first["class"], first["href"]) == ("skip", "#questions")
    assert len(elements.of("h1")) == 1
    identities = [attributes["id"] for _, attributes in elements.found if "id" in attributes]
    assert len(identities) == len(set(identities))
    places = [link["href"][1:] for link in elements.of("a") if link["href"].startswith("#")]
    assert set(places) <= set(identities)


def test_headings_go_down_one_level_at_a_time(elements):
    levels = [int(tag[1]) for tag, _ in elements.found if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert all(down <= up + 1 for up, down in pairwise(levels))


def test_a_section_says_how_it_was_found(text):
    game = house_edge.GAMES["ez"]
    assert game.procedure in text
    assert "python -m experiments run house_edge --seed 2" in text
    assert "Root seed 2" in text
    assert "players 12" in text
    assert (
        "The share of the stakes that the house keeps on average is called the house edge" in text
    )


@pytest.mark.parametrize(
    "changed",
    [
        {"title": EVIL},
        {"answer": Answer(EVIL, (EVIL,))},
        {"method": [EVIL]},
        {"command": EVIL},
        {"procedures": [EVIL]},
        {"tables": [Table(EVIL, (EVIL, EVIL), ((EVIL, EVIL),))]},
        {"figures": [Figure(EVIL, EVIL, EVIL, "<svg></svg>")]},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_a_name_with_a_script_comes_out_as_text(changed):
    written = page([section(**changed)])
    assert written.count("<script") == written.count("<script>" + SCRIPT) == 1
    assert "&lt;script&gt;" in written
    assert "\x1b" not in written
    assert not [image for image in Elements(written).of("img") if "onerror" in image]


def test_a_number_and_its_per_cent_sign_stay_together():
    told = page([section(work="5 % of it, 1.5 ± 0.5, < 3e−6.")])
    assert "5\N{NO-BREAK SPACE}% of it, 1.5 ±\N{NO-BREAK SPACE}0.5" in told


def test_a_table_refuses_a_row_of_another_length():
    with pytest.raises(ValueError, match="a row of 1 cells under 2 headings"):
        Table("Caption", ("A", "B"), (("a",),))


def test_the_same_figure_is_drawn_the_same_way_twice():
    def one() -> Figure:
        def paint(canvas, theme):
            canvas.subplots().plot([1, 2], color=theme.first)

        return draw(Drawing("one", paint, 2), "t", "a", "r")

    assert one() == one()


# --- The front --------------------------------------------------------------------------

MARKED = Table(
    "Units a shoe",
    ("Bet", "A count"),
    (
        ("Tie", (Number(-0.5, 0.2, ".1f"), Number(-14.36))),
        ("Dragon 7", (Number(0.6, 0.1, ".1f"), Number(1.25, 0.3, "+.2f"))),
    ),
    lines=("free to sit out", "made to bet"),
    marks=(("", "unbeatable"), ("", "beatable")),
)


def front() -> Section:
    answer = Answer("No. No. Yes.", ("Practice.",))
    money = Table("In money", ("A", "B"), (("a", "1"),))
    other = Table("Another", ("A", "B"), (("a", "1"),))
    return section(name=FRONT, title="Verdict?", answer=answer, tables=[MARKED, money, other])


def test_the_verdict_opens_the_page_and_its_method_closes_it():
    found = [front(), section(answer=Answer("Else.", verdict="Added."))]
    assert verdict(found) == "No. No. Yes."
    assert verdict(found[1:]) == "Added."
    told = page(found)
    order = ["The questions", "No. No. Yes.", 'class="tiles"', "house edge", "Else."]
    order += ["Practice.", "In money", "Another"]
    places = [told.index(part) for part in order]
    assert places == sorted(places)
    assert told.count("Practice.") == told.count(">No. No. Yes.") == 1
    assert "Verdict?" not in re.sub('<span class="unseen">.*?</span>', "", told)


def test_a_mark_is_a_word_beside_a_symbol():
    told = page([front()])
    for mark, symbol in (("beatable", "▲"), ("unbeatable", "▽")):
        assert (
            f'<span class="mark {mark}"><span aria-hidden="true">{symbol}</span> {mark}</span>'
            in told
        )
    assert "In a cell: free to sit out; under it made to bet." in told


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"marks": (("", "won"), ("", ""))}, "mark 'won' must be one of beatable, "),
        ({"marks": (("",), ("",))}, "marks must have the rows and columns"),
        ({"lines": ("a", "b", "c")}, "must have 3 lines"),
    ],
)
def test_a_table_refuses_marks_and_lines_that_do_not_fit(changed, sentence):
    with pytest.raises(ValueError, match=sentence):
        replace(MARKED, **changed)


# --- Downloads --------------------------------------------------------------------------


def downloads(text: str) -> list[list[list[str]]]:
    """Decode every CSV on a page, its files named each once."""
    links = [link for link in Elements(text).of("a") if "download" in link]
    files = [link["download"] for link in links]
    assert len(files) == len(set(files))
    raw = [base64.b64decode(str(link["href"]).partition("base64,")[2]) for link in links]
    assert all(content.startswith(b"\xef\xbb\xbf") for content in raw)
    texts = [content.decode("utf-8-sig") for content in raw]
    return [list(csv.reader(io.StringIO(text, newline=""), strict=True)) for text in texts]


def test_every_table_can_be_had_as_csv_with_the_same_cells(text):
    tables = re.findall(r"<table>.*?</table>", text, re.DOTALL)
    kept = downloads(text)
    assert len(kept) == len(tables)
    for table, rows in zip(tables, kept, strict=True):
        page_rows = [
            [
                html.unescape(re.sub("<[^>]*>", "", cell))
                for cell in re.findall(CELL, row, re.DOTALL)
            ]
            for row in re.findall("<tr>.*?</tr>", table, re.DOTALL)
        ]
        assert [len(row) for row in page_rows] == [len(row) for row in rejoined(rows)]
        for cell, pair in zip(chain(*page_rows), chain(*rejoined(rows)), strict=True):
            assert says_the_same(cell, *pair), (cell, pair)


CELL = "<t[hd].*?</t[hd]>"


def rejoined(rows: list[list[str]]) -> list[list[tuple[str, str]]]:
    """Put each half width behind its value again."""
    halves = {i for i, heading in enumerate(rows[0]) if heading.endswith(" ±")}
    return [
        [
            (c, row[i + 1] if i + 1 in halves and n else "")
            for i, c in enumerate(row)
            if i not in halves
        ]
        for n, row in enumerate(rows)
    ]


def says_the_same(shown: str, kept: str, half: str) -> bool:
    """Whether a cell shows the value that the file holds, and half its interval, rounded."""
    if shown == "–":
        return not kept
    texts = shown.replace("\xa0", " ").replace("−", "-").replace(",", "").split(" ± ")
    if not re.fullmatch(r"[+-]?[\d.]+(e-\d+)?", texts[0]):
        return shown.replace("\xa0", " ") == kept.removeprefix("'")
    return all(
        abs(float(text) - float(value)) <= 0.51 * 10.0 ** -len(text.partition(".")[2])
        for text, value in zip(texts, (kept, half), strict=False)
    )


def test_lines_and_marks_have_columns_of_their_own():
    rows = downloads(page([front()]))[0]
    assert rows == [
        ["Bet", *(f"A count: {what}" for what in COLUMNS)],
        ["Tie", "-0.5", "0.2", "-14.36", "", "unbeatable"],
        ["Dragon 7", "0.6", "0.1", "1.25", "0.3", "beatable"],
    ]


COLUMNS = ("free to sit out", "free to sit out ±", "made to bet", "made to bet ±", "mark")


@pytest.mark.parametrize(
    ("cell", "kept"),
    [
        ("=1+1", "'=1+1"),
        ("+1 or more", "'+1 or more"),
        ("-cmd", "'-cmd"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\tx", "'␉x"),
        ("\rx", "'␍x"),
        ("'quoted", "''quoted"),
        (Number(-1.06, form=".1f"), "-1.06"),
        (Number(12_345, form="+,.0f"), "12345"),
        (Number(3e-6, form="g", bound="<"), "< 3e-06"),
        (MISSING, ""),
        ('a "b", c', 'a "b", c'),
        ("two\nlines", "two␊lines"),
        ("–", "–"),
    ],
)
def test_a_cell_is_a_number_or_a_text_and_never_a_formula(cell, kept):
    table = Table("Caption", ("A", "B"), ((cell, cell),))
    assert downloads(page([section(tables=[table])]))[0][1] == [kept, kept]


# --- In a browser -----------------------------------------------------------------------

SORTED = Table(
    "To sort",
    ("Words", "Numbers"),
    (
        ("Tie", Number(-1.06)),
        ("10 decks", Number(1.2e-7, form=".1e")),
        ("Banker", Number(0.69714, 0.0023)),
        ("2 decks", MISSING),
        ("–", Number(3e-6, form=".0e", bound="<")),
        ("Player", Number(12_345, form=",.0f")),
        ("banker, late", Number(9.5, form=".1f")),
    ),
)
UP = {
    "Words": ["2 decks", "10 decks", "Banker", "banker, late", "Player", "Tie", "–"],
    "Numbers": ["−1.06", "1.2e−07", "< 3e−06", "0.6971 ± 0.0023", "9.5", "12,345", "–"],
}
GIVEN = {name: [str(row[i]) for row in SORTED.rows] for i, name in enumerate(SORTED.columns)}
browsing = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with open_browser(tmp_path_factory.mktemp("profile")) as page:
        yield page


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    """A page with a front, tables to sort, and nasty names."""
    place = tmp_path_factory.mktemp("made") / "made.html"
    nasty = section(
        name="nasty",
        title=EVIL,
        answer=Answer(EVIL, (EVIL * 20,)),
        tables=[Table(EVIL, (EVIL, EVIL), ((EVIL, EVIL),))],
        command=EVIL,
    )
    place.write_text(page([front(), section(tables=[SORTED]), nasty]), encoding="utf-8")
    return place


@browsing
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("which", ["place", "made"])
def test_a_browser_shows_it_whole(browser, request, which, width, scheme):
    place = request.getfixturevalue(which)
    browser.show(place, width, color_scheme=scheme)
    assert browser.of("Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown") == []
    asked = [event["request"]["url"] for event in browser.of("Network.requestWillBeSent")]
    assert {url for url in asked if not url.startswith("data:")} == {place.as_uri()}
    told = browser.run(
        """({wide: document.documentElement.scrollWidth, screen: innerWidth,
        title: document.title,
        ink: getComputedStyle(document.body).getPropertyValue("--figure-ink"),
        silent: [...document.querySelectorAll(".picture")].filter(
            i => !i.ariaLabel.trim() || !i.querySelector("svg")).length,
        headless: [...document.querySelectorAll("table")].filter(t =>
            t.querySelectorAll("thead th[scope=col]").length !== t.rows[1].cells.length ||
            t.querySelectorAll("thead button").length !== t.rows[1].cells.length).length})"""
    )
    assert told["wide"] <= told["screen"] == width
    assert told["title"] == TITLE
    assert told["ink"] == {"light": LIGHT, "dark": DARK}[scheme].ink
    assert told["silent"] == told["headless"] == 0


LOOK = """(() => {
    const table = [...document.querySelectorAll("table")].find(
        t => t.caption.textContent === "To sort");
    const headings = [...table.tHead.rows[0].cells];
    return {sorts: headings.map(h => h.getAttribute("aria-sort")),
        cells: [...table.tBodies[0].rows].map(r => [...r.cells].map(
            c => c.textContent.replace("\u00a0", " "))),
        status: document.getElementById("sorted").textContent,
        focused: document.activeElement.textContent};
})()"""
PRESS = """[...document.querySelectorAll("thead button")].find(
    b => b.textContent === NAME && b.closest("table").caption.textContent === "To sort")"""


def column(told, name: str) -> list[str]:
    return [row[SORTED.columns.index(name)] for row in told["cells"]]


def down(up: list[str]) -> list[str]:
    """The other way round, what is missing last again."""
    return [*reversed(up[:-1]), up[-1]]


def orders(name: str) -> list[tuple[str, str, list[str]]]:
    return [
        ("ascending", f"Sorted by {name}, ascending.", UP[name]),
        ("descending", f"Sorted by {name}, descending.", down(UP[name])),
        ("none", "Rows as given.", GIVEN[name]),
    ]


@browsing
@pytest.mark.parametrize("name", SORTED.columns)
def test_a_heading_that_is_clicked_sorts(browser, made, name):
    browser.show(made)
    for way, status, cells in orders(name):
        browser.run(PRESS.replace("NAME", repr(name)) + ".click()")
        told = browser.run(LOOK)
        assert column(told, name) == cells
        assert sorted(told["sorts"]) == sorted(["none", way])
        assert told["sorts"][SORTED.columns.index(name)] == way
        assert told["status"] == status


@browsing
def test_the_last_heading_that_was_pressed_alone_is_marked(browser, made):
    browser.show(made)
    for name in SORTED.columns:
        browser.run(PRESS.replace("NAME", repr(name)) + ".click()")
    told = browser.run(LOOK)
    assert told["sorts"] == ["none", "ascending"]
    assert column(told, "Numbers") == UP["Numbers"]


@browsing
def test_a_table_is_saved_as_a_file(browser, made, tmp_path):
    browser.show(made)
    browser.ask("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    browser.run("document.querySelector('a[download^=verdict]').click()")
    place = tmp_path / f"{FRONT}-table-1.csv"
    browser.wait(place.exists)
    assert place.read_bytes().decode("utf-8-sig").startswith("Bet,A count: free to sit out,")


@browsing
def test_the_keyboard_reaches_the_questions_and_sorts(browser, made):
    browser.show(made)
    browser.run("for (const fold of document.querySelectorAll('details')) fold.open = true")
    browser.press("Tab")
    assert browser.run("document.activeElement.className") == "skip"
    browser.press("Enter", "\r")
    assert browser.run("document.activeElement.id") == "questions"
    for _ in range(40):
        browser.press("Tab")
        if browser.run(LOOK)["focused"] == "Numbers":
            break
    outline = browser.run("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    for key, text, (way, status, cells) in zip(
        ("Enter", " ", "Enter"), ("\r", " ", "\r"), orders("Numbers"), strict=True
    ):
        browser.press(key, text)
        told = browser.run(LOOK)
        assert (column(told, "Numbers"), told["sorts"][1], told["status"]) == (cells, way, status)
        assert told["focused"] == "Numbers"


@browsing
def test_the_page_runs_no_script_but_its_own(browser, made):
    browser.show(made)
    browser.run(
        """const more = document.createElement("script"); more.textContent = "window.evil = 1";
        document.body.append(more);
        document.body.insertAdjacentHTML("beforeend", "<img src=x: onerror='window.evil = 1'>");"""
    )
    assert browser.run("new Promise(done => setTimeout(() => done(window.evil), 100))") is None


FOLDS = "[...document.querySelectorAll('details')].map(fold => fold.open)"


@browsing
def test_what_is_folded_opens_where_the_address_asks_for_it(browser, made, tmp_path):
    browser.show(made)
    assert not any(browser.run(FOLDS))
    browser.ask("Page.navigate", url=made.as_uri() + "?print=all#nowhere")
    browser.wait(
        lambda: browser.run("document.readyState + location.search").startswith("complete?")
    )
    assert all(browser.run(FOLDS))
    assert len(browser.run(FOLDS)) == 3


@browsing
@pytest.mark.parametrize("which", ["place", "made"])
def test_no_table_is_wider_than_a_phone(browser, request, which):
    browser.show(request.getfixturevalue(which), 390)
    browser.run("for (const fold of document.querySelectorAll('details')) fold.open = true")
    told = browser.run(
        """({wide: document.documentElement.scrollWidth, tables: [...document.querySelectorAll(
            "table, .scroll")].filter(t => t.scrollWidth > 390 || t.scrollWidth > t.clientWidth + 1)
            .length})"""
    )
    assert told == {"wide": 390, "tables": 0}


@browsing
def test_the_first_screen_has_the_answer_the_tiles_and_a_figure(browser, made):
    browser.show(made)
    told = browser.run(
        """["h1", ".verdict .finding", ".tiles", "#house-edge"].map(
            name => document.querySelector(name).getBoundingClientRect().bottom)"""
    )
    assert told == sorted(told)
    assert 0 < told[0] < told[-1] <= 800


@browsing
def test_a_section_is_a_screen_and_a_page(browser, place, tmp_path):
    browser.show(place)
    heights = browser.run(
        "[...document.querySelectorAll('section')].map(s => s.getBoundingClientRect().height)"
    )
    assert len(heights) == 3
    assert max(heights) <= 800
    browser.picture("Page.printToPDF", tmp_path / "page.pdf", preferCSSPageSize=True)
    pages = re.findall(rb"/Type\s*/Page\b", (tmp_path / "page.pdf").read_bytes())
    assert 1 <= len(pages) <= len(heights)


@browsing
def test_paper_has_the_whole_table_on_it(browser, made):
    browser.show(made, 700)
    browser.ask("Emulation.setEmulatedMedia", media="print")
    told = browser.run(
        """({links: [...document.querySelectorAll("a[download]")].filter(
            a => a.offsetParent).length,
        cut: [...document.querySelectorAll(".scroll")].filter(s =>
            getComputedStyle(s).overflowX !== "visible").length})"""
    )
    assert told == {"links": 0, "cut": 0}


def test_without_the_script_the_page_is_whole_and_has_no_buttons(elements):
    assert not elements.of("button")
    assert [link for link in elements.of("a") if "download" in link]


# --- The whole report ------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    return write_whole(tmp_path_factory.mktemp("whole"))


@browsing
def test_the_whole_report_is_short(browser, whole, tmp_path):
    browser.show(whole, 1280, 800)
    told = browser.run(
        """({screens: document.documentElement.scrollHeight / 800,
        sections: document.querySelectorAll(".question").length,
        wide: document.documentElement.scrollWidth,
        loaded: performance.getEntriesByType("navigation")[0].loadEventEnd})"""
    )
    assert told["sections"] == 10
    assert told["screens"] <= 12
    assert told["wide"] <= 1280
    assert told["loaded"] < 2000
    assert whole.stat().st_size < 3e6
    browser.picture("Page.printToPDF", tmp_path / "page.pdf", preferCSSPageSize=True)
    assert len(re.findall(rb"/Type\s*/Page\b", (tmp_path / "page.pdf").read_bytes())) <= 14


@browsing
def test_the_first_figure_of_the_whole_report_is_on_screen_1(browser, whole):
    browser.show(whole, 1280, 800)
    assert 0 < browser.run("document.querySelector('figure').getBoundingClientRect().bottom") <= 800


@browsing
def test_nothing_of_the_whole_report_scrolls_sideways_on_a_phone(browser, whole):
    browser.show(whole, 390, 844)
    browser.run("for (const fold of document.querySelectorAll('details')) fold.open = true")
    told = browser.run(
        """({wide: document.documentElement.scrollWidth, tables: [...document.querySelectorAll(
            "table, .scroll, .explore, .lines")].filter(t => t.scrollWidth > 390).length})"""
    )
    assert told == {"wide": 390, "tables": 0}


MARKET = (
    """[...document.querySelectorAll("#market table")].find(t => t.tBodies[0].rows.length > 100)"""
)


@browsing
def test_the_market_is_sorted_and_filtered(browser, whole):
    browser.show(whole)
    browser.run("for (const fold of document.querySelectorAll('details')) fold.open = true")
    told = browser.run(
        f"""(() => {{
          const table = {MARKET}, field = table.closest(".scroll").previousElementSibling;
          const shown = () => [...table.tBodies[0].rows].filter(r => r.offsetParent);
          const all = shown().length;
          field.querySelector("input").value = "TIE 8";
          field.querySelector("input").dispatchEvent(new Event("input"));
          const found = shown().map(r => r.textContent.toLowerCase());
          const edge = [...table.tHead.rows[0].cells].findIndex(c =>
            c.textContent.startsWith("House edge"));
          table.tHead.rows[0].cells[edge].querySelector("button").click();
          return {{all, found, count: field.querySelector("[role=status]").textContent.trim(),
            edges: shown().map(r => Number(r.cells[edge].dataset.value))}};
        }})()"""
    )
    assert told["all"] > len(told["found"]) > 1
    assert all("tie" in row and "8" in row for row in told["found"])
    assert told["count"] == f"{len(told['found'])} of {told['all']} rows"
    assert told["edges"] == sorted(told["edges"])


SLIDE = """({shown: [...document.querySelectorAll(".question, #glossary")].filter(
    s => s.offsetParent).map(s => s.id),
    high: document.documentElement.scrollHeight,
    size: parseFloat(getComputedStyle(document.body).fontSize),
    hash: location.hash})"""


@browsing
@pytest.mark.parametrize("width", [1920, 1280])
def test_a_question_a_screen_is_shown_larger(browser, whole, width):
    browser.show(whole, width, width * 10 // 16, search="?present")
    seen = []
    for _ in range(13):
        seen.append(browser.run(SLIDE))
        browser.press("ArrowRight")
    assert [one["shown"] for one in seen[:2]] == [[], []]
    names = [one["shown"] for one in seen[2:]]
    assert all(len(name) == 1 for name in names)
    assert len({name[0] for name in names}) == len(names) == 11
    assert seen[5]["hash"] == f"#{names[3][0]}"
    assert all(abs(one["size"] / 17 - 1.6) < 0.01 for one in seen)
    assert max(one["high"] for one in seen[:-1]) <= width * 10 // 16
    browser.press("ArrowLeft")
    assert browser.run("location.hash") == f"#{names[-2][0]}"


# --- The glossary ----------------------------------------------------------------------


def test_a_term_is_defined_once_and_linked_where_it_first_stands():
    told = page(
        [section(answer=Answer("A unit, then Units of a coup.", ("Burned cards of a shoe.",)))]
    )
    assert told.count('<a class="term" href="#term-unit">unit</a>') == 1
    assert told.count('<a class="term" href="#term-burn">Burned</a>') == 1
    assert '<dfn><a class="term" href="#term-house-edge">house edge</a></dfn>' in told
    for term in TERMS:
        assert told.count(f'id="{term.key}"') == 1
        assert all(len(sentence.split()) < 25 for sentence in term.meaning.split(". "))


def test_a_term_in_a_nasty_text_is_linked_and_the_text_escaped():
    told = page([section(answer=Answer(f"{EVIL} unit & <coup>"))])
    assert '&amp; &lt;<a class="term" href="#term-coup">coup</a>&gt;' in told
    assert told.count("<script") == 1


# --- What can be tried -----------------------------------------------------------------


@browsing
def test_the_page_has_the_exact_odds(browser, whole):
    browser.show(whole)
    rng = np.random.default_rng(5)
    counts = np.array([rng.integers(0, np.array(EVERY_BET.full_shoe) + 1) for _ in range(300)])
    ours = np.array(browser.run(f"{counts.tolist()}.map(n => [...Odds.endings(n)])"))
    assert abs(ours - odds.endings(counts).reshape(ours.shape)).max() < 1e-12
    values = np.array(browser.run(f"{counts.tolist()}.map(n => Removed.valuesOf(n))"))
    assert abs(values - 100 * odds.expected_value(counts, EVERY_BET)).max() < 1e-9


REMOVED = """({hash: location.hash, gone: Removed.gone,
    values: [...document.querySelectorAll("#explore-removed dd span")].map(s => s.textContent),
    said: document.querySelector("#explore-removed .said").textContent})"""


@browsing
def test_cards_are_taken_out_by_keyboard_and_the_address_restores_it(browser, whole):
    browser.show(whole)
    fresh = browser.run(REMOVED)
    browser.run("document.querySelectorAll('#explore-removed input')[8].focus()")
    for _ in range(4):
        browser.press("ArrowRight")
    told = browser.run(REMOVED)
    left = np.array(EVERY_BET.full_shoe)
    left[8] -= 4
    exact = 100 * odds.expected_value(left, EVERY_BET)
    assert told["hash"] == "#removed=4x8"
    assert told["values"] == [f"{'▲ +' if x > 0 else '▽ −'}{abs(x):.2f}" for x in exact]
    browser.show(whole, search="#removed=4x8")
    assert browser.run(REMOVED) == told
    browser.run("document.querySelector('#explore-removed [data-do=reset]').click()")
    assert browser.run(REMOVED) == fresh


@browsing
@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("#nowhere", "“nowhere”: nothing on this page has that name."),
        ("#%E0%A4%A", "nothing on this page has that name."),
        ("#removed=4x8,40x3", "“removed=40x3” is left out: a shoe has 32 cards of value 3."),
        ("#removed=4x8,many", "“removed=many” is not understood: write 4x8"),
        ("#removed=4x8&nope=1", "“nope”: nothing on this page has that name."),
        ("#bankroll=none&removed=4x8", "“bankroll=none” is left out: write a whole number from 1"),
        ("#bankroll=5&bet=9&removed=4x8", "“bet=9” is left out: it is larger than the bankroll 5."),
        ("#way=up&removed=4x8", "“way=up” is left out: write doubling or level."),
    ],
)
def test_an_address_that_is_none_shows_what_it_can_and_says_so(browser, whole, address, expected):
    browser.show(whole, search=address)
    told = browser.run(
        "(told => [told.hidden, told.textContent])(document.getElementById('address'))"
    )
    assert told[0] is False
    assert expected in told[1]
    assert browser.run(REMOVED)["gone"][8] == (4 if "4x8" in address else 0)
    assert browser.of("Runtime.exceptionThrown") == []


@browsing
@pytest.mark.parametrize("way", ["doubling", "level"])
@pytest.mark.parametrize("stops", [(0, 0), (30, 50)])
def test_as_many_bettors_are_left_as_is_exact(browser, whole, way, stops):
    browser.show(whole, search=f"#way={way}&win={stops[0]}&loss={stops[1]}")
    told = browser.run(
        """({last: Bettors.band().at(-1), states: Bettors.play(2000).map(one => one.state),
        chips: Bettors.play(2000).map(one => one.chips)})"""
    )
    for name in ("out", "won", "lost"):
        exact, seen = told["last"][name], told["states"].count(name) / 2000
        assert abs(seen - exact) <= 4 * max(exact * (1 - exact) / 2000, 1e-7) ** 0.5 + 1e-9, name
    error = np.std(told["chips"]) / 2000**0.5
    assert abs(np.mean(told["chips"]) - told["last"]["mean"]) < 4 * error


@browsing
@pytest.mark.parametrize("way", ["doubling", "level"])
def test_the_exact_band_is_that_of_python(browser, whole, way):
    browser.show(whole, search=f"#way={way}")
    told = browser.run("Bettors.band().map(one => [one.coup, one.out])")
    survival = {"doubling": martingale_survival, "level": flat_survival}[way]
    exact = survival(coup_of(TABLE, "player"), BANKROLL, COUPS)
    for coup, out in told:
        assert abs(1 - exact[coup] - out) < 1e-9


@browsing
def test_the_address_restores_the_bettors(browser, whole):
    look = """[location.hash, document.querySelector(".lines").innerHTML,
        document.querySelector("#explore-bettors .said").textContent]"""
    browser.show(whole)
    start = browser.run(look)
    browser.run(
        """(() => { const set = (name, value, kind) => {
          const field = document.querySelector(`#explore-bettors [name=${name}]`);
          field.value = value; field.dispatchEvent(new Event(kind)); };
        set("bankroll", 60, "input"); set("win", 20, "input"); set("way", "level", "change");
        document.querySelector("[data-do=others]").click(); })()"""
    )
    changed = browser.run(look)
    assert changed[0] == "#bankroll=60&way=level&win=20&bettors=2"
    browser.show(whole, search=changed[0])
    assert browser.run(look) == changed
    browser.run("document.querySelector('#explore-bettors [data-do=reset]').click()")
    assert browser.run(look) == start


@browsing
def test_what_is_tried_asks_for_nothing_and_fits_a_phone(browser, whole):
    browser.show(whole, 390, 844, search="#removed=32x8,32x6&bankroll=1000&bet=7&loss=300")
    browser.run("for (const one of document.querySelectorAll('.explore button')) one.click()")
    asked = [event["request"]["url"] for event in browser.of("Network.requestWillBeSent")]
    assert {url.partition("#")[0] for url in asked} == {whole.as_uri()}
    assert browser.of("Log.entryAdded", "Runtime.exceptionThrown") == []
    assert browser.run("document.documentElement.scrollWidth") == 390


SEEN = """({pictures: ["removed_card", "ruin"].map(name =>
    !!document.querySelector(`#${name} > figure svg`).getClientRects().length),
    tried: [...document.querySelectorAll(".explore")].filter(e => e.getClientRects().length).length,
    sentence: document.querySelector(".verdict .finding").getClientRects().length > 0})"""


@browsing
def test_paper_and_a_browser_without_scripts_show_the_pictures(browser, whole):
    browser.show(whole)
    assert browser.run(SEEN) == {"pictures": [False, False], "tried": 2, "sentence": True}
    browser.ask("Emulation.setEmulatedMedia", media="print")
    on_paper = browser.run(SEEN)
    assert on_paper == {"pictures": [True, True], "tried": 0, "sentence": True}
    browser.ask("Emulation.setEmulatedMedia", media="")
    browser.ask("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.show(whole)
        assert browser.run(SEEN) == on_paper
    finally:
        browser.ask("Emulation.setScriptExecutionDisabled", value=False)
