"""Shoes people bring: read, checked against the rules, held against chance.

The walk: `transcript` reads lines of results, `card_rows` rows of cards, `shoes` makes
shoes of either, `strange` asks whether they are unusual.
"""
