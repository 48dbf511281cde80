"""Names in a script: which speaker a name refers to, and its gender."""

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
    """A name that refers to nobody in particular; its text is the reason."""


def naming(scenes: Sequence[Scene], full_names: Mapping[str, str]) -> Callable[[str], str]:
    """A function that returns the script's name for a name, using `full_names` of speakers where they are known.

    A speaker's own name stays. A speaker's first name with another surname may be somebody else ("Susan Sarandon" where
    Susan Bunch is Susan), so it is rejected; if no full names are known, it is taken for the speaker. "The Man",
    "Doctor", "Bank Officer" and lower-case words are not names. For these, the function raises `UnknownNameError`.
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
    """The gender of a name, by its first name or a title before it; `None` if unknown.

    >>> gender_of("Ross"), gender_of("Mrs. Waltham"), gender_of("Gunther")
    ('he', 'she', None)
    """
    first = name.split(maxsplit=1)[0].lower()
    found = word_table("titles").get(first) or word_table("first_names").get(first)
    return "she" if found == "she" else "he" if found == "he" else None
