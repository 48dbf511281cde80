"""The order in which turns were said, and what was said around each of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
import numpy.typing as npt

from convograph.extraction.asides import calls_a_joke, is_joke
from convograph.facts.gathering.corrected import values_like
from convograph.facts.reading.composed import (
    asks_for_a_change,
    asks_for_a_part,
    asks_for_text,
    ends_a_part,
    looks_composed,
)
from convograph.facts.statement import Statement
from convograph.facts.values.sameness import share_a_word
from convograph.graph.snapshot import Snapshot
from convograph.segmentation import is_assistant
from convograph.types import SourceTurn

NEAR = 4  # turns of a session within which a speaker can take back a value
NEAR_NAMED = 12  # the same if the speaker names the wrong value
_PLAYED = 20  # turns for which a role is played, or a text revised, at most

Read = dict[int, tuple[Statement, ...]]
"""The statements of items or turns that were read before, by key."""


@dataclass(frozen=True, slots=True)
class TurnOrder:
    """The turns of a snapshot in the order in which they were said: said time, session id, ordinal.

    `rows` are their rows in this order, `places` the position of each row.
    """

    rows: Sequence[int]
    places: Sequence[int]


def in_order(graph: Snapshot) -> TurnOrder:
    """The order in which turns were said; turns without a time come first, by session id."""
    turns = graph.turns
    rows = np.lexsort(turns.said(np.arange(len(turns)))[::-1])
    places = np.empty(len(rows), np.int64)
    places[rows] = np.arange(len(rows))
    return TurnOrder(rows.tolist(), places.tolist())


class Turns:
    """The turns of a snapshot by row, each loaded once, and what was said around them in the session."""

    def __init__(self, graph: Snapshot) -> None:
        self._table = table = graph.turns
        self._held: dict[int, SourceTurn] = {}
        self._jokes: dict[int, tuple[bool, bool]] = graph.derived.cached("jokes", dict)
        self._rows = np.lexsort((table.ordinals.values, table.sessions.values))
        self._places = np.empty(len(self._rows), np.int64)
        self._places[self._rows] = np.arange(len(self._rows))
        self._keys: list[int] = table.keys.values.tolist()
        self._following: list[int] = self._next_of_speakers().tolist()

    def __getitem__(self, row: int) -> SourceTurn:
        if row not in self._held:
            self._held[row] = self._table.source_turn(row)
        return self._held[row]

    def joked(self, row: int) -> bool:
        """Whether a turn is called a joke, by itself or by its speaker's next turn."""
        following = self._following[row]
        return self._joking(row)[0] or (following >= 0 and self._joking(following)[1])

    def _joking(self, row: int) -> tuple[bool, bool]:
        """Whether a turn calls itself a joke, and whether it calls the one before it a joke; found once per process."""
        key = self._keys[row]
        held = self._jokes.get(key)
        if held is None:
            text = self[row].text  # "Just kidding, I work at Bosch": the turn before was the joke
            calls = calls_a_joke(text)
            held = self._jokes[key] = is_joke(text) and not calls, calls
        return held

    def is_composed(self, row: int) -> bool:
        """Whether a turn of an assistant is a text that was asked for: a poem, a letter, a role to play.

        Also true if it continues or revises such a text.
        """
        if not is_assistant(self[row].speaker):
            return False
        if looks_composed(self[row].text):
            return True
        is_changed = True
        for asked in self._asked_before(row):
            text = self[asked].text
            if asks_for_a_part(text) or (is_changed and asks_for_text(text)):
                return True
            if ends_a_part(text):
                return False
            is_changed = is_changed and asks_for_a_change(text)
        return False

    def _asked_before(self, row: int) -> Iterator[int]:
        """The turns of people before a turn in its session, latest first, for as long as a role may be played."""
        before = self.before(row)
        for _ in range(_PLAYED):
            if before is None:
                return
            if not is_assistant(self[before].speaker):
                yield before
            before = self.before(before)

    def behind(self, row: int) -> int | None:
        """The next turn of the session, by any speaker."""
        at, sessions = int(self._places[row]) + 1, self._table.sessions.values
        return int(self._rows[at]) if at < len(self._rows) and sessions[self._rows[at]] == sessions[row] else None

    def before(self, row: int) -> int | None:
        """The previous turn of the session, by any speaker."""
        at, sessions = int(self._places[row]) - 1, self._table.sessions.values
        return int(self._rows[at]) if at >= 0 and sessions[self._rows[at]] == sessions[row] else None

    def is_of_one(self, row: int, wrong: Statement) -> bool:
        """Whether a turn that is nothing but a value may correct a statement.

        The turn before it must not be a question, unless it asks about the wrong value; and the turn of the statement
        must have no other value of the same form.
        """
        before = self.before(row)
        asked = None if before is None else self[before].text
        if asked is not None and "?" in asked and not share_a_word(asked, wrong.value):
            return False
        return values_like(wrong, self[wrong.turn].text) < 2

    def _next_of_speakers(self) -> npt.NDArray[np.int64]:
        """The first turn that `of_speaker` gives for each turn, -1 for none; computed for all of them at once."""
        sessions, speakers = self._table.sessions.values[self._rows], self._table.speakers.values[self._rows]
        found = np.full(len(self._rows), -1)
        for step in range(NEAR, 0, -1):  # the nearest last, to overwrite others
            same = (sessions[step:] == sessions[:-step]) & (speakers[step:] == speakers[:-step])
            found[self._rows[:-step][same]] = self._rows[step:][same]
        return found

    def of_speaker(self, row: int, step: Literal[1, -1], most: int = NEAR) -> list[int]:
        """The turns of the same speaker among the next (or previous) `most` turns of the session, nearest first."""
        at = int(self._places[row])
        near = self._rows[at + 1 : at + 1 + most] if step > 0 else self._rows[max(at - most, 0) : at][::-1]
        sessions, speakers = self._table.sessions.values, self._table.speakers.values
        own = sessions[row], speakers[row]
        return [one for one in near.tolist() if (sessions[one], speakers[one]) == own]


@dataclass(slots=True)
class Placed:
    """The statements of items or turns, by key, as they were last placed among the turns."""

    held: Read = field(default_factory=dict)

    def at(self, key: int, stating: Sequence[Statement], row: int, place: int) -> tuple[Statement, ...]:
        """The statements under a key, with the row and the place of their turn."""
        found = self.held.get(key, ())
        if not found or (found[0].turn, found[0].place) != (row, place):
            found = self.held[key] = tuple(replace(one, turn=row, place=place) for one in stating)
        return found
