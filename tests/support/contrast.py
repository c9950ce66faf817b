"""How well a colour can be read on another."""

from __future__ import annotations

import numpy as np


def contrast(one: str, other: str) -> float:
    """Contrast ratio, by the Web Content Accessibility Guidelines 2.2."""
    low, high = sorted((_brightness(one), _brightness(other)))
    return (high + 0.05) / (low + 0.05)


def _brightness(colour: str) -> float:
    """Relative luminance."""
    parts = np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)]) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])
