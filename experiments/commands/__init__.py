"""The commands, found by looking: a file or folder beside this one is the command of its name.

A file holds a function of its own name; a folder has it in `command.py`. The docstring is the
command's help, and its annotations are the options.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable

__all__ = ["commands"]


def commands() -> dict[str, Callable[..., None]]:
    """Find all commands by name."""
    return {
        found.name: getattr(
            importlib.import_module(
                f"{__name__}.{found.name}.command" if found.ispkg else f"{__name__}.{found.name}"
            ),
            found.name,
        )
        for found in pkgutil.iter_modules(__path__)
    }
