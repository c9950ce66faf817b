"""The command that writes the lesson for a class."""

from experiments.lesson.command import lesson

__all__ = ["lesson"]
