"""Do past results foretell the next?

Runs: over many shoes, how often Banker wins after k Bankers in a row, ties left out. The
share is held against the overall one and against what would make the bet on Banker, or on
Player, break even. Nothing is ever found to be zero: a share is resolved to ± its interval,
and the interval comes from the spread between groups of shoes.

Roads and selections: every way of choosing a side, and the three derived roads followed and
faded, with level stakes over the same shoes. Result less exact worth has mean zero; Holm's
correction covers all of them.

A fitted predictor: for each bet, its result is regressed (ridge, least squares) on the last
12 results and the share of each kind so far, over some shoes; over other shoes it bets one
unit on whatever it rates highest, and another bettor only where it rates a bet above zero.

The ceiling: what results reveal about the cards is computed exactly for a fresh shoe. To
first order the expected value of a bet given all past results is that of a fresh shoe plus
Σ move(result) / (1 − share dealt × share of variance that results explain). Its standard
deviation says how far off a favourable bet is, and a simulation with exact odds before
every coup checks the formula: their regression on it should have slope 1.

Source: Thorp, "The Mathematics of Gambling" (1984), chapter 3, for counting cards at
baccarat; Hastie, Tibshirani and Friedman, "The Elements of Statistical Learning" (2009),
section 3.4, for ridge regression.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.figure import Figure as Canvas
from numba import njit
from numpy.typing import NDArray
from scipy import stats

from agents.selection import SELECTIONS
from baccarat_env import odds, simulate
from baccarat_env.rules import (
    BASIS_POINTS,
    EZ_BACCARAT,
    MINI_BACCARAT,
    RESULT_OF,
    RESULTS,
    Game,
    as_game,
)
from experiments.backtest.played import Plan, bets_of
from experiments.cells import Arrays, Cell, Stored, derived_seed
from experiments.plotting import Figure, Theme, draw
from experiments.results import Answer, Results
from experiments.revealed import Revealed, revealed
from experiments.statistics import Estimate, holm, ratio
from experiments.tables import Table, minus

ORDER = 6

RUNS = 10
"""Longest run that is looked at; it holds longer ones too."""

GROUP = 500
HISTORY = 12
RIDGE = 1e-3
SIGNIFICANT = 0.05
SIDES = (*(name for name in SELECTIONS if name not in ("always", "derived_road")),)
SYSTEMS = (
    "flat:bet=player",
    "flat:bet=banker",
    *SIDES,
    *(f"derived_road:road={road}{fade}" for road in (1, 2, 3) for fade in ("", ",fade=true")),
)
DERIVED = ("big eye boy", "small road", "cockroach pig")
DEPTHS = (0.25, 0.5, 0.75, 0.9, 0.96)


@dataclass(frozen=True)
class Config:
    """Shoes whose runs are counted, that selections play, to fit and judge on, with exact odds;
    cells of each kind but the fitted one.
    """

    runs: int
    played: int
    fitted: int
    judged: int
    foreseen: int
    cells: int


QUICK = Config(runs=200_000, played=4_000, fitted=20_000, judged=20_000, foreseen=2_000, cells=4)
FULL = Config(
    runs=20_000_000, played=200_000, fitted=200_000, judged=200_000, foreseen=100_000, cells=40
)


# --- Compute ---------------------------------------------------------------------------


def cells(config: Config, seed: int) -> list[Cell]:
    """List the work: runs, selections, the fitted predictor, the ceiling and its check."""
    work = [Cell.of(ceiling, game=game) for game in (EZ_BACCARAT, MINI_BACCARAT)]
    for part in range(config.cells):
        for run, shoes, game in (
            (runs, config.runs, MINI_BACCARAT),
            (played, config.played, MINI_BACCARAT),
            (foreseen, config.foreseen, EZ_BACCARAT),
        ):
            own = derived_seed(seed, "trends", run.__name__)
            some = shoes // config.cells
            work.append(Cell.of(run, game=game, seed=own, first=part * some, shoes=some))
    for game in (MINI_BACCARAT, EZ_BACCARAT):
        own = derived_seed(seed, "trends", "fitted", game.name)
        work.append(Cell.of(fitted, game=game, seed=own, shoes=config.fitted, judged=config.judged))
    return work


def runs(game: dict[str, Any], seed: int, first: int, shoes: int) -> Arrays:
    """Count what follows runs of Banker: `followed` `(G, K, 2)`, in G groups of shoes.

    Row k holds the decisions after a run of at least k Bankers, k from 0 (all decisions) to
    10, and how many of them Banker won.
    """
    rules = as_game(game)
    groups = []
    for start in range(0, shoes, GROUP):
        some = min(GROUP, shoes - start)
        coups = simulate.deal(rules, shoes=some, seed=seed, first=first + start)
        counted = np.zeros((RUNS + 1, 2), dtype=np.int64)
        count_runs(RESULT_OF[coups.endings], coups.coup, counted)
        groups.append(counted)
    return {"followed": np.array(groups)}


@njit(cache=True, nogil=True)
def count_runs(
    results: NDArray[np.int8], coup: NDArray[np.uint8], counted: NDArray[np.int64]
) -> None:
    """Add decisions and Banker wins after runs of Banker to `counted` `(K, 2)`."""
    run = 0
    for m in range(results.size):
        if coup[m] == 0:
            run = 0
        if results[m] == 2:
            continue
        banker = results[m] == 1 or results[m] == 3
        for k in range(min(run, counted.shape[0] - 1) + 1):
            counted[k, 0] += 1
            counted[k, 1] += banker
        run = run + 1 if banker else 0


def played(game: dict[str, Any], seed: int, first: int, shoes: int) -> Arrays:
    """Play every selection with level stakes: sums of A systems over S shoes.

    `net`, `staked`, `resolved` and `won` `(A, S)`, in chips and bets; `expected` and
    `variance` `(A, S)` by exact odds.
    """
    plan = Plan(SYSTEMS, as_game(game), sessions=first + shoes, seed=seed)
    found: dict[str, list[Any]] = {name: [] for name in (*COUNTED, "expected", "variance")}
    for bets in bets_of(plan, first, first + shoes):
        for name in COUNTED:
            found[name].append(bets.sums.of(name))
        found["expected"].append(bets.sums.scored[:, 0])
        found["variance"].append(bets.sums.scored[:, 1])
    return {name: np.array(values) for name, values in found.items()}


COUNTED = ("net", "staked", "resolved", "won")


def features(results: NDArray[np.int8], coup: NDArray[np.uint8]) -> NDArray[np.float64]:
    """What the predictor sees before each coup, `(M, F)`: one, the last 12 results one-hot, and
    the share of each kind of result so far in the shoe.
    """
    kinds = len(RESULTS)
    columns = [np.ones((len(results), 1))]
    one_hot = np.eye(kinds)[results]
    for back in range(1, HISTORY + 1):
        known = (coup >= back)[:, None]
        columns.append(np.where(known, np.roll(one_hot, back, axis=0), 0))
    before = np.cumsum(one_hot, axis=0) - one_hot
    opens = np.maximum.accumulate(np.where(coup == 0, np.arange(len(coup)), 0))
    columns.append((before - before[opens]) / np.maximum(coup, 1)[:, None])
    return np.concatenate(columns, axis=1)


def fitted(game: dict[str, Any], seed: int, shoes: int, judged: int) -> Arrays:
    """Fit the predictor on some shoes and judge it on others.

    `coefficients` `(F, B)`; by group of judged shoes, `(G,)` each: `coups`, `net` of the bettor
    who takes the bet rated highest, `best` of the constant bet that did best when fitting,
    `bets` and `chosen`, of the bettor who waits for a rating above zero. `error` and `plain`
    `(B,)` are mean squared errors of the ratings and of the constant mean.
    """
    rules = as_game(game)
    square: Any = 0.0
    product: Any = 0.0
    sums, count = np.zeros(len(rules.bets)), 0
    for x, y in _samples(rules, seed, 0, shoes):
        square, product = square + x.T @ x, product + x.T @ y
        sums, count = sums + y.sum(axis=0), count + len(y)
    ridge = RIDGE * count * np.eye(len(square))
    coefficients = np.linalg.solve(square + ridge, product)
    mean, groups = sums / count, []
    errors = np.zeros((2, len(rules.bets)))
    for x, y in _samples(rules, seed, shoes, judged):
        rating = x @ coefficients
        best = rating.argmax(axis=1)
        won = y[np.arange(len(y)), best]
        good = rating.max(axis=1) > 0
        groups.append([len(y), won.sum(), y[:, mean.argmax()].sum(), good.sum(), won[good].sum()])
        errors += [((y - rating) ** 2).sum(axis=0), ((y - mean) ** 2).sum(axis=0)]
    table = np.array(groups)
    return {
        "coefficients": coefficients,
        "error": errors[0] / table[:, 0].sum(),
        "plain": errors[1] / table[:, 0].sum(),
        **dict(zip(("coups", "net", "best", "bets", "chosen"), table.T, strict=True)),
    }


def _samples(game: Game, seed: int, first: int, shoes: int) -> Any:
    for start in range(first, first + shoes, GROUP):
        some = min(GROUP, first + shoes - start)
        coups = simulate.deal(game, shoes=some, seed=seed, first=start)
        x = features(RESULT_OF[coups.endings], coups.coup)
        yield x, game.pays.T[coups.endings] / BASIS_POINTS


def ceiling(game: dict[str, Any]) -> Arrays:
    """Compute what results reveal, exactly: the fields of `revealed.Revealed`."""
    found = revealed(as_game(game))
    return {name: np.asarray(value) for name, value in vars(found).items()}


def foreseen(game: dict[str, Any], seed: int, first: int, shoes: int) -> Arrays:
    """Hold exact odds before every coup against what past results say of them.

    `products` `(G, B, 2)` sums by groups of shoes: foretold move × exact move and foretold
    move squared, both from the fresh shoe's value; `highest` `(B,)` foretold value and
    `favourable` `(B,)` coups that the results call favourable, of `coups`.
    """
    rules = as_game(game)
    told, sums = revealed(rules), []
    highest, favourable, count = np.full(len(rules.bets), -np.inf), 0, 0
    for start in range(0, shoes, 100):
        some = min(100, shoes - start)
        coups = simulate.deal(rules, shoes=some, seed=seed, first=first + start)
        moves = told.move[RESULT_OF[coups.endings]]
        before = np.cumsum(moves, axis=0) - moves
        opens = np.maximum.accumulate(np.where(coups.coup == 0, np.arange(len(moves)), 0))
        dealt = 1 - coups.unseen.sum(axis=1) / told.cards
        foretold = (before - before[opens]) * told.weight(dealt)
        exact = odds.expected_value(coups.unseen, rules) - told.fresh
        sums.append([(foretold * exact).sum(axis=0), (foretold**2).sum(axis=0)])
        highest = np.maximum(highest, (told.fresh + foretold).max(axis=0))
        favourable += (told.fresh + foretold > 0).sum(axis=0)
        count += len(moves)
    return {
        "products": np.swapaxes(np.array(sums), 1, 2),
        "highest": highest,
        "favourable": np.asarray(favourable),
        "coups": np.array(count),
    }


# --- Read ------------------------------------------------------------------------------


def after_runs(results: Results) -> Estimate:
    """Share of decisions that Banker wins after at least k Bankers, `(K,)`, k from 0."""
    followed = np.concatenate([cell.arrays["followed"] for cell in results.of("runs")])
    columns = [ratio(followed[:, k, 1], followed[:, k, 0]) for k in range(RUNS + 1)]
    return Estimate(*(np.array([getattr(c, name) for c in columns]) for name in ("value", "error")))


def break_even(bet: str) -> float:
    """Share of decisions that Banker would have to win for a bet to be worth nothing."""
    game = MINI_BACCARAT
    pays = game.pays[game.index(bet)]
    win = int(pays.max()) / BASIS_POINTS
    wins = 1 / (1 + win)
    return wins if bet == "banker" else 1 - wins


@dataclass(frozen=True)
class Selected:
    """Selections with level stakes: A systems over S shoes."""

    arrays: Arrays

    @property
    def per_100(self) -> list[Estimate]:
        """Result per 100 staked."""
        net = 100 * self.arrays["net"] / BASIS_POINTS
        return [ratio(n, s) for n, s in zip(net, self.arrays["staked"], strict=True)]

    @property
    def worth(self) -> NDArray[np.float64]:
        """Exact worth per 100 staked, `(A,)`."""
        staked = self.arrays["staked"].sum(axis=1)
        return np.asarray(100 * self.arrays["expected"].sum(axis=1) / staked)

    @property
    def won(self) -> list[Estimate]:
        """Share of the decided bets that were won."""
        pairs = zip(self.arrays["won"], self.arrays["resolved"], strict=True)
        return [ratio(won, decided) for won, decided in pairs]

    @property
    def z_score(self) -> NDArray[np.float64]:
        """Luck over its standard deviation, `(A,)`."""
        luck = self.arrays["net"] / BASIS_POINTS - self.arrays["expected"]
        return np.asarray(luck.sum(axis=1) / np.sqrt(self.arrays["variance"].sum(axis=1)))

    @property
    def corrected(self) -> NDArray[np.float64]:
        """P-values after Holm's correction, `(A,)`."""
        return holm(2 * stats.norm.sf(abs(self.z_score)))


