"""Models that follow a script, for tests and demonstrations: a real server, and an in-process model."""

from __future__ import annotations

from convograph.llm.scripted.behaviours import (
    Behaviour,
    Compressed,
    Drip,
    Fail,
    Garble,
    HangUp,
    ReceivedRequest,
    Refuse,
    Say,
    Script,
    Vectors,
    refusing_formats,
)
from convograph.llm.scripted.model import ScriptedChat
from convograph.llm.scripted.server import ScriptedServer

__all__ = [
    "Behaviour",
    "Compressed",
    "Drip",
    "Fail",
    "Garble",
    "HangUp",
    "ReceivedRequest",
    "Refuse",
    "Say",
    "Script",
    "ScriptedChat",
    "ScriptedServer",
    "Vectors",
    "refusing_formats",
]
