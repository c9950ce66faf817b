"""How long does a bankroll last?

A bettor brings 100 units to a table and bets on Player, one unit a coup or doubling after
each loss without a table limit. T is the number of coups after which the next stake cannot
be covered; a risk of ruin always names its horizon, the number of coups it looks at.

Exact part: for independent coups with the chances of a fresh shoe, P(T > n) for every n
from its generating function. Wald's mean for level stakes is bankroll / edge.

Simulated part: the same bettors at tables that deal whole shoes, each with shoes of his
own, for as long as the bankroll lasts or to the horizon. Cards do leave the shoe, so that
the exact values are an approximation there; the distance is in the tables.

Then a bettor with one unit a coup who leaves when he is so much ahead or so much behind,
or after 10 shoes. Every interval comes from the spread between bettors.

Source: Wald, "On cumulative sums of random variables" (1944); Feller, "An Introduction to
Probability Theory and Its Applications" I (1968), chapter XIV.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from matplotlib.figure import Figure as Canvas
from numba import njit
from numpy.typing import NDArray

from baccarat_env import simulate
from baccarat_env.rules import BASIS_POINTS, MINI_BACCARAT, as_game
from experiments.bettors.survival import (
    Coup,
    coup_of,
    flat_survival,
    martingale_mean,
    martingale_survival,
    reach,
)
from experiments.cells import Arrays, Cell, derived_seed
from experiments.plotting import Figure, Theme, draw
from experiments.results import Answer, Results
from experiments.statistics import Estimate, proportion
from experiments.tables import Table, minus

ORDER = 7

GAME = replace(MINI_BACCARAT, decks=6)
BANKROLL = 100
BET = "player"
PLANS = ("flat", "martingale")
HORIZONS = {"flat": 100_000, "martingale": 1_000_000}
"""Coups a bettor is watched at most."""

READ = (100, 1_000, 10_000, 100_000, 1_000_000)
EXITS = (5, 10, 20, 50, 100)
SHOES = 10
"""Shoes after which a bettor with a stop-win and a stop-loss leaves in any case."""

DOUBLES = (10, 20, 50, 100)
MOST_SHOES = 1 << 17


@dataclass(frozen=True)
class Config:
    """Bettors with level stakes, bettors who double, bettors who leave; bettors a cell."""

    flat: int
    martingale: int
    leaving: int
    cells: int


QUICK = Config(flat=4_000, martingale=10_000, leaving=20_000, cells=4)
FULL = Config(flat=40_000, martingale=1_000_000, leaving=1_000_000, cells=40)


# --- Compute ---------------------------------------------------------------------------


def cells(config: Config, seed: int) -> list[Cell]:
    """List the work: the exact curves, and bettors in batches."""
    work = [
        Cell.of(exact, game=GAME, plan=plan, bankroll=BANKROLL, coups=HORIZONS[plan])
        for plan in PLANS
    ]
    for part in range(config.cells):
        for plan in PLANS:
            bettors = getattr(config, plan) // config.cells
            own = derived_seed(seed, "ruin", plan)
            work.append(
                Cell.of(
                    bankrolls,
                    game=GAME,
                    plan=plan,
                    bankroll=BANKROLL,
                    horizon=HORIZONS[plan],
                    seed=own,
                    first=part * bettors,
                    bettors=bettors,
                )
            )
        bettors = config.leaving // config.cells
        own = derived_seed(seed, "ruin", "leaving")
        work.append(Cell.of(leaving, game=GAME, seed=own, first=part * bettors, bettors=bettors))
    return work


def exact(game: dict[str, Any], plan: str, bankroll: int, coups: int) -> Arrays:
    """P(T > n) of independent coups at some n: `n` `(M,)` and `survival` `(M,)`."""
    coup = coup_of(as_game(game), BET)
    survival = {"flat": flat_survival, "martingale": martingale_survival}[plan]
    n = np.unique(np.append(np.geomspace(1, coups, 400).round(), READ).astype(np.int64))
    n = n[n <= coups]
    return {"n": n, "survival": survival(coup, bankroll, coups)[n]}


def bankrolls(
    game: dict[str, Any],
    plan: str,
    bankroll: int,
    horizon: int,
    seed: int,
    first: int,
    bettors: int,
) -> Arrays:
    """Play bettors `first` to `first + bettors` - 1, each from a shoe of his own on.

    `coups` `(N,)` until the next stake cannot be covered, `horizon` + 1 where that does not
    happen; `left` `(N,)` units in hand then.
    """
    rules = as_game(game)
    pays = rules.pays[rules.index(BET)] // BASIS_POINTS
    coups, left = np.empty(bettors, np.int64), np.empty(bettors, np.int64)
    for i in range(bettors):
        state = np.array([bankroll, 1, 0, 0])
        shoe, chunk = (first + i) * MOST_SHOES, 4
        while state[3] == 0 and state[2] < horizon:
            endings = simulate.deal(rules, shoes=chunk, seed=seed, first=shoe).endings
            bet_on(pays[endings], plan == "martingale", horizon, state)
            shoe, chunk = shoe + chunk, min(2 * chunk, 2_048)
        coups[i] = state[2] if state[3] else horizon + 1
        left[i] = state[0]
    return {"coups": coups, "left": left}


@njit(cache=True, nogil=True)
def bet_on(
    results: NDArray[np.int64], doubling: bool, horizon: int, state: NDArray[np.int64]
) -> None:
    """Bet coup after coup: `state` is bankroll and stake in units, coups played, ruined or not.

    `results` `(M,)` are 1, 0 or -1. Doubling restarts at one unit after a win.
    """
    bankroll, stake, coups = state[0], state[1], state[2]
    for result in results:
        if coups == horizon:
            break
        coups += 1
        bankroll += stake * result
        if doubling and result != 0:
            stake = 2 * stake if result < 0 else 1
        if stake > bankroll:
            state[3] = 1
            break
    state[0], state[1], state[2] = bankroll, stake, coups


def leaving(game: dict[str, Any], seed: int, first: int, bettors: int) -> Arrays:
    """Play level stakes with every pair of `EXITS` as stop-win and stop-loss.

    `reached` `(W, L, 2)` counts bettors who left at the stop-win, and at the stop-loss;
    `net` and `squares` `(W, L)` sum results in units.
    """
    rules = as_game(game)
    pays = rules.pays[rules.index(BET)] // BASIS_POINTS
    exits = np.array(EXITS)
    reached = np.zeros((exits.size, exits.size, 2), dtype=np.int64)
    sums = np.zeros((2, exits.size, exits.size), dtype=np.int64)
    for start in range(0, bettors, 200):
        some = min(200, bettors - start)
        coups = simulate.deal(rules, shoes=some * SHOES, seed=seed, first=(first + start) * SHOES)
        bettor = (coups.shoe - coups.shoe[0]) // SHOES
        leave(pays[coups.endings], bettor, exits, reached, sums)
    return {"reached": reached, "net": sums[0], "squares": sums[1]}


@njit(cache=True, nogil=True)
def leave(
    results: NDArray[np.int64],
    bettor: NDArray[np.int64],
    exits: NDArray[np.int64],
    reached: NDArray[np.int64],
    sums: NDArray[np.int64],
) -> None:
    """Walk each bettor's results with every pair of exits; add up how and with what he left."""
    size = exits.size
    for w in range(size):
        for loss in range(size):
            level: Any = 0
            done = False
            for m in range(results.size):
                if not done:
                    level += results[m]
                    if level == exits[w] or level == -exits[loss]:
                        reached[w, loss, 0 if level > 0 else 1] += 1
                        done = True
                if m + 1 == results.size or bettor[m + 1] != bettor[m]:
                    sums[0, w, loss] += level
                    sums[1, w, loss] += level * level
                    level, done = 0, False


