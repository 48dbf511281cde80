"""Names that call somebody, where a tree takes them for what is said: "Your art is amazing, Caroline"."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from convograph.extraction.lexicon import word_list
from convograph.syntax import Word

_SAID = frozenset({"ADJ", "VERB", "NOUN", "PROPN"})
_ABOUT = frozenset({"nsubj", "cop", "aux", "csubj", "expl"})


def with_vocatives(words: tuple[Word, ...], people: Collection[str]) -> tuple[Word, ...]:
    """The words with each participant's name behind a comma below the predicate, not above it."""
    names = {part for person in people for part in (person.casefold(), *person.casefold().split()[:1])}
    for place, word in enumerate(words):
        if word.form.casefold() not in names or not _stands_behind_a_comma(words, place):
            continue
        if _is_called(words, place):
            words = _called(words, place)
        elif _trails(words, place):
            words = (*words[:place], replace(words[place], relation="vocative"), *words[place + 1 :])
    return words


def _stands_behind_a_comma(words: tuple[Word, ...], place: int) -> bool:
    """Whether a name is set apart, and nothing but a mark follows."""
    apart = place > 1 and words[place - 1].form == ","
    return apart and all(word.tag == "PUNCT" for word in words[place + 1 : place + 2])


def _trails(words: tuple[Word, ...], place: int) -> bool:
    """Whether a name hangs like one more predicate on what is said, and is not that of "my sister, Maria"."""
    above = words[place].head
    if words[place].relation not in {"conj", "appos", "flat"} or words[above].lemma.lower() in word_list("related"):
        return False
    return any(word.head == above and word.relation == "cop" for word in words)


def _is_called(words: tuple[Word, ...], place: int) -> bool:
    """Whether a name has words of the clause below it."""
    clausal = {each.head for each in words[: place - 1] if each.relation.partition(":")[0] in _ABOUT}
    above = {place} | {each for each in range(place - 1) if words[each].head == place}
    return bool(clausal & above)


def _called(words: tuple[Word, ...], name: int) -> tuple[Word, ...]:
    said = [each for each in range(name - 1) if words[each].head == name and words[each].tag in _SAID]
    said = [each for each in said if words[each].relation.partition(":")[0] not in _ABOUT]
    found = list(words)
    if not said:
        found[name] = replace(words[name], relation="vocative")
        return tuple(found)
    predicate = said[-1]
    for place, word in enumerate(words):
        if word.head == name:
            found[place] = replace(word, head=predicate)
    found[predicate] = replace(words[predicate], head=words[name].head, relation=words[name].relation)
    found[name] = replace(words[name], head=predicate, relation="vocative")
    return tuple(found)
