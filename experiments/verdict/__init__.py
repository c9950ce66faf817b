"""Every bet by what the bettor knows: who sits down, what he wins, whether the bet is beaten.

The walk: `seats` deals and adds up, `bettors` sit down, `foretold` bounds what those without
card information can win, `compute` is the work of the cells, `judged` reads what they stored,
and the rest tells it in tables, words and a figure.
"""
