"""Completes questions that refer back to what was said just before: "And why did she leave it?"."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from convograph.graph.turns import speaker_key
from convograph.patterns import lazy_pattern
from convograph.terms import DEFAULT_LANGUAGE, STOP_WORDS, Analyzer

_THINGS = lazy_pattern(
    r"\b(?:it|its|this|these|those)\b"
    r"|\b(?:about|after|before|by|do|did|does|for|from|in|is|like|of|on|was|with)\s+that\b"  # no "said that she left"
    r"|\bthat\W*$",
    re.IGNORECASE,
)
_PEOPLE = lazy_pattern(r"\b(?:he|him|his|she|her|hers|they|them|their|theirs)\b", re.IGNORECASE)
_CAPITALIZED = lazy_pattern(r"[^\W\d_a-z]\w+")
_BEGINS_SENTENCE = lazy_pattern(r"(?:^|[.?!:]\W*)$")


def needed(recent: Sequence[str], question: str, analyzer: Analyzer, speakers: Collection[str]) -> tuple[str, ...]:
    """The parts of `recent` that a question needs to be searched with.

    All texts, if the question refers to a thing ("it") or has no terms of its own; only the names in them, if it refers
    only to people ("she", "he", "they") and names none; else nothing. Other text about these people would distract from
    the question. Pronouns are known only in English; in other languages, all texts are returned. `speakers` are the
    keys of names that count even at the beginning of a sentence.

    >>> needed(["Ana's car broke down."], "What was wrong with it?", Analyzer(), ())
    ("Ana's car broke down.",)
    >>> needed(["When did Ana move?"], "Where does she live now?", Analyzer(), ())
    ('Ana',)
    >>> needed(["When did Ana move?"], "Does Ben like his job?", Analyzer(), ())
    ()
    """
    if analyzer.language != DEFAULT_LANGUAGE or not analyzer.terms(question) or _THINGS.search(question):
        return tuple(recent)
    if not _PEOPLE.search(question) or _names(question, speakers):
        return ()
    return tuple(dict.fromkeys(name for text in recent for name in _names(text, speakers))) or tuple(recent)


def _names(text: str, speakers: Collection[str]) -> list[str]:
    """The capitalized words that do not begin a sentence, and speakers anywhere; no stop words."""
    found = (each for each in _CAPITALIZED.finditer(text) if each[0].casefold() not in STOP_WORDS)
    return [
        each[0]
        for each in found
        if speaker_key(each[0]) in speakers or not _BEGINS_SENTENCE.search(text[: each.start()])
    ]
