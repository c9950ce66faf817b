"""Backtests on the command line."""
