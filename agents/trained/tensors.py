"""Trees of tensors as trees of arrays, and back: what checkpoints and model files hold."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["numbers_of", "tensors_of"]


def numbers_of(tree: Any) -> Any:
    """Turn the tensors of a tree into arrays."""
    if isinstance(tree, dict):
        return {key: numbers_of(one) for key, one in tree.items()}
    if isinstance(tree, list | tuple):
        return [numbers_of(one) for one in tree]
    return tree.detach().cpu().numpy().copy() if hasattr(tree, "detach") else tree


def tensors_of(tree: Any) -> Any:
    """Turn the arrays of a tree into tensors."""
    import torch

    if isinstance(tree, dict):
        return {key: tensors_of(one) for key, one in tree.items()}
    if isinstance(tree, list):
        return [tensors_of(one) for one in tree]
    return torch.as_tensor(tree) if isinstance(tree, np.ndarray) else tree
