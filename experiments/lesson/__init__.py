"""The lesson: one page for a class, with the engine of the page in plain script."""
