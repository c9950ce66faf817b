"""Tests stop programs with Ctrl-C; a shell lets what it starts in the background ignore that."""

import signal

signal.signal(signal.SIGINT, signal.default_int_handler)
