"""Cuts a conversation into pieces: turns into sentences, sessions into units. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from convograph.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from convograph.segmentation.cuts import cut_spans
    from convograph.segmentation.sentences import FINGERPRINT, MAX_SENTENCE, sentence_spans
    from convograph.segmentation.units import (
        BLOCK_TURNS,
        BRIEF_WORDS,
        DIALOGUE_UNITS,
        REQUEST_WORDS,
        TOOL,
        Spoken,
        grouped,
        grouping,
        is_assistant,
        is_role,
        is_tool,
        is_user,
        line,
        rounds,
    )

__all__ = [
    "BLOCK_TURNS",
    "BRIEF_WORDS",
    "DIALOGUE_UNITS",
    "FINGERPRINT",
    "MAX_SENTENCE",
    "REQUEST_WORDS",
    "TOOL",
    "Spoken",
    "cut_spans",
    "grouped",
    "grouping",
    "is_assistant",
    "is_role",
    "is_tool",
    "is_user",
    "line",
    "rounds",
    "sentence_spans",
]

__getattr__ = lazy_exports(
    __name__,
    {
        ".cuts": ("cut_spans",),
        ".sentences": ("FINGERPRINT", "MAX_SENTENCE", "sentence_spans"),
        ".units": (
            "BLOCK_TURNS",
            "BRIEF_WORDS",
            "DIALOGUE_UNITS",
            "REQUEST_WORDS",
            "TOOL",
            "Spoken",
            "grouped",
            "grouping",
            "is_assistant",
            "is_role",
            "is_tool",
            "is_user",
            "line",
            "rounds",
        ),
    },
)
