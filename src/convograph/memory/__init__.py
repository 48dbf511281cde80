"""The memory of one owner, or of many: the objects that users of the library work with."""

from convograph.memory.forgetting.forget_selection import ForgetOptions
from convograph.memory.memories import Memories
from convograph.memory.memory import Memory
from convograph.memory.moments import Moment
from convograph.memory.recalling.query_options import RecallOptions, Where
from convograph.memory.storing.live_turns import AppendOptions
from convograph.memory.talk import Talk

__all__ = ["AppendOptions", "ForgetOptions", "Memories", "Memory", "Moment", "RecallOptions", "Talk", "Where"]
