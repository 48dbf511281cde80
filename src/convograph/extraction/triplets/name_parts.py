"""Names whose parts the parser leaves apart: "my friend Tom" as two subjects, "Miss June" as a title and a date."""

from __future__ import annotations

from dataclasses import replace

from convograph.extraction.lexicon import word_list
from convograph.extraction.mentions.names import is_letter
from convograph.syntax import Word

_TITLED = frozenset({"nmod:unmarked", "obl:unmarked"})


def with_joined_names(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words with each name attached to the noun or title right before it."""
    for place in range(1, len(words)):
        relation = _relation_before(words, place)
        if relation is not None:
            joined = replace(words[place], head=place - 1, relation=relation)
            words = (*words[:place], joined, *words[place + 1 :])
            if relation == "appos":
                words = (*words[: place - 1], replace(words[place - 1], tag="NOUN"), *words[place:])
    return words


def with_letters_apart(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words with letters attached to the thing before, not as initials to the name after: "plan B. Tom agrees"."""
    for place in range(1, len(words) - 1):
        letter, name = words[place], words[place + 1]
        if name.tag != "PROPN" or name.head != place or not is_letter(words, place):
            continue
        moved = [replace(word, head=place + 1) if word.head == place else word for word in words]
        moved[place] = replace(letter, head=place - 1, relation="flat") if letter.head != place - 1 else letter
        moved[place + 1] = replace(name, head=letter.head, relation=letter.relation)
        words = tuple(moved)
    return words


def _relation_before(words: tuple[Word, ...], place: int) -> str | None:
    """The relation of a name to the word before it; `None` if there is none, or the parse already has it."""
    noun, name = words[place - 1], words[place]
    if name.tag != "PROPN":
        return None
    if name.head == place - 1 and name.relation in _TITLED and noun.lemma.lower() in word_list("titles"):
        return "flat"
    both = noun.relation.startswith("nsubj") and name.relation.startswith("nsubj") and noun.head == name.head
    mistagged = noun.tag == "ADJ" and name.head == place - 1 and name.relation == "appos"
    return "appos" if (both or mistagged) and noun.lemma.lower() in word_list("related") else None
