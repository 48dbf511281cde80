"""How relevant the pieces of a turn are to a question: by the evidence of its hits, else by shared words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from convograph.terms import Analyzer, rarity, spelled_out
from convograph.types import Evidence, Recall, SourceTurn


@dataclass(frozen=True, slots=True)
class Relevance:
    """Scores pieces of text for one recall; `weights` are those of the question's terms."""

    analyzer: Analyzer
    weights: Mapping[str, float]
    evidence: Mapping[str, Sequence[Evidence]]

    def scores(self, turn: SourceTurn, spans: Sequence[tuple[int, int]]) -> list[float]:
        """A score for each span of a turn, 0 or more.

        The sum of the weights of the question's terms in it. If the evidence is only part of the turn, the spans with
        evidence rank above all others, in the order of its scores.
        """
        scores = [self._shared(turn.text[start:end]) for start, end in spans]
        parts = [one for one in self.evidence.get(turn.id, ()) if not _is_whole(one)]
        above = sum(self.weights.values())
        for place, one in enumerate(sorted(parts, key=lambda one: one.score)):
            for number, (start, end) in enumerate(spans):
                if start < one.span.end and one.span.start < end:
                    scores[number] = above + 1 + place
        return scores

    def _shared(self, text: str) -> float:
        terms = set(self.analyzer.terms(text))
        return sum(weight for term, weight in self.weights.items() if term in terms)


def relevance(recall: Recall, analyzer: Analyzer) -> Relevance:
    """The relevance of text to the question of a recall.

    A term that fewer hits share with the question weighs more. Words said just before the question, which only the
    search saw, count too: the reasons of the hits name them.
    """
    evidence: dict[str, list[Evidence]] = {}
    shared: list[set[str]] = []
    for hit in recall.hits:
        words = (word for one in hit.evidence for word in one.reason.words)
        shared.append(set(analyzer.terms(" ".join(words))))
        for one in hit.evidence:
            evidence.setdefault(one.span.turn.id, []).append(one)
    asked = set(analyzer.terms(spelled_out(recall.question))).union(*shared)
    return Relevance(analyzer, rarity(asked, shared), evidence)


def _is_whole(evidence: Evidence) -> bool:
    """Whether the evidence is the whole of its turn."""
    return evidence.span.start <= 0 and evidence.span.end >= len(evidence.span.turn.text)
