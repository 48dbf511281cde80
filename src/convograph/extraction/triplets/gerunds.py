"""The -ing form of a verb, so that "like to swim" and "like swimming" name one thing."""

from __future__ import annotations

import re

# One syllable, one vowel, one consonant at the end that can be doubled: "swim", "jog".
_DOUBLED = re.compile(r"[^aeiou]*(?:qu)?[aeiou][bdgklmnprtvz]")
_STRESSED_AT_THE_END = frozenset(
    {"begin", "forget", "prefer", "refer", "admit", "commit", "submit", "control", "equip"}
)


def gerund(lemma: str) -> str:
    """The -ing form.

    >>> [gerund(verb) for verb in ("swim", "dance", "lie", "see", "paint", "play")]
    ['swimming', 'dancing', 'lying', 'seeing', 'painting', 'playing']
    """
    if lemma.endswith("ie"):
        return lemma[:-2] + "ying"
    if lemma.endswith("e") and not lemma.endswith(("ee", "oe", "ye")) and len(lemma) > 2:
        return lemma[:-1] + "ing"
    if lemma in _STRESSED_AT_THE_END or _DOUBLED.fullmatch(lemma):
        return lemma + lemma[-1] + "ing"
    return lemma + "ing"
