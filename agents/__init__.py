"""Bettors of every kind, played alike over dealt shoes and in the environments."""

from agents.agent import INFORMATION, Agent, AgentError, Limits, Stakes, View
from agents.by_name import make, names

__all__ = ["INFORMATION", "Agent", "AgentError", "Limits", "Stakes", "View", "make", "names"]
