"""The command that plays a shoe in the terminal."""

from experiments.commands.play.session import play

__all__ = ["play"]
