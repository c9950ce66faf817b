"""Closed forms, each with its source."""
