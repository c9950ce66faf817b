"""Damaged files are refused in a sentence, or do no harm; `python -m tests.damage` tries more."""

import numpy as np
import pytest

from tests.damage import KINDS, attack


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.filterwarnings("ignore")
def test_damage_is_refused_or_does_no_harm(kind, tmp_path):
    with np.errstate(all="ignore"):
        counts = attack(kind, 30, 3, tmp_path)
    assert counts.total() == 30
    assert counts["refused"] > 5
