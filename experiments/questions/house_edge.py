"""What does each bet cost?

Exact part: all ways to deal the first coup of a fresh shoe are counted; what a bet
keeps is minus its expected value. No chance is involved. The fair payout is the one at
which the expected value would be zero.

Simulated part, a check on the exact one: many players sit through many shoes and bet
one unit on every bet of every coup. Their shoes are independent, so each player is one
observation and the standard errors come from the spread between players. The exact
value is that of the first coup of a fresh shoe; the simulation averages over all coups
of the shoes up to the cut card.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.figure import Figure as Canvas
from numpy.typing import NDArray

from baccarat_env import simulate
from baccarat_env.rules import BASIS_POINTS, GAMES, MAX_DECKS, Bet, Game, Pays, as_game
from experiments import published
from experiments.cells import Arrays, Cell, derived_seed
from experiments.plotting import Figure, Theme, draw, fans_height, paint_fans
from experiments.prices import Priced, exact, priced
from experiments.results import Answer, Results
from experiments.statistics import Estimate, chi_square, proportion, ratio
from experiments.tables import Table, minus

ORDER = 1

ELSEWHERE = Game(
    "Seen elsewhere",
    (
        Bet("banker", (Pays("1 to 1 less 4%", winner="banker"), Pays("push", winner="tie"))),
        Bet("tie", (Pays("9 to 1", winner="tie"),)),
    ),
)
"""Pay tables of other houses, for comparison; they are on none of the rule sheets."""

SIMULATED = ("mini", "ez")
FIRST_MARK = 10
"""Shoes from which the fans are drawn: before that luck is too large for the page."""

EARLY = 60
"""Coups that every shoe of eight decks has: they follow the odds of a fresh shoe exactly."""

BAND = (5, 95)
"""Percentiles of the players between which the band lies, point by point."""


@dataclass(frozen=True)
class Config:
    """How much is simulated: `players` sit through `shoes` shoes each, `batch` players a cell."""

    players: int
    shoes: int
    batch: int


QUICK = Config(players=200, shoes=5_000, batch=20)
FULL = Config(players=1_000, shoes=50_000, batch=10)


# --- Compute ---------------------------------------------------------------------------


def cells(config: Config, seed: int) -> list[Cell]:
    """List the work: one exact cell a pay table, and the players in batches."""
    work = [
        Cell.of(exact, game=game, decks=list(range(1, MAX_DECKS + 1)))
        for game in (*GAMES.values(), ELSEWHERE)
    ]
    for name in SIMULATED:
        game, own = GAMES[name], derived_seed(seed, "house_edge", name)
        for first in range(0, config.players, config.batch):
            players = min(config.batch, config.players - first)
            work.append(
                Cell.of(
                    simulated, game=game, seed=own, first=first, players=players, shoes=config.shoes
                )
            )
    return work


def simulated(game: dict[str, Any], seed: int, first: int, players: int, shoes: int) -> Arrays:
    """Seat players `first` to `first + players` - 1, each for `shoes` shoes of his own.

    `net` `(players, M, B)` in basis points and `coups` `(players, M)` count up to each of the
    M marks, `marks` `(M,)` in shoes; `endings` `(400,)` counts how all their coups ended,
    `early` `(400,)` how the first EARLY of each shoe did.
    """
    rules = as_game(game)
    marks = np.unique(np.geomspace(1, shoes, 40).round().astype(np.int64))
    net = np.empty((players, marks.size, len(rules.bets)), np.int64)
    coups = np.empty((players, marks.size), np.int64)
    for i in range(players):
        played = simulate.flat(rules, shoes=shoes, seed=seed, first=(first + i) * shoes)
        net[i] = played.net.cumsum(axis=0)[marks - 1]
        coups[i] = played.coups.cumsum()[marks - 1]
    endings, early = (
        simulate.tally(rules, shoes=players * shoes, seed=seed, first=first * shoes, coups=most)
        for most in (None, EARLY)
    )
    counts = {"endings": endings.reshape(-1), "early": early.reshape(-1)}
    return {"net": net, "coups": coups, "marks": marks, **counts}


# --- Read ------------------------------------------------------------------------------


def offered(results: Results) -> list[Priced]:
    """Read the bets of the rule sheets alone."""
    return [bet for bet in priced(results) if bet.tables != (ELSEWHERE.name,)]


@dataclass(frozen=True)
class Checked:
    """The simulation of one game: M marks, G players, B bets."""

    game: Game
    marks: NDArray[np.int64]
    running: NDArray[np.float64]
    """`(G, M, B)` result so far per 100 bet."""
    edge: Estimate
    hit: Estimate
    exact: Arrays
    endings: NDArray[np.int64]
    early: NDArray[np.int64]

    @property
    def coups(self) -> int:
        """Coups dealt."""
        return int(self.endings.sum())


def checked(results: Results) -> list[Checked]:
    """Read the simulated games, each beside its exact figures."""
    found = []
    for exact_cell in results.of("exact"):
        given = exact_cell.arguments["game"]
        played = [c.arrays for c in results.of("simulated") if c.arguments["game"] == given]
        if not played:
            continue
        game = as_game(given)
        row = exact_cell.arguments["decks"].index(game.decks)
        net = np.concatenate([arrays["net"] for arrays in played])
        coups = np.concatenate([arrays["coups"] for arrays in played])
        endings, early = (
            np.sum([arrays[name] for arrays in played], axis=0) for name in ("endings", "early")
        )
        found.append(
            Checked(
                game=game,
                marks=played[0]["marks"],
                running=100 * net / BASIS_POINTS / coups[..., None],
                edge=ratio(-net[:, -1] / BASIS_POINTS, coups[:, -1]),
                hit=proportion((game.pays > 0) @ endings, int(endings.sum())),
                exact={name: values[row] for name, values in exact_cell.arrays.items()},
                endings=endings,
                early=early,
            )
        )
    return found


# --- Answer ----------------------------------------------------------------------------


def answer(results: Results) -> Answer:
    """Name the cheapest and the dearest bet of the rule sheets, and price each."""
    bets = sorted(offered(results), key=_cost)
    cheapest, dearest = bets[0], bets[-1]
    losing = sum(_cost(bet) > 0 for bet in bets)
    every = "Every bet loses" if losing == len(bets) else f"{losing} of {len(bets)} bets lose"
    sentence = (
        f"{every} to someone who does not watch the cards: of every 100 bet, the cheapest, "
        f"{cheapest.place}, keeps {100 * _cost(cheapest):.2f} on average; "
        f"the dearest, {dearest.place}, {100 * _cost(dearest):.2f}."
    )
    return Answer(sentence, (*map(_keeps, bets), *map(_check, checked(results))), sentence)


def _cost(bet: Priced) -> float:
    return float(bet.figures["edge"][MAX_DECKS - 1])


def _keeps(bet: Priced) -> str:
    cost = 100 * _cost(bet)
    does = f"keeps {cost:.2f}" if cost > 0 else f"gives back {-cost:.2f} more than"
    return f"{bet.title}: this bet {does} of every 100 bet on average."


def _check(check: Checked) -> str:
    distance = np.abs(check.edge.distance(check.exact["edge"]))
    far = int(distance.argmax())
    verdict = "agrees with" if distance[far] <= 4 else "does not agree with"
    return (
        f"A simulation of {check.coups:,} coups of {check.game.name} {verdict} the exact figures: "
        f"the bet farthest off ({check.game.layout[far].title}) is {distance[far]:.1f} standard "
        "errors away, and 4 are allowed."
    )


# --- Tables ----------------------------------------------------------------------------


def tables(results: Results) -> list[Table]:
    """Lay out the figures: prices, sizes of shoe, the check, printed figures, pay tables."""
    return [
        _prices(results),
        _sizes(results),
        _simulated(results),
        _printed(results),
        _pay_tables(results),
    ]


PRICE_COLUMNS = (
    "Bet",
    "Offered at",
    "Keeps of 100",
    "Wins %",
    "Pushes %",
    "Standard deviation",
    "Fair if it paid",
)


def _prices(results: Results) -> Table:
    rows = []
    for bet in priced(results):
        at = {name: float(values[MAX_DECKS - 1]) for name, values in bet.figures.items()}
        percents = [f"{100 * at[name]:.4f}" for name in ("edge", "hit", "push")]
        rows.append(
            (
                bet.title,
                "every table" if bet.everywhere else "; ".join(bet.tables),
                *percents,
                f"{at['deviation']:.4f}",
                bet.fair(MAX_DECKS),
            )
        )
    return Table(
        f"Exact price of every bet, {MAX_DECKS} decks",
        PRICE_COLUMNS,
        tuple(rows),
        words=2,
    )


def _sizes(results: Results) -> Table:
    sizes = range(1, MAX_DECKS + 1)
    rows = [
        (bet.title, *(f"{100 * edge:.4f}" for edge in bet.figures["edge"]))
        for bet in priced(results)
    ]
    headings = tuple(f"{size} deck{'s' * (size > 1)}" for size in sizes)
    return Table(
        "What the house keeps of 100, by decks in the shoe", ("Bet", *headings), tuple(rows)
    )


QUANTITIES = {
    "edge": ("keeps of 100", 100),
    "hit": ("wins %", 100),
    "deviation": ("standard deviation", 1),
}


def _printed(results: Results) -> Table:
    rows = []
    for bet in priced(results):
        for name, (words, scale) in QUANTITIES.items():
            for decks, value in enumerate(bet.figures[name], start=1):
                seen = published.house_edge(bet.bet.name, bet.payout, decks, name)
                if seen:
                    agreed = "yes" if published.agrees(scale * value, seen.printed) else "no"
                    what = f"{words}, {decks} deck{'s' * (decks > 1)}"
                    figures = f"{scale * value:.7f}", seen.printed, agreed
                    rows.append((bet.title, what, seen.source, *figures))
    return Table(
        "Beside printed figures",
        ("Bet", "Quantity", "Printed by", "Ours", "Printed", "Same digits"),
        tuple(rows),
        words=3,
    )


def _simulated(results: Results) -> Table:
    rows = []
    for check in checked(results):
        distance = check.edge.distance(check.exact["edge"])
        for i, bet in enumerate(check.game.layout):
            rows.append(
                (
                    f"{bet.title}, {check.game.name}",
                    _with_interval(check.edge, i),
                    f"{100 * check.exact['edge'][i]:.4f}",
                    minus(f"{distance[i]:+.2f}"),
                    _with_interval(check.hit, i),
                    f"{100 * check.exact['hit'][i]:.4f}",
                )
            )
    return Table(
        f"Simulated beside exact; ± is half a 95 % interval; {'; '.join(results.procedures)}",
        ("Bet", "Keeps of 100", "Exact", "Standard errors apart", "Wins %", "Exact wins %"),
        tuple(rows),
    )


def _with_interval(estimate: Estimate, i: int) -> str:
    return minus(f"{100 * estimate.value[i]:.4f} ± {100 * estimate.half_width[i]:.4f}")


def _pay_tables(results: Results) -> Table:
    rows = []
    for cell in results.of("exact"):
        game = as_game(cell.arguments["game"])
        rows += [(game.name, *line) for line in game.pay_table()]
    headings = "Table", "Bet", "When", "Result"
    return Table("What each bet pays, read from the tables that settle", headings, tuple(rows), 4)


# --- Figures ---------------------------------------------------------------------------


def plot(results: Results) -> list[Figure]:
    """Draw the prices, and a fan for every simulated game."""
    return [_bars(results), *map(_fan, checked(results))]


def _bars(results: Results) -> Figure:
    bets = sorted(offered(results), key=_cost, reverse=True)
    costs = [100 * _cost(bet) for bet in bets]
    names = [f"{bet.bet.title}\n{bet.payout}" for bet in bets]

    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        bars = axes.barh(names, costs, color=theme.first, height=0.62)
        axes.bar_label(bars, [f"{cost:.2f}" for cost in costs], padding=4)
        axes.set_xlabel("kept of every 100 bet, on average")
        axes.set_xlim(min(0, *costs), max(costs) * 1.18)
        axes.grid(visible=False, axis="y")
        axes.tick_params(axis="y", length=0)

    told = ", ".join(f"{bet.title}: {cost:.2f}" for bet, cost in zip(bets, costs, strict=True))
    return draw(
        paint,
        height=3.4,
        title="What the house keeps of every 100 bet",
        alt=f"Bar chart of what the house keeps of every 100 bet, {MAX_DECKS} decks. {told}.",
        reading="Each bar is exact: the longer it is, the dearer the bet. "
        "The number beside it is what 100 units bet lose on average.",
    )


def _fan(check: Checked) -> Figure:
    shown = check.marks >= FIRST_MARK
    marks, running = check.marks[shown], check.running[:, shown]
    exact_lines = -100 * check.exact["edge"]
    titles = [bet.title for bet in check.game.layout]

    def paint(canvas: Canvas, theme: Theme) -> None:
        lines = list(zip(titles, exact_lines, strict=True))
        paint_fans(canvas, theme, marks, running, lines, BAND)
        canvas.supxlabel("shoes played", fontsize=9)
        canvas.supylabel("result so far per 100 bet", fontsize=9)

    low, high = np.percentile(running[:, -1], BAND, axis=0)
    ends = [
        f"{titles[i]}: band from {low[i]:.2f} to {high[i]:.2f}, exact {exact_lines[i]:.2f}"
        for i in range(len(titles))
    ]
    players = len(running)
    return draw(
        paint,
        height=fans_height(len(titles)),
        title=f"{players:,} simulated players, {check.game.name}",
        alt=minus(
            f"Fans of sample paths that narrow towards the exact value. "
            f"After {marks[-1]:,} shoes: {'; '.join(ends)}."
        ),
        reading=f"Each thin line is one player who makes this bet every coup: his result so far "
        f"per 100 bet. The band holds the middle {BAND[1] - BAND[0]} % of the {players:,} players "
        "at each number of shoes taken by itself (pointwise): a single player may leave it and "
        "come back. The thick line is the exact value. Luck fades; the cost stays. "
        + f"{_joint(check)} Dealt with {check.game.procedure}.",
    )


def _joint(check: Checked) -> str:
    fit = chi_square(check.early, check.exact["endings"])
    verdict = "as often as" if fit.p_value > 0.001 else "not as often as"
    return (
        f"In the first {EARLY} coups of every shoe, where no cut card interferes, all "
        f"{fit.freedom + 1} ways a coup can end, taken together, were counted {verdict} the "
        f"exact odds say: χ² is {fit.statistic:.1f} on {fit.freedom} degrees of freedom "
        f"(p = {fit.p_value:.2g})."
    )
