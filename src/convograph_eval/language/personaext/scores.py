"""Triplets extracted from PersonaExt's sentences, scored against the annotated ones.

A first-person head means the speaker, and matches subjects with the speaker's name or in the first person. A tail
matches strictly if our object is equal except for leading articles and possessives, and otherwise if at least half of
its stems are in the object. Most sentences have one annotated triplet but may state more, so precision is a lower
bound: the share of annotated ones among our triplets with one of the eleven labels.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from convograph.extraction.types import FoundTriplet
from convograph.types import SourceTurn
from convograph_eval.language.extraction import Read
from convograph_eval.language.personaext.corpus import MarkedSentence, MarkedTriplet
from convograph_eval.language.personaext.labels import MEASURED, labels
from convograph_eval.language.types import Measured, PrecisionRecall, Watch
from convograph_eval.language.words import holds, plain, share, stems, words

SPEAKER = "Alex"  # our name for the speaker, because the sentences have none
LEAST_SHARE = 0.5  # of the stems of a tail or head
LEVELS = ("strict", "tail", "relation")
MISSES = ("no triplet", "head", "tail in the relation", "tail", "relation")
"""Why an annotated triplet was not found, by the first step that failed."""

_FIRST_PERSON = frozenset("i me my mine myself we us our ours".split())


@dataclass(frozen=True, slots=True)
class Match:
    """How far one of our triplets matches an annotated one; all other fields require `head`."""

    head: bool
    strict: bool
    tail: bool
    said: bool
    relation: bool


def match(found: FoundTriplet, marked: MarkedTriplet) -> Match:
    """How far `found` matches `marked`; `said` is true if the tail is in the words of relation and object together."""
    head = head_matches(found.triplet.subject, marked.head)
    tail = stems(marked.tail)
    in_object = share(tail, stems(found.triplet.object)) >= LEAST_SHARE
    return Match(
        head=head,
        strict=head and plain(found.triplet.object) == plain(marked.tail),
        tail=head and in_object,
        said=head and share(tail, stems(f"{found.stated.phrase} {found.triplet.object}")) >= LEAST_SHARE,
        relation=head and in_object and marked.label in labels(found),
    )


def head_matches(subject: str, head: str) -> bool:
    """Whether our subject matches the annotated head: the speaker, or half of the head's words besides "my" etc.

    >>> head_matches("Alex", "my"), head_matches("Alex's brother", "my brother"), head_matches("Alex", "my brother")
    (True, True, False)
    """
    others = [word for word in words(head) if word not in _FIRST_PERSON]
    if not others:
        return holds(subject, SPEAKER) or bool(_FIRST_PERSON & set(words(subject)))
    return share(stems(" ".join(others)), stems(subject)) >= LEAST_SHARE


def miss(matches: Sequence[Match]) -> str | None:
    """Why an annotated triplet was missed, given the matches of our triplets; `None` if it was found."""
    if any(each.relation for each in matches):
        return None
    if not matches:
        return "no triplet"
    if any(each.tail for each in matches):
        return "relation"
    if any(each.said for each in matches):
        return "tail in the relation"
    return "tail" if any(each.head for each in matches) else "head"


def turn_of(number: int, sentence: MarkedSentence) -> SourceTurn:
    """A sentence as a turn of `SPEAKER`."""
    return SourceTurn(number, f"personaext:{number}", "personaext", 0, SPEAKER, sentence.text, None)


def measure(sentences: Sequence[MarkedSentence], read: Read, watch: Watch = lambda done, total: None) -> Measured:
    """A record for each annotated triplet and for each of ours with a label, and the scores."""
    marked: list[dict[str, Any]] = []
    stated: list[dict[str, Any]] = []
    for number, sentence in enumerate(sentences):
        turn = turn_of(number, sentence)
        found = [triplet for reading in read([turn]) for triplet in reading.triplets]
        marked += [_marked_record(turn, one, found) for one in sentence.marked]
        stated += _stated_records(turn, sentence.marked, found)
        watch(number + 1, len(sentences))
    return Measured((*marked, *stated), _summary(len(sentences), marked, stated))


def _marked_record(turn: SourceTurn, marked: MarkedTriplet, found: Sequence[FoundTriplet]) -> dict[str, Any]:
    matches = [match(each, marked) for each in found]
    return {
        "item": "marked",
        "id": turn.id,
        "text": turn.text,
        "triplet": [marked.head, marked.label, marked.tail],
        "label": marked.label,
        "ours": [_shown(each) for each in found],
        **{level: any(getattr(each, level) for each in matches) for level in LEVELS},
        "miss": miss(matches),
    }


def _stated_records(
    turn: SourceTurn, marked: Sequence[MarkedTriplet], found: Sequence[FoundTriplet]
) -> list[dict[str, Any]]:
    """Our distinct triplets with a label, each under the label of a matching annotation, or else its first label."""
    records = {}
    for triplet in found:
        carried = labels(triplet)
        if not carried:
            continue
        matches = [(one, match(triplet, one)) for one in marked]
        agreed = next((one.label for one, matched in matches if matched.relation), None)
        records[carried, plain(triplet.triplet.subject), plain(triplet.triplet.object)] = {
            "item": "stated",
            "id": turn.id,
            "text": turn.text,
            "triplet": _shown(triplet),
            "label": agreed or carried[0],
            **{level: any(getattr(matched, level) for _, matched in matches) for level in LEVELS},
        }
    return list(records.values())


def _shown(triplet: FoundTriplet) -> list[str]:
    return list(triplet.triplet.parts)


def _summary(sentences: int, marked: Sequence[dict[str, Any]], stated: Sequence[dict[str, Any]]) -> dict[str, Any]:
    judged = [one for one in marked if one["label"] in MEASURED]
    misses = Counter(one["miss"] for one in judged)
    return {
        "sentences": sentences,
        "marked": len(judged),
        "other_labels": len(marked) - len(judged),
        "levels": {level: _tally(judged, stated, level).as_json() for level in LEVELS},
        "labels": {
            label: _tally(_of(judged, label), _of(stated, label), "relation").as_json()
            for label in MEASURED
            if _of(judged, label) or _of(stated, label)
        },
        "misses": {kind: misses[kind] for kind in MISSES},
    }


def _of(records: Iterable[dict[str, Any]], label: str) -> list[dict[str, Any]]:
    return [one for one in records if one["label"] == label]


def _tally(marked: Sequence[dict[str, Any]], stated: Sequence[dict[str, Any]], level: str) -> PrecisionRecall:
    return PrecisionRecall(
        right=sum(one[level] for one in stated),
        stated=len(stated),
        found=sum(one[level] for one in marked),
        gold=len(marked),
    )
