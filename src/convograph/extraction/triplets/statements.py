"""What a clause states, before it becomes a triplet of a turn."""

from __future__ import annotations

from dataclasses import dataclass

from convograph.extraction.triplets.arguments import Argument
from convograph.extraction.triplets.clauses import Clause
from convograph.extraction.triplets.reading import Reading
from convograph.extraction.triplets.vocabulary import IS, label
from convograph.extraction.types import Tense


@dataclass(frozen=True, slots=True)
class Statement:
    """A triplet of one sentence; `relation` is a label of SPEC §1.3 or equal to `phrase`."""

    subject: Argument
    relation: str
    phrase: str
    object: Argument
    tense: Tense = "present"
    negated: bool = False
    modality: str | None = None
    hypothetical: bool = False


def stated(clause: Clause, subject: Argument, relation: str, phrase: str, target: Argument) -> Statement:
    """A statement with the tense, polarity and modality of its clause."""
    group = clause.group
    return Statement(subject, relation, phrase, target, group.tense, group.negated, group.modality, clause.hypothetical)


def related(reading: Reading, clause: Clause, subject: Argument, core: str, target: Argument) -> Statement:
    """A statement by its label where one fits; `core` are the last words of its relation."""
    phrase = clause.group.phrase(core)
    known = label(phrase, target, reading.tree.lemma(target.head), clause.group.tense)
    return stated(clause, subject, known or phrase, phrase, target)


def being(clause: Clause, subject: Argument, target: Argument) -> Statement:
    """That the subject is something."""
    phrase = clause.group.phrase("be")
    return stated(clause, subject, phrase if clause.group.before else IS, phrase, target)
