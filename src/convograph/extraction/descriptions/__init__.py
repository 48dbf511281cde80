"""Noun phrases for people, animals or things that may have a name: "my sister", "the greyhound", "her boss"."""

from convograph.extraction.descriptions.detection import descriptions_in
from convograph.extraction.descriptions.types import Description, DescriptionName

__all__ = ["Description", "DescriptionName", "descriptions_in"]