def selected(results: Results) -> Selected:
    """Put the selections' shoes together."""
    parts = [cell.arrays for cell in results.of("played")]
    return Selected({name: np.concatenate([p[name] for p in parts], axis=1) for name in parts[0]})


def _revealed(results: Results, which: int = 0) -> tuple[Game, Revealed]:
    cell = results.of("ceiling")[which]
    values: dict[str, Any] = {k: v if v.ndim else v.item() for k, v in cell.arrays.items()}
    return as_game(cell.arguments["game"]), Revealed(**values)


@dataclass(frozen=True)
class Foreseen:
    """The ceiling's check: B bets."""

    slope: list[Estimate]
    highest: NDArray[np.float64]
    favourable: NDArray[np.int64]
    coups: int


def checked(results: Results) -> Foreseen:
    """Regress exact odds on what results say of them."""
    parts = [cell.arrays for cell in results.of("foreseen")]
    products = np.concatenate([part["products"] for part in parts])
    return Foreseen(
        [ratio(products[:, b, 0], products[:, b, 1]) for b in range(products.shape[1])],
        np.max([part["highest"] for part in parts], axis=0),
        np.sum([part["favourable"] for part in parts], axis=0),
        int(sum(part["coups"] for part in parts)),
    )


# --- Answer ----------------------------------------------------------------------------


