"""What of a memory is the same for every question: the order of its turns, their sentences and lengths, who speaks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from convograph.architectures.unified.levels import Floats
from convograph.architectures.unified.places import NOWHERE, Places, Rows, places_of
from convograph.graph.rows import LayerKey
from convograph.graph.runs import changes, runs
from convograph.graph.snapshot import LayerTable, Snapshot
from convograph.graph.turns import TurnTable
from convograph.segmentation import is_assistant, is_tool, is_user
from convograph.terms import Analyzer


@dataclass(frozen=True, slots=True)
class Sentences:
    """Sentences by turn: `items` of the layer, and the `places` of their turns, ascending.

    `starts` are where the sentences of a turn begin, `turns` the place of each such turn.
    """

    items: Rows
    places: Rows
    starts: Rows
    turns: Rows

    def best(self, values: npt.NDArray[np.floating], count: int) -> Floats:
        """The highest value of each turn's sentences, shape (..., `count` places); 0 for a turn without sentences."""
        found = np.zeros((*values.shape[:-1], count))
        if len(self.items):
            found[..., self.turns] = np.maximum.reduceat(values, self.starts, axis=-1)
        return found

    def last(self, places: Rows) -> tuple[npt.NDArray[np.bool_], Rows]:
        """Which of some turns have sentences, and the number of the last one of each that has."""
        at, has = self._of(places)
        return has, self._ends[at[has]] - 1

    def kept(self, places: Rows) -> Rows:
        """The numbers of the sentences of some turns, given by ascending places."""
        at, has = self._of(places)
        return runs(self.starts[at[has]], self._ends[at[has]])

    def of_turns(self, places: Rows) -> Sentences:
        """The sentences of some turns, given by ascending places, whose places are now numbers from 0."""
        at, has = self._of(places)
        starts, ends = self.starts[at[has]], self._ends[at[has]]
        return sentences_by_turn(self.items[runs(starts, ends)], np.repeat(np.flatnonzero(has), ends - starts))

    @property
    def _ends(self) -> Rows:
        return np.append(self.starts[1:], len(self.items))

    def _of(self, places: Rows) -> tuple[Rows, npt.NDArray[np.bool_]]:
        """The numbers of some turns among those that have sentences, and which of them do."""
        at = np.searchsorted(self.turns, places)
        has = at < len(self.turns)
        has[has] = self.turns[at[has]] == places[has]
        return at, has


def sentences_by_turn(items: Rows, places: Rows) -> Sentences:
    """Sentences in order of their turns' places."""
    starts = np.flatnonzero(changes(places))
    return Sentences(items, places, starts, places[starts])


@dataclass(frozen=True)
class Outline:
    """The visible turns and sentences of a memory.

    `number` (items,) is the number of each item's sentence, `NOWHERE` for a hidden one; `sentence_lengths` and
    `turn_lengths` count words, a turn's with the name of its speaker. `speakers` are the numbers of those who say each
    turn, `names` the terms of their names, `assistants`, `users` and `tools` the numbers of those who are
    called so.
    """

    places: Places
    sentences: Sentences
    number: Rows
    sentence_lengths: Floats
    turn_lengths: Floats
    speakers: npt.NDArray[np.int32]
    names: Mapping[int, tuple[str, ...]]
    assistants: tuple[int, ...]
    users: tuple[int, ...]
    tools: tuple[int, ...]

    @cached_property
    def average_sentence(self) -> float:
        """The mean length of all sentences."""
        return float(self.sentence_lengths.mean()) if len(self.sentence_lengths) else 0.0

    @cached_property
    def assisted(self) -> npt.NDArray[np.bool_]:
        """For each session whether an assistant speaks in it, or a user."""
        starts = self.places.session_starts
        speaking = np.isin(self.speakers, (*self.assistants, *self.users))
        return np.logical_or.reduceat(speaking, starts) if len(starts) else np.zeros(0, np.bool_)

    @cached_property
    def window_lengths(self) -> tuple[Floats, ...]:
        """The length of each turn with one, and with two, of its neighbours on either side."""
        one = self.places.with_neighbours(self.turn_lengths, self.turn_lengths, 1)
        return one, self.places.with_neighbours(one, self.turn_lengths, 2)

    @cached_property
    def session_lengths(self) -> Floats:
        """The length of each session."""
        return np.add.reduceat(self.turn_lengths, self.places.session_starts)


def outline_of(graph: Snapshot, key: LayerKey, visible: npt.NDArray[np.bool_] | None, analyzer: Analyzer) -> Outline:
    """The outline of the turns that are visible; `None` for all, whose outline is kept with the snapshot."""
    layer = graph.layers[key]
    if visible is not None:
        return _outlined(graph.turns, layer, visible, analyzer)
    return graph.derived.kept(("outline", key), graph.version, lambda: _outlined(graph.turns, layer, None, analyzer))


def _outlined(
    turns: TurnTable, layer: LayerTable, visible: npt.NDArray[np.bool_] | None, analyzer: Analyzer
) -> Outline:
    places = places_of(turns, visible)
    sentences = _sentences(layer, places)
    number = sentences.items
    if len(number) < len(layer) or np.any(number[1:] < number[:-1]):
        number = np.full(len(layer), NOWHERE)
        number[sentences.items] = np.arange(len(sentences.items))
    lengths = layer.postings.lengths.values[sentences.items].astype(np.float64)
    speakers = turns.speakers.values[places.rows]
    names = {number: tuple(analyzer.terms(name)) for name, number in turns.speaker_keys.items()}
    of_name = np.zeros(len(names) + 1)  # the last is that of -1: nobody
    of_name[list(names)] = [len(terms) for terms in names.values()]
    of_turns = np.bincount(sentences.places, lengths, len(places)) + of_name[speakers]
    roles = (
        tuple(number for name, number in turns.speaker_keys.items() if is_called(name))
        for is_called in (is_assistant, is_user, is_tool)
    )
    return Outline(places, sentences, number, lengths, of_turns, speakers, names, *roles)


def _sentences(layer: LayerTable, places: Places) -> Sentences:
    """All sentences of visible turns."""
    at = places.of_row[layer.first_turns()]
    items = np.arange(len(layer))
    if layer.alive is not None or len(places) < len(places.of_row):
        kept = at != NOWHERE
        if layer.alive is not None:
            kept &= layer.alive
        items, at = np.flatnonzero(kept), at[kept]
    if np.any(at[1:] < at[:-1]):
        order = np.argsort(at, kind="stable")
        items, at = items[order], at[order]
    return sentences_by_turn(items, at)
