"""The triplet layer: statements in turns, read without a model, each with its vector and its search terms.

G-Long's edges, Associa's and LightGMEM's relations. Questions and suppositions are left out.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from convograph.extraction.types import FoundTriplet, Stated
from convograph.graph.rows import NodeBatch
from convograph.graph.sessions import Part, SessionTurns
from convograph.layers.bases import ReadLayer
from convograph.layers.items import spanning_items
from convograph.protocols import ImportanceScorer
from convograph.quotation import relation_in_words
from convograph.types import Triplet


@dataclass(frozen=True, slots=True)
class TripletLayer(ReadLayer):
    """Statements as items of scope `"session"`: whom a turn addresses may depend on other turns of the session.

    One source each: the clause in its turn. The vector is that of `spoken(triplet)`; the payload is read by
    `triplet_of`. A `scorer` rates how important each statement is in its session.
    """

    name = "triplets"
    version = "1"

    scorer: ImportanceScorer | None = None

    @property
    def further(self) -> tuple[str, ...]:
        """The fingerprint of the scorer, if there is one."""
        return fingerprints_of(self.scorer)

    def resume(self, session: SessionTurns, position: int, begun: int | None) -> int:
        """The same as for every `ReadLayer`; 0 with a scorer, which compares all statements of the session."""
        return ReadLayer.resume(self, session, position, begun) if self.scorer is None else 0

    def extract(self, parts: Sequence[Part]) -> NodeBatch:
        """The statements of the parts, in order."""
        by_part = [told(self, part) for part in parts]
        found = [one for of_part in by_part for one in of_part]
        stored = scored([[one.stated for one in of_part] for of_part in by_part], self.scorer)
        return spanning_items(
            [spoken(one.triplet) for one in stored],
            [(one.turn.key, one.start, one.end) for one in found],
            self.model,
            analyzer=self.analyzer,
            payloads=tuple(payload_of(one) for one in stored),
        )


@dataclass(frozen=True, slots=True)
class StoredTriplet:
    """A statement as its layer keeps it, without its place.

    `score` is its score in its session (`ImportanceScorer.scores`), if there was a scorer.
    """

    stated: Stated
    score: float | None = None

    @property
    def triplet(self) -> Triplet:
        """The subject, the relation and the object."""
        return self.stated.triplet


def told(layer: ReadLayer, part: Part) -> list[FoundTriplet]:
    """What the turns of a part state as a fact, a wish or a plan."""
    return [one for _, found in layer.stated(part) for one in found if not one.hypothetical]


def fingerprints_of(scorer: ImportanceScorer | None) -> tuple[str, ...]:
    """The fingerprint of a scorer, if there is one."""
    return () if scorer is None else (scorer.fingerprint,)


def scored(sessions: Sequence[Sequence[Stated]], scorer: ImportanceScorer | None) -> list[StoredTriplet]:
    """The statements of all sessions in order, with their scores if there is a scorer."""
    statements = [one for session in sessions for one in session]
    if scorer is None:
        return [StoredTriplet(one) for one in statements]
    scores = scorer.scores([[one.triplet for one in session] for session in sessions])
    flat = [score for session in scores for score in session.tolist()]
    return [StoredTriplet(one, score) for one, score in zip(statements, flat, strict=True)]


def spoken(triplet: Triplet) -> str:
    """A triplet in words: underscores in the relation become spaces."""
    return f"{triplet.subject} {relation_in_words(triplet.relation)} {triplet.object}"


def payload_of(statement: StoredTriplet) -> str:
    """The payload of a statement's item."""
    stated = statement.stated
    fields: list[Any] = [*statement.triplet.parts, stated.phrase]
    fields += [stated.subject_kind, stated.object_kind, stated.tense, int(stated.negated), stated.modality]
    if statement.score is not None:  # without a scorer, the payload keeps the format from before scorers
        fields.append(statement.score)
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def triplet_of(payload: str) -> StoredTriplet:
    """The statement in a payload made by `payload_of`."""
    subject, relation, object_, phrase, subject_kind, object_kind, tense, negated, modality, *score = json.loads(
        payload
    )
    triplet = Triplet(subject, relation, object_)
    return StoredTriplet(Stated(triplet, phrase, subject_kind, object_kind, tense, bool(negated), modality), *score)
