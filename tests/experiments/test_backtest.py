"""A whole backtest against exact and published figures; ledgers; the command line.

Statistical checks allow four standard errors, and every seed is named.
"""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest

from agents import make
from agents.agent import Agent, AgentError, Limits
from baccarat_env import odds, simulate
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import EZ_BACCARAT, MINI_BACCARAT
from baccarat_env.rules import RESULT_OF, RESULTS
from experiments import RequestError
from experiments.__main__ import main
from experiments.commands.backtest.sentences import _by_luck
from experiments.commands.backtest.tables import money
from experiments.shoes import ledger
from experiments.shoes import plan as planned
from experiments.shoes.plan import Plan, split
from experiments.shoes.played import bets_of, run, tally
from experiments.shoes.recorded.shoes import read
from experiments.shoes.summary import paired, summaries
from experiments.shoes.tallies import SHOE, SUMS, Distribution
from experiments.statistics import holm
from tests import ROOT
from tests.coverage import measured
from tests.experiments.test_recorded import card_rows

FEW = Limits(1, 500)


def results_of(plan, **options):
    return dict(zip(plan.names, summaries(plan.names, tally(plan, **options)), strict=True))


# --- Published figures of a shoe --------------------------------------------------------

MINI = Plan(("flat:bet=player", "flat:bet=banker", "flat:bet=tie"), MINI_BACCARAT,
            sessions=2_500, seed=101)  # fmt: skip
EZ = Plan(("flat:bet=dragon_7",), EZ_BACCARAT, sessions=2_500, seed=102)


@pytest.fixture(scope="module")
def flat():
    found = {}
    for plan in (MINI, EZ):
        summed = tally(plan)
        parts = summaries(plan.names, summed), summed.by_shoe, summed.streak
        found |= {name: one for name, *one in zip(plan.names, *parts, strict=True)}
    return found


@pytest.mark.parametrize(
    ("bet", "mean", "deviation", "ahead", "even", "behind"),
    [
        ("player", -1.0036, 8.575, 0.4303, 0.0461, 0.5236),
        ("banker", -0.8601, 8.359, 0.4718, 0.0042, 0.5240),
        ("tie", -11.671, 23.79, 0.2817, 0.0302, 0.6880),
        ("dragon_7", -6.175, 54.70, 0.4317, 0.0601, 0.5083),
    ],
)
def test_a_flat_bettors_shoe(flat, bet, mean, deviation, ahead, even, behind):
    one, shoe, _ = flat[f"flat:bet={bet}"]
    assert abs(one.per_shoe.value - mean) < 4 * one.per_shoe.error
    fourth = (shoe.values / BASIS_POINTS - shoe.mean / BASIS_POINTS) ** 4 @ shoe.counts / shoe.size
    error = np.sqrt((fourth - deviation**4) / shoe.size) / (2 * deviation)
    assert abs(one.deviation - deviation) < 4 * error
    for found, printed in (
        (one.shoe_ahead, ahead),
        (one.shoe_even, even),
        (one.shoe_behind, behind),
    ):
        error = np.sqrt(printed * (1 - printed) / shoe.size)
        assert abs(found.value - printed) < 4 * error
    assert abs(one.z_score) < 4


@pytest.mark.parametrize(("bet", "mean"), [("player", 5.65), ("banker", 5.45)])
def test_the_longest_losing_streak_of_a_shoe(flat, bet, mean):
    streak = flat[f"flat:bet={bet}"][0].streak
    assert abs(streak.value - mean) < 4 * streak.error + 0.005  # two decimals are printed


def test_how_often_a_shoe_holds_the_seven_losses_that_end_a_seven_step_martingale(flat):
    streak = flat["flat:bet=player"][2]
    share, printed = streak.share(streak.values >= 7), 0.257
    assert abs(share - printed) < 4 * np.sqrt(printed * (1 - printed) / streak.size)


