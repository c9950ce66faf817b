"""The terms of the trade, defined once, and linked where they first stand on a page."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from markupsafe import Markup

__all__ = ["TERMS", "Term", "linker"]


@dataclass(frozen=True)
class Term:
    """A term, what it means, and the pattern by which it is found in a text."""

    name: str
    meaning: str
    pattern: str = ""

    @property
    def key(self) -> str:
        """The name of its place on the page."""
        return f"term-{self.name.lower().replace(' ', '-')}"

    def search(self, text: str) -> re.Match[str] | None:
        """Find the term in a text, also in the plural."""
        return re.search(self.pattern or rf"\b{self.name}(e?s)?\b", text, re.IGNORECASE)


TERMS = (
    Term(
        "house edge",
        "The share of a bet that the house keeps on average. Here: of every 100 bet on a fresh "
        "shoe.",
    ),
    Term("coup", "One round: cards for Player and Banker, then every bet is settled."),
    Term(
        "shoe",
        "The decks that are shuffled together and dealt to the cut card: eight decks unless "
        "stated, about 80 coups.",
    ),
    Term("unit", "One bet of the usual size, however much money that is."),
    Term("push", "A bet that neither wins nor loses: the stake comes back."),
    Term(
        "burn",
        "To take cards out of play before the first coup. The first card is shown, and its value "
        "says how many follow unseen.",
        r"\bburn(s|ed)?\b",
    ),
    Term("cut card", "It marks where dealing ends. The cards behind it are not dealt."),
    Term(
        "true count",
        "A counter adds a tag for each card seen: the running count. Divided by the decks not "
        "yet seen it is the true count.",
    ),
    Term(
        "N0",
        "The number of shoes after which the expected win is as large as one standard deviation "
        "of luck.",
        r"\bN0\b",
    ),
    Term(
        "standard error",
        "How far off an estimate usually is by luck. A 95 % interval reaches about two of them "
        "to each side.",
    ),
    Term(
        "z",
        "How many standard errors lie between a result and what was expected. By luck alone it "
        "is beyond ±2 in 1 of 20 cases.",
        r"(?<![\w-])z(?![\w-])",
    ),
)


def linker(shown: Callable[[str], str]) -> Callable[[str], Markup]:
    """Make a filter for one page: the first time a term stands in a text, it is linked.

    `shown` prepares a text. It is escaped here.
    """
    waiting = list(TERMS)

    def linked(text: str) -> Markup:
        text = shown(text)
        found = sorted(
            ((match.span(), term) for term in waiting if (match := term.search(text))),
            key=lambda one: one[0],
        )
        parts, end = [], 0
        for (opens, closes), term in found:
            if opens < end:
                continue
            waiting.remove(term)
            link = Markup('<a class="term" href="#{}">{}</a>').format(term.key, text[opens:closes])
            parts += [Markup.escape(text[end:opens]), link]
            end = closes
        return Markup("").join([*parts, Markup.escape(text[end:])])

    return linked
