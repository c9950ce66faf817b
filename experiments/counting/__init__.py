"""Card counters and the perfect player, over shoes whose every coup is priced exactly.

The walk: `cuts` prices shoes and reads them at every cut, `counted` seats players at them,
`perfect` and `seated` read what they earned, `bankroll` says what it takes, and the rest
draws figures and tables for the questions.
"""
