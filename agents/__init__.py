"""Bettors of every kind, played alike over dealt shoes and in the environments."""

from agents.agent import INFORMATION, Agent, Limits, Stakes, View

__all__ = ["INFORMATION", "Agent", "Limits", "Stakes", "View"]
