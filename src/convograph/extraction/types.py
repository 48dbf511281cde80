"""The input and the findings of extraction, as frozen values; findings carry their turn and characters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from convograph.syntax import Parse
from convograph.types import SourceTurn, Triplet, When

EntityKind = Literal["person", "organization", "place", "animal", "activity", "work", "time", "thing"]
"""The kind of a mention or of a triplet's argument; `"thing"` is everything else."""

LIVING: frozenset[str] = frozenset({"person", "animal"})
"""The kinds of living beings."""

Tense = Literal["past", "present", "future"]


@dataclass(frozen=True, slots=True)
class ParsedSentence:
    """A sentence at characters `[start, end)` of its turn; the characters of its words count from `start`."""

    start: int
    end: int
    text: str
    parse: Parse


@dataclass(frozen=True, slots=True)
class ParsedTurn:
    """A turn and those of its sentences that were parsed, in order (see `convograph.extraction.depth`)."""

    turn: SourceTurn
    sentences: tuple[ParsedSentence, ...]


@dataclass(frozen=True, slots=True)
class TurnInContext:
    """A turn with what is needed to understand it.

    `before` are the turns before it in the same session, at most six, oldest first. `participants` are the speakers of
    the session in their first spelling, in order of appearance; `addressee` is the one that the turn speaks to, `None`
    if unknown.
    """

    parsed: ParsedTurn
    before: tuple[ParsedTurn, ...]
    participants: tuple[str, ...]
    addressee: str | None

    @property
    def turn(self) -> SourceTurn:
        """The turn itself."""
        return self.parsed.turn


@dataclass(frozen=True, slots=True)
class Mention:
    """Words at characters `[start, end)` of a turn that name somebody or something.

    `text` is the words as they stand; `name` is the words without articles and possessors, the speaker's name for "I",
    or the name of a resolved pronoun's referent. `is_name` tells proper names from noun phrases and pronouns; a model's
    mentions, except pronouns, all count as proper names.
    """

    turn: SourceTurn
    start: int
    end: int
    text: str
    name: str
    kind: EntityKind
    is_name: bool = False


@dataclass(frozen=True, slots=True)
class Stated:
    """What is stated, without where: a triplet, and how it was worded.

    The relation is a label where one fits (one of `labels.RELATIONS`, as "likes", or "is", "age", "sister"), else
    `phrase`: the relation in the words of the turn, verbs as lemmas ("go to", "be proud of"). Negation and modality are
    part of the phrase ("not want to visit", "used to play"), and are also given as `negated` and `modality` ("want",
    "used to", "might"). `tense` is that of the statement.
    """

    triplet: Triplet
    phrase: str
    subject_kind: EntityKind
    object_kind: EntityKind
    tense: Tense
    negated: bool = False
    modality: str | None = None


@dataclass(frozen=True, slots=True)
class FoundTriplet:
    """What a turn states at characters `[start, end)`.

    `hypothetical` is true for what is asked, wished or conditional.
    """

    turn: SourceTurn
    start: int
    end: int
    stated: Stated
    hypothetical: bool = False

    @property
    def triplet(self) -> Triplet:
        """The subject, the relation and the object."""
        return self.stated.triplet


@dataclass(frozen=True, slots=True)
class FoundEvent:
    """An event as in Associa's graph, past, present or planned, stated at characters `[start, end)` of a turn.

    `name` is short ("Ana go to beach"), `description` a sentence that is understood by itself. `when` is an absolute
    time, `None` if unknown. `triplets` are those of the sentence.
    """

    turn: SourceTurn
    start: int
    end: int
    name: str
    description: str
    when: When | None
    triplets: tuple[FoundTriplet, ...]