# --- Read ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lasting:
    """How long one plan's bankrolls lasted."""

    plan: str
    n: NDArray[np.int64]
    """`(M,)` numbers of coups."""
    survival: NDArray[np.float64]
    """`(M,)` exact P(T > n) of independent coups."""
    coups: NDArray[np.int64]
    """`(N,)` of the simulated bettors; more than the horizon where the bankroll lasted."""

    @property
    def horizon(self) -> int:
        """Coups watched at most."""
        return int(self.n[-1])

    def simulated(self, n: Any) -> Estimate:
        """P(T > n) of the simulated bettors."""
        outlived = self.coups.size - np.searchsorted(np.sort(self.coups), n, side="right")
        return proportion(outlived, self.coups.size)

    def exactly(self, n: int) -> float:
        """P(T > n) of independent coups."""
        return float(self.survival[np.searchsorted(self.n, n)])


def lasting(results: Results) -> list[Lasting]:
    """Read both plans."""
    found = []
    for plan in PLANS:
        curve = next(c.arrays for c in results.of("exact") if c.arguments["plan"] == plan)
        played = [c.arrays["coups"] for c in results.of("bankrolls") if c.arguments["plan"] == plan]
        found.append(Lasting(plan, curve["n"], curve["survival"], np.concatenate(played)))
    return found


@dataclass(frozen=True)
class Left:
    """Bettors who leave at a stop-win or a stop-loss, `(W, L)` pairs."""

    bettors: int
    reached: NDArray[np.int64]
    result: Estimate

    @property
    def won(self) -> Estimate:
        """Share that left at the stop-win."""
        return proportion(self.reached[:, :, 0], self.bettors)


