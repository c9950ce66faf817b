"""Work, pages and commands."""