def answer(results: Results) -> Answer:
    """Say how finely each way of reading the past was resolved, and what it would need."""
    share, chosen, check = after_runs(results), selected(results), checked(results)
    game, told = _revealed(results)
    need = 100 * break_even("banker")
    low = float(100 * (share.value - share.half_width)[1:6].max())
    high = float(100 * (share.value + share.half_width)[1:6].max())
    apart = int((chosen.corrected < SIGNIFICANT).sum())
    far = told.distance(DEPTHS[-1])
    reached = "nowhere reaches" if high < need else "may reach" if low < need else "exceeds"
    favourable = int(check.favourable.sum())
    sentence = (
        f"{'Not by enough to bet on' if high < need and not favourable else 'They may'}: after one "
        f"to five Bankers in a row, Banker's share of decisions is resolved to "
        f"± {100 * share.half_width[1:6].max():.3f} % and {reached} the {need:.3f} % at which the "
        f"bet breaks even; past results alone called {favourable} of "
        f"{len(game.bets) * check.coups:,} bets favourable."
    )
    bets = [f"{bet.title} {z:.0f}" for bet, z in zip(game.layout, far, strict=True)]
    moved = []
    for one, move in (_revealed(results, which) for which in (1, 0)):
        banker = 100 * move.move[RESULTS.index("B"), one.index("banker")]
        moved.append(f"{minus(f'{banker:+.5f}')} % of the stake at {one.name}")
    details = (
        f"{apart} of {len(SYSTEMS)} ways of choosing a side did other than their bets' worth by "
        f"more than luck explains (largest |z| {abs(chosen.z_score).max():.2f}, smallest p "
        f"{chosen.corrected.min():.2g} after correction).",
        f"One Banker win moves the expected value of the next bet on Banker by "
        f"{' and by '.join(moved)}. With {100 * DEPTHS[-1]:.0f} % of an EZ shoe "
        f"dealt, a favourable bet is this many standard deviations away: {', '.join(bets)}.",
        *(_judged(cell) for cell in results.of("fitted")),
    )
    return Answer(sentence, details)


