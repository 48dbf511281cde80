"""Mentions and triplets by GLiNER2, as in LightGMEM's extraction stage, instead of the rules over parses.

turns ─▶ labelled spans ───────────────────────────▶ mentions
      ─▶ pairs of spans, in a separate pass ──┐
      ─▶ triplets by rules (tense, negation) ─┴────▶ triplets

The model selects spans; rules resolve "I", and decide whether the clause is negated or hypothetical. Other coreference
is off, as in the paper.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from convograph.errors import InputError
from convograph.extraction.extractor import FINGERPRINT as RULES
from convograph.extraction.extractor import Referents
from convograph.extraction.labels import RELATIONS
from convograph.extraction.triplets import MOST_TRIPLETS, key_of, triplets_in
from convograph.extraction.types import EntityKind, FoundTriplet, Mention, Stated, TurnInContext
from convograph.extractors.gliner2_model import LabelledSpan, RelatedSpans
from convograph.extractors.span_names import SpanName, Stretch, is_pronoun, kind_at, name_at
from convograph.local_models import digest
from convograph.quotation import relation_in_words
from convograph.types import Triplet

THRESHOLD = 0.5  # our choice: LightGMEM gives none
SAME_CLAUSE = 0.5  # share of common characters from which two triplets count as of the same clause
VERSION = "1"  # increment whenever the same spans would give other mentions or triplets

KINDS: Mapping[str, EntityKind] = {
    "Person": "person",
    "Organization": "organization",
    "Place": "place",
    "Event": "activity",
    "Product": "thing",
    "CreativeWork": "work",
    "Animal": "animal",
    "Activity": "activity",
    "Topic": "thing",
    "Date": "time",
}
"""The labels, each with the kind of its mentions; LightGMEM does not list its labels."""


class SpanModel(Protocol):
    """Finds labelled spans and pairs of spans in texts, as `GLiNER2Model` does; `fingerprint` is the model's."""

    @property
    def fingerprint(self) -> str: ...  # noqa: D102

    def entities(  # noqa: D102
        self, texts: Sequence[str], labels: Sequence[str], threshold: float
    ) -> list[list[LabelledSpan]]: ...

    def relations(  # noqa: D102
        self, texts: Sequence[str], labels: Sequence[str], threshold: float
    ) -> list[list[RelatedSpans]]: ...


@dataclass(frozen=True, slots=True)
class GLiNER2Mentions:
    """Mentions by a model; `kinds` maps its labels to kinds of mentions, `threshold` is in [0, 1].

    Of two labels on the same span, the likelier one is kept; a span inside another is a separate mention.
    """

    model: SpanModel
    kinds: Mapping[str, EntityKind] = field(default_factory=lambda: KINDS, hash=False)
    threshold: float = THRESHOLD

    def __post_init__(self) -> None:
        _check(self.kinds, self.threshold)

    @property
    def fingerprint(self) -> str:
        """Changes with the model, the labels and the threshold."""
        return _fingerprint(self.model, {"kinds": list(self.kinds.items()), "threshold": self.threshold})

    def extract(self, turns: Sequence[TurnInContext], referents: Sequence[Referents]) -> list[list[Mention]]:
        """The mentions of each turn, in order of position."""
        found = self.model.entities([turn.turn.text for turn in turns], list(self.kinds), self.threshold)
        return [self._mentions(*one) for one in zip(turns, referents, found, strict=True)]

    def _mentions(self, turn: TurnInContext, referents: Referents, spans: Sequence[LabelledSpan]) -> list[Mention]:
        likeliest: dict[Stretch, LabelledSpan] = {}
        for span in sorted(spans, key=lambda one: -one.confidence):
            likeliest.setdefault((span.start, span.end), span)
        found = []
        for (start, end), span in sorted(likeliest.items(), key=lambda one: (one[0][0], -one[0][1])):
            name = name_at(turn, (start, end), referents)
            if name is not None:
                kind = "person" if name.is_person else self.kinds[span.label]
                text = turn.turn.text[start:end]
                found.append(Mention(turn.turn, start, end, text, name.words, kind, is_name=not is_pronoun(text)))
        return found


