"""What came of the learners, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from agents.counts.counting import PUBLISHED
from agents.trained.algorithms import QUANTILES
from baccarat_env import odds
from baccarat_env.bet import BASIS_POINTS
from experiments.page.number import fixed, minus
from experiments.page.words import Answer
from experiments.questions.learners.beside import coups_for
from experiments.shoes.scoring import COUNT_STEP
from experiments.training_plan import Taught, taught
from experiments.work.results import Results

__all__ = ["SIDE_BETS", "answer", "best", "of", "side_bets", "smallest_edge"]

SIDE_BETS = ("dragon_7", "panda_8")
"""Bets whose ceiling is large enough to take a share of."""

SITS_OUT = 0.02
"""Units a shoe: a learner that loses less has learned to sit out."""


def of(
    lessons: Sequence[Taught], information: str, reward: str = "", algorithm: str = ""
) -> list[Taught]:
    """Pick lessons, free to sit out, by what was seen, rewarded and taught."""
    return [
        one
        for one in lessons
        if one.information == information
        and reward in ("", one.reward)
        and algorithm in ("", one.recipe.algorithm)
        and not one.must_bet
    ]


def side_bets(one: Taught) -> list[int]:
    """Where the side bets stand on the layout."""
    return [one.recipe.game.index(bet) for bet in SIDE_BETS if bet in one.recipe.game.bets]


def every_bet(one: Taught) -> range:
    """All bets of the layout."""
    return range(len(one.recipe.game.bets))


def other_bets(one: Taught) -> list[int]:
    """All bets of the layout but the side bets."""
    return [b for b in every_bet(one) if b not in side_bets(one)]


def best(lessons: Sequence[Taught]) -> Taught:
    """The lesson with the most coups among those given."""
    return max(lessons, key=lambda one: one.recipe.coups)


def answer(results: Results) -> Answer:
    """Say whether learners find the exact player's bets, and whether they learn to sit out."""
    lessons = taught(results)
    learned = best(of(lessons, "composition", "expected", "ppo"))
    blind = [one for one in lessons if one.blind and not one.must_bet]
    sentence = (
        f"Yes, where there is something to find: with the unseen cards before it PPO captures "
        f"{_shares(learned)}; and where there is nothing, {_quiet(blind)}."
    )
    details = [
        *_real_game(lessons),
        *_regression(lessons),
        *_beside(results, learned),
        *_count(lessons),
        *_forced(lessons),
        *_flips(blind),
        *_theory(results, learned),
        "The lesson: a trained agent is worth what it sees. Past results teach it to keep its "
        "chips; the cards teach it when a side bet is worth one, and nothing teaches it to beat "
        "the exact odds.",
    ]
    verdict = f"A trained agent that sees the unseen cards captures {_shares(learned)}."
    return Answer(sentence, tuple(details), verdict)


def _quiet(blind: Sequence[Taught]) -> str:
    """Say how many learned to sit out; those that replay settled results are told apart."""
    loud, fresh = ([one for one in blind if _replays(one) is old] for old in (True, False))
    quiet, flipping = (sum(-one.total < SITS_OUT for one in some) for some in (fresh, loud))
    told = f"{quiet} of {len(fresh)} learners without card information learned to sit out"
    if not loud:
        return told
    return f"{told} ({flipping} of {len(loud)} of those that replay a buffer of settled results)"


def _replays(one: Taught) -> bool:
    """Whether it learns from settled results of a while ago."""
    return one.recipe.row.replays and one.reward == "sampled"


def _shares(one: Taught) -> str:
    layout = one.recipe.game.layout
    told = [f"{one.share_in_words(b)} % on {layout[b].title}" for b in side_bets(one)]
    return f"{' and '.join(told)} of the ceiling"


def _trained(one: Taught) -> str:
    seeds = len(one.cells)
    return (
        f"{one.recipe.coups / 1e6:g} million coups, {one.seconds:,.0f} s, "
        f"{seeds} seed{'s' if seeds > 1 else ''}"
    )


def _real_game(lessons: Sequence[Taught]) -> list[str]:
    told = []
    for one in of(lessons, "composition", "sampled", "ppo"):
        coups, curve = one.curve(side_bets(one))
        mean = curve.mean(axis=2)
        bought = "; ".join(
            f"{at / 1e6:,.0f} million: {' and '.join(minus(f'{share:.0%}') for share in shares)}"
            for at, shares in zip(coups, mean, strict=True)
        )
        rest = one.units(other_bets(one))
        told.append(
            f"The real game, settled results as reward: PPO captures {_shares(one)} "
            f"({_trained(one)}) and gives {rest} units a shoe on the other bets. What coups buy "
            f"on the way, {' and '.join(_titles(one))}: {bought}."
        )
    return told


def _titles(one: Taught) -> list[str]:
    return [one.recipe.game.layout[b].title for b in side_bets(one)]


def _regression(lessons: Sequence[Taught]) -> list[str]:
    return [
        f"Full information, from what every bet paid: {_shares(one)} ({_trained(one)})."
        for one in of(lessons, "composition", "sampled", "regression")
    ]


