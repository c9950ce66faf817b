"""The perfect player: exact odds of every coup, and stakes that grow a bankroll fastest."""
