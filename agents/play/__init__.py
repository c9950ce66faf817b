"""Agents at play: over dealt shoes, in an environment, at nine seats."""
