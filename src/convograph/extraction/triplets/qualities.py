"""Adjectives that stand with "be": feelings, ages, measures, and what they are about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from convograph.extraction.lexicon import word_list
from convograph.extraction.triplets.actions import of_verb
from convograph.extraction.triplets.arguments import Argument, clause_text, quality
from convograph.extraction.triplets.attributes import attributed
from convograph.extraction.triplets.clauses import Clause
from convograph.extraction.triplets.obliques import obliques
from convograph.extraction.triplets.reading import Reading
from convograph.extraction.triplets.reported import says_something
from convograph.extraction.triplets.statements import Statement, being, related, stated
from convograph.extraction.triplets.tree import Tree
from convograph.extraction.triplets.verbs import verb_group

_FEELING = frozenset({"person", "animal"})
_UNITS = frozenset("foot inch meter metre cm mile kilometer km pound kilo kg year month week".split())


def of_quality(reading: Reading, clause: Clause, subject: Argument, place: int) -> Iterator[Statement]:
    """An adjective, and what it is about: (Ana, emotion, excited), (Ana, be excited about, trip)."""
    tree = reading.tree
    form = tree.words[place].form.lower()
    years = _years(tree, place)
    if years is not None:
        yield stated(clause, subject, "age", "be", Argument(tree.words[years].form, "time", years, (years, place)))
        return
    values = attributed(reading, clause, subject, quality(tree, place))
    if values:
        yield from values
        return
    about = list(_about(reading, clause, subject, place, form))
    feels = form in word_list("emotions") and subject.kind in _FEELING and not clause.group.before
    if (
        feels
        or form in word_list("life_states")
        or not (about or form in word_list("empty_qualities") or tree.words[place].tag == "ADV")
    ):
        statement = being(clause, subject, Argument(_compared(tree, place), "thing", place, (place, place)))
        yield replace(statement, relation="emotion") if feels else statement
    yield from about


def _about(reading: Reading, clause: Clause, subject: Argument, place: int, form: str) -> Iterator[Statement]:
    """What stands behind an adjective: nouns, verbs ("be excited to see"), clauses ("be sure that …")."""
    tree, group = reading.tree, clause.group
    core = f"be {form}"
    for words, target in obliques(reading, place, core, subject.text):
        yield related(reading, clause, subject, words, target)
    for child in tree.below(place, "xcomp", "advcl", "ccomp"):
        if tree.is_predicate(child) and tree.marked_to(child) and tree.first(child, "nsubj") is None:
            yield from _verb_behind(reading, clause, subject, child, core)
        elif tree.bases[child] == "ccomp" and says_something(reading, child):
            said = clause_text(reading, child)
            if said is not None:
                yield stated(clause, subject, group.phrase(core), group.phrase(core), said)


def _verb_behind(reading: Reading, clause: Clause, subject: Argument, place: int, core: str) -> Iterator[Statement]:
    group = clause.group
    inner = verb_group(reading.tree, place)
    if inner.core:
        chained = replace(inner, before=(*group.before, core, "to", *inner.before), tense=group.tense)
        yield from of_verb(reading, replace(clause, group=chained, subjects=(subject,), gap=None))


def _years(tree: Tree, place: int) -> int | None:
    """The number of "10 years old"."""
    if tree.lemma(place) != "old":
        return None
    measures = [child for child in tree.children[place] if tree.lemma(child) in {"year", "yr", "month", "week"}]
    return next((number for child in measures for number in tree.below(child, "nummod")), None)


def _compared(tree: Tree, place: int) -> str:
    """An adjective with what turns it: "not" stays with the verb, "more tired" and "color blind" stay together."""
    words = [
        child
        for child in tree.children[place]
        if child < place
        and (tree.bases[child] in {"compound", "amod"} or tree.lemma(child) in {"more", "most", "less", "least", "too"})
    ]
    measures = [child for child in tree.below(place, "obl") if child < place and tree.lemma(child) in _UNITS]
    words = [*(each for child in measures for each in tree.subtree(child)), *words]
    return " ".join(tree.words[each].form.lower() for each in [*words, place])
