"""Where a result comes from: the sources, the commit, the versions, the machine."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import resource
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from agents.installed import versions

__all__ = [
    "Provenance",
    "code",
    "named",
    "peak_memory",
    "provenance",
    "short_commit",
    "sources_hash",
    "unlike",
    "usable_cores",
]

Provenance = dict[str, Any]

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("baccarat_env", "agents", "experiments")
SUFFIXES = {".py", ".jinja", ".css", ".js"}
PACKAGES = (
    "baccarat-env",
    "numpy",
    "numba",
    "llvmlite",
    "gymnasium",
    "stable-baselines3",
    "torch",
)


@cache
def provenance() -> Provenance:
    """Describe the code and the machine as JSON-ready data.

    `sources` is the hash of every source file; `commit` is None unless the project itself is
    the clone; `dirty` says whether its source files, new ones too, differ from the commit;
    `versions` leaves out what is not installed.
    """
    ours = Path(_git("rev-parse", "--show-toplevel") or os.devnull).resolve() == ROOT
    return {
        "sources": sources_hash(list(map(_folder, SOURCES))),
        "commit": (_git("rev-parse", "HEAD") or None) if ours else None,
        "dirty": ours and bool(_git("status", "--porcelain", "-uall", "--", *SOURCES)),
        "versions": {"python": platform.python_version(), **versions(PACKAGES)},
        "machine": {
            "system": platform.system(),
            "processor": _processor(),
            "cores": usable_cores(),
        },
    }


def sources_hash(folders: Sequence[Path]) -> str:
    """Hash the names and contents of all source files in some folders, as hexadecimal digits."""
    digest = hashlib.sha256()
    for folder in folders:
        for place in sorted(folder.rglob("*")):
            if place.suffix in SUFFIXES and place.is_file():
                name = f"{folder.name}/{place.relative_to(folder).as_posix()}"
                digest.update(f"{name}\0".encode(errors="surrogateescape"))
                digest.update(hashlib.sha256(place.read_bytes()).digest())
    return digest.hexdigest()


def _folder(package: str) -> Path:
    found = importlib.util.find_spec(package)
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent


def short_commit(source: Provenance) -> str:
    """Name the commit in a few characters: "9729bf9", "9729bf9 with changes"."""
    if not source["commit"]:
        return "no commit"
    return str(source["commit"])[:7] + (" with changes" if source["dirty"] else "")


def named(source: Provenance) -> str:
    """Name the commit and the versions of what results depend on most."""
    told = [f"{name} {source['versions'].get(name)}" for name in ("baccarat-env", "numpy")]
    return ", ".join([f"commit {code(source)}", *told])


def unlike(theirs: Provenance, ours: Provenance) -> tuple[str, str] | None:
    """Name what differs between two origins, sources and versions; None if nothing does.

    The commit is named beside the sources, and compared where their hash was not recorded.
    A package that only one of them has installed is no difference.

    >>> a = {"commit": "9729bf9e", "dirty": False, "versions": {"numpy": "2.4.5"}}
    >>> unlike(a, a | {"versions": {"numpy": "2.4.6"}}), unlike(a, a)
    (('numpy 2.4.5', 'numpy 2.4.6'), None)
    """
    both = [_told(theirs), _told(ours)]
    if "sources" in theirs and theirs["sources"] == ours.get("sources"):
        both[0]["commit"] = both[1]["commit"]
    differ = [name for name in both[0] if both[0][name] != both[1].get(name, both[0][name])]
    if not differ:
        return None
    then, now = (", ".join(f"{name} {told[name]}" for name in differ) for told in both)
    return then, now


def _told(source: Provenance) -> dict[str, str]:
    return {"commit": code(source), **source["versions"]}


def code(source: Provenance) -> str:
    """Name the commit and the sources: "9729bf9 with changes (sources 5be2aa01)"."""
    digest = source.get("sources")
    return short_commit(source) + (f" (sources {str(digest)[:8]})" if digest else "")


def usable_cores() -> int:
    """Count the processor cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def peak_memory() -> int:
    """Measure the most memory this process has held so far, in bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def _git(*arguments: str) -> str:
    try:
        told = subprocess.run(
            ["git", "--no-optional-locks", "-C", str(ROOT), *arguments],
            env={name: text for name, text in os.environ.items() if name[:4] != "GIT_"},
            capture_output=True,
            text=True,
            errors="replace",
            check=True,
            timeout=60,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return told.stdout.strip()


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
