"""Players of one table: equal to agents of many, told what is wrong, and backtests in Python."""

from __future__ import annotations

import numpy as np
import pytest

from agents import Agent, OneTable, make
from agents.agent import AgentError
from agents.counts.in_print import PUBLISHED
from agents.one_table import as_agent
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.game import EZ_BACCARAT
from baccarat_env.rules import RESULT_OF
from experiments import RequestError, backtest
from experiments.commands.backtest.tables import BRIEF, TABLES
from experiments.shoes.plan import Plan
from experiments.shoes.played import bets_of
from experiments.shoes.summary import QUANTILES


class AfterThreeBankers(OneTable):
    def bet(self, shoe):
        return {"player": 1} if shoe.sides[-3:] == ["B", "B", "B"] else {}


class Late(OneTable):
    information = "none"

    def bet(self, shoe):
        return {"dragon_7": 1} if shoe.cards_left < 60 else {}


class LateVector(Agent):
    def bet(self, view):
        stakes = view.no_bet()
        stakes[view.undealt < 60, view.game.index("dragon_7")] = 1
        return stakes


class Counting(OneTable):
    information = "count"
    tags = np.array([PUBLISHED["dragon-count"].tags])

    def bet(self, shoe):
        return {"dragon_7": 1} if shoe.counts[0] >= 20 else {}


class CountingVector(Agent):
    information = "count"
    tags = Counting.tags

    def bet(self, view):
        stakes = view.no_bet()
        stakes[view.running[:, 0] >= 20, view.game.index("dragon_7")] = 1
        return stakes


class Doubling(OneTable):
    """Doubles after a loss, by what the coup before brought."""

    def __init__(self):
        self.stake = 1

    def bet(self, shoe):
        if shoe.last_won < 0:
            self.stake *= 2
        elif shoe.last_won > 0:
            self.stake = 1
        self.stake = 1 if self.stake > 500 else self.stake
        return {"player": self.stake}


def stakes_of(agent):
    (bets,) = bets_of(Plan((agent,), EZ_BACCARAT, sessions=30, length=2, seed=140), 0, 30)
    return bets.done.stakes


SEEN = []


class Watching(OneTable):
    """Bets a chip on Player and writes down what it is shown."""

    information = "composition"
    tags = np.array([PUBLISHED["dragon-count"].tags])

    def bet(self, shoe):
        SEEN.append(
            (shoe.coup, shoe.cards_left, shoe.chips, shoe.won, shoe.last_won, *shoe.unseen,
             *shoe.counts, len(shoe.results), len(shoe.sides))
        )  # fmt: skip
        return {"player": 1}


def test_a_player_is_shown_the_table_as_it_is():
    SEEN.clear()
    plan = Plan((Watching(),), EZ_BACCARAT, sessions=1, length=2, seed=141, bankroll=100)
    (bets,) = bets_of(plan, 0, 1)
    coups, net = bets.coups, bets.done.net.sum(axis=1) / BASIS_POINTS
    won = np.append(0, net.cumsum())[:-1]
    sides = np.isin(RESULT_OF[coups.endings], [0, 1, 3, 4])
    earlier = np.append(0, sides.cumsum())[:-1]
    opens = np.flatnonzero(coups.coup == 0)[coups.shoe - coups.shoe[0]]
    burned = EZ_BACCARAT.full_shoe.sum() - coups.unseen[opens].sum(axis=1)
    shown = np.array(SEEN)
    np.testing.assert_array_equal(shown[:, 0], coups.coup + 1)
    hidden = coups.unseen.sum(axis=1) - shown[:, 1]
    assert (hidden == hidden[opens]).all()
    assert (burned == 1).all()
    np.testing.assert_allclose(shown[:, 2], 100 + won)
    np.testing.assert_allclose(shown[:, 3], won)
    np.testing.assert_allclose(shown[:, 4], np.append(0, net)[:-1])
    np.testing.assert_array_equal(shown[:, 5:15], coups.unseen)
    counts = (EZ_BACCARAT.full_shoe - coups.unseen.astype(int)) @ Watching.tags[0]
    np.testing.assert_array_equal(shown[:, 15], counts)
    np.testing.assert_array_equal(shown[:, 16], coups.coup)
    np.testing.assert_array_equal(shown[:, 17], earlier - earlier[opens])


@pytest.mark.parametrize(
    ("one", "many"),
    [
        (AfterThreeBankers(), "after:BBB=player"),
        (Late(), LateVector()),
        (Counting(), CountingVector()),
        (Doubling(), "martingale:bet=player,limit=500"),
    ],
)
def test_one_table_plays_as_many_do(one, many):
    found, wanted = stakes_of(one), stakes_of(many)
    assert wanted.any()
    np.testing.assert_array_equal(found, wanted)


def test_a_player_of_ones_own_is_found_in_its_file(tmp_path):
    (tmp_path / "mine.py").write_text(
        "from agents import OneTable\n\n\nclass Mine(OneTable):\n"
        "    def __init__(self, chips: int = 1):\n        self.chips = chips\n\n"
        "    def bet(self, shoe):\n"
        "        return {'banker': self.chips} if shoe.results[-1:] == ['T'] else {}\n"
    )
    agent = make(f"{tmp_path}/mine.py:Mine", chips=3)
    assert set(np.unique(stakes_of(agent))) == {0, 3}


