"""Graph memory for conversational agents: one file, no model call to write, every hit with its sources.

>>> import convograph
>>> memory = convograph.open("memory.db")  # doctest: +SKIP
>>> memory.add([{"speaker": "Ana", "text": "My cat is called Miso."}])  # doctest: +SKIP
>>> memory.recall("What is Ana's cat called?").hits[0].turns[0].text  # doctest: +SKIP
'My cat is called Miso.'
"""

from convograph.build import open_memory as open  # noqa: A004  # reads as convograph.open at the call
from convograph.errors import ConvographError
from convograph.memory import Memory
from convograph.types import Answer, Context, Evidence, Hit, Recall, Said, Session, SourceTurn, Stats, Turn

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "Context",
    "ConvographError",
    "Evidence",
    "Hit",
    "Memory",
    "Recall",
    "Said",
    "Session",
    "SourceTurn",
    "Stats",
    "Turn",
    "open",
]
