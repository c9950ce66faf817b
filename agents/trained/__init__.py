"""Trained agents: what is taught, by which learner, and the files they are kept in."""
