"""What a table shows, in words: the coup, the bets, the shoe, the results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from baccarat_env.bet import BASIS_POINTS, format_odds
from baccarat_env.coup import Coup
from baccarat_env.game import Game

__all__ = [
    "BetLine",
    "View",
    "bet_lines",
    "coup_in_words",
    "marked_wins",
    "money",
    "shoe_in_words",
    "shown_results",
]


@dataclass(frozen=True)
class View:
    """What a table shows after a coup, or before the first."""

    game: Game
    results: tuple[str, ...] = ()
    """Results of this shoe, names from `rules.RESULTS`."""
    coup: Coup | None = None
    """The last coup; None before the first of a shoe."""
    stakes: tuple[int, ...] = ()
    """`(B,)` chips placed on each bet of the last coup."""
    net: tuple[int, ...] = ()
    """`(B,)` what they came to, in basis points of a chip."""
    bankroll: int | None = None
    """Basis points of a chip; None without one."""
    undealt: int = 416
    """Cards still in the shoe."""
    cut: int = 14
    """Cards behind the cut card."""
    cards: int = 416
    """Cards of a fresh shoe."""
    shoe: int = 0
    """Number of the shoe."""
    coups: int = 0
    """Coups dealt from it."""


def money(points: int, *, sign: bool = False) -> str:
    """Write basis points of a chip as chips, exactly.

    >>> money(9_500, sign=True), money(-10_000), money(123_450_000)
    ('+0.95', '−1', '12,345')
    """
    chips, rest = divmod(abs(points), BASIS_POINTS)
    mark = "−" if points < 0 else "+" if sign and points else ""
    return f"{mark}{chips:,}" + (f".{rest:04}".rstrip("0") if rest else "")


def coup_in_words(coup: Coup | None) -> str:
    """Say who won a coup, as the dealer calls it.

    >>> coup_in_words(Coup((8, 9), (3, 2)))
    'Player wins, 9 over 7, natural'
    """
    if coup is None:
        return "Place your bets"
    high = max(coup.player_total, coup.banker_total)
    low = min(coup.player_total, coup.banker_total)
    natural = ", natural" if coup.natural else ""
    if coup.winner == "tie":
        return f"Tie, {high} to {low}{natural}"
    return f"{coup.winner.title()} wins, {high} over {low}{natural}"


def shoe_in_words(view: View) -> str:
    """Say how many cards are left and where the cut card is."""
    left = f"{view.undealt} of {view.cards} cards left"
    ahead = view.undealt - view.cut
    return f"{left}, cut card {f'in {ahead}' if ahead > 0 else 'is out'}"


class BetLine(NamedTuple):
    """A bet in words, and what it pays on this ending in basis points of the stake."""

    title: str
    stake: str
    result: str
    paid: str
    points: int


def bet_lines(view: View) -> list[BetLine]:
    """List every bet of the game with its stake, how it ended and what the stake came to."""
    if view.coup is None:
        return [BetLine(bet.title, "", "", "", 0) for bet in view.game.layout]
    lines = []
    stakes, net = view.stakes or (0,) * len(view.game.bets), view.net
    for i, (bet, stake) in enumerate(zip(view.game.layout, stakes, strict=True)):
        points = int(view.game.pays[i, view.coup.ending])
        shown = (f"{stake:,}", money(net[i], sign=True)) if stake else ("", "")
        lines.append(BetLine(bet.title, shown[0], format_odds(points), shown[1], points))
    return lines


def marked_wins(game: Game) -> dict[str, str]:
    """Name the wins a game's scoreboard marks: those on which it offers a bet."""
    titles = {bet.name: bet.title for bet in game.layout}
    marks = (("B7", "dragon_7"), ("P8", "panda_8"))
    return {result: titles[name] for result, name in marks if name in titles}


def shown_results(view: View) -> list[str]:
    """List the results as this game's scoreboard shows them."""
    marked = marked_wins(view.game)
    return [result if result in marked else result[0] for result in view.results]
