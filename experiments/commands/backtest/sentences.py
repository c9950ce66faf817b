"""What a backtest says in sentences: the direction first, then what luck explains."""

from __future__ import annotations

from collections.abc import Sequence

from baccarat_env.names import counted
from experiments.commands.backtest.columns import bets_on
from experiments.page.number import fixed, minus
from experiments.shoes.flat import flat_bet
from experiments.shoes.plan import Plan
from experiments.shoes.summary import Summary
from experiments.statistics import BACKTEST_LEVEL

__all__ = ["flat_beside", "headline", "sentences"]


def flat_beside(plan: Plan, found: Sequence[Summary | None]) -> dict[int, int]:
    """Find the flat bettor of each agent's main bet, by their places in the plan."""
    flat = {flat_bet(agent, plan): a for a, agent in enumerate(plan.agents)}
    main = {a: bets_on(plan, one)[:1] for a, one in enumerate(found) if one is not None}
    return {a: flat[bet] for a, bets in main.items() for bet in bets if bet in flat}


def headline(plan: Plan, found: Sequence[Summary | None]) -> str:
    """Say how the first agent did beside flat betting, and what exact odds say; empty for none."""
    a, one = next(((a, s) for a, s in enumerate(found) if s and s.bets), (0, None))
    if one is None:
        return ""
    rate, flat = float(one.per_100.value), found[flat_beside(plan, found).get(a, a)]
    worth = fixed(100 * float(one.worth.value) * one.shoes / one.staked, 2)
    exact = f"The exact odds of its bets say {worth}; the rest is luck."
    did = f"{one.agent} {_won(rate)} of every 100 chips bet"
    if flat is None or flat is one:
        return f"{did}. {exact}"
    other = float(flat.per_100.value)
    way = "better than" if rate > other else "worse than"
    if fixed(rate, 2) == fixed(other, 2):
        way = "the same as"
    return f"{did}: {way} the same bet on every coup, which {_won(other)}. {exact}"


def _won(rate: float) -> str:
    return f"{'won' if rate >= 0 else 'lost'} {fixed(abs(rate), 2)}"


def sentences(plan: Plan, found: Sequence[Summary | None]) -> list[str]:
    """Say what the tables say: the direction, what luck explains, where the numbers come from."""
    graded = [one for one in found if one is not None]
    first = headline(plan, found)
    sessions = counted(plan.sessions, "session")
    said = [*([first] if first else []), *_by_luck(graded)]
    if plan.added:
        flat = ", ".join(plan.names[-plan.added :])
        said.append(f"Added for comparison, the same bet on every coup of the same shoes: {flat}.")
    idle = [one.agent for one in graded if not one.bets]
    if idle:
        said.append(f"No bet was placed by {', '.join(idle)}.")
    said.append(f"± and (… to …) are 95 % intervals over {sessions}; {_source(plan)}")
    if plan.sessions == 1:
        return [*said, "One session has no spread, so it bears no interval: play more of them."]
    heavy = [one.agent for one in graded if not one.has_interval]
    if heavy:
        said.append(
            f"Too few bets for an interval of money: a few large stakes carry most of the result "
            f"of {', '.join(heavy)}. More sessions or a lower --high gives one."
        )
    return said


def _by_luck(graded: Sequence[Summary]) -> list[str]:
    """Say who did better or worse than the exact value of the bets, and who cannot be tested."""
    graded = [one for one in graded if one.bets]
    tested = [one for one in graded if one.usable]
    agents = f", corrected for {len(graded)} agents" if len(graded) > 1 else ""
    test = f"{100 * BACKTEST_LEVEL:g} % level{agents}"
    said = [
        f"{one.agent} did {'better' if one.z_score > 0 else 'worse'} than the exact value of its "
        f"bets (z {minus(f'{one.z_score:+.2f}')}, {test}). By luck alone 1 backtest in "
        f"{1 / BACKTEST_LEVEL:.0f} says so: repeat it on other shoes, such as with --seed 2."
        for one in tested
        if one.corrected < BACKTEST_LEVEL
    ]
    if tested and not said:
        whose = "No result" if len(tested) > 1 else f"The result of {tested[0].agent}"
        does = "differs" if len(tested) > 1 else "does not differ"
        said.append(f"{whose} {does} significantly from the exact value of the bets ({test}).")
    untested = [one.agent for one in graded if not one.usable]
    if untested:
        said.append(
            f"Not tested, because too few bets carry the result: {', '.join(untested)} (one coup "
            "holds more than 1 % of the variance). Play more sessions."
        )
    return said


def _source(plan: Plan) -> str:
    if plan.recorded is None:
        return f"seed {plan.seed}, {plan.game.procedure}."
    played = plan.sessions * plan.length
    some = f"{played:,} of " if played < plan.recorded.shoes else ""
    shoes = f"{some}{counted(plan.recorded.shoes, 'shoe')}"
    odds = (
        "those of a fresh shoe, because cards were not recorded"
        if plan.recorded.cards is None
        else "those of the cards unseen before each coup"
    )
    return (
        f"{shoes} recorded in {plan.recorded.file}, taken as dealt from {plan.game.procedure} "
        f"(--decks, --cut, --burn, --after-cut say otherwise). Exact odds are {odds}."
    )
