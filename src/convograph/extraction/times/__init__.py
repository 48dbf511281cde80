"""Temporal expressions found and resolved by rules."""

from __future__ import annotations

from convograph.extraction.times.display import show_day, show_when
from convograph.extraction.times.recognition import TimeMention, intervals_in, times_in
from convograph.extraction.types import Tense

__all__ = ["Tense", "TimeMention", "intervals_in", "show_day", "show_when", "times_in"]
