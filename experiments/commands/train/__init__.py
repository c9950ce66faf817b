"""Train an agent and score it while it learns."""