def _beside(results: Results, learned: Taught) -> list[str]:
    found = results.of("beside")[0].arrays
    game = learned.recipe.game
    told = []
    for bet in SIDE_BETS:
        b = game.index(bet)
        earned = found["units"][:, :, b].sum(axis=1) / learned.shoes
        top = int(earned.argmax())
        by_group = learned.mean("units")[:, b] - found["units"][top, :, b]
        more = by_group.sum() / learned.shoes
        error = by_group.std(ddof=1) * np.sqrt(len(by_group)) / learned.shoes
        told.append(
            f"the best of them on {game.layout[b].title}, {list(PUBLISHED)[top]}, earns "
            f"{earned[top]:.4f} units a shoe and PPO {_signed(more, 4)} beside it "
            f"({_signed(more / error, 0)} standard errors, paired)"
        )
    return [f"Beside every published count on the same shoes: {'; '.join(told)}."]


def _signed(value: float, digits: int) -> str:
    return minus(f"{value:+.{digits}f}")


def _count(lessons: Sequence[Taught]) -> list[str]:
    told = []
    for one in of(lessons, "count"):
        b = one.recipe.game.index("dragon_7")
        found = one.found[0]
        by_trigger = found["count_worth"][::-1, b].cumsum()[::-1]
        at = int(by_trigger.argmax())
        trigger = at * COUNT_STEP - (len(by_trigger) // 2) * COUNT_STEP
        share = one.mean("units")[:, b].sum() / by_trigger[at]
        told.append(
            f"{one.title}, shown the Dragon count alone ({one.reward} rewards), earns {share:.1%} "
            f"of the most that any trigger of that count makes of these shoes (from {trigger:g})."
        )
    return told


def _forced(lessons: Sequence[Taught]) -> list[str]:
    short = [shortfall(one) for one in lessons if one.must_bet]
    if not short:
        return []
    return [
        f"Made to bet every coup, without card information, {sum(s < SITS_OUT for s in short)} of "
        f"{len(short)} learners come within {SITS_OUT} units a shoe of always making the least bad "
        f"bet; the worst falls {fixed(max(short), 3)} short."
    ]


def shortfall(one: Taught) -> float:
    """Units a shoe that a learner who must bet falls short of always making the least bad bet."""
    coups = one.mean("count_coups").sum(axis=0)
    least = (one.mean("count_worth").sum(axis=0) / coups).max() * coups[0] / one.shoes
    return float(least - one.total)


def smallest_edge(one: Taught, widest: bool = False) -> float:
    """The smallest average edge, per unit staked, that a full buffer tells at two standard errors.

    A buffer of n coups, spread over the bets and sitting out, tells the mean of one of them
    to within σ √(actions ÷ n); σ is that of the bet with the smallest spread, or the widest.
    """
    buffer = float(one.recipe.settings["buffer_size"])
    game = one.recipe.game
    spreads = np.sqrt(odds.variance(game.full_shoe, game))
    spread = spreads.max() if widest else spreads.min()
    return float(2 * spread * np.sqrt((len(game.bets) + 1) / min(buffer, one.recipe.coups)))


def quantile_step(one: Taught) -> float:
    """What the largest payoff of the game counts at least, in units, among so many quantiles."""
    most = one.recipe.game.pays.max() / BASIS_POINTS + 1
    return float(most / one.recipe.settings[QUANTILES])


def _flips(blind: Sequence[Taught]) -> list[str]:
    loud = [one for one in blind if _replays(one)]
    if not loud:
        return []
    by_title: dict[str, list[float]] = {}
    for one in loud:
        by_title.setdefault(one.title, []).append(-one.total)
    told = "; ".join(
        f"{title} loses {fixed(min(lost), 3)} to {fixed(max(lost), 3)} units a shoe"
        for title, lost in by_title.items()
    )
    game = loud[0].recipe.game
    cost = -odds.expected_value(game.full_shoe, game).max()
    narrow, wide = (smallest_edge(loud[0], widest=which) for which in (False, True))
    steps = [one for one in loud if QUANTILES in one.recipe.settings]
    return [
        f"Learners that replay a buffer of settled results, without card information: {told}. A "
        f"whole buffer tells the average result of a bet to within {narrow:.4f} (the narrowest "
        f"bet) to {wide:.3f} of a unit (the widest), where the least bad bet costs {cost:.4f}; a "
        "net that learns from batches of it, situation by situation, tells less, so they may flip "
        "from sitting out to betting and back.",
        *(
            f"QR-DQN sees a payoff as {one.recipe.settings[QUANTILES]} quantiles: the largest one "
            f"counts {quantile_step(one):.2f} units or a multiple of it, however rare it is."
            for one in steps[:1]
        ),
    ]


def _theory(results: Results, learned: Taught) -> list[str]:
    found = results.of("beside")[0].arrays
    game = learned.recipe.game
    told = []
    for bet, share in zip(SIDE_BETS, (0.85, 0.65), strict=True):
        b = game.index(bet)
        few, many = (coups_for(share, found, b, numbers) / 1e6 for numbers in (10, 65))
        told.append(
            f"{share:.0%} of the ceiling on {game.layout[b].title} takes {few:.1f} million coups "
            f"if the edge is linear in ten shares, {many:.1f} million with their products"
        )
    return [
        f"Theory, for one who sees what every bet paid: {'; '.join(told)}. Who sees only his own "
        "bets needs as many coups in which he bets."
    ]
