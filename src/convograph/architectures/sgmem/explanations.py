"""Reasons: the walk from the question to a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from convograph.architectures.sgmem.neighbours import SentenceGraph, Walked
from convograph.architectures.sgmem.settings import EPSILON
from convograph.types import Evidence, Reason, Step


@dataclass(frozen=True, slots=True)
class Explanation:
    """Explains sentences: `seed_ranks` has the seeds' ranks, from 1, `reached` the edges that reached the others."""

    nodes: SentenceGraph
    question: str
    seed_ranks: Mapping[int, int]
    reached: Mapping[int, Walked]

    def evidence(self, item: int, score: float) -> Evidence:
        """A sentence with its score and the reason why it was found."""
        span = self.nodes.span(item)
        words = self.nodes.analyzer.shared_words(span.text, self.question)
        if item in self.reached:
            reason = Reason("neighbour", score - EPSILON, words, steps=self._steps(item))
        else:
            reason = Reason("seed", score - EPSILON, words, rank=self.seed_ranks.get(item))
        return Evidence(span, score, reason)

    def _steps(self, item: int) -> tuple[Step, ...]:
        """The edges walked from the seed to the item."""
        steps: list[Step] = []
        while item in self.reached:
            walked = self.reached[item]
            origin = self.nodes.span(walked.origin)
            words = self.nodes.analyzer.shared_words(self.nodes.span(item).text, origin.text)
            steps.insert(0, Step(self.nodes.relation, walked.weight, origin, words))
            item = walked.origin
        return tuple(steps)
