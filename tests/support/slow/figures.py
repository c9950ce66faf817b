"""No figures."""

from __future__ import annotations

from tests.support.slow.findings import Findings


def figures(found: Findings) -> list:
    """Draw nothing."""
    return []
