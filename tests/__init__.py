"""The tests, along the walk of the library. Hypothesis has no deadline: machines differ."""

from hypothesis import settings

settings.register_profile("tests", deadline=None, print_blob=True)
settings.load_profile("tests")