def _judged(cell: Stored) -> str:
    a, game = cell.arrays, as_game(cell.arguments["game"])
    highest, constant = (ratio(100 * a[name], a["coups"]) for name in ("net", "best"))
    waited = f"{int(a['bets'].sum()):,} times"
    won = ratio(100 * a["chosen"], a["bets"]) if (a["bets"] > 0).sum() > 1 else None
    outcome = f", for {_figure(won)} per 100 bet" if won else ""
    better = 100 * (1 - a["error"] / a["plain"])
    return (
        f"{game.name}: fitted on {cell.arguments['shoes']:,} shoes and judged on "
        f"{cell.arguments['judged']:,} others, the predictor's favourite bet earns "
        f"{_figure(highest)} per 100 bet, and the best single bet {_figure(constant)}; it rates "
        f"a bet above zero {waited}{outcome}. It explains {minus(f'{better.max():.4f}')} % of a "
        "bet's variance at most (below zero: less than the mean does)."
    )


def _figure(estimate: Estimate, digits: int = 3) -> str:
    return minus(f"{float(estimate.value):.{digits}f} ± {float(estimate.half_width):.{digits}f}")


# --- Tables ----------------------------------------------------------------------------


def tables(results: Results) -> list[Table]:
    """Lay out runs, selections and roads, and the ceiling."""
    return [_runs_table(results), _selections_table(results), *_ceiling_tables(results)]


