"""A table of the report: what it says, as text, cell by cell."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Table", "minus"]


@dataclass(frozen=True)
class Table:
    """A caption, column headings and rows; the first cell of a row is its heading.

    The first `words` columns hold words, the others numbers, which are set flush right.
    """

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: int = 1

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"a row of {len(row)} cells under {len(self.columns)} headings")


def minus(text: str) -> str:
    """Set a true minus sign.

    >>> minus("-1.06")
    '−1.06'
    """
    return text.replace("-", "−")
