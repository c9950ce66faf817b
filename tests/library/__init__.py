"""The library, along its walk."""
