"""Bettors of every kind, played alike over dealt shoes and in the environments."""

from agents.agent import INFORMATION, Agent, AgentError, Limits, Stakes, View
from agents.by_name import make, names
from agents.one_table import OneShoe, OneTable

__all__ = [
    "INFORMATION",
    "Agent",
    "AgentError",
    "Limits",
    "OneShoe",
    "OneTable",
    "Stakes",
    "View",
    "make",
    "names",
]
