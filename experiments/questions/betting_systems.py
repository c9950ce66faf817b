"""Does any betting system change the expected loss?

A session is 10 shoes in a row by one bettor with no bankroll to run out of; a stake is at
most 100 units, and a system that wants more starts its series again. A second kind of
session ends as soon as it is 20 units ahead or 100 behind, or after the 10 shoes. Every
system plays the same shoes.

Three things are held beside each other, session by session: what a system won; what its
stakes were worth by the exact odds of the unseen cards before each coup; and what they
would cost at the price of the first coup of a fresh shoe, the amount bet times the edge.
Result less worth has mean zero for every system, whatever it does (a martingale
difference, Doob), as long as stakes are bounded. Its z-score is
Σ s (X − μ) / √Σ s² σ² with the variance of the bet made, and Holm's correction covers all
systems at both tables.

Sessions are independent, and every interval comes from the spread between them. A fan's
band holds the middle 90 % of sessions at each number of coups taken by itself.

Source: Doob, "Stochastic Processes" (1953), chapter VII, for systems and martingales;
Epstein, "The Theory of Gambling and Statistical Logic" (1967), chapter 3, for the systems.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.figure import Figure as Canvas
from numpy.typing import NDArray
from scipy import stats

from agents.agent import Limits
from agents.selection import SELECTIONS
from agents.staking import PLANS
from baccarat_env import odds
from baccarat_env.rules import BASIS_POINTS, GAMES, Game, as_game
from experiments.backtest.played import Bets, Plan, bets_of
from experiments.cells import Arrays, Cell, Stored, derived_seed
from experiments.plotting import Figure, Theme, draw
from experiments.results import Answer, Results
from experiments.statistics import Estimate, holm, proportion
from experiments.tables import Table, minus

ORDER = 5

TABLES = ("mini", "ez")
LIMIT = 100
LENGTH = 10
STOP_WIN, STOP_LOSS = 20, 100
BAND = (5, 95)
MARKS = 40
SIGNIFICANT = 0.05

SYSTEMS = (
    *(f"{plan}:bet=player" for plan in PLANS if plan not in ("flat", "martingale")),
    *(f"{plan}:bet={bet}" for plan in ("flat", "martingale") for bet in ("player", "banker")),
    *(name for name in SELECTIONS if name not in ("always", "template")),
    "template:pattern=PBPPBB",
    "martingale:select=follow",
    "labouchere:select=opposite",
    "dalembert:select=derived_road",
    "paroli:select=follow_run",
)
"""All staking plans on Player, flat and martingale on Banker too, all selections with flat
stakes, and some of both."""

DRAWN = ("flat", "martingale", "labouchere", "dalembert", "oscars_grind", "paroli")
"""Systems on Player whose sessions are drawn."""


@dataclass(frozen=True)
class Config:
    """Sessions at each table, sessions a cell, and sessions a cell whose paths are kept."""

    sessions: int
    batch: int
    paths: int


QUICK = Config(sessions=600, batch=150, paths=100)
FULL = Config(sessions=40_000, batch=500, paths=25)


# --- Compute ---------------------------------------------------------------------------


def cells(config: Config, seed: int) -> list[Cell]:
    """List the work: sessions at every table, with and without leaving early."""
    return [
        Cell.of(
            sessions,
            game=GAMES[name],
            systems=list(SYSTEMS),
            seed=derived_seed(seed, "betting_systems", name),
            first=first,
            count=min(config.batch, config.sessions - first),
            stops=stops,
            paths=config.paths,
        )
        for name in TABLES
        for stops in ([], [STOP_WIN, STOP_LOSS])
        for first in range(0, config.sessions, config.batch)
    ]


def sessions(
    game: dict[str, Any],
    systems: list[str],
    seed: int,
    first: int,
    count: int,
    stops: list[int],
    paths: int,
) -> Arrays:
    """Play sessions `first` to `first + count` - 1, N of them, with each of A systems.

    `net` `(A, N)` in basis points; `staked` `(A, N, B)` chips on each bet; `expected` and
    `variance` `(A, N)`, of the exact worth in chips; `largest` `(A,)` variance of one coup;
    `peak` `(A, N)` highest result so far, in basis points; `marks` `(T,)` coups and `paths`
    `(D, P, T)` results there, in basis points, of the first P sessions of the D drawn systems.
    """
    win, loss = stops or (None, None)
    plan = Plan(
        tuple(f"{system}{',' if ':' in system else ':'}limit={LIMIT}" for system in systems),
        as_game(game),
        sessions=first + count,
        length=LENGTH,
        seed=seed,
        limits=Limits(1, LIMIT),
        stop_win=win,
        stop_loss=loss,
    )
    found: dict[str, list[Any]] = {name: [] for name in KEPT}
    drawn = []
    for system, bets in zip(systems, bets_of(plan, first, first + count), strict=True):
        staked = np.zeros((count, bets.done.stakes.shape[1]), dtype=np.int64)
        np.add.at(staked, bets.session, bets.done.stakes)
        values = bets.sums.of("net"), staked, *bets.sums.scored.T, bets.sums.ends[:, 1]
        for name, value in zip(KEPT, values, strict=True):
            found[name].append(value)
        if system in [f"{name}:bet=player" for name in DRAWN]:
            drawn.append((DRAWN.index(system.partition(":")[0]), _paths(bets, paths)))
    arrays = {name: np.array(values) for name, values in found.items()}
    arrays["largest"] = arrays["largest"].max(axis=1)
    arrays["marks"] = _marks()
    arrays["paths"] = np.array([path for _, path in sorted(drawn, key=lambda one: one[0])])
    return arrays


KEPT = ("net", "staked", "expected", "variance", "largest", "peak")


def _marks() -> NDArray[np.int64]:
    """Coups at which paths are read, `(T,)`: 10 shoes of at least 70 coups."""
    return np.linspace(0, 70 * LENGTH, MARKS + 1).astype(np.int64)


def _paths(bets: Bets, count: int) -> NDArray[np.int64]:
    """Results so far of the first sessions at the marks, `(P, T)`."""
    net, opens = bets.done.net.sum(axis=1), np.searchsorted(bets.session, np.arange(count + 1))
    level = np.concatenate([[0], np.cumsum(net)])
    at = np.minimum(opens[:-1, None] + _marks(), opens[1:, None])
    return np.asarray(level[at] - level[opens[:-1], None])


# --- Read ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sessions:
    """All sessions of one kind at one table: A systems, N sessions."""

    game: Game
    stops: bool
    systems: list[str]
    arrays: Arrays

    @property
    def net(self) -> NDArray[np.float64]:
        """Results in chips, `(A, N)`."""
        return np.asarray(self.arrays["net"] / BASIS_POINTS)

    @property
    def result(self) -> Estimate:
        """Mean result of a session, `(A,)`."""
        return _mean(self.net)

    @property
    def worth(self) -> Estimate:
        """Exact worth of a session's stakes, `(A,)`."""
        return _mean(self.arrays["expected"])

    @property
    def luck(self) -> Estimate:
        """Result less worth, `(A,)`."""
        return _mean(self.net - self.arrays["expected"])

    @property
    def price(self) -> Estimate:
        """Amount bet times the edge of a fresh shoe, as a result, `(A,)`."""
        return _mean(self.arrays["staked"] @ odds.expected_value(self.game.full_shoe, self.game))

    @property
    def staked(self) -> NDArray[np.float64]:
        """Mean amount bet in a session, `(A,)`."""
        return np.asarray(self.arrays["staked"].sum(axis=2).mean(axis=1))

    @property
    def ahead(self) -> Estimate:
        """Share of sessions that end ahead, `(A,)`."""
        return proportion((self.net > 0).sum(axis=1), self.net.shape[1])

    @property
    def ever_ahead(self) -> Estimate:
        """Share of sessions that were ever ahead, `(A,)`."""
        return proportion((self.arrays["peak"] > 0).sum(axis=1), self.net.shape[1])

    @property
    def z_score(self) -> NDArray[np.float64]:
        """Luck over its own standard deviation, `(A,)`."""
        luck = (self.net - self.arrays["expected"]).sum(axis=1)
        return np.asarray(luck / np.sqrt(self.arrays["variance"].sum(axis=1)))

    @property
    def heaviest(self) -> NDArray[np.float64]:
        """The most that one coup holds of that variance, `(A,)`."""
        return np.asarray(self.arrays["largest"] / self.arrays["variance"].sum(axis=1))


