"""The resolver that needs no model: a logistic score over interpretable evidence, and two thresholds.

    p(m, v) = 1 / (1 + exp(-(b + Σ_f w_f f(m, v))))        p ≥ JOIN: v is meant; p ≤ APART: it is not; between: unsure

Ours: the paper asks a model. If unsure, it keeps the mention apart, because two entities can still be joined by a
decision, while an entity made of two people cannot be split again. It also keeps a mention apart if two candidates fit
equally well, or if its name only speaks against the candidate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from convograph.resolution.evidence import FEATURES, evidence
from convograph.resolution.likeness import Compared
from convograph.resolution.name_signs import Signs, name_signs
from convograph.resolution.resolvers import Choice, Question
from convograph.resolution.weights import ResolutionWeights, bundled_weights

MARGIN = 0.05  # the least lead of the best candidate over the next, in probability: our choice


_AGAINST = FEATURES.index("other_name")
_FOR = tuple(map(FEATURES.index, ("same", "typo", "initials", "given", "family", "part", "nickname")))


@dataclass(frozen=True, slots=True)
class OfflineResolver:
    """Chooses by a logistic score; safe to share between threads. It caches comparisons of names while it lives."""

    weights: ResolutionWeights = field(default_factory=bundled_weights)
    _signs: Compared[Signs] = field(default_factory=lambda: Compared(name_signs), compare=False, repr=False)

    def decide(self, group: Sequence[Question]) -> list[Choice]:
        """A choice for each question, independent of the others."""
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
    """Whether the names speak against each other and no sign in them speaks for a match.

    However often he is mentioned with Sam Okafor, Sam Whitlock is not him, and a race in Norwich is not Norwich.
    """
    return bool(features[_AGAINST]) and not any(features[place] for place in _FOR)
