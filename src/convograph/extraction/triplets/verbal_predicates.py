"""What a clause with a verb states: what somebody does, with each complement of the verb.

Complements are objects, obliques, clauses and states. Verbs without any count only if they say enough by themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from convograph.extraction.lexicon import word_list
from convograph.extraction.triplets.arguments import (
    Argument,
    activity,
    argument,
    arguments,
    clause_text,
    is_complemented,
    is_informative,
    obliques,
    quality,
)
from convograph.extraction.triplets.clauses import OPINIONS, Clause
from convograph.extraction.triplets.phrases import name_beside
from convograph.extraction.triplets.polarity import is_none, lacks_apart, negated_by, opposed
from convograph.extraction.triplets.realization import gerund
from convograph.extraction.triplets.statements import Proposition, being, label, related, stated
from convograph.extraction.triplets.tree import Tree, preposition
from convograph.extraction.triplets.utterance import ParsedUtterance
from convograph.extraction.triplets.verb_groups import VerbGroup

# What a denial leaves out, or why and how long it holds: "nothing but work", "no nuts because of my allergy".
_OUTSIDE_DENIAL = (" because of", " due to", " but", " except", " except for", " besides", " than", " till", " until")
_CIRCUMSTANTIAL = frozenset({"at", "in", "near", "with"})
Pair = tuple[str, Argument]
"""The last words of a relation, and its object."""


def of_verb(utterance: ParsedUtterance, clause: Clause) -> Iterator[Proposition]:
    """The statements of a clause with a verb, for each of its subjects."""
    tree, verb = utterance.tree, clause.group.last
    object_place = tree.first(verb, "obj")
    if tree.lemma(verb) in word_list("formulaic_verbs") or _is_said(tree, verb, object_place):
        return
    clause = negated_by(tree, clause, object_place)
    clause = negated_by(tree, clause, tree.first(clause.group.first, "nsubj"))
    for subject in clause.subjects:
        yield from _feelings(utterance, clause, subject)
        yield from _outing(utterance, clause, subject)
        yield from _habit(utterance, clause, subject)
        pairs = [pair for pair in complements(utterance, clause, subject.text) if pair[1].text != subject.text]
        for core, target in pairs:
            yield _complement(utterance, opposed(tree, clause, target.head), subject, core, target)
        if not pairs:
            yield from _intransitive(utterance, clause, subject)


def _is_said(tree: Tree, verb: int, object_place: int | None) -> bool:
    """Whether an object with "no" is what somebody says, or stands apart: "She said no coffee", "He left, no coat"."""
    if object_place is None or not is_none(tree, object_place):
        return False
    return tree.lemma(verb) in {"say", "tell"} or lacks_apart(tree, verb, object_place)


def _feelings(utterance: ParsedUtterance, clause: Clause, subject: Argument) -> Iterator[Proposition]:
    """What somebody is, by a participle that is parsed as a passive: "I'm exhausted", "I was inspired by her"."""
    group, place = clause.group, clause.group.last
    form = utterance.tree.words[place].form.lower()
    if group.core.startswith("be ") and subject.kind == "person" and not group.before:
        state = being(clause, subject, quality(utterance.tree, place))
        if form in word_list("emotions"):
            yield replace(state, relation="emotion")
        elif form in word_list("life_states"):
            yield state


def _outing(utterance: ParsedUtterance, clause: Clause, subject: Argument) -> Iterator[Proposition]:
    """What somebody goes to do: (Ana, go, hiking)."""
    tree, group = utterance.tree, clause.group
    if group.last != group.first and group.before[-1] == "go" and tree.is_loose_gerund(group.last):
        done = activity(utterance, group.last)
        if done is not None:
            before = " ".join(group.before)
            yield stated(clause, subject, before, before, done)


def _habit(utterance: ParsedUtterance, clause: Clause, subject: Argument) -> Iterator[Proposition]:
    """A pastime or a current activity, named by its verb: (Ana, hobby, hunting) for "I hunt deer"."""
    tree, group = utterance.tree, clause.group
    verb = tree.words[group.last]
    aside = tree.bases[group.first] in {"advcl", "acl"} and subject.text != utterance.speaker
    if aside or tree.lemma(group.last) not in word_list("pastime_verbs") or subject.kind != "person":
        return
    if group.before or group.tense != "present":
        return
    going_on = verb.form.lower().endswith("ing")
    object_place = tree.first(group.last, "obj")
    if object_place is not None and (going_on or _is_run(tree, group.last, object_place)):
        return  # its object says more
    done = Argument(gerund(tree.lemma(group.last)), "activity", group.last, (group.last, group.last))
    yield stated(clause, subject, "current_activity" if going_on else "hobby", group.core, done)


def _is_run(tree: Tree, verb: int, object_place: int) -> bool:
    """Whether "run" means to manage something: "a bakery", but not "a lot"."""
    determined = tree.first(object_place, "det") is not None
    return tree.lemma(verb) == "run" and determined and tree.lemma(object_place) not in word_list("quantifiers")


def _complement(
    utterance: ParsedUtterance, clause: Clause, subject: Argument, core: str, target: Argument
) -> Proposition:
    group, tree = clause.group, utterance.tree
    statement = related(utterance, clause, subject, core, target)
    noun = tree.lemma(target.head)
    if group.negated and core in word_list("liking_verbs") and group.modality is None:
        return replace(statement, relation="dislikes")
    if group.before:
        return statement
    if core == "have" and noun in word_list("related") and name_beside(utterance, target.head) is not None:
        return replace(statement, relation=noun)
    if core == "feel" and target.text in word_list("emotions"):
        return replace(statement, relation="emotion")
    return statement


def _intransitive(utterance: ParsedUtterance, clause: Clause, subject: Argument) -> Iterator[Proposition]:
    """Verbs without complements: (Ana, want to, travel), (Ana, be inspired); plain ones ("I slept") state nothing."""
    tree, group = utterance.tree, clause.group
    lemma = tree.lemma(group.last)
    done = activity(utterance, group.last)
    if done is None or tree.first(group.last, "obj", "ccomp", "xcomp") is not None:
        return
    if group.negated and is_complemented(utterance, group.last):
        return  # "I can't write about it"
    if group.core.startswith("be "):
        if tree.words[group.last].form.lower() not in word_list("emotions", "life_states") or group.before:
            yield being(clause, subject, quality(tree, group.last))
    elif _has_modality_or_chain(group, subject) and lemma not in word_list("empty_verbs"):
        before = " ".join(group.before)
        known = label(before, done, lemma, group.tense)
        named = known is not None or group.core.endswith("ing")
        yield stated(clause, subject, known or before, before, done if named else replace(done, text=lemma))


def _has_modality_or_chain(group: VerbGroup, subject: Argument) -> bool:
    """Whether the words before a verb without complements can be a relation to it: "can", "want to", but not "go"."""
    able = group.modality is not None and subject.kind == "person"
    return bool(group.before) and (able or group.last != group.first) and group.before[-1] != "go"


def complements(utterance: ParsedUtterance, clause: Clause, owner: str) -> list[Pair]:
    """The complements of a clause's main verb, each with the last words of its relation; `owner` is the subject."""
    tree, place, core = utterance.tree, clause.group.last, clause.group.core
    object_place = tree.first(place, "obj")
    apart = _circumstances(utterance, object_place) if object_place is not None else []
    objects = arguments(utterance, object_place, owner, apart) if object_place is not None else []
    found = [(core, target) for target in objects if tree.first(place, "xcomp") is None]
    found += _recipients(utterance, place, core, objects, owner)
    found += _open_complements(utterance, place, core, objects, owner)
    found += _subordinate_clauses(utterance, place, core, owner, has_object=object_place is not None)
    found += _filled_gap(utterance, clause, owner)
    light = f"{core} {objects[0].text}" if objects and core in word_list("light_verbs") else core
    found += obliques(utterance, place, light, owner, also=apart)
    if clause.group.negated:
        found = [(words, target) for words, target in found if not words.endswith(_OUTSIDE_DENIAL)]
    return found or list(obliques(utterance, place, core, owner, times=True))


