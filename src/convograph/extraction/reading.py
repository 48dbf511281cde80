"""Reading a session: the mentions, triplets and events of each turn.

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

FINGERPRINT = "reading-10"  # raised by hand whenever events, times or pronoun referents of some text change


@dataclass(frozen=True, slots=True)
class Reading:
    """The mentions, triplets and events of one turn."""

    turn: TurnInContext
    mentions: tuple[Mention, ...]
    triplets: tuple[FoundTriplet, ...]
    events: tuple[FoundEvent, ...]


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads sessions with a parser and extractors of mentions and triplets, by default rules.

    With `pronouns`, "she" counts as its referent where that is clear. `depth` says which sentences are parsed: nothing
    is found in the others, and no pronoun is resolved to a name in them.
    """

    parser: Parser
    pronouns: bool = False
    mentions: Extractor[Mention] = field(default_factory=RuleMentions)
    triplets: Extractor[FoundTriplet] = field(default_factory=RuleTriplets)
    depth: Depth = EVERYTHING

    @property
    def fingerprint(self) -> str:
        """Changes whenever some text would be read differently."""
        own = f"{FINGERPRINT}{'+pronouns' if self.pronouns else ''}"
        parts = dict.fromkeys([self.mentions.fingerprint, self.triplets.fingerprint])  # of rules, both are the same
        return "|".join([own, *parts, self.parser.fingerprint, self.depth.fingerprint])

    def read(self, session: Sequence[SourceTurn]) -> list[Reading]:
        """The readings of the turns of one session, which must be whole and in order."""
        turns, meant = self._understood(session)
        mentions, triplets = self.mentions.extract(turns, meant), self.triplets.extract(turns, meant)
        return [
            Reading(turn, tuple(mentioned), tuple(stated), tuple(events_in(turn, stated)))
            for turn, mentioned, stated in zip(turns, mentions, triplets, strict=True)
        ]

    def statements(
        self, session: Sequence[SourceTurn], *, start: int = 0
    ) -> list[tuple[TurnInContext, list[FoundTriplet]]]:
        """The turns of a session from position `start` on, each with the triplets that `read` finds.

        For callers that need no mentions. Earlier turns are read only as far as the others need them as context.
        """
        turns, meant = self._understood(session, start)
        return list(zip(turns, self.triplets.extract(turns, meant), strict=True))

    def mentions_of(
        self, session: Sequence[SourceTurn], *, start: int = 0
    ) -> list[tuple[TurnInContext, list[Mention]]]:
        """The turns of a session from position `start` on, each with the mentions that `read` finds."""
        turns, meant = self._understood(session, start)
        return list(zip(turns, self.mentions.extract(turns, meant), strict=True))

    def mentioned(self, text: str) -> list[Mention]:
        """The mentions in a text without a known speaker, such as a question."""
        turns, meant = self._understood([SourceTurn(0, "text", "text", 0, None, text, None)])
        return self.mentions.extract(turns, meant)[0]

    def _understood(self, session: Sequence[SourceTurn], start: int = 0) -> tuple[list[TurnInContext], list[Referents]]:
        turns = turns_in_context(session, self.parser, self.depth, start)
        return turns, [referents(turn) if self.pronouns else {} for turn in turns]
