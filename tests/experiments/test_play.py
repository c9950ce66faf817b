"""A person at the table: through a pipe, through a terminal, by script."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image
from rich.console import Console

from agents import make
from agents.agent import Limits
from agents.play.dealt import Schedule, play
from baccarat_env import odds, simulate
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.coup import card_name, settle
from baccarat_env.game import EZ_BACCARAT, GAMES, Game
from baccarat_env.house import House
from baccarat_env.names import counted
from baccarat_env.shoe import Shoe, key_of, order
from baccarat_env.table import Table
from experiments.__main__ import main
from experiments.commands.play.screen import Screen
from experiments.commands.play.session import YOU, Session
from experiments.commands.play.words import read_stakes
from tests import ROOT

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
SEED = 56
BETS = ["player 5 dragon 1", "again", "", "b 10 panda 2", "pass", "3 on tie"]
SCRIPT = BETS * 20
"""More than a shoe has coups."""


def sit(
    lines: list[str], game: Game = EZ_BACCARAT, seed: int = SEED, *others: str, **terms
) -> tuple[Session, str, int]:
    """Play by script, the input ending after the last line; the session, the text, the code."""
    written, script = io.StringIO(), iter(lines)

    def read() -> str:
        for line in script:
            return line
        raise EOFError

    bankroll = terms.pop("bankroll", 1_000)
    screen = Screen(Console(file=written, width=80, highlight=False), ask=read)
    table = Table(game, house=House(1, 500, **terms), seed=seed)
    session = Session(screen, table, bankroll, others)
    code = session.play()
    return session, written.getvalue(), code


def words(*options: str) -> list[str]:
    return [sys.executable, "-m", "experiments", "play", "--seed", str(SEED), *options]


def environment(**more: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LINES")}
    return kept | {"TERM": "xterm-256color"} | more


# --- What it comes to -------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_money_is_what_settlement_says_and_expected_is_stake_times_odds(name):
    game = GAMES[name]
    script = [line for line in 2 * SCRIPT if "dragon" not in line and "panda" not in line]
    session, text, code = sit(script, game)
    shoe, net, expected = Shoe(game, order(key_of(SEED), 0)), 0, 0.0
    for played in session.played:
        stakes = played.stakes[YOU]
        expected += float(stakes @ odds.expected_value(shoe.unseen, game))
        coup = shoe.deal()
        assert played.coup == coup
        net += int(settle(coup.ending, stakes, game).sum())
    assert shoe.over
    assert code == 0
    assert session.bankroll == 1_000 * BASIS_POINTS + net
    own = session.lines()[0]
    assert own.net == net
    assert own.expected == pytest.approx(expected, abs=1e-12)
    assert own.luck == pytest.approx(net / BASIS_POINTS - expected, abs=1e-12)
    assert "The shoe is over." in text


def test_systems_stand_beside_on_the_same_coups():
    session, text, _ = sit(SCRIPT)
    coups = simulate.deal(EZ_BACCARAT, shoes=1, seed=SEED)
    worth = odds.expected_value(coups.unseen, EZ_BACCARAT)
    lines = {line.name: line for line in session.lines()}
    assert len(session.played) == len(coups.endings)
    flat = lines["flat:bet=banker"]
    assert flat.staked == len(coups.endings)
    assert flat.net == EZ_BACCARAT.pays[1, coups.endings].sum()
    assert flat.expected == pytest.approx(worth[:, 1].sum())
    assert lines["exact"].expected == pytest.approx(np.maximum(worth, 0).sum())
    assert all(name in text for name in lines)


def test_who_leaves_early_is_reckoned_up_over_the_coups_that_were_dealt():
    session, text, code = sit(["b 10", "quit", "b 10"])
    assert code == 0
    assert len(session.played) == 1
    assert "1 coup, the same for everyone" in text
    assert {line.staked for line in session.lines()[1:]} <= {0, 1}
    assert text.rstrip().endswith(f"--seed {SEED}")


def test_who_leaves_before_the_first_coup_has_nothing_to_reckon():
    _, text, code = sit(["quit"])
    assert code == 0
    assert "You leave with 1,000 chips (0)" in text
    assert "luck" not in text


def test_agents_at_the_other_seats_bet_as_they_do_anywhere():
    session, text, _ = sit([""] * 100, EZ_BACCARAT, SEED, "martingale:bet=player", "exact")
    schedule = Schedule.lay_out(EZ_BACCARAT, simulate.deal(EZ_BACCARAT, shoes=1, seed=SEED), 1)
    for seat, name in ((2, "martingale:bet=player"), (3, "exact")):
        alone = play(make(name), schedule, limits=Limits(1, 500), bankroll=1_000)
        assert np.array_equal([played.stakes[seat] for played in session.played], alone.stakes)
        assert session.table.seats[seat].bankroll == alone.bankroll[0]
        assert f"Seat {seat}, {name}" in text
    assert "Seat 2, martingale:bet=player: 1 on Player" in text
    assert re.search(r"Seat 2, martingale:bet=player: [+−][\d,.]+, now [\d,]+", text)


def test_ruin_ends_the_session():
    session, text, code = sit(["t 5", *["again"] * 100], bankroll=5)
    assert code == 0
    assert session.bankroll == 0
    assert "below the smallest stake" in text
    assert "You leave with 0 chips (−5)" in text


def test_the_shoe_that_goes_round_names_its_dealer():
    _, text, _ = sit(["p 1", ""], GAMES["mini-passed"], SEED, "flat:bet=banker")
    dealers = re.findall(r"The shoe is dealt by: (.*)", text)
    assert dealers == ["You", "Seat 2, flat:bet=banker"]


# --- What is seen -----------------------------------------------------------------------


def test_cards_come_out_in_the_order_they_leave_the_shoe():
    session, text, _ = sit(["b 1"] * 12)
    told = re.findall(r"\n(Player [^ ]+ +Banker .*\n.*)\n", text)
    assert len(told) == 12
    for played, lines in zip(session.played, told, strict=True):
        assert re.findall(r"\d*[AJQK\d][♣♦♥♠]", lines) == [*map(card_name, played.coup.cards)]


def test_odds_are_those_of_the_unseen_cards():
    _, text, _ = sit(["odds", "", "", "odds"])
    shoe = Shoe(EZ_BACCARAT, order(key_of(SEED), 0))
    fresh = odds.expected_value(EZ_BACCARAT.full_shoe, EZ_BACCARAT)
    first, _, _ = shoe.unseen.copy(), shoe.deal(), shoe.deal()
    tables = text.split("What a chip on each bet is worth")[1:]
    for table, unseen in zip(tables, (first, shoe.unseen), strict=True):
        now = odds.expected_value(unseen, EZ_BACCARAT)
        shown = np.array(re.findall(r"([+−]\d+\.\d+) %", table), dtype=object)
        numbers = np.array([float(one.replace("−", "-")) for one in shown]).reshape(-1, 3)
        assert np.abs(numbers - 100 * np.array([fresh, now, now - fresh]).T).max() < 0.00051
        assert f"{unseen.sum()} not." in table


def test_a_bet_above_zero_is_said():
    unseen = np.array([0, 2, 5, 0, 2, 2, 5, 1, 3, 1])
    written = io.StringIO()
    Screen(Console(file=written, width=80)).odds(unseen, EZ_BACCARAT)
    worth = odds.expected_value(unseen, EZ_BACCARAT)
    titles = [bet.title for bet, e in zip(EZ_BACCARAT.layout, worth, strict=True) if e > 0]
    assert titles == ["Dragon 7", "Panda 8"]
    assert f"Above zero: {', '.join(titles)}." in written.getvalue()


def test_help_and_roads_deal_nothing():
    session, text, _ = sit(["help", "roads", "?", "odds"])
    assert not session.played
    assert text.count("Cockroach pig") == 2
    assert text.count("leave the table") == 3


def test_nothing_is_wider_than_a_terminal_of_eighty_columns():
    written, script = io.StringIO(), iter([*BETS, "odds", "help"])
    console = Console(file=written, width=80, height=24, force_terminal=True, highlight=False)
    screen = Screen(console, ask=lambda: next(script, "quit"))
    Session(screen, Table(EZ_BACCARAT, seed=SEED), 1_000, ["martingale:limit=99"] * 8).play()
    lines = ESCAPE.sub("", written.getvalue()).splitlines()
    assert max(map(len, lines)) == 80
    assert "needs a terminal" not in written.getvalue()


# --- Odd input --------------------------------------------------------------------------

ODD = {
    "xyzzy": "There is no bet 'xyzzy'",
    "player": "How many chips on Player?",
    "player -5": "A stake of -5 on Player must be whole chips from 1 to 500.",
    "player 0": "A stake of 0 on Player",
    "player 2.5": "A stake of 2.5 on Player",
    "player 501": "A stake of 501 on Player",
    "player 300 player 300": "A stake of 600 on Player",
    f"player {'9' * 5000}": "A stake of 99999999999999999999… on Player",
    "p 500 b 500 t 1": "You bet 1,001 chips with 1,000 in hand: bet 1,000 at most.",
    "5": "5 chips on which bet?",
    "player 5 6": "6 chips on which bet?",
    "player 5 what 3": "There is no bet 'what'",
    "dragon 7": "How many chips on Dragon 7? Write for example 'dragon 1', or 'dragon 7 7'",
    "dragon 51": "A stake of 51 on Dragon 7 must be whole chips from 1 to 50.",
    "on": "'on' names no bet",
    "\x1b[A": "There is no bet '\\x1b[a'",
    "again": "There is no bet to make again yet.",
}


@pytest.mark.parametrize("line", ODD, ids=lambda line: repr(line[:24]))
def test_odd_input_gets_one_clear_sentence_and_nothing_is_dealt(line):
    session, text, _ = sit([line], EZ_BACCARAT, SEED, side_high=50)
    assert ODD[line] in text.replace("\n", " ").replace("  ", " ")
    assert not session.played
    assert session.bankroll == 1_000 * BASIS_POINTS
    assert not re.search(r"[\x00-\x09\x0b-\x1f]", text)


def test_a_bet_is_made_again_only_if_it_can_still_be_paid():
    session, text, _ = sit(["tie 400", "again", "again", "again"])
    lost = [played.net[YOU].sum() < 0 for played in session.played]
    assert lost == [True, True]
    assert text.count("You bet 400 chips with 200 in hand") == 2


LOW, HIGH = np.ones(5, dtype=np.int64), np.full(5, 500)


@pytest.mark.parametrize(
    ("line", "stakes"),
    [
        ("player 5 dragon 1", [5, 0, 0, 1, 0]),
        ("b 10", [0, 10, 0, 0, 0]),
        ("PLAYER 5, Banker 5; tie 1", [5, 5, 1, 0, 0]),
        ("7 dragon", [0, 0, 0, 7, 0]),
        ("dragon 7 7", [0, 0, 0, 7, 0]),
        ("2 chips on dragon 7 and 3 on panda_8", [0, 0, 0, 2, 3]),
        ("dragon-7 1 pan 1", [0, 0, 0, 1, 1]),
        ("p 5 p 5", [10, 0, 0, 0, 0]),
        ("p=5", [5, 0, 0, 0, 0]),
        ("b5", [0, 5, 0, 0, 0]),
        ("player5 dragon1", [5, 0, 0, 1, 0]),
        ("庄 5 和2", [0, 5, 2, 0, 0]),
    ],
)
def test_chips_in_the_words_people_type(line, stakes):
    assert read_stakes(line, EZ_BACCARAT, LOW, HIGH, 10**7).tolist() == stakes


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--game", "whist"], "unknown game 'whist': choose from mini, mini-passed, ez"),
        (["--bankroll", "0"], "bankroll=0 must be whole chips from 1 to"),
        (["--decks", "9"], "decks=9 must be a whole number from 1 to 8"),
        (["--cut", "5"], "cut=5 must be a whole number from 6 to"),
        (["--low", "10", "--high", "5"], "limits from 10 to 5 chips must be"),
        (["--seed", "-1"], "seed=-1 must be a whole number, zero or above"),
        (["--seat", "nobody"], "there is no agent 'nobody'"),
        (["--seat", "follow"] * 9, "9 agents do not fit: there are 8 other seats"),
    ],
)
def test_bad_options_get_one_sentence(options, sentence, capsys):
    assert main(["play", *options]) == 2
    told = capsys.readouterr()
    assert sentence in told.err
    assert told.err.count("\n") == 1
    assert not told.out


# --- Through a pipe ---------------------------------------------------------------------


def test_a_whole_shoe_through_a_pipe_is_the_same_anywhere():
    line = b"\xff\xfe 5\n"  # no text in any language
    typed = "\n".join(SCRIPT).encode() + b"\n"
    told = subprocess.run(
        words("--seat", "follow"),
        cwd=ROOT,
        input=line + typed,
        capture_output=True,
        timeout=60,
        env=environment(PYTHONIOENCODING="utf-8"),
    )
    assert told.returncode == 0, told.stderr
    assert not told.stderr
    _, text, _ = sit(["\ufffd\ufffd 5", *SCRIPT], EZ_BACCARAT, SEED, "follow")
    assert told.stdout.decode() == text
    assert "\x1b" not in text


def test_input_that_ends_at_once_leaves_with_a_closing_line(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["play", "--seed", "1"]) == 0
    assert capsys.readouterr().out.endswith(
        "You leave with 1,000 chips (0). The same shoe again: --seed 1\n"
    )


# --- Through a terminal -----------------------------------------------------------------


class Terminal:
    """A process on a terminal of its own."""

    def __init__(self, command: list[str], env: dict[str, str]) -> None:
        self.master, self.slave = pty.openpty()
        self.resize(80, 24)
        self.before = termios.tcgetattr(self.slave)
        self.seen = ""
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=env,
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )

    def resize(self, wide: int, high: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", high, wide, 0, 0))

    def until(self, words: str, timeout: float = 60) -> str:
        """Read on until `words` are on the screen; what came up to them."""
        end, start = time.monotonic() + timeout, len(self.seen)
        while words not in self.seen[start:]:
            ready, _, _ = select.select([self.master], [], [], max(0, end - time.monotonic()))
            assert ready, f"{words!r} did not come: {self.seen[-2000:]}"
            self.seen += os.read(self.master, 65536).decode(errors="replace")
        return self.seen[start:]

    def type(self, words: str) -> None:
        os.write(self.master, words.encode())

    def close(self) -> int:
        code = self.process.wait(timeout=30)
        assert termios.tcgetattr(self.slave) == self.before
        os.close(self.slave)
        os.close(self.master)
        return code


def test_a_whole_shoe_on_a_terminal():
    coups = len(simulate.deal(EZ_BACCARAT, shoes=1, seed=SEED).endings)
    screen = Terminal(words("--fast"), environment())
    screen.until("quit): ")
    for line in ["xyzzy", "player -5", "tie 99999999999999", "dragon 7", "\t!"]:
        screen.type(f"{line}\n")
        shown = screen.until("quit): ")
        assert "Cockroach pig" not in shown, line
    for coup in range(coups):
        screen.type(f"{SCRIPT[coup]}\n")
        last = coup == coups - 1
        shown = ESCAPE.sub("", screen.until("--seed" if last else "quit): "))
        assert f"So far, {counted(coup + 1, 'coup')}: you " in shown
    assert screen.close() == 0
    assert "\x1b[91m" in screen.seen
    session, _, _ = sit(SCRIPT)
    won = re.search(r"You leave with ([\d,.]+) chips", ESCAPE.sub("", screen.seen))
    assert won
    assert float(won[1].replace(",", "")) * BASIS_POINTS == session.bankroll


def test_resized_without_colour_and_stopped_while_cards_come_out():
    screen = Terminal(words(), environment(NO_COLOR="1"))
    screen.until("quit): ")
    screen.resize(79, 24)
    screen.type("roads\n")
    assert "needs a terminal of 80 × 24: this one is 79 × 24." in screen.until("quit): ")
    screen.resize(120, 30)
    screen.type("roads\n")
    shown = screen.until("quit): ")
    assert max(map(len, shown.splitlines())) == 120
    screen.type("b 10\n")
    screen.until("Banker")
    screen.type("\x03")
    screen.until("--seed")
    assert screen.close() == 130
    assert "1 coup, the same for everyone" in screen.seen
    assert "Traceback" not in screen.seen
    assert "\x1b" not in screen.seen


def test_end_of_file_on_a_terminal():
    screen = Terminal(words("--fast"), environment())
    screen.until("quit): ")
    screen.type("\x04")
    screen.until("--seed")
    assert screen.close() == 0


# --- Pictures ---------------------------------------------------------------------------


def test_pictures_are_drawn_small_and_fetch_nothing(tmp_path):
    """In a process of its own, with the backend that a notebook hands on."""
    told = subprocess.run(
        [sys.executable, "-m", "experiments", "pictures", "--out", str(tmp_path / "a" / "b")],
        cwd=ROOT, check=True, capture_output=True, text=True,
        env=os.environ | {"MPLBACKEND": "module://matplotlib_inline.backend_inline"},
    )  # fmt: skip
    files = [Path(line) for line in told.stdout.splitlines()]
    assert [file.name for file in files] == ["table.png", "roads.png", "shoe.webp", "play.svg"]
    assert all(1_000 < file.stat().st_size < 150_000 for file in files)
    with Image.open(files[2]) as moving:
        assert moving.n_frames > 10
    assert "url(http" not in files[3].read_text(encoding="utf-8")
    drawn, kept = (
        [text.text for text in ElementTree.parse(file).iter("{http://www.w3.org/2000/svg}text")]
        for file in (files[3], ROOT / ".github/pictures/play.svg")
    )
    assert "40\xa0to\xa01" in drawn
    assert drawn == kept


def test_pictures_need_a_folder(tmp_path, capsys):
    file = tmp_path / "file"
    file.touch()
    assert main(["pictures", "--out", str(file)]) == 2
    assert "must be a folder" in capsys.readouterr().err


# --- Many coups at once, and words for the rest ------------------------------------------


def test_the_same_bets_are_made_again_for_many_coups():
    session, text, _ = sit(["b5", "again 10", "quit"])
    assert [played.stakes[YOU].tolist() for played in session.played] == [[0, 5, 0, 0, 0]] * 11
    assert "So far, 11 coups: you " in text
    assert "So far, 5 coups" not in text


@pytest.mark.parametrize(("first", "stake"), [("庄 5", 5), ("pass", 0)])
def test_a_shoe_is_played_to_its_end_with_the_same_bets_or_none(first, stake):
    session, text, code = sit([first, "auto 20", "auto end"])
    assert session.table.shoe.over
    assert code == 0
    assert {played.stakes[YOU].sum() for played in session.played} == {stake}
    assert "So far, 21 coups" in text


def test_coups_at_once_end_where_the_bankroll_does():
    session, text, _ = sit(["player 40", "again 90", "quit"], bankroll=100)
    assert "The bets are more than you have in hand: what now?" in text
    assert len(session.played) < 20
    assert 0 <= session.bankroll < 40 * BASIS_POINTS


def test_so_far_is_what_every_seat_won_and_what_the_bets_were_worth():
    others = ("martingale:bet=player", "flat:bet=tie")
    session, text, _ = sit(["b 20", "again 30", "quit"], EZ_BACCARAT, 7, *others)
    (last,) = [line for line in text.splitlines() if line.startswith("So far, 31 coups")]
    lines = session.lines()
    told = [f"{line.net / BASIS_POINTS:+g}".replace("-", "−") for line in lines[:3]]
    said = " ".join(text[text.index(last) :].split("\n\n")[0].split())
    assert said.startswith(f"So far, 31 coups: you {told[0]} (expected −")
    assert f"martingale:bet=player {told[1]}" in said
    assert f"flat:bet=tie {told[2]}" in said
    assert session.expected == pytest.approx(lines[0].expected)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("hlep", "There is no bet 'hlep': did you mean 'help'?"),
        ("bnaker 5", "There is no bet 'bnaker': did you mean 'banker'?"),
        ("auto", "Auto is for how many coups? Write auto 10, or auto end."),
        ("again 0", "Again is for how many coups? Write again 10, or again end."),
        ("auto -3", "Auto is for how many coups?"),
        ("rules", "Player draws on 0 to 5. If Player stands, Banker draws on 0 to 5."),
        ("rules", "Banker has 3: 0 to 7, 9"),
        ("RULES", "Dragon 7  banker wins, banker total 7, banker cards 3: 40 to 1"),
        ("quit", "1,000 in hand. Bet (player 1, again, pass, odds, help, quit): "),
    ],
)
def test_what_is_typed_is_understood_or_the_nearest_word_is_named(line, told):
    session, text, _ = sit([line, "quit"])
    assert told in text
    assert session.played == []