def _mean(values: NDArray[Any]) -> Estimate:
    """Mean over sessions, `(A, N)` → `(A,)`."""
    error = values.std(axis=1, ddof=1) / np.sqrt(values.shape[1])
    return Estimate(np.asarray(values.mean(axis=1), np.float64), np.asarray(error, np.float64))


def played(results: Results) -> list[Sessions]:
    """Put the cells together: table by table, without and with leaving early."""
    found: dict[tuple[str, bool], list[Stored]] = {}
    for cell in results.of("sessions"):
        key = as_game(cell.arguments["game"]).name, bool(cell.arguments["stops"])
        found.setdefault(key, []).append(cell)
    return [_together(cells, stops) for (_, stops), cells in found.items()]


AXES = {"net": 1, "staked": 1, "expected": 1, "variance": 1, "peak": 1, "paths": 1}


def _together(cells: Sequence[Stored], stops: bool) -> Sessions:
    first = cells[0]
    arrays = {
        name: np.concatenate([cell.arrays[name] for cell in cells], axis=axis)
        for name, axis in AXES.items()
    }
    arrays["largest"] = np.max([cell.arrays["largest"] for cell in cells], axis=0)
    arrays["marks"] = first.arrays["marks"]
    return Sessions(as_game(first.arguments["game"]), stops, first.arguments["systems"], arrays)


