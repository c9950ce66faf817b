"""What is asked of the game: questions, their cells of work, one report.

The walk: `provenance`, `cells`, `results`, `statistics`, `published`, `tables`, `plotting`,
`prices`, `bankroll`, `cuts`, `counted`, `seated`, `perfect`, then the `questions`, the
`report` drawn from their stored results, `run`, and the command line.
"""

__all__ = ["RequestError"]


class RequestError(ValueError):
    """A request that cannot be met: one sentence with the value and the legal range."""
