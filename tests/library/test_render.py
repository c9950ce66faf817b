"""What a table shows, as text and as a picture."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest
from gymnasium.error import DependencyNotInstalled

from baccarat_env import picture, render
from baccarat_env.bet import Bet, Pays
from baccarat_env.coup import Coup, settle
from baccarat_env.game import EZ_BACCARAT, GAMES, MINI_BACCARAT, Game
from baccarat_env.render import ansi
from baccarat_env.rules import RESULT_OF, RESULTS
from baccarat_env.shoe import Shoe, key_of, order
from baccarat_env.view import View, coup_in_words, money, shown_results

LONG_RUN = tuple("BPPBTPBBB" + "P" * 12 + "BBPB" + "P" * 9 + "BTPPB" + "B" * 7)
TIES = tuple("TTPBPPBTTTBPPTBBPTTBPTPPTBBBTBPTBPPB")
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def views(game: Game, seed: int = 1, bankroll: int | None = 10_000_000) -> list[View]:
    """See every coup of a shoe, five chips on the first bet, none on the second, one on others."""
    stakes = (5, 0, 1, 1, 1)[: len(game.bets)]
    shoe = Shoe(game, order(key_of(seed), 0, game.decks))
    start = View(game, undealt=shoe.undealt, cut=game.cut, bankroll=bankroll)
    seen, results = [start], ()
    for coup in shoe:
        results = (*results, RESULTS[RESULT_OF[coup.ending]])
        net = tuple(settle(coup.ending, stakes, game).tolist())
        bankroll = None if bankroll is None else bankroll + sum(net)
        shown = replace(start, results=results, coup=coup, stakes=stakes, net=net)
        seen.append(replace(shown, bankroll=bankroll, undealt=shoe.undealt, coups=len(results)))
    return seen


@pytest.fixture(scope="module")
def ez() -> list[View]:
    return views(EZ_BACCARAT)


def many_bets() -> Game:
    line = (Pays("11.2345 to 1", winner="banker"),)
    bets = tuple(Bet(f"a_bet_with_a_very_long_name_{i}", line) for i in range(12))
    return Game("A game of one's own with a name that is far too long for any sign " * 2, bets)


def odd_views() -> dict[str, View]:
    coup = Coup((9, 23, 10), (13, 40, 2))
    large = (10_000_000,) * 5
    net = tuple(settle(coup.ending, large, EZ_BACCARAT).tolist())
    table = View(EZ_BACCARAT, coup=coup, stakes=large, net=net, undealt=200)
    return {
        "long run": replace(table, results=LONG_RUN),
        "ties": replace(table, results=TIES),
        "twelve ties on one cell": replace(table, results=("B", *"T" * 12, "P", "T")),
        "only ties": replace(table, results=("T", "T")),
        "chop": replace(table, results=tuple("BP" * 52)),
        "repeat": replace(table, results=tuple("B" * 104)),
        "large": replace(table, bankroll=10**18),
        "in debt": replace(table, bankroll=-(10**15) - 1),
        "no stakes": replace(table, stakes=(), net=()),
        "many bets": View(many_bets(), coup=coup, stakes=(3,) * 12, net=(-30_000,) * 12),
        "last card": replace(table, undealt=0),
    }


# --- Text ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("width", [80, 132])
def test_text_of_a_whole_shoe_fits(game: Game, width: int) -> None:
    for view in views(game):
        lines = ansi(view, colour=False, width=width).split("\n")
        assert max(map(len, lines)) <= width
        assert len(lines) == 23


@pytest.mark.parametrize("name", odd_views())
def test_text_of_odd_tables_fits(name: str) -> None:
    lines = ansi(odd_views()[name], colour=False).split("\n")
    assert max(map(len, lines)) <= 80


def test_text_tells_the_coup() -> None:
    coup = Coup((9, 23, 10), (13, 40, 5))  # 10♣ J♦ J♣ 0, A♦ 2♠ 6♣ 9
    net = tuple(settle(coup.ending, (5, 20, 0), MINI_BACCARAT).tolist())
    view = View(
        MINI_BACCARAT,
        results=("B",),
        coup=coup,
        stakes=(5, 20, 0),
        net=net,
        bankroll=1_000_000 + sum(net),
        undealt=400,
        shoe=3,
        coups=1,
    )
    text = ansi(view, colour=False)
    for card in ("10♣", "J♦", "J♣", "A♦", "2♠", "6♣"):
        assert card in text
    words = " ".join(text.split())
    assert "Mini-baccarat shoe 3, coup 1" in words
    assert "PLAYER 0 BANKER 9" in words
    assert "Banker wins, 9 over 0" in words
    assert re.search(r"Player +5 +lose +−5$", text, re.M)
    assert re.search(r"Banker +20 +0.95 to 1 +\+19$", text, re.M)
    assert re.search(r"Tie +lose$", text, re.M)
    assert re.search(r"bankroll 114 +\+14$", text, re.M)
    assert "400 of 416 cards left, cut card in 386" in text


def test_text_names_naturals_pushes_and_the_cut_card() -> None:
    text = ansi(
        View(
            MINI_BACCARAT, coup=Coup((8, 9), (21, 10)), stakes=(1, 0, 0), net=(0, 0, 0), undealt=9
        ),
        colour=False,
    )
    assert text.count("9  natural") == 2
    assert "Tie, 9 to 9, natural" in text
    assert re.search(r"Player +1 +push +0$", text, re.M)
    assert "cut card is out" in text


def test_text_of_a_fresh_table(ez: list[View]) -> None:
    text = ansi(ez[0], colour=False)
    assert "Place your bets" in text
    assert "bankroll 1,000" in text
    assert "Dragon 7" in text
    assert "lose" not in text


def test_text_shows_all_five_roads() -> None:
    view = View(EZ_BACCARAT, results=("T", "T", *"BBPPBPBBBPPPBBP", "B7", "T", "P8"))
    lines = ansi(view, colour=False).split("\n")
    beads, big_road = [line[:16].split() for line in lines[10:16]], [r[16:] for r in lines[10:16]]
    assert beads == [["TBPT"], ["TPP8"], ["BBB"], ["BBB"], ["PBP"], ["PP7"]]
    assert big_road == ["B2P B P B P B P B1P", "B P     B P B", "        B P", "", "", ""]
    names = "Big eye boy B→R P→B Small road B→R P→B Cockroach pig B→B P→R"
    assert " ".join(lines[16].split()) == names
    assert lines[17].split() == ["RBRBRBRBR", "BRBRBRB", "BRBRB"]
    assert "digits count ties, bead 7 Dragon 7, bead 8 Panda 8" in lines[9]


def test_marks_show_only_where_the_game_offers_the_bet() -> None:
    results = ("B7", "P8", "T")
    assert shown_results(View(EZ_BACCARAT, results=results)) == ["B7", "P8", "T"]
    assert shown_results(View(MINI_BACCARAT, results=results)) == ["B", "P", "T"]
    assert shown_results(View(GAMES["ez-dragon"], results=results)) == ["B7", "P", "T"]


def test_colour_changes_no_letter_of_the_table(ez: list[View]) -> None:
    for view in ez[::10]:
        plain, coloured = ansi(view, colour=False), ansi(view, colour=True)
        bare = ESCAPE.sub("", coloured)
        assert "\x1b" not in plain
        assert "\x1b" in coloured
        assert [line.rstrip() for line in bare.split("\n")[:16]] == plain.split("\n")[:16]
        assert max(len(line) for line in bare.split("\n")) <= 80
        assert all(line.count("\x1b[0m") * 2 == line.count("\x1b") for line in coloured.split("\n"))


class Terminal:
    def isatty(self) -> bool:
        return True


def test_colour_follows_the_terminal_and_no_color(
    ez: list[View], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b" not in ansi(ez[20])  # captured: no terminal
    monkeypatch.setattr(render.sys, "stdout", Terminal())
    assert "\x1b" in ansi(ez[20])
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in ansi(ez[20])
    assert "\x1b" in ansi(ez[20], colour=True)


def test_too_narrow() -> None:
    with pytest.raises(ValueError, match="width=79 is too small for the table: give at least 80"):
        ansi(View(EZ_BACCARAT), width=79)


@pytest.mark.parametrize(
    ("points", "shown"),
    [(0, "0"), (1, "+0.0001"), (-9_500, "−0.95"), (400_000, "+40"), (10**16, "+1,000,000,000,000")],
)
def test_money_is_exact(points: int, shown: str) -> None:
    assert money(points, sign=True) == shown


def test_a_coup_in_words() -> None:
    assert coup_in_words(None) == "Place your bets"
    assert coup_in_words(Coup((0, 1), (2, 3))) == "Banker wins, 7 over 3"


# --- Picture ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_pictures_have_one_shape_and_differ(game: Game) -> None:
    drawn = [picture.rgb_array(view) for view in views(game, bankroll=None)[::9]]
    for image in drawn:
        assert image.shape == (picture.HEIGHT, picture.WIDTH, 3)
        assert image.dtype == np.uint8
    assert len({image.tobytes() for image in drawn}) == len(drawn)


@pytest.mark.parametrize("name", odd_views())
def test_pictures_of_odd_tables(name: str) -> None:
    image = picture.rgb_array(odd_views()[name])
    assert image.shape == (picture.HEIGHT, picture.WIDTH, 3)
    assert not np.array_equal(image, picture.rgb_array(View(EZ_BACCARAT)))


def test_the_same_view_gives_the_same_picture(ez: list[View]) -> None:
    first = picture.rgb_array(ez[30])
    picture.rgb_array(ez[50])
    assert np.array_equal(first, picture.rgb_array(ez[30]))


def test_every_part_of_a_view_shows(ez: list[View]) -> None:
    view = ez[30]
    image = picture.rgb_array(view)
    others = (
        replace(view, results=view.results[:-1]),
        replace(view, coup=ez[31].coup),
        replace(view, stakes=(5, 7, 1, 1, 1)),
        replace(view, net=(0, 0, 0, 0, 10_000)),
        replace(view, bankroll=None),
        replace(view, undealt=view.undealt - 9),
        replace(view, cut=60),
        replace(view, shoe=9),
        replace(view, coups=99),
        replace(view, game=GAMES["ez-dragon"], stakes=(5, 0, 1, 1), net=view.net[:4]),
    )
    for other in others:
        assert not np.array_equal(image, picture.rgb_array(other))
        assert ansi(other, colour=False) != ansi(view, colour=False)


def test_importing_costs_no_drawing_library() -> None:
    code = "import sys, baccarat_env.picture; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_missing_library_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [name for name in sys.modules if name.split(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    for draw in (picture.rgb_array, picture.show):
        with pytest.raises(DependencyNotInstalled, match=r"-e '\.\[render\]'"):
            draw(View(EZ_BACCARAT))


# --- Window -------------------------------------------------------------------------------


@pytest.fixture
def pyplot(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    import matplotlib as mpl

    mpl.use("agg")
    from matplotlib import pyplot

    return pyplot


def test_without_a_display_nothing_is_shown(pyplot: ModuleType, ez: list[View]) -> None:
    picture.show(ez[5])
    assert not pyplot.fignum_exists(picture.WINDOW)
    picture.close()


def test_one_window_follows_the_table(
    pyplot: ModuleType, ez: list[View], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture, "NO_WINDOW", ())
    monkeypatch.setattr(pyplot, "show", lambda block: None)
    monkeypatch.setattr(pyplot, "pause", lambda seconds: None)
    for view in ez[5:7]:
        picture.show(view)
        shown = pyplot.figure(picture.WINDOW).axes[0].images
        assert len(shown) == 1
        assert np.array_equal(shown[0].get_array(), picture.rgb_array(view))
    picture.close()
    assert not pyplot.fignum_exists(picture.WINDOW)
