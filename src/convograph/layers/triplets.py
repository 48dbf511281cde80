"""The triplet layer: what turns state, read without a model, each statement with its vector and its search terms.

G-Long's edges (SPEC §1.2), Associa's and LightGMEM's relations. What is only asked or supposed is left out.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from convograph.extraction.reading import Reader
from convograph.extraction.types import EntityKind, FoundTriplet, Tense
from convograph.graph.rows import NodeBatch
from convograph.layers.bases import ReadLayer
from convograph.layers.chunks import by_session
from convograph.layers.items import spanning_items
from convograph.types import SourceTurn, Triplet


@dataclass(frozen=True, slots=True)
class TripletLayer(ReadLayer):
    """Statements as items of scope `"session"`: whom a turn speaks to, others of its session may tell.

    One source each: the clause in its turn. The vector is that of `spoken(triplet)`, the payload is read by
    `triplet_of`.
    """

    name = "triplets"
    version = "1"

    def extract(self, turns: Sequence[SourceTurn]) -> NodeBatch:
        """The statements of the sessions whose turns these are, in order."""
        found = [one for session in by_session(turns) for one in stated(session, self.reader)]
        stored = [_stored(one) for one in found]
        return spanning_items(
            [spoken(one.triplet) for one in stored],
            [(one.turn.key, one.start, one.end) for one in found],
            self.model,
            analyzer=self.analyzer,
            payloads=tuple(payload_of(one) for one in stored),
        )


@dataclass(frozen=True, slots=True)
class StoredTriplet:
    """A statement as its layer keeps it; the fields are those of `FoundTriplet`."""

    triplet: Triplet
    phrase: str
    subject_kind: EntityKind
    object_kind: EntityKind
    tense: Tense
    negated: bool = False
    modality: str | None = None


def stated(session: Sequence[SourceTurn], reader: Reader) -> list[FoundTriplet]:
    """What the turns of one session state as a fact, a wish or a plan."""
    return [one for found in reader.triplets_of(session) for one in found if not one.hypothetical]


def spoken(triplet: Triplet) -> str:
    """A triplet as words: labels of a vocabulary lose their underscores."""
    return f"{triplet.subject} {triplet.relation.replace('_', ' ')} {triplet.object}"


def payload_of(one: StoredTriplet) -> str:
    """What an item keeps of a statement."""
    fields: list[Any] = [one.triplet.subject, one.triplet.relation, one.triplet.object, one.phrase]
    fields += [one.subject_kind, one.object_kind, one.tense, int(one.negated), one.modality]
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def triplet_of(payload: str) -> StoredTriplet:
    """The statement that `payload_of` kept."""
    subject, relation, object_, phrase, subject_kind, object_kind, tense, negated, modality = json.loads(payload)
    return StoredTriplet(
        Triplet(subject, relation, object_), phrase, subject_kind, object_kind, tense, bool(negated), modality
    )


def _stored(found: FoundTriplet) -> StoredTriplet:
    return StoredTriplet(
        Triplet(found.subject, found.relation, found.object),
        found.phrase,
        found.subject_kind,
        found.object_kind,
        found.tense,
        found.negated,
        found.modality,
    )