def left_early(results: Results) -> Left:
    """Add up the bettors who leave."""
    played = results.of("leaving")
    bettors = sum(cell.arguments["bettors"] for cell in played)
    reached, net, squares = (
        np.sum([cell.arrays[name] for cell in played], axis=0)
        for name in ("reached", "net", "squares")
    )
    mean = net / bettors
    error = np.sqrt((squares - bettors * mean**2) / (bettors - 1) / bettors)
    return Left(bettors, reached, Estimate(mean, error))


def _coup(results: Results) -> Coup:
    return coup_of(as_game(results.of("exact")[0].arguments["game"]), BET)


# --- Answer ----------------------------------------------------------------------------


def answer(results: Results) -> Answer:
    """Say how long both bankrolls last, and what leaving early changes."""
    flat, martingale = lasting(results)
    coup = _coup(results)
    mean = _mean_coups(flat)
    sentence = (
        f"A bankroll of {BANKROLL} units lasts {coup.ruin_mean(BANKROLL):,.0f} coups on average at "
        f"one unit a coup on Player, and {martingale_mean(coup, BANKROLL):,.1f} coups when stakes "
        "are doubled after a loss: the risk of ruin within 1,000 coups is "
        f"{100 * (1 - flat.exactly(1_000)):.2f} % and "
        f"{100 * (1 - martingale.exactly(1_000)):.1f} %."
    )
    away = float(mean.distance(coup.ruin_mean(BANKROLL)))
    outlived = int((flat.coups > flat.horizon).sum())
    left = left_early(results)
    best = np.unravel_index(int(left.won.value.argmax()), left.won.value.shape)
    details = (
        f"At tables that deal whole shoes ({flat.coups.size:,} bettors) level stakes lasted "
        f"{mean.value:,.0f} ± {mean.half_width:,.0f} coups, {abs(away):.1f} standard errors from "
        f"Wald's value; {outlived} bettors were still playing after {flat.horizon:,} coups and "
        "count with that number.",
        f"The doubling bankroll survives {martingale.horizon:,} coups with probability "
        f"{martingale.survival[-1]:.1e}.",
        f"Leaving at +{EXITS[best[0]]} or −{EXITS[best[1]]} sends "
        f"{100 * left.won.value[best]:.1f} % of bettors home at their stop-win within {SHOES} "
        f"shoes, and comes to {minus(_units(left.result, best))} units a session: leaving earlier "
        "changes how much is bet, and so how much is lost.",
    )
    return Answer(sentence, details)


def _mean_coups(flat: Lasting) -> Estimate:
    coups = np.minimum(flat.coups, flat.horizon)
    error = coups.std(ddof=1) / np.sqrt(coups.size)
    return Estimate(np.asarray(coups.mean()), np.asarray(error))


def _units(estimate: Estimate, where: Any) -> str:
    return f"{estimate.value[where]:.2f} ± {estimate.half_width[where]:.2f}"


# --- Tables ----------------------------------------------------------------------------


def tables(results: Results) -> list[Table]:
    """Lay out survival by horizon, doubling before ruin, and the grid of exits."""
    return [_survival_table(results), _double_table(results), _grid_table(results)]


def _survival_table(results: Results) -> Table:
    rows = []
    for one in lasting(results):
        for n in READ:
            if n > one.horizon:
                continue
            seen, exactly = one.simulated(n), one.exactly(n)
            error = np.sqrt(exactly * (1 - exactly) / one.coups.size)
            apart = (float(seen.value) - exactly) / error if error else 0.0
            share = (
                f"{100 * seen.value:.3f} ± {100 * seen.half_width:.3f}"
                if seen.value
                else f"under {300 / one.coups.size:.2g}"
            )
            rows.append(
                (
                    one.plan,
                    f"{n:,}",
                    f"{100 * exactly:.4g}",
                    f"{100 * (1 - exactly):.4g}" if 1 - exactly > 1e-9 else "under 1e-7",
                    share,
                    minus(f"{apart:+.2f}"),
                )
            )
    return Table(
        f"A bankroll of {BANKROLL} units on Player: exact for independent coups, and dealt from "
        "whole shoes; ± is half a 95 % interval",
        (
            "Stakes",
            "Horizon, coups",
            "Still playing %, exact",
            "Risk of ruin %, exact",
            "Still playing %, shoes",
            "Standard errors apart",
        ),
        tuple(rows),
    )


