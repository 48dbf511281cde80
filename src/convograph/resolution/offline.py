"""The resolver that needs no model: a logistic score over evidence with a meaning, and two thresholds.

    p(m, v) = 1 / (1 + exp(-(b + Σ_f w_f f(m, v))))        p ≥ JOIN: v is meant; p ≤ APART: it is not; between: unsure

Ours: the paper asks a model. What is unsure is kept apart, because two entities can still be joined by a decision,
while of one made of two people nobody knows any more who was who. So is what two candidates fit equally well,
and one whose name speaks against it alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from convograph.resolution.evidence import FEATURES, evidence
from convograph.resolution.likeness import Compared
from convograph.resolution.name_signs import Signs, name_signs
from convograph.resolution.resolvers import Choice, Question
from convograph.resolution.weights import ResolutionWeights, bundled_weights

MARGIN = 0.05  # by which the best candidate has to be more certain than the next: our choice


_AGAINST = FEATURES.index("other_name")
_FOR = tuple(map(FEATURES.index, ("same", "typo", "initials", "given", "family", "part", "nickname")))


@dataclass(frozen=True, slots=True)
class OfflineResolver:
    """Chooses by a logistic score; safe to share between threads. It remembers comparisons of names while it lives."""

    weights: ResolutionWeights = field(default_factory=bundled_weights)
    _signs: Compared[Signs] = field(default_factory=lambda: Compared(name_signs), compare=False, repr=False)

    def decide(self, group: Sequence[Question]) -> list[Choice]:
        """A choice for each question, whatever the others."""
        return [self._choice(question) for question in group]

    def _choice(self, question: Question) -> Choice:
        told = evidence(question, self._signs)
        found = [self.weights.probability(features) for features in told]
        best, *others = sorted(range(len(found)), key=lambda place: (-found[place], place))
        certainty = found[best]
        rival = found[others[0]] if others else 0.0
        if certainty >= self.weights.join and certainty - rival >= MARGIN and not _are_of_two(told[best]):
            return Choice(question.candidates[best].entity.number, "resolver", certainty)
        return Choice(None, "resolver" if certainty <= self.weights.apart else "unsure", certainty)


def _are_of_two(features: Signs) -> bool:
    """Whether names speak against each other and nothing in them for it: who is mentioned with Sam Okafor all the time
    is not him by the name of Sam Whitlock, or Norwich a race there.
    """
    return bool(features[_AGAINST]) and not any(features[place] for place in _FOR)
