"""Staking plans: published examples stake by stake, invariants, limits, bankrolls."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents import Limits, make
from agents.systems.plan import MOST
from agents.systems.staking import FIBONACCI, PLANS
from baccarat_env.bet import BASIS_POINTS, MAX_STAKE
from tests.support.scripted import (
    BANKER,
    EVEN_MONEY,
    WITH_COMMISSION,
    betting_player,
    run,
    stakes_of,
)

scripts = st.text("WLT", max_size=60)
DOUBLINGS = int(np.log2(MAX_STAKE))
decided = st.text("WL", min_size=1, max_size=60)
winning = {"W": 1, "L": -1, "T": 0}


def played(name: str, script: str, **options):
    """Stakes and equity in units, coup by coup, betting Player at even money."""
    session = run(make(name, bet="player", **options), betting_player(script))
    net = session.net[:, 0] // BASIS_POINTS
    return session.stakes[:, 0].tolist(), np.cumsum(net).tolist(), session.agent


# --- Published worked examples ------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options", "script", "stakes", "equity"),
    [
        ("oscars_grind", {}, "LLLLLWWW", "1 1 1 1 1 1 2 3", "-1 -2 -3 -4 -5 -4 -2 1"),
        ("oscars_grind", {}, "LLWLWLLWWLLWW", "1 1 1 2 2 2 2 2 3 1 1 1 2", None),
        ("labouchere", {"line": "1-2-3-4-5"}, "LWLLWWW", "6 7 7 9 11 10 9", "-6 1 -6 -15 -4 6 15"),
        (
            "dalembert",
            {},
            "LLLWLWWLWWW",
            "1 2 3 4 3 4 3 2 3 2 1",
            "-1 -3 -6 -2 -5 -1 2 0 3 5 6",
        ),
    ],
)
def test_published_examples(name, options, script, stakes, equity):
    """Sources: roulettestar.com, online-casinos.com, sportsbookreview.com (forum 9221)."""
    staked, result, _ = played(name, script, **options)
    assert staked == [int(s) for s in stakes.split()]
    if equity:
        assert result == [int(e) for e in equity.split()]


@pytest.mark.parametrize(
    ("name", "stakes", "final", "lowest"),
    [
        ("martingale", "1 2 4 4 8 1 1 2 2 1 1 1 1 2 4 8 16 32 1 1 1 2 1 1 2 4 1", 12, -25),
        ("paroli", "1 1 1 1 1 2 4 1 1 2 4 1 2 1 1 1 1 1 2 2 4 1 2 4 1 1 2", -2, -5),
        ("sequence", "1 1 1 1 1 3 2 1 1 3 2 6 1 1 1 1 1 1 3 3 2 1 3 2 1 1 3", 13, -3),
        ("dalembert", "1 2 3 3 4 3 2 3 3 2 1 1 1 2 3 4 5 6 5 5 4 5 4 3 4 5 4", 9, -9),
        ("labouchere", "4 5 6 6 7 7 7 10 10 4 4 2 4 5 6 7 8 9 9 9 9 12 10 5 10 15 5", 18, -18),
    ],
)
def test_the_vector_with_pushes(name, stakes, final, lowest):
    staked, equity, _ = played(name, "LLTLWWLTWWWWLLLLLWTWLWWLLWW")
    assert staked == [int(s) for s in stakes.split()]
    assert (equity[-1], min(equity)) == (final, lowest)


@pytest.mark.parametrize(
    ("name", "script", "stakes"),
    [
        ("flat", "LLWWT", [1, 1, 1, 1, 1]),
        ("martingale:losses=3", "LLLLW", [1, 2, 4, 1, 2]),
        ("grand_martingale", "LLLWL", [1, 3, 7, 15, 1]),
        ("piquemouche", "LLLLLLLWL", [1, 1, 1, 2, 2, 2, 4, 4, 1]),
        ("paroli:wins=2", "WWWLW", [1, 2, 1, 2, 1]),
        ("reverse_martingale", "WWWWLW", [1, 2, 4, 8, 16, 1]),
        ("sequence:steps=1-3-2-4", "WWWWW", [1, 3, 2, 4, 1]),
        ("fibonacci", "LLLLLWWLWW", [1, 1, 2, 3, 5, 8, 3, 1, 2, 1]),
        ("fibonacci:back=1", "LLLLWWL", [1, 1, 2, 3, 5, 3, 2]),
        ("contra_dalembert", "WWLLLW", [1, 2, 3, 2, 1, 1]),
        ("reverse_labouchere", "WWLWLLLW", [4, 5, 6, 6, 8, 7, 4, 2]),
        ("dalembert:ahead=true", "LLWWL", [1, 2, 3, 2, 1]),
        ("fibonacci:ahead=true", "LLLWWWL", [1, 1, 2, 3, 1, 1, 1]),
    ],
)
def test_scripts(name, script, stakes):
    assert played(name, script)[0] == stakes


# --- Invariants ---------------------------------------------------------------------------


@given(scripts.filter(len), st.sampled_from(sorted(PLANS)))
def test_a_push_leaves_every_plan_alone(script, plan):
    with_pushes = played(plan, script)[0]
    without = played(plan, script.replace("T", "") or "T")[0]
    resolved = [s for s, r in zip(with_pushes, script, strict=True) if r != "T"]
    assert resolved == without[: len(resolved)]


def test_a_script_may_be_empty_of_decisions():
    assert played("martingale", "TTT")[0] == [1, 1, 1]


@given(decided.filter(lambda script: len(script) < 40))
def test_martingale_is_ahead_by_its_wins_after_a_win(script):
    _, equity, _ = played("martingale", script, over="cap")
    for i, result in enumerate(script):
        if result == "W" and "L" * DOUBLINGS not in script:
            assert equity[i] == script[: i + 1].count("W")


@given(st.integers(0, DOUBLINGS - 1))
def test_grand_martingale_earns_one_more_than_its_losses(losses):
    assert played("grand_martingale", "L" * losses + "W")[1][-1] == losses + 1


@given(decided)
def test_paroli_series(script):
    _assert_series("paroli", script, {"L": -1, "WL": -1, "WWL": -1, "WWW": 7})


@given(decided)
def test_sequence_series(script):
    series = {"L": -1, "WL": -2, "WWL": 2, "WWWL": 0, "WWWW": 12}
    _assert_series("sequence", script, series)


def _assert_series(name, script, series):
    equity, at, expected = played(name, script)[1], 0, 0
    while at < len(script):
        ended = next((s for s in series if script.startswith(s, at)), None)
        if ended is None:
            break
        at, expected = at + len(ended), expected + series[ended]
        assert equity[at - 1] == expected


@given(decided)
def test_fibonacci_equity(script):
    stakes, equity, agent = played("fibonacci", script)
    i = wins_at_start = 0
    for result in script:
        wins_at_start += result == "W" and i == 0
        i = max(0, i - 2) if result == "W" else i + 1
    assert agent.state[0][0] == i
    if max(stakes) < MAX_STAKE:
        assert equity[-1] == wins_at_start - (FIBONACCI[i + 1] - 1)


@given(decided)
def test_dalembert_equity(script):
    _, equity, agent = played("dalembert", script)
    s = int(agent.state[0][0])
    assert equity[-1] == script.count("W") - s * (s - 1) // 2


@given(decided)
def test_contra_dalembert_mirrors_dalembert(script):
    swapped = script.translate(str.maketrans("WL", "LW"))
    assert played("contra_dalembert", script)[0] == played("dalembert", swapped)[0]


@given(decided)
def test_reverse_plans_mirror_their_plans(script):
    swapped = script.translate(str.maketrans("WL", "LW"))
    for plan, mirror in (
        ("martingale", "reverse_martingale"),
        ("labouchere", "reverse_labouchere"),
    ):
        assert played(plan, script)[0] == played(mirror, swapped)[0]


@given(scripts, st.lists(st.integers(1, 9), min_size=1, max_size=5))
def test_labouchere_line_holds_what_is_missing(script, line):
    text = "-".join(map(str, line))
    agent, series, result = make("labouchere", bet="player", line=text), 0, 0
    for end in range(1, len(script) + 1):
        now = run(agent, betting_player(script[:end])).net.sum() // BASIS_POINTS
        series, result = series + now - result, now
        cells, begin, stop = (register[0] for register in agent.state)
        held = cells[begin:stop].tolist()
        if series == sum(line):  # completed: a new line
            series = 0
        assert sum(held) == sum(line) - series


@given(decided)
def test_oscars_grind_completes_series_of_one_unit(script):
    _, equity, agent = played("oscars_grind", script)
    result = int(agent.state[1][0]) // BASIS_POINTS
    assert result <= 0
    completed, running, s = 0, 0, 1
    for r in script:
        running += s * winning[r]
        if running >= 1:
            completed, running, s = completed + 1, 0, 1
        elif r == "W":
            s = min(s + 1, 1 - running)
    assert (equity[-1], result) == (completed + running, running)


# --- Commission ----------------------------------------------------------------------------


def test_a_martingale_on_commission_banker_stops_recovering_after_five_losses():
    recovered = []
    for losses in range(7):
        session = run(make("martingale:bet=banker"), "P" * losses + "B", game=WITH_COMMISSION)
        recovered.append(Fraction(int(session.net.sum()), BASIS_POINTS))
    expected = ("0.95", "0.90", "0.80", "0.60", "0.20", "-0.60", "-2.20")
    assert recovered == [Fraction(x) for x in expected]


@given(st.text("PBT", min_size=1, max_size=60))
def test_oscars_cap_with_commission(results):
    stakes = run(make("oscars_grind:bet=banker"), results, game=WITH_COMMISSION).stakes[:, BANKER]
    s, result = 1, Fraction(0)
    for stake, r in zip(stakes.tolist(), results, strict=True):
        assert stake == s
        result += {"B": Fraction(19, 20), "P": -1, "T": 0}[r] * s
        if result >= 1:
            s, result = 1, Fraction(0)
        elif r == "B":
            s = min(s + 1, -(-(1 - result) // Fraction(19, 20)))


def test_dragon_7_pushes_ez_banker():
    assert run(make("martingale:bet=banker"), "P7B7B").stakes[:, BANKER].tolist() == [1, 2, 2, 1, 1]


# --- Limits and bankroll -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "script", "stakes", "above"),
    [
        ("martingale:limit=5", "LLLLW", [1, 2, 4, 1, 2], 1),
        ("martingale:limit=5,over=cap", "LLLLWL", [1, 2, 4, 5, 5, 1], 2),
        ("martingale:limit=5,over=stop", "LLLLW", [1, 2, 4, 0, 0], 1),
        ("dalembert:limit=2", "LLLWWW", [1, 2, 2, 2, 2, 2], 3),
        ("labouchere:limit=5", "LLL", [4, 5, 4], 1),
        ("labouchere:limit=3", "LLW", [3, 3, 3], 3),
        ("flat:unit=5", "LW", [5, 5], 0),
    ],
)
def test_stakes_above_the_limit(spec, script, stakes, above):
    agent = make(spec, bet="player")
    assert stakes_of(agent, betting_player(script)) == stakes
    assert agent.events["above"].tolist() == [above]


def test_stakes_below_the_minimum_are_raised_and_counted():
    agent = make("martingale:bet=player")
    terms = {"limits": Limits(low=3)}
    assert stakes_of(agent, betting_player("LLLW"), **terms) == [3, 3, 4, 8]
    assert agent.events["below"].tolist() == [2]


def test_side_bets_have_their_own_limits():
    limits = Limits(low=5, high=100, side_low=1, side_high=2)
    dragon = EVEN_MONEY.index("dragon_7")
    for bet, index, stakes in (("dragon_7", dragon, [1, 2, 1]), ("player", 0, [5, 5, 5])):
        agent = make("martingale", bet=bet)
        assert stakes_of(agent, "BBB", index, limits=limits) == stakes


@pytest.mark.parametrize(
    ("short", "stakes"),
    [
        ("stop", [1, 2, 4, 0, 0, 0]),
        ("all_in", [1, 2, 4, 2, 1, 1]),
        ("reset", [1, 2, 4, 1, 1, 1]),
    ],
)
def test_bankroll_below_the_stake(short, stakes):
    agent = make("martingale", bet="player", short=short)
    assert stakes_of(agent, betting_player("LLLWWW"), bankroll=9) == stakes
    assert agent.events["short"].tolist() == [1]


@pytest.mark.parametrize("short", ["stop", "all_in", "reset"])
def test_ruin_stops(short):
    agent = make("flat", bet="player", short=short)
    session = run(agent, "BBBPPP", bankroll=3)
    assert session.stakes[:, 0].tolist() == [1, 1, 1, 0, 0, 0]
    assert agent.stopped.tolist() == [True]
    assert session.bankroll.tolist() == [0]


@given(scripts.filter(len), st.sampled_from(sorted(PLANS)), st.integers(1, 60))
def test_a_bankroll_never_goes_below_zero(script, plan, bankroll):
    for short in ("stop", "all_in", "reset"):
        agent = make(plan, bet="player", short=short)
        session = run(agent, betting_player(script), bankroll=bankroll)
        assert bankroll * BASIS_POINTS + session.net.sum() == session.bankroll[0] >= 0


@pytest.mark.parametrize("plan", sorted(PLANS))
@pytest.mark.parametrize("letter", "LW")
def test_stakes_never_overflow(plan, letter):
    agent = make(plan, bet="player", over="cap")
    session = run(agent, *[betting_player(letter) * 100] * 10)
    assert session.stakes.max() <= MAX_STAKE
    assert (session.stakes.sum(axis=1) >= 1).all()
    assert all(
        0 <= abs(register).max() <= 2 * MOST for register in agent.state if register.ndim == 1
    )


# --- Shoes and variants --------------------------------------------------------------------


def test_a_new_shoe_keeps_the_plan_unless_told_otherwise():
    shoes = ["BB", "BB"]
    assert run(make("martingale:bet=player"), *shoes).stakes[:, 0].tolist() == [1, 2, 4, 8]
    agent = make("martingale:bet=player,shoe=restart")
    assert run(agent, *shoes).stakes[:, 0].tolist() == [1, 2, 1, 2]


def test_labouchere_may_write_down_the_loss_in_place_of_the_stake():
    for append, stakes in (("stake", [4, 5, 5]), ("loss", [4, 4, 4])):
        agent = make("labouchere", bet="player", append=append, limit=4, over="cap")
        run(agent, "BBB")
        line, begins, ends = (register[0] for register in agent.state)
        assert line[begins:ends].tolist() == [
            1,
            2,
            3,
            4,
            *([5, 6] if append == "stake" else [4, 4]),
        ]
        assert stakes


def test_units_scale_stakes():
    for plan in PLANS:
        one = played(plan, "LLWWLTWLLL")[0]
        assert played(plan, "LLWWLTWLLL", unit=25)[0] == [25 * stake for stake in one]


def test_long_labouchere_lines_keep_their_numbers():
    script = "".join(letter for letter, _ in groupby("LW" * 5)) + "LLW" * 60
    line, expected, stakes = [1, 2, 3], [], played("labouchere", script, limit=MAX_STAKE)[0]
    for result in script:
        s = line[0] + line[-1] if len(line) > 1 else line[0]
        expected.append(s)
        line = (line[1:-1] or [1, 2, 3]) if result == "W" else [*line, s]
    assert stakes == expected


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("martingale:losses=0", "losses=0 must be a whole number from 1"),
        ("martingale:losses=x", "losses='x' must be"),
        ("paroli:wins=-1", "wins=-1 must be a whole number"),
        ("fibonacci:back=0", "back=0 must be a whole number"),
        ("labouchere:line=1-0", "line='1-0' must be whole numbers"),
        ("labouchere:append=win", "append='win' must be stake or loss"),
        ("reverse_labouchere:append=loss", "leave append=stake"),
        ("sequence:steps=", "steps='' must be whole numbers"),
        ("flat:unit=0", "unit=0 must be a whole number from 1"),
        ("flat:unit=1.5", "unit='1.5' must be a whole number"),
        ("flat:unit=6,limit=5", "unit=6 must be a whole number from 1 to 5"),
        ("flat:minimum=6,limit=5", "minimum=6 must be a whole number from 1 to 5"),
        ("flat:over=raise", "over='raise' must be reset, cap, stop"),
        ("flat:short=beg", "short='beg' must be stop, all_in, reset"),
        ("flat:shoe=x", "shoe='x' must be keep, restart"),
    ],
)
def test_bad_options(spec, sentence):
    with pytest.raises(ValueError, match=sentence):
        make(spec)


def test_limits_that_leave_no_stake():
    with pytest.raises(ValueError, match="the limits leave no stake: at least 10 and at most 5"):
        run(make("flat:bet=player,limit=5"), "P", limits=Limits(low=10))
