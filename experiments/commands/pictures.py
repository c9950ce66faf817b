"""The command that draws the README's pictures; one of them is the screen of `play`."""

from experiments.commands.play.pictures import pictures

__all__ = ["pictures"]
