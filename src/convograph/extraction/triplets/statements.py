"""What a clause states, before it becomes a triplet of a turn, with a relation label where one fits.

The labels are those of `convograph.extraction.labels`, `is` for the bare copula, and `age`. A negated or modal
statement keeps its phrase: "might live in" is not `lives_in`. Only "not like" has a label of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from convograph.extraction.lexicon import word_list, word_table
from convograph.extraction.triplets.arguments import Argument
from convograph.extraction.triplets.clauses import Clause
from convograph.extraction.triplets.utterance import ParsedUtterance
from convograph.extraction.types import Tense

IS = "is"
_GOING = frozenset({"visit", "go to", "travel to", "fly to", "be to", "drive to", "take trip to", "vacation in"})
_HAVING = frozenset({"have", "get", "own", "adopt", "rescue", "keep", "raise", "live with"})
_WITH_FAMILY = frozenset({"have", "live with"})


@dataclass(frozen=True, slots=True)
class Proposition:
    """A triplet of one sentence; `relation` is a label, a noun such as "sister", or equal to `phrase`."""

    subject: Argument
    relation: str
    phrase: str
    object: Argument
    tense: Tense = "present"
    negated: bool = False
    modality: str | None = None
    hypothetical: bool = False


def stated(clause: Clause, subject: Argument, relation: str, phrase: str, target: Argument) -> Proposition:
    """A statement with the tense, polarity and modality of its clause."""
    group = clause.group
    return Proposition(
        subject, relation, phrase, target, group.tense, group.negated, group.modality, clause.hypothetical
    )


def related(utterance: ParsedUtterance, clause: Clause, subject: Argument, core: str, target: Argument) -> Proposition:
    """A statement, with a relation label where one fits; `core` is the last words of its phrase."""
    phrase = clause.group.phrase(core)
    known = label(phrase, target, utterance.tree.lemma(target.head), clause.group.tense)
    return stated(clause, subject, known or phrase, phrase, target)


def being(clause: Clause, subject: Argument, target: Argument) -> Proposition:
    """The statement that the subject is something."""
    phrase = clause.group.phrase("be")
    return stated(clause, subject, phrase if clause.group.before else IS, phrase, target)


def label(core: str, target: Argument, lemma: str, tense: Tense) -> str | None:
    """The label of a relation worded as `core`, verbs as lemmas; `None` if none fits.

    `lemma` is that of the noun of the object `target`. It tells family, places and occupations; the kind tells pets.
    """
    if core in _HAVING and target.kind == "animal":
        return "has_pet"
    if core in _WITH_FAMILY and lemma in word_list("family"):
        return "family_member"
    if core in _GOING:
        return "visited" if tense == "past" and (target.kind == "place" or lemma in word_list("place_nouns")) else None
    if core == "become" and lemma in word_list("jobs"):
        return "occupation"
    return _labels().get(core)


@cache
def _labels() -> Mapping[str, str]:
    likes, dislikes = dict.fromkeys(word_list("liking_verbs"), "likes"), word_list("disliking_verbs")
    return {**likes, **dict.fromkeys(dislikes, "dislikes"), **word_table("relation_labels")}
