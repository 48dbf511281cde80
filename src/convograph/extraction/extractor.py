"""The interface of extractors, which find mentions or triplets in turns, and the rule-based extractors.

The rules need no model; extractors that need one are in `convograph.extractors`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from convograph.extraction.mentions import mentions_in
from convograph.extraction.triplets import triplets_in
from convograph.extraction.types import FoundTriplet, Mention, TurnInContext

Found = TypeVar("Found")

Referents = Mapping[tuple[int, int], str]
"""The names of the referents of a turn's third-person pronouns, by the pronouns' characters `[start, end)`."""

FINGERPRINT = "rules-12"  # raised by hand whenever the mentions or triplets of some text change


class Extractor(Protocol[Found]):
    """Finds items of one kind, such as mentions or triplets, in turns.

    `fingerprint` changes whenever something else would be found. `extract` returns one list per turn, in order;
    `referents` has one mapping per turn, empty if pronouns are not resolved. What is found in a turn does not depend on
    the other turns of the call.
    """

    @property
    def fingerprint(self) -> str: ...  # noqa: D102

    def extract(  # noqa: D102
        self, turns: Sequence[TurnInContext], referents: Sequence[Referents]
    ) -> list[list[Found]]: ...


@dataclass(frozen=True, slots=True)
class RuleMentions:
    """Finds mentions by rules over parses."""

    @property
    def fingerprint(self) -> str:
        """Changes with the rules."""
        return FINGERPRINT

    def extract(self, turns: Sequence[TurnInContext], referents: Sequence[Referents]) -> list[list[Mention]]:
        """The mentions in each turn."""
        return [mentions_in(turn, meant) for turn, meant in zip(turns, referents, strict=True)]


@dataclass(frozen=True, slots=True)
class RuleTriplets:
    """Finds triplets by rules over parses."""

    @property
    def fingerprint(self) -> str:
        """Changes with the rules."""
        return FINGERPRINT

    def extract(self, turns: Sequence[TurnInContext], referents: Sequence[Referents]) -> list[list[FoundTriplet]]:
        """The triplets that each turn states."""
        return [triplets_in(turn, referents=meant) for turn, meant in zip(turns, referents, strict=True)]