class Chatty(OneTable):
    answer: object = None

    def bet(self, shoe):
        return self.answer if shoe.coup == 2 else {}


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ({"playr": 1}, "Chatty, table 1, coup 2: there is no bet 'playr': choose from player"),
        ({"player": 0.5}, "0.5 on player must be a whole number of chips"),
        ({"player": True}, "True on player must be a whole number"),
        ({"player": -1}, "-1 on player must be"),
        ("player", "bet.. returned 'player': return chips by bet"),
        ({"player": 501}, "it bet 501 on player: the limits are 1 to 500"),
    ],
)
def test_what_a_player_asks_for_is_checked(answer, told):
    player = Chatty()
    player.answer = answer
    with pytest.raises(AgentError, match=told):
        backtest(player, game="ez", sessions=3)


def test_a_player_sees_no_more_than_it_declares():
    class Peeping(OneTable):
        information = "none"

        def bet(self, shoe):
            return {"player": len(shoe.results)}

    with pytest.raises(PermissionError, match="write information = 'results'"):
        stakes_of(Peeping())
    assert as_agent(make("flat")).name == "flat"


# --- In Python --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played():
    return backtest(["after:BBB=player", AfterThreeBankers(), "martingale:limit=100"], sessions=100)


def test_a_backtest_prints_in_80_columns(played):
    said = repr(played)
    assert max(map(len, said.splitlines())) <= 80
    for words in (
        "AfterThreeBankers",
        "luck",
        "No result differs significantly",
        "seed 1, 8 decks",
    ):
        assert words in " ".join(said.split())
    assert played._repr_html_().startswith("<pre>")


def test_its_table_its_curves_and_its_bets_agree(played):
    table = played.table
    ended = {name: curve.paths[:, -1] for name, curve in played.curves.items()}
    ledger = played.bets
    for row, name in enumerate(table["agent"]):
        rows = np.array(ledger["agent"].to_pylist()) == name
        net = sum(ledger[c].to_numpy() for c in ledger.column_names if c.startswith("net"))[rows]
        session = ledger["session"].to_numpy()[rows] - 1
        results = np.bincount(session, net)
        assert table["result_chips_per_shoe"][row] == pytest.approx(results.mean())
        np.testing.assert_allclose(ended[name], results[:8], atol=1e-9)
        assert table["ended_ahead_percent"][row] == 100 * np.mean(results.round(6) > 0)
        cells = [show(played.summaries[row]) for show in BRIEF.values()]
        staked = played.summaries[row].staked
        worth = 100 * ledger["expected"].to_numpy()[rows].sum() / staked
        assert cells[0].startswith(f"{100 * net.sum() / staked:.2f}".replace("-", "−"))
        assert cells[1] == f"{worth:.2f}".replace("-", "−")
        assert cells[3] == f"{100 * np.mean(results.round(6) > 0):.0f}"
        levels = [np.append(0, net[session == s].cumsum()) for s in range(100)]
        falls = [(np.maximum.accumulate(level) - level).max() for level in levels]
        assert cells[4] == f"{np.mean(falls):,.0f}"
        curve = played.curves[name]
        np.testing.assert_allclose(
            curve.quantiles[:, -1], np.quantile(results, QUANTILES, method="inverted_cdf")
        )
        assert curve.worth[-1] == pytest.approx(table["exact_chips_per_shoe"][row])
    assert table["result_chips_per_shoe"][0] == table["result_chips_per_shoe"][1]


def test_a_bankroll_is_short_before_it_is_lost():
    bold = "martingale:bet=player,stop_win=10000"
    result = backtest([bold], sessions=60, length=5, bankroll=100)
    table, (one, _) = result.table, result.summaries
    assert table["stake_not_covered_percent"][0] == 100 * one.short.value > 30
    assert table["all_chips_lost_percent"][0] == 100 * one.broke.value < 10
    columns = {heading: cell(one) for _, shown in TABLES for heading, cell in shown.items()}
    assert columns["stake not covered %"].startswith(f"{100 * one.short.value:.1f} ")
    assert columns["all chips lost %"].startswith(f"{100 * one.broke.value:.1f} ")


def test_it_is_drawn(played, tmp_path):
    played.plot().savefig(tmp_path / "a.png")
    assert (tmp_path / "a.png").stat().st_size > 10_000


def test_money_agrees_with_basis_points(played):
    (bets,) = bets_of(Plan(("after:BBB=player",), played.plan.game, sessions=100, seed=1), 0, 100)
    mean = bets.done.net.sum() / BASIS_POINTS / 100
    assert played.table["result_chips_per_shoe"][0] == pytest.approx(mean)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"game": "roulette"}, "unknown game 'roulette'"),
        ({"recorded": "none.txt"}, "no such file"),
        ({"recorded": "none.txt", "seed": 1}, "leave sessions and seed out"),
        ({"low": 5, "high": 1}, "low=5"),
        ({"sessions": 0}, "sessions=0 must be"),
    ],
)
def test_what_cannot_be_played_is_one_sentence(options, told):
    with pytest.raises(RequestError, match=told):
        backtest("flat", **options)
