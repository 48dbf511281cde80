"""The memory of one owner, or those of many: what users of the library hold in their hands."""

from convograph.memory.memories import Memories
from convograph.memory.memory import Memory
from convograph.memory.talk import Talk

__all__ = ["Memories", "Memory", "Talk"]
