"""What a verb says of its subject: its objects, those behind prepositions, its states, its clauses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from convograph.extraction.triplets.arguments import (
    Argument,
    activity,
    argument,
    arguments,
    clause_text,
)
from convograph.extraction.triplets.clauses import Clause
from convograph.extraction.triplets.gerunds import gerund
from convograph.extraction.triplets.names import name_beside
from convograph.extraction.triplets.obliques import obliques
from convograph.extraction.triplets.prepositions import preposition
from convograph.extraction.triplets.reading import Reading
from convograph.extraction.triplets.reported import says_something
from convograph.extraction.triplets.statements import Statement, related, stated
from convograph.extraction.triplets.tree import Tree
from convograph.extraction.triplets.vocabulary import label
from convograph.extraction.triplets.word_lists import (
    DISLIKING,
    EMOTIONS,
    FILLERS,
    HABITS,
    LIFE_STATES,
    LIGHT,
    LIKING,
    RELATED,
)

_BESIDE = frozenset({"at", "in", "near", "with"})
_Pair = tuple[str, Argument]  # the last words of a relation, and what stands behind them

# Verbs that leave open what happens when they stand alone: "want to go".
_EMPTY_ALONE = frozenset("go come do be see say know tell wait hear help get stop try happen talk look".split())


def of_verb(reading: Reading, clause: Clause) -> Iterator[Statement]:
    """The statements of a clause with a verb, for each of its subjects."""
    if reading.tree.lemma(clause.group.last) in FILLERS:
        return
    clause = _denied_by_object(reading.tree, clause)
    for subject in clause.subjects:
        yield from _feelings(reading, clause, subject)
        yield from _outing(reading, clause, subject)
        yield from _habit(reading, clause, subject)
        pairs = [pair for pair in _pairs(reading, clause, subject.text) if pair[1].text != subject.text]
        for core, target in pairs:
            yield _complement(reading, clause, subject, core, target)
        if not pairs:
            yield from _alone(reading, clause, subject)


def _denied_by_object(tree: Tree, clause: Clause) -> Clause:
    """With the "no" of an object moved to the verb: "I have no siblings"."""
    group = clause.group
    place = tree.first(group.last, "obj")
    if group.negated or place is None or all(tree.lemma(child) != "no" for child in tree.below(place, "det")):
        return clause
    return replace(clause, group=replace(group, before=(*group.before, "not"), negated=True))


def _feelings(reading: Reading, clause: Clause, subject: Argument) -> Iterator[Statement]:
    """What somebody is by a participle that is read as a passive: "I'm exhausted", "I was inspired by her"."""
    group, place = clause.group, clause.group.last
    form = reading.tree.words[place].form.lower()
    if group.core.startswith("be ") and subject.kind == "person" and not group.before:
        state = Argument(form, "thing", place, (place, place))
        if form in EMOTIONS | LIFE_STATES:
            yield stated(clause, subject, "emotion" if form in EMOTIONS else "is", "be", state)


def _outing(reading: Reading, clause: Clause, subject: Argument) -> Iterator[Statement]:
    """What somebody goes to do: (Ana, go, hiking)."""
    tree, group = reading.tree, clause.group
    if group.last != group.first and group.before[-1] == "go" and tree.is_loose_gerund(group.last):
        done = activity(reading, group.last)
        if done is not None:
            before = " ".join(group.before)
            yield stated(clause, subject, before, before, done)


def _habit(reading: Reading, clause: Clause, subject: Argument) -> Iterator[Statement]:
    """What somebody does now and then, or is about to: (Ana, hobby, hunting) for "I hunt deer"."""
    tree, group = reading.tree, clause.group
    verb = tree.words[group.last]
    if tree.lemma(group.last) not in HABITS or subject.kind != "person" or group.before or group.tense != "present":
        return
    going_on = verb.form.lower().endswith("ing")
    if going_on and tree.first(group.last, "obj") is not None:
        return  # what is done tells more
    done = Argument(gerund(tree.lemma(group.last)), "activity", group.last, (group.last, group.last))
    yield stated(clause, subject, "current_activity" if going_on else "hobby", group.core, done)


def _complement(reading: Reading, clause: Clause, subject: Argument, core: str, target: Argument) -> Statement:
    group, tree = clause.group, reading.tree
    statement = related(reading, clause, subject, core, target)
    noun = tree.lemma(target.head)
    if group.negated and core in LIKING and group.modality is None:
        return replace(statement, relation="dislikes")
    if group.before:
        return statement
    if core == "have" and noun in RELATED and name_beside(reading, target.head) is not None:
        return replace(statement, relation=noun)
    if core == "feel" and target.text in EMOTIONS:
        return replace(statement, relation="emotion")
    return statement


def _pairs(reading: Reading, clause: Clause, owner: str) -> list[_Pair]:
    tree, place, core = reading.tree, clause.group.last, clause.group.core
    object_place = tree.first(place, "obj")
    apart = _circumstances(reading, object_place) if object_place is not None else []
    objects = arguments(reading, object_place, owner, apart) if object_place is not None else []
    found = [(core, target) for target in objects if tree.first(place, "xcomp") is None]
    found += _recipients(reading, place, core, objects, owner)
    found += _completions(reading, place, core, objects, owner)
    found += _clauses(reading, place, core, has_object=object_place is not None)
    found += _into_the_gap(reading, clause, owner)
    light = f"{core} {objects[0].text}" if objects and tree.lemma(place) in LIGHT else core
    found += obliques(reading, place, light, owner, also=apart)
    return found or list(obliques(reading, place, core, owner, times=True))


def _circumstances(reading: Reading, place: int) -> list[int]:
    """Where and with whom, which may hang on the object as well as on the verb: "study biology at Stanford"."""
    tree = reading.tree
    behind = [child for each in tree.with_conjuncts(place) for child in tree.below(each, "nmod")]
    return [
        child
        for child in behind
        if preposition(tree, child) in _BESIDE and reading.kind_of(child) in {"person", "place", "organization"}
    ]


def _recipients(reading: Reading, place: int, core: str, objects: list[Argument], owner: str) -> Iterator[_Pair]:
    """To whom something goes: "give necklace to" Ana."""
    receiver = reading.tree.first(place, "iobj")
    if receiver is not None and (objects or reading.tree.first(place, "obj") is None):
        for target in arguments(reading, receiver, owner):
            yield (f"{core} {objects[0].text} to" if objects else core), target


def _completions(reading: Reading, place: int, core: str, objects: list[Argument], owner: str) -> Iterator[_Pair]:
    """States and activities: "feel accepted", "love hiking", "make Ana feel accepted"."""
    tree = reading.tree
    if core == "feel":
        felt = [child for child in tree.below(place, "advmod") if tree.words[child].form.lower() in EMOTIONS]
        yield from ((core, Argument(tree.words[one].form.lower(), "thing", one, (one, one))) for one in felt)
    if tree.lemma(place) in LIKING | DISLIKING:
        each = (activity(reading, one) for one in _liked(tree, place))
        yield from ((core, one) for one in each if one is not None)
        return
    for child in tree.below(place, "xcomp"):
        if objects:
            target = clause_text(reading, child)
            if target is not None and target.text != objects[0].text:
                yield f"{core} {objects[0].text}", target
        elif tree.first(place, "obj") is None:
            for each_state in tree.with_conjuncts(child):
                target = _state(reading, each_state, owner)
                if target is not None:
                    yield core, target


def _liked(tree: Tree, place: int) -> list[int]:
    """The activities that somebody likes or not, wherever they hang: "like chess and playing games"."""
    verbs = [child for child in tree.below(place, "xcomp") if tree.words[child].tag == "VERB"]
    verbs += [child for child in tree.below(place, "advcl") if tree.marked_to(child)]
    if verbs:
        return [each for verb in verbs for each in tree.activities(verb)]
    loose = [child for child in tree.below(place, "conj", "parataxis") if tree.is_loose_gerund(child)]
    return loose if tree.first(place, "obj") is not None else []


def _state(reading: Reading, place: int, owner: str) -> Argument | None:
    tree = reading.tree
    if tree.words[place].tag == "ADJ" or (tree.has(place, "VerbForm=Part") and tree.has(place, "Tense=Past")):
        return Argument(tree.words[place].form.lower(), "thing", place, (place, place))
    return argument(reading, place, owner) if tree.words[place].tag in {"NOUN", "PROPN"} else None


def _clauses(reading: Reading, place: int, core: str, *, has_object: bool) -> Iterator[_Pair]:
    """What is thought or said, and what for: "think" that yoga helps, "paint to" relax."""
    tree = reading.tree
    if tree.lemma(place) in LIKING | DISLIKING:
        return
    for child in tree.below(place, "ccomp"):
        target = clause_text(reading, child) if says_something(reading, child) else None
        if target is not None:
            yield core, target
    for child in tree.below(place, "advcl"):
        if not has_object and tree.marked_to(child) and tree.first(child, "nsubj") is None:
            target = clause_text(reading, child)
            if target is not None:
                yield f"{core} to", target


def _into_the_gap(reading: Reading, clause: Clause, owner: str) -> Iterator[_Pair]:
    """The noun before a relative clause as its object: (Ben, work with, people) of "people that Ben works with"."""
    tree, group = reading.tree, clause.group
    if clause.gap is None:
        return
    stranded = next(
        (child for child in tree.below(group.last, "obl", "case", "advmod") if tree.words[child].tag == "ADP"), None
    )
    target = argument(reading, clause.gap, owner)
    if target is not None and target.kind != "time":
        yield (f"{group.core} {tree.lemma(stranded)}" if stranded is not None else group.core), target


def _alone(reading: Reading, clause: Clause, subject: Argument) -> Iterator[Statement]:
    """Verbs without complement: (Ana, want to, travel), (Ana, hobby, dancing); plain ones ("I slept") say nothing."""
    tree, group = reading.tree, clause.group
    lemma = tree.lemma(group.last)
    done = activity(reading, group.last)
    if done is None or tree.first(group.last, "obj", "ccomp", "xcomp") is not None:
        return
    if group.core.startswith("be "):
        if tree.words[group.last].form.lower() in EMOTIONS | LIFE_STATES and not group.before:
            return
        state = Argument(tree.words[group.last].form.lower(), "thing", group.last, (group.last, group.last))
        yield stated(clause, subject, group.phrase("be") if group.before else "is", group.phrase("be"), state)
    elif group.last != group.first and group.before[-1] != "go" and lemma not in _EMPTY_ALONE:
        before = " ".join(group.before)
        known = label(before, done, lemma, group.tense)
        target = replace(done, text=lemma) if known is None and before.endswith(" to") else done
        yield stated(clause, subject, known or before, before, target)