def title(system: str) -> str:
    """Write a system as a sentence has it.

    >>> title("martingale:select=follow"), title("flat:bet=player"), title("follow")
    ('martingale, follow', 'flat, Player', 'flat, follow')
    """
    name, _, options = system.partition(":")
    extra = [option.partition("=")[2] for option in options.split(",") if option]
    extra = [word.title() if word in ("player", "banker") else word for word in extra]
    words = [name, *extra] if name in PLANS else ["flat", name, *extra]
    told = ", ".join(words).replace("_", " ")
    for typed, written in WRITTEN.items():
        told = told.replace(typed, written)
    return told


WRITTEN = {
    "dalembert": "d'Alembert",
    "fibonacci": "Fibonacci",
    "labouchere": "Labouchere",
    "oscars": "Oscar's",
    "sequence": "1-3-2-6",
}


def corrected(found: Sequence[Sessions]) -> list[NDArray[np.float64]]:
    """P-values of luck after Holm's correction over all kinds of sessions, `(A,)` each."""
    z_scores = np.array([one.z_score for one in found])
    p_values = holm(2 * stats.norm.sf(abs(z_scores)).ravel())
    return list(p_values.reshape(z_scores.shape))


# --- Answer ----------------------------------------------------------------------------


def answer(results: Results) -> Answer:
    """Say whether any system did other than its bets cost, and what the systems change."""
    found = played(results)
    p_values = np.array(corrected(found))
    tests, apart = p_values.size, int((p_values < SIGNIFICANT).sum())
    z = max((abs(one.z_score).max() for one in found), default=0.0)
    does = "No betting system changes" if apart == 0 else f"{apart} of {tests} tests say it changes"
    sentence = (
        f"{does} the expected loss: in {tests} tests of {len(SYSTEMS)} systems, what was won is "
        f"never farther from what the stakes were worth than luck explains (largest |z| {z:.2f}, "
        f"smallest p {p_values.min():.2g} after correction)."
        if apart == 0
        else f"{does} the expected loss (largest |z| {z:.2f})."
    )
    return Answer(sentence, tuple(_shape(one) for one in found), f"{does} the expected loss.")


def _shape(one: Sessions) -> str:
    ahead, result = 100 * one.ahead.value, one.result
    most, least = int(ahead.argmax()), int(ahead.argmin())
    ends = "leaving at " + f"+{STOP_WIN} or −{STOP_LOSS}" if one.stops else "no leaving early"
    told = [
        f"{title(one.systems[a])} ends {ahead[a]:.1f} % of sessions ahead and comes to "
        f"{_figure(result, a)} units a session for {one.staked[a]:,.0f} bet"
        for a in (most, least)
    ]
    return f"{one.game.name}, {LENGTH} shoes, {ends}: {told[0]}; {told[1]}."


