"""Memos, which are texts about turns: as callers give them, and as a store holds them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from convograph.types.times import Said, When
from convograph.types.turns import SourceTurn

StatementKind = Literal["summary", "fact", "insight"]
"""The kinds of memo that are plain text: a session's summary, a single fact, an insight across sessions."""

WrittenKind = Literal["summary", "fact", "insight", "triplet", "event", "resolution", "profile", "community"]
"""What `enrich` can have a model write: one of `StatementKind`, the triplets or events that turns state, the entities
that mentions mean (`"resolution"`), profiles of entities, or names and descriptions of communities of entities."""

MemoKind = Literal["summary", "fact", "insight", "triplet", "event", "resolution", "profile", "community", "decision"]
"""The kind of a memo: one of `WrittenKind`, or a decision about names or facts."""

PLURALS: Mapping[MemoKind, str] = {
    "summary": "summaries",
    "fact": "facts",
    "insight": "insights",
    "triplet": "triplets",
    "event": "events",
    "resolution": "resolutions",
    "profile": "profiles",
    "community": "communities",
    "decision": "decisions",
}
"""The plural of each kind."""


@dataclass(frozen=True, slots=True)
class Triplet:
    """A statement in three parts: "Ana", "lives in", "Porto"."""

    subject: str
    relation: str
    object: str

    @property
    def parts(self) -> tuple[str, str, str]:
        """Subject, relation and object."""
        return self.subject, self.relation, self.object

    @property
    def text(self) -> str:
        """The three parts as one text: "Ana lives in Porto"."""
        return " ".join(self.parts)


@dataclass(frozen=True, slots=True)
class Memo:
    """A text about turns, given by the caller.

    It is derived from `turns` (ids), or from all turns that its `session` has when it is first brought. `said` is the
    time that the memo itself names; by default it has the time of its last turn. A `"triplet"` has exactly one of
    `triplets`, which is its text by default. An `"event"` may have several, a short `name`, and the time when it
    happened: `when`, and `when_text` in the original wording, which can say what `when` cannot ("shortly before the
    wedding"). A `"decision"` is one triplet, which may also be given as its text. It says whether two names refer to
    the same entity: "Mary" "is" or "is not" "Maria Lopez"; or, in spite of what turns say, that a fact "still" holds,
    "no longer" does or "never" did: "Ana" "still lives_in" "Porto".
    """

    kind: MemoKind
    text: str = ""
    session: str | None = None
    turns: tuple[str, ...] = ()
    said: Said | None = None
    triplets: tuple[Triplet, ...] = ()
    name: str | None = None
    when: When | None = None
    when_text: str | None = None


@dataclass(frozen=True, slots=True)
class StoredMemo:
    """A memo as stored: `said` is its own time, else its last turn's; `origin` is empty, or identifies what wrote it.

    `triplets`, `name`, `when` and `when_text` are those of the `Memo`.
    """

    kind: MemoKind
    text: str
    said: Said | None
    turns: tuple[SourceTurn, ...]
    origin: str
    triplets: tuple[Triplet, ...] = ()
    name: str | None = None
    when: When | None = None
    when_text: str | None = None
