"""The seam between reading a session and finding one kind of thing in its turns, and the rules behind it.

The rules need no model; `convograph.extractors` has what does.
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
"""Whom third-person pronouns of a turn mean, by their characters `[start, end)`."""

FINGERPRINT = "rules-10"  # raised by hand whenever the mentions or triplets of some text change


class Extractor(Protocol[Found]):
    """Finds what is of one kind, such as mentions or triplets, in turns.

    `fingerprint` changes whenever something else would be found. `extract` gives a list for each turn, in their
    order; `referents` has one mapping for each turn, empty where pronouns are left alone. What is found in a turn
    does not depend on the other turns of the call.
    """

    @property
    def fingerprint(self) -> str: ...  # noqa: D102

    def extract(  # noqa: D102
        self, turns: Sequence[TurnInContext], referents: Sequence[Referents]
    ) -> list[list[Found]]: ...


@dataclass(frozen=True, slots=True)
class RuleMentions:
    """Mentions by rules over parses."""

    @property
    def fingerprint(self) -> str:
        """Changes with the rules."""
        return FINGERPRINT

    def extract(self, turns: Sequence[TurnInContext], referents: Sequence[Referents]) -> list[list[Mention]]:
        """What each turn mentions."""
        return [mentions_in(turn, meant) for turn, meant in zip(turns, referents, strict=True)]


@dataclass(frozen=True, slots=True)
class RuleTriplets:
    """Triplets by rules over parses."""

    @property
    def fingerprint(self) -> str:
        """Changes with the rules."""
        return FINGERPRINT

    def extract(self, turns: Sequence[TurnInContext], referents: Sequence[Referents]) -> list[list[FoundTriplet]]:
        """What each turn states."""
        return [triplets_in(turn, referents=meant) for turn, meant in zip(turns, referents, strict=True)]
