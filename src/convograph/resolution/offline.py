"""The resolver that needs no model: a logistic score over evidence with a meaning, and two thresholds.

    p(m, v) = 1 / (1 + exp(-(b + Σ_f w_f f(m, v))))        p ≥ JOIN: v is meant; p ≤ APART: it is not; between: unsure

Ours: the paper asks a model. What is unsure is kept apart, because two entities can still be joined by a decision,
while of one made of two people nobody knows any more who was who. So is what two candidates fit equally well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import exp

from convograph.errors import InputError
from convograph.resolution.evidence import FEATURES, evidence
from convograph.resolution.likeness import Compared
from convograph.resolution.name_signs import Signs, name_signs
from convograph.resolution.resolvers import Choice, Question

MARGIN = 0.05  # by which the best candidate has to be more certain than the next: our choice


@dataclass(frozen=True, slots=True)
class Weights:
    """What each feature adds to the log odds, those without any (`bias`), and the two thresholds.

    Raises `InputError` where features are missing or unknown, or the thresholds are not in order.
    """

    features: Mapping[str, float]
    bias: float
    join: float
    apart: float

    def __post_init__(self) -> None:
        if wrong := sorted(set(self.features) ^ set(FEATURES)):
            raise InputError(f"weights and features differ in {', '.join(wrong)}; use weights fitted with this version")
        if not 0 <= self.apart <= self.join <= 1:
            raise InputError(f"the thresholds are not in order: 0, {self.apart}, {self.join}, 1")

    def probability(self, features: Signs) -> float:
        """How likely it is that the candidate is meant, 0 to 1."""
        log_odds = self.bias + sum(self.features[name] * value for name, value in zip(FEATURES, features, strict=True))
        return 1 / (1 + exp(-log_odds)) if log_odds > -500 else 0.0


# Set by hand, before there was anything to fit them to: a name that is the same or short for the other's is likely
# right, and a sign against it weighs more than any one for it.
HAND_SET = Weights(
    {
        "same": 3.0,
        "jaccard": 1.5,
        "token_set": 1.0,
        "typo": 3.0,
        "initials": 2.0,
        "given": 2.5,
        "family": 2.0,
        "part": 1.5,
        "nickname": 3.0,
        "title": 0.0,
        "other_name": -6.0,
        "other_title": -4.0,
        "rival": -2.0,
        "same_kind": 0.5,
        "other_kind": -2.0,
        "context": 1.0,
        "beside": 1.0,
        "related": 1.0,
        "session": 1.0,
        "recent": 0.5,
        "seeded": 0.5,
        "common": -1.5,
        "other_speaker": -4.0,
    },
    bias=-3.5,
    join=0.6,
    apart=0.4,
)


@dataclass(frozen=True, slots=True)
class OfflineResolver:
    """Chooses by a logistic score; safe to share between threads. It remembers comparisons of names while it lives."""

    weights: Weights = HAND_SET
    _signs: Compared[Signs] = field(default_factory=lambda: Compared(name_signs), compare=False, repr=False)

    def decide(self, group: Sequence[Question]) -> list[Choice]:
        """A choice for each question, whatever the others."""
        return [self._choice(question) for question in group]

    def _choice(self, question: Question) -> Choice:
        found = [self.weights.probability(features) for features in evidence(question, self._signs)]
        best, *others = sorted(range(len(found)), key=lambda place: (-found[place], place))
        certainty = found[best]
        rival = found[others[0]] if others else 0.0
        if certainty >= self.weights.join and certainty - rival >= MARGIN:
            return Choice(question.candidates[best].entity.number, "resolver", certainty)
        return Choice(None, "resolver" if certainty <= self.weights.apart else "unsure", certainty)
