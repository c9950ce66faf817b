"""The state of tables from outside, checked before a compiled loop indexes with it.

What a table shows follows from its shoe and from how many coups were dealt. So a state is
dealt again from its cards, and refused unless everything else in it follows.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from baccarat_env import dealer
from baccarat_env.coup import coup_table
from baccarat_env.rules import CARD_VALUE, RESULT_OF, full_shoe
from baccarat_env.terms import Terms

__all__ = ["checked_tables"]

FOLLOWS = ("position", "late", "ending", "unseen", "coup")
"""What is held against the shoe dealt again."""

MOST_MONEY = 1 << 60
"""Basis points: more than any bankroll can grow to."""


def checked_tables(records: Any, terms: Terms) -> NDArray[Any]:
    """Check the records of N tables, an array of `dealer.TABLE`, and return a copy of them.

    Raises ValueError that names the first table and field that cannot be.
    """
    if not isinstance(records, np.ndarray) or records.dtype != dealer.TABLE or records.ndim != 1:
        raise ValueError("the state of the tables must be an array of table records")
    found = np.array(records, dtype=dealer.TABLE)
    _check_numbers(found, terms)
    _check_procedure(found, terms)
    _check_cards(found)
    again = _dealt_again(found, terms)
    for name in FOLLOWS:
        same = (found[name] == again[name]).reshape(len(found), -1).all(axis=1)
        _refuse(~same, name, "does not follow from its shoe")
    found["results"] = again["results"]
    return found


def _check_procedure(tables: NDArray[Any], terms: Terms) -> None:
    drawn = tables.copy()
    dealer.draw_procedure(drawn, np.ones(len(tables), np.bool_), terms.spans.array())
    for name in ("cut", "decks"):
        _refuse(tables[name] != drawn[name], name, "is not that of its shoe")


def _check_cards(tables: NDArray[Any]) -> None:
    length, decks = tables["length"], tables["decks"].astype(np.int64)
    _refuse((length < 7) | (length > 52 * decks), "length", "is no number of cards of this game")
    held = np.arange(dealer.MAX_CARDS) < length[:, None]
    codes = np.where(held, tables["cards"], 52)
    _refuse(
        np.asarray((codes > 51).sum(axis=1) > (~held).sum(axis=1)), "cards", "holds a code above 51"
    )
    counts = np.zeros((len(tables), 53), dtype=np.int64)
    np.add.at(counts, (np.arange(len(tables))[:, None], codes), 1)
    too_many = np.asarray((counts[:, :52] > decks[:, None]).any(axis=1))
    _refuse(too_many, "cards", "holds a card more often than its decks do")


def _check_numbers(tables: NDArray[Any], terms: Terms) -> None:
    coups, money = tables["coups"], tables["bankroll"]
    _refuse((coups < 0) | (coups > dealer.MAX_COUPS), "coups", "is no number of coups of a shoe")
    _refuse((money < 0) | (money > MOST_MONEY), "bankroll", "is no bankroll")
    if terms.bankroll is None:
        _refuse(money != 0, "bankroll", "is set, and these tables play without one")
    _refuse(tables["shoe"] < 0, "shoe", "is no index of a shoe")


def _dealt_again(tables: NDArray[Any], terms: Terms) -> NDArray[Any]:
    game = terms.game
    again = tables.copy()
    everywhere = np.ones(len(tables), dtype=np.bool_)
    dealer.open_tables(again, everywhere, full_shoe(1), CARD_VALUE, game.burn, 0)
    again["results"] = 0
    coups = np.array(coup_table())
    for number in range(int(tables["coups"].max(initial=0))):
        rows = tables["coups"] > number
        undealt = again["length"] - again["position"]
        ended = dealer.over(undealt, again["late"], again["cut"], game.after_cut)
        _refuse(np.asarray(rows & ended), "coups", "is more than its shoe holds")
        dealer.deal(again, rows, CARD_VALUE, coups, RESULT_OF)
    return again


def _refuse(wrong: NDArray[np.bool_], name: str, why: str) -> None:
    if wrong.any():
        raise ValueError(f"table {int(np.argmax(wrong)) + 1}: its {name!r} {why}")
