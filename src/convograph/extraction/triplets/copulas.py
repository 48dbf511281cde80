"""What stands with "be": occupations, feelings, ages, places, favorites, and whatever else something is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from convograph.extraction.triplets.arguments import Argument, activity, argument, clause_text
from convograph.extraction.triplets.attributes import attributed
from convograph.extraction.triplets.clauses import Clause, denied_by
from convograph.extraction.triplets.prepositions import preposition
from convograph.extraction.triplets.qualities import of_quality
from convograph.extraction.triplets.reading import Reading
from convograph.extraction.triplets.roles import of_noun
from convograph.extraction.triplets.statements import Statement, being, related


def of_copula(reading: Reading, clause: Clause) -> Iterator[Statement]:
    """The statements of a clause whose predicate stands with "be", for each of its subjects."""
    tree, place = reading.tree, clause.group.last
    if tree.bases[place] == "vocative":
        return
    for subject in clause.subjects:
        if tree.words[place].tag == "VERB" and not tree.has(place, "Tense=Past"):
            target = _equated(reading, place)
            if target is not None:
                said = _apart_from(clause) if len(tree.below(place, "nsubj")) > 1 else clause
                yield from attributed(reading, said, subject, target) or [being(said, subject, target)]
            continue
        for each in tree.with_conjuncts(place):
            if each == place or not tree.is_predicate(each):
                yield from _predicate(reading, denied_by(tree, clause, each), subject, each)


def _apart_from(clause: Clause) -> Clause:
    """A clause whose predicate is a clause with verbs of its own: "My advice is that you should rest"."""
    return replace(clause, group=replace(clause.group, before=(), negated=False, modality=None))


def _equated(reading: Reading, place: int) -> Argument | None:
    """An activity or a clause that something is: "to open a studio", "that Ben helped"."""
    tree = reading.tree
    subjects = tree.below(place, "nsubj")
    if len(subjects) < 2:
        return activity(reading, place)
    outside = [subjects[0], *tree.below(place, "cop")]
    return clause_text(reading, place, without=outside)


def _predicate(reading: Reading, clause: Clause, subject: Argument, place: int) -> Iterator[Statement]:
    tree = reading.tree
    words = preposition(tree, place) or preposition(tree, clause.group.last)
    if words:
        yield from _behind_preposition(reading, clause, subject, place, words)
    elif tree.words[place].tag in {"ADJ", "VERB", "ADV"}:
        yield from of_quality(reading, clause, subject, place)
    else:
        yield from of_noun(reading, clause, subject, place)


def _behind_preposition(
    reading: Reading, clause: Clause, subject: Argument, place: int, words: str
) -> Iterator[Statement]:
    """A place, an origin, a topic, a time: "I'm from Spain", "The book is about war", "My birthday is in June"."""
    target = argument(reading, place, subject.text)
    if target is None:
        return
    values = attributed(reading, clause, subject, target)
    if values:
        yield from values
        return
    statement = related(reading, clause, subject, f"be {words}", target)
    located = target.kind == "place" and not clause.group.before and words in {"in", "at"}
    yield replace(statement, relation="location") if located else statement
