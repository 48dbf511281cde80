"""A session read: what each of its turns mentions and states, and what happened.

turns ─▶ parses, context ─▶ referents of pronouns ─▶ mentions, triplets ─▶ events
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from convograph.extraction.depth import EVERYTHING, Depth
from convograph.extraction.events import events_in
from convograph.extraction.extractor import Extractor, Referents, RuleMentions, RuleTriplets
from convograph.extraction.in_context import turns_in_context
from convograph.extraction.pronouns import referents
from convograph.extraction.types import FoundEvent, FoundTriplet, Mention, TurnInContext
from convograph.protocols import Parser
from convograph.recent import Recent
from convograph.types import SourceTurn

FINGERPRINT = "reading-4"  # raised by hand whenever events, times, or whom pronouns of some text mean change
TURNS_KEPT = 2_048  # twice what layers derive at once: what one of them has read, the next asks for

_Stated = Recent[tuple[SourceTurn, ...], list[list[FoundTriplet]]]


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read in one turn."""

    turn: TurnInContext
    mentions: tuple[Mention, ...]
    triplets: tuple[FoundTriplet, ...]
    events: tuple[FoundEvent, ...]


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads sessions with a parser, and with what finds mentions and triplets: rules, unless others are given.

    With `pronouns`, "she" counts as whom it means, where that is clear. `depth` says of which sentences syntax is
    read: in others nothing is found, and no pronoun points there. What the last sessions state is remembered.
    """

    parser: Parser
    pronouns: bool = False
    mentions: Extractor[Mention] = field(default_factory=RuleMentions)
    triplets: Extractor[FoundTriplet] = field(default_factory=RuleTriplets)
    depth: Depth = EVERYTHING
    _stated: _Stated = field(default_factory=lambda: _Stated(TURNS_KEPT, len), init=False, repr=False, compare=False)

    @property
    def fingerprint(self) -> str:
        """Changes whenever some text would be read otherwise."""
        own = f"{FINGERPRINT}{'+pronouns' if self.pronouns else ''}"
        parts = dict.fromkeys([self.mentions.fingerprint, self.triplets.fingerprint])  # by rules, both have the same
        return "|".join([own, *parts, self.parser.fingerprint, self.depth.fingerprint])

    def read(self, session: Sequence[SourceTurn]) -> list[Reading]:
        """What the turns of one session say; they come all together and in order."""
        turns, meant = self._understood(session)
        mentions, triplets = self.mentions.extract(turns, meant), self.triplets.extract(turns, meant)
        return [
            Reading(turn, tuple(mentioned), tuple(stated), tuple(events_in(turn, stated)))
            for turn, mentioned, stated in zip(turns, mentions, triplets, strict=True)
        ]

    def triplets_of(self, session: Sequence[SourceTurn]) -> list[list[FoundTriplet]]:
        """The triplets alone, those of `read`, a list for each turn: for who needs neither mentions nor events."""
        key = tuple(session)
        stated = self._stated.found([key]).get(key)
        if stated is None:
            stated = self.triplets.extract(*self._understood(session))
        self._stated.keep({key: stated})
        return [list(of_turn) for of_turn in stated]

    def _understood(self, session: Sequence[SourceTurn]) -> tuple[list[TurnInContext], list[Referents]]:
        turns = turns_in_context(session, self.parser, self.depth)
        return turns, [referents(turn) if self.pronouns else {} for turn in turns]
