"""Files of trained agents: weights and a description, and nothing that could run.

A trained agent is a folder of two files:

    agent.json             what it is: algorithm, spaces, terms, versions, seed, sha256
    weights.safetensors    numbers by name, in the format of that name

Stable-Baselines3's own files hold pickled objects, and reading one runs whatever it says;
they are refused by their names, before anything in them is read. Both files here are read
whole, checked against size and sha256, and only then taken apart, without pickle.

Source: huggingface/safetensors, the description of the format.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.writing import why, write

__all__ = ["DESCRIPTION", "WEIGHTS", "digest", "read", "write_model"]

DESCRIPTION, WEIGHTS = "agent.json", "weights.safetensors"
FORMAT = "baccarat-agent-1"
MOST_BYTES = {DESCRIPTION: 1 << 20, WEIGHTS: 1 << 28}
"""A larger file is none of ours: nets for this game take some kilobytes."""

Arrays = Mapping[str, NDArray[Any]]


def write_model(folder: Path, told: Mapping[str, Any], weights: Arrays) -> None:
    """Write an agent into a folder, the description last; each file whole or not at all."""
    from safetensors.numpy import save

    content = save({name: np.ascontiguousarray(array) for name, array in weights.items()})
    described = {**told, "format": FORMAT, "sha256": {WEIGHTS: digest(content)}}
    folder.mkdir(parents=True, exist_ok=True)
    write(folder / WEIGHTS, content)
    write(folder / DESCRIPTION, (json.dumps(described, indent=1, sort_keys=True) + "\n").encode())


def read(folder: Path) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Read an agent from a folder: its description and its weights.

    Raises ValueError, in one sentence, for whatever is not such a folder, or was damaged or
    changed; nothing of it is unpickled.
    """
    from safetensors import SafetensorError
    from safetensors.numpy import load

    if folder.is_file():
        raise ValueError(
            f"{folder} is a file: a trained agent is a folder with {DESCRIPTION} and {WEIGHTS} "
            "(a zip of Stable-Baselines3 can run code when it is read)"
        )
    told = _description(folder)
    content = _content(folder / WEIGHTS)
    if digest(content) != told["sha256"][WEIGHTS]:
        raise ValueError(
            f"{folder / WEIGHTS} is not what {DESCRIPTION} says: it was changed or cut"
        )
    try:
        weights = load(content)
    except (SafetensorError, ValueError, TypeError, KeyError) as problem:
        raise ValueError(f"{folder / WEIGHTS} does not hold weights ({why(problem)})") from None
    for name, array in weights.items():
        if array.dtype.kind != "f" or not np.isfinite(array).all():
            raise ValueError(f"{folder / WEIGHTS}: {name!r} holds numbers that are not finite")
    return told, weights


def _description(folder: Path) -> dict[str, Any]:
    place = folder / DESCRIPTION
    content = _content(place)
    try:
        told = json.loads(content.decode("utf-8"))
        known = told["format"] == FORMAT
        told["sha256"][WEIGHTS]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise ValueError(f"{place} is damaged, or does not describe a trained agent") from None
    if not known:
        raise ValueError(f"{place} has format {told['format']!r}: this version reads {FORMAT!r}")
    return dict(told)


def _content(place: Path) -> bytes:
    if not place.is_file():
        raise ValueError(f"there is no {place}: a trained agent is a folder that holds it")
    size = place.stat().st_size
    if size > MOST_BYTES[place.name]:
        raise ValueError(f"{place} has {size} bytes: at most {MOST_BYTES[place.name]} are read")
    return place.read_bytes()


def digest(content: bytes) -> str:
    """Name some bytes by their sha256."""
    return hashlib.sha256(content).hexdigest()
