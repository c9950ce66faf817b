"""What every bet costs, exactly and as simulated players found it.

The walk: `simulated` reads the bets of the rule sheets and the simulation beside the exact
figures, `price_tables` and `price_figures` lay them out and draw them for the question.
"""