def _circumstances(utterance: ParsedUtterance, place: int) -> list[int]:
    """Places and companions attached to the object instead of the verb: "study biology at Stanford"."""
    tree = utterance.tree
    behind = [child for each in tree.with_conjuncts(place) for child in tree.below(each, "nmod")]
    return [
        child
        for child in behind
        if preposition(tree, child) in _CIRCUMSTANTIAL
        and utterance.kind_of(child) in {"person", "place", "organization"}
    ]


def _recipients(
    utterance: ParsedUtterance, place: int, core: str, objects: list[Argument], owner: str
) -> Iterator[Pair]:
    """The indirect object: "give necklace to" Ana."""
    receiver = utterance.tree.first(place, "iobj")
    personal = receiver is not None and utterance.tree.words[receiver].tag == "PRON"
    if receiver is not None and (objects or not personal or utterance.tree.first(place, "obj") is None):
        for target in arguments(utterance, receiver, owner):
            yield (f"{core} {objects[0].text} to" if objects else core), target


def _open_complements(
    utterance: ParsedUtterance, place: int, core: str, objects: list[Argument], owner: str
) -> Iterator[Pair]:
    """Open complements, states and activities: "feel accepted", "love hiking", "make Ana feel accepted"."""
    tree = utterance.tree
    if core == "feel":
        states = [quality(tree, child) for child in tree.below(place, "advmod")]
        yield from ((core, state) for state in states if state.text in word_list("emotions"))
    if tree.lemma(place) in word_list("liking_verbs", "disliking_verbs"):
        each = (activity(utterance, one, owner) for one in _liked(tree, place))
        yield from ((core, one) for one in each if one is not None)
        return
    for child in tree.below(place, "xcomp"):
        if objects:
            target = clause_text(utterance, child, objects[0].text)
            if target is not None and target.text != objects[0].text:
                yield f"{core} {objects[0].text}", target
        elif tree.first(place, "obj") is None:
            for each_state in tree.with_conjuncts(child):
                target = _state(utterance, each_state, owner)
                if target is not None:
                    yield core, target


