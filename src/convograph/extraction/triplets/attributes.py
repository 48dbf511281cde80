"""Clauses that give a value to what somebody has: "My favorite food is pizza", "Tom is my brother"."""

from __future__ import annotations

from dataclasses import replace

from convograph.extraction.lexicon import word_list
from convograph.extraction.triplets.arguments import Argument
from convograph.extraction.triplets.clauses import Clause
from convograph.extraction.triplets.possessives import belongs, described, owner_of
from convograph.extraction.triplets.prepositions import preposition
from convograph.extraction.triplets.reading import Reading
from convograph.extraction.triplets.statements import Statement, stated

_LABELS = {"job": "occupation", "profession": "occupation", "occupation": "occupation", "career": "occupation"}


def attributed(reading: Reading, clause: Clause, subject: Argument, value: Argument) -> list[Statement]:
    """The triplet of the owner, where subject or predicate is something of somebody's; none elsewhere.

    (Ana, favorite food, pizza) for "My favorite food is pizza" and for "Pizza is my favorite food", (Ana, brother,
    Tom) for "Tom is my brother", (Ana, sister, Maria) for "My sister's name is Maria".
    """
    if clause.group.before:
        return []
    for noun, other in ((_one_of(reading, subject.head), value), (_one_of(reading, value.head), subject)):
        found = _value(reading, clause, noun, other)
        if found:
            return found
    return []


def _value(reading: Reading, clause: Clause, noun: int, other: Argument) -> list[Statement]:
    tree = reading.tree
    if tree.words[noun].tag == "PRON":
        return []
    owner = owner_of(reading, noun)
    if owner is None or owner.text == other.text:
        return []
    lemma = tree.lemma(noun)
    is_name = tree.words[other.head].tag == "PROPN" and not preposition(tree, other.head)
    if lemma == "name":
        return _called(reading, noun, owner, other)
    if is_name and lemma in word_list("related", "animals"):
        return list(belongs(reading, noun, owner, replace(other, kind=reading.kind_of(noun))))
    if _is_favorite(reading, noun) or (
        lemma in word_list("attributes") and (noun < other.head or other.kind != "person")
    ):
        relation = described(reading, noun)
        return [stated(clause, owner, _LABELS.get(lemma, relation), relation, other)]
    return []


def _called(reading: Reading, noun: int, owner: Argument, name: Argument) -> list[Statement]:
    """Whose name it is: that of "my sister's name", and of "my cats name", as people type."""
    tree = reading.tree
    owned = owner_of(reading, owner.head)
    if owned is not None:
        return list(belongs(reading, owner.head, owned, replace(name, kind=reading.kind_of(owner.head))))
    typed = tree.first(noun, "compound")
    if typed is not None and tree.lemma(typed) in word_list("related", "animals"):
        return list(belongs(reading, typed, owner, replace(name, kind=reading.kind_of(typed))))
    return [Statement(owner, "name", "name", name)]


def _is_favorite(reading: Reading, noun: int) -> bool:
    tree = reading.tree
    return any(tree.lemma(each) in word_list("favorites") for each in [noun, *tree.below(noun, "amod")])


def _one_of(reading: Reading, noun: int) -> int:
    """What is meant by the "one" of "one of my favorite places"."""
    tree = reading.tree
    return next(iter(tree.below(noun, "nmod")), noun) if tree.lemma(noun) == "one" else noun