def _figure(estimate: Estimate, a: int, digits: int = 2) -> str:
    return minus(f"{estimate.value[a]:.{digits}f} ± {estimate.half_width[a]:.{digits}f}")


# --- Tables ----------------------------------------------------------------------------


def tables(results: Results) -> list[Table]:
    """Lay out every system at every table, in both kinds of session."""
    found = played(results)
    return [_table(one, p) for one, p in zip(found, corrected(found), strict=True)]


COLUMNS = (
    "System",
    "Amount bet",
    "Result",
    "Worth by exact odds",
    "−edge × amount bet",
    "Luck",
    "z",
    "p, corrected",
    "Ended ahead %",
    "Ever ahead %",
    "Result: 5 %, median, 95 %",
)


def _table(one: Sessions, p_values: NDArray[np.float64]) -> Table:
    quantiles = np.percentile(one.net, (5, 50, 95), axis=1).T
    rows = []
    for a, system in enumerate(one.systems):
        heavy = " (one coup weighs too much)" if one.heaviest[a] > 0.01 else ""
        rows.append(
            (
                title(system),
                f"{one.staked[a]:,.0f}",
                *(_figure(e, a) for e in (one.result, one.worth, one.price, one.luck)),
                minus(f"{one.z_score[a]:+.2f}") + heavy,
                f"{p_values[a]:.2g}",
                f"{100 * one.ahead.value[a]:.1f} ± {100 * one.ahead.half_width[a]:.1f}",
                f"{100 * one.ever_ahead.value[a]:.1f}",
                minus(", ".join(f"{q:.1f}" for q in quantiles[a])),
            )
        )
    ends = f", left at +{STOP_WIN} or −{STOP_LOSS} units" if one.stops else ""
    return Table(
        f"{one.game.name}: {one.net.shape[1]:,} sessions of {LENGTH} shoes{ends}; units a session, "
        "± is half a 95 % interval",
        COLUMNS,
        tuple(rows),
    )


# --- Figures ---------------------------------------------------------------------------


def plot(results: Results) -> list[Figure]:
    """Draw fans and final results on one scale, results beside their price, ahead beside lost."""
    found = played(results)
    usual = [one for one in found if not one.stops]
    return [_fans(usual[0]), _finals(usual[0]), _priced(usual), _ahead(found[0])]


def _names() -> list[str]:
    return [title(name) for name in DRAWN]


def _fans(one: Sessions) -> Figure:
    paths, marks = one.arrays["paths"] / BASIS_POINTS, one.arrays["marks"]
    low, high = np.percentile(paths, BAND, axis=1)
    edge = 1.15 * max(abs(low).max(), abs(high).max())

    def paint(canvas: Canvas, theme: Theme) -> None:
        panels = canvas.subplots(3, 2, sharex=True, sharey=True).ravel()
        for i, (axes, name) in enumerate(zip(panels, _names(), strict=True)):
            axes.fill_between(marks, low[i], high[i], color=theme.first, alpha=0.25, lw=0)
            axes.plot(marks, paths[i, :8].T, color=theme.first, lw=0.6, alpha=0.8)
            axes.plot(marks, paths[i].mean(axis=0), color=theme.second)
            axes.set_title(name)
            axes.set_ylim(-edge, edge)
        canvas.supxlabel("coups", fontsize=9)
        canvas.supylabel("units won", fontsize=9)

    ends = "; ".join(
        f"{name} from {low[i, -1]:.0f} to {high[i, -1]:.0f}" for i, name in enumerate(_names())
    )
    return draw(
        paint,
        height=5.0,
        title=f"Six systems on Player over the same shoes, {one.game.name}",
        alt=minus(f"Fans of session results on one scale. After {marks[-1]} coups: {ends}."),
        reading=f"Each thin line is one of {paths.shape[1]:,} sessions. The band holds the middle "
        f"{BAND[1] - BAND[0]} % of them at each number of coups by itself, the thick line is "
        "their mean. All panels have one scale: systems differ in how far results spread, and "
        "hardly in where they lead.",
    )