@dataclass(frozen=True, slots=True)
class GLiNER2Triplets:
    """Triplets by a model; `relations` are its labels, given to it in words ("lives in" for "lives_in").

    Tense, negation and modality are those of the triplet that the rules find in the same clause, if there is one. If
    that is negated or modal, its relation is used, too: "I might move to Porto" is not `lives_in`.
    """

    model: SpanModel
    relations: tuple[str, ...] = RELATIONS
    threshold: float = THRESHOLD

    def __post_init__(self) -> None:
        _check(self.relations, self.threshold)

    @property
    def fingerprint(self) -> str:
        """Changes with the model, the relations, the threshold, and the rules that read the clause."""
        settings = {"relations": self.relations, "threshold": self.threshold, "rules": RULES}
        return _fingerprint(self.model, settings)

    def extract(self, turns: Sequence[TurnInContext], referents: Sequence[Referents]) -> list[list[FoundTriplet]]:
        """The triplets of each turn, in order, without duplicates."""
        labels = {relation_in_words(relation): relation for relation in self.relations}
        found = self.model.relations([turn.turn.text for turn in turns], list(labels), self.threshold)
        return [_triplets(*one, labels) for one in zip(turns, referents, found, strict=True)]


def _triplets(
    turn: TurnInContext, referents: Referents, pairs: Sequence[RelatedSpans], labels: Mapping[str, str]
) -> list[FoundTriplet]:
    """The pairs of one turn as triplets, at most `MOST_TRIPLETS`."""
    by_rules = triplets_in(turn, referents=referents) if pairs else []
    found: dict[tuple[str, str, str], FoundTriplet] = {}
    for pair in sorted(pairs, key=_stretch):
        head, tail = name_at(turn, pair.head, referents), name_at(turn, pair.tail, referents)
        if head is None or tail is None or head.lacks_owner:
            continue  # "his mom lives in Porto": whose mom?
        one = _as_said(_triplet(turn, pair, head, tail, labels[pair.label]), by_rules)
        key = key_of(one.triplet)
        if key[0] != key[2]:
            found.setdefault(key, one)
    return list(found.values())[:MOST_TRIPLETS]


def _triplet(turn: TurnInContext, pair: RelatedSpans, head: SpanName, tail: SpanName, relation: str) -> FoundTriplet:
    subject = head.beside()
    start, end = _stretch(pair)
    return FoundTriplet(
        turn=turn.turn,
        start=start,
        end=end,
        stated=Stated(
            triplet=Triplet(subject, relation, tail.beside(subject)),
            phrase=pair.label,
            subject_kind="person" if head.is_person else kind_at(turn, pair.head),
            object_kind="person" if tail.is_person else kind_at(turn, pair.tail),
            tense="present",
        ),
    )


def _as_said(triplet: FoundTriplet, by_rules: Sequence[FoundTriplet]) -> FoundTriplet:
    """The triplet with what the rules found out about its clause."""
    clause = max(by_rules, key=lambda one: _share(triplet, one), default=None)
    if clause is None or _share(triplet, clause) < SAME_CLAUSE:
        return triplet
    by_clause = clause.stated
    said = replace(triplet.stated, tense=by_clause.tense, negated=by_clause.negated, modality=by_clause.modality)
    if by_clause.negated or by_clause.modality is not None:
        relation = replace(triplet.triplet, relation=clause.triplet.relation)
        said = replace(said, triplet=relation, phrase=by_clause.phrase)
    return replace(triplet, stated=said, hypothetical=clause.hypothetical)


def _share(one: FoundTriplet, other: FoundTriplet) -> float:
    """The overlap of two spans divided by their extent from first to last character, in [0, 1]."""
    common = min(one.end, other.end) - max(one.start, other.start)
    return max(0, common) / (max(one.end, other.end) - min(one.start, other.start))


def _stretch(pair: RelatedSpans) -> Stretch:
    """The characters from the first of a pair of spans to the last."""
    return min(pair.head[0], pair.tail[0]), max(pair.head[1], pair.tail[1])


def _check(labels: Collection[str], threshold: float) -> None:
    if not labels:
        raise InputError("there are no labels; give at least one")
    if not 0 <= threshold <= 1:
        raise InputError(f"the threshold must be from 0 to 1, not {threshold}")


def _fingerprint(model: SpanModel, settings: Mapping[str, object]) -> str:
    return f"{model.fingerprint}:{digest({}, {'version': VERSION, **settings})}"
