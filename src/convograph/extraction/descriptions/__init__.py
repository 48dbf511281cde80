"""Noun phrases that stand for somebody or something with a name: "my sister", "the greyhound", "her boss"."""

from convograph.extraction.descriptions.detection import descriptions_in
from convograph.extraction.descriptions.types import Description, DescriptionName

__all__ = ["Description", "DescriptionName", "descriptions_in"]
