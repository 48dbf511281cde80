"""Clauses as objects: "that yoga helps" of "I think that yoga helps"."""

from __future__ import annotations

from convograph.extraction.triplets.arguments import argument
from convograph.extraction.triplets.reading import RELATIVE, Reading

_POINTING = frozenset({"this", "that", "these", "those", "there", "it"})


def says_something(reading: Reading, place: int) -> bool:
    """Whether a clause is about something known: not "that it works", not "so", not "what you mean"."""
    tree = reading.tree
    if not tree.is_predicate(place):
        return False
    subject = tree.first(place, "nsubj", "csubj", "expl")
    if subject is None:
        return False
    word = tree.words[subject]
    if word.tag not in {"PRON", "DET"}:
        return True
    return word.form.lower() not in _POINTING | RELATIVE and argument(reading, subject) is not None
