"""Who and what a turn speaks of: names, noun phrases, speakers, each with its kind."""

from convograph.extraction.mentions.finding import mentions_in
from convograph.extraction.mentions.kinds import kind_of

__all__ = ["kind_of", "mentions_in"]
