"""Names of a script: who is meant by one, and whether it is hers or his."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal

from convograph.extraction.lexicon import word_list, word_table
from convograph_eval.dialsim.shows.types import Scene

Gender = Literal["she", "he"]

NOT_NAMED: Final = "somebody without a name"
OF_TWO: Final = "a name that two may have"

_ARTICLES: Final = frozenset({"a", "an", "the"})


class UnknownNameError(Exception):
    """A name that tells nobody; its text is the reason."""


def naming(scenes: Sequence[Scene], full_names: Mapping[str, str]) -> Callable[[str], str]:
    """Names as the script has them, by `full_names` of its speakers where they are known.

    A speaker's own name stays. A first name with another surname is somebody else's ("Susan Sarandon" where Susan
    Bunch is Susan), and which of the two a scene means is not clear; without known full names, it is the speaker's.
    "The Man", "Doctor" and "Bank Officer" are no names, and neither is what has no capital letter. What is made raises
    `UnknownNameError`.
    """
    nouns = word_list("person_nouns")
    speakers = {one.speaker for scene in scenes for one in scene.utterances}
    without_full_names = speakers - set(full_names.values())

    def named(name: str) -> str:
        words = name.split()
        known = full_names.get(name)
        if known is not None or name in without_full_names:
            name = known or name
        elif words[0] in speakers and gender_of(words[0]) is not None:
            if full_names and len(words) > 1:
                raise UnknownNameError(OF_TWO)
            return words[0]
        if words[-1].lower() in nouns or words[0].lower() in _ARTICLES or not words[0][0].isupper():
            raise UnknownNameError(NOT_NAMED)
        return name

    return named


def gender_of(name: str) -> Gender | None:
    """Hers or his, by the first name or a title before it; `None` if neither tells.

    >>> gender_of("Ross"), gender_of("Mrs. Waltham"), gender_of("Gunther")
    ('he', 'she', None)
    """
    first = name.split(maxsplit=1)[0].lower()
    found = word_table("titles").get(first) or word_table("first_names").get(first)
    return "she" if found == "she" else "he" if found == "he" else None
