"""N tables under the same terms, opened, dealt, settled and shown together; N is 1 in `env`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from baccarat_env import dealer
from baccarat_env.actions import Actions
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.coup import Coup, coup_table
from baccarat_env.enumeration import CHART, expected_values
from baccarat_env.growth import Outcomes
from baccarat_env.oracle import Oracle
from baccarat_env.outcome import ORACLE, Outcome
from baccarat_env.restore import checked_tables
from baccarat_env.rules import CARD_VALUE, RESULT_OF, RESULTS, full_shoe
from baccarat_env.shoe import fresh_cards, key_of
from baccarat_env.terms import Terms
from baccarat_env.view import View

__all__ = ["Tables"]

NUMBERS = {
    "ending": dealer.ENDING,
    "undealt": dealer.UNDEALT,
    "shoe": dealer.SHOE,
    "coups": dealer.COUPS_DEALT,
}
"""What is told of a table in one number, and where its ledger has it."""

PICKLED = ("terms", "records", "seeds", "totals", "scalar")
"""Parts of a pickle, in the order in which they are read."""

MOST_CARDS = 6
"""Cards of the longest coup."""


class Tables:
    """N tables. Their state is one array of records and plain numbers: copies continue alike."""

    def __init__(self, terms: Terms, tables: int, *, scalar: bool = False) -> None:
        game = terms.game
        self.terms = terms
        self.records = np.zeros(tables, dealer.TABLE)
        self.seeds: list[int | None] = [None] * tables
        self._record = terms.record()
        self._deck = full_shoe(1)
        self._spans = terms.spans.array()
        self._fresh = fresh_cards(game.decks)
        self._tags = terms.tag_array()
        self._pays = np.ascontiguousarray(game.pays.T)
        self._net = game.pays / BASIS_POINTS
        self._kinds = dealer.MAIN * game.main + dealer.SIDE * game.side
        self._coups = np.array(coup_table())
        self._scalar = scalar
        self._actions = Actions(terms, tables, scalar=scalar)
        self._seen = terms.observation_space().shape[0]
        self._oracle = Oracle(terms) if terms.oracle else None
        self._expected = terms.reward == "expected" or terms.oracle
        self._totals = np.zeros((tables if terms.oracle else 0, 2))
        self._outcomes = Outcomes(game) if terms.reward == "growth" else None
        bets = len(game.bets)
        self._width = dealer.STAKES + 3 * bets
        self._columns = {
            "cards": slice(dealer.CARDS, dealer.CARDS + 6),
            "unseen": slice(dealer.UNSEEN, dealer.UNSEEN + 10),
            "stakes": slice(dealer.STAKES, dealer.STAKES + bets),
            "net": slice(dealer.STAKES + bets, dealer.STAKES + 2 * bets),
            "paid": slice(dealer.STAKES + 2 * bets, self._width),
        }

    # --- From outside ---------------------------------------------------------------------

    def restore(self, records: NDArray[Any], seeds: list[int | None]) -> None:
        """Put the tables into a state from outside: records of `dealer.TABLE`, and their seeds.

        Raises ValueError, before anything is changed, if that state cannot be.
        """
        self._check(records, seeds)
        self.records[:] = checked_tables(records, self.terms)
        self.seeds[:] = seeds

    def _check(self, records: NDArray[Any], seeds: list[int | None]) -> None:
        """Refuse what are no records and seeds of so many tables."""
        size = len(self.records)
        if not isinstance(records, np.ndarray) or records.dtype != dealer.TABLE:
            raise ValueError("the state of the tables must be an array of table records")
        if records.shape != (size,) or not isinstance(seeds, list) or len(seeds) != size:
            raise ValueError(f"a state of {len(records)} tables, and there are {size}")
        for seed in seeds:
            if seed is not None:
                key_of(seed)

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the state alone: all else follows from the terms."""
        parts = self.terms, self.records, self.seeds, self._totals, self._scalar
        return dict(zip(PICKLED, parts, strict=True))

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Unpickle. What compiled loops index with is checked; unopened tables hold nothing."""
        try:
            terms, records, seeds, totals, scalar = (state[part] for part in PICKLED)
            self.__init__(terms, len(records), scalar=scalar is True)  # type: ignore[misc]
        except (AttributeError, KeyError, TypeError) as problem:
            raise ValueError(f"the state of the tables is damaged ({problem})") from None
        self._check(records, seeds)
        if not isinstance(totals, np.ndarray) or totals.shape != self._totals.shape:
            raise ValueError("the totals of the tables must be two numbers a table")
        opened = records["length"] > 0
        if opened.any():
            self.records[opened] = checked_tables(records[opened], self.terms)
        self.records[~opened] = records[~opened]
        self.seeds[:], self._totals[:] = seeds, totals

    # --- Opening --------------------------------------------------------------------------

    def seed(self, n: int, seed: int | None) -> None:
        """Give table n the shoes of a seed, or its next shoe (of a random seed at first)."""
        if seed is None and self.seeds[n] is not None:
            self.records["shoe"][n] += 1
            return
        drawn = int(np.random.SeedSequence().entropy) if seed is None else seed  # type: ignore[arg-type]
        self.records["key"][n] = key_of(drawn)
        self.records["shoe"][n] = 0
        self.seeds[n] = drawn

    def next_shoe(self, rows: NDArray[np.bool_]) -> None:
        """Move the marked tables `(N,)`, seeded before, to their next shoe and open it."""
        self.records["shoe"][rows] += 1
        self.open(rows)

    def open(self, rows: NDArray[np.bool_], shoe: NDArray[np.uint8] | None = None) -> None:
        """Open shoes on the marked tables `(N,)`: given, fixed (table n from n on) or shuffled."""
        fixed = self.terms.fixed_shoes
        dealer.draw_procedure(self.records, rows, self._spans)
        if shoe is None and not fixed:
            dealer.shuffle_tables(self.records, rows, self._fresh)
        else:
            for n in np.flatnonzero(rows):
                cards = fixed[(self.records["shoe"][n] + n) % len(fixed)] if shoe is None else shoe
                self.records["cards"][n, : cards.size] = cards
                self.records["length"][n] = cards.size
        burn, start = self.terms.game.burn, int(self._record["start"][0])
        dealer.open_tables(self.records, rows, self._deck, CARD_VALUE, burn, start)
        if self._oracle:
            self._totals[rows] = 0.0

    # --- Playing --------------------------------------------------------------------------

    def read(self, actions: ArrayLike) -> NDArray[np.int64]:
        """Read actions, one a table, into a new ledger that holds the stakes they want.

        Raises ValueError, before anything is dealt, if they are not in the action space.
        """
        ledger = np.empty((len(self.records), self._width), np.int64)
        self._actions.read(actions, ledger)
        return ledger

    def play(
        self, rows: NDArray[np.bool_], ledger: NDArray[np.int64], *, all_told: bool = True
    ) -> Outcome:
        """Deal one coup on the marked tables `(N,)` and settle the stakes the ledger wants.

        Unless `all_told`, exact values that no reward needs are left zero where the shoe
        goes on: to price a coup takes longer than all else.
        """
        size = len(self.records)
        worth = np.empty((size if self._expected else 0, len(self._kinds)))
        rewards, done = np.empty(size), np.empty((2, size), np.bool_)
        if self._expected:
            self._price(ledger, worth, all_told)
        before = self.records[["unseen", "bankroll"]].copy() if self._outcomes else None
        given = CARD_VALUE, self._coups, RESULT_OF, self._pays, self._kinds
        dealer.play(self.records, rows, *given, worth, self._record, ledger, rewards, done)
        if self._outcomes is not None and before is not None:
            self._grow(self._outcomes, before, ledger, rewards)
        return Outcome(ledger, worth, rewards, done, self._consult(rows, ledger, worth))

    def _price(self, ledger: NDArray[np.int64], worth: NDArray[np.float64], all_told: bool) -> None:
        """Write the exact value of every bet before the coup into `worth` `(N, B)`."""
        unseen = self.records["unseen"].astype(np.uint8)  # as `simulate` does: one compiled kernel
        terms = self.terms
        if all_told or terms.oracle or terms.max_coups or terms.bankroll:
            expected_values(unseen, CHART, self._net, worth)
            return
        undealt = self.records["length"] - self.records["position"]
        may_end = undealt <= self.records["cut"] + MOST_CARDS
        at = np.flatnonzero((ledger[:, self._columns["stakes"]] > 0).any(axis=1) | may_end)
        values = np.empty((at.size, worth.shape[1]))
        expected_values(unseen[at], CHART, self._net, values)
        worth[:] = 0.0
        worth[at] = values

    def _consult(
        self, rows: NDArray[np.bool_], ledger: NDArray[np.int64], worth: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Ask the oracle what the coup was worth, and add it up over the shoe."""
        if not self._oracle:
            return np.zeros((0, len(ORACLE)))
        worth[~rows] = 0.0
        stakes = ledger[:, self._columns["stakes"]]
        regret = self._oracle.regret(worth, stakes)
        self._totals += np.column_stack(((stakes * worth).sum(axis=1), regret))
        return np.column_stack((regret, self._totals * rows[:, None]))

    def _grow(
        self,
        outcomes: Outcomes,
        before: NDArray[np.void],
        ledger: NDArray[np.int64],
        rewards: NDArray[np.float64],
    ) -> None:
        """Reward the stakes placed with the growth that they expected; no stake, no growth."""
        stakes = ledger[:, self._columns["stakes"]]
        at = np.flatnonzero(stakes.any(axis=1))
        if at.size:
            expected = outcomes.expected_log(
                before["unseen"][at], stakes[at], before["bankroll"][at]
            )
            rewards[at] = self.terms.reward_scale * expected

    def nothing(self) -> Outcome:
        """Make the outcome of no coup, as after a reset."""
        size, bets = len(self.records), len(self._kinds)
        worth = np.zeros((size if self._expected else 0, bets))
        ledger = np.zeros((size, self._width), np.int64)
        oracle = np.zeros((size if self._oracle else 0, len(ORACLE)))
        return Outcome(ledger, worth, np.zeros(size), np.zeros((2, size), np.bool_), oracle)

    def reopen(self, rows: NDArray[np.bool_], outcome: Outcome) -> Outcome:
        """Open the next shoe on the marked tables; the outcome after that, zero in their rows."""
        self.next_shoe(rows)
        fresh = outcome.copy()
        fresh.ledger[rows] = 0
        if self._expected:
            fresh.worth[rows] = 0.0
        if self._oracle:
            fresh.oracle[rows] = 0.0
        return fresh

    # --- Showing --------------------------------------------------------------------------

    def show(self, outcome: Outcome) -> NDArray[np.float32]:
        """Show every table as the terms allow, `(N, D)`, and complete the outcome's ledger."""
        seen = np.empty((len(self.records), self._seen), np.float32)
        given = self._deck, CARD_VALUE, self._tags, self._record
        dealer.show(self.records, *given, seen, outcome.ledger)
        return seen

    def info(self, outcome: Outcome, at: int | slice = slice(None)) -> dict[str, Any]:
        """Tell everything about every table after `show(outcome)`: arrays of N rows.

        Of one table, `at`: numpy's own numbers, and arrays without the axis N.
        """
        ledger = outcome.ledger[at].T
        told: dict[str, Any] = {name: ledger[columns].T for name, columns in self._columns.items()}
        told |= {name: ledger[column] for name, column in NUMBERS.items()}
        if self.terms.bankroll is not None:
            told["bankroll"] = ledger[dealer.BANKROLL]
        if self._expected:
            told["expected_value"] = outcome.worth[at]
        if self._oracle:
            told |= dict(zip(ORACLE, outcome.oracle[at].T, strict=True))
        for name in self.terms.spans.drawn:
            told[name] = self.records[name][at].astype(np.int64)
        if self._actions.whole:
            told["action_mask"] = self.masks(at)
        return told

    def masks(self, rows: int | slice = slice(None)) -> NDArray[np.bool_]:
        """Mark the actions a bankroll covers, flat in the order of the space.

        `(N, A)` for all tables, `(A,)` for one.
        Raises ValueError for continuous actions, which have no mask.
        """
        return self._actions.masks(self.records["bankroll"], rows)

    def view(self, n: int, outcome: Outcome) -> View:
        """Show table n after `outcome` as a picture needs it."""
        table = self.records[n]
        cards = [int(card) for card in table["coup"]]
        hands = [tuple(card for card in hand if card >= 0) for hand in (cards[:3], cards[3:])]
        return View(
            game=self.terms.game,
            results=tuple(RESULTS[r] for r in table["results"][: table["coups"]]),
            coup=Coup(*hands) if table["coups"] else None,
            stakes=tuple(outcome.ledger[n, self._columns["stakes"]].tolist()),
            net=tuple(outcome.ledger[n, self._columns["net"]].tolist()),
            bankroll=None if self.terms.bankroll is None else int(table["bankroll"]),
            undealt=int(table["length"] - table["position"]),
            cut=int(table["cut"]),
            cards=52 * int(table["decks"]),
            shoe=int(table["shoe"]),
            coups=int(table["coups"]),
        )
