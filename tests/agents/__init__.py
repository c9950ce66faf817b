"""Who bets."""
