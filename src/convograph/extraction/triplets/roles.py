"""Nouns that stand with "be": occupations, tastes, ages, values of attributes, kinds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from convograph.extraction.lexicon import word_list
from convograph.extraction.triplets.arguments import Argument, argument, bare
from convograph.extraction.triplets.attributes import attributed
from convograph.extraction.triplets.clauses import Clause
from convograph.extraction.triplets.obliques import obliques
from convograph.extraction.triplets.reading import Reading
from convograph.extraction.triplets.statements import Statement, being, related, stated

_LOVERS = frozenset({"fan", "lover", "enthusiast", "person"})
_OF_SOMETHING = frozenset({"fan", "lover", "part", "member", "type", "kind"})  # empty without what they are of
# Ends of words for occupations that no list can hold: "cardiologist", "shopkeeper".
_OCCUPATION_ENDINGS = tuple("ologist ician iatrist therapist keeper maker smith worker writer trader trainer".split())
_AGING = frozenset({"person", "animal"})


def of_noun(reading: Reading, clause: Clause, subject: Argument, place: int) -> Iterator[Statement]:
    """What somebody or something is: (Ana, occupation, nurse), (Tom, age, 10), (Bruno, is, beagle)."""
    tree, group = reading.tree, clause.group
    lemma = tree.lemma(place)
    if lemma in _OF_SOMETHING or (lemma in _LOVERS and tree.first(place, "compound") is not None):
        yield from _of_something(reading, clause, subject, place)
        return
    if subject.kind == "person" and (lemma in word_list("jobs") or lemma.endswith(_OCCUPATION_ENDINGS)):
        yield from _occupation(reading, clause, subject, place)
        return
    target = argument(reading, place, subject.text)
    if target is None or target.text == subject.text:
        return
    values = attributed(reading, clause, subject, target)
    if values:
        yield from values
    elif tree.words[place].tag == "NUM" and subject.kind in _AGING and not group.before:
        yield stated(clause, subject, "age", "be", replace(target, kind="time"))
    else:
        yield being(clause, subject, target)


def _of_something(reading: Reading, clause: Clause, subject: Argument, place: int) -> Iterator[Statement]:
    """A taste or a share: "a rugby fan", "a fan of jazz", "a member of the choir"."""
    tree = reading.tree
    core = f"be {tree.lemma(place)}"
    liked = tree.first(place, "compound") if tree.lemma(place) in _LOVERS else None
    named = argument(reading, liked) if liked is not None else None
    pairs = [("be fan of", named)] if named is not None else obliques(reading, place, core, subject.text, base="nmod")
    for words, target in pairs:
        yield related(reading, clause, subject, words, target)


def _occupation(reading: Reading, clause: Clause, subject: Argument, place: int) -> Iterator[Statement]:
    """What somebody works as, and where: (Ana, occupation, nurse), (Ana, be nurse at, St. Mary's)."""
    target = bare(reading, place, subject.text)
    if target is None or target.text == subject.text:
        return
    values = attributed(reading, clause, subject, target)
    statement = being(clause, subject, target)
    yield from values or [statement if clause.group.before else replace(statement, relation="occupation")]
    for base in ("nmod", "obl"):
        for words, other in obliques(reading, place, f"be {reading.tree.lemma(place)}", subject.text, base=base):
            yield related(reading, clause, subject, words, other)
