"""What is installed beside the library, and in which versions."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable
from contextlib import suppress
from importlib import metadata

__all__ = ["is_installed", "versions"]


def is_installed(package: str) -> bool:
    """Say whether a package could be imported; nothing is."""
    try:
        return importlib.util.find_spec(package) is not None
    except ValueError:  # somebody has put None in its place
        return False


def versions(packages: Iterable[str]) -> dict[str, str]:
    """Tell the version of each package that is installed."""
    found = {}
    for package in packages:
        with suppress(metadata.PackageNotFoundError):
            found[package] = metadata.version(package)
    return found
