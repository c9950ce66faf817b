"""The lesson's page in a real browser: its odds, cards, payouts and bettors against Python."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

from baccarat_env import odds
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import GAMES, as_game
from baccarat_env.rules import ENDINGS, POSSIBLE, full_shoe
from baccarat_env.simulate import deal
from experiments.__main__ import main
from experiments.lesson.command import STYLE, lesson_page
from experiments.lesson.facts import data, house_edges, tiles
from tests.support.browser import CHROMIUM, open_browser
from tests.support.checks import joint

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
SEED = 7
COUPS = 100_000
BETTORS = 2000


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lesson")
    for name in ("mini", "ez"):
        (folder / f"{name}.html").write_text(lesson_page(GAMES[name], SEED), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with open_browser(tmp_path_factory.mktemp("profile")) as page:
        yield page


@pytest.fixture
def ez(browser, pages):
    browser.show(pages / "ez.html")
    return browser


def test_the_odds_are_those_of_python(ez):
    rng = np.random.default_rng(3)
    counts = np.array([rng.integers(0, full_shoe(8) + 1) for _ in range(298)])
    thin = [[2, 0, 0, 1, 0, 1, 0, 1, 0, 1], [0, 0, 0, 0, 0, 0, 0, 0, 0, 6]]
    counts = np.vstack([counts, thin])
    ours = np.array(ez.run(f"{json.dumps(counts.tolist())}.map((n) => [...Odds.endings(n)])"))
    assert np.abs(ours - odds.endings(counts).reshape(-1, ENDINGS)).max() < 1e-12


def test_coups_follow_the_exact_odds(ez):
    dealt = ez.run(
        f"""(() => {{
          const counted = Array(400).fill(0);
          let left = {COUPS};
          for (let number = 0; left > 0; number++) {{
            const shoe = new Deal.Shoe({SEED}, number, DATA.game);
            for (let k = 0; k < 20 && left > 0; k++, left--) counted[shoe.deal().ending]++;
          }}
          return counted;
        }})()"""
    )
    assert sum(dealt) == COUPS
    assert joint(dealt, odds.endings(full_shoe(8))) > 1e-4


def test_the_shuffle_is_even(ez):
    moved = ez.run(
        f"""(() => {{
          const counted = Array.from({{ length: 52 }}, () => Array(52).fill(0));
          for (let k = 0; k < 20000; k++)
            Deal.shuffled(1, Deal.generator({SEED}, k)).forEach((card, at) => counted[card][at]++);
          return counted;
        }})()"""
    )
    assert joint(moved, np.full((52, 52), 1 / 52**2)) > 1e-4


CATALOGUE = "mini+quik+lucky_99+player_natural+knockout_1_to_4+player_3_card_win"
"""Bets that ask for sums, naturals, the winner's total and the winner's cards."""


@pytest.mark.parametrize("name", ["mini", "ez", CATALOGUE])
def test_bets_are_settled_as_the_game_settles_them(browser, tmp_path, name):
    game = as_game(name)
    (tmp_path / "page.html").write_text(lesson_page(game, SEED), encoding="utf-8")
    browser.show(tmp_path / "page.html")
    paid = np.array(browser.run("BETS.map((bet) => [...bet.net])"))
    assert (paid[:, POSSIBLE] * BASIS_POINTS == game.pays[:, POSSIBLE]).all()


def test_shoes_are_dealt_to_the_end_as_in_python(ez):
    from baccarat_env.shoe import Shoe

    number = "(k) => new Deal.Shoe(9, k, DATA.game)"
    cards = ez.run(f"[0, 1, 2, 3, 4].map((k) => [...({number})(k).cards])")
    ours = ez.run(
        f"""[0, 1, 2, 3, 4].map((k) => {{
          const shoe = ({number})(k);
          const endings = [];
          while (!shoe.over) endings.push(shoe.deal().ending);
          return [endings, shoe.unseen];
        }})"""
    )
    for order, (endings, unseen) in zip(cards, ours, strict=True):
        shoe = Shoe(GAMES["ez"], order)
        assert [int(coup.ending) for coup in shoe] == endings
        assert shoe.unseen.tolist() == unseen


def left_in_python(stop: int) -> np.ndarray:
    """Bettors of the page's rule on shoes of Python: one unit, doubled after a loss."""
    game = GAMES["mini"]
    shoes = data(game, 0)["shoes"]
    dealt = deal(game, shoes=BETTORS * shoes, seed=11)
    pays = np.sign(game.pays[game.index("player")])[dealt.endings].tolist()
    bettor = (dealt.shoe // shoes).tolist()
    chips, stake, state = [100] * BETTORS, [1] * BETTORS, ["in"] * BETTORS
    for who, net in zip(bettor, pays, strict=True):
        if state[who] != "in":
            continue
        chips[who] += stake[who] * net
        stake[who] = 2 * stake[who] if net < 0 else 1 if net > 0 else stake[who]
        if stop and chips[who] >= stop:
            state[who] = "won"
        elif chips[who] < stake[who]:
            state[who] = "out"
    return np.array(state) != "out"


@pytest.mark.parametrize("stop", [0, 150])
def test_as_many_doublers_are_left_as_in_python(ez, stop):
    ours = ez.run(
        f"double.many({BETTORS}, {stop}).filter(([one]) => one.state !== 'out').length / {BETTORS}"
    )
    theirs = left_in_python(stop).mean()
    both = (ours + theirs) / 2
    assert abs(ours - theirs) < 4 * np.sqrt(2 * both * (1 - both) / BETTORS)


def test_the_address_brings_back_the_same_shoe(ez, pages):
    ez.run("for (let k = 0; k < 5; k++) find('try-bets').lastChild.click(); show(2)")
    before = ez.run("[location.hash, attempt.shoe.coups, [...attempt.shoe.unseen]]")
    assert before[0] == "#step=2&seed=7&shoe=0&coups=5"
    ez.run("window.before = true; location.reload()")
    loaded = "typeof before === 'undefined' && typeof attempt !== 'undefined'"
    ez.wait(lambda: ez.run(f"{loaded} && document.readyState") == "complete")
    assert ez.run("[location.hash, attempt.shoe.coups, [...attempt.shoe.unseen]]") == before


@pytest.mark.parametrize("name", ["mini", "ez"])
def test_it_asks_for_nothing_and_complains_of_nothing(browser, pages, name):
    place = pages / f"{name}.html"
    browser.show(place)
    for step in range(1, 6):
        browser.run(f"show({step})")
        browser.run("for (const one of document.querySelectorAll('section button')) one.click()")
    asked = [one["request"]["url"] for one in browser.of("Network.requestWillBeSent")]
    assert [url for url in asked if not url.startswith(place.as_uri())] == []
    assert browser.of("Log.entryAdded", "Runtime.exceptionThrown") == []
    assert place.stat().st_size < 250_000


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_a_phone(browser, pages, scheme):
    browser.show(pages / "ez.html", 390, color_scheme=scheme)
    for step in range(1, 6):
        browser.run(f"show({step})")
        assert browser.run("document.documentElement.scrollWidth") <= 390, step


def test_text_is_large_on_a_projector(browser, pages):
    browser.show(pages / "ez.html", 1920)
    smallest = """Math.min(...[...document.querySelectorAll("body *")]
      .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""
    assert browser.run(smallest) >= 28


def brightness(colour: str) -> float:
    """Relative luminance, by the Web Content Accessibility Guidelines 2.2."""
    parts = np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)]) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


@pytest.mark.parametrize("scheme", [0, 1])
def test_every_colour_of_text_can_be_read(scheme):
    line = [line for line in STYLE.splitlines() if "--paper:" in line][scheme]
    colours = dict(re.findall(r"--(\w+): (#\w{6})", line))
    pairs = [(ink, "wash") for ink in ("ink", "soft", "good", "bad", "player", "banker")]
    pairs += [(ink, "paper") for ink, _ in pairs] + [("on", "link")]
    for pair in pairs:
        low, high = sorted(brightness(colours[name]) for name in pair)
        assert (high + 0.05) / (low + 0.05) >= 4.5, pair


def test_every_step_is_reached_by_keyboard(ez):
    reached = []
    for _ in range(5):
        reached.append(ez.run("document.querySelector('section:not([hidden])').id"))
        ez.ask("Input.dispatchKeyEvent", type="keyDown", key="ArrowRight")
        ez.ask("Input.dispatchKeyEvent", type="keyUp", key="ArrowRight")
    assert reached == [f"step-{k}" for k in range(1, 6)]
    ez.ask("Input.dispatchKeyEvent", type="keyDown", key="ArrowLeft")
    assert ez.run("state.step") == 4


def test_nothing_is_played_before_the_guess(ez):
    ez.run("show(3)")
    assert ez.run("find('double-one').disabled && find('double-all').disabled")
    ez.run("find('guess').value = '31'; find('guess-set').click()")
    assert ez.run("find('double-all').disabled")
    ez.run("find('guess').value = '12'; find('guess-set').click(); find('double-all').click()")
    assert "You guessed 12." in ez.run("find('double-say').textContent")


def test_the_price_is_the_exact_house_edge(ez):
    for k, edge in enumerate(house_edges(GAMES["ez"]).values()):
        ez.run(f"find('price-bets').children[{k}].click()")
        assert f"keeps {edge:.2f}:" in ez.run("find('price-say').textContent")


def test_the_count_trainer_says_the_exact_edge(ez):
    ez.run("find('count-deal').click(); find('count-input').value = '99'")
    ez.run("find('count-check').click()")
    unseen = ez.run("counting.shoe.unseen")
    edge = 100 * odds.expected_value(unseen, "ez")[GAMES["ez"].index("dragon_7")]
    assert abs(100 * ez.run("counting.value()") - edge) < 1e-10
    assert f"{abs(edge):.1f} of 100" in ez.run("find('count-say').textContent")


def test_only_the_bets_that_can_be_counted_win():
    rows = tiles(GAMES["ez"])
    wins = [row["title"] for row in rows if row["count"] and row["count"]["wins"]]
    assert wins == ["Dragon 7", "Panda 8"]
    assert [row["title"] for row in rows if row["perfect"]["wins"]] == wins
    assert all(row["perfect"]["units"] > row["count"]["units"] for row in rows[3:])
    assert all(0 <= row["edge"] - row["after"] < 0.2 for row in rows)


def test_the_tiles_say_what_holds_for_any_bet():
    page = lesson_page(as_game("mini+player_natural_9+lucky_bonus"), SEED)
    natural_9, lucky_bonus = (
        page.partition(f">{title}</b>")[2].partition("</div>")[0]
        for title in ("Player Natural 9", "Lucky Bonus")
    )
    assert "no count in print" in natural_9
    assert 'class="tile yes"><i>Every card</i>▲' in natural_9
    assert 'class="tile yes"><i>Nothing</i>▲ pays 2.34 of 100' in lucky_bonus


def test_the_command_writes_the_page(tmp_path, capsys):
    place = tmp_path / "new" / "lesson.html"
    assert main(["lesson", "--game", "ez", "--out", str(place), "--seed", "3"]) == 0
    text = place.read_text("utf-8")
    assert "<noscript>" in text
    assert '"seed":3' in text
    assert "lesson.html" in capsys.readouterr().out


def test_a_game_without_a_main_bet_has_no_lesson(tmp_path, capsys):
    file = tmp_path / "game.json"
    file.write_text(json.dumps(GAMES["mini"].without("banker").to_dict()), encoding="utf-8")
    assert main(["lesson", "--game", str(file), "--out", str(tmp_path / "page.html")]) == 2
    assert "needs the bet banker" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--seed", "-1"], "seed=-1 must be a whole number from 0 to 4294967295"),
        (["--game", "nope"], "unknown game 'nope'"),
        (["--out", "."], "is a folder"),
    ],
)
def test_a_bad_request_gets_one_sentence(capsys, words, expected):
    assert main(["lesson", *words]) == 2
    said = capsys.readouterr().err
    assert expected in said
    assert len(said.strip().splitlines()) == 1