def test_a_seven_step_martingale_risks_127_to_win_1():
    plan = Plan(("martingale:bet=player,losses=7",), MINI_BACCARAT, sessions=1, length=50)
    (bets,) = bets_of(plan, 0, 1)
    level = np.append(0, np.cumsum(bets.done.net[:, 0])) / BASIS_POINTS
    lost_seventh = np.flatnonzero((bets.done.stakes[:, 0] == 64) & (bets.done.net[:, 0] < 0))
    won = np.flatnonzero(bets.done.net[:, 0] > 0)
    ends = np.sort(np.concatenate([lost_seventh, won])) + 1
    assert set(np.diff(np.append(0, level[ends]))) == {1, -127}


# --- The theorem, and luck apart from skill ---------------------------------------------


def test_no_system_is_farther_from_its_worth_than_luck_explains():
    systems = (
        "martingale:bet=player",
        "labouchere",
        "fibonacci:select=derived_road",
        "oscars_grind:select=follow",
        "paroli:select=opposite",
        "dragon_count",
        "exact",
    )
    found = results_of(Plan(systems, EZ_BACCARAT, sessions=300, seed=104, limits=Limits(1, 100)))
    for one in found.values():
        assert abs(one.z_score) < 4, one.agent
        assert one.luck.value == pytest.approx(one.per_shoe.value - one.worth.value)
        assert one.corrected >= one.p_value


def test_worth_is_the_exact_expected_value_before_each_coup():
    plan = Plan(("labouchere:bet=player,limit=90",), MINI_BACCARAT, sessions=3, length=2, seed=105)
    (bets,) = bets_of(plan, 0, 3)
    exact = odds.expected_value(bets.coups.unseen, MINI_BACCARAT)
    spread = odds.variance(bets.coups.unseen, MINI_BACCARAT)
    by_hand = (bets.done.stakes * exact).sum(axis=1)
    np.testing.assert_allclose(bets.expected, by_hand, atol=1e-9)
    variance = np.bincount(bets.session, (bets.done.stakes**2 * spread).sum(axis=1))
    np.testing.assert_allclose(bets.sums.scored[:, 1], variance, rtol=1e-9)


def test_the_exact_player_has_skill():
    found = results_of(Plan(("exact",), EZ_BACCARAT, sessions=300, seed=106))
    assert found["exact"].worth.value > 4 * found["exact"].worth.error


# --- The same for any batch, any number of workers --------------------------------------

SIX = Plan(("martingale:bet=player", "follow", "random"), MINI_BACCARAT, sessions=60, length=2,
           seed=107, limits=FEW, bankroll=300, stop_win=15, stop_loss=40)  # fmt: skip


def test_batches_and_workers_change_nothing(monkeypatch):
    whole = tally(SIX)
    monkeypatch.setattr(planned, "BATCH", 14)
    assert len(SIX.batches()) == 9
    with ThreadPoolExecutor(3) as pool:
        parts = tally(SIX, executor=pool, ahead=4)
    np.testing.assert_allclose(parts.total, whole.total)
    for name in ("by_shoe", "by_session", "drawdown", "peak", "streak"):
        for a, b in zip(getattr(parts, name), getattr(whole, name), strict=True):
            np.testing.assert_array_equal(a.values, b.values)
            np.testing.assert_array_equal(a.counts, b.counts)
    np.testing.assert_array_equal(parts.short, whole.short)
    np.testing.assert_array_equal(parts.broke, whole.broke)


def test_a_session_is_left_at_its_stops():
    for bets in bets_of(SIX, 0, 60):
        result = np.bincount(bets.session, bets.done.net.sum(axis=1)) / BASIS_POINTS
        stake = bets.done.stakes.max()
        assert result.max() < 15 + stake
        assert result.min() > -40 - stake
        for session in range(60):
            net = bets.done.net[bets.session == session].sum(axis=1)
            level = np.cumsum(net) / BASIS_POINTS
            left = np.flatnonzero((level >= 15) | (level <= -40))
            assert not left.size or not net[left[0] + 1 :].any()


