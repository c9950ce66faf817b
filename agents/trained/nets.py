"""Nets of torch that say of every bet whether to make it, with or without a memory of the shoe.

T coups one after the other, N tables, D numbers observed, S numbers remembered, B bets.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import torch
from torch import nn

__all__ = ["ACTIVATION", "BetNet"]

ACTIVATION = {"tanh": nn.Tanh, "relu": nn.ReLU}

KEPT = 7.0
"""Where the share a linear memory keeps from coup to coup begins, as a logit: .999."""

FADED = 0.1
"""What a linear memory is multiplied by before it is looked at: sums over a shoe are large."""


class Sums(nn.Module):
    """A linear memory: it keeps a share of each number, learned, and adds what is seen, weighted.

    Source: Orvieto et al., "Resurrecting recurrent neural networks for long sequences" (2023),
    of which this is the real diagonal case.
    """

    def __init__(self, observed: int, cells: int) -> None:
        super().__init__()
        self.weigh = nn.Linear(observed, cells)
        self.keep = nn.Parameter(torch.full((cells,), KEPT))

    def forward(self, seen: torch.Tensor, memory: torch.Tensor) -> torch.Tensor:
        """Add one coup, `(N, D)` and `(N, S)` → `(N, S)`."""
        added: torch.Tensor = torch.sigmoid(self.keep) * memory + FADED * self.weigh(seen)
        return added


MEMORIES = {"linear": Sums, "gru": nn.GRUCell}


class BetNet(nn.Module):
    """One number a bet, above zero to make it; `memory` is "", "linear" or "gru"."""

    def __init__(
        self, observed: int, bets: int, widths: Sequence[int], activation: str, memory: str,
        cells: int,
    ) -> None:  # fmt: skip
        super().__init__()
        self.cells = cells if memory else 0
        self.memory = MEMORIES[memory](observed, cells) if memory else None
        sizes = [observed + self.cells, *widths]
        layers: list[nn.Module] = []
        for one, other in pairwise(sizes):
            layers += [nn.Linear(one, other), ACTIVATION[activation]()]
        self.head = nn.Sequential(*layers, nn.Linear(sizes[-1], bets))

    def forward(self, seen: Any, opened: Any, memory: Any) -> tuple[Any, Any]:
        """Look at coups `(T, N, D)`, some of which open a shoe `(T, N)`, with a memory `(N, S)`.

        Returns `(T, N, B)` and the memory after the last.
        """
        if self.memory is None:
            return self.head(seen), memory
        remembered = []
        for coup, fresh in zip(seen, opened, strict=True):
            memory = self.memory(coup, memory * (1.0 - fresh[:, None]))
            remembered.append(memory)
        return self.head(torch.cat((torch.stack(remembered), seen), dim=2)), memory
