"""What to type where a library of an extra is missing: the clone's command, or the packages.

The project's own name is never given to `pip` alone: on a public index it may be another's.
"""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

__all__ = ["to_install"]

NAME = "baccarat-env"


def to_install(package: str, *extras: str) -> str:
    """Say that a package is not installed, and the command that brings it with these extras."""
    return f"{package} is not installed: run {_command(Path(__file__).parents[1], extras)}"


def _command(root: Path, extras: tuple[str, ...]) -> str:
    packages = [] if _is_clone(root) else _requirements(extras)
    if packages:
        return f"`pip install {' '.join(map(repr, packages))}`"
    where = str(root) if _is_clone(root) else "the project's folder"
    return f"`pip install -c constraints.txt -e '.[{','.join(extras)}]'` in {where}"


def _is_clone(root: Path) -> bool:
    project = root / "pyproject.toml"
    return project.is_file() and f'name = "{NAME}"' in project.read_text(encoding="utf-8")


def _requirements(extras: tuple[str, ...]) -> list[str]:
    """The packages of the extras, as the installed wheel names them; none if there is none."""
    try:
        lines = metadata.requires(NAME) or []
    except metadata.PackageNotFoundError:
        return []
    parts = [line.partition(";") for line in lines]
    wanted = [what.strip() for what, _, when in parts if any(f'"{x}"' in when for x in extras)]
    return sorted(set(wanted))