def test_statistics_by_hand():
    plan = Plan(("flat:bet=player",), MINI_BACCARAT, sessions=40, seed=108, bankroll=8)
    (bets,) = bets_of(plan, 0, 40)
    one = results_of(plan)["flat:bet=player"]
    net = [bets.done.net[bets.session == s].sum(axis=1) // BASIS_POINTS for s in range(40)]
    level = [np.append(0, np.cumsum(x)) for x in net]
    falls = [(np.maximum.accumulate(x) - x).max() for x in level]
    assert one.drawdown.value == pytest.approx(np.mean(falls))
    assert one.ever_ahead.value == np.mean([x.max() > 0 for x in level])
    assert one.ended_ahead.value == np.mean([x[-1] > 0 for x in level])
    assert one.broke.value == np.mean([x.min() == -8 for x in level])
    assert one.staked == np.count_nonzero(bets.done.stakes)
    assert one.resolved == sum(np.count_nonzero(x) for x in net)
    won = sum((x > 0).sum() for x in net)
    assert one.win_rate.value == pytest.approx(won / one.resolved)
    ends = np.array([x[-1] for x in level])
    assert one.per_shoe.value == pytest.approx(ends.mean())
    assert one.per_shoe.error == pytest.approx(ends.std(ddof=1) / np.sqrt(40))
    assert one.deviation == pytest.approx(ends.std(ddof=1))


def test_distributions_add_up():
    a, b = np.array([3, 1, 1]), np.array([1, 7])
    both = Distribution.of(a) + Distribution.of(b)
    assert (both.values.tolist(), both.counts.tolist()) == ([1, 3, 7], [3, 1, 1])
    assert [both.quantile(q) for q in (0.05, 0.6, 0.61, 1)] == [1, 1, 3, 7]
    assert both.mean == 2.6


def test_holm():
    np.testing.assert_allclose(holm([0.01, 0.04, 0.03]), [0.03, 0.06, 0.06])


def test_paired_comparison_on_the_same_shoes():
    plan = Plan(
        ("flat", "flat:bet=banker", "flat:bet=player"), MINI_BACCARAT, sessions=500, seed=109
    )
    same, other = paired(plan.names, tally(plan))
    assert (same.difference.value, same.p_value) == (0, 1)
    nets = [bets.sums.of("net") / BASIS_POINTS for bets in bets_of(plan, 0, 500)]
    apart = nets[2] - nets[0]
    assert other.difference.value == pytest.approx(apart.mean())
    assert other.difference.error == pytest.approx(apart.std(ddof=1) / np.sqrt(500))


# --- Recorded shoes ---------------------------------------------------------------------


@pytest.fixture
def dealt():
    return simulate.deal(MINI_BACCARAT, shoes=30, seed=110)


SYSTEMS = ("labouchere:bet=player", "follow", "martingale:select=derived_road", "flat:bet=tie")


def _nets(plan):
    return [bets.sums.of("net") for bets in bets_of(plan, 0, plan.sessions)]


@pytest.mark.parametrize("alone", [True, False])
def test_recorded_shoes_give_what_the_same_shoes_gave_when_dealt(tmp_path, dealt, alone):
    path = tmp_path / "shoes.txt"
    rows = np.split(RESULT_OF[dealt.endings], np.flatnonzero(dealt.coup == 0)[1:])
    text = "\n".join("".join(RESULTS[r][0] for r in row) for row in rows)
    path.write_text(text if alone else card_rows(dealt))
    plan = Plan(SYSTEMS, MINI_BACCARAT, limits=FEW, sessions=30, seed=110)
    recorded = replace(plan, recorded=read(path))
    np.testing.assert_array_equal(_nets(recorded), _nets(plan))


def test_bets_that_results_cannot_settle_are_not_graded(tmp_path):
    path = tmp_path / "shoes.txt"
    path.write_text("PBTPB\nBBPPT\n")
    plan = Plan(("flat", "flat:bet=player", "flat:bet=panda_8"), EZ_BACCARAT, recorded=read(path))
    graded = results_of(plan)
    assert [one is None for one in graded.values()] == [True, False, True]
    with pytest.raises(RequestError, match=r"exact reads the cards .*holds results alone"):
        tally(Plan(("exact",), EZ_BACCARAT, recorded=read(path)))


def test_what_was_tuned_on_some_shoes_is_judged_on_others(tmp_path, dealt):
    path = tmp_path / "shoes.txt"
    path.write_text(card_rows(dealt))
    plan = Plan(SYSTEMS, MINI_BACCARAT, limits=FEW, recorded=read(path))
    tuned, judged = split(plan, 0.4)
    assert (tuned.sessions, judged.sessions) == (12, 18)
    np.testing.assert_array_equal(np.hstack([_nets(tuned), _nets(judged)]), _nets(plan))
    for share in (0, 1, 0.01):
        with pytest.raises(RequestError, match="leaves one part empty"):
            split(plan, share)


# --- Ledger -----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["shoe", "coup"])
@pytest.mark.parametrize("suffix", [".parquet", ".csv"])
def test_a_ledger_comes_back_as_it_was_written(tmp_path, kind, suffix):
    path = tmp_path / f"ledger{suffix}"
    summed, rows = None, []
    with ledger.opened(path) as book:
        for played in run(SIX, ledger=kind):
            book.add(played.rows)
            rows.append(played.rows)
            summed = played.tally
    back = ledger.read(path)
    assert back.equals(rows[0])
    net = sum(back[name].to_numpy() for name in back.column_names if name.startswith("net"))
    assert net.sum() == pytest.approx(summed.total[:, SUMS.index("net")].sum())
    numbered = [name for name in ("session", "shoe", "coup") if name in back.column_names]
    assert [min(back[name].to_pylist()) for name in numbered] == [1] * len(numbered)
    if kind == "shoe":
        assert back.column_names == ["agent", "session", "shoe", *SHOE]
    ledger.write_csv(back, tmp_path / "export.csv")
    assert ledger.read(tmp_path / "export.csv").equals(back)


class Formula(Agent):
    name = "=cmd|' /C calc'!A0"

    def bet(self, view):
        return view.no_bet() + view.active[:, None]


def test_cells_that_look_like_formulas_are_defused_and_numbers_stay_numbers(tmp_path):
    plan = Plan((Formula(),), MINI_BACCARAT, sessions=2, seed=111)
    (played,) = run(plan, ledger="shoe")
    ledger.write_csv(played.rows, tmp_path / "a.csv")
    first = (tmp_path / "a.csv").read_text().splitlines()[1]
    assert first.startswith("\"'=cmd|")
    assert float(first.split(",")[-1]) == played.rows["net"][0].as_py()
    assert first.split(",")[1:3] == ["1", "1"]
    assert ledger.read(tmp_path / "a.csv").equals(played.rows)


def test_a_ledger_that_fails_leaves_nothing(tmp_path):
    path = tmp_path / "ledger.parquet"
    with pytest.raises(ValueError, match="schema"), ledger.opened(path) as book:  # noqa: PT012
        book.add(next(run(SIX, ledger="shoe")).rows)
        book.add(pa.table({"other": [1]}))
    assert not list(tmp_path.iterdir())
    (tmp_path / "no.parquet").write_text("no")
    with pytest.raises(RequestError, match="is no ledger"):
        ledger.read(tmp_path / "no.parquet")


# --- Bad input --------------------------------------------------------------------------


class Greedy(Agent):
    def bet(self, view):
        return view.no_bet() + 501 * view.active[:, None]


class Fraction(Agent):
    def bet(self, view):
        return view.no_bet() + 0.5


@pytest.mark.parametrize(
    ("agent", "told"),
    [(Greedy(), "agent, table 1, coup 1: it bet 501 on player: the limits are 1 to 500"),
     (Fraction(), "agent returned 0.5 chips from bet.*whole chips")],
)  # fmt: skip
def test_a_stake_that_cannot_be_placed_is_one_sentence(agent, told):
    with pytest.raises(AgentError, match=told):
        tally(Plan((agent,), MINI_BACCARAT, sessions=2, limits=FEW))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("", "no agent was named"),
        ("nobody", "there is no agent 'nobody'"),
        ("after:BBX=player", "a pattern is letters P and B with the bet after it, as BBB=player"),
        ("flat:bets=player", "no option 'bets'"),
        ("flat flat", "two agents are called flat: name each once"),
        ("flat:bet=dragon_7", "offers no bet 'dragon_7'"),
        ("flat --game roulette", "unknown game 'roulette'"),
        ("flat --low 9 --high 5", "low=9 must be|limits from 9 to 5"),
        ("flat --bankroll 0", "bankroll=0 must be"),
        ("flat --low 5 --bankroll 4", "bankroll=4 is below the smallest stake of 5"),
        ("flat --sessions 0", "sessions=0 must be"),
        ("flat --workers 0", "workers=0 must be"),
        ("flat --recorded {tmp}", "is a directory"),
        ("flat --recorded {tmp}/none", "no such file"),
        ("flat --sessions 2 --workers 1 --ledger {tmp}/x.txt", "must end in .parquet or .csv"),
        ("flat --sessions 2 --workers 1 --ledger {tmp}/x.csv --rows day", "must be shoe or coup"),
        ("flat follow --train 2 --sessions 3", "leaves one part empty"),
        ("flat follow --train nan --sessions 3", "leaves one part empty"),
        ("flat --train .5", "name two at least"),
        ("flat --stop-loss 200 --bankroll 100", "--stop-loss 200 has no effect with --bankroll"),
        ("flat --seed -1", "seed=-1 must be"),
        ("{tmp}/none.py:Name", "there is no file"),
        ("flat:unit=600", "unit=600 is above the largest stake of 500 chips"),
        ("flat --length 1000000", "length=1000000 must be a whole number from 1 to 20000"),
        ("flat --rows coup", "--rows has no effect without --ledger"),
        ("flat --train .5 --ledger {tmp}/x.csv", "has no effect here, since --train keeps"),
        ("flat --recorded {tmp}/x --sessions 5", "--sessions 5 has no effect here, since recorded"),
        ("flat --recorded {tmp}/x --seed 5", "--seed 5 has no effect here, since recorded"),
        ("flat --burn --no-burn", "--burn and --no-burn exclude each other"),
        ("flat --decks 9", "decks=9 must be"),
        ("flat --decks 1 --cut 40", "cut=40 must be"),
        ("flat --game {tmp}/none.json", "none.json: no such file"),
        ("flat --game ezz", "did you mean 'ez'?"),
    ],
)
def test_the_command_answers_bad_input_with_one_sentence(tmp_path, capsys, words, told):
    assert main(["backtest", *words.format(tmp=tmp_path).split()]) == 2
    said = capsys.readouterr().err.strip()
    assert len(said.splitlines()) == 1
    assert any(part in said for part in told.split("|"))
    assert not list(tmp_path.iterdir())