def _runs_table(results: Results) -> Table:
    share = after_runs(results)
    followed = np.concatenate([cell.arrays["followed"] for cell in results.of("runs")]).sum(axis=0)
    rows = []
    for k in range(RUNS + 1):
        value, half = 100 * share.value[k], 100 * share.half_width[k]
        rows.append(
            (
                f"{k} or more" if k else "all decisions",
                f"{followed[k, 0]:,}",
                f"{value:.4f} ± {half:.4f}",
                minus(f"{value - 100 * share.value[0]:+.4f}"),
                minus(f"{value - 100 * break_even('banker'):+.4f}"),
                minus(f"{100 * break_even('player') - value:+.4f}"),
            )
        )
    return Table(
        "Banker's share of decisions after Bankers in a row, ties left out; per cent, ± is half a "
        "95 % interval",
        (
            "Bankers before",
            "Decisions",
            "Banker wins",
            "more than overall",
            "more than Banker needs",
            "more than Player needs",
        ),
        tuple(rows),
    )


def _named(system: str) -> str:
    name, _, options = system.partition(":")
    if name == "derived_road":
        road = DERIVED[int(options[5]) - 1]
        return f"{road}, {'faded' if 'fade' in options else 'followed'}"
    told = options.partition("=")[2].title()
    return f"always {told}" if name == "flat" else name.replace("_", " ")


def _selections_table(results: Results) -> Table:
    chosen = selected(results)
    figures = zip(
        SYSTEMS, chosen.per_100, chosen.worth, chosen.won, chosen.z_score, chosen.corrected,
        strict=True,
    )  # fmt: skip
    rows = [
        (
            _named(system),
            f"{int(chosen.arrays['staked'][a].sum()):,}",
            minus(f"{100 * float(won.value):.3f} ± {100 * float(won.half_width):.3f}"),
            _figure(per_100),
            minus(f"{worth:.3f}"),
            minus(f"{z:+.2f}"),
            f"{p:.2g}",
        )
        for a, (system, per_100, worth, won, z, p) in enumerate(figures)
    ]
    shoes = chosen.arrays["net"].shape[1]
    return Table(
        f"Choosing a side by past results, level stakes, {shoes:,} shoes; ± is half a 95 % "
        "interval",
        (
            "Bets on",
            "Bets",
            "Won, % of decided",
            "Result per 100 bet",
            "Worth by exact odds",
            "z",
            "p, corrected",
        ),
        tuple(rows),
    )


def _ceiling_tables(results: Results) -> list[Table]:
    game, told = _revealed(results)
    check = checked(results)
    moves = tuple(
        (bet.title, *(minus(f"{100 * move:+.5f}") for move in told.move[:, b]))
        for b, bet in enumerate(game.layout)
    )
    rows = []
    for b, bet in enumerate(game.layout):
        rows.append(
            (
                bet.title,
                minus(f"{100 * told.fresh[b]:.4f}"),
                f"{100 * told.explained[b]:.3f}",
                *(f"{told.distance(depth)[b]:.1f}" for depth in DEPTHS),
                f"{told.ceiling(DEPTHS[-1])[b]:.1e}",
                _figure(check.slope[b]),
                minus(f"{100 * check.highest[b]:.3f}"),
                f"{int(check.favourable[b])}",
            )
        )
    depths = tuple(f"SDs away, {100 * depth:.0f} % dealt" for depth in DEPTHS)
    return [
        Table(
            "What one result moves the next coup's expected value, % of the stake, fresh shoe",
            ("Bet", *RESULTS),
            moves,
        ),
        Table(
            f"The ceiling of past results, {game.name}; check on {check.coups:,} coups",
            (
                "Bet",
                "Fresh shoe %",
                "Results explain % of the cards' effect",
                *depths,
                f"Worth a coup at {100 * DEPTHS[-1]:.0f} %",
                "Slope of exact odds on it",
                "Highest foretold %",
                "Foretold favourable",
            ),
            tuple(rows),
        ),
    ]


# --- Figures ---------------------------------------------------------------------------


