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
from convograph.types import SourceTurn

FINGERPRINT = "reading-9"  # raised by hand whenever events, times, or whom pronouns of some text mean change


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
    read: in others nothing is found, and no pronoun points there.
    """

    parser: Parser
    pronouns: bool = False
    mentions: Extractor[Mention] = field(default_factory=RuleMentions)
    triplets: Extractor[FoundTriplet] = field(default_factory=RuleTriplets)
    depth: Depth = EVERYTHING

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

    def statements(
        self, session: Sequence[SourceTurn], *, start: int = 0
    ) -> list[tuple[TurnInContext, list[FoundTriplet]]]:
        """The turns of a session from position `start` on, each with its triplets, which are those of `read`.

        For who needs no mentions. The turns before are only read as far as they are needed to understand the others.
        """
        turns, meant = self._understood(session, start)
        return list(zip(turns, self.triplets.extract(turns, meant), strict=True))

    def mentions_of(
        self, session: Sequence[SourceTurn], *, start: int = 0
    ) -> list[tuple[TurnInContext, list[Mention]]]:
        """The turns of a session from position `start` on, each with its mentions, which are those of `read`."""
        turns, meant = self._understood(session, start)
        return list(zip(turns, self.mentions.extract(turns, meant), strict=True))

    def mentioned(self, text: str) -> list[Mention]:
        """What a text that nobody is known to have said mentions, such as a question."""
        turns, meant = self._understood([SourceTurn(0, "text", "text", 0, None, text, None)])
        return self.mentions.extract(turns, meant)[0]

    def _understood(self, session: Sequence[SourceTurn], start: int = 0) -> tuple[list[TurnInContext], list[Referents]]:
        turns = turns_in_context(session, self.parser, self.depth, start)
        return turns, [referents(turn) if self.pronouns else {} for turn in turns]