def test_the_commands_print_what_was_found(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    path = tmp_path / "shoes.txt"
    path.write_text("PBTPBBPPBB" * 6 + "\n" + "BBPPTPPBBP" * 6)
    common = "flat:bet=player follow --workers 1"
    assert main(["backtest", *common.split(), "--sessions", "30", "--bankroll", "50", "--all"]) == 0
    said = capsys.readouterr().out
    for words in ("result per 100 bet", "worth by exact odds", "stake not covered",
                  "all chips lost %", "A session: 1 shoe",
                  "seed 1, 8 decks", "corrected for 3 agents"):  # fmt: skip
        assert words in said
    assert main(["backtest", *common.split(), "--recorded", str(path)]) == 0
    assert "recorded in" in capsys.readouterr().out
    assert main(["backtest", *common.split(), "--sessions", "30", "--train", "0.5"]) == 0
    assert "best of 2 on the first 15 sessions" in capsys.readouterr().out
    assert (
        main(["backtest", "flat", "--game", "ez", "--workers", "1", "--recorded", str(path)]) == 0
    )
    assert "Not gradable" in capsys.readouterr().out
    assert main(["shoes", str(path), "--simulated", "2000"]) == 0
    assert "2 shoes of 60 coups, results only" in capsys.readouterr().out


def said_of(capsys, *words):
    assert main(["backtest", *words]) == 0
    return " ".join(capsys.readouterr().out.split())


def test_recorded_shoes_are_priced_for_the_decks_that_are_named(tmp_path, capsys):
    path = tmp_path / "six.csv"
    path.write_text(card_rows(simulate.deal(replace(EZ_BACCARAT, decks=6), shoes=40, seed=113)))
    common = ["exact", "dragon-count", "--game", "EZ", "--workers", "1", "--recorded"]
    eight = said_of(capsys, *common, str(path))
    six = said_of(capsys, *common, str(path), "--decks", "6", "--no-burn")
    assert "taken as dealt from 8 decks" in eight
    assert "this looks like 6 decks" in eight
    assert "taken as dealt from 6 decks, no burn" in six
    assert "this looks like" not in six
    assert "40 shoes recorded in" in six


def test_shoes_that_fill_no_session_are_said_to_be_left_out(tmp_path, capsys):
    path = tmp_path / "shoes.txt"
    path.write_text("\n".join("PBTPBBPPBB" * 6 + "PB" * n for n in range(5)))
    said = said_of(capsys, "flat", "--recorded", str(path), "--length", "2", "--workers", "1")
    assert "4 of 5 shoes recorded in" in said


@pytest.mark.parametrize("option", ["--burn", "--no-burn"])
def test_a_burn_says_nothing_about_results_alone(option, tmp_path, capsys):
    path = tmp_path / "shoes.txt"
    path.write_text("PBTPBBPPBB" * 6)
    assert main(["backtest", "flat", option, "--recorded", str(path)]) == 2
    assert capsys.readouterr().err.startswith(f"{option} has no effect here, since cards were not")


def test_what_was_chosen_on_some_shoes_names_their_procedure(capsys):
    words = ["flat", "follow", "--sessions", "20", "--train", ".5", "--cut", "30"]
    said = said_of(capsys, *words, "--workers", "1")
    assert "Shoes: seed 1, 8 decks, first card burned by value, 30 cards behind the cut" in said


@pytest.mark.parametrize("words", [
    "run house_edge --workers 2", "theorem --workers 1", "simulate --threads 2",
])  # fmt: skip
def test_who_computes_here_says_nothing_beside_a_cluster(words, capsys):
    assert main([*words.split(), "--cluster", "tcp://127.0.0.1:1"]) == 2
    option = " ".join(words.split()[-2:])
    assert capsys.readouterr().err == f"{option} has no effect with --cluster: leave it out\n"


COMMANDS = sorted(
    path.stem for path in (ROOT / "experiments/commands").iterdir() if path.stem[0] not in "_."
)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_names_no_default_that_says_nothing(command, capsys):
    with pytest.raises(SystemExit):
        main([command, "--help"])
    said = capsys.readouterr().out
    for nothing in ("None", "default: False", "default: True", "default: ()"):
        assert nothing not in said


def test_a_game_of_ones_own_is_played_from_its_file(tmp_path, capsys):
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(replace(EZ_BACCARAT, decks=6, cut=30).to_dict()))
    common = f"flat:bet=dragon_7 --game {path} --sessions 10 --workers 1".split()
    assert "6 decks, first card burned by value, 30 cards" in said_of(capsys, *common)
    assert "6 decks, no burn, 20 cards" in said_of(capsys, *common, "--no-burn", "--cut", "20")
    path.write_text('{"name": "mine", "layout": []}')
    assert main(["backtest", *common]) == 2
    assert "mine.json: " in capsys.readouterr().err


