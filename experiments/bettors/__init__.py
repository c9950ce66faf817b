"""Bettors who watch results, stake by a system or bring a bankroll.

The walk: `estimates` and `dealt` are for all of them. `revealed` and `survival` are exact
figures, `predictor` is fitted. `following`, `sessions` and `lasting` read what bettors came
to, by past results, by system and by bankroll; the rest draws figures and tables for the
questions.
"""
