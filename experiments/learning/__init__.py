"""Learners are trained and held against what the exact player knows."""