class Badly(Agent):
    tags = np.zeros((0, 10))

    def bet(self, view):
        return view.no_bet()


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [("stopped", "yes", "set stopped to str 'yes'"), ("tags", [1, 2, 3], "rows of ten numbers")],
)
def test_what_an_agent_says_of_itself_is_checked(name, value, told):
    class Wrong(Badly):
        def start(self, game, tables, first=0):
            super().start(game, tables, first)
            setattr(self, name, value)

    with pytest.raises(AgentError, match=told):
        tally(Plan((Wrong(),), MINI_BACCARAT, sessions=2, seed=116))


class Lucky(Agent):
    """Bets ten chips on what is about to win: an agent that cannot exist."""

    name = "lucky"

    def __init__(self, wins):
        self.wins = wins

    def start(self, game, tables, first=0):
        super().start(game, tables, first)
        deal = simulate.deal(game, shoes=tables, seed=114, first=first)
        lengths = np.bincount(deal.shoe - deal.shoe[0], minlength=tables)
        self.coming = np.full((tables, lengths.max()), 2)
        self.coming[deal.shoe - deal.shoe[0], deal.coup] = RESULT_OF[deal.endings]

    def bet(self, view):
        stakes = view.no_bet()
        tables = np.flatnonzero(view.active)
        coming = self.coming[tables, view.coup[tables]]
        bet = np.where(coming == (0 if self.wins else 1), 0, 1)
        stakes[tables, bet] = 10
        return stakes


