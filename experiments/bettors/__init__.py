"""Bettors who watch results, stake by a system or bring a bankroll.

The walk: `estimates` and `dealt` serve all of them; `revealed` and `survival` are exact
figures, and `predictor` is fitted. `following`, `sessions` and `lasting` read what bettors
came to by past results, by system and by bankroll. The rest draws tables and figures for
the questions: `trend_`, `system_` and `ruin_`.
"""
