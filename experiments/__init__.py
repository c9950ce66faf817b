"""What is asked of the game: questions, their cells of work, one report.

The walk: `provenance`, `cells`, `statistics`, `published`, `tables`, `plotting`, then the
`questions`, the `report` drawn from their stored results, and the command line.
"""

__all__ = ["RequestError"]


class RequestError(ValueError):
    """A request that cannot be met: one sentence with the value and the legal range."""