def _double_table(results: Results) -> Table:
    coup = _coup(results)
    rows = [
        (f"{units}", f"{100 * reach(coup, units, units):.2f}", f"{coup.ruin_mean(units):,.0f}",
         f"{coup.ruin_deviation(units):,.0f}")
        for units in DOUBLES
    ]  # fmt: skip
    return Table(
        "One unit a coup on Player, no horizon, independent coups, exact",
        ("Bankroll", "Doubled before ruin %", "Mean coups to ruin", "Standard deviation"),
        tuple(rows),
    )


def _grid_table(results: Results) -> Table:
    left, coup = left_early(results), _coup(results)
    rows = []
    for w, win in enumerate(EXITS):
        for i, loss in enumerate(EXITS):
            at = w, i
            rows.append(
                (
                    f"+{win}",
                    f"−{loss}",
                    f"{100 * left.won.value[at]:.2f} ± {100 * left.won.half_width[at]:.2f}",
                    f"{100 * left.reached[w, i, 1] / left.bettors:.2f}",
                    f"{100 * reach(coup, win, loss):.2f}",
                    minus(_units(left.result, at)),
                )
            )
    return Table(
        f"Leaving at a stop-win or a stop-loss, at the latest after {SHOES} shoes; "
        f"{left.bettors:,} bettors, one unit a coup on Player",
        (
            "Stop-win",
            "Stop-loss",
            "Left at the stop-win %",
            "Left at the stop-loss %",
            "Stop-win first, no horizon, exact %",
            "Result, units",
        ),
        tuple(rows),
        words=2,
    )


# --- Figures ---------------------------------------------------------------------------


def plot(results: Results) -> list[Figure]:
    """Draw both survival curves and the grid of exits."""
    return [_curves(results), _grid(results)]


def _curves(results: Results) -> Figure:
    found = lasting(results)
    mean = _coup(results).ruin_mean(BANKROLL)

    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        for one, colour in zip(found, (theme.first, theme.second), strict=True):
            steps = one.n[one.n >= 10]
            seen = one.simulated(steps)
            low, high = seen.value - seen.half_width, seen.value + seen.half_width
            axes.fill_between(steps, 100 * low, 100 * high, color=colour, alpha=0.3, lw=0)
            axes.plot(one.n, 100 * one.survival, color=colour, label=one.plan)
        axes.axvline(mean, color=theme.ink, lw=0.9, ls=":")
        axes.annotate(
            f"Wald's mean, flat:\n{mean:,.0f} coups",
            (mean * 1.15, 78),
            color=theme.ink,
            fontsize=8.5,
        )
        axes.set_xscale("log")
        axes.set_xlim(10, HORIZONS["martingale"])
        axes.set_xlabel("coups")
        axes.set_ylabel("% of bankrolls that last longer")
        axes.legend(loc="lower left")

    told = "; ".join(
        f"{one.plan}: {100 * one.exactly(1_000):.1f} % after 1,000 coups, "
        f"{100 * one.exactly(10_000):.2g} % after 10,000"
        for one in found
    )
    return draw(
        paint,
        height=3.2,
        title=f"How long {BANKROLL} units last on Player",
        alt=f"Survival curves of two staking plans. {told}.",
        reading="Lines are exact for independent coups; the bands are 95 % intervals of bettors "
        "dealt from whole shoes, each point by itself. No limit of the table stops the doubling.",
    )


def _grid(results: Results) -> Figure:
    left = left_early(results)
    won, net = 100 * left.won.value, left.result.value

    def paint(canvas: Canvas, theme: Theme) -> None:
        axes = canvas.subplots()
        axes.imshow(won, cmap="cividis", vmin=0, vmax=100, aspect="auto")
        for w in range(len(EXITS)):
            for i in range(len(EXITS)):
                colour = "white" if won[w, i] < 50 else "black"
                text = minus(f"{won[w, i]:.1f} %\n{net[w, i]:.2f}")
                axes.text(i, w, text, ha="center", va="center", color=colour, fontsize=8)
        axes.set_xticks(range(len(EXITS)), [f"−{units}" for units in EXITS])
        axes.set_yticks(range(len(EXITS)), [f"+{units}" for units in EXITS])
        axes.set_xlabel("stop-loss, units")
        axes.set_ylabel("stop-win, units")
        axes.grid(visible=False)
        axes.tick_params(length=0)
        for spine in axes.spines.values():
            spine.set_edgecolor(theme.ink)

    return draw(
        paint,
        height=3.6,
        title="Leaving ahead is easy to arrange, and is paid for",
        alt=f"Grid of stop-win by stop-loss. Left at the stop-win: from {won.min():.1f} % to "
        f"{won.max():.1f} %; mean result from {net.min():.2f} to {net.max():.2f} units.",
        reading=f"Each square: the share of {left.bettors:,} bettors who leave at their stop-win "
        f"within {SHOES} shoes and, below it, the mean result of all of them in units, one unit a "
        "coup on Player.",
    )
