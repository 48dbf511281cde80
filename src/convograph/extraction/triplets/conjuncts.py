"""Coordinated verbs and nouns put where they belong, and what a denial of the first verb says of the second.

"I don't drink and I love running" denies nothing of running; "I don't smoke or drink" denies both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from convograph.extraction.triplets.tree import NEGATIONS
from convograph.syntax import Word

_ALTERNATIVES = frozenset({"or", "nor"})
_OWN_SUBJECTS = frozenset({"i", "we"})
_TAKEN = frozenset({"obj", "iobj", "obl", "xcomp", "ccomp", "advcl"})


def with_conjuncts_in_place(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words with coordinated verbs above their own objects, and none of these below a denied verb before."""
    for place, word in enumerate(words):
        if word.relation != "conj":
            continue
        if _precedes_its_head(words, place):
            words = _turned(words, place)
        if word.tag == "NOUN":
            words = _beside_the_object(words, place)
        if word.tag == "VERB":
            words = _with_its_own(words, place)
    return _without_crossings(words)


def joins_alternatives(words: Sequence[Word], place: int) -> bool:
    """Whether a conjunct stands behind "or" or "nor", so that a denial covers it."""
    return any(word.head == place and word.form.lower() in _ALTERNATIVES for word in words)


def _precedes_its_head(words: tuple[Word, ...], place: int) -> bool:
    """Whether a verb hangs as a conjunct on its own object: "love" of "I swim and love running"."""
    above = words[place].head
    return above > place and words[place].tag == "VERB" and 0 <= words[above].head < place


def _turned(words: tuple[Word, ...], verb: int) -> tuple[Word, ...]:
    taken = words[verb].head
    found = list(words)
    found[verb] = replace(words[verb], head=words[taken].head)
    found[taken] = replace(words[taken], head=verb)
    return tuple(found)


def _beside_the_object(words: tuple[Word, ...], noun: int) -> tuple[Word, ...]:
    """One more object hung on the first: "parrot" of "I got a dog and a parrot"."""
    verb = words[noun].head
    if words[verb].tag != "VERB" or any(word.head == noun and _is_clausal(word) for word in words):
        return words
    objects = [place for place in range(verb, noun) if words[place].head == verb and words[place].relation == "obj"]
    if not objects or any(word.tag in {"VERB", "AUX"} for word in words[objects[-1] : noun]):
        return words
    found = list(words)
    found[noun] = replace(words[noun], head=objects[-1])
    return tuple(found)


def _is_clausal(word: Word) -> bool:
    return word.relation.partition(":")[0] in {"nsubj", "cop", "aux", "case"}


def _with_its_own(words: tuple[Word, ...], verb: int) -> tuple[Word, ...]:
    """What stands behind the second verb taken from a denied first one: "I don't drink and work at Google"."""
    first = words[verb].head
    if first > verb or not _is_denied(words, first) or joins_alternatives(words, verb):
        return words
    return tuple(
        replace(word, head=verb) if place > verb and word.head == first and _is_taken(word) else word
        for place, word in enumerate(words)
    )


def _without_crossings(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words without objects of a denied verb behind "and I", whose clause no tree can be trusted on."""
    found = list(words)
    for point in range(1, len(words)):
        if words[point].form.lower() in _OWN_SUBJECTS and words[point - 1].form.lower() in {"and", "but"}:
            for place in range(point + 1, len(words)):
                if words[place].head < point - 1 and _is_taken(words[place]) and _is_denied(words, words[place].head):
                    found[place] = replace(words[place], relation="dep")
    return tuple(found)


def _is_denied(words: tuple[Word, ...], place: int) -> bool:
    return any(word.head == place and word.form.lower() in NEGATIONS for word in words) and place >= 0


def _is_taken(word: Word) -> bool:
    return word.relation.partition(":")[0] in _TAKEN
