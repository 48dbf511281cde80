"""A model of labelled spans that finds what is planted in a text, in place of GLiNER2."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from convograph.extractors.gliner2_model import LabelledSpan, RelatedSpans

Planted = Mapping[str, Sequence[tuple[str, str]]]  # words of a text, by label


@dataclass(frozen=True)
class PlantedModel:
    """Finds the words that are planted, where they stand first, if the label is asked for."""

    words: Mapping[str, str] = field(default_factory=dict)
    pairs: Planted = field(default_factory=dict)
    confidence: Mapping[tuple[str, str], float] = field(default_factory=dict)
    fingerprint: str = "planted"

    def entities(self, texts: Sequence[str], labels: Sequence[str], threshold: float) -> list[list[LabelledSpan]]:
        """Each planted word under its label."""
        return [
            [
                LabelledSpan(label, *place_of(text, words), self.confidence.get((words, label), 0.9))
                for words, label in (
                    (words, label) for label, listed in self.words.items() for words in listed.split("|")
                )
                if words in text and label in labels
            ]
            for text in texts
        ]

    def relations(self, texts: Sequence[str], labels: Sequence[str], threshold: float) -> list[list[RelatedSpans]]:
        """Each planted pair under its label."""
        return [
            [
                RelatedSpans(label, place_of(text, head), place_of(text, tail))
                for label, pairs in self.pairs.items()
                for head, tail in pairs
                if label in labels and head in text and tail in text
            ]
            for text in texts
        ]


def place_of(text: str, words: str) -> tuple[int, int]:
    """Where whole words stand first."""
    found = re.search(rf"\b{re.escape(words)}\b", text)
    assert found is not None, f"{words!r} is not in {text!r}"
    return found.span()