def _finals(one: Sessions) -> Figure:
    rows = [one.systems.index(f"{name}:bet=player") for name in DRAWN]
    nets, means = one.net[rows], one.result.value[rows]
    edge = float(np.percentile(abs(nets), 97))
    bins = np.linspace(-edge, edge, 41)

    def paint(canvas: Canvas, theme: Theme) -> None:
        panels = canvas.subplots(3, 2, sharex=True).ravel()
        for axes, name, net, mean in zip(panels, _names(), nets, means, strict=True):
            weights = np.full(net.size, 100 / net.size)
            axes.hist(np.clip(net, -edge, edge), bins, weights=weights, color=theme.first)
            axes.axvline(mean, color=theme.second)
            axes.set_title(name)
        canvas.supxlabel("units won in a session; the outermost bars hold all beyond", fontsize=9)
        canvas.supylabel("% of sessions", fontsize=9)

    told = "; ".join(
        f"{name} mean {mean:.1f}, {100 * (net > 0).mean():.0f} % ahead"
        for name, net, mean in zip(_names(), nets, means, strict=True)
    )
    return draw(
        paint,
        height=4.6,
        title=f"How sessions end, {one.game.name}",
        alt=minus(f"Histograms of session results on one scale. {told}."),
        reading=f"Bars are shares of {nets.shape[1]:,} sessions of {LENGTH} shoes, on one scale of "
        "units; the line is the mean. Doubling buys many small wins with a few large losses.",
    )


def _priced(found: Sequence[Sessions]) -> Figure:
    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        low = min(float(one.price.value.min()) for one in found) * 1.15
        axes.plot([low, 0], [low, 0], color=theme.ink, lw=0.9)
        for one, colour, mark in zip(found, (theme.first, theme.second), "os", strict=True):
            axes.errorbar(
                one.price.value,
                one.result.value,
                one.result.half_width,
                fmt=mark,
                ms=3.2,
                lw=0.9,
                color=colour,
                label=one.game.name,
            )
        axes.set_xlabel("−edge × amount bet, units a session")
        axes.set_ylabel("mean result, units a session")
        axes.legend(loc="lower right")

    inside = sum(int((abs(one.result.distance(one.price.value)) < 2).sum()) for one in found)
    count = sum(len(one.systems) for one in found)
    return draw(
        paint,
        height=3.6,
        title="What systems lose is what their bets cost",
        alt=f"Mean result of each system against minus edge times amount bet. {inside} of {count} "
        "points lie within two standard errors of the diagonal.",
        reading="Each mark is a system: across, the price of what it bet; up, what it won, with "
        "its 95 % interval. On the line the two are equal. The larger the stakes the more a system "
        "loses, and the wider its interval.",
    )


def _ahead(one: Sessions) -> Figure:
    order = np.argsort(one.ahead.value)
    names = [title(one.systems[a]) for a in order]
    shares, halves = 100 * one.ahead.value[order], 100 * one.ahead.half_width[order]
    means, widths = one.result.value[order], one.result.half_width[order]

    def paint(canvas: Canvas, theme: Theme) -> None:
        left, right = canvas.subplots(1, 2, sharey=True)
        rows = np.arange(len(names))
        left.errorbar(shares, rows, xerr=halves, fmt="o", ms=3, lw=0.9, color=theme.first)
        left.axvline(50, color=theme.ink, lw=0.9)
        left.set_yticks(rows, names, fontsize=7.5)
        left.set_ylim(-0.7, len(names) - 0.3)
        left.set_xlabel("% ended ahead")
        right.errorbar(means, rows, xerr=widths, fmt="o", ms=3, lw=0.9, color=theme.second)
        right.axvline(0, color=theme.ink, lw=0.9)
        right.set_xlabel("mean result, units")

    return draw(
        paint,
        height=0.9 + 0.185 * len(names),
        title=f"Often ahead, and losing on average, {one.game.name}",
        alt=f"Share of sessions ended ahead, from {shares[0]:.0f} % ({names[0]}) to "
        f"{shares[-1]:.0f} % ({names[-1]}), beside the mean result of each system.",
        reading=f"Left, the share of sessions of {LENGTH} shoes that end ahead; right, the mean "
        "result of the same sessions. Lines are 95 % intervals. Being ahead most of the time is "
        "bought with rare large losses.",
    )
