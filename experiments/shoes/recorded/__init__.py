"""Shoes people bring: read, checked against the rules, held against chance.

The walk: `lines` tells lines, comments and headings apart; `words` and `cards` read what
stands in a cell; `bare` reads lines of results, `columns` rows under a header; `shoes` makes
shoes of either, `marks` and `decks` say what may be doubted, `echo` says back what was
understood; `strange` asks whether the shoes are unusual.
"""

from experiments.shoes.recorded.echo import understood
from experiments.shoes.recorded.shoes import Recorded, read

__all__ = ["Recorded", "read", "understood"]
