"""The memory of one owner: what users of the library hold in their hands."""

from convograph.memory.memory import Memory
from convograph.memory.talk import Talk

__all__ = ["Memory", "Talk"]