def plot(results: Results) -> list[Figure]:
    """Draw runs, selections and roads, and the ceiling."""
    return [_runs_figure(results), _selections_figure(results), _ceiling_figure(results)]


def _runs_figure(results: Results) -> Figure:
    share = after_runs(results)
    k = np.arange(1, RUNS + 1)
    value, half = 100 * share.value[1:], 100 * share.half_width[1:]
    lines = {
        "Banker breaks even": (100 * break_even("banker"), "--"),
        "overall": (100 * float(share.value[0]), "-"),
        "Player breaks even": (100 * break_even("player"), ":"),
    }

    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        for name, (level, style) in lines.items():
            axes.axhline(level, color=theme.second, lw=1.2, ls=style, label=name)
        axes.fill_between(k, value - half, value + half, color=theme.first, alpha=0.25, lw=0)
        axes.plot(k, value, "o-", ms=3.5, color=theme.first)
        axes.set_xticks(k)
        axes.set_xlabel("Bankers in a row before, or more")
        axes.set_ylabel("Banker wins, % of decisions")
        low = min(100 * break_even("player"), float((value - half).min()))
        top = max(100 * break_even("banker"), float((value + half).max()))
        axes.set_ylim(low - 0.25, top + 0.9)
        axes.legend(loc="upper left", ncols=2)

    told = ", ".join(f"{n}: {v:.2f}" for n, v in zip(k, value, strict=True))
    return draw(
        paint,
        height=3.2,
        title="After a run of Bankers",
        alt=f"Banker's share of decisions after a run, by its length: {told} per cent.",
        reading="Dots are shares of decisions that Banker won after at least so many Bankers in a "
        "row, with the 95 % interval at each point by itself. To earn on Banker they would have to "
        "lie above the dashed line, to earn on Player below the dotted one.",
    )


def _selections_figure(results: Results) -> Figure:
    chosen = selected(results)
    names = [_named(system) for system in SYSTEMS]
    value = [float(e.value) for e in chosen.per_100]
    half = [float(e.half_width) for e in chosen.per_100]

    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        rows = np.arange(len(names))[::-1]
        axes.errorbar(value, rows, xerr=half, fmt="o", ms=3, lw=1, color=theme.first,
                      label="result")  # fmt: skip
        axes.plot(chosen.worth, rows, "|", ms=9, mew=1.8, color=theme.second,
                  label="worth by exact odds")  # fmt: skip
        axes.axvline(0, color=theme.ink, lw=0.9)
        axes.set_yticks(rows, names, fontsize=7.5)
        axes.set_xlabel("per 100 bet")
        axes.legend(loc="lower center", bbox_to_anchor=(0.35, 1.0), ncols=2)

    return draw(
        paint,
        height=0.9 + 0.2 * len(names),
        title="Roads followed and faded, and every other selection",
        alt="Result per 100 bet of each selection, from "
        f"{minus(f'{min(value):.2f}')} to {minus(f'{max(value):.2f}')}, beside its exact worth.",
        reading="Dots are results per 100 bet with 95 % intervals; ticks are what the same bets "
        "were worth by the exact odds before each coup. Right of the line a selection would earn.",
    )


def _ceiling_figure(results: Results) -> Figure:
    game, told = _revealed(results)
    dealt = np.linspace(0.05, 0.96, 60)
    distances = np.array([told.distance(float(depth)) for depth in dealt])

    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        colours = (theme.ink, theme.ink, theme.third, theme.second, theme.first)
        styles = ("-", "--", "-", "-", "-")
        for b, bet in enumerate(game.layout):
            axes.plot(
                100 * dealt,
                distances[:, b],
                color=colours[b % 5],
                ls=styles[b % 5],
                label=bet.title,
            )
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter("{x:g}")
        axes.set_xlabel("% of the shoe dealt")
        axes.set_ylabel("standard deviations\nto a favourable bet")
        axes.legend(loc="upper right", ncols=2)
        axes.set_ylim(distances.min() / 1.5, distances.max() * 3)

    ends = ", ".join(
        f"{bet.title} {z:.0f}" for bet, z in zip(game.layout, distances[-1], strict=True)
    )
    return draw(
        paint,
        height=3.2,
        title=f"How far a favourable bet is from what results can tell, {game.name}",
        alt=f"Curves that fall as the shoe is dealt, to {ends} standard deviations at 96 %.",
        reading="Past results say something about the cards that are gone, and so about the next "
        "coup. A bet is favourable where what they say outweighs what the house keeps: so many "
        "standard deviations away, to first order in the cards removed.",
    )
