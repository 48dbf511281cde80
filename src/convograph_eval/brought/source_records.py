"""The records of a file with their places, and the conversations, sessions and turns that they may name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from convograph.errors import InputError
from convograph.formats.limits import shortened, within
from convograph.formats.recorded_events import stored_turn
from convograph.formats.source import Source, json_lines
from convograph_eval.brought.types import LostSource
from convograph_eval.datasets import Dataset, turn_ids

Item = TypeVar("Item")


def records(source: Source) -> Iterator[tuple[object, str]]:
    """The values of a JSON list or of JSON lines, each with its place. Raises `InputError` for invalid JSON."""
    if source.text.lstrip().startswith("[") and isinstance(source.json, list):
        yield from ((value, within(source.place, index)) for index, value in enumerate(source.json))
        return
    yield from json_lines(source)


def unblank(text: str, place: str) -> str:
    """The text. Raises `InputError` if it is blank."""
    if not text.strip():
        raise InputError(f"{place} is blank: {shortened(text)}; complete it, or leave the record out")
    return text


@dataclass(slots=True)
class FoundItems(Generic[Item]):
    """The items read so far by conversation, and the sources that are not stored turns."""

    by_conversation: dict[str, list[Item]] = field(default_factory=lambda: defaultdict(list))
    lost: list[LostSource] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class KnownSources:
    """The ids of the stored turns and of the sessions of each conversation of a data set."""

    dataset: str
    turns: Mapping[str, frozenset[str]]
    sessions: Mapping[str, frozenset[str]]

    def conversation(self, name: str | None, place: str) -> str:
        """The name of a known conversation; `None` selects the only one. Raises `InputError` if there is none."""
        if name is None and len(self.turns) == 1:
            return next(iter(self.turns))
        if name is None:
            raise InputError(f"{place} names none of {len(self.turns)} conversations; give its name as conversation")
        if name not in self.turns:
            raise InputError(
                f"{place} is of an unknown conversation: {shortened(name)}; {self.dataset} has "
                f"{', '.join(list(self.turns)[:3])}, …; give the file of this data set, or leave the record out"
            )
        return name

    def sources(self, conversation: str, given: Sequence[str], place: str) -> tuple[str, ...]:
        """The ids of the source turns, each once. Raises `InputError` for a turn that the conversation lacks."""
        for index, turn in enumerate(given):
            if turn not in self.turns[conversation]:
                raise InputError(
                    f"{within(place, index)} is no turn of {conversation}: {shortened(turn)}; its turns have ids such "
                    f"as {shortened(min(self.turns[conversation]))}"
                )
        return tuple(dict.fromkeys(given))

    def session(self, conversation: str, given: str, place: str) -> str:
        """The id of the session. Raises `InputError` if the conversation lacks it."""
        if given not in self.sessions[conversation]:
            raise InputError(
                f"{place} is no session of {conversation}: {shortened(given)}; its sessions have ids such as "
                f"{shortened(min(self.sessions[conversation]))}"
            )
        return given

    def recorded(
        self, conversation: str, given: Iterable[str], place: str
    ) -> tuple[tuple[str, ...], tuple[LostSource, ...]]:
        """The stored turns that the sources of recorded events name, and the sources that name none."""
        stored = {source: stored_turn(conversation, source) for source in given}
        found = tuple(turn for turn in stored.values() if turn in self.turns[conversation])
        lost = (source for source, turn in stored.items() if turn not in self.turns[conversation])
        return found, tuple(LostSource(conversation, source, place) for source in lost)


def known(dataset: Dataset) -> KnownSources:
    """The conversations, sessions and turns that records may name."""
    conversations = [case.conversation for case in dataset.cases]
    return KnownSources(
        dataset.name,
        {each.name: frozenset(turn for one in each.sessions for turn in turn_ids(one)) for each in conversations},
        {each.name: frozenset(one.id for one in each.sessions if one.id) for each in conversations},
    )
