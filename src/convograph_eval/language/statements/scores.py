"""Statements found by the rules, scored against labelled ones: subject, object, and whether they are denied.

Our statements of a sentence are paired one to one with the labelled ones, best pairs first, if their relations agree:
Dice's coefficient of their words, without "not" and "never", is at least 0.5. In a pair, subject and object are right
if they are equal except for leading articles and possessives, or if Dice's coefficient of their stems is above 0.5; the
latter does not apply to a subject that is one of the speakers. A statement is right if both are, and if it is denied if
and only if the labelled one is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from typing import Any

from convograph.extraction.types import FoundTriplet
from convograph.types import SourceTurn
from convograph_eval.language.extraction import Read
from convograph_eval.language.statements.corpus import LabelledSentence, LabelledStatement
from convograph_eval.language.types import Measured, PrecisionRecall, Watch
from convograph_eval.language.words import plain, stems, words

SPEAKERS = ("Ana", "Ben")
LEAST_OF_RELATION = 0.5
MORE_THAN_OF_ARGUMENT = 0.5
MISSES = ("denied, not labelled so", "denial not found", "subject or object")

_NEGATIONS = frozenset({"not", "never"})


@dataclass(frozen=True, slots=True)
class Pair:
    """One of our statements, paired with a labelled one."""

    ours: FoundTriplet
    gold: LabelledStatement
    relation: float
    subject: bool
    object: bool

    @property
    def arguments(self) -> bool:
        """Whether subject and object are right."""
        return self.subject and self.object

    @property
    def right(self) -> bool:
        """Whether subject, object and negation are right."""
        return self.arguments and self.ours.stated.negated == self.gold.negated


def dice(one: Set[str], other: Set[str]) -> float:
    """Dice's coefficient of two sets: 1 for equal sets, 0 for disjoint ones.

    >>> dice({"a", "b"}, {"b"})
    0.6666666666666666
    """
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else 1.0


def pair(ours: FoundTriplet, gold: LabelledStatement) -> Pair | None:
    """The pair of two statements; `None` if their relations do not agree."""
    relation = dice(_relation(ours.stated.phrase), _relation(gold.phrase))
    if relation < LEAST_OF_RELATION:
        return None
    found = ours.triplet
    return Pair(
        ours, gold, relation, _is_same_subject(found.subject, gold.subject), _is_same(found.object, gold.object)
    )


def pairs(ours: Iterable[FoundTriplet], gold: Sequence[LabelledStatement]) -> list[Pair]:
    """The pairs of a sentence; each statement is in at most one pair."""
    possible = [made for one in ours for other in gold if (made := pair(one, other)) is not None]
    possible.sort(key=lambda one: (one.right, one.arguments, one.subject + one.object, one.relation), reverse=True)
    taken: set[int] = set()
    found = []
    for one in possible:
        if taken.isdisjoint({id(one.ours), id(one.gold)}):
            taken |= {id(one.ours), id(one.gold)}
            found.append(one)
    return found


def measure(sentences: Sequence[LabelledSentence], read: Read, watch: Watch = lambda done, total: None) -> Measured:
    """A record for each sentence, and the scores over all sentences."""
    records = []
    for number, sentence in enumerate(sentences):
        records.append(_record(sentence, _stated(sentence.text, read)))
        watch(number + 1, len(sentences))
    return Measured(tuple(records), _summary(records))


def _relation(phrase: str) -> frozenset[str]:
    return frozenset(words(phrase)) - _NEGATIONS


def _is_same(ours: str, gold: str) -> bool:
    return plain(ours) == plain(gold) or dice(stems(ours), stems(gold)) > MORE_THAN_OF_ARGUMENT


def _is_same_subject(ours: str, gold: str) -> bool:
    return plain(ours) == plain(gold) or (ours not in SPEAKERS and gold not in SPEAKERS and _is_same(ours, gold))


def _stated(text: str, read: Read) -> list[FoundTriplet]:
    """The statements in a text said by one of the speakers to the other, without hypothetical ones."""
    speaker, addressee = SPEAKERS
    greeting = SourceTurn(0, "statements:0", "statements", 0, addressee, "Hello.", None)
    said = SourceTurn(1, "statements:1", "statements", 1, speaker, text, None)
    return [triplet for triplet in read([greeting, said])[-1].triplets if not triplet.hypothetical]


def _record(sentence: LabelledSentence, ours: Sequence[FoundTriplet]) -> dict[str, Any]:
    found = pairs(ours, sentence.statements)
    right = [one for one in found if one.right]
    denied = [one for one in right if one.gold.negated]
    return {
        "text": sentence.text,
        "pattern": sentence.pattern,
        "labelled": [[one.subject, one.phrase, one.object] for one in sentence.statements],
        "ours": [[one.triplet.subject, one.stated.phrase, one.triplet.object] for one in ours],
        "right": len(right),
        "paired": len(found),
        "arguments": sum(one.arguments for one in found),
        "denied": {
            "right": len(denied),
            "stated": sum(one.stated.negated for one in ours),
            "gold": sum(one.negated for one in sentence.statements),
        },
        "miss": _miss(found, ours, sentence.statements),
    }


def _miss(found: Sequence[Pair], ours: Sequence[FoundTriplet], gold: Sequence[LabelledStatement]) -> str | None:
    """The worst error in a sentence; `None` if there is none besides missing or extra statements without denial."""
    right = {id(one.ours) for one in found if one.right} | {id(one.gold) for one in found if one.right}
    if any(one.stated.negated and id(one) not in right for one in ours):
        return MISSES[0]
    if any(one.negated and id(one) not in right for one in gold):
        return MISSES[1]
    return None if all(one.arguments for one in found) else MISSES[2]


def _summary(records: Sequence[dict[str, Any]]) -> dict[str, Any]:
    denied = [record["denied"] for record in records]
    paired, arguments = _sum(records, "paired"), _sum(records, "arguments")
    return {
        "sentences": len(records),
        "denied": _tally(_sum(denied, "right"), _sum(denied, "stated"), _sum(denied, "gold")),
        "all": _tally(
            _sum(records, "right"),
            sum(len(record["ours"]) for record in records),
            sum(len(record["labelled"]) for record in records),
        ),
        "arguments": {"right": arguments, "paired": paired, "share": arguments / max(1, paired)},
    }


def _sum(records: Iterable[dict[str, Any]], name: str) -> int:
    return sum(record[name] for record in records)


def _tally(right: int, stated: int, gold: int) -> dict[str, Any]:
    return PrecisionRecall(right, stated, right, gold).as_json()
