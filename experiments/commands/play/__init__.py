"""A person at the table, in the terminal.

The walk: `words` reads what is typed, `screen` shows the table, `reckoning` closes the
shoe, `session` is the command, `pictures` draws the same for the README.
"""
