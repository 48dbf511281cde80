"""What a search compares with the question, where that is not plain units of dialogue.

Units without the names of speakers, units with facts in their keys, or triplets.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Protocol

from convograph.segmentation import grouped, line
from convograph.types import Memo, SourceTurn, Unit
from convograph_eval.brought import SourcedTriplet

VERSION = "2"  # raised by hand whenever units or texts change for a reason other than settings


@dataclass(frozen=True, slots=True)
class Piece:
    """A text, the turns of one session that it rests on, in order, and the unit's name if turns do not determine it."""

    text: str
    turns: tuple[SourceTurn, ...]
    name: str | None = None


class Pieces(Protocol):
    """How a session becomes pieces."""

    @property
    def unit(self) -> Unit:
        """What the pieces are."""
        ...

    @property
    def fingerprint(self) -> str:
        """Changes whenever the pieces would."""
        ...

    @property
    def named(self) -> bool:
        """Whether a piece is known by its name, not by its turns."""
        ...

    def of_session(self, turns: Sequence[SourceTurn]) -> list[Piece]:
        """The pieces of one session, from its turns in order."""
        ...


@dataclass(frozen=True)
class Dialogue:
    """Units of dialogue: a line `speaker: text` a turn, or the texts alone."""

    unit: Unit
    speakers: bool = True

    @property
    def fingerprint(self) -> str:
        """Changes with the speakers."""
        return f"{VERSION}|{'speakers' if self.speakers else 'texts'}"

    @property
    def named(self) -> bool:
        """Units of dialogue are found by their turns."""
        return False

    def of_session(self, turns: Sequence[SourceTurn]) -> list[Piece]:
        """The units of a session."""
        return [Piece("\n".join(map(self._line, unit)), unit) for unit in grouped(turns, self.unit)]

    def _line(self, turn: SourceTurn) -> str:
        return line(turn) if self.speakers else turn.text


@dataclass(frozen=True)
class WithFacts:
    """Units of dialogue followed by one line per fact: LongMemEval's keys expanded by user facts.

    An event serves as one by its name, its description, its time and its triplets.

    Ours: a fact belongs to every unit that holds one of its source turns; one without source turns belongs to its
    session's unit, and to no finer one. Facts stand below the dialogue, in the order of their file.
    """

    dialogue: Dialogue
    facts: tuple[Memo, ...]

    @property
    def unit(self) -> Unit:
        """That of the dialogue."""
        return self.dialogue.unit

    @cached_property
    def fingerprint(self) -> str:
        """Changes with the dialogue's and with the facts."""
        facts = [(_key(fact), fact.turns, fact.session) for fact in self.facts]
        return f"{self.dialogue.fingerprint}|facts:{_digest(facts)}"

    @property
    def named(self) -> bool:
        """Units of dialogue are found by their turns."""
        return False

    def of_session(self, turns: Sequence[SourceTurn]) -> list[Piece]:
        """The units of a session with their facts."""
        return [
            Piece("\n".join((piece.text, *self._facts(piece.turns))), piece.turns)
            for piece in self.dialogue.of_session(turns)
        ]

    def _facts(self, turns: Sequence[SourceTurn]) -> list[str]:
        numbers = {number for turn in turns for number in self._by_turn.get(turn.id, ())}
        if self.unit == "session":
            numbers.update(self._by_session.get(turns[0].session, ()))
        return [_key(self.facts[number]) for number in sorted(numbers)]

    @cached_property
    def _by_turn(self) -> Mapping[str, list[int]]:
        return _numbers_by_turn([fact.turns for fact in self.facts])

    @cached_property
    def _by_session(self) -> Mapping[str, list[int]]:
        found: dict[str, list[int]] = defaultdict(list)
        for number, fact in enumerate(self.facts):
            if not fact.turns and fact.session is not None:
                found[fact.session].append(number)
        return found


def _key(memo: Memo) -> str:
    """The line of a fact or an event."""
    if memo.kind != "event":
        return memo.text
    stated = (triplet.text for triplet in memo.triplets)
    return " ".join(filter(None, (memo.name, memo.text, memo.when_text, *stated)))


@dataclass(frozen=True)
class Triplets:
    """Triplets as `subject relation object`: one piece for each session that a triplet rests on."""

    triplets: tuple[SourcedTriplet, ...]

    @property
    def unit(self) -> Unit:
        """`triplet`."""
        return "triplet"

    @cached_property
    def fingerprint(self) -> str:
        """Changes with the triplets."""
        return f"{VERSION}|triplets:{_digest([(*one.triplet.parts, one.sources) for one in self.triplets])}"

    @property
    def named(self) -> bool:
        """Triplets are found by their words."""
        return True

    def of_session(self, turns: Sequence[SourceTurn]) -> list[Piece]:
        """The triplets that rest on turns of a session, in the order of their file."""
        sources: dict[int, list[SourceTurn]] = defaultdict(list)
        for turn in turns:
            for number in self._by_turn.get(turn.id, ()):
                sources[number].append(turn)
        found = [(self.triplets[number], tuple(held)) for number, held in sorted(sources.items())]
        return [Piece(one.triplet.text, held, one.name) for one, held in found]

    @cached_property
    def _by_turn(self) -> Mapping[str, list[int]]:
        return _numbers_by_turn([triplet.sources for triplet in self.triplets])


def _numbers_by_turn(sources: Sequence[Sequence[str]]) -> Mapping[str, list[int]]:
    """For each turn, the positions in a list of things that have it among their sources."""
    found: dict[str, list[int]] = defaultdict(list)
    for number, turns in enumerate(sources):
        for turn in turns:
            found[turn].append(number)
    return found


def _digest(values: Sequence[object]) -> str:
    return blake2b(json.dumps(values).encode(), digest_size=8).hexdigest()
