"""Actions of N tables: read into stakes by compiled loops, or refused; what a bankroll covers."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from baccarat_env import dealer
from baccarat_env.bet import BASIS_POINTS
from baccarat_env.terms import Terms

__all__ = ["Actions", "Kind", "kind_of"]


class Kind(NamedTuple):
    """A kind of action: how one is read, and what it may be."""

    kernel: Any
    choices: tuple[NDArray[Any], ...]
    """What the kernel looks stakes up in."""
    shape: tuple[int, ...]
    """Of one action."""
    legal: str


def _combination(terms: Terms) -> Kind:
    levels = np.array([len(chips) for chips in terms.denominations])
    padded = np.zeros((len(levels), levels.max()), dtype=np.int64)
    for b, chips in enumerate(terms.denominations):
        padded[b, : len(chips)] = chips
    legal = f"{len(levels)} whole numbers from 0 to below {levels.tolist()}"
    return Kind(dealer.read_combination, (levels, padded), (len(levels),), legal)


def _single(terms: Terms) -> Kind:
    stakes = terms.single_stakes()
    legal = f"a whole number from 0 to {len(stakes) - 1}"
    return Kind(dealer.read_single, (stakes,), (), legal)


def _continuous(terms: Terms) -> Kind:
    largest = np.array([chips[-1] for chips in terms.denominations], dtype=np.float64)
    legal = f"{len(largest)} numbers from -1 to 1"
    return Kind(dealer.read_continuous, (largest,), (len(largest),), legal)


KINDS = {"combination": _combination, "single": _single, "continuous": _continuous}


def kind_of(terms: Terms) -> Kind:
    """Say how the actions of an environment are read."""
    return KINDS[terms.actions](terms)


class Actions:
    """What N tables may be told to stake; `whole` says whether actions are whole numbers."""

    def __init__(self, terms: Terms, tables: int, *, scalar: bool) -> None:
        self.whole = terms.actions != "continuous"
        self._kind = kind_of(terms)
        self._tables = tables
        self._shape = self._kind.shape if scalar else (tables, *self._kind.shape)
        self._types = tuple(map(np.dtype, ("i8",) if self.whole else ("f4", "f8")))
        self._stakes = terms.mask_stakes() if self.whole else np.empty(0, np.int64)
        self._legal = np.tile(self._stakes >= 0, (tables, 1))
        self._finite = terms.bankroll is not None

    def read(self, actions: ArrayLike, ledger: NDArray[np.int64]) -> None:
        """Write the stakes that actions want, one action a table, into a ledger.

        Raises ValueError if they are not in the action space.
        """
        try:
            given = np.asarray(actions)
        except ValueError:
            raise self._illegal(actions) from None
        if given.shape != self._shape:
            given = self._reshaped(given, actions)
        numbers = given if given.dtype in self._types else self._converted(given, actions)
        kind = self._kind
        bad = kind.kernel(numbers.reshape(self._tables, -1), *kind.choices, ledger)
        if bad >= 0:
            where = f" at table {bad}" if self._tables > 1 else ""
            rows = given.reshape((self._tables, *kind.shape))
            raise self._illegal(rows[bad].tolist(), where)

    def masks(self, bankrolls: NDArray[np.int64], rows: int | slice) -> NDArray[np.bool_]:
        """Mark the actions that `bankrolls` `(N,)`, in basis points, cover.

        Raises ValueError for continuous actions, which have no mask.
        """
        if not self.whole:
            raise ValueError("actions='continuous' has no action mask: every action is legal")
        if not self._finite:
            return self._legal[rows].copy()
        covered = self._stakes * BASIS_POINTS <= bankrolls[rows, None]
        return np.asarray(self._legal[rows] & covered)

    def _reshaped(self, given: NDArray[Any], actions: ArrayLike) -> NDArray[Any]:
        """Take the scalar environment's one number bare or as `(1,)`, whichever its space has."""
        if self._shape not in ((), (1,)) or given.shape not in ((), (1,)):
            raise self._illegal(actions)
        return given.reshape(self._shape)

    def _converted(self, given: NDArray[Any], actions: ArrayLike) -> NDArray[Any]:
        """Take numbers of another type as the compiled reader wants them."""
        if given.dtype.kind not in ("iu" if self.whole else "fiu"):
            raise self._illegal(actions)
        return given.astype(self._types[-1])

    def _illegal(self, given: Any, where: str = "") -> ValueError:
        if self._tables > 1 and not where:
            where = f" for {self._tables} tables"
        return ValueError(f"action {given!r}{where} must be {self._kind.legal}")
