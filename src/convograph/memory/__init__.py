"""The memory of one owner, or those of many: what users of the library hold in their hands."""

from convograph.memory.live_turns import AppendOptions
from convograph.memory.memories import Memories
from convograph.memory.memory import Memory
from convograph.memory.moments import Moment
from convograph.memory.query_options import RecallOptions, Where
from convograph.memory.talk import Talk

__all__ = ["AppendOptions", "Memories", "Memory", "Moment", "RecallOptions", "Talk", "Where"]
