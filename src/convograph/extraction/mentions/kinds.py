"""The kind of the phrase that a word heads."""

from __future__ import annotations

import re
from collections.abc import Sequence

from convograph.extraction.lexicon import word_list
from convograph.extraction.mentions.name_kinds import name_kind
from convograph.extraction.mentions.names import familiar_words, name_around
from convograph.extraction.mentions.noun_kinds import noun_kind
from convograph.extraction.types import EntityKind, ParsedSentence
from convograph.patterns import lazy_pattern
from convograph.syntax import Word

_TIME_NUMBER = lazy_pattern(
    r"(?:19|20)\d\d(?:s|-\d\d-\d\d)?|\d{1,2}(?::\d\d)?\s?[ap]\.?m\.?|\d{1,2}:\d\d", re.IGNORECASE
)


def kind_of(sentence: ParsedSentence, head: int, participants: tuple[str, ...]) -> EntityKind:
    """The kind of the phrase headed by the word at `head`.

    `participants` are the speakers' names: they are people, also in lower case. Verbs are activities ("enjoy hiking"),
    pronouns people or things, adverbs times, places or things, numbers times or things; see `noun_kind` for the rest.
    """
    words = sentence.parse.words
    name = name_around(words, head, familiar_words(participants))
    if name is not None:
        return name_kind(words, name, participants)[0]
    return _kind_of_word(words, head)


def _kind_of_word(words: Sequence[Word], head: int) -> EntityKind:
    word = words[head]
    lower = word.form.lower()
    match word.tag:
        case "PRON" | "DET":
            return "person" if lower in word_list("people_pronouns") else "thing"
        case "VERB":
            return "activity"
        case "ADV":
            return (
                "time"
                if lower in word_list("time_adverbs")
                else "place"
                if lower in word_list("place_adverbs")
                else "thing"
            )
        case "NUM":
            return "time" if _TIME_NUMBER.fullmatch(word.form) else "thing"
        case _:
            return noun_kind(words, head)