def _liked(tree: Tree, place: int) -> list[int]:
    """The activities that somebody likes or dislikes, wherever attached: "like chess and playing games"."""
    verbs = [child for child in tree.below(place, "xcomp") if tree.words[child].tag == "VERB"]
    verbs += [child for child in tree.below(place, "ccomp") if tree.is_loose_gerund(child)]
    verbs += [child for child in tree.below(place, "advcl") if tree.marked_to(child)]
    if verbs:
        return [each for verb in verbs for each in tree.activities(verb)]
    loose = [child for child in tree.below(place, "conj", "parataxis") if tree.is_loose_gerund(child)]
    return loose if tree.first(place, "obj") is not None else []


def _state(utterance: ParsedUtterance, place: int, owner: str) -> Argument | None:
    tree = utterance.tree
    if tree.words[place].form.lower() in word_list("empty_qualities"):
        return None
    if tree.words[place].tag == "ADJ" or (tree.has(place, "VerbForm=Part") and tree.has(place, "Tense=Past")):
        return quality(tree, place)
    return argument(utterance, place, owner) if tree.words[place].tag in {"NOUN", "PROPN"} else None


def _subordinate_clauses(
    utterance: ParsedUtterance, place: int, core: str, owner: str, *, has_object: bool
) -> Iterator[Pair]:
    """Complement and purpose clauses: "think" that yoga helps, "paint to" relax."""
    tree = utterance.tree
    if tree.lemma(place) in word_list("liking_verbs", "disliking_verbs"):
        return
    for child in tree.below(place, "ccomp"):
        known = is_informative(utterance, child) and not (tree.lemma(place) in OPINIONS and tree.negation(place))
        target = clause_text(utterance, child) if known else None
        if target is not None:
            yield core, target
    for child in tree.below(place, "advcl"):
        if not has_object and tree.marked_to(child) and tree.first(child, "nsubj") is None:
            target = clause_text(utterance, child, owner)
            if target is not None:
                yield f"{core} to", target


def _filled_gap(utterance: ParsedUtterance, clause: Clause, owner: str) -> Iterator[Pair]:
    """The noun that fills the gap of a relative clause: (Ben, work with, people) for "people that Ben works with"."""
    tree, group = utterance.tree, clause.group
    if clause.gap is None:
        return
    stranded = next(
        (child for child in tree.below(group.last, "obl", "case", "advmod") if tree.words[child].tag == "ADP"), None
    )
    target = argument(utterance, clause.gap, owner)
    if target is not None and target.kind != "time":
        yield (f"{group.core} {tree.lemma(stranded)}" if stranded is not None else group.core), target
