"""What somebody does: the statements of a clause with a verb."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from convograph.extraction.lexicon import word_list
from convograph.extraction.triplets.arguments import Argument, activity, quality
from convograph.extraction.triplets.clauses import Clause, denied_by
from convograph.extraction.triplets.complements import complements
from convograph.extraction.triplets.gerunds import gerund
from convograph.extraction.triplets.names import name_beside
from convograph.extraction.triplets.reading import Reading
from convograph.extraction.triplets.statements import Statement, being, related, stated
from convograph.extraction.triplets.verbs import VerbGroup
from convograph.extraction.triplets.vocabulary import label


def of_verb(reading: Reading, clause: Clause) -> Iterator[Statement]:
    """The statements of a clause with a verb, for each of its subjects."""
    if reading.tree.lemma(clause.group.last) in word_list("formulaic_verbs"):
        return
    clause = denied_by(reading.tree, clause, reading.tree.first(clause.group.last, "obj"))
    for subject in clause.subjects:
        yield from _feelings(reading, clause, subject)
        yield from _outing(reading, clause, subject)
        yield from _habit(reading, clause, subject)
        pairs = [pair for pair in complements(reading, clause, subject.text) if pair[1].text != subject.text]
        for core, target in pairs:
            yield _complement(reading, clause, subject, core, target)
        if not pairs:
            yield from _alone(reading, clause, subject)


def _feelings(reading: Reading, clause: Clause, subject: Argument) -> Iterator[Statement]:
    """What somebody is by a participle that is read as a passive: "I'm exhausted", "I was inspired by her"."""
    group, place = clause.group, clause.group.last
    form = reading.tree.words[place].form.lower()
    if group.core.startswith("be ") and subject.kind == "person" and not group.before:
        state = being(clause, subject, quality(reading.tree, place))
        if form in word_list("emotions"):
            yield replace(state, relation="emotion")
        elif form in word_list("life_states"):
            yield state


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
    aside = tree.bases[group.first] in {"advcl", "acl"} and subject.text != reading.speaker
    if aside or tree.lemma(group.last) not in word_list("pastime_verbs") or subject.kind != "person":
        return
    if group.before or group.tense != "present":
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
    if group.negated and core in word_list("liking_verbs") and group.modality is None:
        return replace(statement, relation="dislikes")
    if group.before:
        return statement
    if core == "have" and noun in word_list("related") and name_beside(reading, target.head) is not None:
        return replace(statement, relation=noun)
    if core == "feel" and target.text in word_list("emotions"):
        return replace(statement, relation="emotion")
    return statement


def _alone(reading: Reading, clause: Clause, subject: Argument) -> Iterator[Statement]:
    """Verbs without complement: (Ana, want to, travel), (Ana, hobby, dancing); plain ones ("I slept") say nothing."""
    tree, group = reading.tree, clause.group
    lemma = tree.lemma(group.last)
    done = activity(reading, group.last)
    if done is None or tree.first(group.last, "obj", "ccomp", "xcomp") is not None:
        return
    if group.core.startswith("be "):
        if tree.words[group.last].form.lower() not in word_list("emotions", "life_states") or group.before:
            yield being(clause, subject, quality(tree, group.last))
    elif _leads_somewhere(group, subject) and lemma not in word_list("empty_verbs"):
        before = " ".join(group.before)
        known = label(before, done, lemma, group.tense)
        named = known is not None or group.core.endswith("ing")
        yield stated(clause, subject, known or before, before, done if named else replace(done, text=lemma))


def _leads_somewhere(group: VerbGroup, subject: Argument) -> bool:
    """Whether what stands before a lone verb is a relation to it: "can", "want to"; "go" hiking is told elsewhere."""
    able = group.modality is not None and subject.kind == "person"
    return bool(group.before) and (able or group.last != group.first) and group.before[-1] != "go"
