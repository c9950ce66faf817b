"""Betting systems: where to bet (selections) and how much (staking plans)."""
