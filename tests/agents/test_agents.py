"""The laws that every agent obeys, agents by name, agents in the environments."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from agents import INFORMATION, Agent, Limits, View, make, names
from agents.counts.in_print import PUBLISHED
from agents.play.dealt import Schedule, play
from agents.play.environment import Seat
from baccarat_env import EZ_BACCARAT, simulate
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.env import BaccaratEnv
from baccarat_env.game import as_game
from baccarat_env.rules import RESULT_OF, full_shoe
from baccarat_env.shoe import Shoe, key_of, order
from baccarat_env.simulate import Coups
from baccarat_env.vector_env import BaccaratVectorEnv
from tests import GOLDEN
from tests.support.scripted import EVEN_MONEY, coups_of, run

SHOES = simulate.deal(EZ_BACCARAT, shoes=12, seed=411)
SCHEDULE = Schedule.lay_out(EZ_BACCARAT, SHOES, 4)
TERMS = {"limits": Limits(high=20, side_high=5), "bankroll": 60}
NEEDS = {
    "after": "after:BBB=player,PPB=banker",
    "count": "count:bet=dragon_7,trigger=4,tags=0 0 0 0 -1 -1 -1 -1 2 2",
    "derived_count": "derived_count:bet=panda_8,trigger=9",
    "learned": f"learned:path={GOLDEN / 'learned'}",
}
"""An example of each agent that cannot be made by its name alone."""
every_agent = pytest.mark.parametrize("name", [NEEDS.get(name, name) for name in names()])


def table_of(name):
    """EZ Baccarat, with the bet that a count in print is for."""
    count = PUBLISHED.get(name.replace("_", "-"))
    return (
        as_game(f"ez+{count.bet}") if count and count.bet not in EZ_BACCARAT.bets else EZ_BACCARAT
    )


def schedule_of(name):
    return Schedule.lay_out(table_of(name), SHOES, 4)


class Through(Agent):
    """An agent that passes everything on to another one."""

    information = "composition"

    def __init__(self, inner: Agent) -> None:
        self.inner = inner
        self.tags = inner.tags

    def start(self, game, tables, first=0):
        super().start(game, tables, first)
        self.inner.start(game, tables, first)

    def bet(self, view):
        return self.inner.bet(self.seen(view).only(self.inner))

    def seen(self, view: View) -> View:
        return view

    def learn(self, stakes, net):
        self.inner.learn(stakes, net)


class Pickled(Through):
    def bet(self, view):
        self.inner = pickle.loads(pickle.dumps(self.inner))
        return super().bet(view)


class Deceived(Through):
    """Everything that the inner agent does not declare is noise."""

    def start(self, game, tables, first=0):
        super().start(game, tables, first)
        self.noise = np.random.default_rng(5)

    def seen(self, view):
        level = self.inner.information
        shape = view.results.shape
        if level == "none":
            view = replace(
                view,
                _results=self.noise.integers(-1, 5, shape).astype(np.int8),
                _decisions=self.noise.integers(-1, 2, shape).astype(np.int8),
                _decided=self.noise.integers(0, shape[1], view.tables),
            )
        if level not in ("cards", "composition"):
            view = replace(view, _cards=self.noise.integers(0, 7, (view.tables, 10)))
        if level in ("none", "results", "cards"):
            view = replace(view, _unseen=self.noise.integers(0, 33, (view.tables, 10)))
        elif level == "count":  # counts by tags cannot tell values with the same tags apart
            unseen, tags = view.unseen.copy(), np.asarray(self.inner.tags).reshape(-1, 10)
            for alike in (tags[:, :, None] == tags[:, None, :]).all(axis=0):
                values = np.flatnonzero(alike)
                unseen[:, values] = unseen[:, self.noise.permutation(values)]
            view = replace(view, _unseen=unseen)
        return view


# --- Laws -----------------------------------------------------------------------------------


@every_agent
def test_starting_again_forgets_everything(name):
    agent = make(name)
    first = play(agent, schedule_of(name), **TERMS)
    again = play(agent, schedule_of(name), **TERMS)
    assert np.array_equal(first.stakes, again.stakes)


@every_agent
def test_a_pickle_in_mid_session_goes_on_alike(name):
    whole = play(make(name), schedule_of(name), **TERMS)
    pickled = play(Pickled(make(name)), schedule_of(name), **TERMS)
    assert np.array_equal(whole.stakes, pickled.stakes)


@every_agent
def test_an_agent_reads_no_more_than_it_declares(name):
    assert make(name).information in INFORMATION
    honest = play(make(name), schedule_of(name), **TERMS)
    deceived = play(Deceived(make(name)), schedule_of(name), **TERMS)
    assert np.array_equal(honest.stakes, deceived.stakes)


@every_agent
def test_tables_do_not_know_of_each_other(name):
    together = play(make(name), schedule_of(name), **TERMS)
    for n in range(4):
        rows = SCHEDULE.rows[SCHEDULE.rows[:, n] >= 0, n]
        mine = Coups(*(getattr(SHOES, field)[rows] for field in Coups.__dataclass_fields__))
        alone = play(make(name), Schedule.lay_out(table_of(name), mine, 1), first=n, **TERMS)
        assert np.array_equal(together.stakes[rows], alone.stakes)


@every_agent
def test_money_is_conserved_and_never_short(name):
    session = play(make(name), schedule_of(name), **TERMS)
    for n in range(4):
        rows = SCHEDULE.rows[SCHEDULE.rows[:, n] >= 0, n]
        money = 60 * BASIS_POINTS + np.cumsum(session.net[rows].sum(axis=1))
        assert money.min() >= 0
        assert money[-1] == session.bankroll[n]


# --- What an agent sees ---------------------------------------------------------------------


class Watching(Agent):
    information = "composition"
    tags = ((0, 1, 1, 1, 1, 1, 1, 1, 1, 1), (2, 0, 0, 0, 0, 0, 0, 0, 0, -1))

    def start(self, game, tables, first=0):
        super().start(game, tables, first)
        self.views = []

    def bet(self, view):
        names = ("results", "decisions", "decided", "unseen", "running")
        kept = {name: getattr(view, name).copy() for name in names}
        self.views.append((view, kept))
        return view.no_bet()


def test_the_view_is_that_of_the_shoe():
    agent = Watching()
    play(agent, Schedule.lay_out(EZ_BACCARAT, SHOES, 1))
    seen = iter(agent.views)
    for k in range(12):
        shoe, results = Shoe(EZ_BACCARAT, order(key_of(411), k)), []
        while not shoe.over:
            view, kept = next(seen)
            assert view.active[0]
            assert view.coup[0] == len(results)
            assert view.undealt[0] == shoe.undealt
            assert view.last[0] == shoe.last_coup
            assert kept["unseen"][0].tolist() == shoe.unseen.tolist()
            assert view.unseen_cards[0] == shoe.unseen.sum()
            dealt = full_shoe(8) - shoe.unseen
            assert kept["running"][0].tolist() == [dealt[1:].sum(), 2 * dealt[0] - dealt[9]]
            assert kept["results"][0, : len(results)].tolist() == results
            assert (kept["results"][0, len(results) :] == -1).all()
            sides = [{0: 0, 4: 0, 1: 1, 3: 1}[r] for r in results if r != 2]
            assert kept["decided"][0] == len(sides)
            assert kept["decisions"][0, : len(sides)].tolist() == sides
            results.append(int(RESULT_OF[shoe.deal().ending]))
    assert next(seen, None) is None


@pytest.mark.parametrize(
    ("level", "hidden"),
    [
        ("none", ["results", "decisions", "decided", "cards", "running", "unseen_cards", "unseen"]),
        ("results", ["cards", "running", "unseen_cards", "unseen"]),
        ("cards", ["running", "unseen_cards", "unseen"]),
        ("count", ["cards", "unseen"]),
        ("composition", []),
    ],
)
def test_reading_what_was_not_declared_is_refused(level, hidden):
    agent = Watching()
    agent.bet = lambda view: refused(view)
    agent.information = level
    found = []

    def refused(view):
        for name in SHOWN:
            if name in hidden:
                with pytest.raises(PermissionError, match="did not declare"):
                    getattr(view, name)
            else:
                getattr(view, name)
            found.append(name)
        return view.no_bet()

    run(agent, "P")
    assert len(found) == len(SHOWN)


SHOWN = ("results", "decisions", "decided", "cards", "running", "unseen_cards", "unseen")


def test_an_unknown_level_of_information():
    agent = make("flat")
    agent.information = "telepathy"
    with pytest.raises(ValueError, match=r"declares information='telepathy': choose from none"):
        run(agent, "P")


class Asking(Agent):
    def __init__(self, stakes):
        self.stakes = stakes

    def bet(self, view):
        return self.stakes


@pytest.mark.parametrize(
    ("stakes", "sentence"),
    [
        ([[0.5, 0, 0, 0, 0]], r"agent returned 0.5 chips from bet\(\): stakes are whole chips"),
        ([[1, 0, 0, 0]], r"agent returned shape \(1, 4\) from bet\(\): stakes have shape \(1, 5\)"),
        (
            [[-1, 0, 0, 0, 0]],
            "agent, table 1, coup 1: it bet -1 on player: the limits",
        ),
        ([[1, 0, 0, 0, 0]], "coup 1: it bet 1 on player: the limits are 2 to 20 chips"),
        ([[0, 21, 0, 0, 0]], "coup 1: it bet 21 on banker: the limits are 2 to 20 chips"),
        ([[0, 0, 0, 6, 0]], "coup 1: it bet 6 on dragon_7: the limits are 2 to 5 chips"),
        ([[20, 11, 0, 0, 0]], "it bet 31 chips with 30 in hand"),
        (None, r"agent returned None from bet\(\)"),
        ([[True, False, False, False, False]], "agent returned bool numbers"),
        ([[float("nan"), 0, 0, 0, 0]], "agent returned nan chips"),
        ([[1], [2, 3]], "stakes have shape"),
    ],
)
def test_stakes_that_cannot_be_placed(stakes, sentence):
    with pytest.raises(ValueError, match=sentence):
        run(Asking(stakes), "P", limits=Limits(low=2, high=20, side_high=5), bankroll=30)


def test_a_bet_where_no_coup_is_coming_is_not_placed():
    class Eager(Agent):
        def bet(self, view):
            return view.no_bet() + 1

    session = run(Eager(), "PPP", "P", tables=2)
    assert session.stakes.shape[0] == 4
    assert (session.stakes == 1).all()


@pytest.mark.parametrize(
    "limits", [{"low": 5, "high": 4}, {"low": 0}, {"high": 1.5}, {"side_high": 0}]
)
def test_limits_out_of_range(limits):
    with pytest.raises(ValueError, match="must be a whole number from 1"):
        Limits(**limits)


def test_more_tables_than_shoes():
    with pytest.raises(ValueError, match="tables=3 must be from 1 to the 2 shoes"):
        Schedule.lay_out(EVEN_MONEY, coups_of("P", "B"), 3)


def test_an_agent_with_no_bet():
    with pytest.raises(NotImplementedError, match="Agent has no bet"):
        run(Agent(), "P")


# --- By name --------------------------------------------------------------------------------


def test_strings_and_options_make_the_same():
    spec = "martingale:bet=player,unit=2,limit=500,over=cap,losses=7"
    options = {"bet": "player", "unit": 2, "limit": 500, "over": "cap", "losses": 7}
    one, other = make(spec), make("martingale", **options)
    assert one.name == other.name == spec
    assert (one.plan, one.selection, one.unit) == (other.plan, other.selection, other.unit)


def test_a_hyphen_is_as_good_as_an_underscore():
    assert repr(make("oscars-grind").plan) == repr(make("oscars_grind").plan)


def test_plans_and_selections_combine():
    agent = make("fibonacci:select=fade_run,k=4,back=1")
    assert repr(agent.plan) == "Fibonacci(back=1)"
    assert repr(agent.selection) == "FadeRun(k=4)"


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("martingail", "there is no agent 'martingail': did you mean 'martingale'"),
        ("martingale:stake=1", "has no option 'stake': "),
        ("martingale:select=vibes", "there is no selection 'vibes': choose from always"),
        ("martingale:unit", "'unit' in 'unit' must be an option=value"),
        ("martingale:unit=1,unit=2", "given once"),
        ("no_such_file.py:Mine", "there is no file no_such_file.py"),
    ],
)
def test_unknown_names_and_options(spec, sentence):
    with pytest.raises(ValueError, match=sentence):
        make(spec)


OWN = '''
from agents import Agent

class Late(Agent):
    """Bet on Dragon 7 when few cards are left."""

    def __init__(self, below: int = 60):
        self.below = below

    def bet(self, view):
        stakes = view.no_bet()
        stakes[view.undealt < self.below, view.game.index("dragon_7")] = 1
        return stakes
'''


def test_an_agent_in_a_file_of_ones_own(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(OWN)
    one_table = Schedule.lay_out(EZ_BACCARAT, SHOES, 1)
    for options, below in (("", 60), (":below=100", 100)):
        session = play(make(f"{path}:Late{options}"), one_table)
        assert np.array_equal(session.stakes[:, 3] > 0, one_table.undealt < below)
    with pytest.raises(ValueError, match=r"mine\.py has no agent 'Early': choose from Late"):
        make(f"{path}:Early")
    with pytest.raises(ValueError, match="Late has no option 'above': choose from below"):
        make(f"{path}:Late:above=3")
    with pytest.raises(ValueError, match="below='few' must be a whole number"):
        make(f"{path}:Late:below=few")


# --- In the environments --------------------------------------------------------------------

CHIPS = (0, 1, 2, 3, 4, 5)
AGENTS = [
    "martingale",
    "labouchere:select=follow",
    "dalembert:select=derived_road",
    "random",
    "oscars_grind:select=template,pattern=PPB,advance=loss",
]


def over_shoes(name: str, seed: int, shoes: int):
    """What `play` says the agent does over the shoes of a seed."""
    coups = simulate.deal(EZ_BACCARAT, shoes=shoes, seed=seed)
    schedule = Schedule.lay_out(EZ_BACCARAT, coups, 1)
    session = play(make(name), schedule, limits=Limits(high=5))
    return session.stakes, session.net, coups.endings


@pytest.mark.parametrize("name", AGENTS)
@pytest.mark.parametrize("actions", ["combination", "single", "continuous"])
def test_in_the_scalar_environment(name, actions):
    env = BaccaratEnv("ez", actions=actions, chips=CHIPS, information="none")
    seat, heard = Seat(make(name), env), []
    for shoe in range(2):
        _, info = env.reset(seed=None if shoe else 77)
        seat.open(info)
        over = False
        while not over:
            _, _, terminated, truncated, info = env.step(seat.action())
            over = terminated or truncated
            seat.learn(info, over)
            heard.append((info["stakes"].tolist(), info["net"].tolist(), info["ending"]))
    stakes, net, endings = over_shoes(name, 77, 2)
    expected = zip(stakes.tolist(), net.tolist(), endings.tolist(), strict=True)
    assert heard == list(expected)


@pytest.mark.parametrize("name", [name for name in AGENTS if name != "random"])
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_in_the_vector_environment(name, mode):
    env = BaccaratVectorEnv(3, "ez", chips=CHIPS, autoreset_mode=mode)
    _, infos = env.reset(seed=77)
    seat = Seat(make(name), env)
    seat.open(infos)
    staked = [[], [], []]
    done = np.zeros(3, bool)
    for _ in range(200):
        opened = done.copy()
        if mode == AutoresetMode.DISABLED and done.any():
            _, infos = env.reset(options={"reset_mask": done})
            seat.open(infos, done)
        _, _, terminated, truncated, infos = env.step(seat.action())
        done = terminated | truncated
        seat.learn(infos, done)
        for n in range(3):
            if mode == AutoresetMode.NEXT_STEP and opened[n]:
                continue
            final = mode == AutoresetMode.SAME_STEP and done[n]
            staked[n].append((infos["final_info"] if final else infos)["stakes"][n].tolist())
    for n in range(3):
        stakes = over_shoes(name, 77 + n, 3)[0].tolist()
        assert len(staked[n]) > 160
        assert staked[n] == stakes[: len(staked[n])]


def test_an_environment_without_the_stake():
    env = BaccaratEnv("ez", chips=(0, 1, 4))
    _, info = env.reset(seed=1)
    seat = Seat(make("flat:unit=3"), env)
    seat.open(info)
    with pytest.raises(ValueError, match=r"no stake of 3 on banker: choose from chips=\(0, 1, 4\)"):
        seat.action()
    env = BaccaratEnv("ez", actions="single", sit_out=False)
    _, info = env.reset(seed=1)
    seat = Seat(make("follow"), env)
    seat.open(info)
    with pytest.raises(ValueError, match=r"\[0, 0, 0, 0, 0\] are no single bet"):
        seat.action()


def test_a_bankroll_in_the_environment():
    env = BaccaratEnv("mini", chips=CHIPS, bankroll=30)
    seat = Seat(make("martingale:bet=player"), env)
    _, info = env.reset(seed=3)
    seat.open(info)
    over = False
    while not over:
        _, _, terminated, truncated, info = env.step(seat.action())
        over = terminated or truncated
        seat.learn(info, over)
        assert info["bankroll"] == seat.info["bankroll"][0]
