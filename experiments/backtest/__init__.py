"""Backtests: agents over the same shoes → ledger → statistics.

The walk: `played` lets agents play, `tallies` adds up, `summary` makes statistics of it,
`ledger` keeps every row, `desk` is the command line.
"""
