"""The mentions of a turn: names, noun phrases and pronouns of the speakers, each with its kind."""

from convograph.extraction.mentions.detection import mentions_in
from convograph.extraction.mentions.kinds import kind_of

__all__ = ["kind_of", "mentions_in"]
