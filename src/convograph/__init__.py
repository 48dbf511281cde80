"""Graph memory for conversational agents: one file, no model call to write, every hit with its sources.

>>> import convograph
>>> memory = convograph.open("memory.db")  # doctest: +SKIP
>>> memory.add([{"speaker": "Ana", "text": "My cat is called Miso."}])  # doctest: +SKIP
>>> memory.recall("What is Ana's cat called?").hits[0].turns[0].text  # doctest: +SKIP
'My cat is called Miso.'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from convograph.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from convograph.build import open_memories
    from convograph.build import open_memory as open  # noqa: A004  # reads as convograph.open at the call
    from convograph.errors import ConvographError
    from convograph.maintenance import backup, restore, scrub, verify
    from convograph.memory import Memories, Memory, Talk
    from convograph.times import parse_said
    from convograph.types import (
        Answer,
        Context,
        Evidence,
        Hit,
        Memo,
        Recall,
        Said,
        Session,
        SessionSummary,
        SourceTurn,
        Stats,
        Turn,
    )

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "Context",
    "ConvographError",
    "Evidence",
    "Hit",
    "Memo",
    "Memories",
    "Memory",
    "Recall",
    "Said",
    "Session",
    "SessionSummary",
    "SourceTurn",
    "Stats",
    "Talk",
    "Turn",
    "backup",
    "open",
    "open_memories",
    "parse_said",
    "restore",
    "scrub",
    "verify",
]

__getattr__ = lazy_exports(
    __name__,
    {
        ".types": (
            "Answer",
            "Context",
            "Evidence",
            "Hit",
            "Memo",
            "Recall",
            "Said",
            "Session",
            "SessionSummary",
            "SourceTurn",
            "Stats",
            "Turn",
        ),
        ".errors": ("ConvographError",),
        ".memory": ("Memories", "Memory", "Talk"),
        ".build": ("open_memory as open", "open_memories"),
        ".maintenance": ("backup", "restore", "scrub", "verify"),
        ".times": ("parse_said",),
    },
)


def __dir__() -> list[str]:
    """The public names, loaded or not."""
    return sorted([*__all__, "__version__"])
