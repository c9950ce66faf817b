"""What one coup brought at N tables."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "ORACLE",
    "Outcome",
]

ORACLE = ("regret", "total_expected", "total_regret")
"""What the oracle tells of each coup, in chips."""


class Outcome(NamedTuple):
    """What one coup brought at every table; all zero where none was dealt."""

    ledger: NDArray[np.int64]
    """`(N, 21 + 3 B)`, with the columns that `dealer` names."""
    worth: NDArray[np.float64]
    """`(N, B)` exact expected value of a chip before the coup; `(0, B)` unless it is the reward
    or the oracle tells it."""
    rewards: NDArray[np.float64]
    """`(N,)`."""
    done: NDArray[np.bool_]
    """`(2, N)` terminated (the shoe or the bankroll is at its end), truncated (enough coups)."""
    oracle: NDArray[np.float64]
    """`(N, 3)` regret of the coup, expected value and regret of the shoe so far, in chips;
    `(0, 3)` without an oracle."""

    def copy(self) -> Outcome:
        """Copy what infos show, so that the caller may change those."""
        return self._replace(
            ledger=self.ledger.copy(), worth=self.worth.copy(), oracle=self.oracle.copy()
        )
