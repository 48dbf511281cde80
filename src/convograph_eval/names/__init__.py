"""Labelled names: the entity that a span of a turn mentions, for measuring entity resolution.

labels ──┐
turns  ──┴─ joined ──▶ NamedConversation: a conversation, and its mentions with their entities
"""

from convograph_eval.names.labels import NamedConversation, NamedMention, read_names
from convograph_eval.names.made import read_made

__all__ = ["NamedConversation", "NamedMention", "read_made", "read_names"]
