"""Times that words name, read by rules."""

from __future__ import annotations

from convograph.extraction.times.finding import times_in
from convograph.extraction.times.mention import TimeMention
from convograph.extraction.times.showing import show_when
from convograph.extraction.types import Tense

__all__ = ["Tense", "TimeMention", "show_when", "times_in"]