@pytest.mark.parametrize(("wins", "word"), [(True, "better"), (False, "worse")])
def test_more_than_luck_is_said_with_its_direction(wins, word):
    plan = Plan((Lucky(wins),), MINI_BACCARAT, sessions=40, seed=114)
    (sentence,) = _by_luck(list(results_of(plan).values()))
    assert f"lucky did {word} than the exact value of its bets" in sentence
    assert "By luck alone 1 backtest in 100" in sentence


def test_sessions_that_bear_no_interval_say_so():
    plan = Plan(("martingale:bet=player", "flat:bet=player"), MINI_BACCARAT, sessions=200, seed=115)
    wild, calm = results_of(plan).values()
    assert not wild.has_interval
    assert money(wild, wild.per_shoe).endswith("(too few bets)")
    assert not wild.usable
    assert _by_luck([wild])[0].startswith(
        "Not tested, because too few bets carry the result: martingale:bet=player"
    )
    assert calm.has_interval
    assert "±" in money(calm, calm.per_shoe)


def test_few_sessions_have_students_interval():
    (one,) = results_of(Plan(("flat:bet=player",), MINI_BACCARAT, sessions=5, seed=117)).values()
    assert one.reach * one.per_shoe.half_width == pytest.approx(2.776445 * one.per_shoe.error)
    half = float(money(one, one.per_shoe).partition("± ")[2])
    assert half == pytest.approx(2.776445 * one.per_shoe.error, abs=5e-4)


def test_agents_are_left_as_they_were():
    agent = make("martingale:bet=player")
    tally(Plan((agent,), MINI_BACCARAT, sessions=2, limits=FEW))
    assert not hasattr(agent, "state")


def test_intervals_that_are_given_hold_and_heavy_tails_get_none():
    """200 backtests of 15 shoes: 95 % within four standard errors; the command tries more."""
    flat, doubling = "flat:bet=player", "martingale:bet=player"
    given, holds = measured(backtests=200, sessions=15, seed=500, agents=(flat,))[flat].T
    assert given.all()
    assert abs(holds.mean() - 0.95) < 4 * (0.95 * 0.05 / len(holds)) ** 0.5
    given, holds = measured(backtests=60, sessions=15, seed=500, agents=(doubling,))[doubling].T
    assert holds.mean() < 0.9
    assert given.mean() < 0.1
