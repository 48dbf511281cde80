"""The texts that a search compares with the question, if these are not the library's units of dialogue.

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

VERSION = "2"  # increment whenever units or texts change other than by settings


@dataclass(frozen=True, slots=True)
class Piece:
    """A text, its source turns in one session, in order, and the unit's name if turns do not determine it."""

    text: str
    turns: tuple[SourceTurn, ...]
    name: str | None = None


class Pieces(Protocol):
    """How a session is divided into pieces."""

    @property
    def unit(self) -> Unit:
        """The unit of the pieces."""
        ...

    @property
    def fingerprint(self) -> str:
        """Changes whenever the pieces would."""
        ...

    @property
    def named(self) -> bool:
        """Whether a piece is identified by its name, not by its turns."""
        ...

    def of_session(self, turns: Sequence[SourceTurn]) -> list[Piece]:
        """The pieces of a session, given its turns in order."""
        ...


@dataclass(frozen=True)
class Dialogue:
    """Units of dialogue, with a line `speaker: text` per turn, or only the texts."""

    unit: Unit
    speakers: bool = True

    @property
    def fingerprint(self) -> str:
        """Changes with `speakers`."""
        return f"{VERSION}|{'speakers' if self.speakers else 'texts'}"

    @property
    def named(self) -> bool:
        """False: units of dialogue are identified by their turns."""
        return False

    def of_session(self, turns: Sequence[SourceTurn]) -> list[Piece]:
        """The units of a session."""
        return [Piece("\n".join(map(self._line, unit)), unit) for unit in grouped(turns, self.unit)]

    def _line(self, turn: SourceTurn) -> str:
        return line(turn) if self.speakers else turn.text


@dataclass(frozen=True)
class WithFacts:
    """Units of dialogue followed by one line per fact: LongMemEval's keys expanded with user facts.

    Facts may also be events; an event's line is its name, its description, its time and its triplets.

    Our choices: a fact belongs to every unit that contains one of its source turns; a fact without source turns belongs
    to its session, and to no finer unit. Facts follow the dialogue in the order of their file.
    """

    dialogue: Dialogue
    facts: tuple[Memo, ...]

    @property
    def unit(self) -> Unit:
        """The unit of the dialogue."""
        return self.dialogue.unit

    @cached_property
    def fingerprint(self) -> str:
        """Changes with the dialogue's fingerprint and with the facts."""
        facts = [(_key(fact), fact.turns, fact.session) for fact in self.facts]
        return f"{self.dialogue.fingerprint}|facts:{_digest(facts)}"

    @property
    def named(self) -> bool:
        """False: units of dialogue are identified by their turns."""
        return False

    def of_session(self, turns: Sequence[SourceTurn]) -> list[Piece]:
        """The units of a session, with their facts."""
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
    """Triplets as `subject relation object`: one piece for each session that has sources of a triplet."""

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
        """True: triplets are identified by their words."""
        return True

    def of_session(self, turns: Sequence[SourceTurn]) -> list[Piece]:
        """The triplets with sources among the turns of a session, in the order of their file."""
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
    """Turn id → the positions in `sources` that contain it."""
    found: dict[str, list[int]] = defaultdict(list)
    for number, turns in enumerate(sources):
        for turn in turns:
            found[turn].append(number)
    return found


def _digest(values: Sequence[object]) -> str:
    return blake2b(json.dumps(values).encode(), digest_size=8).hexdigest()
