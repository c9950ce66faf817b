"""A training kept on disk, so that one that was killed goes on: numbers, and no pickle.

A checkpoint is one npz file: the arrays, and a JSON text that says where each belongs. It
is written whole under another name and then renamed, so that whenever the process dies
there is the last checkpoint or the one before it.
"""

from __future__ import annotations

import io
import json
import random
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.writing import UNREADABLE, why, write
from baccarat_env import dealer
from baccarat_env.vector_env import BaccaratVectorEnv

__all__ = ["CHECKPOINT", "draws", "load", "save", "set_draws", "set_tables", "tables_of"]

CHECKPOINT = "checkpoint.npz"
SKELETON = "skeleton"
MOST_BYTES = 1 << 32
"""A larger checkpoint is none of ours: replay buffers are the largest part."""

WORDS = 624
"""Words of a Mersenne Twister."""


def save(folder: Path, state: Any) -> None:
    """Keep a state: dictionaries and lists, however deep, of numbers, text and arrays."""
    arrays: list[NDArray[Any]] = []
    skeleton = json.dumps(_take_apart(state, arrays))
    kept = {str(i): array for i, array in enumerate(arrays)}
    buffer = io.BytesIO()
    np.savez(buffer, **{SKELETON: np.array(skeleton)}, **kept)  # type: ignore[arg-type]
    folder.mkdir(parents=True, exist_ok=True)
    write(folder / CHECKPOINT, buffer.getvalue())


def load(folder: Path) -> Any:
    """Read a state again. Raises ValueError if there is none, or it is damaged."""
    place = folder / CHECKPOINT
    if not place.is_file():
        raise ValueError(f"there is no {place} to go on from: train without --resume first")
    try:
        with zipfile.ZipFile(place) as packed:
            size = sum(member.file_size for member in packed.infolist())
        if size > MOST_BYTES:
            raise ValueError(f"it claims to hold {size:,} bytes")
        with place.open("rb") as file, np.load(file, allow_pickle=False) as kept:
            return _put_together(json.loads(str(kept[SKELETON])), kept)
    except UNREADABLE as problem:
        raise ValueError(f"{place} is damaged ({why(problem)}): remove it and train anew") from None


def _take_apart(state: Any, arrays: list[NDArray[Any]]) -> Any:
    """Replace arrays by their numbers, and dictionaries by pairs: JSON keeps no whole keys."""
    if isinstance(state, dict):
        return {"pairs": [[key, _take_apart(one, arrays)] for key, one in state.items()]}
    if isinstance(state, list | tuple):
        return {"list": [_take_apart(one, arrays) for one in state]}
    if isinstance(state, np.ndarray):
        arrays.append(state)
        return {"array": len(arrays) - 1}
    return {"value": state.item() if isinstance(state, np.generic) else state}


def _put_together(told: dict[str, Any], arrays: Any) -> Any:
    if "pairs" in told:
        return {key: _put_together(one, arrays) for key, one in told["pairs"]}
    if "list" in told:
        return [_put_together(one, arrays) for one in told["list"]]
    return arrays[str(told["array"])] if "array" in told else told["value"]


# --- What a training stands on ----------------------------------------------------------


def tables_of(env: BaccaratVectorEnv) -> dict[str, Any]:
    """Tell the state of all tables: their shoes, and the seeds of these."""
    return {"tables": env.tables.records.view(np.uint8).copy(), "seeds": list(env.tables.seeds)}


def set_tables(env: BaccaratVectorEnv, state: dict[str, Any]) -> None:
    """Put the tables, opened before, back into a state told by `tables_of`.

    Raises ValueError if there can be no such tables.
    """
    raw = np.ascontiguousarray(state["tables"])
    if raw.dtype != np.uint8 or raw.size != env.tables.records.nbytes:
        raise ValueError("the tables of the checkpoint are not as many as the training has")
    env.tables.restore(raw.reshape(-1).view(dealer.TABLE), state["seeds"])


def draws() -> dict[str, Any]:
    """Tell the state of the global generators that Stable-Baselines3 draws from."""
    name, words, *rest = np.random.get_state(legacy=True)  # noqa: NPY002 (where the library draws)
    return {"python": list(random.getstate()), "numpy": [name, words, *rest]}


def set_draws(state: dict[str, Any]) -> None:
    """Put the global generators back into a state told by `draws`."""
    version, words, gauss = state["python"]
    name, key, position, has_gauss, cached = state["numpy"]
    if not (0 <= words[-1] <= WORDS and 0 <= position <= WORDS and len(key) == WORDS):
        raise ValueError("the random numbers of the checkpoint stand outside their generator")
    random.setstate((version, tuple(words), gauss))
    np.random.set_state((name, key, position, has_gauss, cached))  # noqa: NPY002
