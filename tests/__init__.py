"""The tests, along the walk of the library. Hypothesis has no deadline: machines differ."""

from pathlib import Path

from hypothesis import settings

ROOT = Path(__file__).resolve().parents[1]
GOLDEN = ROOT / "tests" / "golden"

settings.register_profile("tests", deadline=None, print_blob=True)
settings.load_profile("tests")
