"""A session read: what each of its turns mentions and states, and what happened.

turns ─▶ parses, context ─▶ mentions ─▶ referents of pronouns ─▶ triplets ─▶ events
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from convograph.extraction.events import events_in
from convograph.extraction.in_context import turns_in_context
from convograph.extraction.mentions import kind_of, mentions_in
from convograph.extraction.pronouns import referents
from convograph.extraction.triplets import triplets_in
from convograph.extraction.types import FoundEvent, FoundTriplet, Mention, TurnInContext
from convograph.protocols import Parser
from convograph.types import SourceTurn

FINGERPRINT = "reading-1"  # raised by hand whenever mentions, triplets, events or times of some text change


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read in one turn."""

    turn: TurnInContext
    mentions: tuple[Mention, ...]
    triplets: tuple[FoundTriplet, ...]
    events: tuple[FoundEvent, ...]


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads sessions with a parser.

    With `pronouns`, "she" counts as whom it means, where that is clear.
    """

    parser: Parser
    pronouns: bool = False

    @property
    def fingerprint(self) -> str:
        """Changes whenever some text would be read otherwise."""
        return f"{FINGERPRINT}{'+pronouns' if self.pronouns else ''}|{self.parser.fingerprint}"

    def read(self, session: Sequence[SourceTurn]) -> list[Reading]:
        """What the turns of one session say; they come all together and in order."""
        return [self._read(turn) for turn in turns_in_context(session, self.parser)]

    def _read(self, turn: TurnInContext) -> Reading:
        triplets = triplets_in(turn, referents=referents(turn) if self.pronouns else {}, kind_of=kind_of)
        return Reading(turn, tuple(mentions_in(turn)), tuple(triplets), tuple(events_in(turn, triplets)))
