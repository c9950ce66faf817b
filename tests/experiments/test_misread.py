"""No file of recorded shoes is misread without a word: a short run of `tests.misread`."""

from tests.misread import fuzzed, tried


def test_what_is_written_is_read_or_refused():
    counts, misread = tried(300, seed=150)
    assert not misread
    assert sum(counts.values()) == 300


def test_damaged_bytes_are_refused_or_read():
    assert fuzzed(200, seed=151) > 150
