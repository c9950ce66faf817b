"""Where a result comes from: the commit, the versions, the machine."""

from __future__ import annotations

import os
import platform
import resource
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

from agents.installed import versions

__all__ = [
    "Provenance",
    "named",
    "peak_memory",
    "provenance",
    "short_commit",
    "unlike",
    "usable_cores",
]

Provenance = dict[str, Any]

ROOT = Path(__file__).resolve().parents[2]
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

    `commit` is None outside a clone; `dirty` says whether the clone had changes in its
    tracked files that were not committed; `versions` leaves out what is not installed.
    """
    commit, changes = _git("rev-parse", "HEAD"), _git("status", "--porcelain", "-uno")
    return {
        "commit": commit or None,
        "dirty": bool(changes),
        "versions": {"python": platform.python_version(), **versions(PACKAGES)},
        "machine": {
            "system": platform.system(),
            "processor": _processor(),
            "cores": usable_cores(),
        },
    }


def short_commit(source: Provenance) -> str:
    """Name the commit in a few characters: "9729bf9", "9729bf9 with changes"."""
    if not source["commit"]:
        return "no commit"
    return str(source["commit"])[:7] + (" with changes" if source["dirty"] else "")


def named(source: Provenance) -> str:
    """Name the commit and the versions of what results depend on most."""
    told = [f"{name} {source['versions'].get(name)}" for name in ("baccarat-env", "numpy")]
    return ", ".join([f"commit {short_commit(source)}", *told])


def unlike(theirs: Provenance, ours: Provenance) -> tuple[str, str] | None:
    """Name what differs between two origins, commit and versions; None if nothing does.

    A package that only one of them has installed is no difference.

    >>> a = {"commit": "9729bf9e", "dirty": False, "versions": {"numpy": "2.4.5"}}
    >>> unlike(a, a | {"versions": {"numpy": "2.4.6"}}), unlike(a, a)
    (('numpy 2.4.5', 'numpy 2.4.6'), None)
    """
    both = [_told(theirs), _told(ours)]
    differ = [name for name in both[0] if both[0][name] != both[1].get(name, both[0][name])]
    if not differ:
        return None
    then, now = (", ".join(f"{name} {told[name]}" for name in differ) for told in both)
    return then, now


def _told(source: Provenance) -> dict[str, str]:
    return {"commit": short_commit(source), **source["versions"]}


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
            ["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return told.stdout.strip()


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
