"""What extraction reads and what it finds: frozen values, each with the turn and the characters that it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from convograph.syntax import Parse
from convograph.types import SourceTurn, Triplet, When

EntityKind = Literal["person", "organization", "place", "animal", "activity", "work", "time", "thing"]
"""The kind of a mention or of an argument of a triplet; `"thing"` is everything else."""

LIVING: frozenset[str] = frozenset({"person", "animal"})
"""The kinds of who lives."""

Tense = Literal["past", "present", "future"]


@dataclass(frozen=True, slots=True)
class ParsedSentence:
    """A sentence of a turn, at characters `[start, end)` of it; the characters of its words count from `start`."""

    start: int
    end: int
    text: str
    parse: Parse


@dataclass(frozen=True, slots=True)
class ParsedTurn:
    """A turn and those of its sentences whose syntax was read, in order (see `convograph.extraction.depth`)."""

    turn: SourceTurn
    sentences: tuple[ParsedSentence, ...]


@dataclass(frozen=True, slots=True)
class TurnInContext:
    """A turn with what is needed to understand it.

    `before` are the turns of the same session before it, at most six, oldest first. `participants` are the speakers
    of the session as they are first spelled, in order of appearance; `addressee` is whom the turn speaks to, `None`
    when that cannot be told.
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
    """Words of a turn, at characters `[start, end)` of it, that name somebody or something.

    `name` is what they are called: the words without articles and possessors, the speaker's name for "I", the name of a
    resolved pronoun's referent. `text` are the words as they stand. `is_name` tells proper names from noun phrases and
    pronouns; whatever a model finds that is no pronoun counts as one.
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
    """What is stated, wherever it stands: a triplet, and how it was said.

    The relation is one of `labels.RELATIONS` where one fits ("likes", "lives_in"), else `phrase`, the relation in the
    words of the turn, verbs as lemmas ("go to", "be proud of"). Negation and modality are part of the phrase ("not want
    to visit", "used to play"), and given apart: `negated`, `modality` ("want", "used to", "might"). `tense` is that of
    the statement.
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

    `hypothetical` is true for what is asked, wished, or said under a condition.
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
    """An event as in Associa's graph: it happened, happens or is planned, as characters `[start, end)` of a turn state.

    `name` is short ("go to the beach"), `description` a sentence that is understood by itself, `when` when it
    happens, never relative, `None` when nothing tells; `triplets` are those of its clause.
    """

    turn: SourceTurn
    start: int
    end: int
    name: str
    description: str
    when: When | None
    triplets: tuple[FoundTriplet, ...]
